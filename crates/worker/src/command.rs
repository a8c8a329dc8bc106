//! Commands of the runner to its host.

use stepfall_protocol::Event;
use stepfall_provider::{Key, Request};

pub use stepfall_protocol::CallId;

/// A command that the host carries out.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the comment of each command describes its fields")]
pub enum Command {
    /// Sends a request, only to this origin, and reports its reply under the number of its call.
    Fetch { call: CallId, request: Request, origin: String },
    /// Cancels the request of a call.
    Abort(CallId),
    /// Investigates a request that failed without a message: sends an empty request to an address,
    /// without a key.
    Probe { call: CallId, origin: String },
    /// Wakes the runner at this time, in milliseconds since 1970.
    Wake(u64),
    /// Stores the header of a run, and replaces an earlier header. [`Command::StoreLine`] stores the
    /// lines of the run.
    StoreRun { run: String, header: String },
    /// Stores a line of a run under a key. Attempts have their numbers as keys, and entries of the
    /// ledger have higher keys. All lines of a run that one
    /// [`Runner::take_commands`](crate::Runner::take_commands) returns are written together.
    StoreLine { run: String, key: u64, line: String },
    /// Stores the header of a run with these lines by their keys, in a store that does not have the
    /// run.
    Restore { run: String, header: String, lines: Vec<(u64, String)> },
    /// Stores an answer of Play as a header and a transcript, and reports the result under the
    /// number of its call.
    StoreAnswer { call: CallId, header: String, transcript: String },
    /// Reads a run: its header first, then its lines in pieces.
    LoadRun(String),
    /// Reads one attempt of a run.
    LoadAttempt { run: String, number: u32 },
    /// Reads the next piece of the imported file.
    ReadFilePiece(String),
    /// Locks a run for this tab, if no other tab has the lock.
    Lock(String),
    /// Unlocks a run, so that another tab can lock it.
    Unlock(String),
    /// Computes the SHA-256 digest of a verifier, and reports it under the number of the call.
    HashVerifier { call: CallId, verifier: String },
    /// Sends the page the key from its sign-in, and the only origin that may receive the key.
    SendKey { call: CallId, origin: String, key: Key },
    /// Sends the page an event.
    Emit(Event),
}
