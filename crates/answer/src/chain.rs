//! Reading a chain of equations to its value: `4 + 9 = 13`, `110 mod 97 = 13`, `5/3 ≈ 1.667`.

use crate::marks::{mark_length, near, sign_at, word_at};
use crate::numeral::{Numeral, continues_word, numeral_at};

/// The longest chain that is followed, in operands and operators.
const LONGEST: usize = 96;
/// The longest remark in brackets, in bytes.
const REMARK: usize = 120;
const EQUALS: [&str; 9] = ["==", "=>", "->", "=", "≡", "→", "⇒", "\\equiv", "\\to"];
const NEARLY: [&str; 5] = ["≈", "≅", "≃", "\\approx", "\\simeq"];
const OPERATORS: [&str; 18] = [
    "+", "×", "÷", "·", "⋅", "∙", "/", "⁄", "∕", "%", "^", "\\times", "\\cdot", "\\div", "\\bmod",
    "\\mod", "\\%", "\\ast",
];
const OPERATOR_WORDS: [&str; 10] =
    ["mod", "modulo", "times", "plus", "minus", "divided", "over", "remainder", "rem", "x"];
/// Words that are never operands. A chain ends before them, so that no two chains read the same text.
const ANNOUNCING: [&str; 4] = ["answer", "final", "result", "value"];
const MINUS: [&str; 4] = ["-", "−", "–", "—"];
const COMMANDS: [&str; 8] =
    ["text", "mathbf", "mathrm", "boxed", "displaystyle", "left", "right", "quad"];

/// The value of a chain and where it ends.
pub(crate) struct Chain {
    pub(crate) numeral: Numeral,
    /// Where the expression ends.
    pub(crate) end: usize,
    /// Whether a word follows.
    pub(crate) word: bool,
}

impl Chain {
    /// Whether the value ends its sentence.
    pub(crate) const fn ends(&self) -> bool {
        !self.word
    }
}

/// What stands between two signs of equality.
#[derive(Default)]
struct Term {
    number: Option<Numeral>,
    /// Whether there is more than the number.
    more: bool,
    /// Whether the last that was read is an operand.
    operand: bool,
    /// Whether the term follows `≈`.
    nearly: bool,
}

impl Term {
    fn is_empty(&self) -> bool {
        self.number.is_none() && !self.more
    }

    fn only(self) -> Option<Numeral> {
        self.number.filter(|_| !self.more)
    }
}

/// Reads a chain that begins at `from` and ends with the text at the latest. Its value is the last term, which must be a
/// number, but an exact fraction is preferred to the decimal that comes of it.
pub(crate) fn chain(text: &str, from: usize) -> Option<Chain> {
    let mut at = from;
    let mut before = Term::default();
    let mut term = Term::default();
    let mut word = false;
    for count in 0.. {
        if count > LONGEST {
            return None;
        }
        at = skip_between(text, at, term.operand);
        if at >= text.len() {
            break;
        }
        let plain = text.as_bytes()[at].is_ascii_alphanumeric();
        let nearly = if plain { None } else { sign_at(text, at, &NEARLY) };
        let equals = || if plain { None } else { sign_at(text, at, &EQUALS) };
        if let Some(length) = nearly.or_else(equals) {
            before = std::mem::take(&mut term);
            term.nearly = nearly.is_some();
            at += length;
        } else if let Some(length) = number_length(text, at, &mut term) {
            at += length;
            term.operand = true;
        } else if let Some(length) = operator_length(text, at, term.operand) {
            at += length;
            term.operand = false;
            term.more = true;
        } else if text[at..].starts_with(continues_word) {
            if term.operand || word_at(text, at, &ANNOUNCING).is_some() {
                word = true;
                break;
            }
            at += run(text, at);
            term.operand = true;
            term.more = true;
        } else {
            break;
        }
    }
    if term.is_empty() {
        return None;
    }
    let (nearly, last) = (term.nearly, term.only()?);
    let exact = before.only().filter(|exact| {
        let spelled = &text[exact.span.clone()];
        let fraction = spelled.contains(['/', '⁄', '∕', '\\']);
        nearly || (fraction && is_rounding(&last, &text[last.span.clone()], exact))
    });
    Some(Chain { numeral: exact.unwrap_or(last), end: at, word })
}

