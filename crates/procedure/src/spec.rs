//! A spec: everything that defines a family of procedures, and which specs make sense.

use std::fmt;

use crate::arithmetic::Arithmetic;
use crate::dead::most_dead_steps;
use crate::op::Op;

/// The most steps a procedure may have.
pub const MAX_STEPS: u16 = 500;
/// The farthest look-back.
pub const MAX_LOOK_BACK: u8 = 50;
/// The largest modulus.
pub const MAX_MODULUS: u32 = 9_973;
/// The smallest and the largest bound for the size of a value.
pub const BOUNDS: (u32, u32) = (10, 1_000_000);
/// The smallest and the largest constant.
pub const CONSTANTS: (i32, i32) = (2, 99);
/// The distance from zero within which inputs lie.
pub const MAX_INPUT: i32 = 1_000_000;
/// The largest share of dead steps, in percent.
pub const MAX_DEAD: u8 = 80;
/// The largest weight of an operation.
pub const MAX_WEIGHT: u8 = 99;

/// How far back the second operand of a step reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LookBack {
    /// Any distance from 2 to this one.
    AtMost(u8),
    /// This distance; while the procedure is shorter, or where that step is dead, the farthest there is within it.
    Exactly(u8),
}

impl LookBack {
    /// The farthest distance, k.
    pub const fn reach(self) -> u8 {
        match self {
            Self::AtMost(k) | Self::Exactly(k) => k,
        }
    }

    /// The same rule with another k.
    #[must_use]
    pub const fn with_reach(self, k: u8) -> Self {
        match self {
            Self::AtMost(_) => Self::AtMost(k),
            Self::Exactly(_) => Self::Exactly(k),
        }
    }
}

/// A range of whole numbers, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The smallest.
    pub min: i32,
    /// The largest.
    pub max: i32,
}

impl Interval {
    /// The interval from `min` to `max`.
    pub const fn new(min: i32, max: i32) -> Self {
        Self { min, max }
    }
}

/// How a procedure is written. Wording never changes the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wording {
    /// `S3 = S1 + S2`
    Assignments,
    /// `3. Add S1 and S2 and call the result S3.`
    English,
    /// A Python program that prints the answer.
    Python,
    /// A JSON object.
    Json,
}

/// How values are called. Names never change the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Names {
    /// `S1`, `S2`, …
    Numbered,
    /// Common short words, drawn for each item, that say nothing about the order.
    Scattered,
}

/// Everything that defines a family of procedures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Number of steps, 1 to 500; the two inputs are not counted.
    pub steps: u16,
    /// How far back the second operand reaches, 1 to 50.
    pub look_back: LookBack,
    /// Weights of the operations in the order of [`Op::ALL`]; 0 leaves one out.
    pub operations: [u8; 4],
    /// The arithmetic.
    pub numbers: Arithmetic,
    /// The largest absolute value; in [`Arithmetic::Rational`] that of numerator and denominator. Without effect in
    /// [`Arithmetic::Modular`] and [`Arithmetic::Paper`].
    pub bound: u32,
    /// Where the inputs are drawn from; in [`Arithmetic::Rational`] their numerators.
    pub inputs: Interval,
    /// Where constants are drawn from.
    pub constants: Interval,
    /// Share of dead steps in percent, 0 to 80.
    pub dead: u8,
    /// How the procedure is written.
    pub wording: Wording,
    /// How values are called.
    pub names: Names,
}

impl Default for Spec {
    fn default() -> Self {
        Self::new(Arithmetic::Integer)
    }
}

impl Spec {
    /// The default spec of an arithmetic: 25 steps, look-back at most 5, all operations alike.
    pub const fn new(numbers: Arithmetic) -> Self {
        let (operations, inputs) = match numbers {
            #[expect(clippy::cast_possible_wrap, reason = "a modulus is at most 9,973")]
            Arithmetic::Modular { modulus } => {
                ([1, 1, 1, 0], Interval::new(2, modulus.saturating_sub(2) as i32))
            }
            Arithmetic::Paper { .. } => ([1; 4], Interval::new(1, 10)),
            _ => ([1; 4], Interval::new(2, 20)),
        };
        Self {
            steps: 25,
            look_back: LookBack::AtMost(5),
            operations,
            numbers,
            bound: 999,
            inputs,
            constants: Interval::new(2, 9),
            dead: 0,
            wording: Wording::Assignments,
            names: Names::Numbered,
        }
    }

