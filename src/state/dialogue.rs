//! The text form of a dialogue with a model. Heading lines such as `=== asked ===` separate its
//! parts.

/// Returns the text of a dialogue with a new turn: the text so far, the next question and the
/// reply.
pub(crate) fn append_turn(dialogue: &str, asked: &str, reply: &str) -> String {
    format!("{dialogue}\n\n=== asked ===\n{asked}\n\n=== answered ===\n{reply}")
}

/// The start of the heading lines that separate the parts of a dialogue.
const HEADING: &str = "===";

/// Returns whether a text has heading lines of a dialogue.
pub(crate) fn has_headings(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(HEADING))
}

/// Indents heading lines of a reply, so that they do not separate parts.
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
    fn headings_in_a_reply_do_not_split_the_dialogue() {
        let reply = without_headings("  S3 = 4\n=== asked ===\nmore\n");
        assert_eq!(reply, "S3 = 4\n === asked ===\nmore");
        assert!(!has_headings(&reply) && has_headings("a\n=== answered ===\nb"));
    }
}
