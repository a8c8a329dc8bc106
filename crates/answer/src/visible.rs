//! Which parts of a transcript can hold an answer: not its reasoning, and not the prompt said again.

use std::ops::Range;

const OPENING: [&str; 2] = ["<think>", "<thinking>"];
const CLOSING: [&str; 2] = ["</think>", "</thinking>"];

/// The parts of a transcript outside reasoning and outside any verbatim copy of the prompt, in order.
pub(crate) fn visible(transcript: &str, prompt: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    for spoken in spoken(transcript) {
        let mut from = spoken.start;
        if !prompt.is_empty() {
            for (at, _) in transcript[spoken.clone()].match_indices(prompt) {
                let at = spoken.start + at;
                parts.push(from..at);
                from = at + prompt.len();
            }
        }
        parts.push(from..spoken.end);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The parts outside `<think>…</think>`. Where the opening tag is missing, as some servers leave it out, reasoning begins
/// with the text; an unclosed one lasts to the end.
fn spoken(transcript: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    // The start of the part that is being spoken, or nothing while reasoning.
    let mut from = Some(0);
    for (at, _) in transcript.match_indices('<') {
        if tag_at(transcript, at, &OPENING).is_some() {
            parts.extend(from.take().map(|start| start..at));
        } else if let Some(tag) = tag_at(transcript, at, &CLOSING) {
            if from.is_some() {
                parts.clear();
            }
            from = Some(at + tag);
        }
    }
    if let Some(start) = from {
        parts.push(start..transcript.len());
    }
    parts
}

/// The length of the tag that begins here, in any case of letters.
pub(crate) fn tag_at(text: &str, at: usize, tags: &[&str]) -> Option<usize> {
    let here = &text.as_bytes()[at..];
    tags.iter()
        .find(|tag| {
            here.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
        })
        .map(|tag| tag.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(transcript: &str) -> String {
        visible(transcript, "PROMPT")
            .into_iter()
            .map(|part| &transcript[part])
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn reasoning_is_split_off() {
        assert_eq!(kept("a<think>b</think>c"), "a|c");
        assert_eq!(kept("<Thinking>b</THINKING>c"), "c");
        assert_eq!(kept("no opening tag</think>c"), "c");
        assert_eq!(kept("a<think>never closed"), "a");
        assert_eq!(kept("<think>never closed"), "");
    }

    #[test]
    fn the_prompt_said_again_is_left_out() {
        assert_eq!(kept("PROMPT a PROMPT"), " a ");
        assert_eq!(kept("<think>PROMPT</think>a"), "a");
    }
}
