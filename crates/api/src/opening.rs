//! What stands in a dialogue before the first reply.

use stepfall_condition::{Dialogue, Role, parts};
use stepfall_procedure::{Condition, Item};

/// What stands in a dialogue before the first reply, beside the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// What stands there as if the model had written it.
    pub given: String,
    /// What is asked then.
    pub asked: String,
}

/// What stands in a dialogue before the first reply; nothing where the prompt is all.
pub fn opening(item: &Item, condition: Condition) -> Option<Opening> {
    let dialogue = Dialogue::new(item, condition);
    let asked = dialogue.next_words()?.to_owned();
    let given = parts(&dialogue.text()).into_iter().find(|part| part.role == Role::Given)?.text;
    Some(Opening { given, asked })
}
