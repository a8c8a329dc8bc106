//! Grading of many transcripts on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use stepfall_interchange::BatchGrader;

use crate::column::Column;
use crate::grade::{response, with_grader};
use crate::row::{Reason, Row, one_of_many};
use crate::table::{Models, Table};

/// The number of responses that a thread takes at a time.
const BLOCK: usize = 64;
/// The approximate time between two checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(100);

/// Grades many transcripts, in order, on all cores and without Python's lock.
///
/// `ids` are batch ids, and `transcripts` the outputs of models. A transcript of None means a call
/// that failed. `stops` are the optional reasons why each model stopped: "length" if the output was
/// cut, "refusal" if the model or a filter refused, else "unknown" or None. Each argument is a
/// sequence of str, or an Arrow array of strings. An Arrow array is any value with
/// `__arrow_c_array__` or `__arrow_c_stream__`, such as an array of pyarrow or a series of polars.
///
/// If ids or transcripts are Arrow arrays, the result is a `Table`, which `pyarrow.table` and
/// `polars.DataFrame` accept. Otherwise it is a list of dicts. Both have the fields of `grade`, and
/// `why`. A response that cannot be graded, for example because of an unknown id, has an `outcome`
/// of None and the reason in `why`. The other responses are graded. `threads` is the number of
/// threads; None means one for each core.
#[pyfunction]
#[pyo3(signature = (ids, transcripts, *, stops = None, threads = None))]
pub(crate) fn grade_many<'py>(
    py: Python<'py>,
    ids: &Bound<'py, PyAny>,
    transcripts: &Bound<'py, PyAny>,
    stops: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = self::threads(threads)?;
    let ids = Column::read("ids", ids)?;
    let transcripts = Column::read("transcripts", transcripts)?;
    let stops = stops.map(|stops| Column::read("stops", stops)).transpose()?;
    let is_arrow = ids.is_arrow() || transcripts.is_arrow();
    let graded = py.detach(|| {
        let rows = graded(&ids, &transcripts, stops.as_ref(), threads)?;
        let table = is_arrow.then(|| Table::of(&rows, Models::LeftOut)).transpose()?;
        Ok::<_, PyErr>(table.ok_or(rows))
    })?;
    match graded {
        Ok(table) => table.into_bound_py_any(py),
        Err(rows) => {
            let dicts: Vec<_> =
                rows.iter().map(|row| one_of_many(py, row)).collect::<PyResult<_>>()?;
            PyList::new(py, dicts)?.into_bound_py_any(py)
        }
    }
}

/// A response in the columns.
struct ColumnRow<'t> {
    id: Option<&'t str>,
    transcript: Option<&'t str>,
    stop: Option<&'t str>,
}

impl ColumnRow<'_> {
    fn graded(&self, grader: &mut BatchGrader) -> Result<Row, Reason> {
        // A missing id is graded like an empty id, which is not an id of Stepfall.
        let response = response(self.id.unwrap_or_default(), self.transcript, self.stop);
        let outcome = response
            .map_err(|why| why.to_string())
            .and_then(|response| grader.grade(response).map_err(|why| why.to_string()));
        match outcome {
            Ok(made) => Ok(Row::of(&made)),
            Err(why) => Err(Reason { id: self.id.map(str::to_owned), why }),
        }
    }
}

/// Grades columns of equal length. Other columns are a `ValueError`.
fn graded(
    ids: &Column,
    transcripts: &Column,
    stops: Option<&Column>,
    threads: NonZeroUsize,
) -> PyResult<Vec<Result<Row, Reason>>> {
    let (ids, transcripts) = (ids.texts(), transcripts.texts());
    let stops = stops.map_or_else(|| vec![None; ids.len()], Column::texts);
    for (name, length) in [("transcripts", transcripts.len()), ("stops", stops.len())] {
        if length != ids.len() {
            let count = ids.len();
            return Err(PyValueError::new_err(format!(
                "there are {count} ids and {length} {name}: each id has one of them"
            )));
        }
    }
    let texts = ids.into_iter().zip(transcripts).zip(stops);
    let responses: Vec<ColumnRow<'_>> =
        texts.map(|((id, transcript), stop)| ColumnRow { id, transcript, stop }).collect();
    spread(&responses, threads, ColumnRow::graded)
}

/// Returns the requested number of threads, or the number of cores.
pub(crate) fn threads(requested: Option<usize>) -> PyResult<NonZeroUsize> {
    match requested {
        Some(threads) => NonZeroUsize::new(threads)
            .ok_or_else(|| PyValueError::new_err("threads is a whole number from 1")),
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
    }
}

/// Returns the results of `grade` in order, on several threads. The threads are created for each
/// call, so that a forked process has threads too.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
pub(crate) fn spread<T: Sync, G: Send>(
    responses: &[T],
    threads: NonZeroUsize,
    grade: impl Fn(&T, &mut BatchGrader) -> G + Sync,
) -> PyResult<Vec<G>> {
    let next = AtomicUsize::new(0);
    let mut blocks = thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.get().min(responses.len().div_ceil(BLOCK)) {
            let (sender, next, grade) = (sender.clone(), &next, &grade);
            scope.spawn(move || {
                with_grader(|grader| {
                    loop {
                        let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                        let end = responses.len().min(start.saturating_add(BLOCK));
                        let Some(block) =
                            responses.get(start..end).filter(|block| !block.is_empty())
                        else {
                            break;
                        };
                        let rows: Vec<_> =
                            block.iter().map(|response| grade(response, grader)).collect();
                        // The receiver is gone if the program was interrupted.
                        if sender.send((start, rows)).is_err() {
                            break;
                        }
                    }
                });
            });
        }
        drop(sender);
        let mut blocks = Vec::new();
        let mut last_check = Instant::now();
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(block) => blocks.push(block),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok::<_, PyErr>(blocks),
            }
            if last_check.elapsed() >= PATIENCE {
                Python::attach(|py| py.check_signals())?;
                last_check = Instant::now();
            }
        }
    })?;
    blocks.sort_unstable_by_key(|(start, _)| *start);
    Ok(blocks.into_iter().flat_map(|(_, rows)| rows).collect())
}
