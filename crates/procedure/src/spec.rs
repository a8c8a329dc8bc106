//! A spec: everything that defines a family of procedures.

use crate::arithmetic::Arithmetic;
use crate::dead::most_dead_steps;
use crate::op::Op;

/// The maximum number of steps of a procedure.
pub const MAX_STEPS: u16 = 500;
/// The largest look-back of a spec.
pub const MAX_LOOK_BACK: u8 = 50;
/// The largest modulus; a prime.
pub const MAX_MODULUS: u32 = 9_973;
/// The smallest and the largest [`Spec::bound`].
pub const BOUNDS: (u32, u32) = (10, 1_000_000);
/// The smallest and the largest constant of generated procedures.
pub const CONSTANTS: (i32, i32) = (2, 99);
/// The largest absolute value in a range of inputs.
pub const MAX_INPUT: i32 = 1_000_000;
/// The largest share of dead steps, in percent.
pub const MAX_DEAD: u8 = 80;
/// The largest weight of an operation.
pub const MAX_WEIGHT: u8 = 99;

/// The distance from a step to the operand that is not the previous value. The operand may be on
/// either side of the sign. In [`Arithmetic::Paper`] it is the distance from a step to its left
/// operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LookBack {
    /// Any distance from 2 up to this number; if the number is 1, the operand is a constant. In
    /// [`Arithmetic::Paper`], any distance from 1.
    AtMost(u8),
    /// Exactly this distance. If there are fewer earlier values, or the value at this distance may
    /// not be used, the farthest usable distance below it.
    Exactly(u8),
}

impl LookBack {
    /// Returns the largest distance, k.
    pub const fn reach(self) -> u8 {
        match self {
            Self::AtMost(k) | Self::Exactly(k) => k,
        }
    }

    /// Returns the same kind of look-back with another largest distance, k.
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
    /// The smallest number.
    pub min: i32,
    /// The largest number.
    pub max: i32,
}

impl Interval {
    /// Creates the interval from `min` to `max`.
    pub const fn new(min: i32, max: i32) -> Self {
        Self { min, max }
    }
}

/// The range of the two inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inputs {
    /// The range of the numbers, or of their absolute values if signs are drawn. In
    /// [`Arithmetic::Rational`] it is the range of the numerators.
    pub range: Interval,
    /// True if a separate draw gives each input its sign.
    pub signed: bool,
}

impl Inputs {
    /// Returns the range from `min` to `max`, without a separate draw of signs.
    pub const fn plain(min: i32, max: i32) -> Self {
        Self { range: Interval::new(min, max), signed: false }
    }

    /// Returns the range of absolute values from `min` to `max`. A separate draw gives each input
    /// its sign.
    pub const fn signed(min: i32, max: i32) -> Self {
        Self { range: Interval::new(min, max), signed: true }
    }
}

/// The form in which a procedure is written. It never changes the item.
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

/// The kind of names that values have. It never changes the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameStyle {
    /// `S1`, `S2`, …
    Numbered,
    /// Common short words, drawn for each item, that reveal nothing about the order.
    Scattered,
    /// Names that the writer of a custom procedure chose. No generator draws them.
    Custom,
}

/// The order in which a prompt lists the lines of a procedure. It never changes the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineOrder {
    /// The inputs, and then the steps in order.
    Ordered,
    /// A random order, in which only the names connect the steps.
    Shuffled,
}

