//! Text that is never shown.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that passes between the page and the worker, and is in no log. Its [`Debug`](fmt::Debug)
/// output hides the content.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
