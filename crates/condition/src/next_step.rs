//! The continuation of a dialogue after a reply.

use stepfall_provider::Turn;

use crate::note::End;

/// The continuation of a dialogue after a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// The next question.
    Ask(String),
    /// The results of the called tools, and their text.
    Results(Turn, String),
    /// A question in a new dialogue.
    Anew(String),
    End(End),
}
