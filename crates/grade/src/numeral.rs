//! Reads a number at a position, in every spelling that models use.

mod fraction;
mod groups;
mod power;
mod spoken;

use stepfall_number::{Budget, Number};

use crate::claim::NumberForm;

pub(crate) use self::fraction::{Quotient, latex_fraction, vulgar};
pub(crate) use self::groups::SeparatorEvidence;
pub(crate) use self::spoken::spoken;

use self::fraction::{denominator, mixed_part};
use self::groups::Groups;
use self::power::{power_of_ten, scaled};

/// The longest number that is read, in digits.
const MAX_NUMERAL_DIGITS: usize = 1_000;
/// The most digits of a number together with its power of ten, or of a whole number together with
/// its fraction.
const BUDGET: Budget = Budget::digits(2_000);

/// The way in which the prompt of an item writes numbers. It decides the meaning of separators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecimalPlaces {
    /// Whole numbers. A comma before three digits groups thousands, and a point may too.
    None,
    /// Fractions `a/b`. A comma before three digits groups thousands.
    Fraction,
    /// A point and this many digits.
    Fixed(u8),
    /// A point and any number of digits.
    Any,
}

/// The value of a number in a text, and the way in which it is written.
#[derive(Debug)]
pub(crate) struct Numeral {
    /// The most likely value.
    pub(crate) value: Number,
    /// Attributes that few numbers have.
    rare: Option<Box<Rare>>,
    /// True if the numeral is a whole number and a fraction: `2 1/4`.
    mixed: bool,
    /// True if the numeral has a decimal point or a power of ten.
    pub(crate) decimal: bool,
}

/// Rare attributes of a numeral. They are boxed to keep other numerals small.
#[derive(Debug, Clone)]
enum Rare {
    Other(Number),
    Fraction(i64, i64),
}

impl Numeral {
    pub(crate) const fn new(value: Number) -> Self {
        Self { value, rare: None, mixed: false, decimal: false }
    }

    /// Creates a numeral of this value that is written as a fraction.
    pub(crate) fn fraction_of(value: Number, (top, bottom): (i64, i64)) -> Self {
        Self { rare: Some(Box::new(Rare::Fraction(top, bottom))), ..Self::new(value) }
    }

    /// Adds another possible value.
    fn or(self, other: Number) -> Self {
        Self { rare: Some(Box::new(Rare::Other(other))), ..self }
    }

    pub(crate) fn form(&self) -> NumberForm {
        match self.fraction() {
            _ if self.mixed => NumberForm::Mixed,
            Some(_) => NumberForm::Fraction,
            None => NumberForm::Decimal,
        }
    }

    /// Returns the other possible value, if the separators are ambiguous.
    pub(crate) fn other(&self) -> Option<&Number> {
        match self.rare.as_deref()? {
            Rare::Other(other) => Some(other),
            Rare::Fraction(..) => None,
        }
    }

    /// Returns numerator and denominator, if the number is written as a fraction of whole numbers.
    pub(crate) fn fraction(&self) -> Option<(i64, i64)> {
        match self.rare.as_deref()? {
            Rare::Other(_) => None,
            Rare::Fraction(top, bottom) => Some((*top, *bottom)),
        }
    }

    /// Replaces the value by the other possible value, if there is one.
    pub(crate) fn settle_on_other(&mut self) {
        if let Some(other) = self.other().cloned() {
            (self.value, self.rare) = (other, None);
        }
    }

    /// Returns the numeral with a minus sign.
    #[must_use]
    pub(crate) fn negated(self) -> Self {
        let rare = self.rare.and_then(|rare| {
            Some(Box::new(match *rare {
                Rare::Other(other) => Rare::Other(other.neg()),
                Rare::Fraction(top, bottom) => Rare::Fraction(top.checked_neg()?, bottom),
            }))
        });
        Self { value: self.value.neg(), rare, ..self }
    }
}

/// Reads the numeral without a sign that begins at the digit or point at `at`. Returns the numeral
/// and its end. The error is the end of text that looks like a number but is not one.
pub(crate) fn numeral(
    text: &str,
    at: usize,
    places: DecimalPlaces,
    habit: &mut SeparatorEvidence,
) -> Result<(Numeral, usize), usize> {
    let (digits, end) = match short(text, at, places, habit) {
        Some((digits, end, true)) => return Ok((digits, end)),
        Some((digits, end, false)) => (Some(digits), end),
        None => grouped(text, at, places, habit),
    };
    digits.and_then(|digits| continued(text, digits, end, places)).ok_or(end)
}

