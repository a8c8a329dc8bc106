//! A column of optional texts: a sequence of str, or an Arrow array.

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, LargeStringArray};
use arrow_cast::cast;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::input::AnyArray;

use crate::value_error;

pub(crate) enum Column {
    /// The texts of a sequence.
    Sequence(Vec<Option<PyBackedStr>>),
    /// The chunks of an Arrow array.
    Arrow(Vec<LargeStringArray>),
}

impl Column {
    /// Reads the argument called `name`.
    pub(crate) fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = value.py();
        let is_arrow = value.hasattr(intern!(py, "__arrow_c_array__"))?
            || value.hasattr(intern!(py, "__arrow_c_stream__"))?;
        if is_arrow {
            let (chunks, field) = value.extract::<AnyArray>()?.into_chunked_array()?.into_inner();
            if !is_text(field.data_type()) {
                let found = field.data_type();
                return Err(PyTypeError::new_err(format!(
                    "{name} is an Arrow array of {found}: it has to be one of strings"
                )));
            }
            return chunks.iter().map(large).collect::<PyResult<_>>().map(Self::Arrow);
        }
        let type_error = |place: &str, found: &Bound<'_, PyAny>, wanted: &str| {
            let found = found.get_type().qualname();
            match found {
                Ok(found) => {
                    PyTypeError::new_err(format!("{name}{place} is {wanted}, not {found}"))
                }
                Err(error) => error,
            }
        };
        let is_one = value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>();
        let sequence = "a sequence of str or an Arrow array of strings";
        let Some(values) = value.try_iter().ok().filter(|_| !is_one) else {
            return Err(type_error("", value, sequence));
        };
        let mut texts = Vec::with_capacity(value.len().unwrap_or_default());
        for (at, value) in values.enumerate() {
            let value = value?;
            let text = if value.is_none() {
                None
            } else if let Ok(text) = value.cast::<PyString>() {
                Some(PyBackedStr::try_from(text.clone())?)
            } else {
                return Err(type_error(&format!("[{at}]"), &value, "str or None"));
            };
            texts.push(text);
        }
        Ok(Self::Sequence(texts))
    }

    pub(crate) const fn is_arrow(&self) -> bool {
        matches!(self, Self::Arrow(_))
    }

    /// Returns the texts in order; `None` for a missing one.
    pub(crate) fn texts(&self) -> Vec<Option<&str>> {
        match self {
            Self::Sequence(texts) => texts.iter().map(|text| text.as_deref()).collect(),
            Self::Arrow(chunks) => chunks.iter().flat_map(LargeStringArray::iter).collect(),
        }
    }
}

/// Returns whether an array of this type contains texts.
fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// Converts an array of texts to the one type that this module reads.
fn large(array: &ArrayRef) -> PyResult<LargeStringArray> {
    let array = cast(array, &DataType::LargeUtf8).map_err(|error| value_error(&error))?;
    let texts: &LargeStringArray = array.as_string();
    Ok(texts.clone())
}
