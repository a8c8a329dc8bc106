//! What there is to know of a verdict beside its sentence.

use crate::Mode;
use crate::print::typeset;

/// How much of the work is shown.
pub fn steps_shown(shown: usize, of: usize) -> String {
    format!("Steps shown {shown} of {of}")
}

/// What was answered, first and last, and what is correct. Numbers are as the item writes them.
pub fn answered(first: Option<&str>, last: Option<&str>, correct: &str) -> String {
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

/// That the last step has the value which is correct, where that is not all that counts.
pub fn value_of_last(correct: &str) -> String {
    format!("Last step {}, correct", typeset(correct))
}

/// What comes of putting one step right, and nothing else.
pub fn fixing(step: &str, gives: &str) -> String {
    format!("Fixing {step} alone gives {}", typeset(gives))
}

/// What comes of putting one step right where every step counts by itself.
pub fn fixing_last(step: &str) -> String {
    format!("Fixing {step} alone makes every step right")
}

/// What a verdict is called whose failure mode to name is this, by how many steps are shown: a right answer by itself says nothing of the way to it.
pub const fn outcome(mode: Mode, shown: usize) -> &'static str {
    match (mode, shown) {
        (Mode::Followed, 0) => "Right answer, no steps shown",
        _ => mode.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_with_what_is_correct() {
        assert_eq!(answered(None, None, "-425"), "No answer; correct is −425");
        assert_eq!(answered(Some("-425"), Some("-425"), "-425"), "Final answer −425, correct");
        assert_eq!(answered(Some("95"), Some("95"), "-425"), "Final answer 95; correct is −425");
        assert_eq!(
            answered(Some("95"), Some("-425"), "-425"),
            "First answer 95, final answer −425; correct is −425"
        );
        assert_eq!(fixing("S15", "-425"), "Fixing S15 alone gives −425");
    }

    #[test]
    fn a_bare_right_number_is_credited_with_no_work() {
        assert_eq!(outcome(Mode::Followed, 0), "Right answer, no steps shown");
        assert_eq!(outcome(Mode::Followed, 25), "Correct");
        assert_eq!(outcome(Mode::LostOperand, 0), "Wrong operand");
    }
}
