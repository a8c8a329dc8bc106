//! Notices about limitations of a plan, shown before a run.

use std::fmt;

use stepfall_procedure::{Condition, LineOrder, Wording};

use crate::plan::Plan;
use crate::target::Target;

/// A limitation of a plan that the user should know before a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// These conditions ask for text that the prompt already lists, nearly word by word.
    Copying(Vec<Condition>),
    /// The small model of this label ignores the temperature that is set.
    Temperature(String),
    /// No limit of output bounds the cost of a reply, so that the spending may pass the limit of
    /// money.
    UnboundedCost,
    /// The condition `shuffled` asks the same as `trace`, since all lines are shuffled.
    SameAsTrace,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copying(conditions) => write!(
                f,
                "With assignments or Python in order, {} can be answered by copying lines. With English wording, scattered names and shuffled lines \
                 (wording=english, names=scattered, lines=shuffled) the results show more.",
                listed(conditions)
            ),
            Self::Temperature(label) => write!(
                f,
                "The temperature is for the models alone: {label} takes the likeliest token each time in its first sample, and draws at temperature 1 in the others."
            ),
            Self::UnboundedCost => f.write_str(
                "Without a limit of output (max-output) the limit of money can be passed. The first request to each model is sent alone until its cost is \
                 known. Each later one counts with the highest cost so far, so that only a reply that costs more than all before it can pass the limit.",
            ),
            Self::SameAsTrace => write!(
                f,
                "With shuffled lines (lines=shuffled) the conditions trace and shuffled ask the same."
            ),
        }
    }
}

impl Plan {
    /// Returns the notices about the plan: at most one of each kind, but one about the temperature
    /// for each small model.
    pub fn notices(&self) -> Vec<Notice> {
        let is_copied = |condition: &&Condition| {
            matches!(condition, Condition::Symbolic | Condition::Transcribe | Condition::Explain)
        };
        let copied: Vec<Condition> = self.conditions.iter().filter(is_copied).copied().collect();
        let is_in_order = self.base.lines == LineOrder::Ordered
            && matches!(self.base.wording, Wording::Assignments | Wording::Python);
        let requested = |condition| self.conditions.contains(&condition);
        let is_twice = self.base.lines == LineOrder::Shuffled
            && requested(Condition::Trace)
            && requested(Condition::Shuffled);
        let copying = (is_in_order && !copied.is_empty()).then_some(Notice::Copying(copied));
        let ignoring = self.targets.iter().filter(|target| {
            self.settings.temperature.is_some() && matches!(target, Target::SmallModel { .. })
        });
        let ignoring = ignoring.map(|target| Notice::Temperature(target.label()));
        let same = is_twice.then_some(Notice::SameAsTrace);
        let is_priced = |target: &Target| target.price().is_some_and(|price| price.output.0 > 0);
        let is_unbounded = self.limits.spend.is_some()
            && self.settings.max_output.is_none()
            && self.targets.iter().any(is_priced);
        let unbounded = is_unbounded.then_some(Notice::UnboundedCost);
        copying.into_iter().chain(same).chain(ignoring).chain(unbounded).collect()
    }
}

/// Formats a list such as `symbolic, transcribe and explain`.
fn listed(conditions: &[Condition]) -> String {
    let slugs: Vec<String> = conditions.iter().map(|condition| condition.slug()).collect();
    match slugs.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => slugs.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notices(parameters: &str) -> Vec<String> {
        let (plan, problems) = Plan::read(&format!("#/sweep?v=2&{parameters}"));
        assert!(problems.is_empty(), "{problems:?}");
        plan.notices().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn copyable_conditions_are_reported_once_by_name() {
        let [all] = notices("condition=trace,symbolic,transcribe,explain").try_into().unwrap();
        assert!(all.contains("in order, symbolic, transcribe and explain can be"), "{all}");
        let [notice] =
            notices("condition=explain&wording=python&names=scattered").try_into().unwrap();
        assert!(notice.contains("in order, explain can be"), "{notice}");
        for parameters in [
            "condition=trace,review",
            "condition=symbolic&wording=english",
            "condition=symbolic,transcribe&wording=json",
            "condition=transcribe,explain&lines=shuffled",
        ] {
            assert_eq!(notices(parameters), [""; 0], "{parameters}");
        }
    }

    #[test]
    fn a_spending_limit_without_an_output_limit_is_reported() {
        let [cost] = notices("max-spend=1&model=openai:m;price=1/2").try_into().unwrap();
        assert!(cost.contains("sent alone until its cost is known"), "{cost}");
        for parameters in [
            "max-spend=1&model=openai:m;price=1/2&max-output=900",
            "max-spend=1&model=openai:m;price=1/0",
            "model=openai:m;price=1/2",
        ] {
            assert_eq!(notices(parameters), [""; 0], "{parameters}");
        }
    }

    #[test]
    fn equivalent_conditions_are_reported() {
        let [same] = notices("condition=shuffled,trace&lines=shuffled").try_into().unwrap();
        assert!(same.contains("trace and shuffled ask the same"), "{same}");
        assert_eq!(notices("condition=shuffled,trace"), [""; 0]);
        assert_eq!(notices("condition=shuffled&lines=shuffled"), [""; 0]);
    }
}
