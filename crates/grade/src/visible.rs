//! A fast path for transcripts with reasoning before a plain trace. It skips the reasoning, which
//! is most of such a transcript.
//!
//! Reasoning can change how the visible text is read: its commas show the meaning of commas in the
//! answer, and an object that begins there may contain the visible text. The fast path applies only
//! if the reasoning contains no object or other tag, and if the visible text is unambiguous. Debug
//! assertions check that the verdict on the visible text stays the same.

use std::ops::Range;

/// The tags of reasoning on this fast path. The lexer reads all other tags.
const MARKS: (&str, &str) = ("<think>", "</think>");

/// A transcript that begins with reasoning and continues with a plain trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReasonedTrace {
    /// The bytes between the tags.
    pub(crate) reasoning: Range<usize>,
    /// The beginning of the first line of the trace.
    pub(crate) trace: usize,
}

impl ReasonedTrace {
    /// Returns the parts of a transcript, if they can be read independently.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let (opening, closing) = MARKS;
        let thought = text.strip_prefix(opening)?;
        let (reasoning, visible) = thought.split_at(thought.find(closing)?);
        let visible = &visible[closing.len()..];
        let trace = visible.trim_start_matches(['\n', ' ']);
        let is_apart = visible[..visible.len() - trace.len()].contains('\n');
        // An object may continue after the tag, and there may be other tags.
        let is_simple = !reasoning.bytes().any(|byte| matches!(byte, b'{' | b'<' | b'['))
            && !reasoning.contains('◁');
        (is_apart && is_simple && is_plain_trace(trace)).then(|| Self {
            reasoning: opening.len()..opening.len() + reasoning.len(),
            trace: text.len() - trace.len(),
        })
    }
}

/// Returns whether a text consists of lines such as `S3 = S1 - S2 = 5 - (-7) = 12` and then
/// `Answer: 12`. All numbers must be written in digits alone, and only negative ones in brackets.
fn is_plain_trace(text: &str) -> bool {
    let mut lines = text.split('\n').filter(|line| !line.is_empty());
    let is_plain = |rest: &str| {
        let after = rest.bytes().skip(1).chain([b' ']);
        rest.bytes().zip(after).all(|(byte, after)| match byte {
            b'0'..=b'9' | b'S' | b' ' | b'=' | b'+' | b'-' | b'*' | b'/' | b')' => true,
            b'(' => after == b'-',
            _ => false,
        })
    };
    let answer = lines.next_back().and_then(|line| line.strip_prefix("Answer: "));
    let is_step = |line: &str| {
        line.strip_prefix('S').is_some_and(|rest| {
            rest.starts_with(|first: char| first.is_ascii_digit()) && is_plain(rest)
        })
    };
    answer.is_some_and(is_plain) && lines.all(is_step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reasoning_before_a_plain_trace_is_split_off() {
        let text = "<think>S3 is 12, then.</think>\n\nS3 = S1 + S2 = 5 + 7 = 12\nAnswer: 12\n";
        let found = ReasonedTrace::of(text);
        let found = found.map(|found| (&text[found.reasoning], &text[found.trace..]));
        assert_eq!(found, Some(("S3 is 12, then.", "S3 = S1 + S2 = 5 + 7 = 12\nAnswer: 12\n")));
        for other in [
            "S3 = 12\nAnswer: 12",
            "<think>S3 is 12.</think>S3 = 12\nAnswer: 12",
            "<think>S3 is 12.\nS3 = 12\nAnswer: 12",
            "<think>{\"S3\": </think>\nS3 = 12\nAnswer: 12",
            "<think>S3 <answer></think>\nS3 = 12\nAnswer: 12",
            "<think>◁/think▷</think>\nS3 = 12\nAnswer: 12",
            "<think></think>\nS3 = 1,200\nAnswer: 1,200",
            "<think></think>\nS3 = (12)\nAnswer: 12",
            "<think></think>\nS3 = 12.\nAnswer: 12",
            "<think></think>\nS3 = 12",
            "<think></think>\nAnswer: 12\nS3 = 12",
            "<think></think>\nAnswer: S3 is 12",
            "<think></think>\nSo S3 = 12\nAnswer: 12",
            "<think></think></think>\nS3 = 12\nAnswer: 12",
        ] {
            assert_eq!(ReasonedTrace::of(other), None, "{other}");
        }
    }
}
