//! Kinds of arithmetic errors.

use stepfall_number::Number;
use stepfall_procedure::Arithmetic;
use stepfall_text::Slip;

use crate::plan::{Plan, difference, product};

/// The most powers of ten by which a value may be off.
const MAX_POWERS_OF_TEN: usize = 4;

/// Returns the kind of arithmetic error that leads from the correct value to the claimed value, or
/// `None` if no known kind does.
pub(super) fn slip(plan: &Plan<'_>, claimed: &Number, right: &Number) -> Option<Slip> {
    slip_at(written_places(plan, claimed, right), claimed, right)
}

/// Returns the kind of arithmetic error in the numerator of a fraction: `-18/12` for `-19/12`. The
/// claimed fraction is first expanded to the denominator of the correct fraction.
pub(super) fn slip_of_numerator(claimed: &Number, right: &Number) -> Option<Slip> {
    let (_, denominator) = right.to_fraction().filter(|(_, denominator)| *denominator > 1)?;
    let numerator = |value: &Number| product(value, &Number::integer(denominator));
    let (claimed, right) = (numerator(claimed)?, numerator(right)?);
    claimed.is_integer().then(|| slip_at(Some(0), &claimed, &right))?
}

/// Returns the number of decimal places in which two values are compared, or `None` for fractions.
fn written_places(plan: &Plan<'_>, claimed: &Number, right: &Number) -> Option<u32> {
    if let Some(places) = plan.places() {
        return Some(places);
    }
    if !matches!(plan.arithmetic(), Arithmetic::Paper { .. }) {
        return None;
    }
    let length = |value: &Number| {
        let text = value.to_decimal()?;
        u32::try_from(text.split_once('.').map_or(0, |(_, places)| places.len())).ok()
    };
    length(claimed).zip(length(right)).map(|(a, b)| a.max(b))
}

/// Returns the kind of arithmetic error, as [`slip`] does, for values that are written with this
/// number of decimal places.
pub(crate) fn slip_at(places: Option<u32>, claimed: &Number, right: &Number) -> Option<Slip> {
    if !right.is_zero() && *claimed == right.neg() {
        return Some(Slip::Sign);
    }
    if is_power_of_ten_off(claimed, right)? {
        return Some(Slip::Magnitude);
    }
    let ten = Number::integer(10);
    let apart = difference(claimed, right)?.abs();
    let units = (0..places.unwrap_or(0)).try_fold(apart, |apart, _| product(&apart, &ten))?;
    match units.to_i64() {
        Some(1) => return Some(Slip::OffByOne),
        Some(units @ 2..) if is_power_of_ten(units)? => return Some(Slip::Carry),
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
    let (claimed, right) = (text(claimed), text(right));
    if one_digit_differs(&claimed, &right) {
        return Some(Slip::Digit);
    }
    transposed(&claimed, &right).then_some(Slip::Transposed)
}

/// Reports whether two values differ by a power of ten. Returns `None` if a value is too long.
fn is_power_of_ten_off(claimed: &Number, right: &Number) -> Option<bool> {
    let ten = Number::integer(10);
    let (mut more, mut less) = (claimed.clone(), right.clone());
    for _ in 0..MAX_POWERS_OF_TEN {
        (more, less) = (product(&more, &ten)?, product(&less, &ten)?);
        if !right.is_zero() && (more == *right || less == *claimed) {
            return Some(true);
        }
    }
    Some(false)
}

/// Reports whether a number is a power of ten. Returns `None` if the next power of ten is too
/// large.
fn is_power_of_ten(units: i64) -> Option<bool> {
    let mut power = 10i64;
    while power < units {
        power = power.checked_mul(10)?;
    }
    Some(power == units)
}

fn transposed(a: &str, b: &str) -> bool {
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
