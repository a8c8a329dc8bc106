//! Chance. All of it is drawn here, also what a worker needs, so that a test of the page can put a source of its own in its place.

use leptos::prelude::window;

/// Bytes of a secret.
const SECRET: usize = 32;

/// A number that nobody can foretell; nothing where the browser has no source of chance.
pub(crate) fn random_number() -> Option<u64> {
    draw().map(u64::from_le_bytes)
}

/// A secret for a worker to make a verifier or a state of; nothing where the browser has no source of chance.
pub(crate) fn random_secret() -> Option<Vec<u8>> {
    draw::<SECRET>().map(Vec::from)
}

fn draw<const LENGTH: usize>() -> Option<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
