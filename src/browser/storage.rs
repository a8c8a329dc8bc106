//! Transcripts that are too long for the address: kept for this tab, by the fragment of the address.

use crate::prelude::window;
use web_sys::Storage;

const PREFIX: &str = "stepfall.transcript";

/// The storage of this tab, which a browser may refuse even to name.
fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// The transcript that was kept for a fragment.
pub(crate) fn kept(fragment: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{fragment}")).ok().flatten()
}

/// Keeps a transcript; false where the storage is blocked or full.
pub(crate) fn keep(fragment: &str, transcript: &str) -> bool {
    storage()
        .is_some_and(|storage| storage.set_item(&format!("{PREFIX}{fragment}"), transcript).is_ok())
}

/// Drops the transcript that was kept for a fragment, if any.
pub(crate) fn forget(fragment: &str) {
    if let Some(storage) = storage() {
        // Where even this is refused there is nothing to drop.
        let _ = storage.remove_item(&format!("{PREFIX}{fragment}"));
    }
}
