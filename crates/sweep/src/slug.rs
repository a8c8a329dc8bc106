//! The words that records use for errors, parameters and stop reasons. These words never change.

use stepfall_provider::{ErrorKind, Parameter, Stop};

/// The prefix of a stop reason that is not one of the other words.
const OTHER: &str = "other:";

pub(crate) const fn of_error(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::WrongKey => "wrong-key",
        ErrorKind::NoPermission => "no-permission",
        ErrorKind::NoCredit => "no-credit",
        ErrorKind::NoSuchModel => "no-such-model",
        ErrorKind::NoSuchAddress => "no-such-address",
        ErrorKind::RateLimit => "rate-limit",
        ErrorKind::Overloaded => "overloaded",
        ErrorKind::TooLong => "too-long",
        ErrorKind::BadParameter => "bad-parameter",
        ErrorKind::NoTools => "no-tools",
        ErrorKind::Malformed => "malformed",
        ErrorKind::Unreadable => "unreadable",
        ErrorKind::Overlong => "overlong",
        ErrorKind::Cut => "cut",
        ErrorKind::Unknown => "unknown",
    }
}

/// Returns the word for a parameter, as in the address of a sweep.
pub(crate) const fn of_parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::MaxOutput => "max-output",
        Parameter::Temperature => "temperature",
        Parameter::Seed => "seed",
        Parameter::Effort => "effort",
        Parameter::Context => "context",
    }
}

pub(crate) fn of_stop(stop: &Stop) -> String {
    match stop {
        Stop::Natural => "natural".to_owned(),
        Stop::Length => "length".to_owned(),
        Stop::Refusal => "refusal".to_owned(),
        Stop::Filter => "filter".to_owned(),
        Stop::Tool => "tool".to_owned(),
        Stop::Unsaid => "unsaid".to_owned(),
        Stop::Other(name) => format!("{OTHER}{name}"),
    }
}

/// Returns the stop reason of a word. An unknown word becomes [`Stop::Other`].
pub(crate) fn stop(word: &str) -> Stop {
    match word {
        "natural" => Stop::Natural,
        "length" => Stop::Length,
        "refusal" => Stop::Refusal,
        "filter" => Stop::Filter,
        "tool" => Stop::Tool,
        "unsaid" => Stop::Unsaid,
        other => Stop::Other(other.strip_prefix(OTHER).unwrap_or(other).to_owned()),
    }
}
