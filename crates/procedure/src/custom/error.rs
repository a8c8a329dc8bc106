//! Errors in the text of a custom procedure, with their positions.

use std::fmt;

use stepfall_formula::{FormulaError, Position};

use crate::condition::Condition;
use crate::constant::MAX_CONSTANT;
use crate::custom::{MAX_DIGITS, MAX_NAME, MAX_PROCEDURE, MODULI};
use crate::procedure::MAX_INPUTS;
use crate::sanitize::{escaped, safe_excerpt};
use crate::spec::MAX_STEPS;

/// The first problem that keeps a text from being a procedure, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureError {
    /// The line and column of the problem.
    pub place: Position,
    /// The reason why the text is no procedure.
    pub problem: Problem,
}

/// The reason why a text is no procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The text is longer than [`MAX_PROCEDURE`].
    TooLong,
    /// There are more than [`MAX_STEPS`] steps.
    Steps,
    /// There is no step at all.
    NoStep,
    /// The text continues differently than expected.
    Expected {
        /// A description of the expected text.
        expected: &'static str,
        /// The text at the position, shortened and with escapes for invisible characters; empty at
        /// the end of a line.
        found: String,
    },
    /// There are more than [`MAX_INPUTS`] inputs.
    ManyInputs,
    /// A name is used, but no statement sets it.
    Unset(String),
    /// A name is used before it is set.
    Early {
        /// The name that is used.
        name: String,
        /// The position where `name` is set.
        set: Position,
    },
    /// Steps depend on each other.
    Cycle {
        /// The name of the step that uses the other name too early.
        step: String,
        /// A name that the step uses, and whose value depends on the step.
        name: String,
        /// The position where `name` is set.
        set: Position,
    },
    /// A step uses its own name as an operand.
    Itself(String),
    /// A procedure in JSON sets a name twice. In the other wordings, the second statement becomes a
    /// step with a new name.
    Duplicate {
        /// The name that is set twice.
        name: String,
        /// The position where it is first set.
        first: Position,
    },
    /// A name differs from another only in capitals.
    Capitals {
        /// The later of the two names.
        name: String,
        /// The position where the other name is set.
        first: Position,
    },
    /// A name is a word that prompts or programs use.
    Reserved(String),
    /// A name is longer than [`MAX_NAME`].
    LongName,
    /// A number in a step is not a valid constant.
    Constant(String),
    /// An exponent is not a small whole number.
    Exponent,
    /// The number of places of a rounding is not a whole number from 0 to 6.
    Places,
    /// A value to be rounded is half-way between two results.
    Halfway(String),
    /// A decimal division with a remainder has a negative operand. Programs differ in its result.
    NegativeRemainder,
    /// Residues do not have the operation of a step: `/`, `//`, `%` or `round`.
    Division,
    /// A number does not belong to the arithmetic.
    Value {
        /// The number as it is written.
        value: String,
        /// The arithmetic, as links write it.
        numbers: String,
    },
    /// The modulus of a step differs from that of the arithmetic.
    Modulo {
        /// The arithmetic, as links write it.
        numbers: String,
    },
    /// A custom procedure cannot have this arithmetic; holds it as links write it.
    Numbers(String),
    /// A divisor is zero; holds its name or its digits.
    ByZero(String),
    /// A division of whole numbers leaves a remainder.
    Remainder {
        /// The dividend.
        left: String,
        /// The divisor.
        right: String,
    },
    /// A value has more than [`MAX_DIGITS`] digits.
    Digits,
    /// A line sets two names at once.
    Chained,
    /// A line of Python is not an assignment.
    Program(String),
    /// A line or a mark states a result that its formula does not have.
    Stated {
        /// The stated result.
        stated: String,
        /// The result of the formula.
        computed: String,
    },
    /// No mark and no equation of a solution has the final answer as its result.
    SolutionAnswer(String),
    /// The answer is not the value of the last step.
    Answer {
        /// The name of the last step.
        last: String,
    },
    /// The text is a prompt of a condition that changes the steps of its procedure or their signs.
    Changed(Condition),
}

/// The reason why a text is no procedure, without its line and column.
#[derive(Debug)]
pub(super) enum TextError {
    /// A parser expected something else.
    Formula(FormulaError),
    /// A problem, and the byte at which it was found.
    At(usize, Problem),
}

impl TextError {
    /// Returns the error with its line and column in the text.
    pub(super) fn in_text(self, text: &str) -> ProcedureError {
        let (at, problem) = match self {
            Self::Formula(error) => {
                let found = escaped(&error.found(text)).into_owned();
                (error.at, Problem::Expected { expected: error.expected, found })
            }
            Self::At(at, problem) => (at, problem),
        };
        ProcedureError { place: Position::of(text, at), problem }
    }
}

impl From<FormulaError> for TextError {
    fn from(error: FormulaError) -> Self {
        Self::Formula(error)
    }
}

impl fmt::Display for ProcedureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for ProcedureError {}

