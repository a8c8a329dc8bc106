//! The reasons why there is no answer.

use std::fmt;

use crate::date::unix_millis;
use crate::key::Key;

/// The maximum length of an error's message, in characters.
pub const MAX_MESSAGE: usize = 2_000;

/// The longest accepted wait, in milliseconds: a week.
pub(crate) const MAX_WAIT: u64 = 7 * 86_400_000;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The key is missing, invalid or revoked.
    WrongKey,
    /// The key is known but lacks a permission.
    NoPermission,
    /// The account has no credit left; waiting does not help.
    NoCredit,
    /// The model does not exist.
    NoSuchModel,
    /// The address does not exist on the server.
    NoSuchAddress,
    /// There were too many requests or tokens; a later attempt works.
    RateLimit,
    /// The provider cannot answer now, or failed internally; a later attempt may work.
    Overloaded,
    /// The prompt is longer than the model's context.
    TooLong,
    /// A parameter is refused, or the request is not understood.
    BadParameter,
    /// The model or its server accepts no tools, or not the offered ones. The same question without
    /// tools may work.
    NoTools,
    /// The reply is in no known shape, or the model wrote a malformed tool call.
    Malformed,
    /// The reply is in a form that is not supported; a retry would not help.
    Unreadable,
    /// The reply is longer than the limit, or has too many tool calls.
    Overlong,
    /// The reply ended without a stop, or there was none.
    Cut,
    /// Any other failure.
    Unknown,
}

/// The time to wait before another attempt, as far as the provider reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// A number of milliseconds.
    Millis(u64),
    /// Until this date, in the provider's format (at most 64 characters). [`Wait::millis`] needs
    /// the current time to convert it.
    Until(String),
}

impl Wait {
    /// Returns the wait in milliseconds. `now` is the current time, in milliseconds of Unix time. A
    /// date gives at most a week, and 0 if it is in the past. A date that cannot be parsed gives
    /// `None`.
    pub fn millis(&self, now: u64) -> Option<u64> {
        match self {
            Self::Millis(millis) => Some(*millis),
            Self::Until(date) => Some(unix_millis(date)?.saturating_sub(now).min(MAX_WAIT)),
        }
    }
}

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The kind of failure, from which callers choose what to do.
    pub kind: ErrorKind,
    /// The HTTP status, if the failure came with one.
    pub status: Option<u16>,
    /// The provider's code or type of the error (at most 64 characters).
    pub code: Option<String>,
    /// The parameter that the provider names in a separate field (at most 64 characters).
    pub parameter: Option<String>,
    /// The message, at most [`MAX_MESSAGE`] characters; untrusted text.
    pub message: String,
    /// The time to wait before another attempt, if the provider reports one.
    pub wait: Option<Wait>,
    /// True if text, reasoning, a call or output tokens came before the failure, so that the reply
    /// may be billed.
    pub after_output: bool,
}

impl Error {
    /// Creates a failure with only a kind and a message.
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

    /// Returns whether the same request may work later.
    pub const fn is_temporary(&self) -> bool {
        matches!(
            self.kind,
            ErrorKind::RateLimit | ErrorKind::Overloaded | ErrorKind::Malformed | ErrorKind::Cut
        )
    }

    /// Removes the key from all texts of the error.
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
            Self::NoPermission => "the key has no permission for this",
            Self::NoCredit => "the account has no credit left",
            Self::NoSuchModel => "there is no such model",
            Self::NoSuchAddress => "the server has nothing at this address",
            Self::RateLimit => "too many requests or tokens for now",
            Self::Overloaded => "the provider cannot answer now",
            Self::TooLong => "the prompt is too long for the model",
            Self::BadParameter => "the provider does not accept a part of the request",
            Self::NoTools => "the model does not accept tools here",
            Self::Malformed => "the reply cannot be read",
            Self::Unreadable => "the reply has an unsupported format",
            Self::Overlong => "the reply is longer than the limit",
            Self::Cut => "the reply ended before the model had finished",
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
            // The caller ends the sentence.
            write!(f, ": {}", self.message.trim_end().trim_end_matches('.'))?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
