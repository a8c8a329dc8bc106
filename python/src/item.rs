//! Items by their links, and the parsing of arguments that name an item.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stepfall_api::{ApiError, open_link_with_item};
use stepfall_interchange::{IdError, QuestionId, asks_once};
use stepfall_procedure::{Condition, Item};

use crate::grade::with_grader;
use crate::value_error;

/// Returns the item of a link, with its prompt and its batch `id`.
///
/// A link is whole, from its `#` (`#/play?v=2&steps=25&seed=42&condition=trace`), or consists of
/// its parameters alone (`v=2&steps=25`). Invalid parts are replaced by the nearest valid ones and
/// reported in `notices`. `id` names the item in batches. It is None if the condition is a
/// dialogue, and for a custom procedure. All values are str, so that nothing turns them into
/// floats.
#[pyfunction]
pub(crate) fn item<'py>(py: Python<'py>, link: &str) -> PyResult<Bound<'py, PyAny>> {
    let (opened, item) = open_link_with_item(link).map_err(|failure| value_error(&failure))?;
    let text = stepfall_api::json::item(link).map_err(|failure| value_error(&failure))?;
    let made = object(py, &text)?;
    let condition = opened.link.condition;
    let has_id = !item.is_custom() && asks_once(&item, condition);
    let id = has_id.then(|| QuestionId::of(&item, condition, 0).to_string());
    made.cast::<PyDict>()?.set_item("id", id)?;
    Ok(made)
}

/// Parses JSON text into Python values.
pub(crate) fn object<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// Returns the item that a text names, and its condition. The text is a batch id, the JSON record
/// of an item, or a link. A link that is not understood completely is an error, because a
/// replacement would be another item.
pub(crate) fn read_item(text: &str) -> PyResult<(Item, Condition)> {
    match QuestionId::read(text) {
        Ok(id) => {
            let item = with_grader(|grader| grader.item(&id));
            return Ok((item.map_err(|why| value_error(&why))?, id.condition));
        }
        Err(IdError::NotStepfall) => {}
        Err(error) => return Err(value_error(&error)),
    }
    if text.trim_start().starts_with('{') {
        return Item::from_record(text).map_err(|error| value_error(&error));
    }
    if !text.contains(['=', '#']) {
        return Err(value_error(&format!(
            "{}, and neither a link nor the record of an item",
            IdError::NotStepfall
        )));
    }
    let (opened, item) = open_link_with_item(text).map_err(|failure| value_error(&failure))?;
    if !opened.notices.is_empty() {
        let notices = opened.notices.iter().map(ToString::to_string).collect();
        return Err(value_error(&ApiError::Notices(notices)));
    }
    Ok((item, opened.link.condition))
}
