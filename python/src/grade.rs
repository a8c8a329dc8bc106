//! Grading of one transcript, as a flat row and as a whole verdict.

use std::sync::{Mutex, PoisonError, TryLockError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stepfall_api::{ApiError, parse_response_end, parse_stop, reading};
use stepfall_condition::ReadingRecord;
use stepfall_grade::MAX_TRANSCRIPT;
use stepfall_interchange::{BatchGrader, Graded, Response, ResponseEnd};

use crate::item::{object, read_item};
use crate::row::Row;
use crate::value_error;

/// Idle graders. They are used again because they keep their generators.
static GRADERS: Mutex<Vec<BatchGrader>> = Mutex::new(Vec::new());

/// Calls a function with a grader that no other caller uses meanwhile.
///
/// The function never waits for the lock. In a process that was forked while another thread held
/// the lock, the lock would never be released.
pub(crate) fn with_grader<T>(work: impl FnOnce(&mut BatchGrader) -> T) -> T {
    let idle = || match GRADERS.try_lock() {
        Ok(idle) => Some(idle),
        Err(TryLockError::Poisoned(idle)) => Some(PoisonError::into_inner(idle)),
        Err(TryLockError::WouldBlock) => None,
    };
    let mut grader =
        idle().and_then(|mut idle| idle.pop()).unwrap_or_else(BatchGrader::of_visible_text);
    let done = work(&mut grader);
    if let Some(mut idle) = idle() {
        idle.push(grader);
    }
    done
}

/// Returns the response for a transcript. `None` means a call that failed.
///
/// # Errors
///
/// [`ApiError`] for an unknown reason to stop, and for a transcript that is too long.
pub(crate) fn response(
    id: &str,
    transcript: Option<&str>,
    stop: Option<&str>,
) -> Result<Response, ApiError> {
    let id = id.to_owned();
    let end = stop.map_or(Ok(ResponseEnd::Natural), parse_response_end)?;
    let Some(text) = transcript else {
        let end = ResponseEnd::Failed("the call failed".to_owned());
        return Ok(Response { id, end, ..Response::default() });
    };
    if text.len() > MAX_TRANSCRIPT {
        return Err(ApiError::Transcript { most: MAX_TRANSCRIPT });
    }
    Ok(Response { id, text: text.to_owned(), end, ..Response::default() })
}

/// Grades a transcript and returns a flat dict.
///
/// `item` is a batch id (`sf1-…`), a link without unknown parts, or the JSON record of an item.
/// `transcript` is the whole output of the model; None means a call that failed. `stop` is "length"
/// if the provider reports that the output was cut, and "refusal" if it reports a refusal by the
/// model or a filter. Otherwise it is "unknown".
///
/// `outcome` is "correct", "wrong", "unparsed", "unclear", "truncated", "refused" or "errored".
/// `mode` is the main failure mode, and `headline` a summary in one sentence. A condition that is a
/// dialogue is a `ValueError` here: use `verdict`.
#[pyfunction]
#[pyo3(signature = (item, transcript, *, stop = "unknown"))]
pub(crate) fn grade<'py>(
    py: Python<'py>,
    item: &str,
    transcript: Option<&str>,
    stop: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let response =
        response(item, transcript, Some(stop)).map_err(|failure| value_error(&failure))?;
    let row = py.detach(|| {
        let graded = if stepfall_interchange::QuestionId::read(item).is_ok() {
            with_grader(|grader| grader.grade(response))
        } else {
            let (item, condition) = read_item(item)?;
            Graded::of_item(item, condition, response)
        };
        graded.map(|graded| Row::of(&graded)).map_err(|why| value_error(&why))
    })?;
    row.dict(py)
}

/// Returns the whole verdict on a transcript: every step, and the explanation and position of each
/// error.
///
/// The arguments are those of `grade`, but dialogues are accepted too. The transcript of a dialogue
/// is the first reply or the dialogue so far, with parts under the lines `=== asked ===` and
/// `=== answered ===`. Positions are indices of the transcript, or of `dialogue["text"]` if that
/// exists.
#[pyfunction]
#[pyo3(signature = (item, transcript, *, stop = "unknown"))]
pub(crate) fn verdict<'py>(
    py: Python<'py>,
    item: &str,
    transcript: &str,
    stop: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let text = py.detach(|| {
        let stop = parse_stop(stop).map_err(|failure| value_error(&failure))?;
        let (item, condition) = read_item(item)?;
        let reading = reading(&item, condition, transcript, stop);
        let reading = reading.map_err(|failure| value_error(&failure))?;
        let mut record = ReadingRecord::new(&item, condition, transcript, &reading);
        let characters = Characters::of(&reading.text);
        record.map_positions(|byte| characters.before(byte));
        serde_json::to_string(&record).map_err(|error| value_error(&error))
    })?;
    object(py, &text)
}

/// A conversion from positions in UTF-8 bytes to positions in characters.
pub(crate) struct Characters {
    /// The positions of continuation bytes, in order.
    inner: Vec<usize>,
}

impl Characters {
    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.bytes().enumerate();
        let inner = bytes.filter(|(_, byte)| byte & 0xC0 == 0x80).map(|(at, _)| at).collect();
        Self { inner }
    }

    /// Returns the number of characters before a byte that begins a character, or before the end.
    pub(crate) fn before(&self, byte: usize) -> usize {
        byte - self.inner.partition_point(|inner| *inner < byte)
    }
}
