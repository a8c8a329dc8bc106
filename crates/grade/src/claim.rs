//! The claims that are read in a transcript, before they are judged.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::equation::Truth;
use crate::looked_up::LookUp;

/// An operand as a transcript writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimedOperand {
    /// The name of the value with this number.
    Name(u16),
    /// A number, written in place of a name.
    Value(Number),
}

impl ClaimedOperand {
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

/// An operation as a transcript writes it, `left op right`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenOperation {
    /// The operation that is written, which may differ from the operation of the step.
    pub op: Op,
    /// The first operand; `b` in `subtract a from b`.
    pub left: ClaimedOperand,
    /// The second operand; `a` in `subtract a from b`.
    pub right: ClaimedOperand,
}

impl WrittenOperation {
    /// Returns both operands, if both are numbers.
    pub(crate) fn values(&self) -> Option<(&Number, &Number)> {
        self.left.value().zip(self.right.value())
    }

    /// Returns whether one of the operands is this number.
    pub(crate) fn takes(&self, value: &Number) -> bool {
        [&self.left, &self.right].into_iter().any(|side| side.value() == Some(value))
    }

    /// Returns whether one of the operands is the value with this name.
    pub(crate) fn takes_name(&self, name: u16) -> bool {
        [&self.left, &self.right].into_iter().any(|side| side.name() == Some(name))
    }

    /// Returns whether two operations have the same operands, in either order.
    pub(crate) fn takes_the_same_as(&self, other: &Self) -> bool {
        (self.left == other.left && self.right == other.right)
            || (self.left == other.right && self.right == other.left)
    }
}

/// The form in which a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberForm {
    /// With digits, and perhaps a decimal point: `2.25`.
    Decimal,
    /// As a fraction: `9/4`.
    Fraction,
    /// A whole number and a fraction: `2 1/4`.
    Mixed,
}

/// The value of a step, read in a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepClaim {
    /// The number of the value, from 1; inputs come first. If a transcript continues beyond the
    /// procedure, its further values have numbers after the last step.
    pub number: u16,
    /// The value that the step is judged by; the exact one if a rounding follows.
    pub value: Number,
    /// The other possible value, if the separators of the number are ambiguous.
    pub second_value: Option<Number>,
    /// A rounding that is written after an exact value: `5/3 ≈ 1.667`.
    pub rounding: Option<Number>,
    /// True if the statement begins its line.
    pub opens_line: bool,
    /// True if the position of the claim does not show the order of the steps, as in a row with
    /// other steps.
    pub shares_row: bool,
    /// The form in which the value is written.
    pub form: NumberForm,
    /// The bytes of the statement.
    pub span: Range<usize>,
    /// The bytes of the value.
    pub value_span: Range<usize>,
    /// The operation with its operands by name, if it is written.
    pub operation_by_name: Option<WrittenOperation>,
    /// The operation with the operands' values, if it is written.
    pub operation_by_value: Option<WrittenOperation>,
    /// The look-up, if it is written.
    pub look_up: Option<LookUp>,
    /// The truth of the equation of numbers that ends in the value. Of several equations, the least
    /// true one counts. `None` if there is no such equation, or if the grader did not look for
    /// equations.
    pub(crate) equation: Option<Truth>,
    /// True if a word or a struck-out text in the line, before the end of the value, makes a
    /// correction. False if the grader did not look for equations.
    pub(crate) is_corrected: bool,
}

/// The reason why a number counts as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerRule {
    /// The answer is in tags: `<answer>528</answer>`.
    Tagged,
    /// The answer is in a LaTeX box: `\boxed{528}`.
    Boxed,
    /// Words announce the answer: `Answer: 528`, `the final answer is 528`, `"answer": "528"`,
    /// `S27 is 528`.
    Announced,
    /// A number alone in a line, or the only number of a text. It counts if no rule above finds an
    /// answer, or if it ends the text after another answer.
    Alone,
    /// The value of the last step, or the only value called a result, if no rule above finds an
    /// answer.
    LastStep,
}

impl AnswerRule {
    /// Returns the name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Tagged => "tagged",
            Self::Boxed => "boxed",
            Self::Announced => "announced",
            Self::Alone => "alone",
            Self::LastStep => "last-step",
        }
    }

    /// Returns whether the text calls the number the answer.
    pub const fn is_explicit(self) -> bool {
        matches!(self, Self::Tagged | Self::Boxed | Self::Announced)
    }
}

/// A number that was read as an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerClaim {
    /// The bytes of the number in the transcript.
    pub span: Range<usize>,
    /// The value of the number, in the reading of its separators that counts.
    pub value: Number,
    /// The other possible value, if the separators of the number are ambiguous.
    pub second_value: Option<Number>,
    /// The reason why the number counts as an answer.
    pub rule: AnswerRule,
}
