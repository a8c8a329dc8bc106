//! What is said around the arcs and the table of steps.

use stepfall_plot::Standing;
use stepfall_protocol::verdict::TextVerdict;

use crate::state::{standing_of_answer, typeset};

pub(crate) const LINK_TO_SETUP: &str = "This link leads everyone to the same set-up: its items, models and conditions. Results stay in this browser.";
pub(crate) const SHARE_REPORT: &str = "The report holds the results of this run, as one file:";
pub(crate) const SCRIPTED: &str = "a scripted solver, not a language model";
pub(crate) const MINIMAP: &str = "All steps";
pub(crate) const NEXT_FAULT: &str = "Next fault ›";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const ALL_STEPS: &str = "All steps";
pub(crate) const AROUND_FAULTS: &str = "Around faults";
pub(crate) const UNFOLD: &str = "Show";
pub(crate) const POINT_AT: &str =
    "Point at a step to read it, or go from step to step with ← and →.";

/// Which of several faults is looked at.
pub(crate) fn fault_of(number: usize, count: usize) -> String {
    format!("Fault {number} of {count}")
}

/// A stretch of steps in one row, by the names of its first and its last, and how many of them stand how.
pub(crate) fn folded(from: &str, to: &str, counts: &[(Standing, usize)]) -> String {
    let counts: Vec<String> = counts
        .iter()
        .map(|(standing, count)| format!("{count} {}", super::standing(*standing)))
        .collect();
    if counts.is_empty() {
        return format!("{from} to {to}");
    }
    format!("{from} to {to}: {}", counts.join(", "))
}

/// What is to be said of the answer beside its value.
pub(crate) fn about_answer(verdict: &TextVerdict) -> String {
    let (Some(first), Some(last)) = (&verdict.first, &verdict.last) else {
        return "no answer".to_owned();
    };
    let told = match (first.is_correct, standing_of_answer(verdict)) {
        (true, _) => "correct",
        (false, Standing::Inherited) => "inherited",
        (false, _) => "wrong",
    };
    if first.value == last.value {
        return told.to_owned();
    }
    let worth = if last.is_correct { "correct" } else { "wrong" };
    format!("{told}; last answer {}, {worth}", typeset(&last.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_protocol::verdict::Answer;

    #[test]
    fn a_folded_stretch_says_what_is_in_it() {
        let counts = [(Standing::Right, 12), (Standing::Unseen, 2)];
        let [right, unseen] = counts.map(|(standing, _)| super::super::standing(standing));
        let told = folded("S3", "S16", &counts);
        assert_eq!(told, format!("S3 to S16: 12 {right}, 2 {unseen}"));
        assert_eq!(folded("S1", "S2", &[]), "S1 to S2");
    }

    #[test]
    fn the_first_answer_is_told_and_the_last_where_it_is_another() {
        let answer = |value: &str, is_correct| Some(Answer { value: value.to_owned(), is_correct });
        let told = |first, last| {
            let (expected, steps) = ("4".to_owned(), Vec::new());
            about_answer(&TextVerdict { expected, first, last, steps, root_faults: Vec::new() })
        };
        assert_eq!(told(None, None), "no answer");
        assert_eq!(told(answer("4", true), answer("4", true)), "correct");
        assert_eq!(told(answer("5", false), answer("5", false)), "wrong");
        assert_eq!(told(answer("4", true), answer("-5", false)), "correct; last answer −5, wrong");
    }
}
