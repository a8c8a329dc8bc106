//! The default name of a run: its models, conditions and lengths.

use crate::plan::Plan;
use crate::run::Header;

/// The longest generated name, in characters; names of models are shortened to fit.
pub const MAX_NAME: usize = 72;
/// The most models or conditions that are named individually.
const NAMED: usize = 2;
const SEPARATOR: &str = ", ";

impl Plan {
    /// Returns a name for runs of this plan: `gpt-4o-mini, answer-only and trace, 5–95 steps`. It
    /// has at most [`MAX_NAME`] characters. An ellipsis marks the omitted part of a name, which is
    /// cut at the end of a word if possible.
    pub fn name(&self) -> String {
        let (conditions, steps) = (self.condition_names(), self.steps_named());
        let parts = [&conditions, &steps].map(|part| part.chars().count() + SEPARATOR.len());
        let models = self.model_names(MAX_NAME.saturating_sub(parts.iter().sum()));
        let mut parts = vec![models, conditions, steps];
        parts.retain(|part| !part.is_empty());
        parts.join(SEPARATOR)
    }

    /// Returns the names of the models in at most `room` characters: one or two names, or the first
    /// name and the number of the others.
    fn model_names(&self, room: usize) -> String {
        let mut names: Vec<String> =
            self.targets.iter().map(|target| short(&target.name())).collect();
        names.dedup();
        let Some(first) = names.first() else { return "no model".to_owned() };
        let all = listed(&names);
        if names.len() <= NAMED && all.chars().count() <= room {
            return all;
        }
        let more = match names.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        shortened(first, room.saturating_sub(more.chars().count())) + &more
    }

    fn condition_names(&self) -> String {
        let words: Vec<String> =
            self.conditions.iter().map(|condition| condition.word().to_owned()).collect();
        if words.len() <= NAMED { listed(&words) } else { format!("{} conditions", words.len()) }
    }

    fn steps_named(&self) -> String {
        match (self.steps.iter().min(), self.steps.iter().max()) {
            (Some(1), Some(1)) => "1 step".to_owned(),
            (Some(least), Some(most)) if least == most => format!("{least} steps"),
            (Some(least), Some(most)) => format!("{least}–{most} steps"),
            _ => String::new(),
        }
    }
}

impl Header {
    /// Returns the title of the run: the name that the user entered, or else [`Plan::name`].
    pub fn title(&self, plan: &Plan) -> String {
        let name = self.name.trim();
        if name.is_empty() { plan.name() } else { name.to_owned() }
    }
}

/// Returns the name of a model without its vendor, or that of a simulated solver with its rate in
/// brackets.
fn short(name: &str) -> String {
    let name = name.rsplit('/').find(|part| !part.is_empty()).unwrap_or(name);
    match name.split_once(", ") {
        Some((name, rest)) => format!("{name} ({rest})"),
        None => name.to_owned(),
    }
}

/// Returns the beginning of a name up to the end of a word, followed by an ellipsis if something is
/// left out. `room` is the maximum number of characters.
fn shortened(name: &str, room: usize) -> String {
    if name.chars().count() <= room {
        return name.to_owned();
    }
    let is_between = |character: char| !character.is_alphanumeric() && character != '.';
    let beginning: String = name.chars().take(room.saturating_sub(1)).collect();
    let is_whole = name[beginning.len()..].starts_with(is_between);
    let end = if is_whole {
        beginning.len()
    } else {
        beginning.rfind(is_between).unwrap_or(beginning.len())
    };
    format!("{}…", beginning[..end].trim_end_matches(is_between))
}

fn listed(names: &[String]) -> String {
    match names {
        [first, second] => format!("{first} and {second}"),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use stepfall_procedure::Condition;
    use stepfall_solver::SolverKind;

    use super::*;
    use crate::target::Target;

    fn plan(models: &[&str], conditions: &[Condition], steps: &[u16]) -> Plan {
        Plan {
            targets: models.iter().map(|model| Target::model("openrouter", model)).collect(),
            conditions: conditions.to_vec(),
            steps: steps.to_vec(),
            ..Plan::default()
        }
    }

    #[test]
    fn a_run_is_named_by_models_conditions_and_steps() {
        let both = [Condition::AnswerOnly, Condition::Trace];
        let name = |models: &[&str], conditions: &[Condition], steps: &[u16]| {
            plan(models, conditions, steps).name()
        };
        assert_eq!(
            name(&["openai/gpt-4o-mini"], &both, &[5, 25, 95]),
            "gpt-4o-mini, answer-only and trace, 5–95 steps"
        );
        assert_eq!(name(&["a", "b"], &both[1..], &[25]), "a and b, trace, 25 steps");
        assert_eq!(
            name(&["a", "b", "c"], &Condition::OFFERED, &[95, 5]),
            format!("a and 2 more, {} conditions, 5–95 steps", Condition::OFFERED.len())
        );
        let simulated = Plan {
            targets: vec![Target::simulated(SolverKind::WrongOperand, 200)],
            ..plan(&[], &both[1..], &[5, 45])
        };
        assert_eq!(simulated.name(), "simulated wrong operand (2 %), trace, 5–45 steps");
    }

    #[test]
    fn names_are_short_and_never_cut_in_a_word() {
        let long =
            "qwen-3.5-coder-instruct-with-a-name-of-many-words-that-nobody-shortened-preview";
        let both = [Condition::AnswerOnly, Condition::CalculatorText];
        for count in 1..4 {
            let models = vec![long; count];
            let mut plan = plan(&models, &both, &[5, 95]);
            for (at, target) in plan.targets.iter_mut().enumerate() {
                if let Target::Model { model, .. } = target {
                    model.push_str(&at.to_string());
                }
            }
            let name = plan.name();
            assert!(name.chars().count() <= MAX_NAME, "{name}");
            let (begin, rest) = name.split_once('…').unwrap();
            assert!(long[begin.len()..].starts_with('-'), "{name}");
            assert!(rest.ends_with(", answer-only and calculator-text, 5–95 steps"), "{name}");
        }
        let word = plan(&["x".repeat(200).as_str()], &both[..1], &[5]).name();
        assert!(word.chars().count() <= MAX_NAME && word.contains("x…, answer-only"), "{word}");
        assert_eq!(plan(&[], &[], &[]).name(), "no model");
    }

    #[test]
    fn the_name_chosen_by_the_user_comes_first() {
        let plan = plan(&["a"], &[Condition::Trace], &[5]);
        assert_eq!(Header::new(&plan, "mine", 0).title(&plan), "mine");
        assert_eq!(Header::new(&plan, " ", 0).title(&plan), "a, trace, 5 steps");
    }
}
