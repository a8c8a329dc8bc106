//! Kinds of arithmetic errors.

use stepfall_number::Number;
use stepfall_procedure::Arithmetic;
use stepfall_text::ArithmeticError;

use crate::requested_procedure::{RequestedProcedure, difference, product};

/// The exponent of the largest power of ten that counts as an error of magnitude.
const MAX_POWERS_OF_TEN: usize = 4;

/// Returns the kind of arithmetic error that leads from the correct value to the claimed value, or
/// `None` if no known kind does.
pub(super) fn arithmetic_error(
    procedure: &RequestedProcedure<'_>,
    claimed: &Number,
    correct: &Number,
) -> Option<ArithmeticError> {
    arithmetic_error_at(written_places(procedure, claimed, correct), claimed, correct)
}

/// Returns the kind of arithmetic error in the numerator of a fraction: `-18/12` for `-19/12`. The
/// claimed fraction is first expanded to the denominator of the correct fraction.
pub(super) fn error_of_numerator(claimed: &Number, correct: &Number) -> Option<ArithmeticError> {
    let (_, denominator) = correct.to_fraction().filter(|(_, denominator)| *denominator > 1)?;
    let numerator = |value: &Number| product(value, &Number::integer(denominator));
    let (claimed, correct) = (numerator(claimed)?, numerator(correct)?);
    claimed.is_integer().then(|| arithmetic_error_at(Some(0), &claimed, &correct))?
}

/// Returns the number of decimal places in which two values are compared, or `None` if they are
/// compared as fractions.
fn written_places(
    procedure: &RequestedProcedure<'_>,
    claimed: &Number,
    correct: &Number,
) -> Option<u32> {
    if let Some(places) = procedure.places() {
        return Some(places);
    }
    if !matches!(procedure.arithmetic(), Arithmetic::Paper { .. }) {
        return None;
    }
    let length = |value: &Number| {
        let text = value.to_decimal()?;
        u32::try_from(text.split_once('.').map_or(0, |(_, places)| places.len())).ok()
    };
    length(claimed).zip(length(correct)).map(|(a, b)| a.max(b))
}

/// Returns the kind of arithmetic error, as [`arithmetic_error`] does, for values that are written
/// with this number of decimal places.
pub(crate) fn arithmetic_error_at(
    places: Option<u32>,
    claimed: &Number,
    correct: &Number,
) -> Option<ArithmeticError> {
    if !correct.is_zero() && *claimed == correct.neg() {
        return Some(ArithmeticError::Sign);
    }
    if is_power_of_ten_off(claimed, correct)? {
        return Some(ArithmeticError::Magnitude);
    }
    let ten = Number::integer(10);
    let apart = difference(claimed, correct)?.abs();
    let units = (0..places.unwrap_or(0)).try_fold(apart, |apart, _| product(&apart, &ten))?;
    match units.to_i64() {
        Some(1) => return Some(ArithmeticError::OffByOne),
        Some(units @ 2..) if is_power_of_ten(units)? => return Some(ArithmeticError::Carry),
        _ => {}
    }
    if places.is_some_and(|places| claimed.round(places) != *claimed) {
        return None;
    }
    let text = |value: &Number| match (places, value.to_i64()) {
        (None | Some(0), Some(whole)) => whole.to_string(),
        (Some(places), _) => value.to_fixed(places),
        (None, None) => value.to_string(),
    };
    let (claimed, correct) = (text(claimed), text(correct));
    if one_digit_differs(&claimed, &correct) {
        return Some(ArithmeticError::Digit);
    }
    is_transposition(&claimed, &correct).then_some(ArithmeticError::Transposed)
}

/// Returns whether one value is the other one times 10, 100, 1000 or 10,000. Returns `None` if a
/// product is too long.
fn is_power_of_ten_off(claimed: &Number, correct: &Number) -> Option<bool> {
    let ten = Number::integer(10);
    let (mut more, mut less) = (claimed.clone(), correct.clone());
    for _ in 0..MAX_POWERS_OF_TEN {
        (more, less) = (product(&more, &ten)?, product(&less, &ten)?);
        if !correct.is_zero() && (more == *correct || less == *claimed) {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns whether a number is a power of ten. Returns `None` if the next power of ten is too
/// large.
fn is_power_of_ten(units: i64) -> Option<bool> {
    let mut power = 10i64;
    while power < units {
        power = power.checked_mul(10)?;
    }
    Some(power == units)
}

/// Returns whether two texts differ only by an exchange of two adjacent characters.
fn is_transposition(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let first = a.iter().zip(b).position(|(a, b)| a != b);
    a.len() == b.len()
        && first.is_some_and(|at| {
            let pair = a.get(at..at + 2).zip(b.get(at..at + 2));
            pair.is_some_and(|(x, y)| x[0] == y[1] && x[1] == y[0]) && a[at + 2..] == b[at + 2..]
        })
}

fn one_digit_differs(a: &str, b: &str) -> bool {
    let digits = |a: u8, b: u8| a.is_ascii_digit() && b.is_ascii_digit();
    a.len() == b.len() && {
        let mut apart = a.bytes().zip(b.bytes()).filter(|(a, b)| a != b);
        let is_digit = apart.next().is_some_and(|(a, b)| digits(a, b));
        is_digit && apart.next().is_none()
    }
}
