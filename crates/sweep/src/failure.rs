//! Failures of a call, and their consequences.

use std::fmt;

use stepfall_provider::{Error, ErrorKind};

use crate::attempt::{MAX_TRY_MESSAGE, Try};
use crate::slug;

/// The longest wait that is respected before a target is asked again, in milliseconds (one day).
const MAX_WAIT: u64 = 86_400_000;

/// The reason why a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallFailure {
    /// The provider's error, or an error in reading its reply.
    Provider(Error),
    /// The provider's error about a parameter that the request can omit, as `without_refused`
    /// found.
    Refused {
        /// The provider's error, which names the parameter.
        error: Error,
        /// The parameter that can be left out, as a path into the request.
        dropped: String,
    },
    /// There was no reply, although a server may have received the request. Holds the browser's or
    /// the system's message, which contains no key.
    Network(String),
    /// The request did not reach a server. Holds the system's message, which contains no key.
    Unreached(String),
    /// A time limit passed.
    TimedOut(Timeout),
    /// There is nothing to ask or to write: the plan has no such item, or the simulated solver has
    /// nothing to write about it.
    NoSimulation,
    /// The small model could not be loaded or run. Holds the reason.
    SmallModel(String),
    /// The driver or the user ended the call.
    Aborted,
}

/// The time limit that a reply exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timeout {
    /// The limit for the time without new content.
    Silence,
    /// The limit for the total time of a reply.
    Total,
}

/// The consequence of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailurePolicy {
    /// The target is halted until the user intervenes.
    Halt(Halt),
    /// The attempt is given up, for a reason that concerns only this attempt.
    GiveUp,
    /// The attempt is given up, for a reason that may apply to all attempts of its target.
    GiveUpAndCount,
    /// The attempt is tried again, a few times.
    Retry,
    /// The target gets fewer concurrent requests, and the attempt is tried again.
    ReduceConcurrency,
    /// The attempt is tried again without the refused parameter.
    WithoutParameter,
    /// The attempt is tried again, unless the network is down.
    Network,
    /// The attempt is tried again at once, without counting a failure.
    RetryNow,
}

/// The reason why a target is halted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The key is missing or not accepted.
    WrongKey,
    /// The account of the key has no permission for the request.
    NoPermission,
    /// The account has no credit.
    NoCredit,
    /// There is no such model.
    NoSuchModel,
    /// There is no service at the address.
    NoSuchAddress,
    /// Several calls in a row got no reply, while other targets reply.
    Unreachable,
    /// Many attempts in a row were given up.
    Failing,
    /// The small model could not be loaded or run.
    SmallModel,
}

impl Halt {
    /// Returns a short name for lists of targets and their states.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::WrongKey => "wrong-key",
            Self::NoPermission => "no-permission",
            Self::NoCredit => "no-credit",
            Self::NoSuchModel => "no-such-model",
            Self::NoSuchAddress => "no-such-address",
            Self::Unreachable => "unreachable",
            Self::Failing => "failing",
            Self::SmallModel => "specimen",
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongKey => "The key is missing or not accepted; enter another one and go on.",
            Self::NoPermission => "The key may not ask this model; choose another and go on.",
            Self::NoCredit => "The account has no credit left; add some and go on.",
            Self::NoSuchModel => "The provider has no such model; correct its name.",
            Self::NoSuchAddress => "There is nothing at this address; correct it.",
            Self::Unreachable => {
                "This server does not reply while others do; see whether it runs, and go on."
            }
            Self::Failing => "Many attempts in a row failed for good; read why, and go on.",
            Self::SmallModel => "The small model could not be loaded or run; read why, and go on.",
        })
    }
}

