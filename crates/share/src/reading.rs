//! What is read in a transcript.

use stepfall_condition::{Reading, read};
use stepfall_grade::{MAX_TRANSCRIPT, Stop};
use stepfall_procedure::{Condition, Item};

use crate::failure::Failure;

/// What is read in a transcript of an item under a condition.
///
/// # Errors
///
/// [`Failure`] where the transcript is too long.
pub fn reading(
    item: &Item,
    condition: Condition,
    transcript: &str,
    stop: Stop,
) -> Result<Reading, Failure> {
    if transcript.len() > MAX_TRANSCRIPT {
        return Err(Failure::Transcript { most: MAX_TRANSCRIPT });
    }
    Ok(read(item, condition, transcript, stop))
}
