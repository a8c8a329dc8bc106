//! The rules by which an answer is found.

use std::ops::Range;

use stepfall_number::Number;

use crate::announced::{announced, named};
use crate::chain::chain;
use crate::marks::{Name, line_end, lines, sign_at, skip_filler, skip_marks};
use crate::numeral::{Numeral, numeral_at};
use crate::step::last_step;
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
    /// `Answer: 528`, `the final answer is 528`, `"answer": "528"`, `S27 is 528`
    Announced,
    /// The first number that has a line for itself; only where there is none of the above.
    Alone,
    /// `S27 = S26 + S25 = 528` or `S27: 528` for the last value, or the only `Result: 528`; only where there is none of the
    /// above.
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
    let last = &Name::new(asked.last);
    let parts = visible(transcript, asked.prompt);
    // Positions stay those of the transcript, and nothing is read past the end of a part.
    let texts = || parts.iter().map(|part| (&transcript[..part.end], part.start));
    let explicit = |(text, from)| {
        [
            (Rule::Tagged, tagged(text, from, last)),
            (Rule::Boxed, boxed(text, from, last)),
            (Rule::Announced, announced(text, from, last)),
            (Rule::Announced, named(text, from, last)),
        ]
        .into_iter()
        .filter_map(|(rule, numeral)| Some((rule, numeral?)))
        .min_by_key(|(_, numeral)| numeral.span.start)
    };
    let claim = |(rule, Numeral { span, value })| Claim { span, value, rule };
    texts()
        .find_map(explicit)
        .or_else(|| texts().find_map(|(text, from)| Some((Rule::Alone, alone(text, from)?))))
        .or_else(|| {
            let mut parts = texts().rev();
            parts.find_map(|(text, from)| Some((Rule::LastStep, last_step(text, from, last)?)))
        })
        .map(claim)
}

fn tagged(text: &str, from: usize, last: &Name) -> Option<Numeral> {
    text[from..].match_indices('<').find_map(|(at, _)| {
        let at = from + at;
        let start = at + tag_at(text, at, &["<answer>", "<final_answer>"])?;
        let end = text[start..].find('<').map_or(text.len(), |at| start + at);
        value_of(&text[..end], start, last)
    })
}

/// Reads the innermost boxes in the order in which they close.
fn boxed(text: &str, from: usize, last: &Name) -> Option<Numeral> {
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

/// The value of a text that holds nothing else: `528`, `S27 = 528`, `S27 = 4 + 9 = 13`.
fn value_of(text: &str, start: usize, last: &Name) -> Option<Numeral> {
    let begin = start + text[start..].len() - text[start..].trim_start().len();
    let found = chain(text, skip_filler(text, begin, last))?;
    let rest = &text[found.end..];
    (!found.word && !rest.contains(|next: char| next.is_ascii_digit())).then_some(found.numeral)
}

/// The first number that has a line for itself. A full stop may follow it where a text of one line or the first paragraph
/// ends; otherwise `1.` is the beginning of a list.
fn alone(text: &str, from: usize) -> Option<Numeral> {
    let first = text.len() - text[from..].trim_start().len();
    lines(text, from).find_map(|line| {
        let numeral = number_alone(&text[..line.end], line.start)?;
        let paragraph = || {
            let after = text.get(line.end + 1..).unwrap_or_default();
            let blank = line_end(after, 0);
            after[..blank].trim().is_empty()
                && !after[blank..].trim_start().starts_with(|next: char| next.is_ascii_digit())
        };
        let dot = text[numeral.span.end..line.end].contains('.');
        (!dot || (line.contains(&first) && paragraph())).then_some(numeral)
    })
}

/// The number that fills the text from `at` to its end, but for marks, a sign of equality before it, and a full stop or
/// the token that ends a reply after it.
pub(crate) fn number_alone(text: &str, at: usize) -> Option<Numeral> {
    let start = skip_marks(text, at, &[]);
    let start = start + sign_at(text, start, &["= "]).unwrap_or(0);
    let numeral = numeral_at(text, skip_marks(text, start, &["displaystyle"]))?;
    let end = skip_marks(text, numeral.span.end, &[]);
    let end = skip_marks(text, end + sign_at(text, end, &["."]).unwrap_or(0), &[]);
    let rest = &text[end..];
    let token = || rest.starts_with('<') && rest.trim_end().ends_with('>') && rest.len() < 32;
    (rest.is_empty() || token()).then_some(numeral)
}
