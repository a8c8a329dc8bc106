//! What was not understood in an address.

use std::fmt;

use stepfall_procedure::{InvalidSpec, ParamError, ProcedureError, Refusal, VERSION};

use crate::batch::BatchNotice;
use crate::lab::LabNotice;
use crate::learn::LearnNotice;
use crate::transcript::TranscriptError;

/// Something in an address that was replaced by the nearest thing that works. Texts are shortened to 40 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The address is longer than any link.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// There is no such place.
    OtherPlace(String),
    /// There is no such parameter.
    UnknownKey(String),
    /// A parameter is given several times, and says different things.
    Repeated(String),
    /// The link is of a generator that was never published: the same spec leads to another item now.
    Unpublished {
        /// Whether there is a transcript in it, which belongs to the item of then.
        has_transcript: bool,
    },
    /// The version is another one.
    Version {
        /// What it says.
        version: String,
        /// Whether there is a transcript in the link, which belongs to the item of that version.
        has_transcript: bool,
    },
    /// The seed is no whole number below 2^53.
    Seed(String),
    /// The index is no whole number below 2^32.
    Index(String),
    /// There is no such condition.
    Condition(String),
    /// The solver that wrote the transcript cannot be understood.
    Solver(String),
    /// The checkpoint of the specimen that wrote the transcript is none of those that there are.
    Checkpoint(String),
    /// What is told of the transcript is not the one word that is known there.
    Word {
        /// The parameter.
        key: &'static str,
        /// What it says.
        value: String,
        /// What it may say.
        word: &'static str,
    },
    /// The transcript cannot be read.
    Transcript(TranscriptError),
    /// The procedure in the link cannot be unpacked.
    PackedProcedure(TranscriptError),
    /// The procedure in the link is none.
    Procedure(ProcedureError),
    /// A parameter that a procedure of one's own makes no use of.
    Unused(String),
    /// A parameter of the spec cannot be read.
    Param(ParamError),
    /// The spec makes no sense by itself.
    Invalid {
        /// The first thing that is wrong with it.
        problem: InvalidSpec,
        /// What was taken instead, by parameter.
        changes: Vec<(&'static str, String)>,
    },
    /// The spec has no procedure.
    Refused(Box<Refusal>),
    /// Something in an address of the Lab.
    Lab(LabNotice),
    /// Something in an address of Batch.
    Batch(BatchNotice),
    /// Something in an address of Learn.
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
            Self::OtherPlace(place) => write!(
                f,
                "This address leads to “{place}” and not to Play; its parameters were read all the same."
            ),
            Self::UnknownKey(key) => {
                write!(f, "The parameter “{key}” is unknown and was left out.")
            }
            Self::Unpublished { has_transcript } => {
                write!(
                    f,
                    "The link was made with an unpublished generator; what it sets was taken over to version {VERSION}, which has another procedure."
                )?;
                f.write_str(kept(*has_transcript))
            }
            Self::Version { version, has_transcript } => {
                write!(
                    f,
                    "The link was made for version {version}; this page has version {VERSION}, and the item may differ."
                )?;
                f.write_str(kept(*has_transcript))
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
                "The parameter “{key}” has no effect on a procedure of one's own and was left out."
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
            Self::Learn(notice) => notice.fmt(f),
        }
    }
}

/// What is said of an answer whose item is another one.
const fn kept(has_transcript: bool) -> &'static str {
    if has_transcript {
        " The answer in the link belongs to the procedure of then: it is kept as text and not graded."
    } else {
        ""
    }
}

fn listed(changes: &[(&'static str, String)]) -> String {
    let changes: Vec<String> =
        changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
    changes.join(", ")
}
