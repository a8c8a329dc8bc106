//! What can go wrong, in words that say what to do.

use std::fmt;
use std::io;

use stepfall_link::{Notice, TranscriptError};
use stepfall_procedure::{ParamError, Refusal, Rule};

/// Why a command ends without a result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A flag of the spec cannot be read.
    Param(ParamError),
    /// A flag that a suite has its own values for.
    Fixed { flag: &'static str, suite: &'static str },
    /// The spec has no procedure.
    Refusal(Box<Refusal>),
    /// The link says something that cannot be understood.
    Link(Vec<Notice>),
    /// A name is not on the list.
    Unknown { what: &'static str, given: String, known: String },
    /// A seed or an index is no such number.
    Number { flag: &'static str, given: String, limit: &'static str },
    /// A file cannot be read.
    File { path: String, error: io::Error },
    /// The transcript does not fit into a link.
    Transcript(TranscriptError),
    /// The result cannot be written.
    Output(io::ErrorKind),
    /// The shares of an item need longer numbers than allowed.
    TooLong,
}

impl fmt::Display for Failure {
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
            Self::Refusal(refusal) => {
                if refusal.rule != Rule::NoItem {
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
            Self::Link(notices) => {
                write!(f, "the link was not understood in full:")?;
                for notice in notices {
                    write!(f, "\n  {notice}")?;
                }
                write!(f, "\n  `stepfall link open` shows what it is read as")
            }
            Self::Unknown { what, given, known } => {
                write!(f, "there is no {what} “{given}”; there are {known}")
            }
            Self::Number { flag, given, limit } => {
                write!(f, "--{flag} {given} is no whole number below {limit}")
            }
            Self::File { path, error } => write!(f, "{path} cannot be read: {error}"),
            Self::Transcript(error) => write!(f, "the transcript does not fit: {error}"),
            Self::Output(kind) => write!(f, "the result cannot be written: {kind}"),
            Self::TooLong => write!(f, "a faulty value would pass 10,000 digits; take fewer steps"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error.kind())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.io_error_kind().unwrap_or(io::ErrorKind::Other))
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(Box::new(refusal))
    }
}
