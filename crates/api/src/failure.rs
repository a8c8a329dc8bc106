//! Errors of calls.

use std::fmt;

use stepfall_link::TranscriptError;
use stepfall_number::NumberError;
use stepfall_procedure::Refusal;

/// The reason why a call has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// The spec has no procedure.
    Refused(Box<Refusal>),
    /// The values of the item grow too long.
    TooLong(NumberError),
    /// An argument outside the accepted words.
    Unknown {
        /// A description of the argument, such as `condition`.
        what: &'static str,
        /// The argument.
        given: String,
        /// The accepted words, separated by commas.
        known: String,
    },
    /// A number outside its range.
    Range {
        /// A description of the number, for the message.
        what: &'static str,
        /// The maximum; the minimum is 0.
        most: u32,
    },
    /// An invalid record of an item; the sentence gives the reason.
    Record(String),
    /// An id that does not allow grading; the sentence gives the reason.
    Id(String),
    /// An invalid or unsupported selection of questions; the sentence gives the reason.
    Selection(String),
    /// The solver cannot fail in this way for this item and form.
    NothingToSimulate,
    /// The transcript is too long for a link.
    Link(TranscriptError),
    /// A link is not understood completely; the list contains its notices.
    Notices(Vec<String>),
    /// The transcript is too long.
    Transcript {
        /// The maximum number of bytes of UTF-8.
        most: usize,
    },
}

impl fmt::Display for ApiError {
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
                    "this simulated solver cannot make its error in this item and form; choose another seed, solver or form"
                )
            }
            Self::Notices(notices) => {
                write!(f, "parts of the link are not understood: {}", notices.join(" "))
            }
            Self::Transcript { most } => {
                write!(
                    f,
                    "the transcript is longer than {} MiB: remove everything that does not answer the prompt",
                    most >> 20
                )
            }
        }
    }
}

impl std::error::Error for ApiError {}

impl From<Box<Refusal>> for ApiError {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl From<TranscriptError> for ApiError {
    fn from(error: TranscriptError) -> Self {
        Self::Link(error)
    }
}

impl From<NumberError> for ApiError {
    fn from(error: NumberError) -> Self {
        Self::TooLong(error)
    }
}

/// Returns the value that `find` returns for a word.
///
/// # Errors
///
/// [`ApiError::Unknown`] with the accepted words.
pub fn one_of<T>(
    what: &'static str,
    word: &str,
    find: impl Fn(&str) -> Option<T>,
    known: impl Iterator<Item = &'static str>,
) -> Result<T, ApiError> {
    find(word).ok_or_else(|| ApiError::Unknown {
        what,
        given: word.to_owned(),
        known: known.collect::<Vec<_>>().join(", "),
    })
}
