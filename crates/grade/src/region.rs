//! Which parts of a transcript are spoken to the reader, and which are reasoning.

use std::ops::Range;

use crate::token::{Kind, Tokens};

/// Ranges of tokens.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Regions {
    pub(crate) visible: Vec<Range<usize>>,
    pub(crate) reasoning: Vec<Range<usize>>,
    /// Where the reasoning stands in the text, in bytes, its marks included.
    pub(crate) spans: Vec<Range<usize>>,
}

/// Splits off `<think>…</think>`. Where the opening tag is missing, as some servers leave it out, reasoning begins with
/// the text; an unclosed one lasts to the end. `length` is that of the text.
pub(crate) fn regions(tokens: &Tokens, length: usize) -> Regions {
    let mut regions = Regions::default();
    let mut from = 0;
    let mut opened = None;
    for &at in &tokens.thinking {
        let token = tokens.list[at];
        match token.kind {
            Kind::Think if opened.is_none() => {
                regions.visible.push(from..at);
                opened = Some(token.start as usize);
            }
            Kind::ThinkEnd => {
                if opened.is_none() {
                    regions.reasoning.append(&mut regions.visible);
                    regions.spans.clear();
                }
                regions.reasoning.push(from..at);
                regions.spans.push(opened.take().unwrap_or(0)..token.end as usize);
            }
            _ => continue,
        }
        from = at + 1;
    }
    regions.spans.extend(opened.map(|start| start..length));
    if opened.is_some() { &mut regions.reasoning } else { &mut regions.visible }
        .push(from..tokens.list.len());
    regions.visible.retain(|range| !range.is_empty());
    regions.reasoning.retain(|range| !range.is_empty());
    regions
}
