//! Reads fractions.

use stepfall_number::Number;

use super::{DecimalPlaces, MAX_NUMERAL_DIGITS, Numeral};
use crate::digit::digit;

/// A quotient of whole numbers.
pub(crate) enum Quotient {
    /// A fraction that is a value.
    Number(Numeral),
    /// A division that is still to be carried out: its operands, and the byte at which the second
    /// begins.
    Division([Numeral; 2], usize),
}

impl Quotient {
    /// Returns the quotient with a minus sign.
    #[must_use]
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Number(numeral) => Self::Number(numeral.negated()),
            Self::Division([top, bottom], at) => Self::Division([top.negated(), bottom], at),
        }
    }
}

/// Reads `\frac{3}{4}` or `\frac34` after the command, if both parts are whole numbers. Returns the
/// quotient and its end.
pub(crate) fn latex_fraction(
    text: &str,
    at: usize,
    places: DecimalPlaces,
) -> Option<(Quotient, usize)> {
    let (top, middle) = part(text, at)?;
    let (bottom, end) = part(text, middle)?;
    let numeral = match (top.parse(), bottom.parse()) {
        (Ok(top), Ok(bottom)) => {
            Numeral::fraction_of(Number::fraction(top, bottom)?, (top, bottom))
        }
        _ => Numeral::new(format!("{top}/{bottom}").parse().ok()?),
    };
    let quotient = if is_value(&numeral.value, bottom, places) {
        Quotient::Number(numeral)
    } else {
        let operands = [Numeral::new(top.parse().ok()?), Numeral::new(bottom.parse().ok()?)];
        Quotient::Division(operands, middle)
    };
    Some((quotient, end))
}

/// Returns whether a quotient over `bottom` that equals `value` is a number, and not a division
/// that is still to be carried out.
///
/// - In rational and paper items, a quotient is a number if its value is not a whole number, or if
///   `bottom` is 1.
/// - In decimal items, every quotient is a division.
/// - In items with whole numbers, a quotient is a number only if it is a fraction in lowest terms.
///   Such a fraction can only come from an error.
fn is_value(value: &Number, bottom: &str, places: DecimalPlaces) -> bool {
    match places {
        DecimalPlaces::Fixed(_) => false,
        DecimalPlaces::None => {
            value.to_string().split_once('/').is_some_and(|(_, lowest)| lowest == bottom)
        }
        DecimalPlaces::Fraction | DecimalPlaces::Any => bottom == "1" || !value.is_integer(),
    }
}

/// Returns one part of a LaTeX fraction, a whole number in braces or one digit, and its end.
fn part(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = &text[at..];
    if let Some(inner) = rest.strip_prefix('{') {
        let end = inner.bytes().take(MAX_NUMERAL_DIGITS).position(|byte| byte == b'}')?;
        let value = inner[..end].trim();
        let digits = value.strip_prefix('-').unwrap_or(value);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        return is_whole.then_some((value, at + 1 + end + 1));
    }
    rest.bytes().next().filter(u8::is_ascii_digit)?;
    Some((&rest[..1], at + 1))
}

/// Returns the value of a fraction character such as `½`.
pub(crate) fn vulgar(character: char) -> Option<Number> {
    let (top, bottom) = match character {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    };
    Number::fraction(top, bottom)
}

/// Returns the fraction in `2 1/4`, and its end.
pub(super) fn mixed_part(text: &str, at: usize) -> Option<(Number, usize)> {
    let rest = text[at..].strip_prefix([' ', '\u{a0}', '\u{202f}'])?;
    let begin = text.len() - rest.len();
    let first = rest.chars().next()?;
    if let Some(part) = vulgar(first) {
        return Some((part, begin + first.len_utf8()));
    }
    let digits = |text: &str| text.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let length = digits(rest);
    let after = rest[length..].strip_prefix('/')?;
    let below = &after[..digits(after)];
    let (top, bottom): (i64, i64) = (rest[..length].parse().ok()?, below.parse().ok()?);
    let value = Number::fraction(top, bottom)?;
    (top < bottom).then_some((value, begin + length + 1 + below.len()))
}

/// Adds a denominator such as `/4` to the whole number before it, if both form a value. Blanks
/// around the slash are allowed only in rational items. Returns the end of the numeral.
pub(super) fn denominator(
    text: &str,
    at: usize,
    places: DecimalPlaces,
    numeral: &mut Numeral,
) -> usize {
    let past_blank = |text| match places {
        DecimalPlaces::Fraction => str::strip_prefix(text, ' ').unwrap_or(text),
        DecimalPlaces::None | DecimalPlaces::Fixed(_) | DecimalPlaces::Any => text,
    };
    let slash = past_blank(&text[at..]);
    let Some(after) = slash.strip_prefix(['/', '⁄', '∕']) else { return at };
    let after = past_blank(after);
    let length = after.bytes().take(MAX_NUMERAL_DIGITS).take_while(u8::is_ascii_digit).count();
    let (bottom, rest) = after.split_at(length);
    let mut next = rest.chars();
    let goes_on = match next.next() {
        Some('/' | '(') => true,
        Some('.' | ',') => next.next().is_some_and(|next| digit(next).is_some()),
        _ => false,
    };
    if goes_on || bottom.is_empty() {
        return at;
    }
    let parts = numeral.value.to_i64().zip(bottom.parse().ok());
    let quotient = match parts {
        Some((top, bottom)) => {
            Number::fraction(top, bottom).map(|value| Numeral::fraction_of(value, (top, bottom)))
        }
        None => format!("{}/{bottom}", numeral.value).parse().ok().map(Numeral::new),
    };
    let Some(quotient) = quotient.filter(|quotient| is_value(&quotient.value, bottom, places))
    else {
        return at;
    };
    *numeral = quotient;
    text.len() - rest.len()
}
