//! Reads powers of ten after a number.

use stepfall_number::Number;

use super::BUDGET;
use crate::digit::script_digit;

/// The largest absolute value of an exponent.
const MAX_EXPONENT: usize = 60;

/// Returns the exponent of ` × 10^3`, `·10³` or `e3` if it follows, and its end.
pub(super) fn power_of_ten(text: &str, at: usize) -> Option<(i32, usize)> {
    let rest = &text[at..];
    match rest.as_bytes().first()? {
        b'e' | b'E' => return exponent(text, at + 1),
        b' ' | b'*' | b'\\' | 0x80.. => {}
        _ => return None,
    }
    let sign = rest.trim_start_matches(' ');
    let times = match sign.as_bytes().first()? {
        b'\\' => sign.strip_prefix("\\times").or_else(|| sign.strip_prefix("\\cdot"))?,
        b'*' | b'x' | 0x80.. => sign.strip_prefix(['×', '·', '⋅', '*', 'x'])?,
        _ => return None,
    };
    let after = times.trim_start_matches(' ').strip_prefix("10")?;
    if let Some(raised) = after.strip_prefix('^').or_else(|| after.strip_prefix("**")) {
        let inner = raised.strip_prefix('{').unwrap_or(raised);
        let (value, end) = exponent(text, text.len() - inner.len())?;
        let closed = usize::from(inner.len() < raised.len() && text[end..].starts_with('}'));
        return Some((value, end + closed));
    }
    let begin = text.len() - after.len();
    let raised = after.chars().take(3).map_while(|next| Some((next, script_digit(next)?)));
    let (value, length) = raised.fold((0, 0), |(value, length), (next, digit)| {
        (value * 10 + i32::from(digit), length + next.len_utf8())
    });
    (length > 0).then_some((value, begin + length))
}

/// Returns a signed whole number of at most two digits, and its end.
fn exponent(text: &str, at: usize) -> Option<(i32, usize)> {
    let rest = &text[at..];
    let digits = rest.trim_start_matches(['+', '-', '−']);
    let sign = rest.len() - digits.len();
    let length = digits.bytes().take(3).take_while(u8::is_ascii_digit).count();
    if sign > 3 || !(1..=2).contains(&length) {
        return None;
    }
    let value: i32 = digits[..length].parse().ok()?;
    let negative = rest.starts_with(['-', '−']);
    Some((if negative { -value } else { value }, at + sign + length))
}

/// Returns `value × 10^exponent`, or `None` if the exponent or the result is too large.
pub(super) fn scaled(value: &Number, exponent: i32) -> Option<Number> {
    let size = exponent.unsigned_abs() as usize;
    if size > MAX_EXPONENT {
        return None;
    }
    let power: Number = format!("1{}", "0".repeat(size)).parse().ok()?;
    if exponent < 0 { value.div(&power, BUDGET) } else { value.mul(&power, BUDGET) }.ok()
}
