//! Which questions are meant: a named suite, or lengths and conditions of one's own, with its settings.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use stepfall_api::SelectionSettings;
use stepfall_interchange::Selection;
use stepfall_procedure::{Spec, Suite};

use crate::refused;

/// The named suites: `name`, `version`, `specs` (how many specs there are), `items` (of each, where nothing else is said), `size` (the product), `condition`
/// (where nothing else is said; None where the suite has its own) and `fixed` (the settings that it has its own values for).
#[pyfunction]
pub(crate) fn suites(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let dicts: Vec<_> =
        Suite::ALL.into_iter().map(|suite| described(py, suite)).collect::<PyResult<_>>()?;
    PyList::new(py, dicts)
}

fn described(py: Python<'_>, suite: Suite) -> PyResult<Bound<'_, PyDict>> {
    let selection = Selection::of(suite, &Spec::default(), None);
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

/// The settings of a selection as they are given.
pub(crate) struct Settings<'a, 'py> {
    pub(crate) items: Option<u32>,
    pub(crate) samples: u16,
    pub(crate) seed: u64,
    pub(crate) condition: Option<&'a Bound<'py, PyAny>>,
    pub(crate) spec: Option<&'a Bound<'py, PyDict>>,
}

/// The selection of that name with these settings, of which it is known that all can be asked.
pub(crate) fn selection(name: &str, settings: &Settings<'_, '_>) -> PyResult<Selection> {
    let conditions = settings.condition.map(|given| words("condition", given)).transpose()?;
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
    stepfall_api::selection(name, &settings).map_err(|failure| refused(&failure))
}

/// A value, or the values of a list or a tuple, as links write them.
fn words(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(vec![u8::from(flag.is_true()).to_string()]);
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        return Ok(vec![value.str()?.to_string()]);
    }
    let Ok(values) = value.try_iter() else {
        let found = value.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("{name} is str, int or bool, not {found}")));
    };
    let mut all = Vec::new();
    for value in values {
        let value = value?;
        if !(value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>()) {
            let found = value.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!("{name} holds str or int, not {found}")));
        }
        all.push(value.str()?.to_string());
    }
    Ok(all)
}
