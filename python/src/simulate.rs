//! Transcripts of simulated solvers.

use pyo3::prelude::*;

use crate::item::object;
use crate::value_error;

/// Simulates a solver, a program that fails in a known way. Returns its `transcript` and the
/// failure `mode` that a careful reader would name, or the grader for a dialogue. A solver is not a
/// model.
///
/// `solver` names the solver, and `form` the form of its text. `rate` is the probability that a
/// step fails, in ten-thousandths, for solvers that can fail more than once; 0 means one failure.
/// Runs differ in their random choices. `executor` is an older name of `solver`. Not every solver can fail at every item in every form.
#[pyfunction]
#[pyo3(signature = (link, *, solver = None, form = "trace", rate = 0, run = 0, executor = None))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    link: &str,
    solver: Option<&str>,
    form: &str,
    rate: u32,
    run: u32,
    executor: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let solver = solver.or(executor).unwrap_or("mixed");
    let text = py.detach(|| stepfall_api::json::simulate(link, solver, form, rate, run));
    object(py, &text.map_err(|failure| value_error(&failure))?)
}
