//! The causes of an incorrect value.

use serde::{Deserialize, Serialize};
use stepfall_procedure::Condition;

/// A kind of arithmetic error. If several kinds fit, the first one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArithmeticError {
    /// The value is negated, or an operand is used without its sign.
    Sign,
    /// The value is a power of ten too large or too small.
    Magnitude,
    /// The value is one unit in the last place too large or too small.
    OffByOne,
    /// The value differs by a larger power of ten, in units of the last place.
    Carry,
    /// Exactly one digit differs.
    Digit,
    /// Two neighbouring digits are transposed.
    Transposed,
    /// Any other error, if the operands and the operation are known to be correct.
    Other,
}

impl ArithmeticError {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self::Sign,
        Self::Magnitude,
        Self::OffByOne,
        Self::Carry,
        Self::Digit,
        Self::Transposed,
        Self::Other,
    ];

    /// Returns the name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Sign => "sign",
            Self::Magnitude => "magnitude",
            Self::OffByOne => "off-by-one",
            Self::Carry => "carry",
            Self::Digit => "digit",
            Self::Transposed => "transposed",
            Self::Other => "other",
        }
    }

    /// Returns the kind with this slug; `None` for an unknown slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|arithmetic_error| arithmetic_error.slug() == slug)
    }

    /// Returns the name that is shown next to the step.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sign => "lost the sign",
            Self::Magnitude => "a power of ten off",
            Self::OffByOne => "off by one",
            Self::Carry => "incorrect carry",
            Self::Digit => "one digit incorrect",
            Self::Transposed => "transposed digits",
            Self::Other => "incorrect result",
        }
    }

    /// Returns the error as a verb phrase in the past tense.
    pub const fn past_tense(self) -> &'static str {
        match self {
            Self::Sign => "lost the sign",
            Self::Magnitude => "was a power of ten off",
            Self::OffByOne => "was off by one",
            Self::Carry => "made a carry error",
            Self::Digit => "made an error in one digit",
            Self::Transposed => "transposed two digits",
            Self::Other => "made an arithmetic error",
        }
    }
}

/// The cause of a step's incorrect value, with the names that it refers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Another value replaces an operand.
    Operand {
        /// The value that was used; `None` if it belongs to no input and no step.
        took: Option<ValueRef>,
        /// The replaced operand, a name or a constant; `None` if it may be either operand.
        instead_of: Option<String>,
    },
    /// The operands are swapped.
    Swapped,
    /// The operation with this sign replaces the correct one.
    Operation(String),
    /// The value was looked up in the table with this name, and not in the table that the step
    /// names.
    Table(String),
    /// Operands and operation are correct, but the arithmetic is not. Also used for a false
    /// equation that belongs to no step.
    ArithmeticError(ArithmeticError),
    /// The value differs from the correct one only by rounding.
    Rounded,
    /// No known cause explains the value.
    Unexplained,
}

/// A value of the procedure, or a value beyond its last step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRef {
    /// The number of the value, from 1.
    pub number: u16,
    /// The name of the value.
    pub name: String,
}

impl Cause {
    /// Returns the name used in JSON and in addresses of the field guide.
    pub const fn slug(&self) -> &'static str {
        match self {
            Self::Operand { .. } => "wrong-operand",
            Self::Swapped => "swapped",
            Self::Operation(_) => "wrong-operation",
            Self::Table(_) => "wrong-table",
            Self::ArithmeticError(_) => "slip",
            Self::Rounded => "rounded",
            Self::Unexplained => "unexplained",
        }
    }

    /// Describes the cause next to a step, under a condition.
    pub fn sentence(&self, condition: Condition) -> String {
        match self {
            Self::Operand { took, instead_of } => {
                operand(condition, took.as_ref().map(|took| &*took.name), instead_of.as_deref())
            }
            Self::Swapped => "swapped the operands".to_owned(),
            Self::Operation(sign) => format!("used {sign}"),
            Self::Table(name) => format!("looked it up in table {name}"),
            Self::ArithmeticError(arithmetic_error) => arithmetic_error.name().to_owned(),
            Self::Rounded => "rounded otherwise".to_owned(),
            Self::Unexplained => "we cannot tell why".to_owned(),
        }
    }
}

/// Describes which value replaced an operand, and which operand, if they are known.
pub fn operand(condition: Condition, took: Option<&str>, instead_of: Option<&str>) -> String {
    let verb = if condition == Condition::Copy { "looked up" } else { "used" };
    match (took, instead_of) {
        (Some(took), Some(right)) => format!("{verb} {took} instead of {right}"),
        (Some(took), None) => format!("{verb} {took}"),
        // Under this condition, the operands are printed numbers and not values of steps.
        (None, Some(right)) if condition == Condition::Unchained => {
            format!("{verb} another number instead of {right}")
        }
        (None, _) if condition == Condition::Unchained => format!("{verb} another number"),
        (None, _) => format!("{verb} a value of no step"),
    }
}

/// Labels the arc from a value that was used instead of an operand.
pub fn used_label(name: &str) -> String {
    format!("it used {name}")
}

/// Labels the arc from an operand that the procedure names and the answer did not use.
pub fn expected_label(name: &str) -> String {
    format!("the procedure says {name}")
}

/// Returns the display name of an error, given the slug of its likeliest cause. An unknown slug is
/// returned unchanged.
pub fn error_name(slug: &str) -> &str {
    match slug {
        "wrong-operand" => "wrong operand",
        "swapped" => "swapped operands",
        "wrong-operation" => "wrong operation",
        "wrong-table" => "wrong table",
        "false-equation" => "false by itself",
        "rounded" => "rounding error",
        "slip" => "arithmetic error",
        "skipped" => "left out",
        "stopped" => "stopped before it",
        "invented" => "not part of the procedure",
        "early" => "given before the work is done",
        "form" => "in another form than was asked for",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cause_sentence_uses_the_words_of_its_condition() {
        let took = |name: &str| Some(ValueRef { number: 4, name: name.to_owned() });
        let right = || Some("S5".to_owned());
        let sentence =
            |condition, took, instead_of| Cause::Operand { took, instead_of }.sentence(condition);
        assert_eq!(sentence(Condition::Trace, took("S4"), right()), "used S4 instead of S5");
        assert_eq!(sentence(Condition::Trace, None, right()), "used a value of no step");
        assert_eq!(sentence(Condition::Copy, took("S4"), right()), "looked up S4 instead of S5");
        assert_eq!(sentence(Condition::Copy, None, None), "looked up a value of no step");
        let number = Some("543".to_owned());
        assert_eq!(
            sentence(Condition::Unchained, None, number),
            "used another number instead of 543"
        );
        assert_eq!(sentence(Condition::Unchained, None, None), "used another number");
        assert_eq!(Cause::Operation("×".to_owned()).sentence(Condition::Remapped), "used ×");
        let table = Cause::Table("L".to_owned());
        assert_eq!(table.sentence(Condition::Copy), "looked it up in table L");
    }
}
