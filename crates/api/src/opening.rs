//! The part of a dialogue before the first reply.

use stepfall_condition::{Dialogue, Role, parts};
use stepfall_procedure::{Condition, Item};

/// The part of a dialogue before the first reply, without the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The text in the role of the model.
    pub given: String,
    /// The request to the model that follows this text.
    pub asked: String,
}

/// Returns the part of a dialogue before the first reply, or `None` if there is only the prompt.
pub fn opening(item: &Item, condition: Condition) -> Option<Opening> {
    let dialogue = Dialogue::new(item, condition);
    let asked = dialogue.next_question()?.to_owned();
    let given = parts(&dialogue.text()).into_iter().find(|part| part.role == Role::History)?.text;
    Some(Opening { given, asked })
}
