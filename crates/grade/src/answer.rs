//! The rules by which an answer is found.

use std::ops::Range;

use stepfall_number::Number;

use crate::numeral::{Numeral, continues_word, numeral_at};
use crate::visible::{tag_at, visible};

/// What was asked, as far as reading the answer depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The prompt. Where a transcript repeats it word by word, that part is not read.
    pub prompt: &'a str,
    /// The name of the last value, such as `S27`.
    pub last: &'a str,
}

/// Why a number counts as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// `<answer>528</answer>`
    Tagged,
    /// `\boxed{528}`
    Boxed,
    /// `Answer: 528`, `the final answer is 528`, `"answer": "528"`
    Announced,
    /// The first number that has a line for itself; only where there is none of the above.
    Alone,
    /// `S27 = S26 + S25 = 528` for the last value; only where there is none of the above.
    LastStep,
}

/// A number that was read as an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The bytes of the transcript that hold the number.
    pub span: Range<usize>,
    /// The number.
    pub value: Number,
    /// Why it counts.
    pub rule: Rule,
}

/// The first answer of a transcript.
///
/// Tagged, boxed and announced answers are equal in rank and ordered by their position. Where there is none of them, the
/// first number alone on a line counts, and where there is none either, the value of the last step. Reasoning
/// (`<think>…</think>`) and verbatim copies of the prompt hold no answers.
pub fn first_answer(transcript: &str, asked: Asked<'_>) -> Option<Claim> {
    let parts = visible(transcript, asked.prompt);
    // Positions stay those of the transcript, and nothing is read past the end of a part.
    let texts = || parts.iter().map(|part| (&transcript[..part.end], part.start));
    let explicit = |(text, from)| {
        [
            (Rule::Tagged, tagged(text, from, asked.last)),
            (Rule::Boxed, boxed(text, from, asked.last)),
            (Rule::Announced, announced(text, from, asked.last)),
        ]
        .into_iter()
        .filter_map(|(rule, numeral)| Some((rule, numeral?)))
        .min_by_key(|(_, numeral)| numeral.span.start)
    };
    let claim = |(rule, Numeral { span, value })| Claim { span, value, rule };
    let only = parts.len() == 1;
    texts()
        .find_map(explicit)
        .or_else(|| texts().find_map(|(text, from)| Some((Rule::Alone, alone(text, from, only)?))))
        .or_else(|| {
            let mut parts = texts().rev();
            parts
                .find_map(|(text, from)| Some((Rule::LastStep, last_step(text, from, asked.last)?)))
        })
        .map(claim)
}

fn tagged(text: &str, from: usize, last: &str) -> Option<Numeral> {
    text[from..].match_indices('<').find_map(|(at, _)| {
        let at = from + at;
        let start = at + tag_at(text, at, &["<answer>", "<final_answer>"])?;
        let end = text[start..].find('<').map_or(text.len(), |at| start + at);
        value_of(&text[..end], start, last)
    })
}

