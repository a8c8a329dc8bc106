//! The four operations, rounding and residues.

use std::fmt;

use dashu_base::{Abs, BitTest};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::budget::Budget;
use crate::digits::power_of_ten;
use crate::number::{Number, Repr, gcd_narrow};

/// The reason why an operation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// The divisor is zero.
    DivisionByZero,
    /// The result could have more digits than the budget allows.
    TooLong {
        /// The budget in decimal digits.
        limit: u32,
    },
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DivisionByZero => write!(f, "division by zero"),
            Self::TooLong { limit } => write!(f, "a value grew past {limit} digits"),
        }
    }
}

impl std::error::Error for NumberError {}

type Outcome = Result<Number, NumberError>;

impl Number {
    /// Returns `self + other`.
    ///
    /// # Errors
    ///
    /// [`NumberError::TooLong`] if the result could exceed the budget.
    pub fn add(&self, other: &Self, budget: Budget) -> Outcome {
        if let (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) =
            (&self.0, &other.0)
        {
            return Ok(add_small((*a, *b), (*c, *d)));
        }
        let (a, b) = (self.to_big(), other.to_big());
        fits(sum_bits(&a, &b), budget)?;
        Ok(Self::from_big(a + b))
    }

    /// Returns `self - other`.
    ///
    /// # Errors
    ///
    /// [`NumberError::TooLong`] if the result could exceed the budget.
    pub fn sub(&self, other: &Self, budget: Budget) -> Outcome {
        self.add(&other.neg(), budget)
    }

    /// Returns `self × other`.
    ///
    /// # Errors
    ///
    /// [`NumberError::TooLong`] if the result could exceed the budget.
    pub fn mul(&self, other: &Self, budget: Budget) -> Outcome {
        if let (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) =
            (&self.0, &other.0)
        {
            return Ok(mul_small((*a, *b), (*c, *d)));
        }
        let (a, b) = (self.to_big(), other.to_big());
        fits(product_bits(&a, &b), budget)?;
        Ok(Self::from_big(a * b))
    }

    /// Returns `self / other`.
    ///
    /// # Errors
    ///
    /// [`NumberError::DivisionByZero`], or [`NumberError::TooLong`] if the result could exceed the
    /// budget.
    pub fn div(&self, other: &Self, budget: Budget) -> Outcome {
        if other.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        if let (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) =
            (&self.0, &other.0)
        {
            return Ok(mul_small((*a, *b), (*d, *c)));
        }
        let (a, b) = (self.to_big(), other.to_big());
        fits(product_bits(&a, &b), budget)?;
        Ok(Self::from_big(a / b))
    }

    /// Returns the nearest multiple of 10^-`places`; a tie is rounded away from zero.
    #[must_use]
    pub fn round(&self, places: u32) -> Self {
        if self.is_integer() {
            return self.clone();
        }
        match (self.scaled(places), 10i64.checked_pow(places)) {
            (Scaled::Narrow(value), Some(scale)) => Self::from_narrow(value, scale),
            (value, _) => {
                let scale = power_of_ten(places as usize);
                Self::from_big(RBig::from_parts(value.into(), scale))
            }
        }
    }

    /// Returns the nearest integer to `self × 10^places`; a tie is rounded away from zero.
    pub(crate) fn scaled(&self, places: u32) -> Scaled {
        if let (Repr::Small { num, den }, Some(scale)) = (&self.0, 10i64.checked_pow(places))
            && let Some(scaled) = num.checked_mul(scale)
        {
            let (quotient, rest) = (scaled / den, scaled % den);
            let away = if rest.unsigned_abs() >= den.unsigned_abs().div_ceil(2) {
                num.signum()
            } else {
                0
            };
            if let Some(value) = quotient.checked_add(away) {
                return Scaled::Narrow(value);
            }
        }
        let (top, bottom) = self.to_big().into_parts();
        let top = top * IBig::from(power_of_ten(places as usize));
        let bottom = IBig::from(bottom);
        let (quotient, rest) = (&top / &bottom, (&top % &bottom).abs());
        let away = match rest * 2 >= bottom {
            true if top < IBig::ZERO => IBig::NEG_ONE,
            true => IBig::ONE,
            false => IBig::ZERO,
        };
        Scaled::Wide(quotient + away)
    }

    /// Returns the residue in `0..modulus`. `None` if the value is not an integer or the modulus is
    /// zero.
    pub fn rem_euclid(&self, modulus: u32) -> Option<Self> {
        if !self.is_integer() || modulus == 0 {
            return None;
        }
        let modulus = i64::from(modulus);
        match &self.0 {
            Repr::Small { num, .. } => Some(Self::integer(num.rem_euclid(modulus))),
            Repr::Big(big) => {
                let rest = i64::try_from(big.numerator() % IBig::from(modulus)).ok()?;
                Some(Self::integer(rest.rem_euclid(modulus)))
            }
        }
    }

