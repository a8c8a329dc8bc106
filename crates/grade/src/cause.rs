//! Causes of an incorrect value.

mod arithmetic_error;
mod inferred;
mod step_context;

use stepfall_procedure::{Op, Operand};
use stepfall_text::ArithmeticError;

pub(crate) use self::arithmetic_error::arithmetic_error_at;
pub(crate) use self::step_context::{StepContext, causes};

/// The cause of an incorrect step or answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The step uses another value in place of an operand.
    Operand {
        /// The number of the input or step with the other value, or `None` if no input or step has
        /// it.
        took: Option<u16>,
        /// The operand that was replaced, or `None` if it may be either one.
        instead_of: Option<Operand>,
    },
    /// The operands of a subtraction, division or another operation with an order are swapped.
    Swapped,
    /// The step uses this operation instead of the correct one.
    Operation(Op),
    /// The value was looked up in the table with this index, and not in the table that the step
    /// names.
    Table(u8),
    /// The operands and the operation are correct, but the arithmetic is not.
    ArithmeticError(ArithmeticError),
    /// An equation that belongs to no step is false.
    Equation(ArithmeticError),
    /// The value differs only by rounding from the result of the step on the transcript's own
    /// values.
    Rounded,
    /// No known cause explains the value.
    Unexplained,
    /// The transcript leaves out the step and uses the previous value in its place. In an unchained
    /// procedure, the step has no claim although a later step has one.
    Skipped,
    /// The transcript stops before the step.
    Stopped,
    /// The step is not part of the procedure.
    Invented,
    /// The answer comes before the work is complete.
    Early,
    /// The answer is the value of the input or step with this number.
    Reports(u16),
    /// The answer is the correct value in another form than requested, or it can be read in two
    /// ways.
    Form,
}

impl Cause {
    /// Returns the name used in JSON and in labelled transcripts, without the data of the variant.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Operand { .. } => "wrong-operand",
            Self::Swapped => "swapped",
            Self::Operation(_) => "wrong-operation",
            Self::Table(_) => "wrong-table",
            Self::ArithmeticError(_) => "slip",
            Self::Equation(_) => "false-equation",
            Self::Rounded => "rounded",
            Self::Unexplained => "unexplained",
            Self::Skipped => "skipped",
            Self::Stopped => "stopped",
            Self::Invented => "invented",
            Self::Early => "early",
            Self::Reports(_) => "reports",
            Self::Form => "form",
        }
    }
}
