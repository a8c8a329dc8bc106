//! Grading.

use stepfall_grade::{Grader, MAX_TRANSCRIPT, Stop, VerdictRecord};

use crate::failure::{Failure, one_of};
use crate::item::opened_item;
use crate::positions::Positions;

/// Grades a transcript of the item that a link names, under its condition: the JSON of `schemas/verdict.schema.json` with positions in UTF-16.
///
/// `stop` is why the model stopped: `unknown`, or `length` where the provider said that it was cut.
///
/// # Errors
///
/// [`Failure`] for another word, a transcript that is too long, and a link without an item.
pub fn grade(link: &str, transcript: &str, stop: &str) -> Result<String, Failure> {
    let stop = reason_to_stop(stop)?;
    if transcript.len() > MAX_TRANSCRIPT {
        return Err(Failure::Transcript { most: MAX_TRANSCRIPT });
    }
    let (opened, item) = opened_item(link)?;
    let condition = opened.link.condition;
    let verdict = Grader::new(&item, condition).grade(transcript, stop);
    let mut record = VerdictRecord::new(&item, condition, &verdict);
    let positions = Positions::new(transcript);
    record.map_positions(|byte| positions.utf16(byte));
    Ok(crate::item::json(&record))
}

/// Why the model stopped, from its word.
pub(crate) fn reason_to_stop(word: &str) -> Result<Stop, Failure> {
    let find = |word: &str| match word {
        "unknown" => Some(Stop::Unknown),
        "length" => Some(Stop::Length),
        _ => None,
    };
    one_of("reason to stop", word, find, ["unknown", "length"].into_iter())
}
