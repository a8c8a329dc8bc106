//! Descriptions of the dialogue under a condition.

use stepfall_api::{ApiError, Positions, open_link_with_item, opening};
use stepfall_condition::DialogueSolver;
use stepfall_procedure::{Condition, Generator, Item, Seed, Spec};
use stepfall_protocol::{Opening, Protocol, SampleDialogue};
use stepfall_solver::{ArithmeticError, ErrorFrequency, Form, Solver, SolverKind};

use super::report::parts_of;

/// The number of steps of a sample dialogue.
const STEPS: u16 = 6;
/// The maximum number of steps per turn of a sample dialogue, or in its prefilled history.
const CHUNK: u16 = 3;

/// Describes the dialogue under the condition of a link: the text before the first reply, and a
/// small dialogue with a simulated solver. The solver makes no errors, except for one error under
/// `verified`, which the next message reports. The description is empty under plain conditions.
///
/// # Errors
///
/// [`ApiError`] if the link has no item.
pub(super) fn protocol(link: &str) -> Result<Protocol, ApiError> {
    let (opened, item) = open_link_with_item(link)?;
    let condition = opened.link.condition;
    let opening = opening(&item, condition);
    let opening = opening.map(|opening| Opening { given: opening.given, asked: opening.asked });
    Ok(Protocol { opening, sample: sample(&item, condition) })
}

fn sample(item: &Item, condition: Condition) -> Option<SampleDialogue> {
    if condition.is_plain() {
        return None;
    }
    let small = Spec { steps: item.spec.steps.min(STEPS), dead: 0, ..item.spec };
    // If there is no item with so few steps, the sample dialogue is about the item of the link.
    let first =
        |generator: Generator| generator.item(Seed::wrapping(item.seed.number()), item.index).ok();
    let small = Generator::new(small).ok().and_then(first);
    let item = small.as_ref().unwrap_or(item);
    let condition = match condition {
        Condition::Checkpoints(chunk) => Condition::Checkpoints(chunk.min(CHUNK)),
        Condition::Verified(chunk) => Condition::Verified(chunk.min(CHUNK)),
        Condition::Primed { steps, errors } => {
            let steps = steps.min(CHUNK).min(item.spec.steps.saturating_sub(1)).max(1);
            Condition::Primed { steps, errors: errors.min(1) }
        }
        other => other,
    };
    let solver = |kind| Solver { kind, frequency: ErrorFrequency::Once };
    let written = |kind| DialogueSolver::transcript(item, condition, solver(kind), Form::Trace, 1);
    let arithmetic_errors = matches!(condition, Condition::Verified(_));
    let text = arithmetic_errors
        .then(|| written(SolverKind::ArithmeticError(ArithmeticError::OffByOne)))
        .flatten();
    let text = text.or_else(|| written(SolverKind::Followed))?;
    let parts = parts_of(&text, &Positions::new(&text));
    Some(SampleDialogue { text, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(condition: Condition) -> Protocol {
        protocol(&format!("#/play?v=2&seed=42&condition={condition}")).unwrap()
    }

    #[test]
    fn only_dialogues_have_a_sample() {
        for condition in Condition::OFFERED {
            let description = of(condition);
            assert_eq!(description.sample.is_none(), condition.is_plain(), "{condition}");
            let is_begun = matches!(condition, Condition::Primed { .. });
            assert_eq!(description.opening.is_some(), is_begun, "{condition}");
        }
    }

    #[test]
    fn a_checked_dialogue_reports_the_error() {
        let sample = of(Condition::Verified(5)).sample.unwrap();
        assert!(sample.text.contains(" is wrong. Now do S"), "{}", sample.text);
        assert!(sample.parts.len() >= 5, "{sample:?}");
    }
}
