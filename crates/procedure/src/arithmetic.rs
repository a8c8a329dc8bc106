//! The five arithmetics: how a step computes its value, and how values are written.

use stepfall_number::{Budget, Number, NumberError};

use crate::op::Op;

/// The decimal places to which the answer of a `paper` item is rounded.
pub const PAPER_PLACES: u32 = 3;

/// The arithmetic of a procedure. It defines the one correct value of every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Whole numbers. No step with `/` leaves a remainder.
    Integer,
    /// Residues `0..modulus` under `+`, `-` and `*`; in custom procedures also `min` and `max`.
    Modular {
        /// The modulus, from 11 to 9,973. In a spec it is a prime above four times the look-back.
        modulus: u32,
    },
    /// Decimals. Every result is rounded to `places` decimal places, half away from zero.
    Decimal {
        /// The number of decimal places, from 1 to 6.
        places: u8,
    },
    /// Exact fractions.
    Rational,
    /// The design of arXiv 2605.00817 as far as it is known, offered only for comparison. Inputs
    /// are decimal or whole numbers, and only the answer is rounded, to three places. Longer
    /// procedures have values with more digits, so an apparent effect of length may be an effect
    /// of more digits.
    Paper {
        /// The decimal places of the two inputs: 3 or 0.
        places: u8,
    },
}

impl Arithmetic {
    /// Returns the operations that generated procedures of the arithmetic can have.
    pub const fn operations(self) -> &'static [Op] {
        match self {
            Self::Modular { .. } => &[Op::Add, Op::Sub, Op::Mul],
            _ => &Op::ALL,
        }
    }

    /// Returns whether a custom procedure of the arithmetic can have an operation.
    pub fn has(self, op: Op) -> bool {
        match self {
            Self::Modular { .. } => {
                matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max)
            }
            _ => true,
        }
    }

    /// Returns the value of `left op right`.
    ///
    /// In [`Arithmetic::Integer`] a division with a remainder returns the exact fraction. No step
    /// of a procedure does that, but a step with an error may.
    ///
    /// # Errors
    ///
    /// [`NumberError::DivisionByZero`] for a zero divisor, for a rounding to other than 0 to 6
    /// places, and for a division in [`Arithmetic::Modular`] that has no residue.
    /// [`NumberError::TooLong`] if the result could exceed the budget.
    pub fn apply(
        self,
        op: Op,
        left: &Number,
        right: &Number,
        budget: Budget,
    ) -> Result<Number, NumberError> {
        let exact = match op {
            Op::Add => left.add(right, budget)?,
            Op::Sub => left.sub(right, budget)?,
            Op::Mul => left.mul(right, budget)?,
            Op::Div => left.div(right, budget)?,
            Op::FloorDiv => floor(&left.div(right, budget)?, budget)?,
            Op::Mod => {
                let quotient = floor(&left.div(right, budget)?, budget)?;
                left.sub(&right.mul(&quotient, budget)?, budget)?
            }
            Op::Min => left.min(right).clone(),
            Op::Max => left.max(right).clone(),
            Op::Round => left.round(places_of(right).ok_or(NumberError::DivisionByZero)?),
        };
        match self {
            Self::Integer | Self::Rational | Self::Paper { .. } => Ok(exact),
            Self::Decimal { places } => Ok(exact.round(u32::from(places))),
            Self::Modular { modulus } => {
                exact.rem_euclid(modulus).ok_or(NumberError::DivisionByZero)
            }
        }
    }

    /// Returns the answer of a procedure whose last value is `last`. This is the value itself, but
    /// rounded to three places in [`Arithmetic::Paper`].
    pub fn answer(self, last: &Number) -> Number {
        match self {
            Self::Paper { .. } => last.round(PAPER_PLACES),
            _ => last.clone(),
        }
    }

    /// Formats a value as prompts and records show it.
    ///
    /// [`Arithmetic::Decimal`] writes all places, and [`Arithmetic::Rational`] a fraction in lowest
    /// terms. [`Arithmetic::Paper`] writes the exact decimal if its expansion ends, and otherwise
    /// the fraction.
    pub fn value_text(self, value: &Number) -> String {
        match self {
            Self::Integer | Self::Modular { .. } | Self::Rational => value.to_string(),
            Self::Decimal { places } => value.to_fixed(u32::from(places)),
            Self::Paper { .. } => value.to_decimal().unwrap_or_else(|| value.to_string()),
        }
    }

    /// Formats an answer: like a value, but always with three places in [`Arithmetic::Paper`].
    pub fn answer_text(self, answer: &Number) -> String {
        match self {
            Self::Paper { .. } => answer.to_fixed(PAPER_PLACES),
            _ => self.value_text(answer),
        }
    }
}

fn floor(value: &Number, budget: Budget) -> Result<Number, NumberError> {
    let nearest = value.round(0);
    if nearest > *value { nearest.sub(&Number::integer(1), budget) } else { Ok(nearest) }
}

/// Converts the second operand of a rounding to a number of decimal places; `None` unless it is 0
/// to 6.
pub(crate) fn places_of(number: &Number) -> Option<u32> {
    number.to_i64().and_then(|places| u32::try_from(places).ok()).filter(|places| *places <= 6)
}
