//! Texts about dialogues.

use stepfall_procedure::Condition;
use stepfall_protocol::verdict::{Dialogue, Role};

pub(crate) const BEGUN: &str = "Then, as if the model had written it";
pub(crate) const BEGUN_ASKED: &str = "And then asked";
pub(crate) const SHOW_MORE: &str = "Show more";
pub(crate) const COPY_BEGUN: &str = "Copy these";
pub(crate) const PROTOCOL: &str = "How it goes";
pub(crate) const NEXT: &str = "Say next";
pub(crate) const COPY_NEXT: &str = "Copy";
pub(crate) const COPY_WHAT_NEXT: &str = "Copy what to say next";
pub(crate) const REPLY: &str = "The model’s next reply";
pub(crate) const REPLY_PLACEHOLDER: &str = "Paste what the model replied.";
pub(crate) const ADD_REPLY: &str = "Add the reply";
pub(crate) const BY_TOOL: &str = "The model waits for a tool’s result. To carry such a dialogue by hand, take the condition “Calculator in text”.";

/// Describes the sample dialogue: its solver, and whether the solver makes an error.
pub(crate) const fn protocol_by(condition: Condition) -> &'static str {
    match condition {
        Condition::Verified(_) => {
            "A small dialogue with a simulated solver, a script that makes one error here."
        }
        _ => "A small dialogue with a simulated solver, a script that makes no error.",
    }
}

/// Reports how many parts of a dialogue are not shown.
pub(crate) fn more_parts(more: usize) -> String {
    match more {
        1 => "One more part of the dialogue is not shown. All of it was read.".to_owned(),
        more => format!("{more} more parts of the dialogue are not shown. All of it was read."),
    }
}

/// Returns the instruction where to send the next message.
pub(crate) const fn next_message_target(condition: Condition) -> &'static str {
    match condition {
        Condition::Explain | Condition::Isolated => {
            "Ask this in a new chat, and bring the reply back."
        }
        _ => "Say this in the same chat, and bring the reply back.",
    }
}

/// Reports the progress of an unfinished dialogue.
pub(crate) fn open_so_far(written: usize, steps: usize) -> String {
    match written {
        0 => format!("None of {steps} steps written so far"),
        written => super::ask::so_far(written, steps),
    }
}

/// Returns the label for the author of a part.
pub(crate) const fn speaker(role: Role, condition: Condition) -> &'static str {
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
