//! What a program writes in the place of a model.

use pyo3::prelude::*;

use crate::item::object;
use crate::refused;

/// What a program writes that fails in a known way: `transcript`, and the failure `mode` that a careful reader names. It is no model.
///
/// `executor` is what it does wrong, `form` how it writes, `rate` how often a step fails, in ten-thousandths, where the executor can fail more than once (0 is
/// once), and `run` gives other deeds. Not every executor can fail at every item in every form.
#[pyfunction]
#[pyo3(signature = (link, *, executor = "mixed", form = "trace", rate = 0, run = 0))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    link: &str,
    executor: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let text = py.detach(|| stepfall_api::json::simulate(link, executor, form, rate, run));
    object(py, &text.map_err(|failure| refused(&failure))?)
}
