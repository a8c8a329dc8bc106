//! Items by their links.

use stepfall_link::{Opened, open};
use stepfall_procedure::{Condition, Item, VERSION};

use crate::failure::Failure;

/// How many of the single faults of an item show, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares {
    /// At their step.
    pub at_step: u32,
    /// In the answer.
    pub in_answer: u32,
}

/// Opens a link. Kept whole, so that what takes links apart is in a module once.
///
/// # Errors
///
/// [`Failure`] where there is no procedure even for the nearest spec.
#[inline(never)]
pub fn opened(link: &str) -> Result<Opened, Failure> {
    Ok(open(link)?)
}

/// A link with its item.
///
/// # Errors
///
/// [`Failure`] where the seed has no item.
pub fn opened_item(link: &str) -> Result<(Opened, Item), Failure> {
    let opened = opened(link)?;
    let item = opened.item()?;
    Ok((opened, item))
}

/// The item of a link that stands beside a transcript, and the condition under which it is asked.
///
/// # Errors
///
/// [`Failure`] where the seed has no item, and for a link of another generator: a transcript for that is one for another item.
pub fn item_of_transcript(link: &str) -> Result<(Item, Condition), Failure> {
    let (opened, item) = opened_item(link)?;
    let is_foreign = opened.link.generator != VERSION;
    match opened.notices.first().filter(|_| is_foreign) {
        Some(notice) => Err(Failure::Notices(vec![notice.to_string()])),
        None => Ok((item, opened.link.condition)),
    }
}

/// How many of the single faults of a link's item show at their step, and how many in the answer. The second takes longest to know of an item.
///
/// # Errors
///
/// [`Failure`] where the seed has no item, or its values grow too long.
pub fn shares(link: &str) -> Result<Shares, Failure> {
    let (_, item) = opened_item(link)?;
    let at_step = item.shows_at_step().per_mille();
    let in_answer = item.shows_in_answer()?.per_mille();
    Ok(Shares { at_step, in_answer })
}
