//! Files of responses, read in pieces of any size. What a file is, its content says, never its name.
//!
//! | module | what lives there |
//! | --- | --- |
//! | `foreign` | files that are no text |
//! | `encoding`, `text` | bytes to UTF-8; whether a text is lines of JSON, one document or a table |
//! | `lines`, `document`, `table` | the records of each of these, one at a time |
//! | `records`, `shape` | what a record is by its members, and everything that is said of a file |
//! | `openai`, `anthropic`, `gemini`, `lm_eval`, `promptfoo`, `inspect`, `row` | a record of each format to responses |
//! | `body`, `json` | the body of a provider's reply; short ways into JSON |
//! | `zip`, `inflate`, `archive` | the members of a ZIP file, and those that are samples of Inspect |
//! | `thinking` | reasoning that promptfoo writes before an answer |
//! | `report`, `problem` | what was read, and what could not be and why |

mod anthropic;
mod archive;
mod body;
mod document;
mod encoding;
mod foreign;
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
mod zip;

use self::encoding::Encoding;
pub use self::foreign::Foreign;
use self::foreign::{MAGIC, foreign, is_packed};
pub use self::problem::Problem;
use self::records::Records;
pub use self::report::{FileReport, Location, MAX_COLUMNS, MAX_PLACES, MAX_TROUBLES, Trouble};
pub use self::row::ColumnChoice;
pub use self::shape::FileKind;
use self::text::Text;
pub use self::thinking::{ShownThinking, shown_thinking};
use crate::Response;

/// The longest line, row or record that is read, in bytes. A longer one is passed over without being held, and told.
pub const MAX_LINE: usize = 16 << 20;
/// The longest ZIP file that is read, in bytes; it is held whole, since its list of members stands at its end.
pub const MAX_ZIP: usize = 256 << 20;
/// The longest member of a ZIP file that is read, in bytes when it is unpacked.
pub const MAX_MEMBER: usize = 64 << 20;
/// How much is unpacked from one ZIP file in all, in bytes.
pub const MAX_INFLATED: u64 = 2 << 30;
/// The most members of a ZIP file that are looked at.
pub const MAX_MEMBERS: usize = 1 << 18;

/// Reads one file, whose bytes may come split anywhere, and gives its responses as they are complete.
///
/// Nothing is held of it but the record that is not whole yet; only a ZIP file is held whole. A response is given as often as the file
/// has it: whoever takes them decides what two of one id are.
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
    records: Records,
    input: Input,
}

#[derive(Debug)]
enum Input {
    /// Not enough bytes have come to say how the file is written.
    Opening(Vec<u8>),
    Text(Encoding, Box<Text>),
    Zip(Vec<u8>),
    /// Nothing of it is read, and why is told already.
    Refused,
}

impl FileReader {
    /// A reader of a file that people know by this name. Columns are chosen where the report of an earlier reading has named some.
    pub fn new(name: &str, columns: Option<ColumnChoice>) -> Self {
        Self { records: Records::new(name, columns), input: Input::Opening(Vec::new()) }
    }

    /// The same reader, with the model of those responses that name none. In samples of lm-evaluation-harness it is otherwise the one after which their folder
    /// is called, or else the time of the run in the file's name.
    #[must_use]
    pub fn of_model(mut self, model: Option<String>) -> Self {
        self.records.of_model(model);
        self
    }

    /// Takes the next bytes and gives the responses that they complete.
    pub fn push(&mut self, bytes: &[u8], found: &mut dyn FnMut(Response)) {
        match &mut self.input {
            Input::Opening(held) => {
                held.extend_from_slice(bytes);
                if held.len() >= MAGIC {
                    self.open(found);
                }
            }
            Input::Text(encoding, text) => {
                if matches!(encoding, Encoding::Utf8) && bytes.contains(&0) {
                    self.records.zero();
                }
                text.push(&encoding.decode(bytes), &mut self.records, found);
            }
            Input::Zip(held) if held.len() + bytes.len() <= MAX_ZIP => {
                held.extend_from_slice(bytes);
            }
            Input::Zip(_) => {
                self.records.trouble(Location::File, Problem::LongArchive);
                self.input = Input::Refused;
            }
            Input::Refused => {}
        }
    }

    /// Ends the file, gives the responses that are left, and says what was read and what could not be.
    pub fn finish(mut self, found: &mut dyn FnMut(Response)) -> FileReport {
        if matches!(self.input, Input::Opening(_)) {
            self.open(found);
        }
        match self.input {
            Input::Text(mut encoding, mut text) => {
                text.push(encoding.rest(), &mut self.records, found);
                text.finish(&mut self.records, found);
                if encoding.is_mended() {
                    self.records.replaced();
                }
            }
            Input::Zip(bytes) => archive::read(&bytes, &mut self.records, found),
            Input::Opening(_) | Input::Refused => {}
        }
        self.records.finish()
    }

    /// Decides by its first bytes how the file is written.
    fn open(&mut self, found: &mut dyn FnMut(Response)) {
        let Input::Opening(held) = std::mem::replace(&mut self.input, Input::Refused) else {
            return;
        };
        // However long the first piece is, no more of it counts.
        self.input = match &held[..held.len().min(MAGIC)] {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Input::Zip(Vec::new()),
            bytes if is_packed(bytes) => {
                return self.records.trouble(Location::File, Problem::Packed);
            }
            bytes => match foreign(bytes) {
                Some(kind) => return self.records.trouble(Location::File, Problem::Foreign(kind)),
                None => Input::Text(Encoding::of(bytes), Box::default()),
            },
        };
        self.push(&held, found);
    }
}
