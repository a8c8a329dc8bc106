//! Errors of the store of attempts.

use std::fmt;

/// The reason why attempts or ledger lines could not be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room left.
    Full,
    /// Another error, as a sentence.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("there is no space left to store attempts"),
            // The surrounding message ends the sentence.
            Self::Other(words) => f.write_str(words.trim_end().trim_end_matches('.')),
        }
    }
}

impl std::error::Error for StoreError {}
