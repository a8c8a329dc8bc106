//! Dialogues as texts.

/// The text of a dialogue that goes on: what was said, what is asked next, and the reply.
pub(crate) fn continued(said: &str, asked: &str, reply: &str) -> String {
    format!("{said}\n\n=== asked ===\n{asked}\n\n=== answered ===\n{reply}")
}

/// What the lines begin with that part a dialogue.
const HEADING: &str = "===";

/// Whether a text has lines that part a dialogue.
pub(crate) fn has_headings(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(HEADING))
}

/// A reply whose lines are none of those.
pub(crate) fn without_headings(reply: &str) -> String {
    let line = |line: &str| {
        if line.starts_with(HEADING) { format!(" {line}") } else { line.to_owned() }
    };
    reply.trim().lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_parts_no_dialogue() {
        let reply = without_headings("  S3 = 4\n=== asked ===\nmore\n");
        assert_eq!(reply, "S3 = 4\n === asked ===\nmore");
        assert!(!has_headings(&reply) && has_headings("a\n=== answered ===\nb"));
    }
}
