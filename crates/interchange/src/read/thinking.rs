//! Separates an answer from the reasoning that promptfoo writes before it, unless `showThinking` is
//! off.

/// The marks of reasoning and of encrypted reasoning.
const MARKS: [&str; 2] = ["Thinking: ", "Redacted Thinking: "];
/// The mark of the line that ends Anthropic's reasoning.
const SIGNATURE: &str = "\nSignature: ";
/// The separator between reasoning and answer.
const BLANK_LINE: &str = "\n\n";

/// An output that begins with reasoning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownThinking<'a> {
    /// The reasoning, without its mark; empty if it is encrypted.
    pub reasoning: &'a str,
    /// The answer.
    pub text: &'a str,
    /// True if the beginning of the answer is not marked, and was guessed from the text.
    pub is_guessed: bool,
}

/// Separates reasoning and answer in an output of promptfoo. Returns `None` if the output does not
/// begin with a mark of reasoning, or if no separator follows.
///
/// Anthropic's reasoning ends with its signature. Elsewhere only a blank line separates reasoning
/// from answer, and both may contain further blank lines. The answer then begins with the last
/// paragraph that has a digit. It also includes all that follows, and the paragraphs directly
/// before it in which every line has an equals sign. Without a digit, the answer begins after the
/// first blank line.
pub fn shown_thinking(output: &str) -> Option<ShownThinking<'_>> {
    let mark = MARKS.into_iter().find(|mark| output.starts_with(mark))?;
    let (begin, is_guessed) = match after_signature(output) {
        Some(begin) => (begin, false),
        None if mark == MARKS[1] => (behind_blank_line(output)?, false),
        None => guess_answer_start(output)?,
    };
    let (reasoning, mut text) = output.split_at_checked(begin)?;
    while text.starts_with(MARKS[1]) {
        text = behind_blank_line(text).and_then(|at| text.get(at..)).unwrap_or_default();
    }
    let reasoning = if mark == MARKS[0] { reasoning.get(mark.len()..)?.trim_end() } else { "" };
    Some(ShownThinking { reasoning, text, is_guessed })
}

/// Returns the position after the last signature.
fn after_signature(output: &str) -> Option<usize> {
    let at = output.rfind(SIGNATURE)? + SIGNATURE.len();
    let line = output.get(at..)?.split('\n').next()?;
    let is_signature = !line.contains(char::is_whitespace);
    is_signature.then(|| (at + line.len() + BLANK_LINE.len()).min(output.len()))
}

fn behind_blank_line(text: &str) -> Option<usize> {
    text.find(BLANK_LINE).map(|at| at + BLANK_LINE.len())
}

/// Returns the probable beginning of the answer, and whether there are other candidates.
fn guess_answer_start(output: &str) -> Option<(usize, bool)> {
    // The output contains only reasoning.
    if output.ends_with(BLANK_LINE) {
        return Some((output.len(), false));
    }
    let mut begins: Vec<usize> =
        output.match_indices(BLANK_LINE).map(|(at, _)| at + BLANK_LINE.len()).collect();
    let is_guessed = begins.len() > 1;
    let mut begin = begins.pop()?;
    let mut end = output.len();
    let has_digit = |paragraph: &str| paragraph.contains(|c: char| c.is_ascii_digit());
    let has_steps = |paragraph: &str| {
        !paragraph.trim().is_empty()
            && paragraph.lines().all(|line| line.trim().is_empty() || line.contains('='))
    };
    let mut is_answer_found = output.get(begin..end).is_some_and(has_digit);
    while let Some(before) = begins.pop() {
        end = begin;
        let paragraph = output.get(before..end).unwrap_or_default();
        if is_answer_found && !has_steps(paragraph) {
            break;
        }
        is_answer_found |= has_digit(paragraph);
        begin = before;
    }
    Some((begin, is_guessed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts_of(output: &str) -> Option<(&str, &str, bool)> {
        shown_thinking(output)
            .map(|ShownThinking { reasoning, text, is_guessed }| (reasoning, text, is_guessed))
    }

    #[test]
    fn an_output_without_promptfoos_mark_is_unchanged() {
        for output in
            ["Answer: 13", "Thinking: 13", "I am Thinking: \n\n13", "thinking: a\n\n13", ""]
        {
            assert_eq!(parts_of(output), None, "{output:?}");
        }
    }

    #[test]
    fn a_single_blank_line_separates_reasoning_from_the_answer() {
        assert_eq!(
            parts_of("Thinking: Is it 12? No.\n\nS3 = 13\nAnswer: 13"),
            Some(("Is it 12? No.", "S3 = 13\nAnswer: 13", false))
        );
        assert_eq!(parts_of("Thinking: It is 12.\n\n"), Some(("It is 12.", "", false)));
    }

    #[test]
    fn a_signature_ends_the_reasoning_of_anthropic() {
        assert_eq!(
            parts_of("Thinking: a\n\nAnswer: 1\nSignature: Eo4B+/=\n\nS3 = 4\n\nSo:\n\nAnswer: 13"),
            Some(("a\n\nAnswer: 1\nSignature: Eo4B+/=", "S3 = 4\n\nSo:\n\nAnswer: 13", false))
        );
        assert_eq!(parts_of("Thinking: a\nSignature: Eo4B").map(|(_, text, _)| text), Some(""));
        assert_eq!(
            parts_of("Redacted Thinking: Eo4B\n\nRedacted Thinking: Eo\n\nAnswer: 13"),
            Some(("", "Answer: 13", false))
        );
        assert_eq!(
            parts_of("Thinking: a\nSignature: E\n\nRedacted Thinking: Eo\n\nAnswer: 13")
                .map(|(_, text, _)| text),
            Some("Answer: 13")
        );
    }

    #[test]
    fn an_answer_in_paragraphs_includes_its_steps() {
        assert_eq!(
            parts_of(
                "Thinking: Is it 12?\n\nNo, S3 is 13.\n\nS3 = 4 + 9 = 13\n\nS4 = 26\n\nAnswer: 26\n\nDone."
            ),
            Some((
                "Is it 12?\n\nNo, S3 is 13.",
                "S3 = 4 + 9 = 13\n\nS4 = 26\n\nAnswer: 26\n\nDone.",
                true
            ))
        );
        assert_eq!(parts_of("Thinking: a\n\nb\n\nc"), Some(("a", "b\n\nc", true)));
    }
}
