//! What the worker is told to do.

use serde_json::{Value, json};
use stepfall_provider::{HeaderValue, Key, Request};

/// The number of a call, chosen by whoever asks.
pub type CallId = u32;

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
    /// Tells the page something: what kind it is, of which call, and a text.
    Tell(&'static str, CallId, String),
}

impl Command {
    /// The command as the worker reads it: an array that begins with its name. It is for the worker alone: the headers of
    /// a request hold the key. A key that is told stands in a line behind its origin.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Fetch(id, request, origin) => {
                let headers: Vec<Value> = request
                    .headers
                    .iter()
                    .map(|header| json!([header.name, header.value.reveal()]))
                    .collect();
                let method = request.method.name();
                json!(["fetch", id, method, request.url, origin, headers, request.body])
            }
            Self::Abort(id) => json!(["abort", id]),
            Self::Probe(id, url) => json!(["probe", id, url]),
            Self::Wake(at) => json!(["wake", at]),
            Self::KeepRun(run, header) => json!(["run", run, header]),
            Self::Keep(run, number, line) => json!(["keep", run, number, line]),
            Self::KeepAnswer(id, header, transcript) => json!(["answer", id, header, transcript]),
            Self::Load(run) => json!(["load", run]),
            Self::LoadOne(run, number) => json!(["one", run, number]),
            Self::Read(run) => json!(["read", run]),
            Self::Lock(run) => json!(["lock", run]),
            Self::Unlock(run) => json!(["unlock", run]),
            Self::Hash(id, verifier) => json!(["hash", id, verifier]),
            Self::TellKey(id, origin, key) => {
                let key = HeaderValue::Secret("", key.clone()).reveal();
                json!(["tell", "key", id, format!("{origin}\n{key}")])
            }
            Self::Tell(kind, id, text) => json!(["tell", kind, id, text]),
        }
    }
}
