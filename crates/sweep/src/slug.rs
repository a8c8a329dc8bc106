//! The words that stand in records for what providers do. They do not change.

use stepfall_provider::{ErrorKind, Parameter, Stop};

/// What stands before a stop that only one provider knows.
const OTHER: &str = "other:";

/// The word for a kind of error.
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

/// The word for a parameter, as the address of a sweep has it.
pub(crate) const fn of_parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::MaxOutput => "max-output",
        Parameter::Temperature => "temperature",
        Parameter::Seed => "seed",
        Parameter::Effort => "effort",
        Parameter::Context => "context",
    }
}

/// The word for a stop.
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

/// The stop that a word stands for; a word that is none of ours is another one's.
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
