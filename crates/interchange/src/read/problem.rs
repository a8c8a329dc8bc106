//! Problems at a place of a file, as sentences for the user.

use std::fmt;

use stepfall_procedure::MAX_RECORD;

use super::unsupported::UnsupportedFormat;
use super::{MAX_INFLATED, MAX_LINE, MAX_MEMBER, MAX_MEMBERS, MAX_ZIP};

/// A problem at a place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The file is empty.
    Empty,
    /// The file has the names of columns, but no rows.
    OnlyNames,
    /// The file is not text with results.
    UnsupportedFormat(UnsupportedFormat),
    /// No record has a known shape.
    NotRecognised,
    /// The file has rows, but it is not known which columns contain id and response.
    UnknownColumns,
    /// No record has both of the chosen columns.
    NoSuchColumns {
        /// The chosen column of ids.
        id: String,
        /// The chosen column of outputs.
        output: String,
    },
    /// This record and others have no known shape.
    OtherShape {
        /// The number of the other records.
        others: u64,
    },
    /// The record is a request of a batch.
    Request,
    /// The record is a question that Stepfall exported.
    Question,
    /// The file has the scores of lm-evaluation-harness, but no responses.
    Scores,
    /// The row is already graded and does not contain the response.
    Graded,
    /// The record is the head of a saved sweep, or the file is a table of one. A sweep is not a
    /// batch.
    Sweep,
    /// The record of a procedure cannot be read. Holds the reason.
    Procedure(String),
    /// The records of procedures take more than eight times [`MAX_RECORD`] bytes in total.
    ManyProcedures,
    /// The record is not JSON. Holds the message of the parser.
    NotJson(String),
    /// The record lacks this member, which identifies its question.
    NoId(&'static str),
    /// The record lacks this member, and the file contains no id from Stepfall.
    NoStepfallId(&'static str),
    /// The record has neither a text nor an error.
    InvalidUtf8,
    /// The record has log-likelihoods of given answers, but no written answer.
    Likelihoods,
    /// The record is longer than [`MAX_LINE`].
    TooLong,
    /// Bytes or escape sequences that are not characters were replaced by U+FFFD.
    Replaced,
    /// Outputs of promptfoo begin with reasoning. The beginning of the answer is not marked, so it
    /// was guessed from the text.
    ShownThinking,
    /// A quotation mark that begins a cell is not closed.
    OpenQuote,
    /// The file ends before it is complete.
    BrokenOff,
    /// There is text outside of the document.
    TextOutsideDocument,
    /// The file is compressed in a format that is not supported.
    UnsupportedCompression,
    /// The archive is longer than [`MAX_ZIP`].
    LongArchive,
    /// The list at the end of an archive is missing or damaged.
    BrokenArchive,
    /// The log of Inspect has no samples.
    NoSamples,
    /// Members of the archive share bytes.
    Overlapping,
    /// The archive has no member that is a sample.
    OtherArchive,
    /// The archive has more than [`MAX_MEMBERS`] members.
    ManyMembers,
    /// The member is encrypted.
    Encrypted,
    /// The member has the compression method with this number, which is not supported.
    UnsupportedMethod(u16),
    /// The member is damaged.
    Damaged,
    /// The member is longer than [`MAX_MEMBER`] after unpacking.
    LongMember,
    /// More than [`MAX_INFLATED`] bytes were unpacked.
    TooMuchUnpacked,
}

impl Problem {
    /// Returns the sentence of a problem without parameters; empty for other problems.
    const fn words(&self) -> &'static str {
        match self {
            Self::Empty => "It is empty. Choose the file that the batch or the tool wrote.",
            Self::NotRecognised => {
                "It contains no response in a known format. These can be read: the result files of batches of OpenAI (and of the many services that follow it), Anthropic and Gemini; samples_….jsonl of lm-evaluation-harness; logs of Inspect, .json and .eval; results of promptfoo, JSON and JSONL; and CSV, TSV or JSONL with a column “id” and a column “response”, “output”, “text”, “completion” or “answer”."
            }
            Self::UnknownColumns => {
                "It has rows, but no column “id” together with a column “response”, “output”, “text”, “completion” or “answer”. Choose which of its columns holds the id and which the response."
            }
            Self::Request => {
                "It is a request of a batch, not a response. Choose the file of results, which the service provides when the batch is done."
            }
            Self::OnlyNames => {
                "It has one line, which names columns, and no row below it. Choose the file that the batch or the tool wrote, or put a row for each response below the names."
            }
            Self::Question => {
                "It is a question as Stepfall writes them, and has no response. Let a model answer it, and choose the file of results; or put what the model wrote into a column “response” next to the id."
            }
            Self::Scores => {
                "It has the scores of lm-evaluation-harness and no responses. Choose samples_….jsonl next to it, which “--log_samples” writes."
            }
            Self::Graded => {
                "It is a graded row, which no longer contains the response. Choose the file of results from which it was graded."
            }
            Self::Sweep => "It is the start of a saved sweep. Open it as a sweep instead.",
            Self::InvalidUtf8 => {
                "It has an id, but neither a text nor an error, and was left out. Put the response into it as a text."
            }
            Self::Likelihoods => {
                "It has log-likelihoods of given answers and no written answer. Run the task with “output_type: generate_until”."
            }
            Self::Replaced => {
                "It contains bytes that are not UTF-8; they were replaced by “\u{fffd}”. If letters look wrong, save the file as UTF-8 and choose it again."
            }
            Self::ShownThinking => {
                "promptfoo wrote what the model thought before its answers (“Thinking: …”), and nothing says where an answer begins: it was taken to be the last paragraph with a digit, with the steps before it. Set “showThinking: false” in the provider’s configuration and run it again to be sure."
            }
            Self::OpenQuote => {
                "A quotation mark that begins a cell is never closed. The line was left out, and reading continued after it. Close the quotation mark or double it."
            }
            Self::BrokenOff => {
                "It breaks off before its end; the complete part was read. Download the file again, since only a part may have been copied."
            }
            Self::TextOutsideDocument => {
                "Something outside the document was left out. Check that the file is the one that the tool wrote."
            }
            Self::UnsupportedCompression => "It is packed. Unpack it, and choose its content.",
            Self::BrokenArchive => {
                "The list at the end of the ZIP file is missing or damaged; the complete members were read. Download the file again, since only a part may have been copied."
            }
            Self::NoSamples => {
                "It is a log of Inspect without samples. Choose the log of a run that has finished and was made without “--no-log-samples”."
            }
            Self::Overlapping => {
                "Members of the ZIP file share bytes, which no packing program writes. All but the first of them are left out."
            }
            Self::OtherArchive => {
                "It is a ZIP file, but no log of Inspect: it has no member “samples/…_epoch_….json”. Unpack it, and choose its content."
            }
            Self::Encrypted => {
                "It is encrypted and was left out. Make the archive without a password."
            }
            Self::Damaged => "It is damaged and was left out. Download the file again.",
            Self::UnsupportedFormat(_)
            | Self::NoSuchColumns { .. }
            | Self::OtherShape { .. }
            | Self::Procedure(_)
            | Self::ManyProcedures
            | Self::NotJson(_)
            | Self::NoId(_)
            | Self::NoStepfallId(_)
            | Self::TooLong
            | Self::LongArchive
            | Self::ManyMembers
            | Self::UnsupportedMethod(_)
            | Self::LongMember
            | Self::TooMuchUnpacked => "",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: usize| bytes >> 20;
        match self {
            Self::UnsupportedFormat(unsupported) => unsupported.fmt(f),
            Self::NoSuchColumns { id, output } => write!(
                f,
                "No row has both a column “{id}” and a column “{output}”. Choose other columns."
            ),
            Self::OtherShape { others: 0 } => {
                f.write_str("It has no known format, and was left out.")
            }
            Self::OtherShape { others } => {
                write!(f, "It has no known format, and was left out; so were {others} more.")
            }
            Self::Procedure(why) => write!(
                f,
                "It is the record of a procedure, and was left out: {why}. Use the records as “stepfall batch make” or “stepfall item --format json” wrote them."
            ),
            Self::ManyProcedures => write!(
                f,
                "The records of procedures have more than {} MiB; this one was left out. Split the file.",
                mebibytes(8 * MAX_RECORD)
            ),
            Self::NotJson(words) => {
                write!(
                    f,
                    "It is not valid JSON ({words}), and was left out. Download the file again, or correct this place."
                )
            }
            Self::NoId(member) => write!(
                f,
                "It has no “{member}”, so the question that it answers is unknown, and it was left out. Run the batch with the file as it was exported, ids included."
            ),
            Self::NoStepfallId(member) => write!(
                f,
                "It has no “{member}”, so the question that it answers is unknown, and it was left out. Only responses to questions that Stepfall wrote can be graded; their ids begin with “sf1-”."
            ),
            Self::TooLong => write!(
                f,
                "It is longer than {} MiB and was left out. Check that each record is on a separate line.",
                mebibytes(MAX_LINE)
            ),
            Self::LongArchive => write!(
                f,
                "It is a ZIP file of more than {} MiB. Convert it with “inspect log convert --to json” and choose that file.",
                mebibytes(MAX_ZIP)
            ),
            Self::ManyMembers => {
                write!(
                    f,
                    "It has more than {MAX_MEMBERS} members. The other members were not read."
                )
            }
            Self::UnsupportedMethod(method) => write!(
                f,
                "It is packed by the method {method}, which cannot be read, and was left out. Pack the archive with deflate or Zstandard."
            ),
            Self::LongMember => write!(
                f,
                "It is longer than {} MiB when it is unpacked, and was left out.",
                mebibytes(MAX_MEMBER)
            ),
            Self::TooMuchUnpacked => write!(
                f,
                "More than {} MiB were unpacked. Reading stopped here; split the log into several.",
                MAX_INFLATED >> 20
            ),
            plain => f.write_str(plain.words()),
        }
    }
}
