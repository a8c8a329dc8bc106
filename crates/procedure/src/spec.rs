//! A spec: everything that defines a family of procedures.

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

/// How far back the operand of a step reaches that is not the value just before it, on whichever side it is written.
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

/// Where the two inputs are drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inputs {
    /// The numbers, or with drawn signs their sizes; in [`Arithmetic::Rational`] the numerators.
    pub range: Interval,
    /// Whether each input gets a sign by a draw of its own.
    pub signed: bool,
}

impl Inputs {
    /// The numbers from `min` to `max`.
    pub const fn plain(min: i32, max: i32) -> Self {
        Self { range: Interval::new(min, max), signed: false }
    }

    /// The numbers from `min` to `max` and their opposites.
    pub const fn signed(min: i32, max: i32) -> Self {
        Self { range: Interval::new(min, max), signed: true }
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
    /// As the writer of a procedure of one's own called them. No generator draws such names.
    Custom,
}

/// In which order a prompt lists the lines of a procedure. It never changes the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lines {
    /// The inputs, and then the steps in their order.
    Ordered,
    /// A drawn order, which names alone lead through.
    Shuffled,
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
    /// Where the inputs are drawn from; none for [`Spec::default_inputs`].
    pub inputs: Option<Inputs>,
    /// Where constants are drawn from.
    pub constants: Interval,
    /// Share of dead steps in percent, 0 to 80.
    pub dead: u8,
    /// How the procedure is written.
    pub wording: Wording,
    /// How values are called.
    pub names: Names,
    /// In which order its lines are listed.
    pub lines: Lines,
    /// Whether shorter procedures are the beginnings of longer ones: the steps are then left out of what an item is drawn from, so that its draws are
    /// the same at every length. Otherwise lengths are independent of each other.
    pub nested: bool,
}

impl Default for Spec {
    fn default() -> Self {
        Self::new(Arithmetic::Integer)
    }
}

impl Spec {
    /// The default spec of an arithmetic: 25 steps, look-back at most 5, all operations alike.
    pub const fn new(numbers: Arithmetic) -> Self {
        let operations = match numbers {
            Arithmetic::Modular { .. } => [1, 1, 1, 0],
            _ => [1; 4],
        };
        Self {
            steps: 25,
            look_back: LookBack::AtMost(5),
            operations,
            numbers,
            bound: 999,
            inputs: None,
            constants: Interval::new(2, 9),
            dead: 0,
            wording: Wording::Assignments,
            names: Names::Numbered,
            lines: Lines::Ordered,
            nested: false,
        }
    }

    /// Where the inputs are drawn from.
    pub fn inputs(&self) -> Inputs {
        self.inputs.unwrap_or_else(|| self.default_inputs())
    }

    /// The spec with these inputs. Those that it has by itself are no choice: they go with what they depend on.
    #[must_use]
    pub fn with_inputs(self, inputs: Inputs) -> Self {
        Self { inputs: Some(inputs).filter(|inputs| *inputs != self.default_inputs()), ..self }
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

    /// The part of the input range that may be drawn, in units of [`Spec::unit`]; empty where `0 > 1`.
    pub(crate) fn drawable_inputs(&self) -> (i64, i64) {
        let unit = self.unit();
        let Interval { min, max } = self.inputs().range;
        let (min, max) = (i64::from(min) * unit, i64::from(max) * unit);
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
}
