//! Decimal numbers with a fixed number of decimal places, stored as integers.

use std::fmt;

use stepfall_link::read_decimal;

/// Writes a number with at most `places` decimal places and without trailing zeros. `value` is in
/// units of the last place.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, value: u64, places: u32) -> fmt::Result {
    let unit = 10u64.saturating_pow(places);
    let (mut fraction, mut width) = (value % unit, places as usize);
    write!(f, "{}", value / unit)?;
    if fraction == 0 {
        return Ok(());
    }
    while fraction % 10 == 0 {
        fraction /= 10;
        width -= 1;
    }
    write!(f, ".{fraction:0width$}")
}

/// A number in thousandths: a temperature, or a model's size in billions of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Thousandths(pub u32);

impl Thousandths {
    /// Reads a decimal number such as `0.7`; `None` if it is invalid or too large, or has more than
    /// three decimal places besides trailing zeros.
    pub fn read(text: &str) -> Option<Self> {
        u32::try_from(read_decimal(text, 3)?).ok().map(Self)
    }
}

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, u64::from(self.0), 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_read_back() {
        for (text, thousandths) in [("0", 0), ("0.7", 700), ("1", 1_000), ("70.605", 70_605)] {
            assert_eq!(Thousandths::read(text), Some(Thousandths(thousandths)));
            assert_eq!(Thousandths(thousandths).to_string(), text);
        }
        assert_eq!(Thousandths::read("01.5000000"), Some(Thousandths(1_500)));
        assert_eq!(Thousandths::read("3."), Some(Thousandths(3_000)));
    }

    #[test]
    fn invalid_decimals_are_refused() {
        for text in ["", ".", ".5", "-1", "+1", "1e3", "0.0001", "1.2.3", "１", "4294968", " 1"] {
            assert_eq!(Thousandths::read(text), None, "{text}");
        }
    }
}
