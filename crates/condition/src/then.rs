//! What follows from a reply.

use stepfall_provider::Turn;

use crate::note::End;

/// What follows from a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Then {
    /// This is said next.
    Ask(String),
    /// The tools that were called gave this back, which is worded so in the text.
    Results(Turn, String),
    /// This is asked of a model that has seen nothing else.
    Anew(String),
    End(End),
}
