//! What can go wrong, in words that say what to do.

use std::fmt;
use std::io;

use stepfall_link::{Notice, TranscriptError};
use stepfall_procedure::{ParamError, Refusal};

/// Why a command ends without a result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A flag of the spec cannot be read.
    Param(ParamError),
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
            Self::Param(error) => write!(f, "--{}", flags(&error.to_string())),
            Self::Refusal(refusal) => {
                write!(f, "no procedure for this spec: {}", refusal.rule)?;
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

/// `key=value` as it is written on the command line.
fn flags(text: &str) -> String {
    text.replacen('=', " ", 2).replace("write ", "write --")
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
