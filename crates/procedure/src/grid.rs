//! The values that a generated procedure may take, as small machine integers, and what bars a value.
//!
//! The generator tries many candidates for every step; this is the arithmetic that it tries them in. Values of the
//! finished procedure are computed again by [`Procedure::evaluate`](crate::Procedure::evaluate), in exact numbers.

use stepfall_number::Number;

use crate::draw::Draw;
use crate::op::Op;
use crate::spec::Spec;

/// Why a candidate is not taken; the rule that binds where no candidate is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bar {
    Bound,
    ZeroOrOne,
    Repeats,
    Uneven,
}

/// An arithmetic on machine integers with the rules for a legal value.
pub(crate) trait Grid {
    type Value: Copy;

    /// What trying a candidate costs, in units of a search's effort.
    const COST: u32 = 1;

    /// One draw of an input; nothing where it may not be one.
    fn input(&self, draw: &mut Draw) -> Option<Self::Value>;

    /// `a op b` for two earlier values.
    fn join(&self, op: Op, a: Self::Value, b: Self::Value) -> Result<Self::Value, Bar>;

    /// The constant `c` as a value, for additions, subtractions and residues.
    fn constant(&self, c: u8) -> Self::Value;

    /// `a * c` or `a / c`.
    fn scale(&self, op: Op, a: Self::Value, c: u8) -> Result<Self::Value, Bar>;

    /// Whether two values are equal or opposite.
    fn clash(&self, a: Self::Value, b: Self::Value) -> bool;

    /// The value as an exact number.
    fn number(&self, value: Self::Value) -> Number;
}

/// A draw from `low..=high`.
fn between(draw: &mut Draw, low: i64, high: i64) -> i64 {
    low.saturating_add_unsigned(draw.below(high.abs_diff(low) + 1))
}

/// Whole numbers (`unit` 1, only even divisions) and decimals (`unit` 10^p, products and quotients rounded half away
/// from zero).
pub(crate) struct Line {
    unit: i64,
    limit: i64,
    inputs: (i64, i64),
    rounds: bool,
}

impl Line {
    pub(crate) fn new(spec: &Spec, rounds: bool) -> Self {
        let unit = spec.unit();
        Self { unit, limit: i64::from(spec.bound) * unit, inputs: spec.drawable_inputs(), rounds }
    }

    fn legal(&self, value: i64) -> Result<i64, Bar> {
        if value.abs() > self.limit {
            Err(Bar::Bound)
        } else if value == 0 || value.abs() == self.unit {
            Err(Bar::ZeroOrOne)
        } else {
            Ok(value)
        }
    }

    fn quotient(&self, a: i64, b: i64) -> Result<i64, Bar> {
        if self.rounds {
            Ok(rounded(a, b))
        } else if a % b == 0 {
            Ok(a / b)
        } else {
            Err(Bar::Uneven)
        }
    }
}

/// `a / b` to the nearest integer, half away from zero; `b` is not zero.
fn rounded(a: i64, b: i64) -> i64 {
    let (quotient, rest) = (a / b, a % b);
    if rest.unsigned_abs() * 2 >= b.unsigned_abs() {
        quotient + a.signum() * b.signum()
    } else {
        quotient
    }
}

impl Grid for Line {
    type Value = i64;

    fn input(&self, draw: &mut Draw) -> Option<i64> {
        self.legal(between(draw, self.inputs.0, self.inputs.1)).ok()
    }

    fn join(&self, op: Op, a: i64, b: i64) -> Result<i64, Bar> {
        self.legal(match op {
            Op::Add => a + b,
            Op::Sub => a - b,
            // The largest value is 10^12 units, so that the product needs more than 64 bits.
            Op::Mul => {
                let (wide, unit) = (i128::from(a) * i128::from(b), i128::from(self.unit));
                let away =
                    if (wide % unit).abs() * 2 >= unit && unit > 1 { wide.signum() } else { 0 };
                i64::try_from(wide / unit + away).map_err(|_| Bar::Bound)?
            }
            Op::Div => {
                let scaled = a.checked_mul(self.unit).ok_or(Bar::Bound)?;
                self.quotient(scaled, b)?
            }
        })
    }

    fn constant(&self, c: u8) -> i64 {
        i64::from(c) * self.unit
    }

