//! Which parts of a transcript are spoken to the reader, and which are reasoning.

use std::ops::Range;

use crate::token::{Kind, Token};

/// Ranges of tokens.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Regions {
    pub(crate) visible: Vec<Range<usize>>,
    pub(crate) reasoning: Vec<Range<usize>>,
}

/// Splits off `<think>…</think>`. Where the opening tag is missing, as some servers leave it out, reasoning begins with
/// the text; an unclosed one lasts to the end.
pub(crate) fn regions(tokens: &[Token]) -> Regions {
    let mut regions = Regions::default();
    let mut from = 0;
    let mut thinking = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Think if !thinking => {
                regions.visible.push(from..at);
                thinking = true;
            }
            Kind::ThinkEnd if thinking => {
                regions.reasoning.push(from..at);
                thinking = false;
            }
            Kind::ThinkEnd => {
                regions.reasoning.append(&mut regions.visible);
                regions.reasoning.push(from..at);
            }
            _ => continue,
        }
        from = at + 1;
    }
    if thinking { &mut regions.reasoning } else { &mut regions.visible }.push(from..tokens.len());
    regions.visible.retain(|range| !range.is_empty());
    regions.reasoning.retain(|range| !range.is_empty());
    regions
}
