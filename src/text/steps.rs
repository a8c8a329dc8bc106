//! The description of the answer below the table of steps.

use stepfall_plot::StepCategory;
use stepfall_protocol::verdict::TextVerdict;
use stepfall_text::typeset;

use super::verdict::inherited;
use crate::state::category_of_answer;

/// Describes the answer next to its value.
pub(crate) fn about_answer(verdict: &TextVerdict) -> String {
    let (Some(first), Some(last)) = (&verdict.first, &verdict.last) else {
        return "no answer".to_owned();
    };
    let told = match (first.is_correct, category_of_answer(verdict)) {
        (true, _) => "correct".to_owned(),
        (false, StepCategory::Inherited) => inherited(verdict),
        (false, _) => "incorrect".to_owned(),
    };
    if first.value == last.value {
        return told;
    }
    let worth = if last.is_correct { "correct" } else { "incorrect" };
    format!("{told}; final answer {}, {worth}", typeset(&last.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_protocol::verdict::Answer;

    #[test]
    fn the_first_answer_is_told_and_the_final_where_it_is_another() {
        let answer = |value: &str, is_correct| Some(Answer { value: value.to_owned(), is_correct });
        let told = |first, last| {
            let (expected, steps) = ("4".to_owned(), Vec::new());
            about_answer(&TextVerdict { expected, first, last, steps, root_faults: Vec::new() })
        };
        assert_eq!(told(None, None), "no answer");
        assert_eq!(told(answer("4", true), answer("4", true)), "correct");
        assert_eq!(told(answer("5", false), answer("5", false)), "incorrect");
        assert_eq!(
            told(answer("4", true), answer("-5", false)),
            "correct; final answer −5, incorrect"
        );
    }
}