/// Everything that defines a family of procedures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The number of steps, 1 to 500; the two inputs do not count.
    pub steps: u16,
    /// The look-back of the second operand, 1 to 50.
    pub look_back: LookBack,
    /// The weights of the operations in the order of [`Op::ALL`]; 0 leaves one out.
    pub operations: [u8; 4],
    /// The arithmetic of the values.
    pub arithmetic: Arithmetic,
    /// The largest absolute value; in [`Arithmetic::Rational`] that of numerator and denominator.
    /// It has no effect in [`Arithmetic::Modular`] and [`Arithmetic::Paper`].
    pub bound: u32,
    /// The range of the inputs; `None` for [`Spec::default_inputs`].
    pub inputs: Option<Inputs>,
    /// The range of the constants that are written in steps.
    pub constants: Interval,
    /// The share of dead steps in percent, 0 to 80. The answer does not depend on a dead step.
    pub dead: u8,
    /// The form in which the procedure is written.
    pub wording: Wording,
    /// The kind of names that the values have.
    pub names: NameStyle,
    /// The order in which the lines are listed.
    pub lines: LineOrder,
    /// True if shorter procedures are the beginnings of longer ones. An item is then drawn without
    /// the number of steps, so that the draws are the same at every length. Otherwise lengths are
    /// independent of each other.
    pub nested: bool,
}

impl Default for Spec {
    fn default() -> Self {
        Self::new(Arithmetic::Integer)
    }
}

impl Spec {
    /// Returns the default spec of an arithmetic: 25 steps, look-back at most 5, all operations
    /// with equal weights.
    pub const fn new(numbers: Arithmetic) -> Self {
        let operations = match numbers {
            Arithmetic::Modular { .. } => [1, 1, 1, 0],
            _ => [1; 4],
        };
        Self {
            steps: 25,
            look_back: LookBack::AtMost(5),
            operations,
            arithmetic: numbers,
            bound: 999,
            inputs: None,
            constants: Interval::new(2, 9),
            dead: 0,
            wording: Wording::Assignments,
            names: NameStyle::Numbered,
            lines: LineOrder::Ordered,
            nested: false,
        }
    }

    /// Returns the chosen range of the inputs, or else the default range.
    pub fn inputs(&self) -> Inputs {
        self.inputs.unwrap_or_else(|| self.default_inputs())
    }

    /// Returns the spec with these inputs. If they equal the default, [`Spec::inputs`] is `None`,
    /// so that they follow later changes of the other parameters.
    #[must_use]
    pub fn with_inputs(self, inputs: Inputs) -> Self {
        Self { inputs: Some(inputs).filter(|inputs| *inputs != self.default_inputs()), ..self }
    }

    /// Returns whether an operation has a weight above 0. The operation must be one of [`Op::ALL`].
    pub const fn uses(&self, op: Op) -> bool {
        self.operations[op.index()] > 0
    }

    /// Returns the number of dead steps: `dead` percent of all steps, rounded to the nearest whole
    /// number, half upwards.
    pub fn dead_steps(&self) -> u16 {
        let hundredths = u32::from(self.steps) * u32::from(self.dead) + 50;
        u16::try_from(hundredths / 100).unwrap_or(u16::MAX)
    }

    /// Returns the maximum number of dead steps. The first and the last step are always live.
    ///
    /// The previous live value must be within the look-back of every live step. If no operation
    /// takes a constant, a second live value must be within it too.
    pub fn most_dead_steps(&self) -> u16 {
        most_dead_steps(self)
    }

    /// Returns the lowest and the highest input that may be drawn, in grid units ([`Spec::unit`]).
    /// If the first number is greater than the second, no input may be drawn.
    pub(crate) fn drawable_inputs(&self) -> (i64, i64) {
        let unit = self.unit();
        let Interval { min, max } = self.inputs().range;
        let (min, max) = (i64::from(min) * unit, i64::from(max) * unit);
        match self.arithmetic {
            Arithmetic::Modular { modulus } => (min.max(2), max.min(i64::from(modulus) - 2)),
            Arithmetic::Paper { .. } => (min, max),
            _ => {
                let limit = i64::from(self.bound) * unit;
                (min.max(-limit), max.min(limit))
            }
        }
    }

    /// Returns the number of grid units in 1: 10^p if values have p decimal places, else 1.
    pub(crate) fn unit(&self) -> i64 {
        match self.arithmetic {
            Arithmetic::Decimal { places } | Arithmetic::Paper { places } => {
                10i64.pow(u32::from(places.min(6)))
            }
            _ => 1,
        }
    }
}
