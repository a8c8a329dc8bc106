//! Answers that words announce: `Answer: 528`, `the final answer is 528`, `S27 is 528`.

use crate::answer::number_alone;
use crate::chain::chain;
use crate::marks::{Name, is_word_at, line_end, sign_at, skip_filler, skip_marks, word_at};
use crate::numeral::{Numeral, continues_word, numeral_at};

pub(crate) fn announced(text: &str, from: usize, last: &Name) -> Option<Numeral> {
    const WORDS: [&str; 3] = ["answer", "final result", "final value"];
    const OTHERS: [&str; 4] = ["intermediate", "partial", "previous", "wrong"];
    // The end of the line in question, found once for all announcements in it.
    let mut line = from;
    let starts = text[from..].bytes().enumerate();
    let starts = starts.filter(|(_, byte)| matches!(byte, b'a' | b'A' | b'f' | b'F'));
    starts
        .map(|(at, _)| from + at)
        .filter_map(|at| {
            let length = word_at(text, at, &WORDS)?;
            let before = text[from..at].trim_end();
            let other = |other: &&str| {
                let start = before.len().checked_sub(other.len());
                start.is_some_and(|start| {
                    before.is_char_boundary(start) && is_word_at(before, start, other)
                })
            };
            (!OTHERS.iter().any(other)).then_some(at + length)
        })
        .find_map(|at| {
            if line < at || line == from {
                line = line_end(text, at);
            }
            announced_value(text, connector(&text[..line], at, last)?, line, last)
        })
}

/// The value after `Answer:`, on the same line or alone on the next one with text.
fn announced_value(text: &str, at: usize, line: usize, last: &Name) -> Option<Numeral> {
    let start = skip_filler(&text[..line], at, last);
    if start == line {
        let start = start + text[start..].len() - text[start..].trim_start().len();
        let line = &text[..line_end(text, start)];
        let counts =
            |numeral: &Numeral| line[numeral.span.end..].contains('.') && numeral.span.len() < 3;
        return number_alone(line, start).filter(|numeral| !counts(numeral)).or_else(|| {
            let named = skip_marks(line, start, &[]);
            let equals = skip_marks(line, named + last.at(line, named)?, &[]);
            let begin = equals + sign_at(line, equals, &["="])?;
            chain(line, begin).filter(|found| !found.word).map(|found| found.numeral)
        });
    }
    let found = chain(&text[..line], start)?;
    (!begins_list(&text[..line], &found.numeral)).then_some(found.numeral)
}

/// Whether this number counts the first of several steps: `1. S3 = 5`, `1) S3 = 5`.
fn begins_list(text: &str, number: &Numeral) -> bool {
    if number.span.len() > 2 {
        return false;
    }
    let rest = &text[number.span.end..];
    let Some(rest) = rest.strip_prefix(['.', ')']) else {
        return false;
    };
    let step = rest.trim_start_matches([' ', '\t', '*', '`', '$']);
    let name = step.trim_start_matches(|next: char| continues_word(next) || "_{}".contains(next));
    let after = name.trim_start_matches([' ', '\t', '*', '`', '$']);
    rest.len() > step.len() && step.len() > name.len() && after.starts_with(['=', ':'])
}

/// Moves from the word that announces an answer past what connects it to the value: `:`, `is`, `for S27 =`, or the end of
/// a heading.
fn connector(line: &str, at: usize, last: &Name) -> Option<usize> {
    const SIGNS: [&str; 9] = [":", "：", "=>", "=", "→", "->", "- ", "— ", "– "];
    const SKIPPED: [&str; 6] = ["for", "of", "the", "to", "procedure", "value"];
    /// How many words may stand in between.
    const MOST: usize = 12;
    let mut at = at;
    for _ in 0..MOST {
        at = skip_marks(line, at, &[]);
        let verb = || word_at(line, at, &["is", "equals"]);
        if let Some(length) = sign_at(line, at, &SIGNS).or_else(verb) {
            return Some(at + length);
        }
        if at == line.len() {
            return Some(at);
        }
        at += last.at(line, at).or_else(|| word_at(line, at, &SKIPPED))?;
    }
    None
}

/// `S27 is 528`, where the number ends the sentence.
pub(crate) fn named(text: &str, from: usize, last: &Name) -> Option<Numeral> {
    let mut line = from;
    last.places(text, from).find_map(|place| {
        if line <= place.start {
            line = line_end(text, place.end);
        }
        let text = &text[..line];
        let verb = skip_marks(text, place.end, &[]);
        let verb = verb + word_at(text, verb, &["is", "equals"])?;
        let start = skip_marks(text, verb, &[]);
        let direct = numeral_at(text, start)?;
        let found = chain(text, start)?;
        (!found.word && found.numeral == direct).then_some(direct)
    })
}
