//! Reads files of responses in pieces of any size. The content of a file decides its format, never
//! its name.
//!
//! | module | contents |
//! | --- | --- |
//! | `unsupported` | files that are not text |
//! | `encoding`, `text` | bytes to UTF-8; whether a text is lines of JSON, one document or a table |
//! | `lines`, `document`, `table` | the records of each kind of text, one at a time |
//! | `nesting` | the open brackets and strings in JSON that arrives in pieces |
//! | `records`, `shape` | the kind of a record by its members; the responses of all records |
//! | `openai`, `anthropic`, `gemini`, `lm_eval`, `promptfoo`, `inspect`, `row` | a record of each format to responses |
//! | `body`, `json` | the body of a provider's reply; helpers for JSON |
//! | `zip`, `inflate`, `archive` | the members of a ZIP file; a ZIP file as a log of Inspect |
//! | `thinking` | reasoning that promptfoo writes before an answer |
//! | `report`, `problem` | the report of a file, and the problems in it |

mod anthropic;
mod archive;
mod body;
mod document;
mod encoding;
mod gemini;
mod inflate;
mod inspect;
mod json;
mod lines;
mod lm_eval;
mod nesting;
mod openai;
mod problem;
mod promptfoo;
mod records;
mod report;
mod row;
mod shape;
mod table;
mod text;
mod thinking;
mod unsupported;
mod zip;

use self::encoding::Encoding;
pub use self::problem::Problem;
use self::records::ReadState;
pub use self::report::{FileProblem, FileReport, Location, MAX_COLUMNS, MAX_PLACES, MAX_PROBLEMS};
pub use self::row::ColumnChoice;
pub use self::shape::FileKind;
use self::text::TextReader;
pub use self::thinking::{ShownThinking, shown_thinking};
pub use self::unsupported::UnsupportedFormat;
use self::unsupported::{MAGIC, is_packed, unsupported_format};
use crate::Response;

/// The maximum length of a line, row or record, in bytes. A longer one is reported and skipped, and
/// is not held in memory.
pub const MAX_LINE: usize = 16 << 20;
/// The maximum length of a ZIP file, in bytes. The whole file is held, because its list of members
/// is at its end.
pub const MAX_ZIP: usize = 256 << 20;
/// The maximum length of a member of a ZIP file after unpacking, in bytes.
pub const MAX_MEMBER: usize = 64 << 20;
/// The maximum number of bytes that are unpacked from one ZIP file.
pub const MAX_INFLATED: u64 = 2 << 30;
/// The maximum number of members of a ZIP file that are read.
pub const MAX_MEMBERS: usize = 1 << 18;

/// A reader for one file. The bytes may be split anywhere, and each response is passed on as soon
/// as it is complete.
///
/// Only the incomplete record is held in memory; a ZIP file is held as a whole. A response that the
/// file contains several times is passed on several times. The caller decides what to do with equal
/// ids.
///
/// ```
/// use stepfall_interchange::{FileKind, FileReader};
///
/// let mut responses = Vec::new();
/// let mut reader = FileReader::new("answers.csv", None);
/// reader.push(b"id,resp", &mut |response| responses.push(response));
/// reader.push(b"onse\nq-1,13\n", &mut |response| responses.push(response));
/// let report = reader.finish(&mut |response| responses.push(response));
/// assert_eq!((report.kind, report.responses), (Some(FileKind::Rows), 1));
/// assert_eq!((responses[0].id.as_str(), responses[0].text.as_str()), ("q-1", "13"));
/// ```
#[derive(Debug)]
pub struct FileReader {
    records: ReadState,
    input: Input,
}

#[derive(Debug)]
enum Input {
    /// Too few bytes have arrived to detect the format.
    Opening(Vec<u8>),
    Text(Encoding, Box<TextReader>),
    Zip(Vec<u8>),
    /// The file is not read, and the reason is already reported.
    Refused,
}

impl FileReader {
    /// Creates a reader for a file with this display name. `columns` contains the columns that the
    /// user chose from the report of an earlier reading.
    pub fn new(name: &str, columns: Option<ColumnChoice>) -> Self {
        Self { records: ReadState::new(name, columns), input: Input::Opening(Vec::new()) }
    }

    /// Sets the model of responses that name none. Without it, samples of lm-evaluation-harness
    /// take the name of their folder, or else the time of the run in the file's name. A failed call
    /// in a provider's batch gets no model.
    #[must_use]
    pub fn of_model(mut self, model: Option<String>) -> Self {
        self.records.of_model(model);
        self
    }

    /// Takes the next bytes and passes on the responses that they complete.
    pub fn push(&mut self, bytes: &[u8], found: &mut dyn FnMut(Response)) {
        match &mut self.input {
            Input::Opening(buffer) => {
                buffer.extend_from_slice(bytes);
                if buffer.len() >= MAGIC {
                    self.open(found);
                }
            }
            Input::Text(encoding, text) => {
                if matches!(encoding, Encoding::Utf8) && bytes.contains(&0) {
                    self.records.note_zero_byte();
                }
                text.push(&encoding.decode(bytes), &mut self.records, found);
            }
            Input::Zip(buffer) if buffer.len() + bytes.len() <= MAX_ZIP => {
                buffer.extend_from_slice(bytes);
            }
            Input::Zip(_) => {
                self.records.report_problem(Location::File, Problem::LongArchive);
                self.input = Input::Refused;
            }
            Input::Refused => {}
        }
    }

    /// Ends the file, passes on the remaining responses, and returns the report.
    pub fn finish(mut self, found: &mut dyn FnMut(Response)) -> FileReport {
        if matches!(self.input, Input::Opening(_)) {
            self.open(found);
        }
        match self.input {
            Input::Text(mut encoding, mut text) => {
                text.push(encoding.rest(), &mut self.records, found);
                text.finish(&mut self.records, found);
                if encoding.has_replacements() {
                    self.records.note_replacements();
                }
            }
            Input::Zip(bytes) => archive::read(&bytes, &mut self.records, found),
            Input::Opening(_) | Input::Refused => {}
        }
        self.records.finish()
    }

    /// Detects the format by the first bytes.
    fn open(&mut self, found: &mut dyn FnMut(Response)) {
        let Input::Opening(buffer) = std::mem::replace(&mut self.input, Input::Refused) else {
            return;
        };
        // Only the first [`MAGIC`] bytes are examined, so that the result does not depend on the
        // length of the first piece.
        self.input = match &buffer[..buffer.len().min(MAGIC)] {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Input::Zip(Vec::new()),
            bytes if is_packed(bytes) => {
                return self
                    .records
                    .report_problem(Location::File, Problem::UnsupportedCompression);
            }
            bytes => match unsupported_format(bytes) {
                Some(kind) => {
                    return self
                        .records
                        .report_problem(Location::File, Problem::UnsupportedFormat(kind));
                }
                None => Input::Text(Encoding::of(bytes), Box::default()),
            },
        };
        self.push(&buffer, found);
    }
}
