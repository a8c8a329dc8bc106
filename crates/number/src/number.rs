//! The representation of a number and its canonical form.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact rational number in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(pub(crate) Repr);

/// The representation: `Small` if numerator and denominator fit into an `i64`, `Big` otherwise. In
/// both the fraction is in lowest terms and the denominator is positive.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Repr {
    Small { num: i64, den: i64 },
    Big(Box<RBig>),
}

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self::integer(0);

    /// Converts an integer to a number.
    pub const fn integer(value: i64) -> Self {
        Self(Repr::Small { num: value, den: 1 })
    }

    /// Returns the fraction `num / den` in lowest terms, or `None` if `den` is zero.
    pub fn fraction(num: i64, den: i64) -> Option<Self> {
        if den == 0 {
            return None;
        }
        Some(Self::from_narrow(num, den))
    }

    /// Returns the value as an `i64`, if it is an integer in that range.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { num, den: 1 } => Some(num),
            _ => None,
        }
    }

    /// Returns numerator and denominator in lowest terms, if both fit into an `i64`. The
    /// denominator is positive.
    pub fn to_fraction(&self) -> Option<(i64, i64)> {
        match self.0 {
            Repr::Small { num, den } => Some((num, den)),
            Repr::Big(_) => None,
        }
    }

    /// Returns the total length of numerator and denominator in bits, or 0 if both fit into an
    /// `i64`.
    ///
    /// ```
    /// # use stepfall_number::Number;
    /// assert_eq!(Number::integer(7).bits(), 0);
    /// assert_eq!("36893488147419103232".parse::<Number>().map(|long| long.bits()), Ok(67));
    /// ```
    pub fn bits(&self) -> usize {
        match &self.0 {
            Repr::Small { .. } => 0,
            Repr::Big(big) => big.numerator().bit_len() + big.denominator().bit_len(),
        }
    }

    /// Returns whether the value has no fractional part.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { den, .. } => *den == 1,
            Repr::Big(big) => big.is_int(),
        }
    }

    /// Returns whether the value is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// Returns whether the value is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { num, .. } => *num < 0,
            Repr::Big(big) => **big < RBig::ZERO,
        }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Returns the value with the opposite sign.
    #[must_use]
    pub fn neg(&self) -> Self {
        match &self.0 {
            Repr::Small { num, den } => match num.checked_neg() {
                Some(num) => Self(Repr::Small { num, den: *den }),
                None => Self::from_wide(-i128::from(*num), i128::from(*den)),
            },
            Repr::Big(big) => Self::from_big(-(**big).clone()),
        }
    }

    /// Returns `num / den` in lowest terms. `den` must not be zero.
    pub(crate) fn from_wide(num: i128, den: i128) -> Self {
        debug_assert!(den != 0);
        if let (Ok(num), Ok(den)) = (i64::try_from(num), i64::try_from(den)) {
            return Self::from_narrow(num, den);
        }
        let sign = if den < 0 { -1 } else { 1 };
        let common = gcd(num.unsigned_abs(), den.unsigned_abs());
        let (top, bottom) = (num.unsigned_abs() / common, den.unsigned_abs() / common);
        let negative = (num < 0) != (sign < 0);
        let small = i64::try_from(bottom).ok().and_then(|den| {
            let signed = if negative {
                0i128.checked_sub_unsigned(top)?
            } else {
                i128::try_from(top).ok()?
            };
            Some((i64::try_from(signed).ok()?, den))
        });
        if let Some((num, den)) = small {
            return Self(Repr::Small { num, den });
        }
        let top = if negative { -IBig::from(top) } else { IBig::from(top) };
        Self(Repr::Big(Box::new(RBig::from_parts(top, UBig::from(bottom)))))
    }

    /// Does the same as [`Number::from_wide`], but without 128-bit divisions, which are several
    /// times slower.
    pub(crate) fn from_narrow(num: i64, den: i64) -> Self {
        if den == 1 {
            return Self::integer(num);
        }
        let common = gcd_narrow(num.unsigned_abs(), den.unsigned_abs());
        let (top, bottom) = (num.unsigned_abs() / common, den.unsigned_abs() / common);
        let signed = if (num < 0) == (den < 0) {
            i64::try_from(top).ok()
        } else {
            0i64.checked_sub_unsigned(top)
        };
        if let (Some(num), Ok(den)) = (signed, i64::try_from(bottom)) {
            return Self(Repr::Small { num, den });
        }
        let top = IBig::from(top);
        let top = if (num < 0) == (den < 0) { top } else { -top };
        Self(Repr::Big(Box::new(RBig::from_parts(top, UBig::from(bottom)))))
    }

    /// Converts a big fraction, which `dashu` keeps in lowest terms, to the canonical form.
    pub(crate) fn from_big(big: RBig) -> Self {
        match (i64::try_from(big.numerator()), i64::try_from(big.denominator())) {
            (Ok(num), Ok(den)) => Self(Repr::Small { num, den }),
            _ => Self(Repr::Big(Box::new(big))),
        }
    }

    /// Returns the value as a `dashu` fraction.
    pub(crate) fn to_big(&self) -> RBig {
        match &self.0 {
            Repr::Small { num, den } => {
                RBig::from_parts(IBig::from(*num), UBig::from(den.unsigned_abs()))
            }
            Repr::Big(big) => (**big).clone(),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::integer(value)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the greatest common divisor. Uses Euclid's algorithm until both numbers fit into 64
/// bits, and then [`gcd_narrow`]. `gcd(0, b)` is `b`.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd_narrow(x, y));
        }
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the greatest common divisor by Stein's algorithm. It shifts and subtracts, which is
/// several times faster than 64-bit divisions.
pub(crate) const fn gcd_narrow(mut a: u64, mut b: u64) -> u64 {
    /// The difference in length, in bits, above which a division is faster.
    const MUCH: u32 = 12;
    if a == 0 || b == 0 {
        return a | b;
    }
    if a.leading_zeros().abs_diff(b.leading_zeros()) > MUCH {
        (a, b) = if a < b { (b % a, a) } else { (a % b, b) };
        if a == 0 {
            return b;
        }
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = if a < b { (a, b - a) } else { (b, a - b) };
    }
    a << twos
}