impl CallFailure {
    pub(crate) const fn policy(&self) -> FailurePolicy {
        let error = match self {
            Self::Provider(error) => error,
            Self::Refused { .. } => return FailurePolicy::WithoutParameter,
            Self::Network(_) | Self::Unreached(_) => return FailurePolicy::Network,
            Self::TimedOut(_) => return FailurePolicy::Retry,
            Self::NoSimulation => return FailurePolicy::GiveUp,
            Self::SmallModel(_) => return FailurePolicy::Halt(Halt::SmallModel),
            Self::Aborted => return FailurePolicy::RetryNow,
        };
        match error.kind {
            ErrorKind::WrongKey => FailurePolicy::Halt(Halt::WrongKey),
            ErrorKind::NoPermission => FailurePolicy::Halt(Halt::NoPermission),
            ErrorKind::NoCredit => FailurePolicy::Halt(Halt::NoCredit),
            ErrorKind::NoSuchModel => FailurePolicy::Halt(Halt::NoSuchModel),
            ErrorKind::NoSuchAddress => FailurePolicy::Halt(Halt::NoSuchAddress),
            ErrorKind::RateLimit | ErrorKind::Overloaded => FailurePolicy::ReduceConcurrency,
            ErrorKind::TooLong | ErrorKind::Overlong => FailurePolicy::GiveUp,
            ErrorKind::BadParameter | ErrorKind::NoTools | ErrorKind::Unreadable => {
                FailurePolicy::GiveUpAndCount
            }
            ErrorKind::Malformed | ErrorKind::Cut | ErrorKind::Unknown => FailurePolicy::Retry,
        }
    }

    /// Returns whether a server replied.
    pub(crate) const fn is_reply(&self) -> bool {
        matches!(self, Self::Provider(_) | Self::Refused { .. })
    }

    /// Returns whether the failure is a rate limit.
    pub(crate) const fn is_limit(&self) -> bool {
        matches!(self, Self::Provider(error) if matches!(error.kind, ErrorKind::RateLimit))
    }

    /// Returns whether the model may have written something that is billed, although not all of its
    /// tokens were reported.
    pub(crate) const fn may_cost(&self) -> bool {
        match self {
            Self::Provider(error) | Self::Refused { error, .. } => {
                error.after_output
                    || matches!(
                        error.kind,
                        ErrorKind::Malformed
                            | ErrorKind::Unreadable
                            | ErrorKind::Overlong
                            | ErrorKind::Cut
                    )
            }
            Self::Network(_) | Self::TimedOut(_) | Self::Aborted => true,
            Self::Unreached(_) | Self::NoSimulation | Self::SmallModel(_) => false,
        }
    }

    const fn error(&self) -> Option<&Error> {
        match self {
            Self::Provider(error) | Self::Refused { error, .. } => Some(error),
            _ => None,
        }
    }

    /// Returns the wait that the provider asks for, in milliseconds from `now`, at most a day;
    /// `None` if it asks for none.
    pub(crate) fn wait(&self, now: u64) -> Option<u64> {
        Some(self.error()?.wait.as_ref()?.millis(now)?.min(MAX_WAIT))
    }

    /// Returns the record of the failed try.
    pub(crate) fn as_try(&self, at: u64) -> Try {
        let error = match self {
            Self::Provider(error) | Self::Refused { error, .. } => slug::of_error(error.kind),
            Self::Network(_) | Self::Unreached(_) => "network",
            Self::TimedOut(_) => "timed-out",
            Self::NoSimulation => "no-simulation",
            Self::SmallModel(_) => "specimen",
            Self::Aborted => "aborted",
        };
        let message = match self {
            Self::Network(message) | Self::Unreached(message) | Self::SmallModel(message) => {
                message.as_str()
            }
            Self::TimedOut(Timeout::Silence) => "nothing new came for too long",
            Self::TimedOut(Timeout::Total) => "the whole took too long",
            _ => self.error().map_or("", |error| &error.message),
        };
        Try {
            at,
            error: error.to_owned(),
            status: self.error().and_then(|error| error.status),
            message: message.chars().take(MAX_TRY_MESSAGE).collect(),
        }
    }
}

/// Returns whether an attempt that was given up with this error, such as `network`, may succeed
/// when the run goes on. This holds for errors of the connection, rate limits and overloaded
/// servers. A malformed reply counts too, because it may be the sign-in page of a network.
pub fn may_pass(error: &str) -> bool {
    matches!(error, "network" | "timed-out" | "rate-limit" | "overloaded" | "cut" | "malformed")
}
