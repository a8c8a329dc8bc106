//! Reading a chain of equations to its value: `4 + 9 = 13`, `110 mod 97 = 13`, `5/3 ≈ 1.667`.

use crate::marks::{is_mark, near, sign_at, skip_marks, word_at};
use crate::numeral::{Numeral, continues_word, numeral_at};

/// The longest chain that is followed, in operands and operators.
const LONGEST: usize = 96;
/// The longest remark in brackets, in bytes.
const REMARK: usize = 120;
const EQUALS: [&str; 8] = ["==", "=>", "=", "≡", "→", "⇒", "\\equiv", "\\to"];
const NEARLY: [&str; 5] = ["≈", "≅", "≃", "\\approx", "\\simeq"];
const OPERATORS: [&str; 18] = [
    "+", "×", "÷", "·", "⋅", "∙", "/", "⁄", "∕", "%", "^", "\\times", "\\cdot", "\\div", "\\bmod",
    "\\mod", "\\%", "\\ast",
];
const OPERATOR_WORDS: [&str; 10] = [
    "mod", "modulo", "times", "plus", "minus", "divided", "over", "remainder", "rem", "x",
];
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
        let nearly = sign_at(text, at, &NEARLY);
        if let Some(length) = nearly.or_else(|| sign_at(text, at, &EQUALS)) {
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
            if term.operand {
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
        || text[..text.len() - 1].parse().is_ok_and(|cut: stepfall_number::Number| cut == decimal.value)
}

/// Moves past marks and, after an operand, past remarks in brackets: `(mod 97)`, `(whole number)`.
fn skip_between(text: &str, at: usize, operand: bool) -> usize {
    let mut at = at;
    loop {
        let rest = &text[at..];
        if rest.starts_with("**") {
            at += 2;
        } else if rest.starts_with('*') && text[..at].ends_with([' ', '\t']) && operand {
            // Perhaps an operator.
            return at;
        } else if operand && let Some(length) = remark(text, at) {
            at += length;
        } else if rest.starts_with(is_mark) {
            at += rest.chars().next().map_or(0, char::len_utf8);
        } else {
            let after = skip_marks(near(text, at, 16), at.min(text.len()), &[]);
            debug_assert!(after >= at);
            return after;
        }
    }
}

fn remark(text: &str, at: usize) -> Option<usize> {
    let rest = near(text, at, REMARK);
    let closing = if rest.starts_with("\\pmod{") {
        '}'
    } else if rest.starts_with('(') && (text[..at].ends_with(' ') || word_at(text, at + 1, &["mod"]).is_some()) {
        ')'
    } else {
        return None;
    };
    Some(rest.find(closing)? + 1)
}
