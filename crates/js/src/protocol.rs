//! How a model is asked under a condition that is a dialogue.

use serde::Serialize;
use stepfall_condition::{Dialogue, PartRecord, Simulated, Voice, part_records, parts};
use stepfall_executor::{Executor, Form, Kind, Placing, Slip};
use stepfall_procedure::{Condition, Generator, Item, Seed, Spec};

use crate::failure::Failure;
use crate::item::{json, opened_item};
use crate::positions::Positions;

/// How many steps a dialogue has that is only shown.
const STEPS: u16 = 6;
/// The most steps of it that a turn asks for, or that stand there already.
const CHUNK: u16 = 3;

/// What stands in a dialogue before the first reply, beside the prompt.
#[derive(Serialize)]
pub(crate) struct Opening {
    /// What stands there as if the model had written it.
    given: String,
    /// What is asked then.
    asked: String,
}

#[derive(Serialize)]
struct Protocol {
    opening: Option<Opening>,
    shown: Option<Shown>,
}

/// A dialogue to look at.
#[derive(Serialize)]
struct Shown {
    text: String,
    parts: Vec<PartRecord>,
}

/// How a model is asked under the condition of a link: `{opening, shown}`. `opening` is what stands there before its first reply; `shown` a small dialogue of
/// a simulated executor that follows, but for one slip under `verified`, where it is told of it. Both are null under plain conditions.
///
/// # Errors
///
/// [`Failure`] where the link has no item.
pub fn protocol(link: &str) -> Result<String, Failure> {
    let (opened, item) = opened_item(link)?;
    let condition = opened.link.condition;
    Ok(json(&Protocol { opening: opening(&item, condition), shown: shown(&item, condition) }))
}

/// What stands in a dialogue before the first reply; nothing where the prompt is all.
pub(crate) fn opening(item: &Item, condition: Condition) -> Option<Opening> {
    let dialogue = Dialogue::new(item, condition);
    let asked = dialogue.next_words()?.to_owned();
    let given = parts(&dialogue.text()).into_iter().find(|part| part.voice == Voice::Given)?.text;
    Some(Opening { given, asked })
}

fn shown(item: &Item, condition: Condition) -> Option<Shown> {
    if condition.is_plain() {
        return None;
    }
    let small = Spec { steps: item.spec.steps.min(STEPS), dead: 0, ..item.spec };
    // Where so few steps cannot be had, those of the item are shown.
    let first =
        |generator: Generator| generator.item(Seed::wrapping(item.seed.number()), item.index).ok();
    let small = Generator::new(small).ok().and_then(first);
    let item = small.as_ref().unwrap_or(item);
    let condition = match condition {
        Condition::Checkpoints(chunk) => Condition::Checkpoints(chunk.min(CHUNK)),
        Condition::Verified(chunk) => Condition::Verified(chunk.min(CHUNK)),
        Condition::Primed { steps, faults } => {
            let steps = steps.min(CHUNK).min(item.spec.steps.saturating_sub(1)).max(1);
            Condition::Primed { steps, faults: faults.min(1) }
        }
        other => other,
    };
    let executor = |kind| Executor { kind, placing: Placing::Once };
    let written = |kind| Simulated::transcript(item, condition, executor(kind), Form::Trace, 1);
    let slips = matches!(condition, Condition::Verified(_));
    let text = slips.then(|| written(Kind::Slip(Slip::OffByOne))).flatten();
    let text = text.or_else(|| written(Kind::Followed))?;
    let positions = Positions::new(&text);
    let mut parts = part_records(&text);
    for part in &mut parts {
        (part.start, part.end) = (positions.utf16(part.start), positions.utf16(part.end));
    }
    Some(Shown { text, parts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn of(condition: Condition) -> Value {
        let link = format!("#/play?v=2&seed=42&condition={condition}");
        serde_json::from_str(&protocol(&link).unwrap()).unwrap()
    }

    #[test]
    fn every_dialogue_is_shown_and_plain_conditions_are_not() {
        for condition in Condition::OFFERED {
            let told = of(condition);
            assert_eq!(told["shown"].is_null(), condition.is_plain(), "{condition}");
            let is_begun = matches!(condition, Condition::Primed { .. });
            assert_eq!(!told["opening"].is_null(), is_begun, "{condition}");
        }
    }

    #[test]
    fn who_is_checked_is_told_of_a_slip() {
        let told = of(Condition::Verified(5));
        let text = told["shown"]["text"].as_str().unwrap();
        assert!(text.contains(" is wrong. Now do S"), "{text}");
        assert!(told["shown"]["parts"].as_array().unwrap().len() >= 5, "{told}");
    }
}
