//! The values of generated procedures as small machine integers, and the rules that reject a value.
//!
//! The generator tries many candidates for every step in this arithmetic. The values of the
//! finished procedure are computed again by [`Procedure::evaluate`](crate::Procedure::evaluate), in
//! exact numbers.

use stepfall_number::Number;

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::rng::SeededRng;
use crate::spec::Spec;

/// The reason why a candidate is rejected. [`RefusalReason`](crate::Rule) describes each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RejectReason {
    Bound,
    ZeroOrOne,
    Repeats,
    Uneven,
    /// All values within reach would be multiples of one prime.
    CommonPrime,
}

/// The value `num / den`, in grid units and in lowest terms. Only fractions have a `den` other than
/// 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    num: i64,
    den: i64,
}

impl Value {
    const fn units(num: i64) -> Self {
        Self { num, den: 1 }
    }

    /// Returns the absolute value of the numerator, in grid units.
    pub(crate) const fn size(self) -> u64 {
        self.num.unsigned_abs()
    }
}

/// An arithmetic on machine integers, with the rules for values.
pub(crate) struct Grid {
    kind: Kind,
    /// The number of units in 1: 10^p for decimals.
    unit: i64,
    /// The largest allowed size, in units. For fractions it limits numerator and denominator.
    limit: i64,
    inputs: (i64, i64),
    /// True if a separate draw gives each input its sign.
    signed: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Whole numbers, with divisions that leave no remainder.
    Whole,
    /// Decimals. Products and quotients are rounded half away from zero.
    Rounded,
    /// Residues modulo a prime.
    Residues(i64),
    Fractions,
}

impl Grid {
    /// Creates the grid of a spec. The arithmetic must not be `paper`.
    pub(crate) fn new(spec: &Spec) -> Self {
        let kind = match spec.arithmetic {
            Arithmetic::Decimal { .. } => Kind::Rounded,
            Arithmetic::Modular { modulus } => Kind::Residues(i64::from(modulus)),
            Arithmetic::Rational => Kind::Fractions,
            Arithmetic::Integer | Arithmetic::Paper { .. } => Kind::Whole,
        };
        let unit = spec.unit();
        let limit = i64::from(spec.bound) * unit;
        // Residues have no sign.
        let signed = spec.inputs().signed && !matches!(kind, Kind::Residues(_));
        Self { kind, unit, limit, inputs: spec.drawable_inputs(), signed }
    }

    /// Returns the cost of trying a candidate, in units of a search's effort. Fractions cost more,
    /// because they are reduced to lowest terms.
    pub(crate) const fn cost(&self) -> u32 {
        if matches!(self.kind, Kind::Fractions) { 3 } else { 1 }
    }

    /// Draws an input; `None` if the rules reject it.
    pub(crate) fn input(&self, rng: &mut SeededRng) -> Option<Value> {
        let num = between(rng, self.inputs.0, self.inputs.1);
        let den = if matches!(self.kind, Kind::Fractions) { between(rng, 2, 9) } else { 1 };
        let num = if self.signed && rng.below_u32(2) == 1 { -num } else { num };
        self.legal(num, den).ok()
    }

    /// Returns `a op b` for two earlier values.
    pub(crate) fn join(&self, op: Op, a: Value, b: Value) -> Result<Value, RejectReason> {
        let (num, den) = match (self.kind, op) {
            (Kind::Fractions, Op::Add) => (a.num * b.den + b.num * a.den, a.den * b.den),
            (Kind::Fractions, Op::Sub) => (a.num * b.den - b.num * a.den, a.den * b.den),
            (Kind::Fractions, Op::Mul) => (a.num * b.num, a.den * b.den),
            (Kind::Fractions, Op::Div) => (a.num * b.den, a.den * b.num),
            (_, Op::Add) => (a.num + b.num, 1),
            (_, Op::Sub) => (a.num - b.num, 1),
            (Kind::Rounded, Op::Mul) => (rounded_product(a.num, b.num, self.unit)?, 1),
            (_, Op::Mul) => (a.num.checked_mul(b.num).ok_or(RejectReason::Bound)?, 1),
            // Only `Div` occurs here, because the other operations are those of custom procedures.
            (_, Op::Div | Op::FloorDiv | Op::Mod | Op::Min | Op::Max | Op::Round) => {
                let scaled = a.num.checked_mul(self.unit).ok_or(RejectReason::Bound)?;
                (self.quotient(scaled, b.num)?, 1)
            }
        };
        self.legal(num, den)
    }

    /// Returns the constant `c` as an operand of a sum or a difference.
    pub(crate) fn constant(&self, c: u8) -> Value {
        Value::units(i64::from(c) * self.unit)
    }

