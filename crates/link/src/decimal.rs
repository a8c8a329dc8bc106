//! Decimal numbers with a fixed number of places, in integer arithmetic, and prices.

/// The maximum length of a number's text, in bytes.
const MAX_TEXT: usize = 24;

/// Parses a decimal number without a sign, such as `0.15`, in units of the last of `places` decimal
/// places. Digits beyond those places must be zeros. `None` if the text is invalid or the number is
/// too large.
pub fn read_decimal(text: &str, places: u32) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() > MAX_TEXT || whole.is_empty() || !is_plain(whole) || !is_plain(fraction) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let missing = places.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let whole: u64 = whole.parse().ok()?;
    let parts: u64 = if fraction.is_empty() { 0 } else { fraction.parse().ok()? };
    whole
        .checked_mul(10u64.checked_pow(places)?)?
        .checked_add(parts.checked_mul(10u64.checked_pow(missing)?)?)
}

/// Parses the price of a million tokens of input and of output, such as `0.15/0.6`: dollars with a
/// `/` between them. Returns millionths of a dollar; `None` if the text is invalid.
pub fn read_price(text: &str) -> Option<(u64, u64)> {
    let (input, output) = text.split_once('/')?;
    Some((read_decimal(input, 6)?, read_decimal(output, 6)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_above_64_bits_are_none() {
        assert_eq!(read_decimal("18446744073709551616", 0), None);
        assert_eq!(read_decimal("18446744073709551615", 0), Some(u64::MAX));
        assert_eq!(read_decimal("18446744073709551615", 1), None);
    }

    #[test]
    fn a_price_is_two_amounts() {
        assert_eq!(read_price("0.15/0.6"), Some((150_000, 600_000)));
        assert_eq!(read_price("999999.999999/0"), Some((999_999_999_999, 0)));
        for text in ["", "/", "2", "2/", "/3", "2/3/4", "0.0000001/1", "-1/1", "2 /3", "a/b"] {
            assert_eq!(read_price(text), None, "{text}");
        }
    }
}
