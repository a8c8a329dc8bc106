//! Many transcripts graded at once, on several threads.

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

/// How many responses a thread takes at a time.
const BLOCK: usize = 64;
/// How long nobody looks whether the program is interrupted.
const PATIENCE: Duration = Duration::from_millis(100);

/// What came of many transcripts, in their order, on all cores and without Python's lock.
///
/// `ids` are batch ids, `transcripts` what models wrote, where None stands for a call that failed, and `stops`, if given, why each stopped: "length" where the
/// output was cut, "refusal" where the model or a filter refused, else "unknown" or None. Each is a sequence of str, or an Arrow array of strings: anything with `__arrow_c_array__` or `__arrow_c_stream__`,
/// such as an array of pyarrow or a series of polars.
///
/// Where ids or transcripts came as Arrow, a `Table` is returned, which `pyarrow.table` and `polars.DataFrame` take; else a list of dicts. Both have what `grade`
/// has, and `why`. A response that nobody can grade, such as one with an unknown id, never loses the others: its `outcome` is None and `why` says the reason in a
/// sentence. `threads` is how many threads grade, all cores where it is None.
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

/// A response as it stands in the columns.
struct Given<'t> {
    id: Option<&'t str>,
    transcript: Option<&'t str>,
    stop: Option<&'t str>,
}

impl Given<'_> {
    fn graded(&self, grader: &mut BatchGrader) -> Result<Row, Reason> {
        // Without an id it is graded as one with an empty id, which is none of ours.
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

/// The rows of columns of equal length.
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
            let of = ids.len();
            return Err(PyValueError::new_err(format!(
                "there are {of} ids and {length} {name}: each id has one of them"
            )));
        }
    }
    let texts = ids.into_iter().zip(transcripts).zip(stops);
    let given: Vec<Given<'_>> =
        texts.map(|((id, transcript), stop)| Given { id, transcript, stop }).collect();
    spread(&given, threads, Given::graded)
}

/// As many threads as were asked for, or one for each core.
pub(crate) fn threads(asked: Option<usize>) -> PyResult<NonZeroUsize> {
    match asked {
        Some(threads) => NonZeroUsize::new(threads)
            .ok_or_else(|| PyValueError::new_err("threads is a whole number from 1")),
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
    }
}

/// What `grade` says of each, in order, on so many threads. They are made for each call, and so there are some in a process that was forked too.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
pub(crate) fn spread<T: Sync, G: Send>(
    given: &[T],
    threads: NonZeroUsize,
    grade: impl Fn(&T, &mut BatchGrader) -> G + Sync,
) -> PyResult<Vec<G>> {
    let next = AtomicUsize::new(0);
    let mut blocks = thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.get().min(given.len().div_ceil(BLOCK)) {
            let (sender, next, grade) = (sender.clone(), &next, &grade);
            scope.spawn(move || {
                with_grader(|grader| {
                    loop {
                        let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                        let end = given.len().min(start.saturating_add(BLOCK));
                        let Some(block) = given.get(start..end).filter(|block| !block.is_empty())
                        else {
                            break;
                        };
                        let rows: Vec<_> = block.iter().map(|one| grade(one, grader)).collect();
                        // Nobody listens any more where the program is interrupted.
                        if sender.send((start, rows)).is_err() {
                            break;
                        }
                    }
                });
            });
        }
        drop(sender);
        let mut blocks = Vec::new();
        let mut looked = Instant::now();
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(block) => blocks.push(block),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok::<_, PyErr>(blocks),
            }
            if looked.elapsed() >= PATIENCE {
                Python::attach(|py| py.check_signals())?;
                looked = Instant::now();
            }
        }
    })?;
    blocks.sort_unstable_by_key(|(start, _)| *start);
    Ok(blocks.into_iter().flat_map(|(_, rows)| rows).collect())
}
