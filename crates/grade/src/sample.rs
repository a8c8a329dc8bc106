//! Splits a text with several samples of one item.

use std::ops::Range;

use crate::claim::StepClaim;
use crate::verdict::Answer;

/// Returns the parts of a text that hold one sample each. Empty if the text seems to hold only one.
///
/// A sample ends with an answer. The next sample begins if the steps begin again from the first one
/// that was claimed, or at a line such as `---`, `Sample 2` or `Response B:`. A text with nothing
/// but one number on each line holds as many samples as lines.
pub(crate) fn samples(text: &str, claims: &[StepClaim], answers: &[Answer]) -> Vec<Range<usize>> {
    let first_number = claims.iter().map(|claim| claim.number).min();
    let first = claims.iter().find(|claim| Some(claim.number) == first_number);
    let cuts = answers.windows(2).filter_map(|pair| {
        let (before, after) = (&pair[0].claim.span, &pair[1].claim.span);
        let between = &text[before.end..after.start];
        // Claims are in the order of the text.
        let place = |at: usize| claims.partition_point(|claim| claim.value_span.start < at);
        let inside = &claims[place(before.end)..place(after.start)];
        let anew = inside.len() >= 2
            && Some(inside[0].number) == first_number
            && first.is_some_and(|first| first.value_span.start < before.start);
        if let Some(at) = separator(between) {
            Some(before.end + at)
        } else if anew {
            Some(before.end + after_line(between))
        } else {
            (claims.is_empty() && bare(between)).then_some(after.start)
        }
    });
    let mut from = 0;
    let mut parts = Vec::new();
    for cut in cuts {
        parts.push(from..cut);
        from = cut;
    }
    if !parts.is_empty() {
        parts.push(from..text.len());
    }
    parts
}

/// Returns the beginning of a line that separates two samples.
fn separator(between: &str) -> Option<usize> {
    let mut at = 0;
    for line in between.split_inclusive('\n') {
        let plain = line.trim().trim_matches(['*', '#', '[', ']', ':', '=', '-', '_', ' ']);
        let rule = plain.is_empty() && line.trim().len() >= 3;
        if at > 0 && (rule || names_sample(plain)) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Returns whether a line is the heading of a sample: `Sample 2`, `Response B`.
fn names_sample(line: &str) -> bool {
    const WORDS: [&str; 8] =
        ["sample", "response", "attempt", "completion", "run", "output", "generation", "try"];
    let mut words = line.split_whitespace();
    let known =
        words.next().is_some_and(|first| WORDS.iter().any(|word| first.eq_ignore_ascii_case(word)));
    known && words.next().is_some_and(|count| count.len() <= 4) && words.next().is_none()
}

/// Returns whether only a line break and marks are between two numbers.
fn bare(between: &str) -> bool {
    between.contains('\n')
        && between.chars().all(|next| next.is_whitespace() || matches!(next, '.' | '*' | '$' | '`'))
}

/// Returns the end of the first line.
fn after_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |at| at + 1)
}
