//! The instructions to a driver.

use std::fmt;

use crate::plan::Task;
use crate::store::StoreError;

/// A call to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The id of the call, unique within the sweep.
    pub id: u64,
    /// The attempt for which the call is made.
    pub task: Task,
    /// The number of failures that count towards [`MAX_TRIES`](crate::MAX_TRIES) or
    /// [`MAX_RATE_LIMITS`](crate::MAX_RATE_LIMITS), plus one.
    pub try_number: u32,
}

/// The next action of the driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Make this call.
    Ask(Call),
    /// Store the attempt with this number, which [`Scheduler::unsaved`](crate::Scheduler::unsaved)
    /// contains.
    Store(u32),
    /// Wait until this time, in milliseconds from 1970, unless something is reported before.
    Wait(u64),
    /// Wait until something is reported.
    Busy,
    /// Wait until [`Scheduler::start`](crate::Scheduler::start) is called; calls may still be under way.
    Paused(Pause),
    /// Wait until [`Scheduler::start`](crate::Scheduler::start) is called; all calls have ended.
    Stopped,
    /// Stop: every attempt is answered or given up, and stored.
    Finished,
}

/// The reason why the run is paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// The run has not started yet.
    NotStarted,
    /// The user paused the run.
    Wanted,
    /// Several calls in a row got no reply.
    Offline,
    /// One more request would exceed the limit of requests.
    Requests,
    /// One more request might exceed the limit of money.
    Spend,
    /// An attempt or a ledger line could not be stored.
    Store(StoreError),
    /// All remaining attempts belong to halted targets.
    Targets,
}

impl fmt::Display for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotStarted => "The sweep was not started yet.",
            Self::Wanted => "The sweep is paused.",
            Self::Offline => "Several calls in a row got no reply; see whether there is a connection and whether the server lets you in, and go on.",
            Self::Requests => "The limit of requests is reached; raise it to go on.",
            Self::Spend => "One more request might pass the limit of money; raise it to go on.",
            Self::Store(error) => {
                return write!(
                    f,
                    "An attempt could not be stored: {error}. It is stored when the run goes on."
                );
            }
            Self::Targets => {
                "All that is left belongs to models that cannot be asked; see why, and go on."
            }
        })
    }
}
