//! Why there is no answer.

use std::fmt;

use crate::date::unix_millis;
use crate::key::Key;

/// The longest message that is kept of an error, in characters.
pub const MAX_MESSAGE: usize = 2_000;

/// The longest wait that is believed, in milliseconds: a week.
pub(crate) const MAX_WAIT: u64 = 7 * 86_400_000;

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The key is missing, wrong or revoked.
    WrongKey,
    /// The key is known and may not do this.
    NoPermission,
    /// The account has no credit left; waiting does not help.
    NoCredit,
    /// There is no such model.
    NoSuchModel,
    /// There is nothing at this address.
    NoSuchAddress,
    /// Too many requests or tokens; later it works.
    RateLimit,
    /// The provider cannot answer now, or failed inside; later it may work.
    Overloaded,
    /// The prompt is longer than the model's context.
    TooLong,
    /// A parameter is refused, or the request is not understood.
    BadParameter,
    /// The model or its server takes no tools, or not those that were offered. The same question without tools may work.
    NoTools,
    /// The reply is in no known shape.
    Malformed,
    /// The reply is in a form that is not read, and would be again.
    Unreadable,
    /// The reply is longer than what is read, or has more calls of tools.
    Overlong,
    /// The reply ended without a stop.
    Cut,
    /// Something else.
    Unknown,
}

/// How long to wait before trying again, as far as the provider says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// So many milliseconds.
    Millis(u64),
    /// Until this date, as the provider has it (at most 64 characters): [`Wait::millis`] takes a clock.
    Until(String),
}

impl Wait {
    /// How many milliseconds there are to wait for one whose clock shows `now`, in milliseconds of Unix time; a week at most. A date
    /// that has passed is no wait, and one that cannot be read none that is known.
    pub fn millis(&self, now: u64) -> Option<u64> {
        match self {
            Self::Millis(millis) => Some(*millis),
            Self::Until(date) => Some(unix_millis(date)?.saturating_sub(now).min(MAX_WAIT)),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The kind.
    pub kind: ErrorKind,
    /// The HTTP status, where the failure came with one.
    pub status: Option<u16>,
    /// The provider's code or type of the error (at most 64 characters).
    pub code: Option<String>,
    /// The parameter that the provider names apart from its message (at most 64 characters).
    pub parameter: Option<String>,
    /// The message, at most [`MAX_MESSAGE`] characters; untrusted text.
    pub message: String,
    /// How long to wait.
    pub wait: Option<Wait>,
    /// Whether text, reasoning, a call or tokens of output came before it, so that the reply may be billed.
    pub after_output: bool,
}

impl Error {
    /// A failure that came with nothing but its kind and a sentence.
    pub(crate) fn plain(kind: ErrorKind, message: &str) -> Self {
        let message = message.to_owned();
        Self {
            kind,
            status: None,
            code: None,
            parameter: None,
            message,
            wait: None,
            after_output: false,
        }
    }

    /// Whether the same request may work later.
    pub const fn is_temporary(&self) -> bool {
        matches!(
            self.kind,
            ErrorKind::RateLimit | ErrorKind::Overloaded | ErrorKind::Malformed | ErrorKind::Cut
        )
    }

    /// The error with the key removed from all its texts.
    pub(crate) fn redacted(mut self, key: &Key) -> Self {
        self.message = key.redact(&self.message);
        self.code = self.code.map(|code| key.redact(&code));
        self.parameter = self.parameter.map(|parameter| key.redact(&parameter));
        if let Some(Wait::Until(date)) = &mut self.wait {
            *date = key.redact(date);
        }
        self
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongKey => "the key is missing or not accepted",
            Self::NoPermission => "the key may not do this",
            Self::NoCredit => "the account has no credit left",
            Self::NoSuchModel => "there is no such model",
            Self::NoSuchAddress => "there is nothing at this address",
            Self::RateLimit => "too many requests or tokens for now",
            Self::Overloaded => "the provider cannot answer now",
            Self::TooLong => "the prompt is too long for the model",
            Self::BadParameter => "the request has something that is not taken",
            Self::NoTools => "the model takes no tools here",
            Self::Malformed => "the reply cannot be read",
            Self::Unreadable => "the reply is in a form that is not read",
            Self::Overlong => "the reply is longer than what is read",
            Self::Cut => "the reply ended before the model did",
            Self::Unknown => "the request failed",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if let Some(status) = self.status {
            write!(f, " ({status})")?;
        }
        if !self.message.is_empty() {
            // Who tells it ends the sentence.
            write!(f, ": {}", self.message.trim_end().trim_end_matches('.'))?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
