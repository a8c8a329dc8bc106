//! The errors of commands, with messages that name the remedy.

use std::fmt;
use std::io;

use stepfall_grade::MAX_TRANSCRIPT;
use stepfall_link::{Notice, TranscriptError};
use stepfall_procedure::{
    GENERATOR_VERSION, ParamError, ProcedureError, RecordError, Refusal, RefusalReason,
    UnsuitableItem,
};

/// The reason why a command ends without a result.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields have plain names")]
pub enum CommandError {
    /// A flag of the spec is unknown, cannot be parsed, or has no effect.
    Param(ParamError),
    /// The suite fixes the value of a flag.
    Fixed { flag: &'static str, suite: &'static str },
    /// The spec has no procedure.
    Refusal(Box<Refusal>),
    /// Parts of the link are not understood.
    Link(Vec<Notice>),
    /// A name is not one of the known names.
    Unknown { what: &'static str, given: String, known: String },
    /// A seed or an index is not a whole number below its limit.
    Number { flag: &'static str, given: String, limit: &'static str },
    /// A file cannot be read.
    File { path: String, error: io::Error },
    /// A file is not a valid record of an item.
    Record { path: String, error: RecordError },
    /// A file has no valid custom procedure.
    Procedure { path: String, error: ProcedureError },
    /// A flag is given together with a file whose record already defines the whole item.
    RecordFlag { flag: &'static str },
    /// A flag is given together with a link that contains a custom procedure.
    CustomFlag { flag: &'static str },
    /// The item of a file has no link, because this generator does not make it from its spec, seed
    /// and index.
    NoLink,
    /// The item does not suit the condition.
    UnsuitableItem(UnsuitableItem),
    /// The answer in a link belongs to an item of an unpublished generator.
    ForeignAnswer,
    /// The transcript does not fit into a link.
    Transcript(TranscriptError),
    /// The result cannot be written.
    Output(io::ErrorKind),
    /// A file with a transcript cannot be read.
    Unread { path: String, error: io::Error },
    /// A file is longer than a transcript may be.
    TooLarge { path: String },
    /// There is no such sample in the transcript.
    Sample { given: usize, found: usize },
    /// A rate is not a valid percentage.
    Rate(String),
    /// A rate is given for a solver that does not fail in single steps.
    RateWithoutEffect(&'static str),
    /// The solver cannot make its error in this item and form.
    NothingToSimulate { solver: &'static str, form: &'static str },
    /// An incorrect value of the item would have more digits than allowed.
    TooLong,
    /// Another error of one command, as a sentence.
    Message(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Param(ParamError::UnknownKey(key)) => write!(f, "there is no flag --{key}"),
            Self::Param(ParamError::Malformed { key, value, expected }) => {
                write!(f, "--{key} {value} cannot be read; write --{key} {expected}")
            }
            Self::Param(ParamError::NoEffect { key, numbers }) => {
                write!(f, "--{key} has no effect with --numbers {numbers}")
            }
            Self::Fixed { flag, suite } => {
                write!(f, "the suite {suite} fixes --{flag}; leave it out")
            }
            Self::Refusal(refusal) => write_refusal(refusal, f),
            Self::Message(message) => f.write_str(message),
            Self::Link(notices) => {
                write!(f, "parts of the link were not understood:")?;
                for notice in notices {
                    write!(f, "\n  {notice}")?;
                }
                write!(f, "\n  run `stepfall link open` to see how the link is read")
            }
            Self::Unknown { what, given, known } => {
                write!(f, "there is no {what} “{given}”; there are {known}")
            }
            Self::Number { flag, given, limit } => {
                write!(f, "--{flag} {given} is not a whole number below {limit}")
            }
            Self::File { path, error } => write!(f, "{path} cannot be read: {error}"),
            Self::Record { path, error } => write!(f, "{path} contains no valid item: {error}"),
            Self::Procedure { path, error } => write!(f, "{path}, {error}"),
            Self::RecordFlag { flag } => {
                write!(
                    f,
                    "--{flag} has no effect, because the record defines the whole item; leave it out"
                )
            }
            Self::CustomFlag { flag } => write!(
                f,
                "--{flag} has no effect, because the link contains a custom procedure; leave it out"
            ),
            Self::NoLink => write!(
                f,
                "this item has no link: generator {GENERATOR_VERSION} makes another item from the same spec and seed; share the file instead"
            ),
            Self::UnsuitableItem(unsuited) => unsuited.fmt(f),
            Self::ForeignAnswer => write!(
                f,
                "the answer in the link is not graded, because generator {GENERATOR_VERSION} cannot make its item; run `stepfall link open` to see the answer"
            ),
            Self::Unread { path, error } => write!(
                f,
                "{path} cannot be read: {error}\n  give a file with the model's output, or - for standard input"
            ),
            Self::TooLarge { path } => write!(
                f,
                "{path} is larger than {} MiB; split it, and grade its transcripts one by one",
                MAX_TRANSCRIPT >> 20
            ),
            Self::Sample { given, found: 0 } => {
                write!(
                    f,
                    "there is no sample {given}: the transcript contains only one; leave out --sample"
                )
            }
            Self::Sample { given, found } => {
                write!(
                    f,
                    "there is no sample {given}; the transcript contains {found}, numbered from 1"
                )
            }
            Self::Rate(given) => {
                write!(
                    f,
                    "--rate {given} is not a percentage from 0 to 100 with at most two decimals; write it like --rate 2.5"
                )
            }
            Self::RateWithoutEffect(solver) => write!(
                f,
                "--rate has no effect with --solver {solver}, whose error is not one of single steps; leave it out"
            ),
            Self::NothingToSimulate { solver, form } => write!(
                f,
                "the solver {solver} cannot make its error in this item and in the form {form}; choose another --run, --seed, --condition or --form, or more steps"
            ),
            Self::Transcript(error) => {
                write!(f, "the transcript does not fit into a link: {error}")
            }
            Self::Output(kind) => write!(f, "the result cannot be written: {kind}"),
            Self::TooLong => write!(
                f,
                "an incorrect value would have more than 10,000 digits; choose fewer steps"
            ),
        }
    }
}

/// Writes the reason why a spec has no item, and the nearest spec that has one.
fn write_refusal(refusal: &Refusal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if refusal.rule != RefusalReason::NoItem {
        write!(f, "no procedure for this spec: ")?;
    }
    write!(f, "{}", refusal.rule)?;
    let changes = refusal.changes();
    if !changes.is_empty() {
        let flags: Vec<String> =
            changes.iter().map(|(key, value)| format!("--{key} {value}")).collect();
        write!(f, "\n  the nearest spec that works: {}", flags.join(" "))?;
    }
    Ok(())
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        Self::Output(error.kind())
    }
}

impl From<serde_json::Error> for CommandError {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.io_error_kind().unwrap_or(io::ErrorKind::Other))
    }
}

impl From<UnsuitableItem> for CommandError {
    fn from(unsuited: UnsuitableItem) -> Self {
        Self::UnsuitableItem(unsuited)
    }
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(Box::new(refusal))
    }
}
