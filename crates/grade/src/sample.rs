//! Several samples of one item in one paste.

use std::ops::Range;

use crate::claim::StepClaim;
use crate::verdict::Answer;

/// The parts of a text that hold one sample each; none where it seems to hold only one.
///
/// A sample ends with an announced answer, and the next begins after it where the steps begin anew from the first that was claimed, or
/// where a line says so: `---`, `Sample 2`, `Response B:`. A text that is nothing but one number on each line holds as many samples as lines.
pub(crate) fn samples(text: &str, claims: &[StepClaim], answers: &[Answer]) -> Vec<Range<usize>> {
    if answers.len() < 2 {
        return Vec::new();
    }
    let mut cuts: Vec<usize> = Vec::new();
    let mut done = 0;
    let first_number = claims.iter().map(|claim| claim.number).min();
    let begun = claims
        .iter()
        .find(|claim| Some(claim.number) == first_number)
        .map(|claim| claim.value_span.start);
    for pair in answers.windows(2) {
        let (before, after) = (&pair[0].claim, &pair[1].claim);
        let between = &text[before.span.end..after.span.start];
        // Claims are in the order of the text.
        let place = |at: usize| claims.partition_point(|claim| claim.value_span.start < at);
        let inside = &claims[place(before.span.end)..place(after.span.start)];
        let begins = inside.first().map(|claim| claim.number);
        let anew = inside.len() >= 2
            && begins == first_number
            && begun.is_some_and(|begun| begun < before.span.start);
        if let Some(at) = separator(between) {
            cuts.push(before.span.end + at);
        } else if anew {
            cuts.push(before.span.end + after_line(between));
        } else if claims.is_empty() && bare(between) {
            cuts.push(after.span.start);
        } else {
            continue;
        }
        done += 1;
    }
    if done == 0 {
        return Vec::new();
    }
    let mut from = 0;
    let mut parts = Vec::new();
    for cut in cuts {
        parts.push(from..cut);
        from = cut;
    }
    parts.push(from..text.len());
    parts
}

/// Where a line begins that parts two samples.
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

/// Whether a line is the heading of a sample: `Sample 2`, `Response B`.
fn names_sample(line: &str) -> bool {
    const WORDS: [&str; 8] =
        ["sample", "response", "attempt", "completion", "run", "output", "generation", "try"];
    let mut words = line.split_whitespace();
    let known =
        words.next().is_some_and(|first| WORDS.iter().any(|word| first.eq_ignore_ascii_case(word)));
    known && words.next().is_some_and(|count| count.len() <= 4) && words.next().is_none()
}

/// Whether nothing but a line break and marks stands between two numbers.
fn bare(between: &str) -> bool {
    between.contains('\n')
        && between.chars().all(|next| next.is_whitespace() || matches!(next, '.' | '*' | '$' | '`'))
}

/// The end of the line.
fn after_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |at| at + 1)
}
