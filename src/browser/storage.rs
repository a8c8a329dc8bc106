//! Transcripts that the address has no room for: kept for this tab, by a name in the entry of the history that they belong to.

use crate::prelude::window;
use crate::state::Kept;
use web_sys::Storage;

const PREFIX: &str = "stepfall.transcript.";

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
