//! Texts about dialogues.

#![expect(missing_docs, reason = "a text says what it is")]

use stepfall_procedure::Condition;

pub const BEGUN: &str = "Then, as if the model had written it";
pub const BEGUN_ASKED: &str = "And then asked";
pub const SHOW_MORE: &str = "Show more";
pub const COPY_BEGUN: &str = "Copy these";
pub const PROTOCOL: &str = "How it goes";
pub const NEXT: &str = "Say next";
pub const COPY_NEXT: &str = "Copy";
pub const COPY_WHAT_NEXT: &str = "Copy what to say next";
pub const REPLY: &str = "The model’s next reply";
pub const REPLY_PLACEHOLDER: &str = "Paste what the model replied.";
pub const ADD_REPLY: &str = "Add the reply";
pub const BY_TOOL: &str = "The model waits for a tool’s result. To carry such a dialogue by hand, take the condition “Calculator in text”.";

/// Names the participants in the dialogue that is shown.
pub const fn protocol_by(condition: Condition) -> &'static str {
    match condition {
        Condition::Verified(_) => {
            "A small dialogue with a simulated solver, a script that makes one error here."
        }
        _ => "A small dialogue with a simulated solver, a script that makes no error.",
    }
}

/// Names how many parts of a dialogue are not shown.
pub fn more_parts(more: usize) -> String {
    match more {
        1 => "One more part of the dialogue is not shown. All of it was read.".to_owned(),
        more => format!("{more} more parts of the dialogue are not shown. All of it was read."),
    }
}

/// Describes where the next message belongs.
pub const fn where_next(condition: Condition) -> &'static str {
    match condition {
        Condition::Explain | Condition::Isolated => {
            "Ask this in a new chat, and bring the reply back."
        }
        _ => "Say this in the same chat, and bring the reply back.",
    }
}

/// Reports the progress of an unfinished dialogue.
pub fn open_so_far(written: usize, steps: usize) -> String {
    match written {
        0 => format!("None of {steps} steps written so far"),
        written => crate::so_far(written, steps),
    }
}
