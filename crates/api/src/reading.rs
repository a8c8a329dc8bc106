//! Reading of transcripts.

use stepfall_condition::{Reading, read};
use stepfall_grade::{MAX_TRANSCRIPT, StopReason};
use stepfall_interchange::ResponseEnd;
use stepfall_procedure::{Condition, Item};

use crate::failure::{ApiError, one_of};

/// Reads a transcript of an item under a condition.
///
/// # Errors
///
/// [`ApiError`] if the transcript is too long.
pub fn reading(
    item: &Item,
    condition: Condition,
    transcript: &str,
    stop: StopReason,
) -> Result<Reading, ApiError> {
    if transcript.len() > MAX_TRANSCRIPT {
        return Err(ApiError::Transcript { most: MAX_TRANSCRIPT });
    }
    Ok(read(item, condition, transcript, stop))
}

/// Parses the reason why the model stopped: `unknown`, or `length` if the provider reported that
/// the output was cut.
///
/// # Errors
///
/// [`ApiError`] for another word.
pub fn parse_stop(word: &str) -> Result<StopReason, ApiError> {
    let find = |word: &str| match word {
        "unknown" => Some(StopReason::Unknown),
        "length" => Some(StopReason::Length),
        _ => None,
    };
    one_of("reason to stop", word, find, ["unknown", "length"].into_iter())
}

/// Parses the end of a single graded reply. Accepts the words of [`parse_stop`], and `refusal`
/// if the provider reported that the model or a filter refused.
///
/// # Errors
///
/// [`ApiError`] for another word.
pub fn parse_response_end(word: &str) -> Result<ResponseEnd, ApiError> {
    let find = |word: &str| match word {
        "unknown" => Some(ResponseEnd::Natural),
        "length" => Some(ResponseEnd::Length),
        "refusal" => Some(ResponseEnd::Refusal),
        _ => None,
    };
    one_of("reason to stop", word, find, ["unknown", "length", "refusal"].into_iter())
}
