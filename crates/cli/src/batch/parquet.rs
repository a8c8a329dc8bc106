//! Rows as a Parquet file.

mod columns;

use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use stepfall_cli::CommandError;
use stepfall_cli::output::PARQUET_MARK;

use stepfall_interchange::{Graded, Question};

use self::columns::Cell;

/// The maximum number of rows of a row group. A group is held in memory until it is complete.
const MAX_ROWS: usize = 1 << 16;
/// The approximate maximum number of bytes of text in a row group.
const MAX_BYTES: usize = 16 << 20;

/// A Parquet file that is being written.
pub(super) struct ParquetFile {
    writer: SerializedFileWriter<File>,
    columns: Vec<Column>,
    /// The number of rows in the current group, which is not written yet.
    rows: usize,
    /// The size of the texts in the current group, in bytes.
    bytes: usize,
}

/// The values of a column in the current group, which is not written yet.
#[derive(Default)]
struct Column {
    texts: Vec<ByteArray>,
    numbers: Vec<i32>,
    /// For every row, 1 if it has a value and 0 otherwise.
    levels: Vec<i16>,
}

impl ParquetFile {
    /// Begins a file of questions, which `create` opens.
    ///
    /// # Errors
    ///
    /// Those of `create`, and [`CommandError::Message`] if the file cannot be written.
    pub(super) fn of_questions(
        create: impl FnOnce() -> Result<File, CommandError>,
    ) -> Result<Self, CommandError> {
        Self::create(create()?, columns::QUESTIONS)
    }

    /// Begins a file of graded responses, which `create` opens.
    ///
    /// # Errors
    ///
    /// Those of [`Self::of_questions`].
    pub(super) fn of_graded(
        create: impl FnOnce() -> Result<File, CommandError>,
    ) -> Result<Self, CommandError> {
        Self::create(create()?, columns::GRADED)
    }

    /// Adds a question of this suite.
    ///
    /// # Errors
    ///
    /// [`CommandError::Message`] if the file cannot be written.
    pub(super) fn push_question(
        &mut self,
        question: &Question,
        suite: &str,
    ) -> Result<(), CommandError> {
        columns::question(question, suite, |cells| self.push(cells))
    }

    /// Adds a graded response.
    ///
    /// # Errors
    ///
    /// [`CommandError::Message`] if the file cannot be written.
    pub(super) fn push_graded(&mut self, graded: &Graded) -> Result<(), CommandError> {
        columns::graded(graded, |cells| self.push(cells))
    }

    /// Begins a file with the columns of `message`, which is in Parquet's notation.
    fn create(file: File, message: &str) -> Result<Self, CommandError> {
        let schema = Arc::new(parse_message_type(message).map_err(unwritten)?);
        let columns = schema.get_fields().iter().map(|_| Column::default()).collect();
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let properties = properties.set_created_by(PARQUET_MARK.to_owned()).build();
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties));
        let writer = writer.map_err(unwritten)?;
        Ok(Self { writer, columns, rows: 0, bytes: 0 })
    }

    fn push(&mut self, cells: &[Cell<'_>]) -> Result<(), CommandError> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            let is_some = match *cell {
                Cell::Text(Some(text)) => {
                    self.bytes += text.len();
                    column.texts.push(text.into());
                    true
                }
                Cell::Text(None) => false,
                Cell::Number(number) => {
                    column.numbers.push(number);
                    true
                }
            };
            column.levels.push(is_some.into());
        }
        self.rows += 1;
        if self.rows >= MAX_ROWS || self.bytes >= MAX_BYTES {
            self.end_group().map_err(unwritten)?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// [`CommandError::Message`] if the file cannot be written.
    pub(super) fn finish(mut self) -> Result<(), CommandError> {
        self.end_group().and_then(|()| self.writer.close()).map(|_| ()).map_err(unwritten)
    }

    fn end_group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            let levels = Some(column.levels.as_slice());
            match writer.untyped() {
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    writer.write_batch(&column.texts, levels, None)?;
                }
                ColumnWriter::Int32ColumnWriter(writer) => {
                    writer.write_batch(&column.numbers, levels, None)?;
                }
                _ => return Err(ParquetError::NYI("a column of another type".to_owned())),
            }
            writer.close()?;
            *column = Column::default();
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that `map_err` needs")]
fn unwritten(error: ParquetError) -> CommandError {
    CommandError::Message(format!("the Parquet file cannot be written: {error}"))
}
