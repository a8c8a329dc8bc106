//! Arithmetic errors: the incorrect values that each kind of error can give, and the kinds that
//! explain an incorrect value.

use stepfall_number::{Budget, Number};

use crate::kind::ArithmeticError;
use crate::task::unit;

/// A value in its written form, to which arithmetic errors are applied.
pub(crate) struct Written<'a> {
    text: &'a str,
    value: Number,
    /// The value of one unit in the last place; `None` for fractions and for more than 18 places.
    unit: Option<Number>,
}

impl<'a> Written<'a> {
    /// Parses a text. Returns `None` if it is not a plain number.
    pub(crate) fn new(text: &'a str) -> Option<Self> {
        let value = text.parse().ok()?;
        let places = text.split_once('.').map_or(0, |(_, places)| places.len());
        let unit = if text.contains('/') { None } else { unit(u32::try_from(places).ok()?) };
        Some(Self { text, value, unit })
    }

    /// Returns the value moved by a number of units; `None` for fractions.
    pub(crate) fn moved(&self, units: i64) -> Option<Number> {
        let distance = times(self.unit.as_ref()?, units)?;
        self.value.add(&distance, Budget::default()).ok()
    }

    /// Returns all incorrect values that an arithmetic error of this kind can give. `modulus` is
    /// set if values are residues; residues out of range are left out.
    pub(crate) fn arithmetic_errors(
        &self,
        arithmetic_error: ArithmeticError,
        modulus: Option<u32>,
    ) -> Vec<Number> {
        let all = match arithmetic_error {
            ArithmeticError::Sign => vec![self.value.neg()],
            ArithmeticError::OffByOne => {
                [-1, 1].into_iter().filter_map(|units| self.moved(units)).collect()
            }
            ArithmeticError::Digit => self.digits(),
            ArithmeticError::Carry => self.carries(),
            ArithmeticError::Magnitude => self.magnitudes(),
            ArithmeticError::Other => self.others(),
        };
        let fits = |value: &Number| match modulus {
            Some(modulus) => value.rem_euclid(modulus).as_ref() == Some(value),
            None => true,
        };
        all.into_iter().filter(|value| *value != self.value && fits(value)).collect()
    }

    /// Returns the kinds that explain `other` as an error of this value; never
    /// [`ArithmeticError::Other`]. The list is empty if both values are equal.
    pub(crate) fn explaining_errors(&self, other: &str) -> Vec<ArithmeticError> {
        let Some(other) = Written::new(other) else {
            return Vec::new();
        };
        let units = self.units_to(&other.value).map(i64::unsigned_abs);
        let explains = |arithmetic_error: &ArithmeticError| match arithmetic_error {
            ArithmeticError::Sign => other.value == self.value.neg(),
            ArithmeticError::OffByOne => units == Some(1),
            ArithmeticError::Digit => one_digit_differs(self.text, other.text),
            ArithmeticError::Carry => {
                units.is_some_and(|units| powers(18).any(|power| units == power.unsigned_abs()))
            }
            ArithmeticError::Magnitude => powers(3).any(|power| {
                times(&self.value, power).as_ref() == Some(&other.value)
                    || times(&other.value, power).as_ref() == Some(&self.value)
            }),
            ArithmeticError::Other => false,
        };
        if other.value == self.value {
            return Vec::new();
        }
        ArithmeticError::ALL.into_iter().filter(explains).collect()
    }

    /// Returns the distance to another value in units. Returns `None` for fractions, and if the
    /// distance is not a whole number of units or does not fit into an `i64`.
    fn units_to(&self, other: &Number) -> Option<i64> {
        let budget = Budget::default();
        other.sub(&self.value, budget).ok()?.div(self.unit.as_ref()?, budget).ok()?.to_i64()
    }

