//! What is read in a transcript, before anything is judged.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::equation::Truth;
use crate::looked_up::LookUp;

/// An operand as a transcript writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// The name of the value with this number.
    Name(u16),
    /// A number.
    Value(Number),
}

impl Written {
    pub(crate) const fn name(&self) -> Option<u16> {
        match self {
            Self::Name(name) => Some(*name),
            Self::Value(_) => None,
        }
    }

    pub(crate) const fn value(&self) -> Option<&Number> {
        match self {
            Self::Name(_) => None,
            Self::Value(value) => Some(value),
        }
    }
}

/// A sum as a transcript writes it, `left op right`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The operation.
    pub op: Op,
    /// The operand that is named first; the one subtracted from in `subtract a from b`.
    pub left: Written,
    /// The other operand.
    pub right: Written,
}

impl Expression {
    /// Both operands, where both are numbers.
    pub(crate) fn values(&self) -> Option<(&Number, &Number)> {
        self.left.value().zip(self.right.value())
    }

    /// Whether one of the operands is this number.
    pub(crate) fn takes(&self, value: &Number) -> bool {
        [&self.left, &self.right].into_iter().any(|side| side.value() == Some(value))
    }

    /// Whether one of the operands is the value with this name.
    pub(crate) fn takes_name(&self, name: u16) -> bool {
        [&self.left, &self.right].into_iter().any(|side| side.name() == Some(name))
    }

    /// Whether two operations take the same values, in whichever order.
    pub(crate) fn takes_the_same_as(&self, other: &Self) -> bool {
        (self.left == other.left && self.right == other.right)
            || (self.left == other.right && self.right == other.left)
    }
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberForm {
    /// With digits, and perhaps a decimal point: `2.25`.
    Decimal,
    /// `9/4`
    Fraction,
    /// A whole number and a fraction: `2 1/4`.
    Mixed,
}

/// The value of a step, read in a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepClaim {
    /// The number of the value, from 1; beyond the last step where a transcript goes on.
    pub number: u16,
    /// The value.
    pub value: Number,
    /// What else the value may be, where its separators leave a doubt.
    pub other: Option<Number>,
    /// A rounding that is written after an exact value: `5/3 ≈ 1.667`.
    pub nearly: Option<Number>,
    /// Whether the statement begins its line.
    pub opens_line: bool,
    /// Whether it shares a row with other steps, so that its place says nothing about the order.
    pub shares_row: bool,
    /// How the value is written.
    pub form: NumberForm,
    /// The bytes of the statement.
    pub span: Range<usize>,
    /// The bytes of the value.
    pub value_span: Range<usize>,
    /// The operation with its operands by name, where it is written.
    pub names: Option<Expression>,
    /// The operation with the operands' values, where it is written.
    pub values: Option<Expression>,
    /// What is looked up in which table, where that is written.
    pub look_up: Option<LookUp>,
    /// The truth of the equation of numbers that ends in the value; of several, the one that is furthest from true. `None` if there is none.
    pub(crate) equation: Option<Truth>,
    /// Whether a word or a struck-out text in the statement takes a part of it back.
    pub(crate) is_corrected: bool,
}

/// Why a number counts as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// `<answer>528</answer>`
    Tagged,
    /// `\boxed{528}`
    Boxed,
    /// `Answer: 528`, `the final answer is 528`, `"answer": "528"`, `S27 is 528`
    Announced,
    /// A number that has a line for itself; only where there is none of the above.
    Alone,
    /// The value of the last step; only where there is none of the above.
    LastStep,
}

impl Rule {
    /// The name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Tagged => "tagged",
            Self::Boxed => "boxed",
            Self::Announced => "announced",
            Self::Alone => "alone",
            Self::LastStep => "last-step",
        }
    }

    /// Whether the number is called the answer.
    pub const fn is_explicit(self) -> bool {
        matches!(self, Self::Tagged | Self::Boxed | Self::Announced)
    }
}

/// A number that was read as an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The bytes of the transcript that hold the number.
    pub span: Range<usize>,
    /// The number.
    pub value: Number,
    /// What else it may be, where its separators leave a doubt.
    pub other: Option<Number>,
    /// Why it counts.
    pub rule: Rule,
}
