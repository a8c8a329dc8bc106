//! What is never shown.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that goes from the page to the worker or back, and is in no log: its [`Debug`](fmt::Debug) says nothing of it.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
