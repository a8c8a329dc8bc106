//! The session storage of this tab. It holds:
//!
//! - transcripts that are not in the address, each under the name of its history entry,
//! - the state of each page, while the document is reloaded,
//! - the provider, the address and the model in the form that asks a model,
//! - a pending sign-in,
//! - the origins that the user has allowed for each run,
//! - API keys by exact origin, if the user allows that.

use leptos::prelude::window;
use web_sys::Storage;

use crate::state::{PendingSignIn, StoredTranscript};

const PREFIX: &str = "stepfall.transcript.";
const KEY: &str = "stepfall.key.";
const ASKED: &str = "stepfall.asked";
const SIGN_IN: &str = "stepfall.sign-in";
const ALLOWED: &str = "stepfall.allowed.";

/// Returns the storage of this tab; `None` if the browser refuses access.
fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// Returns the transcript stored under a name.
pub(crate) fn stored_transcript(name: &str) -> Option<StoredTranscript> {
    let stored = storage()?.get_item(&key(name)).ok().flatten()?;
    let (item, transcript) = stored.split_once('\n')?;
    Some(StoredTranscript { item: item.to_owned(), transcript: transcript.to_owned() })
}

/// Returns the transcript stored under a name, and deletes the stored entry.
pub(crate) fn take_stored_transcript(name: &str) -> Option<StoredTranscript> {
    let taken = stored_transcript(name)?;
    // If the removal fails, a later load opens the entry again, which is harmless.
    let _ = storage()?.remove_item(&key(name));
    Some(taken)
}

/// Stores a transcript under a name. Earlier transcripts, and states stored for a reload, are
/// deleted if the storage is full. Returns false if the storage is blocked or still too small.
pub(crate) fn store_transcript(name: &str, stored_transcript: &StoredTranscript) -> bool {
    /// More than the capacity of any browser, in bytes.
    const MAX_CAPACITY: usize = 10_000_000;
    let Some(storage) = storage().filter(|_| stored_transcript.transcript.len() <= MAX_CAPACITY)
    else {
        return false;
    };
    let (key, value) =
        (key(name), format!("{}\n{}", stored_transcript.item, stored_transcript.transcript));
    if storage.set_item(&key, &value).is_ok() {
        return true;
    }
    let length = storage.length().unwrap_or(0);
    let keys: Vec<String> = (0..length).filter_map(|at| storage.key(at).ok().flatten()).collect();
    for old in keys.iter().filter(|old| old.starts_with(PREFIX)) {
        // If the removal is refused too, the next attempt to store reports the failure.
        let _ = storage.remove_item(old);
    }
    storage.set_item(&key, &value).is_ok()
}

fn key(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// Returns the stored provider, address and model of the form that asks a model.
pub(crate) fn stored_ask_form() -> [String; 3] {
    let lines = storage().and_then(|storage| storage.get_item(ASKED).ok().flatten());
    let lines = lines.unwrap_or_default();
    let mut lines = lines.split('\n').map(str::to_owned);
    std::array::from_fn(|_| lines.next().unwrap_or_default())
}

/// Stores the provider, address and model of the form that asks a model, if the browser allows it.
pub(crate) fn store_ask_form(asked: &[&str; 3]) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(ASKED, &asked.join("\n"));
    }
}

/// Returns the exact origin of an address; `None` if the address has no origin.
pub(crate) fn origin(address: &str) -> Option<String> {
    let origin = web_sys::Url::new(address.trim()).ok()?.origin();
    (origin != "null").then_some(origin)
}

/// Returns the origins that the user has allowed for a run.
pub(crate) fn stored_allowed_origins(run: &str) -> Vec<String> {
    let lines = storage().and_then(|storage| storage.get_item(&format!("{ALLOWED}{run}")).ok()?);
    lines.iter().flat_map(|lines| lines.lines().map(str::to_owned)).collect()
}

/// Stores the origins that the user has allowed for a run, if the browser allows it.
pub(crate) fn store_allowed_origins(run: &str, origins: &[String]) {
    if let Some(storage) = storage().filter(|_| !run.is_empty() && !origins.is_empty()) {
        let _ = storage.set_item(&format!("{ALLOWED}{run}"), &origins.join("\n"));
    }
}

/// Returns the stored key for an origin.
pub(crate) fn stored_key(origin: &str) -> Option<String> {
    storage()?.get_item(&format!("{KEY}{origin}")).ok().flatten()
}

/// Stores a key for an origin, or deletes the stored key if `key` is `None`. Returns false if the
/// key cannot be stored or deleted.
pub(crate) fn store_key(origin: &str, key: Option<&str>) -> bool {
    let name = format!("{KEY}{origin}");
    match (storage(), key) {
        (Some(storage), Some(key)) if !origin.is_empty() => storage.set_item(&name, key).is_ok(),
        (Some(storage), None) => storage.remove_item(&name).is_ok(),
        (_, key) => key.is_none(),
    }
}

/// Stores the state of a sign-in for the return of the user. Returns false if the browser refuses.
pub(crate) fn store_sign_in(leave: &PendingSignIn) -> bool {
    storage().is_some_and(|storage| storage.set_item(SIGN_IN, &leave.lines()).is_ok())
}

/// Returns the stored state of a sign-in, without deleting it.
pub(crate) fn stored_sign_in() -> Option<PendingSignIn> {
    PendingSignIn::read(&storage()?.get_item(SIGN_IN).ok().flatten()?)
}

/// Deletes the stored state of a sign-in. Returns false if the browser refuses.
pub(crate) fn delete_sign_in() -> bool {
    storage().is_some_and(|storage| storage.remove_item(SIGN_IN).is_ok())
}
