//! Texts around the arcs and the table of steps.

use stepfall_plot::StepCategory;
use stepfall_protocol::verdict::TextVerdict;
use stepfall_text::category;
use stepfall_text::typeset;

use super::verdict::inherited;
use crate::state::category_of_answer;

pub(crate) const SCRIPTED: &str = "a script that errs on purpose";
pub(crate) const MINIMAP: &str = "All steps";
pub(crate) const NEXT_ERROR: &str = "Next error ›";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const ALL_STEPS: &str = "All steps";
pub(crate) const AROUND_ERRORS: &str = "Around errors";
pub(crate) const UNFOLD: &str = "Show";
pub(crate) const POINT_AT: &str =
    "Point at a step to read it, or go from step to step with ← and →.";

/// Reports which of several errors is in focus.
pub(crate) fn error_of(number: usize, count: usize) -> String {
    format!("Error {number} of {count}")
}

/// Describes a folded row of steps: the first name, the last name, and a count per category.
pub(crate) fn folded(from: &str, to: &str, counts: &[(StepCategory, usize)]) -> String {
    let counts: Vec<String> = counts
        .iter()
        .map(|(category, count)| format!("{count} {}", self::category(*category)))
        .collect();
    if counts.is_empty() {
        return format!("{from} to {to}");
    }
    format!("{from} to {to}: {}", counts.join(", "))
}

/// Describes the answer next to its value.
pub(crate) fn about_answer(verdict: &TextVerdict) -> String {
    let (Some(first), Some(last)) = (&verdict.first, &verdict.last) else {
        return "no answer".to_owned();
    };
    let category = match (first.is_correct, category_of_answer(verdict)) {
        (true, _) => "correct".to_owned(),
        (false, StepCategory::Inherited) => inherited(verdict),
        (false, _) => "incorrect".to_owned(),
    };
    if first.value == last.value {
        return category;
    }
    let worth = if last.is_correct { "correct" } else { "incorrect" };
    format!("{category}; final answer {}, {worth}", typeset(&last.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_protocol::verdict::GradedAnswer;

    #[test]
    fn the_first_answer_is_reported_and_a_different_final_one_too() {
        let answer =
            |value: &str, is_correct| Some(GradedAnswer { value: value.to_owned(), is_correct });
        let described = |first, last| {
            let (expected, steps) = ("4".to_owned(), Vec::new());
            about_answer(&TextVerdict { expected, first, last, steps, root_errors: Vec::new() })
        };
        assert_eq!(described(None, None), "no answer");
        assert_eq!(described(answer("4", true), answer("4", true)), "correct");
        assert_eq!(described(answer("5", false), answer("5", false)), "incorrect");
        assert_eq!(
            described(answer("4", true), answer("-5", false)),
            "correct; final answer −5, incorrect"
        );
    }

    #[test]
    fn a_folded_stretch_counts_its_steps() {
        let counts = [(StepCategory::Correct, 12), (StepCategory::NotShown, 2)];
        assert_eq!(folded("S3", "S16", &counts), "S3 to S16: 12 correct, 2 not shown");
        assert_eq!(folded("S1", "S2", &[]), "S1 to S2");
    }
}
