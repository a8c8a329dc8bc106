//! Notices about parts of an address that were not understood.

use std::fmt;

use stepfall_procedure::{GENERATOR_VERSION, InvalidSpec, ParamError, ProcedureError, Refusal};

use crate::batch::BatchNotice;
use crate::lab::LabNotice;
use crate::learn::LearnNotice;
use crate::transcript::TranscriptError;

/// Information for the user about a part of an address, for example that it was replaced or left
/// out. Texts from the address are shortened to 40 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The address is longer than any link.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// The address is of another page than Play.
    OtherPage(String),
    /// The parameter does not exist.
    UnknownKey(String),
    /// A parameter occurs several times with different values.
    Repeated(String),
    /// The link was made with a generator that was never published. The current generator makes
    /// another item of the same spec.
    Unpublished {
        /// True if the link contains a transcript, which belongs to the earlier item.
        has_transcript: bool,
    },
    /// The link was made for another version of the generator.
    Version {
        /// The version in the link.
        version: String,
        /// True if the link contains a transcript, which belongs to the item of that version.
        has_transcript: bool,
    },
    /// The seed is not a whole number below 2^53.
    Seed(String),
    /// The index is not a whole number below 2^32.
    Index(String),
    /// The condition does not exist.
    Condition(String),
    /// The solver that wrote the transcript cannot be understood.
    Solver(String),
    /// The checkpoint of the small model that wrote the transcript does not exist.
    Checkpoint(String),
    /// A parameter that accepts a single word has another value.
    Word {
        /// The name of the parameter.
        key: &'static str,
        /// The value of the parameter.
        value: String,
        /// The accepted word.
        word: &'static str,
    },
    /// The transcript cannot be unpacked.
    Transcript(TranscriptError),
    /// The procedure in the link cannot be unpacked.
    PackedProcedure(TranscriptError),
    /// The procedure in the link is invalid.
    Procedure(ProcedureError),
    /// A parameter that a custom procedure does not use.
    Unused(String),
    /// A parameter of the spec cannot be parsed.
    Param(ParamError),
    /// The spec is invalid.
    Invalid {
        /// The first problem of the spec in the link.
        problem: InvalidSpec,
        /// The replacements, by parameter.
        changes: Vec<(&'static str, String)>,
    },
    /// The spec has no procedure.
    Refused(Box<Refusal>),
    /// A notice about an address of the Lab.
    Lab(LabNotice),
    /// A notice about an address of Batch.
    Batch(BatchNotice),
    /// The column of Results by which its rows are sorted does not exist.
    Column(String),
    /// A notice about an address of Learn.
    Learn(LearnNotice),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { limit } => {
                write!(f, "This link is longer than {limit} bytes and was not read.")
            }
            Self::Repeated(key) => {
                write!(f, "The parameter “{key}” is given several times; the last counts.")
            }
            Self::OtherPage(page) => write!(
                f,
                "This address leads to “{page}” and not to Play; its parameters were read all the same."
            ),
            Self::UnknownKey(key) => {
                write!(f, "The parameter “{key}” is unknown and was left out.")
            }
            Self::Unpublished { has_transcript } => {
                write!(
                    f,
                    "The link was made with an unpublished generator; what it sets was taken over to version {GENERATOR_VERSION}, which has another procedure."
                )?;
                f.write_str(transcript_sentence(*has_transcript))
            }
            Self::Version { version, has_transcript } => {
                write!(
                    f,
                    "The link was made for version {version}; this page has version {GENERATOR_VERSION}, and the item may differ."
                )?;
                f.write_str(transcript_sentence(*has_transcript))
            }
            Self::Seed(seed) => {
                write!(f, "The seed “{seed}” is no whole number below 2^53; seed 0 was taken.")
            }
            Self::Index(index) => {
                write!(f, "The index “{index}” is no whole number below 2^32; index 0 was taken.")
            }
            Self::Condition(condition) => {
                write!(f, "There is no condition “{condition}”; trace was taken.")
            }
            Self::Solver(source) => write!(
                f,
                "The simulated solver in “{source}” was not understood; the answer stays simulated, and does not follow the settings."
            ),
            Self::Checkpoint(source) => write!(
                f,
                "There is no checkpoint “{source}” of the small model; the answer stays one of the small model."
            ),
            Self::Word { key, value, word } => write!(
                f,
                "The parameter “{key}” says “{value}” and was left out; it may only say “{word}”."
            ),
            Self::Transcript(error) => {
                write!(f, "The transcript in the link was left out: {error}.")
            }
            Self::PackedProcedure(error) => {
                write!(f, "The procedure in the link was left out: {error}.")
            }
            Self::Procedure(error) => {
                write!(f, "The procedure in the link was left out: {error}.")
            }
            Self::Unused(key) => write!(
                f,
                "The parameter “{key}” has no effect on a custom procedure and was left out."
            ),
            Self::Param(error) => write!(f, "Left at its default: {error}."),
            Self::Invalid { problem, changes } => {
                write!(
                    f,
                    "The link's spec is not valid: {problem}. Taken instead: {}.",
                    listed(changes)
                )
            }
            Self::Refused(refusal) => write!(
                f,
                "The link's spec has no procedure: {}. Taken instead: {}.",
                refusal.rule,
                listed(&refusal.changes())
            ),
            Self::Lab(notice) => notice.fmt(f),
            Self::Batch(notice) => notice.fmt(f),
            Self::Column(column) => {
                write!(f, "Runs cannot be sorted by “{column}”; they are sorted by model.")
            }
            Self::Learn(notice) => notice.fmt(f),
        }
    }
}

/// Returns the sentence about a transcript that belongs to another item; empty if the link has no
/// transcript.
const fn transcript_sentence(has_transcript: bool) -> &'static str {
    if has_transcript {
        " The answer in the link belongs to the procedure of that version: it is kept as text and not graded."
    } else {
        ""
    }
}

fn listed(changes: &[(&'static str, String)]) -> String {
    let changes: Vec<String> =
        changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
    changes.join(", ")
}
