//! What is read in a transcript.

use stepfall_condition::{Reading, read};
use stepfall_grade::{MAX_TRANSCRIPT, Stop};
use stepfall_interchange::ResponseEnd;
use stepfall_procedure::{Condition, Item};

use crate::failure::{Failure, one_of};

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

/// Why the model stopped, from its word: `unknown`, or `length` where the provider said that the output was cut.
///
/// # Errors
///
/// [`Failure`] for another word.
pub fn reason_to_stop(word: &str) -> Result<Stop, Failure> {
    let find = |word: &str| match word {
        "unknown" => Some(Stop::Unknown),
        "length" => Some(Stop::Length),
        _ => None,
    };
    one_of("reason to stop", word, find, ["unknown", "length"].into_iter())
}

/// How a reply ended that is graded alone, from its word: one of those of [`reason_to_stop`], or `refusal` where the provider said that the model or a filter refused.
///
/// # Errors
///
/// [`Failure`] for another word.
pub fn reason_to_end(word: &str) -> Result<ResponseEnd, Failure> {
    let find = |word: &str| match word {
        "unknown" => Some(ResponseEnd::Natural),
        "length" => Some(ResponseEnd::Length),
        "refusal" => Some(ResponseEnd::Refusal),
        _ => None,
    };
    one_of("reason to stop", word, find, ["unknown", "length", "refusal"].into_iter())
}
