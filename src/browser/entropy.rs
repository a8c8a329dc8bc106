//! Randomness. All random bytes are drawn here, also for workers, so that a test of the page can
//! substitute a fixed source.

use leptos::prelude::window;

/// The length of a secret, in bytes.
const SECRET: usize = 32;

/// Returns an unpredictable number; `None` if the browser has no source of randomness.
pub(crate) fn random_number() -> Option<u64> {
    draw().map(u64::from_le_bytes)
}

/// Returns random bytes from which a worker derives the verifier or the state of a sign-in. Returns
/// `None` if the browser has no source of randomness.
pub(crate) fn random_secret() -> Option<Vec<u8>> {
    draw::<SECRET>().map(Vec::from)
}

fn draw<const LENGTH: usize>() -> Option<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
