//! The verdict on a part of a dialogue.

use stepfall_grade::{Grader, StopReason, Verdict};
use stepfall_procedure::{Condition, Item};

/// Creates a grader for parts of a dialogue. It never reports that a part is about another item.
pub(crate) fn grader(item: &Item, condition: Condition) -> Grader<'_> {
    Grader::new(item, condition).for_replies()
}

pub(crate) fn grade_by(grader: &Grader<'_>, text: &str) -> Verdict {
    #[cfg(test)]
    work::count(text);
    grader.grade(text, StopReason::Unknown)
}

/// Grades one part of a dialogue with a new grader. For several parts, [`grade_by`] is faster.
pub(crate) fn grade(item: &Item, condition: Condition, text: &str) -> Verdict {
    grade_by(&grader(item, condition), text)
}

/// Counts the graded texts, so that tests can bound the work without a clock.
#[cfg(test)]
pub(crate) mod work {
    use std::cell::Cell;

    thread_local! {
        static GRADED: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }

    pub(super) fn count(text: &str) {
        let (texts, bytes) = GRADED.get();
        GRADED.set((texts + 1, bytes + text.len()));
    }

    /// Returns the number of texts that were graded since the last call, and their bytes.
    pub(crate) fn take() -> (usize, usize) {
        GRADED.replace((0, 0))
    }
}