    fn scale(&self, op: Op, a: i64, c: u8) -> Result<i64, Bar> {
        let c = i64::from(c);
        self.legal(if op == Op::Mul { a * c } else { self.quotient(a, c)? })
    }

    fn clash(&self, a: i64, b: i64) -> bool {
        a.abs() == b.abs()
    }

    fn number(&self, value: i64) -> Number {
        Number::fraction(value, self.unit).unwrap_or(Number::ZERO)
    }
}

/// Residues modulo a prime.
pub(crate) struct Residues {
    modulus: i64,
    inputs: (i64, i64),
}

impl Residues {
    pub(crate) fn new(spec: &Spec, modulus: u32) -> Self {
        Self { modulus: i64::from(modulus), inputs: spec.drawable_inputs() }
    }

    fn legal(&self, value: i64) -> Result<i64, Bar> {
        if value < 2 || value == self.modulus - 1 { Err(Bar::ZeroOrOne) } else { Ok(value) }
    }
}

impl Grid for Residues {
    type Value = i64;

    fn input(&self, draw: &mut Draw) -> Option<i64> {
        self.legal(between(draw, self.inputs.0, self.inputs.1)).ok()
    }

    fn join(&self, op: Op, a: i64, b: i64) -> Result<i64, Bar> {
        self.legal(match op {
            Op::Add => (a + b) % self.modulus,
            Op::Sub => (a - b).rem_euclid(self.modulus),
            Op::Mul => (a * b) % self.modulus,
            Op::Div => return Err(Bar::Uneven),
        })
    }

    fn constant(&self, c: u8) -> i64 {
        i64::from(c) % self.modulus
    }

    fn scale(&self, op: Op, a: i64, c: u8) -> Result<i64, Bar> {
        self.join(op, a, self.constant(c))
    }

    fn clash(&self, a: i64, b: i64) -> bool {
        a == b || a + b == self.modulus
    }

    fn number(&self, value: i64) -> Number {
        Number::integer(value)
    }
}

/// Fractions in lowest terms with a positive denominator, both parts within the bound.
pub(crate) struct Fractions {
    limit: i64,
    inputs: (i64, i64),
}

impl Fractions {
    pub(crate) fn new(spec: &Spec) -> Self {
        Self { limit: i64::from(spec.bound), inputs: spec.drawable_inputs() }
    }

    fn legal(&self, num: i64, den: i64) -> Result<(i64, i64), Bar> {
        let common = gcd(num.unsigned_abs(), den.unsigned_abs()).cast_signed() * den.signum();
        let (num, den) = (num / common, den / common);
        if num.abs() > self.limit || den > self.limit {
            Err(Bar::Bound)
        } else if num == 0 || (den == 1 && num.abs() == 1) {
            Err(Bar::ZeroOrOne)
        } else {
            Ok((num, den))
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Grid for Fractions {
    type Value = (i64, i64);

    /// Every candidate is brought to lowest terms.
    const COST: u32 = 3;

    fn input(&self, draw: &mut Draw) -> Option<(i64, i64)> {
        let num = between(draw, self.inputs.0, self.inputs.1);
        let den = between(draw, 2, 9);
        self.legal(num, den).ok()
    }

    fn join(&self, op: Op, (a, b): (i64, i64), (c, d): (i64, i64)) -> Result<(i64, i64), Bar> {
        match op {
            Op::Add => self.legal(a * d + c * b, b * d),
            Op::Sub => self.legal(a * d - c * b, b * d),
            Op::Mul => self.legal(a * c, b * d),
            Op::Div => self.legal(a * d, b * c),
        }
    }

    fn constant(&self, c: u8) -> (i64, i64) {
        (i64::from(c), 1)
    }

    fn scale(&self, op: Op, a: (i64, i64), c: u8) -> Result<(i64, i64), Bar> {
        self.join(op, a, self.constant(c))
    }

    fn clash(&self, a: (i64, i64), b: (i64, i64)) -> bool {
        a.1 == b.1 && a.0.abs() == b.0.abs()
    }

    fn number(&self, (num, den): (i64, i64)) -> Number {
        Number::fraction(num, den).unwrap_or(Number::ZERO)
    }
}