    /// Replaces each digit of a number or a numerator by every digit that differs by at least two.
    fn digits(&self) -> Vec<Number> {
        let end = self.text.find('/').unwrap_or(self.text.len());
        let first = usize::from(self.text.starts_with('-'));
        let is_long = self.text.as_bytes().get(first + 1).is_some_and(u8::is_ascii_digit);
        let mut all = Vec::new();
        for (at, old) in
            self.text[..end].bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit())
        {
            for new in (b'0'..=b'9').filter(|new| new.abs_diff(old) >= 2) {
                // Only 0 and decimals below 1 begin with 0.
                if new == b'0' && at == first && is_long {
                    continue;
                }
                let changed = [&self.text[..at], &self.text[at + 1..]];
                let text = format!("{}{}{}", changed[0], char::from(new), changed[1]);
                // A fraction that is not in lowest terms would be written with other digits.
                let value = text.parse::<Number>().ok();
                let is_fraction = text.contains('/');
                all.extend(value.filter(|value| !is_fraction || value.to_string() == text));
            }
        }
        all.retain(|value| !value.is_zero());
        all
    }

    /// Returns the value plus and minus each power of ten, from 10 to 10⁹ units of the last place.
    /// Only powers below the size of the value count.
    fn carries(&self) -> Vec<Number> {
        let Some(unit) = &self.unit else {
            return Vec::new();
        };
        let size = self.value.abs();
        let mut all = Vec::new();
        for power in
            powers(9).take_while(|&power| times(unit, power).is_some_and(|step| step < size))
        {
            all.extend([power, -power].into_iter().filter_map(|by| self.moved(by)));
        }
        all
    }

    /// Returns ten times and a hundred times the value. Includes a tenth and a hundredth of the
    /// value if they need no further decimal place.
    fn magnitudes(&self) -> Vec<Number> {
        let Some(unit) = &self.unit else {
            return Vec::new();
        };
        let budget = Budget::default();
        let mut all = Vec::new();
        for power in powers(2) {
            all.extend(times(&self.value, power));
            let smaller = self.value.div(&Number::integer(power), budget).ok();
            let is_whole =
                |value: &Number| value.div(unit, budget).is_ok_and(|units| units.is_integer());
            all.extend(smaller.filter(is_whole));
        }
        all
    }

    /// Returns nearby values, at a distance of 2 to 59 units. Fractions are moved by whole numbers.
    /// The caller removes the values that another kind explains.
    fn others(&self) -> Vec<Number> {
        let one = Number::integer(1);
        let unit = self.unit.as_ref().unwrap_or(&one);
        let near = (2..60).flat_map(|by| [by, -by]);
        near.filter_map(|by| self.value.add(&times(unit, by)?, Budget::default()).ok())
            .filter(|value| !value.is_zero())
            .collect()
    }
}

/// Returns the powers of ten from 10 to 10^`count`.
fn powers(count: u32) -> impl Iterator<Item = i64> {
    (1..=count).filter_map(|exponent| 10i64.checked_pow(exponent))
}

fn times(value: &Number, factor: i64) -> Option<Number> {
    value.mul(&Number::integer(factor), Budget::default()).ok()
}

fn one_digit_differs(left: &str, right: &str) -> bool {
    let differing = || left.bytes().zip(right.bytes()).filter(|(a, b)| a != b);
    left.len() == right.len()
        && differing().count() == 1
        && differing().all(|(a, b)| a.is_ascii_digit() && b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arithmetic_errors(text: &str, arithmetic_error: ArithmeticError) -> Vec<String> {
        let arithmetic_errors =
            Written::new(text).unwrap().arithmetic_errors(arithmetic_error, None);
        arithmetic_errors
            .iter()
            .map(|value| value.to_decimal().unwrap_or_else(|| value.to_string()))
            .collect()
    }

    #[test]
    fn each_slip_has_its_possible_values() {
        assert_eq!(arithmetic_errors("53", ArithmeticError::Sign), ["-53"]);
        assert_eq!(arithmetic_errors("53", ArithmeticError::OffByOne), ["52", "54"]);
        assert_eq!(arithmetic_errors("4.57", ArithmeticError::OffByOne), ["4.56", "4.58"]);
        assert_eq!(arithmetic_errors("105", ArithmeticError::Carry), ["115", "95", "205", "5"]);
        assert_eq!(arithmetic_errors("50", ArithmeticError::Magnitude), ["500", "5", "5000"]);
        assert_eq!(arithmetic_errors("-19", ArithmeticError::Digit).len(), 7 + 8);
        assert_eq!(arithmetic_errors("7/9", ArithmeticError::Digit), ["1/9", "2/9", "4/9", "5/9"]);
        assert!(
            arithmetic_errors("7/9", ArithmeticError::OffByOne).is_empty()
                && arithmetic_errors("7/9", ArithmeticError::Carry).is_empty()
        );
    }

    #[test]
    fn value_is_explained_by_the_slip_that_produces_it() {
        for text in ["53", "-105", "4.57", "0.30", "900", "7/9", "-12/5"] {
            let written = Written::new(text).unwrap();
            let places = text.split_once('.').map_or(0, |_| 2);
            let is_fraction = text.contains('/');
            for arithmetic_error in ArithmeticError::ALL {
                for value in written.arithmetic_errors(arithmetic_error, None) {
                    let other =
                        if is_fraction { value.to_string() } else { value.to_fixed(places) };
                    let explained = written.explaining_errors(&other);
                    let fits = explained.contains(&arithmetic_error)
                        || arithmetic_error == ArithmeticError::Other;
                    assert!(fits, "{text} {other} {arithmetic_error:?} {explained:?}");
                }
            }
        }
        assert_eq!(
            Written::new("53").unwrap().explaining_errors("43"),
            [ArithmeticError::Digit, ArithmeticError::Carry]
        );
        assert_eq!(Written::new("53").unwrap().explaining_errors("77"), []);
    }
}