    /// Returns the number of decimal places that the value needs, if its decimal expansion ends. It
    /// is the larger exponent in a denominator `2^a · 5^b`.
    pub(crate) fn places(&self) -> Option<u32> {
        let mut den = match &self.0 {
            Repr::Small { den, .. } => UBig::from(den.unsigned_abs()),
            Repr::Big(big) => big.denominator().clone(),
        };
        let twos = den.trailing_zeros().unwrap_or(0);
        den >>= twos;
        let mut fives = 0;
        for (factor, exponent) in [(FIVES_IN_WORD, 13), (5u32, 1)] {
            while &den % factor == 0 {
                den /= factor;
                fives += exponent;
            }
        }
        (den == UBig::ONE).then(|| u32::try_from(twos.max(fives)).ok()).flatten()
    }
}

/// The largest power of five below 2^32, 5^13.
const FIVES_IN_WORD: u32 = 1_220_703_125;

/// An integer. `Wide` holds every integer beyond an `i64`, and may hold a smaller one.
pub(crate) enum Scaled {
    Narrow(i64),
    Wide(IBig),
}

impl From<Scaled> for IBig {
    fn from(value: Scaled) -> Self {
        match value {
            Scaled::Narrow(value) => Self::from(value),
            Scaled::Wide(value) => value,
        }
    }
}

/// Returns `a/b + c/d`.
fn add_small((a, b): (i64, i64), (c, d): (i64, i64)) -> Number {
    let narrow = || {
        if b == 1 && d == 1 {
            return Some(Number::integer(a.checked_add(c)?));
        }
        // The sum can be reduced only by a common factor of both denominators (Knuth, TAOCP 4.5.1).
        // If one denominator is 1, there is no such factor.
        let common = if b == 1 || d == 1 { 1 } else { common(b, d) };
        let num = a.checked_mul(d / common)?.checked_add(c.checked_mul(b / common)?)?;
        let rest = if common == 1 { 1 } else { self::common(num, common) };
        let den = (b / rest).checked_mul(d / common)?;
        Some(Number(Repr::Small { num: num / rest, den }))
    };
    narrow().unwrap_or_else(|| {
        // Each product is below 2^126 in absolute value, so the sum stays below 2^127.
        let num = i128::from(a) * i128::from(d) + i128::from(c) * i128::from(b);
        Number::from_wide(num, i128::from(b) * i128::from(d))
    })
}

/// Returns `a/b × c/d`; `b × d` is not zero, but may be negative.
fn mul_small((a, b): (i64, i64), (c, d): (i64, i64)) -> Number {
    let narrow = || {
        if b == 1 && d == 1 {
            return Some(Number::integer(a.checked_mul(c)?));
        }
        // Both fractions are in lowest terms, so only the numerator of one and the denominator of
        // the other can have a common factor.
        let (left, right) = (common(a, d), common(c, b));
        let num = (a / left).checked_mul(c / right)?;
        let den = (b / right).checked_mul(d / left)?;
        let sign = den.signum();
        Some(Number(Repr::Small { num: num.checked_mul(sign)?, den: den.checked_mul(sign)? }))
    };
    narrow().unwrap_or_else(|| {
        Number::from_wide(i128::from(a) * i128::from(c), i128::from(b) * i128::from(d))
    })
}

/// Returns the greatest common divisor; 1 if it does not fit into an `i64`.
fn common(a: i64, b: i64) -> i64 {
    if a == 1 || b == 1 {
        return 1;
    }
    i64::try_from(gcd_narrow(a.unsigned_abs(), b.unsigned_abs())).unwrap_or(1)
}

/// Returns an upper bound for the length in bits of either part of `a + b`.
fn sum_bits(a: &RBig, b: &RBig) -> usize {
    if a.denominator() == b.denominator() {
        let longer = a.numerator().bit_len().max(b.numerator().bit_len());
        return 1 + longer.max(a.denominator().bit_len());
    }
    1 + product_bits(a, b)
}

/// Returns an upper bound for the length in bits of either part of `a × b` and `a / b`.
fn product_bits(a: &RBig, b: &RBig) -> usize {
    a.numerator().bit_len().max(a.denominator().bit_len())
        + b.numerator().bit_len().max(b.denominator().bit_len())
}

/// Returns an error if a result of up to `bits` bits could exceed the budget.
fn fits(bits: usize, budget: Budget) -> Result<(), NumberError> {
    if bits as u64 > budget.bits() {
        return Err(NumberError::TooLong { limit: budget.limit() });
    }
    Ok(())
}