    /// Whether an operation takes part.
    pub const fn uses(&self, op: Op) -> bool {
        self.operations[op.index()] > 0
    }

    /// The number of dead steps: the share of all steps, rounded to the nearest, a half upwards.
    pub fn dead_steps(&self) -> u16 {
        let hundredths = u32::from(self.steps) * u32::from(self.dead) + 50;
        u16::try_from(hundredths / 100).unwrap_or(u16::MAX)
    }

    /// The most dead steps that fit: neither the first nor the last step is dead, and every live step must find the
    /// previous live value within its look-back, and a second one where no operation takes a constant.
    pub fn most_dead_steps(&self) -> u16 {
        most_dead_steps(self)
    }

    /// Whether the spec makes sense by itself. That it can be satisfied is for
    /// [`Generator::new`](crate::Generator::new) to find out.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), InvalidSpec> {
        let k = self.look_back.reach();
        if !(1..=MAX_STEPS).contains(&self.steps) {
            return Err(InvalidSpec::Steps);
        }
        if !(1..=MAX_LOOK_BACK).contains(&k) {
            return Err(InvalidSpec::LookBack);
        }
        self.check_operations()?;
        match self.numbers {
            Arithmetic::Modular { modulus } if !is_modulus(modulus, k) => {
                return Err(InvalidSpec::Modulus { nearest: nearest_modulus(modulus, k) });
            }
            Arithmetic::Decimal { places } if !(1..=6).contains(&places) => {
                return Err(InvalidSpec::Places);
            }
            Arithmetic::Paper { places } if places != 0 && places != 3 => {
                return Err(InvalidSpec::Places);
            }
            _ => {}
        }
        if !(BOUNDS.0..=BOUNDS.1).contains(&self.bound) {
            return Err(InvalidSpec::Bound);
        }
        if self.usable_inputs() < self.needed_inputs() {
            return Err(InvalidSpec::Inputs);
        }
        let constants = self.constants;
        if constants.min > constants.max
            || constants.min < CONSTANTS.0
            || constants.max > CONSTANTS.1
        {
            return Err(InvalidSpec::Constants);
        }
        if self.dead > 0 && matches!(self.numbers, Arithmetic::Paper { .. }) {
            return Err(InvalidSpec::DeadInPaper);
        }
        if self.dead > MAX_DEAD || self.dead_steps() > self.most_dead_steps() {
            return Err(InvalidSpec::Dead { most: self.most_dead_percent() });
        }
        Ok(())
    }

    fn check_operations(&self) -> Result<(), InvalidSpec> {
        if self.operations == [0; 4] {
            return Err(InvalidSpec::NoOperation);
        }
        if self.operations.iter().any(|&weight| weight > MAX_WEIGHT) {
            return Err(InvalidSpec::Weight);
        }
        let available = self.numbers.operations();
        match Op::ALL.into_iter().find(|&op| self.uses(op) && !available.contains(&op)) {
            Some(op) => Err(InvalidSpec::Operation { op }),
            None => Ok(()),
        }
    }

    /// The largest share of dead steps in percent that the other knobs leave room for.
    fn most_dead_percent(&self) -> u8 {
        (0..=MAX_DEAD)
            .rev()
            .find(|&dead| Self { dead, ..*self }.dead_steps() <= self.most_dead_steps())
            .unwrap_or(0)
    }

    /// The nearest spec that passes [`Spec::check`]: every field that is out of range is moved to the closest value
    /// that is not, or to the default of its arithmetic where there is no closest.
    #[must_use]
    pub fn nearest_valid(&self) -> Self {
        let mut spec = *self;
        spec.steps = spec.steps.clamp(1, MAX_STEPS);
        spec.look_back = spec.look_back.with_reach(spec.look_back.reach().clamp(1, MAX_LOOK_BACK));
        spec.numbers = match spec.numbers {
            Arithmetic::Modular { modulus } => {
                Arithmetic::Modular { modulus: nearest_modulus(modulus, spec.look_back.reach()) }
            }
            Arithmetic::Decimal { places } => Arithmetic::Decimal { places: places.clamp(1, 6) },
            Arithmetic::Paper { places } => {
                Arithmetic::Paper { places: if places == 0 { 0 } else { 3 } }
            }
            other => other,
        };
        let standard = Self::new(spec.numbers);
        for op in Op::ALL {
            let weight = &mut spec.operations[op.index()];
            let available = spec.numbers.operations().contains(&op);
            *weight = if available { (*weight).min(MAX_WEIGHT) } else { 0 };
        }
        if spec.operations == [0; 4] {
            spec.operations = standard.operations;
        }
        spec.bound = spec.bound.clamp(BOUNDS.0, BOUNDS.1);
        spec.inputs = Interval::new(
            spec.inputs.min.clamp(-MAX_INPUT, MAX_INPUT),
            spec.inputs.max.clamp(-MAX_INPUT, MAX_INPUT),
        );
        if spec.usable_inputs() < spec.needed_inputs() {
            spec.inputs = standard.inputs;
        }
        if spec.usable_inputs() < spec.needed_inputs() {
            spec.bound = standard.bound;
        }
        let (least, most) = CONSTANTS;
        let constants = Interval::new(
            spec.constants.min.clamp(least, most),
            spec.constants.max.clamp(least, most),
        );
        spec.constants =
            if constants.min <= constants.max { constants } else { standard.constants };
        if matches!(spec.numbers, Arithmetic::Paper { .. }) {
            spec.dead = 0;
        }
        spec.dead = spec.dead.min(spec.most_dead_percent());
        spec
    }

    /// The part of the input range that may be drawn, in units of [`Spec::unit`]; empty where `0 > 1`.
    pub(crate) fn drawable_inputs(&self) -> (i64, i64) {
        let unit = self.unit();
        let (min, max) = (i64::from(self.inputs.min) * unit, i64::from(self.inputs.max) * unit);
        match self.numbers {
            Arithmetic::Modular { modulus } => (min.max(2), max.min(i64::from(modulus) - 2)),
            Arithmetic::Paper { .. } => (min, max),
            _ => {
                let limit = i64::from(self.bound) * unit;
                (min.max(-limit), max.min(limit))
            }
        }
    }

    /// How many grid units make 1: 10^p where values have p decimal places, else 1.
    pub(crate) fn unit(&self) -> i64 {
        match self.numbers {
            Arithmetic::Decimal { places } | Arithmetic::Paper { places } => {
                10i64.pow(u32::from(places.min(6)))
            }
            _ => 1,
        }
    }

    /// How many inputs can be drawn that are not 0 or, where those are ruled out, ±1; 0 for a malformed range.
    fn usable_inputs(&self) -> i64 {
        let Interval { min, max } = self.inputs;
        if min > max || min < -MAX_INPUT || max > MAX_INPUT {
            return 0;
        }
        let (low, high) = self.drawable_inputs();
        let unit = self.unit();
        let barred: &[i64] = match self.numbers {
            Arithmetic::Modular { .. } => &[],
            Arithmetic::Paper { .. } | Arithmetic::Rational => &[0],
            _ => &[0, unit, -unit],
        };
        let barred = barred.iter().filter(|value| (low..=high).contains(value)).count();
        (high - low + 1).max(0) - i64::try_from(barred).unwrap_or(0)
    }

    /// Among three usable inputs there are always two that are neither equal nor opposite; fractions get their
    /// variety from the denominators, and `paper` has no such rule.
    fn needed_inputs(&self) -> i64 {
        match self.numbers {
            Arithmetic::Paper { .. } | Arithmetic::Rational => 1,
            _ => 3,
        }
    }
}

