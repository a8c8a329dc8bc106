//! What was read of a file, and what could not be.

use std::fmt;

use stepfall_procedure::{Item, MAX_RECORD};

use super::shape::FileKind;
use super::{MAX_INFLATED, MAX_LINE, MAX_MEMBER, MAX_MEMBERS, MAX_ZIP};

/// The most troubles that are told one by one.
pub const MAX_TROUBLES: usize = 20;
/// The most names of columns that are told.
pub const MAX_COLUMNS: usize = 100;

/// What was read of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileReport {
    /// The name by which people know it.
    pub name: String,
    /// What it is, by the first record that was recognised; nothing where none was.
    pub kind: Option<FileKind>,
    /// How many records were seen: lines, rows, elements of a list, or members of an archive. Empty ones are not counted.
    pub lines: u64,
    /// How many responses were given.
    pub responses: u64,
    /// The procedures whose records were read: those that responses with ids of procedures of one's own are graded by.
    pub procedures: Vec<Item>,
    /// What could not be read, in the order of the file, at most [`MAX_TROUBLES`]; behind these at most two about the whole.
    pub troubles: Vec<Trouble>,
    /// How many troubles there were beyond these.
    pub troubles_left_out: u64,
    /// The columns of a table, or the paths into the first object, where nobody can tell which holds the response; at most [`MAX_COLUMNS`].
    pub columns: Vec<String>,
}

/// Something that could not be read. Its text is a sentence for whoever has the file, and says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line by its number, from 1; for a row of a table the line on which it begins.
    Line(u64),
    /// An element of the list in a document, by its number, from 1.
    Record(u64),
    /// A member of an archive, by its name.
    Member(String),
}