    /// Returns `a * c` or `a / c`.
    pub(crate) fn scale(&self, op: Op, a: Value, c: u8) -> Result<Value, RejectReason> {
        let c = i64::from(c);
        let (num, den) = match (self.kind, op) {
            (Kind::Fractions, Op::Div) => (a.num, a.den * c),
            (_, Op::Div) => (self.quotient(a.num, c)?, 1),
            _ => (a.num * c, a.den),
        };
        self.legal(num, den)
    }

    /// Returns whether two values are equal or opposite.
    pub(crate) fn clash(&self, a: Value, b: Value) -> bool {
        match self.kind {
            Kind::Residues(modulus) => a.num == b.num || a.num + b.num == modulus,
            _ => a.num.abs() == b.num.abs() && a.den == b.den,
        }
    }

    /// Returns the part of a size without the factors 2, 3, 5 and 7.
    pub(crate) fn rough_part(size: u64) -> u64 {
        let mut rest = size;
        if rest == 0 {
            return 0;
        }
        rest >>= rest.trailing_zeros();
        for prime in [3, 5, 7] {
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
        rest
    }

    /// Returns the greatest common divisor of a number and the size of a value.
    pub(crate) fn common(number: u64, value: Value) -> u64 {
        gcd(number, value.size())
    }

    pub(crate) fn number(&self, value: Value) -> Number {
        Number::fraction(value.num, value.den * self.unit).unwrap_or(Number::ZERO)
    }

    /// Brings a value into its canonical form and checks it against the rules.
    fn legal(&self, num: i64, den: i64) -> Result<Value, RejectReason> {
        match self.kind {
            Kind::Residues(modulus) => {
                let num = num.rem_euclid(modulus);
                let barred = num < 2 || num == modulus - 1;
                if barred { Err(RejectReason::ZeroOrOne) } else { Ok(Value::units(num)) }
            }
            Kind::Fractions => {
                let common = gcd(num.unsigned_abs(), den.unsigned_abs()).cast_signed();
                let common = common * den.signum();
                let (num, den) = (num / common, den / common);
                if num.abs() > self.limit || den > self.limit {
                    Err(RejectReason::Bound)
                } else if num == 0 || (den == 1 && num.abs() == 1) {
                    Err(RejectReason::ZeroOrOne)
                } else {
                    Ok(Value { num, den })
                }
            }
            Kind::Whole | Kind::Rounded => {
                if num.abs() > self.limit {
                    Err(RejectReason::Bound)
                } else if num == 0 || num.abs() == self.unit {
                    Err(RejectReason::ZeroOrOne)
                } else {
                    Ok(Value::units(num))
                }
            }
        }
    }

    /// Returns `a / b`; `b` is not zero. Decimals are rounded half away from zero. In other
    /// arithmetics, a remainder is an error.
    fn quotient(&self, a: i64, b: i64) -> Result<i64, RejectReason> {
        let (quotient, rest) = divided(a, b);
        match self.kind {
            Kind::Rounded if rest.unsigned_abs() * 2 >= b.unsigned_abs() => {
                Ok(quotient + a.signum() * b.signum())
            }
            Kind::Rounded => Ok(quotient),
            _ if rest == 0 => Ok(quotient),
            _ => Err(RejectReason::Uneven),
        }
    }
}

/// Returns quotient and remainder, on 32 bits if both numbers fit. On many machines that takes half
/// the time.
fn divided(a: i64, b: i64) -> (i64, i64) {
    match (i32::try_from(a), i32::try_from(b)) {
        (Ok(a), Ok(b)) if a != i32::MIN => (i64::from(a / b), i64::from(a % b)),
        _ => (a / b, a % b),
    }
}

/// Draws a number from `low..=high`.
fn between(rng: &mut SeededRng, low: i64, high: i64) -> i64 {
    low.saturating_add_unsigned(rng.below(high.abs_diff(low) + 1))
}

/// Returns `a × b / unit`, rounded half away from zero. Values reach 10^12 units, so the product
/// needs more than 64 bits.
fn rounded_product(a: i64, b: i64, unit: i64) -> Result<i64, RejectReason> {
    let (wide, unit) = (i128::from(a) * i128::from(b), i128::from(unit));
    let away = if (wide % unit).abs() * 2 >= unit { wide.signum() } else { 0 };
    i64::try_from(wide / unit + away).map_err(|_| RejectReason::Bound)
}

/// Returns the greatest common divisor by halving and subtracting. A division takes many times as
/// long.
const fn gcd(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    let (mut a, mut b) = (a >> a.trailing_zeros(), b >> b.trailing_zeros());
    while a != b {
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        let apart = large - small;
        (a, b) = (small, apart >> apart.trailing_zeros());
    }
    a << twos
}