/// Reads the innermost boxes in the order in which they close.
fn boxed(text: &str, from: usize, last: &str) -> Option<Numeral> {
    const OPENING: &[u8] = b"\\boxed{";
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut open) = (from, 0usize, None);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes[at..].starts_with(OPENING) => {
                at += OPENING.len();
                depth += 1;
                open = Some((at, depth));
                continue;
            }
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => {
                if let Some((start, _)) = open.take_if(|(_, level)| *level == depth)
                    && let Some(numeral) = value_of(&text[..at], start, last)
                {
                    return Some(numeral);
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn announced(text: &str, from: usize, last: &str) -> Option<Numeral> {
    const WORDS: [&str; 3] = ["answer", "final result", "final value"];
    const OTHERS: [&str; 4] = ["intermediate", "partial", "previous", "wrong"];
    let starts = text[from..].match_indices(['a', 'A', 'f', 'F']).map(|(at, _)| from + at);
    starts
        .filter_map(|at| {
            let word = WORDS.iter().find(|word| is_word_at(text, at, word))?;
            let before = text[from..at].trim_end();
            let other = |other: &&str| {
                let start = before.len().checked_sub(other.len());
                start.is_some_and(|start| {
                    before.is_char_boundary(start) && is_word_at(before, start, other)
                })
            };
            (!OTHERS.iter().any(other)).then_some(at + word.len())
        })
        .find_map(|at| announced_value(text, connector(text, at, last)?, last))
}

/// The value after `Answer:`, on the same line or alone on the next one with text.
fn announced_value(text: &str, at: usize, last: &str) -> Option<Numeral> {
    /// The longest line in which a chain of equations is followed to its end.
    const LONGEST: usize = 256;
    let start = skip_filler(text, at, last);
    if text[start..].starts_with(['\n', '\r']) {
        let start = start + text[start..].len() - text[start..].trim_start().len();
        let line = line_end(text, start);
        return number_alone(&text[..line], start, false);
    }
    let direct = numeral_at(text, start).filter(|numeral| !goes_on(text, numeral.span.end));
    direct.or_else(|| {
        let near = text.as_bytes()[at..].iter().take(LONGEST);
        let line = at + near.take_while(|byte| **byte != b'\n').count();
        let ends = line == text.len() || text.as_bytes()[line] == b'\n';
        ends.then(|| after_last_equals(&text[..line], at))?
    })
}

/// Moves from the word that announces an answer past what connects it to the value: `:`, `is`, `for S27 =`.
fn connector(text: &str, at: usize, last: &str) -> Option<usize> {
    let mut at = at;
    loop {
        at = skip_marks(text, at, &[]);
        let rest = &text[at..];
        let sign = [":", "：", "=>", "=", "→", "->"].iter().find(|sign| rest.starts_with(**sign));
        let word = ["is", "equals"].iter().find(|word| is_word_at(text, at, word));
        if let Some(found) = sign.or(word) {
            return Some(at + found.len());
        }
        let skipped = ["for", "of", "the", "to", "procedure", "value", last];
        at += skipped.iter().find(|word| is_word_at(text, at, word))?.len();
    }
}

fn alone(text: &str, from: usize, only: bool) -> Option<Numeral> {
    let whole = only && !text[from..].trim().contains('\n');
    lines(text, from).find_map(|line| number_alone(&text[..line.end], line.start, whole))
}

/// The number that fills the text from `at` to its end. A full stop may follow it where `dot` says so: otherwise `1.`
/// is the beginning of a list.
fn number_alone(text: &str, at: usize, dot: bool) -> Option<Numeral> {
    let numeral = numeral_at(text, skip_marks(text, at, &[]))?;
    let rest = text[numeral.span.end..].trim_end();
    let rest = if dot { rest.trim_end_matches('.') } else { rest };
    rest.chars().all(is_mark).then_some(numeral)
}

fn last_step(text: &str, from: usize, last: &str) -> Option<Numeral> {
    let lines: Vec<Range<usize>> = lines(text, from).collect();
    lines.into_iter().rev().find_map(|line| {
        let equals = line.start + text[line.clone()].find('=')?;
        let named = text[line.start..equals]
            .match_indices(last)
            .any(|(at, _)| is_word_at(text, line.start + at, last));
        named.then(|| after_last_equals(&text[..line.end], line.start))?
    })
}

/// The value of a text that holds nothing else: `528`, `S27 = 528`, `S27 = 4 + 9 = 13`.
fn value_of(text: &str, start: usize, last: &str) -> Option<Numeral> {
    let begin = start + text[start..].len() - text[start..].trim_start().len();
    let direct = numeral_at(text, skip_filler(text, begin, last));
    direct
        .filter(|numeral| is_end(text, numeral.span.end))
        .or_else(|| after_last_equals(text, start))
}

/// The number between the last `=` of the text and its end.
fn after_last_equals(text: &str, from: usize) -> Option<Numeral> {
    let equals = from + text[from..].rfind('=')? + 1;
    let numeral = numeral_at(text, skip_marks(text, equals, &["text", "mathbf"]))?;
    is_end(text, numeral.span.end).then_some(numeral)
}

/// Whether nothing but marks and the end of a sentence follows.
fn is_end(text: &str, at: usize) -> bool {
    let closing = |character: char| is_mark(character) || ".,;!\\\r\n".contains(character);
    text[at..].chars().all(closing)
}

/// Whether a number is only the beginning of an expression: `4 + 9`, `4 = …`, `4 × S3`.
fn goes_on(text: &str, at: usize) -> bool {
    let rest = text[at..].trim_start_matches(['*', '_', '`', '$', '"', '}', ')']);
    let rest = rest.trim_start_matches([' ', '\t']);
    let mut after = rest.chars();
    match after.next() {
        Some('=' | '≈' | '×' | '÷' | '·') => true,
        Some('+' | '-' | '−' | '–' | '*' | '/') => after
            .as_str()
            .trim_start_matches([' ', '\t'])
            .starts_with(|next: char| next.is_ascii_digit() || next == '(' || next == 'S'),
        _ => false,
    }
}

/// Moves past marks and the words that may stand between an announcement and its value.
fn skip_filler(text: &str, at: usize, last: &str) -> usize {
    let words = ["the", "final", "value", "result", "of", "is", "equals", "exactly", last];
    let mut at = at;
    loop {
        let before = at;
        at = skip_marks(text, at, &["text", "mathbf", "mathrm", "boxed", "displaystyle"]);
        at += text[at..].len() - text[at..].trim_start_matches([':', '：', '=']).len();
        let word = words.iter().find(|word| is_word_at(text, at, word));
        at += word.map_or(0, |word| word.len());
        if at == before {
            return at;
        }
    }
}

/// Moves past Markdown and LaTeX marks, quotation marks, brackets and blanks, and past these LaTeX commands.
fn skip_marks(text: &str, at: usize, commands: &[&str]) -> usize {
    let mut at = at;
    while let Some(next) = text[at..].chars().next() {
        if is_mark(next) {
            at += next.len_utf8();
            continue;
        }
        let Some(command) = text[at..].strip_prefix('\\') else {
            break;
        };
        if command.starts_with(['(', '[', ')', ']', ' ', '!']) {
            at += 2;
        } else if let Some(known) = commands.iter().find(|known| command.starts_with(**known)) {
            at += 1 + known.len();
        } else {
            break;
        }
    }
    at
}

fn is_mark(character: char) -> bool {
    " \t\r*_`$\"'“”‘’„«»()[]{}\u{a0}\u{202f}".contains(character)
}

/// Whether this word stands here, in any case of ASCII letters, and not within a longer one.
fn is_word_at(text: &str, at: usize, word: &str) -> bool {
    let here = text.as_bytes()[at..].get(..word.len());
    !word.is_empty()
        && here.is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes()))
        && !text[..at].ends_with(continues_word)
        && !text[at + word.len()..].starts_with(continues_word)
}

fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |at| from + at)
}

/// The lines of a text from `from`, without their line breaks.
fn lines(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = from;
    text[from..].split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        start..start + line.len()
    })
}