/// What is wrong at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Nothing stands in it.
    Empty,
    /// No record has a shape that is read.
    NotRecognised,
    /// It has rows, and nobody can tell which column holds what.
    UnknownColumns,
    /// No record has the two columns that were chosen.
    NoSuchColumns {
        /// The column of ids that was chosen.
        id: String,
        /// The column of outputs that was chosen.
        output: String,
    },
    /// This record, and so many others, have no shape that is read.
    OtherShape {
        /// How many others.
        others: u64,
    },
    /// It is a request of a batch.
    Request,
    /// It is a row that was graded before, without what the model wrote.
    Graded,
    /// It is the head of a file of a sweep, which is opened elsewhere.
    Sweep,
    /// It is the record of a procedure that cannot be made, with why.
    Procedure(String),
    /// The records of procedures have more than eight times [`MAX_RECORD`] bytes in all.
    ManyProcedures,
    /// It is no JSON, with the reader's words.
    NotJson(String),
    /// It lacks this member, which says to which question it belongs.
    NoId(&'static str),
    /// It has neither a text nor an error.
    NoText,
    /// It has log-likelihoods of answers that were given, and no written answer.
    Likelihoods,
    /// It is longer than [`MAX_LINE`].
    TooLong,
    /// Bytes or escapes that are no characters were replaced by U+FFFD.
    Replaced,
    /// A quotation mark that begins a cell is not closed.
    OpenQuote,
    /// It ends before it is whole.
    BrokenOff,
    /// Something stands outside of the document.
    Stray,
    /// The file is packed in a way that is not unpacked here.
    Packed,
    /// The archive is longer than [`MAX_ZIP`].
    LongArchive,
    /// The list at the end of an archive is missing or damaged.
    BrokenArchive,
    /// The archive has no member that is a sample.
    OtherArchive,
    /// The archive has more than [`MAX_MEMBERS`] members.
    ManyMembers,
    /// The member is encrypted.
    Encrypted,
    /// The member is packed by a method of this number, which is not read.
    Method(u16),
    /// The member is damaged.
    Damaged,
    /// The member is longer than [`MAX_MEMBER`] when it is unpacked.
    LongMember,
    /// More than [`MAX_INFLATED`] bytes were unpacked.
    Inflated,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::File => f.write_str("The file: ")?,
            Place::Line(line) => write!(f, "Line {line}: ")?,
            Place::Record(record) => write!(f, "Record {record}: ")?,
            Place::Member(name) => write!(f, "Member “{name}”: ")?,
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: usize| bytes >> 20;
        match self {
            Self::Empty => f.write_str("It is empty. Choose the file that the batch or the tool wrote."),
            Self::NotRecognised => f.write_str(
                "Nothing in it is a response in a shape that is known. What can be read: the result files of batches of OpenAI (and of the many services that follow it), Anthropic and Gemini; samples_….jsonl of lm-evaluation-harness; logs of Inspect, .json and .eval; results of promptfoo, JSON and JSONL; and CSV, TSV or JSONL with a column “id” and a column “response”, “output”, “text”, “completion” or “answer”.",
            ),
            Self::UnknownColumns => f.write_str(
                "It has rows, but no column “id” beside a column “response”, “output”, “text”, “completion” or “answer”. Choose which of its columns holds the id and which the response.",
            ),
            Self::NoSuchColumns { id, output } => write!(
                f,
                "No row has both a column “{id}” and a column “{output}”. Choose other columns."
            ),
            Self::OtherShape { others: 0 } => {
                f.write_str("It has none of the shapes that are read, and was left out.")
            }
            Self::OtherShape { others } => write!(
                f,
                "It has none of the shapes that are read, and was left out; so were {others} more."
            ),
            Self::Request => f.write_str(
                "It is a request of a batch and no response. Choose the file of results, which the service gives when the batch is done.",
            ),
            Self::Graded => f.write_str(
                "It is a row that was graded before, and has no response any more. Choose the file of results from which it was graded.",
            ),
            Self::Sweep => f.write_str("It begins a saved sweep. Open it where sweeps are opened."),
            Self::Procedure(why) => write!(
                f,
                "It is the record of a procedure, and was left out: {why}. Take the records as “stepfall batch make” or “stepfall item --format json” wrote them."
            ),
            Self::ManyProcedures => write!(
                f,
                "The records of procedures have more than {} MiB; this one was left out. Split the file.",
                mebibytes(8 * MAX_RECORD)
            ),
            Self::NotJson(words) => {
                write!(f, "It is no JSON ({words}), and was left out. Fetch the file again or mend the place.")
            }
            Self::NoId(member) => write!(
                f,
                "It has no “{member}”, so that nobody can say which question it answers, and was left out. Run the batch with the file as it was exported, ids included."
            ),
            Self::NoText => f.write_str(
                "It has an id, but neither a text nor an error, and was left out. Put the response into it as a text.",
            ),
            Self::Likelihoods => f.write_str(
                "It has log-likelihoods of given answers and no written answer. Run the task with “output_type: generate_until”.",
            ),
            Self::TooLong => write!(
                f,
                "It is longer than {} MiB and was left out. Check that each record stands on a line of its own.",
                mebibytes(MAX_LINE)
            ),
            Self::Replaced => f.write_str(
                "Some of what it holds are no characters of UTF-8 and were replaced by “\u{fffd}”. If letters look wrong, save the file as UTF-8 and choose it again.",
            ),
            Self::OpenQuote => f.write_str(
                "A quotation mark that begins a cell is never closed. The line was left out, and reading went on behind it. Close the quotation mark or double it.",
            ),
            Self::BrokenOff => f.write_str(
                "It breaks off before its end; what is whole before that was read. Fetch the file again, since it may have been copied only in part.",
            ),
            Self::Stray => f.write_str(
                "Something that is no part of the document stands beside it and was left out. Check that the file is the one that the tool wrote.",
            ),
            Self::Packed => f.write_str("It is packed. Unpack it, and choose what was in it."),
            Self::LongArchive => write!(
                f,
                "It is a ZIP file of more than {} MiB. Convert it with “inspect log convert --to json” and choose that.",
                mebibytes(MAX_ZIP)
            ),
            Self::BrokenArchive => f.write_str(
                "The list at the end of the ZIP file is missing or damaged; what stands whole before it was read. Fetch the file again, since it may have been copied only in part.",
            ),
            Self::OtherArchive => f.write_str(
                "It is a ZIP file, but no log of Inspect: it has no member “samples/…_epoch_….json”. Unpack it, and choose what was in it.",
            ),
            Self::ManyMembers => {
                write!(f, "It has more than {MAX_MEMBERS} members. What is beyond them was not read.")
            }
            Self::Encrypted => {
                f.write_str("It is encrypted and was left out. Make the archive without a password.")
            }
            Self::Method(method) => write!(
                f,
                "It is packed by the method {method}, which is not read, and was left out. Pack the archive with deflate or Zstandard."
            ),
            Self::Damaged => f.write_str("It is damaged and was left out. Fetch the file again."),
            Self::LongMember => write!(
                f,
                "It is longer than {} MiB when it is unpacked, and was left out.",
                mebibytes(MAX_MEMBER)
            ),
            Self::Inflated => write!(
                f,
                "More than {} MiB were unpacked. Reading stopped here; split the log into several.",
                MAX_INFLATED >> 20
            ),
        }
    }
}
