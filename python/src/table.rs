//! Rows as an Arrow table.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

use crate::row::{Reason, Row};
use crate::value_error;

/// The number of rows of a record batch. With this number, the texts stay far below the limit of an
/// Arrow array, which is two gigabytes.
const ROWS: usize = 1 << 16;

/// Graded rows as an Arrow table. `pyarrow.table(rows)`, `polars.DataFrame(rows)` and other readers
/// of Arrow's C interface read it without a copy.
#[pyclass(frozen, module = "stepfall")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

/// True if a table has a column of models. Only result files name models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Models {
    LeftOut,
    /// The last column.
    Shown,
}

impl Table {
    pub(crate) fn of(rows: &[Result<Row, Reason>], models: Models) -> PyResult<Self> {
        let batches: Vec<RecordBatch> = rows
            .chunks(ROWS)
            .map(|rows| batch(rows, models))
            .collect::<Result<_, _>>()
            .map_err(|error| value_error(&error))?;
        Ok(Self { schema: schema(models), batches })
    }
}

#[pymethods]
impl Table {
    /// Returns the number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        match self.__len__() {
            1 => "<stepfall.Table of 1 row>".to_owned(),
            rows => format!("<stepfall.Table of {rows} rows>"),
        }
    }

    /// Returns the schema for Arrow's C interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema.as_ref())
    }

    /// Returns the rows for Arrow's C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let row = DataType::Struct(self.schema.fields().clone());
        let structs = self.batches.clone().into_iter().map(|batch| {
            let array: ArrayRef = Arc::new(StructArray::from(batch));
            Ok::<_, ArrowError>(array)
        });
        let reader = ArrayIterator::new(structs, Arc::new(Field::new("", row, false)));
        to_stream_pycapsule(py, Box::new(reader), requested_schema)
    }
}

/// Returns the columns. Numbers are signed, because Spark has no unsigned numbers.
fn schema(models: Models) -> SchemaRef {
    let field = |name: &str, data_type: DataType| Field::new(name, data_type, true);
    let mut fields = vec![
        field("id", DataType::Utf8),
        field("sample", DataType::Int32),
        field("condition", DataType::Utf8),
        field("steps", DataType::Int32),
        field("lookback", DataType::Int32),
        field("outcome", DataType::Utf8),
        field("mode", DataType::Utf8),
        field("headline", DataType::Utf8),
        field("answer", DataType::Utf8),
        field("target", DataType::Utf8),
        field("link", DataType::Utf8),
        field("grader", DataType::Int32),
        field("why", DataType::Utf8),
    ];
    if models == Models::Shown {
        fields.push(field("model", DataType::Utf8));
    }
    Arc::new(Schema::new(fields))
}

fn batch(rows: &[Result<Row, Reason>], models: Models) -> Result<RecordBatch, ArrowError> {
    let text = |value: &dyn Fn(&Row) -> Option<String>| -> ArrayRef {
        Arc::new(rows.iter().map(|row| value(row.as_ref().ok()?)).collect::<StringArray>())
    };
    let number = |value: &dyn Fn(&Row) -> u32| -> ArrayRef {
        let numbers = rows.iter().map(|row| row.as_ref().ok().map(value).map(u32::cast_signed));
        Arc::new(numbers.collect::<Int32Array>())
    };
    let ids = rows.iter().map(|row| match row {
        Ok(row) => Some(row.id.as_str()),
        Err(reason) => reason.id.as_deref(),
    });
    let why = rows.iter().map(|row| row.as_ref().err().map(|reason| reason.why.as_str()));
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(ids.collect::<StringArray>()),
        number(&|row| row.sample),
        text(&|row| Some(row.condition.clone())),
        number(&|row| row.steps.into()),
        number(&|row| row.lookback.into()),
        text(&|row| Some(row.outcome.to_owned())),
        text(&|row| row.mode.map(str::to_owned)),
        text(&|row| Some(row.headline.clone())),
        text(&|row| row.answer.clone()),
        text(&|row| Some(row.target.clone())),
        text(&|row| row.link.clone()),
        number(&|row| row.grader),
        Arc::new(why.collect::<StringArray>()),
    ];
    if models == Models::Shown {
        columns.push(text(&|row| row.model.clone()));
    }
    RecordBatch::try_new(schema(models), columns)
}
