//! One transcript graded: as a flat row, and as a whole verdict.

use std::sync::{Mutex, PoisonError, TryLockError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stepfall_api::{ApiError, reading, reason_to_end, reason_to_stop};
use stepfall_condition::ReadingRecord;
use stepfall_grade::MAX_TRANSCRIPT;
use stepfall_interchange::{BatchGrader, Graded, Response, ResponseEnd};

use crate::item::{named, object};
use crate::refused;
use crate::row::Row;

/// Graders that are at rest, with the generators that they keep ready.
static GRADERS: Mutex<Vec<BatchGrader>> = Mutex::new(Vec::new());

/// Does something with a grader that nobody else uses meanwhile.
///
/// Nothing is waited for: in a process that was forked while another thread held the lock, it would be held for ever.
pub(crate) fn with_grader<T>(work: impl FnOnce(&mut BatchGrader) -> T) -> T {
    let rested = || match GRADERS.try_lock() {
        Ok(rested) => Some(rested),
        Err(TryLockError::Poisoned(rested)) => Some(PoisonError::into_inner(rested)),
        Err(TryLockError::WouldBlock) => None,
    };
    let mut grader =
        rested().and_then(|mut rested| rested.pop()).unwrap_or_else(BatchGrader::of_visible_text);
    let done = work(&mut grader);
    if let Some(mut rested) = rested() {
        rested.push(grader);
    }
    done
}

/// The response that a transcript is. Nothing stands for a call that failed.
///
/// # Errors
///
/// A [`ApiError`] for an unknown reason to stop, and a transcript that is too long.
pub(crate) fn response(
    id: &str,
    transcript: Option<&str>,
    stop: Option<&str>,
) -> Result<Response, ApiError> {
    let id = id.to_owned();
    let end = stop.map_or(Ok(ResponseEnd::Natural), reason_to_end)?;
    let Some(text) = transcript else {
        let end = ResponseEnd::Failed("the call failed".to_owned());
        return Ok(Response { id, end, ..Response::default() });
    };
    if text.len() > MAX_TRANSCRIPT {
        return Err(ApiError::Transcript { most: MAX_TRANSCRIPT });
    }
    Ok(Response { id, text: text.to_owned(), end, ..Response::default() })
}

/// What came of a transcript, as a flat dict.
///
/// `item` is a batch id (`sf1-…`), a link that is understood in every part, or the JSON record of an item. `transcript` is all that the model wrote; None stands
/// for a call that failed. `stop` is "length" where the provider says that the output was cut, "refusal" where it says that the model or a filter refused, else
/// "unknown".
///
/// `outcome` is "correct", "wrong", "unparsed", "unclear", "truncated", "refused" or "errored"; `mode` the failure mode to name; `headline` what happened in one
/// sentence. A condition that takes a dialogue is a `ValueError` here: take `verdict`.
#[pyfunction]
#[pyo3(signature = (item, transcript, *, stop = "unknown"))]
pub(crate) fn grade<'py>(
    py: Python<'py>,
    item: &str,
    transcript: Option<&str>,
    stop: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let response = response(item, transcript, Some(stop)).map_err(|failure| refused(&failure))?;
    let row = py.detach(|| {
        let graded = if stepfall_interchange::QuestionId::read(item).is_ok() {
            with_grader(|grader| grader.grade(response))
        } else {
            let (item, condition) = named(item)?;
            Graded::of_item(item, condition, response)
        };
        graded.map(|graded| Row::of(&graded)).map_err(|why| refused(&why))
    })?;
    row.dict(py)
}

/// The whole verdict on a transcript: every step, what explains each fault, and where it stands.
///
/// Takes what `grade` takes, and dialogues too: the transcript is then the first reply, or the dialogue so far with parts under the lines `=== asked ===` and
/// `=== answered ===`. Positions are indices of the transcript, or of `dialogue["text"]` where that is there.
#[pyfunction]
#[pyo3(signature = (item, transcript, *, stop = "unknown"))]
pub(crate) fn verdict<'py>(
    py: Python<'py>,
    item: &str,
    transcript: &str,
    stop: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let text = py.detach(|| {
        let stop = reason_to_stop(stop).map_err(|failure| refused(&failure))?;
        let (item, condition) = named(item)?;
        let reading = reading(&item, condition, transcript, stop);
        let reading = reading.map_err(|failure| refused(&failure))?;
        let mut record = ReadingRecord::new(&item, condition, transcript, &reading);
        let characters = Characters::of(&reading.text);
        record.map_positions(|byte| characters.before(byte));
        serde_json::to_string(&record).map_err(|error| refused(&error))
    })?;
    object(py, &text)
}

/// Turns positions in bytes of UTF-8 into positions in characters.
struct Characters {
    /// The bytes that begin no character, in order.
    inner: Vec<usize>,
}

impl Characters {
    fn of(text: &str) -> Self {
        let bytes = text.bytes().enumerate();
        let inner = bytes.filter(|(_, byte)| byte & 0xC0 == 0x80).map(|(at, _)| at).collect();
        Self { inner }
    }

    /// How many characters stand before a byte that begins one, or before the end.
    fn before(&self, byte: usize) -> usize {
        byte - self.inner.partition_point(|inner| *inner < byte)
    }
}
