//! Messages as bytes.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes that are no message of the wanted kind; or, which does not happen, a message that has no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the page and its worker do not understand each other")
    }
}

impl std::error::Error for Malformed {}

/// A message as bytes.
///
/// # Errors
///
/// [`Malformed`] for a message that cannot be written; those of this crate all can.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, Malformed> {
    postcard::to_allocvec(message).map_err(|_| Malformed)
}

/// The message that bytes are, all of them.
///
/// # Errors
///
/// [`Malformed`] for any other bytes.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Malformed> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        _ => Err(Malformed),
    }
}