/// Why a spec makes no sense by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidSpec {
    /// Steps outside 1 to 500.
    Steps,
    /// A look-back outside 1 to 50.
    LookBack,
    /// No operation has a weight.
    NoOperation,
    /// A weight above 99.
    Weight,
    /// The arithmetic does not have this operation.
    Operation {
        /// The operation.
        op: Op,
    },
    /// Not a prime from 11 to 9,973 above four times the look-back.
    Modulus {
        /// The nearest modulus that is.
        nearest: u32,
    },
    /// Decimal places outside 1 to 6.
    Places,
    /// A bound outside 10 to 1,000,000.
    Bound,
    /// A range that leaves too few inputs.
    Inputs,
    /// A range of constants outside 2 to 99, or empty.
    Constants,
    /// More dead steps than fit.
    Dead {
        /// The largest share in percent that fits.
        most: u8,
    },
    /// Dead steps in `paper`.
    DeadInPaper,
}

impl fmt::Display for InvalidSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => write!(f, "steps must be from 1 to {MAX_STEPS}"),
            Self::LookBack => write!(f, "the look-back must be from 1 to {MAX_LOOK_BACK}"),
            Self::NoOperation => write!(f, "at least one operation is needed"),
            Self::Weight => write!(f, "weights of operations must be from 0 to {MAX_WEIGHT}"),
            Self::Operation { op } => {
                write!(f, "this arithmetic does not have the operation {}", op.slug())
            }
            Self::Modulus { nearest } => write!(
                f,
                "the modulus must be a prime from 11 to {MAX_MODULUS} and above four times the look-back, \
                 for example {nearest}"
            ),
            Self::Places => write!(f, "decimal places must be from 1 to 6"),
            Self::Bound => write!(f, "the bound must be from {} to {}", BOUNDS.0, BOUNDS.1),
            Self::Inputs => write!(
                f,
                "the inputs must be a range such as 2..20 within ±{MAX_INPUT}, with at least three values that \
                 are within the bound and not 0 or ±1"
            ),
            Self::Constants => write!(
                f,
                "the constants must be a range such as 2..9 within {} to {}",
                CONSTANTS.0, CONSTANTS.1
            ),
            Self::Dead { most: 0 } => {
                write!(
                    f,
                    "there is no room for dead steps with this look-back and these operations"
                )
            }
            Self::Dead { most } => {
                write!(f, "at most {most} % dead steps fit this many steps and this look-back")
            }
            Self::DeadInPaper => write!(f, "the paper's design has no dead steps"),
        }
    }
}

