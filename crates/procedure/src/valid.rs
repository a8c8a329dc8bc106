//! The validity of specs, and the nearest valid spec.

use std::fmt;

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::spec::{
    BOUNDS, CONSTANTS, Inputs, Interval, MAX_DEAD, MAX_INPUT, MAX_LOOK_BACK, MAX_MODULUS,
    MAX_STEPS, MAX_WEIGHT, NameStyle, Spec,
};

impl Spec {
    /// Checks whether the spec is valid by itself. [`Generator::new`](crate::Generator::new) finds
    /// out whether it can be satisfied.
    ///
    /// # Errors
    ///
    /// The first problem.
    pub fn check(&self) -> Result<(), InvalidSpec> {
        let k = self.look_back.reach();
        if !(1..=MAX_STEPS).contains(&self.steps) {
            return Err(InvalidSpec::Steps);
        }
        if !(1..=MAX_LOOK_BACK).contains(&k) {
            return Err(InvalidSpec::LookBack);
        }
        if self.names == NameStyle::Custom {
            return Err(InvalidSpec::Names);
        }
        self.check_operations()?;
        match self.arithmetic {
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
        if self.dead > 0 && matches!(self.arithmetic, Arithmetic::Paper { .. }) {
            return Err(InvalidSpec::DeadInPaper);
        }
        if self.dead > 0 && self.nested {
            return Err(InvalidSpec::DeadNested);
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
        let available = self.arithmetic.operations();
        match Op::ALL.into_iter().find(|&op| self.uses(op) && !available.contains(&op)) {
            Some(op) => Err(InvalidSpec::Operation { op }),
            None => Ok(()),
        }
    }

    /// Returns the largest share of dead steps, in percent, that the other settings leave room for.
    fn most_dead_percent(&self) -> u8 {
        (0..=MAX_DEAD)
            .rev()
            .find(|&dead| Self { dead, ..*self }.dead_steps() <= self.most_dead_steps())
            .unwrap_or(0)
    }

    /// Returns the nearest spec that passes [`Spec::check`]. Every field that is out of range moves
    /// to the closest valid value. If there is no closest one, it moves to the default of its
    /// arithmetic.
    #[must_use]
    pub fn nearest_valid(&self) -> Self {
        let mut spec = *self;
        spec.steps = spec.steps.clamp(1, MAX_STEPS);
        spec.look_back = spec.look_back.with_reach(spec.look_back.reach().clamp(1, MAX_LOOK_BACK));
        spec.arithmetic = match spec.arithmetic {
            Arithmetic::Modular { modulus } => {
                Arithmetic::Modular { modulus: nearest_modulus(modulus, spec.look_back.reach()) }
            }
            Arithmetic::Decimal { places } => Arithmetic::Decimal { places: places.clamp(1, 6) },
            Arithmetic::Paper { places } => {
                Arithmetic::Paper { places: if places == 0 { 0 } else { 3 } }
            }
            other => other,
        };
        if spec.names == NameStyle::Custom {
            spec.names = NameStyle::Numbered;
        }
        let standard = Self::new(spec.arithmetic);
        for op in Op::ALL {
            let weight = &mut spec.operations[op.index()];
            let available = spec.arithmetic.operations().contains(&op);
            *weight = if available { (*weight).min(MAX_WEIGHT) } else { 0 };
        }
        if spec.operations == [0; 4] {
            spec.operations = standard.operations;
        }
        spec.bound = spec.bound.clamp(BOUNDS.0, BOUNDS.1);
        spec.inputs = spec.inputs.map(|Inputs { range, signed }| Inputs {
            range: Interval::new(
                range.min.clamp(if signed { 0 } else { -MAX_INPUT }, MAX_INPUT),
                range.max.clamp(-MAX_INPUT, MAX_INPUT),
            ),
            signed,
        });
        if spec.usable_inputs() < spec.needed_inputs() {
            spec.inputs = None;
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
        if matches!(spec.arithmetic, Arithmetic::Paper { .. }) {
            spec.dead = 0;
        }
        spec.nested &= spec.dead == 0;
        spec.dead = spec.dead.min(spec.most_dead_percent());
        spec
    }

    /// Returns the number of different inputs that can be drawn; 0 for a malformed range. 0 and ±1
    /// do not count if the arithmetic does not allow them as inputs.
    fn usable_inputs(&self) -> i64 {
        let Inputs { range: Interval { min, max }, signed } = self.inputs();
        let least = if signed { 0 } else { -MAX_INPUT };
        if min > max || min < least || max > MAX_INPUT {
            return 0;
        }
        let (low, high) = self.drawable_inputs();
        let unit = self.unit();
        let barred: &[i64] = match self.arithmetic {
            Arithmetic::Modular { .. } => &[],
            Arithmetic::Paper { .. } | Arithmetic::Rational => &[0],
            _ => &[0, unit, -unit],
        };
        let barred = barred.iter().filter(|value| (low..=high).contains(value)).count();
        (high - low + 1).max(0) - i64::try_from(barred).unwrap_or(0)
    }

    /// Returns the number of usable inputs that a spec needs. Among three inputs there are always
    /// two that are neither equal nor opposite. Fractions get their variety from the denominators,
    /// and `paper` does not require different inputs.
    fn needed_inputs(&self) -> i64 {
        match self.arithmetic {
            Arithmetic::Paper { .. } | Arithmetic::Rational => 1,
            _ => 3,
        }
    }
}

/// The reason why a spec is invalid by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidSpec {
    /// The number of steps is outside 1 to 500.
    Steps,
    /// The look-back is outside 1 to 50.
    LookBack,
    /// The names are custom, and no generator draws such names.
    Names,
    /// No operation has a weight above 0.
    NoOperation,
    /// A weight is above 99.
    Weight,
    /// The arithmetic does not have this operation.
    Operation {
        /// The operation that the arithmetic lacks.
        op: Op,
    },
    /// The modulus is not a prime from 11 to 9,973 above four times the look-back.
    Modulus {
        /// The nearest valid modulus.
        nearest: u32,
    },
    /// The arithmetic does not allow this number of decimal places.
    Places,
    /// The bound is outside 10 to 1,000,000.
    Bound,
    /// The range of the inputs is malformed, or leaves too few values.
    Inputs,
    /// The range of constants is empty or outside 2 to 99.
    Constants,
    /// The share of dead steps is above 80 %, or the steps and the look-back leave too little room.
    Dead {
        /// The largest share that fits, in percent.
        most: u8,
    },
    /// There are dead steps in `paper`.
    DeadInPaper,
    /// There are dead steps although shorter procedures are the beginnings of longer ones.
    DeadNested,
}

impl fmt::Display for InvalidSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => write!(f, "steps must be from 1 to {MAX_STEPS}"),
            Self::LookBack => write!(f, "the look-back must be from 1 to {MAX_LOOK_BACK}"),
            Self::Names => {
                write!(
                    f,
                    "custom names need a custom procedure; choose numbered or scattered names"
                )
            }
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
                "the inputs must be a range such as 2..20 within ±{MAX_INPUT}, or signed-2..20 for both signs, with at least three values that \
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
            Self::DeadNested => write!(
                f,
                "with dead steps a shorter procedure cannot be the beginning of a longer one; choose dead=0 or nested=0"
            ),
        }
    }
}

impl std::error::Error for InvalidSpec {}

/// Returns whether `modulus` may be used with look-back `k`.
fn is_modulus(modulus: u32, k: u8) -> bool {
    (11..=MAX_MODULUS).contains(&modulus) && modulus > 4 * u32::from(k) && is_prime(modulus)
}

/// Returns the closest modulus that may be used with look-back `k`, the larger one in a tie.
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
    use crate::spec::LookBack;

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
    fn maximum_of_dead_steps_follows_from_steps_and_look_back() {
        let spec = Spec { steps: 25, look_back: LookBack::AtMost(3), ..Spec::default() };
        // There are 23 inner steps, and at least every third of them is live.
        assert_eq!(spec.most_dead_steps(), 16);
        assert_eq!(Spec { dead: 64, ..spec }.check(), Ok(()));
        assert_eq!(Spec { dead: 70, ..spec }.check(), Err(InvalidSpec::Dead { most: 65 }));
        let flat = Spec { look_back: LookBack::AtMost(1), dead: 20, ..spec };
        assert_eq!(flat.check(), Err(InvalidSpec::Dead { most: 1 }));
    }
}
