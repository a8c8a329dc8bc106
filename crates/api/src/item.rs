//! Items by their links.

use serde::Serialize;
use stepfall_link::{Opened, open};
use stepfall_procedure::{Condition, GENERATOR_VERSION, Item};

use crate::failure::ApiError;

/// The shares of an item's single errors that change a value, in thousandths. A single error is one
/// step with another operand, swapped operands, or another operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Shares {
    /// The share that changes the value of the step with the error.
    pub at_step: u32,
    /// The share that changes the answer.
    pub in_answer: u32,
}

/// Opens a link. The function is never inlined, so that a WebAssembly module contains the link
/// parser once.
///
/// # Errors
///
/// [`ApiError`] if even the nearest spec has no procedure.
#[inline(never)]
pub fn open_link(link: &str) -> Result<Opened, ApiError> {
    Ok(open(link)?)
}

/// Opens a link and returns it with its item.
///
/// # Errors
///
/// [`ApiError`] if even the nearest spec has no procedure, or if the seed has no item.
pub fn open_link_with_item(link: &str) -> Result<(Opened, Item), ApiError> {
    let opened = open_link(link)?;
    let item = opened.item()?;
    Ok((opened, item))
}

/// Returns the item of a link that accompanies a transcript, and its condition.
///
/// # Errors
///
/// [`ApiError`] if the seed has no item, or if the link comes from another generator. A transcript
/// of such a link belongs to another item.
pub fn item_of_transcript(link: &str) -> Result<(Item, Condition), ApiError> {
    let (opened, item) = open_link_with_item(link)?;
    let is_foreign = opened.link.generator != GENERATOR_VERSION;
    match opened.notices.first().filter(|_| is_foreign) {
        Some(notice) => Err(ApiError::Notices(vec![notice.to_string()])),
        None => Ok((item, opened.link.condition)),
    }
}

/// Returns the shares of the single errors of a link's item that change the value of their step,
/// and that change the answer. The share for the answer takes longest to compute.
///
/// # Errors
///
/// [`ApiError`] if the seed has no item, or if its values grow too long.
pub fn shares(link: &str) -> Result<Shares, ApiError> {
    let (_, item) = open_link_with_item(link)?;
    let at_step = item.error_share_at_step().per_mille();
    let in_answer = item.error_share_in_answer()?.per_mille();
    Ok(Shares { at_step, in_answer })
}
