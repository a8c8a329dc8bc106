//! Results of responses as flat rows, without parts that do not fit into a table.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stepfall_interchange::{Graded, GradedRecord};

/// The result of a graded response.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) sample: u32,
    /// The model that answered, if a file names it.
    pub(crate) model: Option<String>,
    pub(crate) condition: String,
    pub(crate) steps: u16,
    pub(crate) lookback: u8,
    pub(crate) outcome: &'static str,
    pub(crate) mode: Option<&'static str>,
    pub(crate) headline: String,
    pub(crate) answer: Option<String>,
    pub(crate) target: String,
    pub(crate) link: Option<String>,
    pub(crate) grader: u32,
}

/// A response that cannot be graded.
#[derive(Debug, Clone)]
pub(crate) struct Reason {
    /// The id of the response, if it has one.
    pub(crate) id: Option<String>,
    /// The reason in a sentence.
    pub(crate) why: String,
}

impl Row {
    pub(crate) fn of(graded: &Graded) -> Self {
        let record = GradedRecord::from(graded);
        Self {
            id: record.id.to_owned(),
            sample: record.sample,
            model: record.model.map(str::to_owned),
            condition: record.condition,
            steps: record.steps,
            lookback: record.lookback,
            outcome: record.outcome,
            mode: record.mode,
            headline: record.headline.to_owned(),
            answer: record.answer.map(str::to_owned),
            target: record.target.to_owned(),
            link: record.link,
            grader: record.grader,
        }
    }

    pub(crate) fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "id"), &self.id)?;
        dict.set_item(intern!(py, "sample"), self.sample)?;
        dict.set_item(intern!(py, "condition"), &self.condition)?;
        dict.set_item(intern!(py, "steps"), self.steps)?;
        dict.set_item(intern!(py, "lookback"), self.lookback)?;
        dict.set_item(intern!(py, "outcome"), self.outcome)?;
        dict.set_item(intern!(py, "mode"), self.mode)?;
        dict.set_item(intern!(py, "headline"), &self.headline)?;
        dict.set_item(intern!(py, "answer"), &self.answer)?;
        dict.set_item(intern!(py, "target"), &self.target)?;
        dict.set_item(intern!(py, "link"), &self.link)?;
        dict.set_item(intern!(py, "grader"), self.grader)?;
        Ok(dict)
    }
}

/// The names of the values that only the row of a graded response has.
const GRADED: [&str; 11] = [
    "sample",
    "condition",
    "steps",
    "lookback",
    "outcome",
    "mode",
    "headline",
    "answer",
    "target",
    "link",
    "grader",
];

/// Returns the row of one of many responses as a dict. It is the row of a graded response with a
/// `why` of None, or one in which all values but `id` and `why` are None.
pub(crate) fn one_of_many<'py>(
    py: Python<'py>,
    row: &Result<Row, Reason>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = match row {
        Ok(row) => row.dict(py)?,
        Err(Reason { id, .. }) => {
            let dict = PyDict::new(py);
            dict.set_item(intern!(py, "id"), id)?;
            for name in GRADED {
                dict.set_item(name, py.None())?;
            }
            dict
        }
    };
    let why = row.as_ref().err().map(|reason| &reason.why);
    dict.set_item(intern!(py, "why"), why)?;
    Ok(dict)
}
