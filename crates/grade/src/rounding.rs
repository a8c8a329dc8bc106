//! Roundings of a value.

use stepfall_number::Number;

use crate::requested_procedure::{BUDGET, difference, product, sum};

/// The most decimal places at which a rounding is recognised.
const MAX_PLACES: u32 = 12;

/// Returns the whole numbers to which a fraction may be rounded: towards zero, and to the nearest
/// if that is another number.
pub(crate) fn roundings(value: &Number) -> Vec<Number> {
    let nearest = value.round(0);
    if nearest.abs() <= value.abs() {
        return vec![nearest];
    }
    let one = Number::integer(1);
    let towards =
        if value.is_negative() { sum(&nearest, &one) } else { difference(&nearest, &one) };
    vec![towards.unwrap_or(Number::ZERO), nearest]
}

/// Returns whether a value has more places than a prompt requests and is as near to the exact value
/// as binary floating-point numbers are: within 10^-9 × max(1, |exact|). `apart` is the distance.
fn is_float_of(value: &Number, apart: &Number, exact: &Number) -> bool {
    /// The most decimal places of a value that a prompt requests.
    const MAX_REQUESTED_PLACES: u32 = 6;
    if *value == value.round(MAX_REQUESTED_PLACES) {
        return false;
    }
    let scale = exact.abs().max(Number::integer(1));
    product(apart, &Number::integer(1_000_000_000)).is_some_and(|apart| apart <= scale)
}

/// Returns whether `value` is `exact` rounded up or down to some number of decimal places, or
/// printed as a float. Returns `false` for equal values.
pub(crate) fn is_rounding(value: &Number, exact: &Number) -> bool {
    if value == exact {
        return false;
    }
    let Ok(apart) = value.sub(exact, BUDGET) else { return false };
    let apart = apart.abs();
    let one = Number::integer(1);
    if apart >= one {
        return false;
    }
    if is_float_of(value, &apart, exact) {
        return true;
    }
    let mut unit = one;
    for places in 0..=MAX_PLACES {
        if *value == value.round(places) && apart < unit {
            // `value` is the next number above or below `exact` with this many places.
            return true;
        }
        let Ok(next) = unit.div(&Number::integer(10), BUDGET) else { return false };
        unit = next;
        if apart >= unit && *value == value.round(places) {
            return false;
        }
    }
    false
}
