//! What can be wrong with a call.

use std::fmt;

use stepfall_link::TranscriptError;
use stepfall_number::NumberError;
use stepfall_procedure::Refusal;

/// Why a call has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The spec has no procedure.
    Refused(Box<Refusal>),
    /// The values of the item grow too long.
    TooLong(NumberError),
    /// An argument that is none of the words that are known.
    Unknown {
        /// What the argument stands for.
        what: &'static str,
        /// The argument.
        given: String,
        /// What is known, with commas.
        known: String,
    },
    /// A number that is out of its range.
    Range {
        /// What the number is.
        what: &'static str,
        /// The largest that it may be.
        most: u32,
    },
    /// A text that is not the record of an item; the sentence says why.
    Record(String),
    /// An id by which nothing can be graded; the sentence says why.
    Id(String),
    /// Questions that cannot be asked, or not so; the sentence says why.
    Selection(String),
    /// The solver has no way to fail so at this item in this form.
    NothingToSimulate,
    /// The transcript is too long for a link.
    Link(TranscriptError),
    /// A link is not understood in every part.
    Notices(Vec<String>),
    /// The transcript is too long.
    Transcript {
        /// The most bytes of UTF-8.
        most: usize,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::TooLong(error) => error.fmt(f),
            Self::Link(error) => error.fmt(f),
            Self::Unknown { what, given, known } => {
                let given: String = given.chars().take(60).collect();
                write!(f, "there is no {what} {given:?}: it is one of {known}")
            }
            Self::Range { what, most } => write!(f, "{what} is a whole number from 0 to {most}"),
            Self::Record(why) | Self::Id(why) | Self::Selection(why) => write!(f, "{why}"),
            Self::NothingToSimulate => {
                write!(
                    f,
                    "this simulated solver has no way to fail at this item in this form: take another seed, solver or form"
                )
            }
            Self::Notices(notices) => {
                write!(f, "the link is not understood in every part: {}", notices.join(" "))
            }
            Self::Transcript { most } => {
                write!(
                    f,
                    "the transcript is longer than {} MiB: cut off what is no answer to the prompt",
                    most >> 20
                )
            }
        }
    }
}

impl std::error::Error for Failure {}

impl From<Box<Refusal>> for Failure {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl From<TranscriptError> for Failure {
    fn from(error: TranscriptError) -> Self {
        Self::Link(error)
    }
}

impl From<NumberError> for Failure {
    fn from(error: NumberError) -> Self {
        Self::TooLong(error)
    }
}

/// What a word means.
///
/// # Errors
///
/// [`Failure::Unknown`] with the words that are known.
pub fn one_of<T>(
    what: &'static str,
    given: &str,
    find: impl Fn(&str) -> Option<T>,
    known: impl Iterator<Item = &'static str>,
) -> Result<T, Failure> {
    find(given).ok_or_else(|| Failure::Unknown {
        what,
        given: given.to_owned(),
        known: known.collect::<Vec<_>>().join(", "),
    })
}
