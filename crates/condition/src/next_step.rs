//! The step of a dialogue after a reply.

use stepfall_provider::Turn;

use crate::note::End;

/// The step of a dialogue after a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// A question in the same dialogue.
    Ask(String),
    /// The results of the called tools, as a turn and as text.
    Results(Turn, String),
    /// A question in a new dialogue.
    Anew(String),
    End(End),
}
