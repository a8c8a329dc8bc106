//! Finds copies of the prompt in a transcript. They are not part of the model's work.

use std::borrow::Cow;
use std::ops::Range;

use crate::cut::without_stop;

/// The number of bytes of a prompt that are searched for first. Preparing a search for a short text
/// is quick.
const LOOKED_FOR: usize = 24;

/// Returns the ranges in which a transcript repeats the prompt literally. `opening` is the
/// beginning of the prompt.
pub(crate) fn echoes<'p>(
    transcript: &str,
    opening: &str,
    prompt: impl FnOnce() -> Cow<'p, str>,
) -> Vec<Range<usize>> {
    let opening = &opening[..opening.floor_char_boundary(LOOKED_FOR)];
    if opening.is_empty() || !transcript.contains(opening) {
        return Vec::new();
    }
    let prompt = prompt();
    let prompt = without_stop(prompt.trim_end());
    transcript.match_indices(prompt).map(|(at, _)| at..at + prompt.len()).collect()
}

/// Returns the lines that repeat lines of the prompt, together with the ranges that are already
/// skipped, in order.
pub(crate) fn echoed_lines(
    transcript: &str,
    prompt: &str,
    skipped: &[Range<usize>],
) -> Vec<Range<usize>> {
    /// The length of the shortest line that counts, in bytes.
    const SHORTEST: usize = 8;
    let mut lines: Vec<&str> = prompt
        .lines()
        .map(|line| without_stop(line.trim()))
        .filter(|line| line.len() >= SHORTEST)
        .collect();
    lines.sort_unstable();
    let mut at = 0;
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut gaps = skipped.iter().peekable();
    for line in transcript.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        while gaps.peek().is_some_and(|gap| gap.end <= range.start) {
            gaps.next();
        }
        if gaps.peek().is_some_and(|gap| gap.start < range.end) {
            continue;
        }
        let plain = without_stop(line.trim().trim_start_matches('>').trim());
        if lines.binary_search(&plain).is_ok() {
            found.push(range);
        }
    }
    found.extend(skipped.iter().cloned());
    found.sort_by_key(|range| range.start);
    found
}
