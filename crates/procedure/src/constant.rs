//! Constants: numbers that are written in a step.

use std::fmt;

use stepfall_number::Number;

/// The largest whole part of a constant, without its sign.
pub const MAX_CONSTANT: u32 = 999_999_999;
/// The maximum number of decimal places of a constant.
const MAX_PLACES: usize = 6;

/// A number that is written in a step. Generated procedures have whole numbers from 2 to 99. Custom
/// ones may have any number that [`Constant::parse`] accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Constant {
    /// The number in units of its last decimal place.
    units: i64,
    places: u8,
}

impl Constant {
    /// Returns the constant for a whole number.
    pub const fn whole(number: u32) -> Self {
        Self { units: number as i64, places: 0 }
    }

    /// Parses `12`, `-3` or `0.05`. The whole part is at most [`MAX_CONSTANT`], and there are at
    /// most six decimal places.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, digits) =
            text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
        let has_point = whole.len() < digits.len();
        if whole.is_empty()
            || has_point && places.is_empty()
            || places.len() > MAX_PLACES
            || !is_number(whole)
            || !is_number(places)
        {
            return None;
        }
        let size: u32 = whole.parse().ok().filter(|size| *size <= MAX_CONSTANT)?;
        let part: i64 = if has_point { places.parse().ok()? } else { 0 };
        let scale = 10i64.pow(u32::try_from(places.len()).ok()?);
        let units = i64::from(size) * scale + part;
        Some(Self {
            units: if is_negative { -units } else { units },
            places: u8::try_from(places.len()).ok()?,
        })
    }

    /// Returns the exact value.
    pub fn number(self) -> Number {
        Number::fraction(self.units, self.scale()).unwrap_or(Number::ZERO)
    }

    /// Returns the value if it is written without decimal places; `None` also for `3.0`.
    pub const fn to_whole(self) -> Option<i64> {
        if self.places == 0 { Some(self.units) } else { None }
    }

    /// Returns whether the constant is a whole number without a sign.
    pub const fn is_plain(self) -> bool {
        self.places == 0 && self.units >= 0
    }

    fn scale(self) -> i64 {
        10i64.pow(self.places.into())
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.units.unsigned_abs();
        let scale = self.scale().unsigned_abs();
        let sign = if self.units < 0 { "-" } else { "" };
        write!(f, "{sign}{}", size / scale)?;
        if self.places > 0 {
            write!(f, ".{:0width$}", size % scale, width = usize::from(self.places))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_prints_as_it_was_parsed() {
        for text in ["0", "7", "-3", "0.05", "-12.50", "999999999", "1.000001"] {
            let constant = Constant::parse(text).unwrap();
            assert_eq!(constant.to_string(), text);
            assert_eq!(constant.number(), text.parse().unwrap());
        }
        let refused = ["", "-", ".5", "5.", "1.0000001", "1000000000", "1e3", "+4", "--1", "٣"];
        for text in refused {
            assert_eq!(Constant::parse(text), None, "{text}");
        }
    }
}
