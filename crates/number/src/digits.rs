//! Converts long numbers to decimal digits and back, eighteen digits at a time.
//!
//! `dashu` has its own conversions, which are faster for very long numbers. Their code is several
//! times as large as this module, which is fast enough for numbers of ten thousand digits.

use std::fmt;

use dashu_base::DivRem;
use dashu_int::UBig;

/// The number of digits that are converted at a time.
const CHUNK: usize = 18;
/// 10 to the power of `CHUNK`.
const CHUNK_POWER: u64 = 1_000_000_000_000_000_000;

/// Returns the decimal digits of a number, without leading zeros; `0` for zero.
pub(crate) fn digits(value: &UBig) -> String {
    // 10^18, 10^36, 10^72 and so on, up to the first power that exceeds the number. The power
    // before the last splits the number in two, and `write` splits both parts again.
    let mut powers = vec![UBig::from(CHUNK_POWER)];
    while let Some(last) = powers.last().filter(|&last| last <= value) {
        powers.push(last * last);
    }
    let mut text = String::new();
    write(value.clone(), &powers, &mut text);
    match text.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}

/// Appends the digits of a number that is less than the last power. Pads the digits with leading
/// zeros, up to the number of zeros in that power.
fn write(value: UBig, powers: &[UBig], text: &mut String) {
    if let [.., half, _] = powers {
        let (high, low) = value.div_rem(half);
        write(high, &powers[..powers.len() - 1], text);
        write(low, &powers[..powers.len() - 1], text);
    } else {
        let chunk = u64::try_from(value).unwrap_or(0);
        let _infallible = fmt::write(text, format_args!("{chunk:018}"));
    }
}

/// Parses decimal digits. Returns `None` if the text is empty or not all characters are digits.
pub(crate) fn from_digits(digits: &str) -> Option<UBig> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut value = UBig::ZERO;
    for chunk in digits.as_bytes().chunks(CHUNK) {
        let (number, power) = chunk.iter().fold((0u64, 1u64), |(number, power), byte| {
            (number * 10 + u64::from(byte - b'0'), power * 10)
        });
        value = value * power + number;
    }
    Some(value)
}

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