impl Problem {
    /// Returns the message of a problem if it is a constant text; otherwise empty.
    const fn sentence(&self) -> &'static str {
        match self {
            Self::NoStep => "there is no step; expected a line such as S3 = S1 + S2",
            Self::Exponent => "a power is a whole number from 2 to 10",
            Self::Chained => "a line sets one name; expected a number after the second =",
            Self::Places => "a value is rounded to 0 to 6 decimal places",
            Self::Division => "residues are not divided; expected +, -, *, min or max",
            Self::NegativeRemainder => {
                "programs divide negative decimals in different ways; expected values from 0 on, whole numbers, or fractions (rational)"
            }
            _ => "",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStep
            | Self::Exponent
            | Self::Chained
            | Self::Places
            | Self::Division
            | Self::NegativeRemainder => f.write_str(self.sentence()),
            Self::TooLong => write!(
                f,
                "the text is longer than {} KiB, the maximum for a procedure",
                MAX_PROCEDURE >> 10
            ),
            Self::Steps => {
                write!(f, "this is step {}; a procedure has at most {MAX_STEPS}", MAX_STEPS + 1)
            }
            Self::Expected { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}, and the line ends here")
            }
            Self::Expected { expected, found } => {
                write!(f, "expected {expected}, found “{}”", safe_excerpt(found))
            }
            Self::ManyInputs => write!(
                f,
                "this is input {}; a procedure has at most {MAX_INPUTS} (a number of up to nine digits can stand in a step as it is)",
                MAX_INPUTS + 1
            ),
            Self::Unset(name) => {
                write!(f, "“{name}” is used but never set; expected a name that is set above")
            }
            Self::Early { name, set } => write!(
                f,
                "“{name}” is used before it is set, in {set}; expected a name that is set above"
            ),
            Self::Cycle { step, name, set } => write!(
                f,
                "“{step}” is made of “{name}”, which is made of “{step}” in turn, in {set}; expected a name that is set above"
            ),
            Self::Itself(name) => {
                write!(f, "“{name}” is made of itself; expected a name that is set above")
            }
            Self::Duplicate { name, first } => write!(
                f,
                "“{name}” is set a second time, after {first}; expected another name (only a step as a formula may set one again, as in {name} = {name} + 12)"
            ),
            Self::Capitals { name, first } => write!(
                f,
                "“{name}” differs from the name in {first} only in capitals; expected names that differ in more than capitals"
            ),
            Self::Reserved(name) => {
                write!(f, "“{name}” is a reserved word; expected another name, such as {name}_1")
            }
            Self::LongName => write!(f, "the name is longer than {MAX_NAME} characters"),
            Self::Constant(number) => write!(
                f,
                "“{}” cannot be a constant of a step; expected a number of at most {MAX_CONSTANT} with at most six decimals, or a name that is set to it",
                safe_excerpt(number)
            ),
            Self::Halfway(value) => write!(
                f,
                "“{value}” is half-way between two values, and programs round it in different ways; expected a value that is nearer to one of them"
            ),
            Self::Value { value, numbers } => write!(
                f,
                "“{value}” is not a number of this arithmetic; expected {}",
                form_of(numbers)
            ),
            Self::Modulo { numbers } => {
                write!(f, "the step has another modulus than the arithmetic, which is {numbers}")
            }
            Self::Numbers(numbers) => write!(
                f,
                "a custom procedure cannot have the numbers “{numbers}”; expected integer, rational, decimal1 to decimal6, or mod{} to mod{}",
                MODULI.0, MODULI.1
            ),
            Self::ByZero(name) => {
                write!(f, "“{name}” is zero here, and the division by zero has no value")
            }
            Self::Remainder { left, right } => write!(
                f,
                "{left} / {right} leaves a remainder; expected a division of whole numbers that comes out even, or other numbers (rational, decimal2)"
            ),
            Self::Digits => write!(f, "the value has more than {MAX_DIGITS} digits"),
            Self::Program(word) => write!(
                f,
                "“{word}” begins a line of Python that is not an assignment; expected a line such as S3 = S1 + S2 (functions, loops, conditions and imports are not read)"
            ),
            Self::Stated { stated, computed } => {
                write!(f, "the text says {stated} here, and the formula comes to {computed}")
            }
            Self::SolutionAnswer(answer) => {
                write!(
                    f,
                    "the answer {answer} is not the result of any mark; expected <<...={answer}>>"
                )
            }
            Self::Answer { last } => {
                write!(f, "the answer is the value of the last step; expected “{last}”")
            }
            Self::Changed(condition) => f.write_str(&changed(*condition)),
        }
    }
}

/// Returns the message for a prompt in which the condition changes the procedure.
fn changed(condition: Condition) -> String {
    let expected = match condition {
        Condition::Exception | Condition::Remapped => {
            "the procedure with signs that mean what they usually mean"
        }
        _ => "the procedure itself",
    };
    format!(
        "{}; expected {expected}, as a prompt of the condition trace or the JSON record of the item gives it",
        changed_by(condition)
    )
}

/// Describes how a prompt of a condition changes a procedure.
const fn changed_by(condition: Condition) -> &'static str {
    match condition {
        Condition::Exception => {
            "this prompt of the condition exception has a rule that exchanges + and - in some steps"
        }
        Condition::Remapped => {
            "this prompt of the condition remapped gives the signs other meanings than usual"
        }
        Condition::Copy => {
            "this prompt of the condition copy has look-ups in tables in place of operations"
        }
        _ => "this prompt of the condition unchained has steps none of which uses another",
    }
}

/// Describes the numbers of an arithmetic.
fn form_of(numbers: &str) -> String {
    if let Some(places) = numbers.strip_prefix("decimal") {
        return format!("a number with at most {places} decimals (decimal{places})");
    }
    match numbers.strip_prefix("mod").and_then(|modulus| modulus.parse::<u32>().ok()) {
        Some(modulus) => {
            format!("a whole number from 0 to {} ({numbers})", modulus.saturating_sub(1))
        }
        None if numbers == "rational" => {
            "a whole number or a fraction such as 3/4 (rational)".to_owned()
        }
        None => "a whole number (integer)".to_owned(),
    }
}
