//! Chance.

use crate::prelude::window;

/// A number that nobody can foretell; nothing where the browser has no source of chance.
pub(crate) fn random_number() -> Option<u64> {
    let mut bytes = [0; 8];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}
