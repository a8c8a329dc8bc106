//! Facts about a verdict in addition to its sentence.

use crate::Mode;
use crate::print::typeset;

/// Reports how many of all steps an answer shows.
pub fn steps_shown(count: usize, total: usize) -> String {
    match count {
        0 => "Shows no steps".to_owned(),
        count if count < total => format!("Shows {count} of {total} steps"),
        1 => "Shows the one step".to_owned(),
        all => format!("Shows all {all} steps"),
    }
}

/// Reports the first, the last and the correct answer. Answers with the same text count as equal,
/// so all must be written as the item writes its values.
pub fn answers_sentence(first: Option<&str>, last: Option<&str>, correct: &str) -> String {
    let right = typeset(correct);
    match (first, last.or(first)) {
        (Some(first), Some(last)) if first != last => {
            format!(
                "First answer {}, final answer {}; correct is {right}",
                typeset(first),
                typeset(last)
            )
        }
        (Some(only), _) if only == correct => format!("Final answer {right}, correct"),
        (Some(only), _) => format!("Final answer {}; correct is {right}", typeset(only)),
        (None, _) => format!("No answer; correct is {right}"),
    }
}

/// Reports that the last step has the correct value, under conditions that score every step.
pub fn value_of_last(correct: &str) -> String {
    format!("Last step {}, correct", typeset(correct))
}

/// Reports the correct answer that follows if one step is corrected and nothing else changes.
pub fn fixing(step: &str, gives: &str) -> String {
    format!("With {step} corrected, the answer would be {}, correct", typeset(gives))
}

/// Describes the effect of correcting one step, under conditions that score every step.
pub fn fixing_last(step: &str) -> String {
    format!("With {step} corrected, every step would be correct")
}

/// Returns the name of a verdict, given its primary failure mode and the number of shown steps. A
/// correct answer alone proves nothing about the steps.
pub const fn verdict_name(mode: Mode, shown: usize) -> &'static str {
    match (mode, shown) {
        (Mode::Followed, 0) => "Correct answer, no steps shown",
        _ => mode.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_is_shown_with_the_correct_value() {
        assert_eq!(answers_sentence(None, None, "-425"), "No answer; correct is −425");
        assert_eq!(
            answers_sentence(Some("-425"), Some("-425"), "-425"),
            "Final answer −425, correct"
        );
        assert_eq!(
            answers_sentence(Some("95"), Some("95"), "-425"),
            "Final answer 95; correct is −425"
        );
        assert_eq!(
            answers_sentence(Some("95"), Some("-425"), "-425"),
            "First answer 95, final answer −425; correct is −425"
        );
        assert_eq!(fixing("S15", "-425"), "With S15 corrected, the answer would be −425, correct");
    }

    #[test]
    fn shown_steps_are_counted() {
        let shown = [0, 12, 25].map(|shown| steps_shown(shown, 25));
        assert_eq!(shown, ["Shows no steps", "Shows 12 of 25 steps", "Shows all 25 steps"]);
        assert_eq!(steps_shown(1, 1), "Shows the one step");
    }

    #[test]
    fn correct_answer_without_steps_is_credited_with_no_work() {
        assert_eq!(verdict_name(Mode::Followed, 0), "Correct answer, no steps shown");
        assert_eq!(verdict_name(Mode::Followed, 25), "Correct");
        assert_eq!(verdict_name(Mode::LostOperand, 0), "Wrong operand");
    }
}