/// Whether a decimal is what rounding or cutting this number off gives.
fn is_rounding(decimal: &Numeral, spelled: &str, exact: &Numeral) -> bool {
    let places = spelled.split_once('.').map_or(0, |(_, places)| places.len());
    let Some(places) = u32::try_from(places).ok().filter(|places| (1..=40).contains(places)) else {
        return false;
    };
    let text = exact.value.to_fixed(places.saturating_add(1));
    exact.value.round(places) == decimal.value
        || text[..text.len() - 1]
            .parse()
            .is_ok_and(|cut: stepfall_number::Number| cut == decimal.value)
}

/// Moves past marks and, after an operand, past remarks in brackets: `(mod 97)`, `(whole number)`.
fn skip_between(text: &str, at: usize, operand: bool) -> usize {
    let mut at = at;
    loop {
        if text.as_bytes().get(at).is_none_or(u8::is_ascii_alphanumeric) {
            return at;
        }
        let rest = &text[at..];
        let star = rest.starts_with('*') && !rest.starts_with("**");
        if star && operand && text[..at].ends_with([' ', '\t']) {
            // An operator, or the beginning of something else.
            return at;
        }
        let skipped = if operand { remark(text, at) } else { None };
        let Some(length) = skipped.or_else(|| mark_length(text, at, &COMMANDS)) else {
            return at;
        };
        at += length;
    }
}

fn remark(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let closing = if rest.starts_with("\\pmod{") {
        '}'
    } else if rest.starts_with('(') {
        let apart = text[..at].ends_with([' ', '\t']) || word_at(text, at + 1, &["mod"]).is_some();
        apart.then_some(')')?
    } else {
        return None;
    };
    Some(near(text, at, REMARK).find(closing)? + 1)
}

/// Reads a number here into the term: its value where the term begins with it, and its length.
fn number_length(text: &str, at: usize, term: &mut Term) -> Option<usize> {
    let rest = &text[at..];
    if rest.as_bytes()[0].is_ascii_alphabetic() {
        return None;
    }
    if term.is_empty()
        && let Some(numeral) = numeral_at(text, at)
    {
        let length = numeral.span.len();
        term.number = Some(numeral);
        return Some(length);
    }
    if let Some(length) = sign_at(text, at, &["\\frac", "\\dfrac", "\\tfrac"]) {
        term.more = true;
        return Some(length);
    }
    let begins = |rest: &str| rest.starts_with(|next: char| next.is_ascii_digit());
    if begins(rest) || rest.strip_prefix('.').is_some_and(begins) {
        term.more = true;
        return Some(run(text, at));
    }
    None
}

/// The length of the operator that stands here. What may also be the dash of a sentence is told by what follows.
fn operator_length(text: &str, at: usize, operand: bool) -> Option<usize> {
    if text.as_bytes()[at].is_ascii_alphabetic() {
        return if operand { word_at(text, at, &OPERATOR_WORDS) } else { None };
    }
    if let Some(length) = sign_at(text, at, &MINUS) {
        let after = text[at + length..].trim_start_matches([' ', '\t']);
        let value = match after.chars().next()? {
            '0'..='9' | '(' | '$' | '\\' | '-' | '−' | '.' => true,
            'S' => after[1..].starts_with(|next: char| next.is_ascii_digit() || next == '_'),
            _ => false,
        };
        return (!operand || value || near(text, at, REMARK).contains('=')).then_some(length);
    }
    if let Some(length) = sign_at(text, at, &["*", ":"]) {
        let after = text[at + length..].trim_start_matches([' ', '\t']);
        let value = after.starts_with(|next: char| next.is_ascii_digit());
        let name = text[at..].starts_with("* ") && after.starts_with(continues_word);
        return (value || name).then_some(length);
    }
    sign_at(text, at, &OPERATORS)
}

/// The length of the word or the number that begins here.
fn run(text: &str, at: usize) -> usize {
    let mut characters = text[at..].char_indices().peekable();
    while let Some((place, character)) = characters.next() {
        let digit = characters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        let joins = digit && matches!(character, '.' | ',' | '_');
        if !(joins || continues_word(character)) {
            return place;
        }
    }
    text.len() - at
}
