//! What a step computes in each of the five arithmetics, and how its values are written.

use stepfall_number::{Budget, Number, NumberError};

use crate::op::Op;

/// The decimal places to which the answer of a `paper` item is rounded.
pub const PAPER_PLACES: u32 = 3;

/// The rule that makes exactly one value right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Whole numbers; every division of a procedure comes out even.
    Integer,
    /// Residues `0..modulus` under `+`, `-` and `*`.
    Modular {
        /// From 11 to 9,973; in a spec a prime above four times the look-back.
        modulus: u32,
    },
    /// Every step is rounded to `places` decimals, half away from zero.
    Decimal {
        /// From 1 to 6.
        places: u8,
    },
    /// Exact fractions.
    Rational,
    /// Decimal or whole inputs, nothing rounded but the answer, to three places: the design of arXiv 2605.00817
    /// as far as it is known. Confounded by precision, and offered for comparison only.
    Paper {
        /// Decimal places of the two inputs: 3 or 0.
        places: u8,
    },
}

impl Arithmetic {
    /// The operations that drawn procedures of the arithmetic have.
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

    /// The value of `left op right`.
    ///
    /// In [`Arithmetic::Integer`] an uneven division gives the exact fraction: no step of a procedure does that, but a
    /// faulty one may.
    ///
    /// # Errors
    ///
    /// [`NumberError::DivisionByZero`], also for a rounding to other than 0 to 6 places and for every division in [`Arithmetic::Modular`] that has no residue, and
    /// [`NumberError::TooLong`] past the budget.
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

    /// The answer that belongs to the last value: the value itself, but rounded to three places in
    /// [`Arithmetic::Paper`].
    pub fn answer(self, last: &Number) -> Number {
        match self {
            Self::Paper { .. } => last.round(PAPER_PLACES),
            _ => last.clone(),
        }
    }

    /// Writes a value as prompts and records show it: all places in [`Arithmetic::Decimal`], a fraction in lowest
    /// terms in [`Arithmetic::Rational`], and in [`Arithmetic::Paper`] the exact decimal where it ends, otherwise
    /// the fraction.
    pub fn value_text(self, value: &Number) -> String {
        match self {
            Self::Integer | Self::Modular { .. } | Self::Rational => value.to_string(),
            Self::Decimal { places } => value.to_fixed(u32::from(places)),
            Self::Paper { .. } => value.to_decimal().unwrap_or_else(|| value.to_string()),
        }
    }

    /// Writes an answer: like a value, but always with three places in [`Arithmetic::Paper`].
    pub fn answer_text(self, answer: &Number) -> String {
        match self {
            Self::Paper { .. } => answer.to_fixed(PAPER_PLACES),
            _ => self.value_text(answer),
        }
    }
}

/// Rounds down to a whole number.
fn floor(value: &Number, budget: Budget) -> Result<Number, NumberError> {
    let nearest = value.round(0);
    if nearest > *value { nearest.sub(&Number::integer(1), budget) } else { Ok(nearest) }
}

/// Returns the decimal places that a number stands for in a rounding: 0 to 6.
pub(crate) fn places_of(number: &Number) -> Option<u32> {
    number.to_i64().and_then(|places| u32::try_from(places).ok()).filter(|places| *places <= 6)
}
