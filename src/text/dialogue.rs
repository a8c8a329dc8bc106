//! Texts about dialogues.

use stepfall_procedure::Condition;
use stepfall_protocol::verdict::{Dialogue, Role};

/// Returns the label for the author of a part.
pub(crate) const fn said_by(role: Role, condition: Condition) -> &'static str {
    match (role, condition) {
        (Role::Model, _) => "Answered",
        (Role::User, Condition::Calculator | Condition::CalculatorText) => "Given back",
        (Role::User, Condition::Explain) => "Asked anew",
        (Role::User, _) => "Asked",
        (Role::Prefilled, _) => "Given, as if answered",
        (Role::Evaluator, _) => "Carried out by us",
    }
}

/// Returns the facts about a dialogue, each a sentence.
pub(crate) fn facts_of_dialogue(dialogue: &Dialogue) -> Vec<String> {
    let replies = match dialogue.replies {
        0 => "no reply".to_owned(),
        1 => "1 reply".to_owned(),
        replies => format!("{replies} replies"),
    };
    let first = if dialogue.is_over {
        format!("{replies}.")
    } else {
        format!("The dialogue is not over: {replies} so far.")
    };
    let mut facts = vec![first];
    facts.extend(dialogue.facts.iter().cloned());
    facts
}
