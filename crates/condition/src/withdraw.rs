//! Finds the ranges of a reply that do not count, because the model was asked for their content
//! again.

use std::ops::Range;

use stepfall_grade::AnswerRule;
use stepfall_procedure::{Condition, Item};

use crate::part_verdict::grade;
use crate::reason::blank_ranges;

/// The maximum number of passes over a reply. Each pass finds claims that earlier claims hid. If
/// the last pass still finds claims, all text from the first claim on is withdrawn.
const MAX_ROUNDS: usize = 4;

/// Returns the ranges of a reply that state a step for which `is_withdrawn` holds, and the ranges
/// of its answers. In bytes, in order.
pub(crate) fn ranges_to_withdraw(
    item: &Item,
    text: &str,
    is_withdrawn: impl Fn(u16) -> bool,
) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let found = lines(item, &blank_ranges(text, &all), &is_withdrawn);
        if found.is_empty() {
            return all;
        }
        all.extend(found);
        all.sort_by_key(|line| (line.start, line.end));
    }
    all.first().map(|first| first.start..text.len()).into_iter().collect()
}

fn lines(item: &Item, text: &str, is_withdrawn: &impl Fn(u16) -> bool) -> Vec<Range<usize>> {
    let text_verdict = grade(item, Condition::Trace, text).visible;
    let spans = |expected: bool| {
        let steps =
            text_verdict.claimed_steps().filter(move |step| is_withdrawn(step.number) == expected);
        steps.filter_map(|step| step.claim.as_ref()).map(|claim| claim.span.clone())
    };
    let remaining: Vec<Range<usize>> = spans(false).collect();
    let answers =
        text_verdict.answers.iter().filter(|answer| answer.claim.rule != AnswerRule::LastStep);
    let mut withdrawn: Vec<Range<usize>> =
        spans(true).chain(answers.map(|answer| answer.claim.span.clone())).collect();
    withdrawn.sort_by_key(|span| (span.start, span.end));
    let mut lines: Vec<Range<usize>> = Vec::new();
    for span in withdrawn {
        let is_in = |other: &Range<usize>| other.start < span.end && span.start < other.end;
        if lines.last().is_some_and(|line| span.end <= line.end) || remaining.iter().any(is_in) {
            continue;
        }
        // Other claims on the same line stay.
        let before =
            remaining.iter().map(|remaining| remaining.end).filter(|end| *end <= span.start);
        let after =
            remaining.iter().map(|remaining| remaining.start).filter(|start| *start >= span.end);
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
        lines.push(before.fold(start, usize::max)..after.fold(end, usize::min));
    }
    lines
}
