//! What is kept for this tab: transcripts that the address has no room for, by a name in the entry of the history that they belong to; whom the visitor
//! asked; a sign-in that is under way; and keys, only where the visitor wishes, each for one exact origin.

use leptos::prelude::window;
use web_sys::Storage;

use crate::state::{Kept, Leave};

const PREFIX: &str = "stepfall.transcript.";
const KEY: &str = "stepfall.key.";
const ASKED: &str = "stepfall.asked";
const SIGN_IN: &str = "stepfall.sign-in";
const ALLOWED: &str = "stepfall.allowed.";

/// The storage of this tab, which a browser may refuse even to name.
fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// What was kept under a name.
pub(crate) fn kept(name: &str) -> Option<Kept> {
    let kept = storage()?.get_item(&key(name)).ok().flatten()?;
    let (of, transcript) = kept.split_once('\n')?;
    Some(Kept { of: of.to_owned(), transcript: transcript.to_owned() })
}

/// Returns what was kept under a name, and forgets it.
pub(crate) fn take_kept(name: &str) -> Option<Kept> {
    let taken = kept(name)?;
    // Were it to stay, it would only be opened once more.
    let _ = storage()?.remove_item(&key(name));
    Some(taken)
}

/// Keeps a transcript under a name; false where the storage is blocked, or too small even without what was kept before.
pub(crate) fn keep(name: &str, kept: &Kept) -> bool {
    /// More than any browser has room for, in bytes.
    const MOST: usize = 10_000_000;
    let Some(storage) = storage().filter(|_| kept.transcript.len() <= MOST) else { return false };
    let (key, value) = (key(name), format!("{}\n{}", kept.of, kept.transcript));
    if storage.set_item(&key, &value).is_ok() {
        return true;
    }
    let length = storage.length().unwrap_or(0);
    let keys: Vec<String> = (0..length).filter_map(|at| storage.key(at).ok().flatten()).collect();
    for old in keys.iter().filter(|old| old.starts_with(PREFIX)) {
        // Where even this is refused there is nothing to drop.
        let _ = storage.remove_item(old);
    }
    storage.set_item(&key, &value).is_ok()
}

fn key(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// Whom the visitor asked: provider, address and model.
pub(crate) fn remembered() -> [String; 3] {
    let lines = storage().and_then(|storage| storage.get_item(ASKED).ok().flatten());
    let lines = lines.unwrap_or_default();
    let mut lines = lines.split('\n').map(str::to_owned);
    std::array::from_fn(|_| lines.next().unwrap_or_default())
}

/// Remembers whom the visitor asks, where the browser allows it.
pub(crate) fn remember(asked: &[&str; 3]) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(ASKED, &asked.join("\n"));
    }
}

/// The exact origin of an address; nothing where it has none.
pub(crate) fn origin(address: &str) -> Option<String> {
    let origin = web_sys::Url::new(address.trim()).ok()?.origin();
    (origin != "null").then_some(origin)
}

/// The origins that the visitor has let a run ask.
pub(crate) fn allowed(run: &str) -> Vec<String> {
    let lines = storage().and_then(|storage| storage.get_item(&format!("{ALLOWED}{run}")).ok()?);
    lines.iter().flat_map(|lines| lines.lines().map(str::to_owned)).collect()
}

/// Keeps which origins the visitor has let a run ask, where the browser allows it.
pub(crate) fn keep_allowed(run: &str, origins: &[String]) {
    if let Some(storage) = storage().filter(|_| !run.is_empty() && !origins.is_empty()) {
        let _ = storage.set_item(&format!("{ALLOWED}{run}"), &origins.join("\n"));
    }
}

/// The key that is kept for an origin.
pub(crate) fn kept_key(origin: &str) -> Option<String> {
    storage()?.get_item(&format!("{KEY}{origin}")).ok().flatten()
}

/// Keeps a key for an origin, or forgets it; false where it should be kept and cannot be.
pub(crate) fn keep_key(origin: &str, key: Option<&str>) -> bool {
    let name = format!("{KEY}{origin}");
    match (storage(), key) {
        (Some(storage), Some(key)) if !origin.is_empty() => storage.set_item(&name, key).is_ok(),
        (Some(storage), None) => storage.remove_item(&name).is_ok(),
        (_, key) => key.is_none(),
    }
}

/// Keeps what a sign-in needs when the visitor comes back; false where the browser does not allow it.
pub(crate) fn keep_leave(leave: &Leave) -> bool {
    storage().is_some_and(|storage| storage.set_item(SIGN_IN, &leave.lines()).is_ok())
}

/// What is kept for a sign-in, which stays kept.
pub(crate) fn kept_leave() -> Option<Leave> {
    Leave::read(&storage()?.get_item(SIGN_IN).ok().flatten()?)
}

/// Keeps no longer what was kept for a sign-in; false where the browser does not allow it.
pub(crate) fn forget_leave() -> bool {
    storage().is_some_and(|storage| storage.remove_item(SIGN_IN).is_ok())
}
