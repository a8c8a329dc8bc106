//! What the worker is told to do.

use stepfall_protocol::Event;
use stepfall_provider::{Key, Request};

pub use stepfall_protocol::CallId;

/// Something for the worker to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Sends a request, to this origin and no other, and tells what comes back under the number of its call.
    Fetch(CallId, Request, String),
    /// Gives a request up.
    Abort(CallId),
    /// Finds out what there is to know about a request that failed without a word: asks an address for nothing, without a key.
    Probe(CallId, String),
    /// Comes back at this time.
    Wake(u64),
    /// Keeps the header of a run, and then its lines: attempts by number, and entries of its ledger under keys beyond. What is told together is kept together.
    KeepRun(String, String),
    /// See [`Command::KeepRun`].
    Keep(String, u64, String),
    /// Keeps the header of a run with these lines by their keys, in a store that has none of them.
    Restore(String, String, Vec<(u64, String)>),
    /// Keeps an answer that Play was given, as a header and the transcript, and tells so under the number of its call.
    KeepAnswer(CallId, String, String),
    /// Reads a run: its header first, then its attempts.
    Load(String),
    /// Reads one attempt of a run.
    LoadOne(String, u32),
    /// Reads the next piece of the file that becomes a run.
    Read(String),
    /// Takes a run for this tab alone, if no other has it.
    Lock(String),
    /// Lets a run go.
    Unlock(String),
    /// Finds the SHA-256 digest of a verifier, and tells it under the number of the call.
    Hash(CallId, String),
    /// Tells the page the key that it signed in for, and the origin to which it belongs.
    TellKey(CallId, String, Key),
    /// Tells the page something.
    Tell(Event),
}
