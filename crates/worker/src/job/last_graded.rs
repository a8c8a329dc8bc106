//! The last graded transcript. Sharing it reuses its verdict.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use stepfall_api::{ApiError, item_of_transcript, reading};
use stepfall_condition::Reading;
use stepfall_grade::StopReason;
use stepfall_procedure::{Condition, Item};

thread_local! {
    static LAST: RefCell<Option<Rc<Graded>>> = const { RefCell::new(None) };
}

#[derive(Debug)]
pub(super) struct Graded {
    link: String,
    transcript: Arc<String>,
    is_cut: bool,
    pub(super) item: Item,
    pub(super) condition: Condition,
    pub(super) reading: Reading,
}

/// Grades a transcript for the item of a link, and remembers the verdict.
///
/// # Errors
///
/// [`ApiError`] if the link has no item of this generator, or if the transcript is too long.
pub(super) fn grade(
    link: &str,
    transcript: &Arc<String>,
    is_cut: bool,
) -> Result<Rc<Graded>, ApiError> {
    // A long transcript and its verdict need much memory, so the last pair is dropped before the
    // next is made.
    LAST.set(None);
    let (item, condition) = item_of_transcript(link)?;
    let reading = reading(&item, condition, transcript, stop(is_cut))?;
    let (link, transcript) = (link.to_owned(), Arc::clone(transcript));
    let graded = Rc::new(Graded { link, transcript, is_cut, item, condition, reading });
    LAST.set(Some(Rc::clone(&graded)));
    Ok(graded)
}

/// Returns the last graded transcript if it has this link, this text and this end.
pub(super) fn last_graded(link: &str, transcript: &str, is_cut: bool) -> Option<Rc<Graded>> {
    let is_same = |last: &Rc<Graded>| {
        last.link == link && *last.transcript == transcript && last.is_cut == is_cut
    };
    LAST.with_borrow(|last| last.clone().filter(is_same))
}

pub(super) const fn stop(is_cut: bool) -> StopReason {
    if is_cut { StopReason::Length } else { StopReason::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "#/play?v=2&seed=42";

    #[test]
    fn only_an_identical_grading_is_reused() {
        let transcript = Arc::new("S3 = -685\nAnswer: 7".to_owned());
        let graded = grade(LINK, &transcript, false).unwrap();
        let same = last_graded(LINK, &transcript, false).unwrap();
        assert!(Rc::ptr_eq(&graded, &same));
        assert!(last_graded("#/play?v=2&seed=43", &transcript, false).is_none());
        assert!(last_graded(LINK, "S3 = -685\nAnswer: 8", false).is_none());
        assert!(last_graded(LINK, &transcript, true).is_none());
        grade(LINK, &Arc::new("Answer: 8".to_owned()), false).unwrap();
        assert!(last_graded(LINK, &transcript, false).is_none());
    }
}
