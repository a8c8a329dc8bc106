//! Finds the reasoning in a reply, which is not part of the visible text.

use std::ops::Range;

/// The marks before and after reasoning; true for an opening mark. The grader knows the same marks.
const MARKS: [(&str, bool); 10] = [
    ("<think>", true),
    ("<thinking>", true),
    ("<reasoning>", true),
    ("</think>", false),
    ("</thinking>", false),
    ("</reasoning>", false),
    ("<|channel|>analysis<|message|>", true),
    ("<|channel|>final<|message|>", false),
    ("◁think▷", true),
    ("◁/think▷", false),
];

/// A range of a reply that is reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reasoning {
    /// The bytes of the reasoning, with its marks.
    pub(crate) span: Range<usize>,
    /// The bytes between the marks.
    pub(crate) inner: Range<usize>,
    pub(crate) is_opened: bool,
    pub(crate) is_closed: bool,
}

/// Returns the reasoning in a reply, in order. Without an opening mark the reasoning begins with
/// the reply; without a closing mark it lasts to the end.
pub(crate) fn reasoning(reply: &str) -> Vec<Reasoning> {
    let mut all = Vec::new();
    let mut opened = None;
    for (at, _) in reply.match_indices(['<', '◁']) {
        let Some((mark, opens)) = mark(&reply[at..]) else { continue };
        let end = at + mark.len();
        match (opens, opened) {
            (true, None) => opened = Some((at, end)),
            (true, Some(_)) => {}
            (false, Some((start, from))) => {
                let (span, inner) = (start..end, from..at);
                all.push(Reasoning { span, inner, is_opened: true, is_closed: true });
                opened = None;
            }
            (false, None) => {
                all.clear();
                let (span, inner) = (0..end, 0..at);
                all.push(Reasoning { span, inner, is_opened: false, is_closed: true });
            }
        }
    }
    if let Some((start, from)) = opened {
        let (span, inner) = (start..reply.len(), from..reply.len());
        all.push(Reasoning { span, inner, is_opened: true, is_closed: false });
    }
    all
}

fn mark(text: &str) -> Option<(&'static str, bool)> {
    let is_mark =
        |mark: &str| text.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark));
    MARKS.into_iter().find(|(mark, _)| is_mark(mark))
}

/// Replaces the reasoning in a reply by blanks, so that positions stay the same.
pub(crate) fn blank_reasoning(reply: &str) -> String {
    let spans: Vec<Range<usize>> =
        reasoning(reply).into_iter().map(|thought| thought.span).collect();
    blank_ranges(reply, &spans)
}

/// Replaces some bytes of a text by blanks, but keeps line ends. The ranges are in order.
pub(crate) fn blank_ranges(text: &str, hidden: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in hidden {
        let (start, end) = (span.start.max(at), span.end.max(at));
        out.push_str(&text[at..start]);
        blank(&text[start..end], &mut out);
        at = end;
    }
    out.push_str(&text[at..]);
    out
}

/// Appends a blank for each byte of a text, but keeps its line ends.
pub(crate) fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_blanked_without_changing_the_length() {
        for (reply, wanted) in [
            ("S3 = 13", "S3 = 13"),
            ("<think>S3 = 12</think>S3 = 13", "S3 = 13"),
            ("S3 = 13<think>S4 = 1</think>\nS4 = 2", "S3 = 13 S4 = 2"),
            ("S3 = 12</think>S3 = 13", "S3 = 13"),
            ("S3 = 13\n<think>and then S4 = 1", "S3 = 13"),
            ("<think>a<think>b</think>S3 = 13", "S3 = 13"),
            ("a<think>b</think>c</think>S3 = 13", "S3 = 13"),
            ("<THINK>é</THINK>S3 = 13", "S3 = 13"),
            ("◁think▷é◁/think▷S3 = 13", "S3 = 13"),
            ("<reasoning>é</reasoning>S3 = 13", "S3 = 13"),
        ] {
            let visible = blank_reasoning(reply);
            assert_eq!(visible.split_whitespace().collect::<Vec<_>>().join(" "), wanted, "{reply}");
            assert_eq!(visible.len(), reply.len());
        }
    }
}
