//! Selections of questions: a named suite, or custom lengths and conditions, with settings.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use stepfall_api::SelectionSettings;
use stepfall_interchange::QuestionSet;
use stepfall_procedure::{Spec, Suite};

use crate::value_error;

/// Returns the named suites as dicts with these fields:
///
/// - `name`
/// - `version`
/// - `specs`: the number of specs
/// - `items`: the default number of items of each spec
/// - `size`: the number of questions
/// - `condition`: the default condition, or None if the suite fixes its conditions
/// - `fixed`: the settings that the suite fixes
#[pyfunction]
pub(crate) fn suites(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let dicts: Vec<_> =
        Suite::ALL.into_iter().map(|suite| suite_dict(py, suite)).collect::<PyResult<_>>()?;
    PyList::new(py, dicts)
}

fn suite_dict(py: Python<'_>, suite: Suite) -> PyResult<Bound<'_, PyDict>> {
    let selection = QuestionSet::of(suite, &Spec::default(), None);
    let keys = Spec::default().params().map(|(key, _)| key);
    let fixed: Vec<&str> = keys.into_iter().filter(|key| suite.fixes(key)).collect();
    let usual = (!suite.fixes_condition()).then(|| suite.usual_condition().slug());
    let dict = PyDict::new(py);
    dict.set_item("name", suite.slug())?;
    dict.set_item("version", suite.version())?;
    dict.set_item("specs", selection.entries.len())?;
    dict.set_item("items", selection.items)?;
    dict.set_item("size", selection.size())?;
    dict.set_item("condition", usual)?;
    dict.set_item("fixed", fixed)?;
    Ok(dict)
}

/// The arguments of a selection.
pub(crate) struct Settings<'a, 'py> {
    pub(crate) items: Option<u32>,
    pub(crate) samples: u16,
    pub(crate) seed: u64,
    pub(crate) condition: Option<&'a Bound<'py, PyAny>>,
    pub(crate) spec: Option<&'a Bound<'py, PyDict>>,
}

/// Returns the selection of that name with these settings. Fails if one of its questions is
/// unsupported.
pub(crate) fn selection(name: &str, settings: &Settings<'_, '_>) -> PyResult<QuestionSet> {
    let conditions = settings.condition.map(|value| words("condition", value)).transpose()?;
    let mut params = Vec::new();
    for (key, value) in settings.spec.into_iter().flatten() {
        let key: String = key.extract()?;
        let values = words(&key, &value)?;
        params.push((key, values));
    }
    let settings = SelectionSettings {
        items: settings.items,
        samples: Some(settings.samples),
        seed: Some(settings.seed),
        conditions: conditions.unwrap_or_default(),
        params,
        has_procedures: false,
    };
    stepfall_api::selection(name, &settings).map_err(|failure| value_error(&failure))
}

/// Returns a value, or the values of a list or a tuple, in the notation of links.
fn words(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Some(word) = word(value)? {
        return Ok(vec![word]);
    }
    let Ok(values) = value.try_iter() else {
        let found = value.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("{name} is str, int or bool, not {found}")));
    };
    let mut all = Vec::new();
    for value in values {
        let value = value?;
        let Some(word) = word(&value)? else {
            let found = value.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!("{name} holds str or int, not {found}")));
        };
        all.push(word);
    }
    Ok(all)
}

/// Returns a text, an integer or a bool (`1` or `0`) in the notation of links; `None` for other types.
fn word(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Some(u8::from(flag.is_true()).to_string()));
    }
    let is_word = value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>();
    if is_word { Ok(Some(value.str()?.to_string())) } else { Ok(None) }
}