impl std::error::Error for InvalidSpec {}

/// Whether `modulus` may be used with look-back `k`.
fn is_modulus(modulus: u32, k: u8) -> bool {
    (11..=MAX_MODULUS).contains(&modulus) && modulus > 4 * u32::from(k) && is_prime(modulus)
}

/// The closest modulus that may be used with look-back `k`, the larger one on a tie.
fn nearest_modulus(modulus: u32, k: u8) -> u32 {
    let from = modulus.min(MAX_MODULUS);
    (0..=MAX_MODULUS)
        .flat_map(|distance| [from + distance, from.saturating_sub(distance)])
        .find(|&candidate| is_modulus(candidate, k))
        .unwrap_or(97)
}

fn is_prime(n: u32) -> bool {
    n >= 2 && (2..=n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_of_every_arithmetic_is_valid() {
        for numbers in [
            Arithmetic::Integer,
            Arithmetic::Modular { modulus: 97 },
            Arithmetic::Decimal { places: 2 },
            Arithmetic::Rational,
            Arithmetic::Paper { places: 3 },
            Arithmetic::Paper { places: 0 },
        ] {
            assert_eq!(Spec::new(numbers).check(), Ok(()), "{numbers:?}");
        }
    }

    #[test]
    fn moduli_are_primes_above_four_times_the_look_back() {
        assert!(is_modulus(97, 24));
        assert!(!is_modulus(97, 25));
        assert!(!is_modulus(91, 5));
        assert_eq!(nearest_modulus(90, 5), 89);
        assert_eq!(nearest_modulus(0, 50), 211);
        assert_eq!(nearest_modulus(u32::MAX, 1), 9_973);
    }

    #[test]
    fn room_for_dead_steps() {
        let spec = Spec { steps: 25, look_back: LookBack::AtMost(3), ..Spec::default() };
        // 23 inner steps, at least every third of them live.
        assert_eq!(spec.most_dead_steps(), 16);
        assert_eq!(Spec { dead: 64, ..spec }.check(), Ok(()));
        assert_eq!(Spec { dead: 70, ..spec }.check(), Err(InvalidSpec::Dead { most: 65 }));
        let flat = Spec { look_back: LookBack::AtMost(1), dead: 20, ..spec };
        assert_eq!(flat.check(), Err(InvalidSpec::Dead { most: 1 }));
    }
}
