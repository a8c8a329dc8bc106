//! Dialogues as texts.

/// The text of a dialogue that goes on: what was said, what is asked next, and the reply.
pub(crate) fn continued(said: &str, asked: &str, reply: &str) -> String {
    format!("{said}\n\n=== asked ===\n{asked}\n\n=== answered ===\n{reply}")
}
