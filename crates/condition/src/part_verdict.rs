//! The verdict on a part of a dialogue.

use stepfall_grade::{Grader, Stop, Verdict};
use stepfall_procedure::{Condition, Item};

/// The verdict on a part of a dialogue, which is read statement by statement: it is about what was asked.
pub(crate) fn grade(item: &Item, condition: Condition, text: &str) -> Verdict {
    Grader::new(item, condition).of_turns().grade(text, Stop::Unknown)
}
