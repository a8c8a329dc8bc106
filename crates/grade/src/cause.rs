//! Why a value departs from what the procedure asks for.

mod inferred;
mod scene;
mod slip;

use stepfall_procedure::{Op, Operand};
use stepfall_text::Slip;

pub(crate) use self::scene::{Scene, causes};
pub(crate) use self::slip::slip_at;

/// Why a step's value, or an answer, is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Another value stands for an operand.
    Operand {
        /// The number of that value; nothing where it belongs to none.
        took: Option<u16>,
        /// The operand that it stands for; nothing where it may be either.
        instead_of: Option<Operand>,
    },
    /// The operands of an operation that is not symmetric are swapped.
    Swapped,
    /// This operation stands for the right one.
    Operation(Op),
    /// The value was looked up in the table with this number, from 0, and not in the one that the step names.
    Table(u8),
    /// Operands and operation are right, the arithmetic is not.
    Slip(Slip),
    /// An equation that belongs to no step is false by itself.
    Equation(Slip),
    /// Only rounding parts the value from the right one.
    Rounded,
    /// Nothing known explains the value.
    Unexplained,
    /// The step was left out.
    Skipped,
    /// The transcript stops before the step.
    Stopped,
    /// The step is not part of the procedure.
    Invented,
    /// The answer was given before the work.
    Early,
    /// The answer reports the value with this number.
    Reports(u16),
    /// The answer has the right value in a form that was not asked for, or that can be read in two ways.
    Form,
}

impl Cause {
    /// The name used in JSON and in labels, without what it refers to.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Operand { .. } => "wrong-operand",
            Self::Swapped => "swapped",
            Self::Operation(_) => "wrong-operation",
            Self::Table(_) => "wrong-table",
            Self::Slip(_) => "slip",
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
