//! Reading one number where it stands, in every spelling that models use.

mod fraction;
mod groups;
mod power;

use stepfall_number::{Budget, Number};

pub(crate) use self::fraction::{latex_fraction, vulgar};
pub(crate) use self::groups::Habit;

use self::fraction::{denominator, mixed_part};
use self::groups::Groups;
use self::power::{power_of_ten, scaled};

/// The longest number that is read, in digits.
const LONGEST: usize = 1_000;
/// The digits that a number may have with its power of ten, or its whole and its fraction together.
const BUDGET: Budget = Budget::digits(2_000);

/// How the prompt of an item writes numbers: decides what a separator can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Places {
    /// Whole numbers: a separator before three digits groups thousands.
    None,
    /// Fractions `a/b`, and the same of separators.
    Fraction,
    /// A point and this many digits.
    Fixed(u8),
    /// A point and any number of digits.
    Any,
}

/// A number in a text.
#[derive(Debug)]
pub(crate) struct Numeral {
    /// What it most likely is.
    pub(crate) value: Number,
    /// What else it may be, where separators leave a doubt.
    pub(crate) other: Option<Number>,
    /// Numerator and denominator where it is written as a fraction of whole numbers.
    pub(crate) fraction: Option<(i64, i64)>,
    /// Whether it is a whole number and a fraction: `2 1/4`.
    pub(crate) mixed: bool,
    /// Whether it has a decimal point, a power of ten or anything else that an integer has not.
    pub(crate) decimal: bool,
}

impl Numeral {
    pub(crate) const fn new(value: Number) -> Self {
        Self { value, other: None, fraction: None, mixed: false, decimal: false }
    }

    /// The same with a minus before it.
    #[must_use]
    pub(crate) fn negated(self) -> Self {
        Self {
            value: self.value.neg(),
            other: self.other.map(|other| other.neg()),
            fraction: self.fraction.and_then(|(top, bottom)| Some((top.checked_neg()?, bottom))),
            ..self
        }
    }
}

/// The numeral that begins with the digit or point at `at`, without its sign, and where it ends; or the end of what looks like a number
/// and is none.
pub(crate) fn numeral(
    text: &str,
    at: usize,
    places: Places,
    habit: &mut Habit,
) -> Result<(Numeral, usize), usize> {
    let (digits, end) = match short(text, at) {
        Some((value, end)) => (Some(Numeral::new(Number::integer(value))), end),
        None => grouped(text, at, places, habit),
    };
    digits.and_then(|digits| continued(text, digits, end, places)).ok_or(end)
}

/// A few digits of ASCII and nothing that parts groups after them, which is what most numbers are, and where they end.
fn short(text: &str, at: usize) -> Option<(i64, usize)> {
    /// So many digits fit.
    const MOST: usize = 18;
    let bytes = &text.as_bytes()[at..];
    let (mut value, mut length) = (0, 0);
    while let Some(digit @ b'0'..=b'9') = bytes.get(length)
        && length < MOST
    {
        value = value * 10 + i64::from(digit - b'0');
        length += 1;
    }
    let ends = match bytes.get(length) {
        None | Some(b'\n' | b'/' | b')' | b'*' | b'+' | b'-' | b'=' | b'|') => true,
        Some(b' ' | b'.' | b',') => !bytes.get(length + 1).is_some_and(|&next| may_be_digit(next)),
        Some(_) => false,
    };
    (ends && length > 0).then_some((value, at + length))
}

const fn may_be_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || !byte.is_ascii()
}

/// Groups of digits, and where they end; nothing where they make no number.
fn grouped(text: &str, at: usize, places: Places, habit: &mut Habit) -> (Option<Numeral>, usize) {
    let groups = Groups::read(text, at);
    let end = groups.end;
    let numeral = groups.resolve(places, habit).and_then(|reading| {
        Some(Numeral {
            other: reading.other.and_then(|other| other.parse().ok()),
            decimal: reading.decimal,
            ..Numeral::new(reading.text.parse().ok()?)
        })
    });
    (numeral, end)
}

/// Adds what may follow the digits that end at `end`: a power of ten, a fraction beside a whole number, or a denominator.
fn continued(
    text: &str,
    mut numeral: Numeral,
    end: usize,
    places: Places,
) -> Option<(Numeral, usize)> {
    if let Some((exponent, after)) = power_of_ten(text, end) {
        let value = scaled(&numeral.value, exponent)?;
        return Some((Numeral { decimal: true, ..Numeral::new(value) }, after));
    }
    if numeral.decimal || numeral.other.is_some() {
        return Some((numeral, end));
    }
    if places == Places::Fraction
        && let Some((part, after)) = mixed_part(text, end)
    {
        let value = numeral.value.add(&part, BUDGET).ok()?;
        return Some((Numeral { mixed: true, ..Numeral::new(value) }, after));
    }
    let end = denominator(text, end, places, &mut numeral);
    Some((numeral, end))
}
