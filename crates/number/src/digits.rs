//! Decimal digits of long numbers, nine at a time.
//!
//! `dashu` prints and reads in less than quadratic time, with code several times the size of everything that numbers of
//! ten thousand digits need.

use dashu_base::DivRemAssign;
use dashu_int::UBig;

/// As many digits as one step moves, and the power of ten that belongs to them.
const CHUNK: usize = 9;
const CHUNK_POWER: u32 = 1_000_000_000;

/// The decimal digits of a number, without leading zeros; `0` for zero.
pub(crate) fn digits(value: &UBig) -> String {
    let mut rest = value.clone();
    let mut chunks = Vec::new();
    while rest != UBig::ZERO {
        chunks.push(rest.div_rem_assign(CHUNK_POWER));
    }
    let mut text = chunks.pop().unwrap_or(0).to_string();
    for chunk in chunks.into_iter().rev() {
        text.push_str(&format!("{chunk:09}"));
    }
    text
}

/// The number that decimal digits write; nothing where there are none or something else is among them.
pub(crate) fn from_digits(digits: &str) -> Option<UBig> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut value = UBig::ZERO;
    for chunk in digits.as_bytes().chunks(CHUNK) {
        let (number, power) = chunk.iter().fold((0u32, 1u32), |(number, power), byte| {
            (number * 10 + u32::from(byte - b'0'), power * 10)
        });
        value = value * power + number;
    }
    Some(value)
}

/// `10^exponent`.
pub(crate) fn power_of_ten(exponent: usize) -> UBig {
    let mut power = UBig::ONE;
    for _ in 0..exponent / CHUNK {
        power *= CHUNK_POWER;
    }
    for _ in 0..exponent % CHUNK {
        power *= 10u32;
    }
    power
}
