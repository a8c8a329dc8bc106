//! The decision of a dialogue after a reply.

use stepfall_provider::Turn;

use crate::note::DialogueEnd;

/// The turn that follows a reply, or the end of the dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// A question in the same dialogue.
    Ask(String),
    /// The results of the called tools, as a turn and as text.
    Results(Turn, String),
    /// A question in a new context, in which the model does not see the turns before it.
    Anew(String),
    End(DialogueEnd),
}
