//! Which questions are meant: a named suite, or lengths and conditions of one's own, with its settings.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use stepfall_interchange::{OWN, Selection};
use stepfall_procedure::{Condition, Seed, Spec, Suite};
use stepfall_share::one_of;

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
    let fixed: Vec<&str> = keys.into_iter().filter(|key| suite.owns(key)).collect();
    let usual = (!suite.owns_condition()).then(|| suite.usual_condition().slug());
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
    let mut params = params(settings.spec)?;
    let conditions = settings.condition.map(|given| words("condition", given)).transpose()?;
    let mut conditions: Vec<Condition> = conditions
        .unwrap_or_default()
        .iter()
        .map(|word| condition(word))
        .collect::<PyResult<_>>()?;
    let mut selection = if name == OWN {
        let lengths = params.iter().position(|(key, _)| key == "steps");
        let lengths = lengths.map(|at| params.swap_remove(at).1);
        let base = spec(&params)?;
        let lengths = match lengths {
            Some(given) => given.iter().map(|steps| length(steps)).collect::<PyResult<_>>()?,
            None => vec![base.steps],
        };
        if conditions.is_empty() {
            conditions.push(Condition::Trace);
        }
        Selection::own(&base, &lengths, &conditions, 1)
    } else {
        let known = Suite::ALL.into_iter().map(Suite::slug).chain([OWN]);
        let suite = one_of("suite", name, Suite::from_slug, known);
        let suite = suite.map_err(|failure| refused(&failure))?;
        let fixed = params.iter().map(|(key, _)| key.as_str()).find(|key| suite.owns(key));
        let of_condition =
            (suite.owns_condition() && !conditions.is_empty()).then_some("condition");
        if let Some(key) = fixed.or(of_condition) {
            return Err(refused(&format!("the suite {name} fixes {key}; leave it out")));
        }
        if conditions.len() > 1 {
            return Err(refused(&format!(
                "the suite {name} is asked under one condition: several are for the suite {OWN}"
            )));
        }
        Selection::of(suite, &spec(&params)?, conditions.first().copied())
    };
    if let Some(items) = settings.items {
        selection.items = items;
    }
    selection.samples = settings.samples;
    selection.seed =
        Seed::new(settings.seed).ok_or_else(|| refused(&"seed is a whole number below 2^53"))?;
    selection.check().map_err(|error| refused(&error))?;
    Ok(selection)
}

/// The parameters that are given, each with its values as texts: several where a sequence is given.
fn params(spec: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Vec<String>)>> {
    let mut params = Vec::new();
    for (key, value) in spec.into_iter().flatten() {
        let key: String = key.extract()?;
        let values = words(&key, &value)?;
        params.push((key, values));
    }
    // The arithmetic moves the other defaults, and so it comes first.
    params.sort_by_key(|(key, _)| key != "numbers");
    Ok(params)
}

/// The spec of parameters that have one value each.
fn spec(params: &[(String, Vec<String>)]) -> PyResult<Spec> {
    let mut spec = Spec::default();
    for (key, values) in params {
        let [value] = values.as_slice() else {
            return Err(refused(&format!(
                "{key} has one value: several are for the steps and the condition of the suite {OWN}"
            )));
        };
        spec.set(key, value).map_err(|error| refused(&error))?;
    }
    Ok(spec)
}

fn length(text: &str) -> PyResult<u16> {
    let mut spec = Spec::default();
    spec.set("steps", text).map_err(|error| refused(&error))?;
    Ok(spec.steps)
}

fn condition(word: &str) -> PyResult<Condition> {
    Condition::from_slug(word).ok_or_else(|| {
        let known = Condition::OFFERED.map(Condition::slug).join(", ");
        refused(&format!("there is no condition {word:?}: it is one of {known}"))
    })
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
