//! Exact parsing and printing of numbers.

use std::fmt;
use std::str::FromStr;

use dashu_base::Abs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::digits::{digits, from_digits, power_of_ten};
use crate::number::{Number, Repr};
use crate::ops::Scaled;

/// The maximum length of a text that is parsed as a number, in bytes.
const MAX_TEXT: usize = 10_000;

/// The reason why a text is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParseNumberError {
    /// The text is not a whole number, a decimal number or a fraction of two whole numbers.
    Malformed,
    /// The part after the slash is zero.
    ZeroDenominator,
    /// The text has more than 10,000 bytes.
    TooLong,
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => write!(f, "expected a number such as -12, 3.25 or 3/4"),
            Self::ZeroDenominator => write!(f, "the denominator is zero"),
            Self::TooLong => write!(f, "the number has more than {MAX_TEXT} digits"),
        }
    }
}

impl std::error::Error for ParseNumberError {}

impl FromStr for Number {
    type Err = ParseNumberError;

    /// Parses `-12`, `+3.25`, `.5`, `5.` and `3/4`, without spaces, separators or an exponent.
    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        if text.len() > MAX_TEXT {
            return Err(ParseNumberError::TooLong);
        }
        let Some((top, bottom)) = text.split_once('/') else {
            return decimal(text);
        };
        let (top, bottom) = (integer(top)?, integer(bottom)?);
        if bottom == IBig::ZERO {
            return Err(ParseNumberError::ZeroDenominator);
        }
        let top = if bottom < IBig::ZERO { -top } else { top };
        Ok(Self::from_big(RBig::from_parts(top, unsigned(&bottom))))
    }
}

/// Splits off a leading sign. Returns whether the sign is a minus, and the rest of the text.
fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn integer(text: &str) -> Result<IBig, ParseNumberError> {
    let (negative, digits) = sign(text);
    let value = natural(digits)?;
    Ok(if negative { -IBig::from(value) } else { IBig::from(value) })
}

fn natural(digits: &str) -> Result<UBig, ParseNumberError> {
    from_digits(digits).ok_or(ParseNumberError::Malformed)
}

fn decimal(text: &str) -> Result<Number, ParseNumberError> {
    let (negative, digits) = sign(text);
    if digits.len() <= 18 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        let value = digits.bytes().fold(0i64, |value, byte| value * 10 + i64::from(byte - b'0'));
        return Ok(Number::integer(if negative { -value } else { value }));
    }
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if digits.contains('.') && whole.is_empty() && part.is_empty() {
        return Err(ParseNumberError::Malformed);
    }
    let mut all = String::with_capacity(digits.len());
    all.push_str(whole);
    all.push_str(part);
    let value = IBig::from(natural(&all)?);
    let value = if negative { -value } else { value };
    Ok(Number::from_big(RBig::from_parts(value, power_of_ten(part.len()))))
}

fn unsigned(value: &IBig) -> UBig {
    value.clone().abs().try_into().unwrap_or(UBig::ZERO)
}

impl fmt::Display for Number {
    /// Writes an integer as `-12`, and any other number as a fraction in lowest terms, `-3/4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { num, den: 1 } => write!(f, "{num}"),
            Repr::Small { num, den } => write!(f, "{num}/{den}"),
            Repr::Big(big) => {
                let sign = if self.is_negative() { "-" } else { "" };
                write!(f, "{sign}{}", digits(&unsigned(big.numerator())))?;
                if !self.is_integer() {
                    write!(f, "/{}", digits(big.denominator()))?;
                }
                Ok(())
            }
        }
    }
}

impl Number {
    /// Formats the value with exactly `places` decimals, rounded half away from zero: `-0.500`. A
    /// value that rounds to zero has no sign.
    pub fn to_fixed(&self, places: u32) -> String {
        match self.scaled(places) {
            Scaled::Narrow(value) => fixed_text(value, places),
            Scaled::Wide(value) => {
                place_point(value < IBig::ZERO, &digits(&unsigned(&value)), places)
            }
        }
    }

    /// Formats the exact value as a decimal without trailing zeros, such as `-0.5` or `12`. Returns
    /// `None` if the decimal expansion does not end.
    pub fn to_decimal(&self) -> Option<String> {
        let places = self.places()?;
        Some(self.to_fixed(places))
    }
}

/// Formats `value × 10^-places` with all places: `fixed_text(-5, 2)` is `-0.05`.
pub fn fixed_text(value: i64, places: u32) -> String {
    place_point(value < 0, &value.unsigned_abs().to_string(), places)
}

fn place_point(negative: bool, digits: &str, places: u32) -> String {
    let places = places as usize;
    let mut text = String::with_capacity(digits.len().max(places + 1) + 2);
    if negative {
        text.push('-');
    }
    let whole = digits.len().saturating_sub(places);
    text.push_str(if whole == 0 { "0" } else { &digits[..whole] });
    if places > 0 {
        text.push('.');
        for _ in digits.len()..places {
            text.push('0');
        }
        text.push_str(&digits[whole..]);
    }
    text
}
