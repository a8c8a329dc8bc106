//! Grading of result files, as in `stepfall batch grade`.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stepfall_interchange::{
    BatchGrader, ColumnChoice, FileReader, FileReport, Graded, Outcome, Response, Scored, Tally,
    Ungraded,
};

use crate::many::{spread, threads};
use crate::row::{Reason, Row};
use crate::table::{Models, Table};

/// The number of bytes that are read at once.
const PIECE: usize = 1 << 18;
/// The number of waiting responses that starts their grading. It is small, so that texts and
/// verdicts need little memory.
const MAX_WAITING: usize = 512;

/// Grades the responses in result files. Returns a `Table` of rows in the order of the files, and
/// the tally of all files as a dict.
///
/// `paths` is one path or several. The content of a file identifies its format: results of the
/// batch services that `export` writes for, logs of Inspect, results of promptfoo, samples of
/// lm-evaluation-harness, JSONL or CSV. For other tables `id` and `output` name the columns.
/// `model` names the model, for files that do not name one. Records of custom procedures, as
/// `stepfall batch make` writes them, are also accepted. Files with records come before files with
/// responses.
///
/// A second response with the same id, sample and model is counted as a duplicate and has no row. A
/// response that cannot be graded is a row whose `outcome` is None and whose `why` contains the
/// reason. Unreadable parts of a file are reported in `troubles` of the tally. A missing file is a
/// `FileNotFoundError`. `threads` is the number of threads; None means one for each core.
#[pyfunction]
#[pyo3(signature = (paths, *, id = None, output = None, model = None, threads = None))]
pub(crate) fn grade_files<'py>(
    py: Python<'py>,
    paths: &Bound<'py, PyAny>,
    id: Option<String>,
    output: Option<String>,
    model: Option<&str>,
    threads: Option<usize>,
) -> PyResult<(Table, Bound<'py, PyDict>)> {
    let columns = match (id, output) {
        (None, None) => None,
        (Some(id), Some(output)) => Some(ColumnChoice { id, output }),
        _ => return Err(PyValueError::new_err("id and output name columns together")),
    };
    let paths: Vec<PathBuf> = match paths.extract() {
        Ok(path) => vec![path],
        Err(_) => paths.try_iter()?.map(|path| path?.extract()).collect::<PyResult<_>>()?,
    };
    let threads = self::threads(threads)?;
    let (table, results) = py.detach(|| {
        let mut results = Results::new(threads);
        for path in &paths {
            results.read(path, columns.as_ref(), model)?;
        }
        Ok::<_, PyErr>((Table::of(&results.rows, Models::Shown)?, results))
    })?;
    Ok((table, results.dict(py)?))
}

/// The results of all files so far.
struct Results {
    threads: NonZeroUsize,
    /// A grader with the custom procedures whose records were read.
    custom: BatchGrader,
    rows: Vec<Result<Row, Reason>>,
    tally: Tally,
    troubles: Vec<String>,
}

impl Results {
    fn new(threads: NonZeroUsize) -> Self {
        Self {
            threads,
            custom: BatchGrader::of_visible_text(),
            rows: Vec::new(),
            tally: Tally::default(),
            troubles: Vec::new(),
        }
    }

    /// Reads a file and grades its responses.
    fn read(
        &mut self,
        path: &Path,
        columns: Option<&ColumnChoice>,
        model: Option<&str>,
    ) -> PyResult<()> {
        let name = path.display().to_string();
        let unread = |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
        let mut file = File::open(path).map_err(unread)?;
        let reader = FileReader::new(&name, columns.cloned());
        let mut reader = reader.of_model(model.map(str::to_owned));
        let (mut waiting, mut piece) = (Vec::new(), vec![0; PIECE]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => reader.push(&piece[..read], &mut |response| waiting.push(response)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unread(error).into()),
            }
            if waiting.len() >= MAX_WAITING {
                self.grade(&waiting)?;
                waiting.clear();
            }
        }
        let report = reader.finish(&mut |response| waiting.push(response));
        for chunk in waiting.chunks(MAX_WAITING) {
            self.grade(chunk)?;
        }
        self.report(&name, &report);
        report.procedures.into_iter().for_each(|item| self.custom.add_custom(item));
        Ok(())
    }

    fn grade(&mut self, responses: &[Response]) -> PyResult<()> {
        let graded =
            spread(responses, self.threads, |response, grader| grader.grade(response.clone()))?;
        for (response, result) in responses.iter().zip(graded) {
            let result = match result {
                Err(Ungraded::Custom) => self.custom.grade(response.clone()),
                other => other,
            };
            match result {
                Ok(graded) => self.add(&graded),
                Err(why) => {
                    let id = response.id.clone();
                    self.tally.add_ungraded(&id, &why);
                    self.rows.push(Err(Reason { id: Some(id), why: why.to_string() }));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, graded: &Graded) {
        if !self.tally.is_duplicate(&graded.response) {
            self.tally.add(graded);
            self.rows.push(Ok(Row::of(graded)));
        }
    }

    /// Adds sentences about the unreadable parts of a file.
    fn report(&mut self, name: &str, report: &FileReport) {
        self.troubles.extend(report.problems.iter().map(|problem| format!("{name}: {problem}")));
        if report.problems_left_out > 0 {
            self.troubles.push(format!("{name}: and {} more", report.problems_left_out));
        }
        if !report.columns.is_empty() {
            let columns = report.columns.join(", ");
            self.troubles.push(format!(
                "{name}: choose the columns with id and output; the file has {columns}"
            ));
        }
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = &self.tally;
        let dict = score_dict(py, &Scored::of(&tally.counts))?;
        let outcomes = PyDict::new(py);
        for outcome in Outcome::ALL {
            outcomes.set_item(outcome.slug(), tally.counts[outcome as usize])?;
        }
        dict.set_item("outcomes", outcomes)?;
        dict.set_item("modes", &tally.modes)?;
        let cells = PyList::empty(py);
        for (cell, counts) in &tally.cells {
            let entry = score_dict(py, &Scored::of(counts))?;
            entry.set_item("model", (!cell.model.is_empty()).then_some(&cell.model))?;
            entry.set_item("condition", &cell.condition)?;
            entry.set_item("lookback", cell.look_back)?;
            entry.set_item("steps", cell.steps)?;
            cells.append(entry)?;
        }
        dict.set_item("cells", cells)?;
        dict.set_item("duplicates", tally.duplicates)?;
        dict.set_item("ungraded", tally.ungraded)?;
        dict.set_item("troubles", &self.troubles)?;
        Ok(dict)
    }
}

/// Returns a dict with the numbers of correct, scored and all responses.
fn score_dict<'py>(py: Python<'py>, counts: &Scored) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("correct", counts.correct)?;
    dict.set_item("scored", counts.scored)?;
    dict.set_item("all", counts.all)?;
    Ok(dict)
}