/// Reads a short number: ASCII digits with at most one point. Returns the numeral, its end, and
/// whether it is certain that no text after it belongs to it. Returns `None` for other numbers, and
/// if a separator of groups may follow.
fn short(
    text: &str,
    at: usize,
    places: DecimalPlaces,
    habit: &mut SeparatorEvidence,
) -> Option<(Numeral, usize, bool)> {
    let bytes = &text.as_bytes()[at..];
    let (whole, mut length) = digits(bytes, 0)?;
    let mut numeral = Numeral::new(Number::integer(whole));
    if bytes.get(length) == Some(&b'.')
        && let Some((part, after)) = digits(bytes, length + 1)
    {
        let decimals = after - length - 1;
        // `1.234` may group thousands.
        if decimals == 3 && length <= 3 && places == DecimalPlaces::None {
            return None;
        }
        let scale = 10i64.pow(u32::try_from(decimals).ok()?);
        let value = whole.checked_mul(scale)?.checked_add(part)?;
        numeral = Numeral { decimal: true, ..Numeral::new(Number::fraction(value, scale)?) };
        length = after;
    }
    let next = bytes.get(length).copied().unwrap_or(b'\n');
    let beyond = bytes.get(length + 1).copied().unwrap_or(b'\n');
    let alone = match next {
        b'\n' | b')' | b'+' | b'-' | b'=' | b'|' => true,
        b'/' | b'*' | b'(' | b':' | b';' | b'!' | b'?' | b']' | b'}' | b'"' | b'<' => false,
        b' ' if beyond.is_ascii_digit() || !beyond.is_ascii() => return None,
        b' ' => matches!(beyond, b'=' | b'+' | b'-' | b'(' | b'|'),
        // A comma with a LaTeX command may group thousands: `9,\!500`.
        b',' if beyond == b'\\' => return None,
        b'.' | b',' if !beyond.is_ascii_digit() && beyond.is_ascii() => false,
        _ => return None,
    };
    habit.point_decimal |= numeral.decimal;
    Some((numeral, at + length, alone))
}

/// Returns the value of the ASCII digits at `at`, and their end. Reads at most 18 digits. Returns
/// `None` if no digit is at `at`.
pub(crate) fn digits(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    /// The most digits that always fit into an `i64`.
    const MAX_SAFE_DIGITS: usize = 18;
    let bytes = bytes.get(at..)?;
    let bytes = &bytes[..bytes.len().min(MAX_SAFE_DIGITS)];
    let mut value = 0;
    let mut length = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value * 10 + i64::from(digit);
        length += 1;
    }
    (length > 0).then_some((value, at + length))
}

/// Reads groups of digits. Returns the number that the groups form, or `None` if they form none.
/// Also returns the end of the groups.
fn grouped(
    text: &str,
    at: usize,
    places: DecimalPlaces,
    habit: &mut SeparatorEvidence,
) -> (Option<Numeral>, usize) {
    let groups = Groups::read(text, at, habit);
    let end = groups.end;
    let numeral = groups.resolve(places, habit).and_then(|reading| {
        let value = Numeral::new(reading.text.parse().ok()?);
        let numeral = Numeral { decimal: reading.decimal, ..value };
        Some(match reading.other.and_then(|other| other.parse().ok()) {
            Some(other) => numeral.or(other),
            None => numeral,
        })
    });
    (numeral, end)
}

/// Adds the part that may follow the digits that end at `end`: a power of ten, a fraction after a
/// whole number, or a denominator.
fn continued(
    text: &str,
    mut numeral: Numeral,
    end: usize,
    places: DecimalPlaces,
) -> Option<(Numeral, usize)> {
    if let Some((exponent, after)) = power_of_ten(text, end) {
        let value = scaled(&numeral.value, exponent)?;
        return Some((Numeral { decimal: true, ..Numeral::new(value) }, after));
    }
    if numeral.decimal || numeral.rare.is_some() {
        return Some((numeral, end));
    }
    if places == DecimalPlaces::Fraction
        && let Some((part, after)) = mixed_part(text, end)
    {
        let value = numeral.value.add(&part, BUDGET).ok()?;
        return Some((Numeral { mixed: true, ..Numeral::new(value) }, after));
    }
    let end = denominator(text, end, places, &mut numeral);
    Some((numeral, end))
}
