//! The Python package `stepfall`: items, prompts, suites and the grader as functions over plain
//! values.
//!
//! This crate reads arguments, distributes responses over threads, and makes dicts and Arrow
//! tables. The workspace's crates do the rest. An invalid argument is a `ValueError` with the
//! message of those crates, or a `TypeError`. Positions are counted in characters, as in Python.
//!
//! The folder `package` has the parts that are written in Python: rewards, streams of prompts, and
//! rows with step labels. They use the functions whose names begin with an underscore.

mod column;
mod dialogue;
mod export;
mod files;
mod form;
mod grade;
mod item;
mod many;
mod measure;
mod question;
mod reward;
mod row;
mod selection;
mod simulate;
mod table;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, pymodule};

/// Returns a `ValueError` with a message that explains what to do.
fn value_error(why: &impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Arithmetic procedures from shareable seeds, and an exact grader. The grader reports where a
/// language model stopped following a procedure.
#[pymodule]
mod stepfall {
    #[pymodule_export]
    use crate::dialogue::Dialogue;
    #[pymodule_export]
    use crate::export::export;
    #[pymodule_export]
    use crate::files::grade_files;
    #[pymodule_export]
    use crate::grade::{grade, verdict};
    #[pymodule_export]
    use crate::item::item;
    #[pymodule_export]
    use crate::many::grade_many;
    #[pymodule_export]
    use crate::question::{Questions, suite};
    #[pymodule_export]
    use crate::reward::{link, measure_many, question, shown_steps};
    #[pymodule_export]
    use crate::selection::suites;
    #[pymodule_export]
    use crate::simulate::simulate;
    #[pymodule_export]
    use crate::table::Table;

    #[expect(non_upper_case_globals, reason = "the name that Python has for it")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
