//! A procedure: its inputs and a straight line of steps, and its exact evaluation.

use stepfall_number::{Budget, Number, NumberError};

use crate::arithmetic::Arithmetic;
use crate::constant::Constant;
use crate::op::Op;

/// The maximum number of inputs of a procedure.
pub const MAX_INPUTS: usize = 64;

/// An operand of a step: an earlier value or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value with this number. Inputs come first, from 1.
    Value(u16),
    /// A number that is written in the step.
    Constant(Constant),
}

impl Operand {
    /// Returns the number of the value that the operand refers to; `None` for a constant.
    pub const fn reference(self) -> Option<u16> {
        match self {
            Self::Value(number) => Some(number),
            Self::Constant(_) => None,
        }
    }
}

/// One assignment, `left op right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The operation on the two operands.
    pub op: Op,
    /// The operand before the sign, or the first argument of a function.
    pub left: Operand,
    /// The operand after the sign, or the second argument of a function.
    pub right: Operand,
}

impl Step {
    /// Returns the numbers of the values that the step refers to, left before right.
    pub fn references(self) -> impl Iterator<Item = u16> {
        [self.left, self.right].into_iter().filter_map(Operand::reference)
    }
}

/// A straight-line program. Values have numbers from 1: the inputs first, then the results of the
/// steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// The arithmetic that defines the values of steps.
    pub arithmetic: Arithmetic,
    /// The inputs: two in a generated procedure, up to [`MAX_INPUTS`] in a custom one.
    pub inputs: Vec<Number>,
    /// The steps in order; every reference points backwards.
    pub steps: Vec<Step>,
}

/// The number of inputs of a generated procedure.
pub(crate) const DRAWN_INPUTS: u16 = 2;

/// Returns the number of the value that the step at a position defines, in a generated procedure.
#[expect(clippy::cast_possible_truncation, reason = "a procedure has at most 500 steps")]
pub(crate) const fn number_at(position: usize) -> u16 {
    position as u16 + DRAWN_INPUTS + 1
}

impl Procedure {
    /// Returns the number of the value that the first step defines.
    #[expect(clippy::cast_possible_truncation, reason = "a procedure has at most 64 inputs")]
    pub const fn first_step(&self) -> u16 {
        self.inputs.len() as u16 + 1
    }

    /// Returns the number of the value that the step at a position (from 0) defines.
    #[expect(clippy::cast_possible_truncation, reason = "a procedure has at most 500 steps")]
    pub const fn number_at(&self, position: usize) -> u16 {
        position as u16 + self.first_step()
    }

    /// Returns the position (from 0) of the step that defines the value with this number, or `None`
    /// for an input.
    pub fn position_of(&self, number: u16) -> Option<usize> {
        number.checked_sub(self.first_step()).map(usize::from)
    }

    /// Returns the step that defines the value with this number; `None` for an input or an unknown
    /// number.
    pub fn step(&self, number: u16) -> Option<Step> {
        self.steps.get(self.position_of(number)?).copied()
    }

    /// Returns the number of the last value, which is the answer.
    pub const fn last(&self) -> u16 {
        self.number_at(self.steps.len()) - 1
    }

    /// Returns all values in order, the inputs first.
    ///
    /// # Errors
    ///
    /// [`NumberError`] if a divisor is zero or a value exceeds the budget.
    pub fn evaluate(&self, budget: Budget) -> Result<Vec<Number>, NumberError> {
        let mut values = Vec::with_capacity(self.inputs.len() + self.steps.len());
        values.extend_from_slice(&self.inputs);
        for step in &self.steps {
            let value = self.compute(*step, &values, budget)?;
            values.push(value);
        }
        Ok(values)
    }

    /// Returns the value of one step, given the values before it.
    ///
    /// # Errors
    ///
    /// As [`Procedure::evaluate`].
    pub fn compute(
        &self,
        step: Step,
        values: &[Number],
        budget: Budget,
    ) -> Result<Number, NumberError> {
        let left_constant;
        let right_constant;
        let left = match step.left {
            Operand::Value(number) => &values[usize::from(number) - 1],
            Operand::Constant(value) => {
                left_constant = value.number();
                &left_constant
            }
        };
        let right = match step.right {
            Operand::Value(number) => &values[usize::from(number) - 1],
            Operand::Constant(value) => {
                right_constant = value.number();
                &right_constant
            }
        };
        self.arithmetic.apply(step.op, left, right, budget)
    }

    /// Returns, for each step, whether it is live: whether the last value depends on it.
    pub fn live_flags(&self) -> Vec<bool> {
        let mut live = vec![false; self.steps.len()];
        if let Some(last) = live.last_mut() {
            *last = true;
        }
        for position in (0..self.steps.len()).rev() {
            if live[position] {
                for number in self.steps[position].references() {
                    if let Some(earlier) = self.position_of(number) {
                        live[earlier] = true;
                    }
                }
            }
        }
        live
    }

    /// Returns how often each distance from a step to an operand occurs. Position `d - 1` counts
    /// distance `d`.
    ///
    /// All operands that are earlier values count: also the previous value, and in `paper` the
    /// inputs beyond the look-back. So the look-back of the spec cannot be read from the counts.
    pub fn distances(&self) -> Vec<u32> {
        let mut counts = Vec::new();
        for (position, step) in self.steps.iter().enumerate() {
            for number in step.references() {
                let distance = usize::from(self.number_at(position) - number);
                if counts.len() < distance {
                    counts.resize(distance, 0);
                }
                counts[distance - 1] += 1;
            }
        }
        counts
    }

    /// Returns how often each operation occurs, in the order of [`Op::ALL`] and [`Op::CUSTOM`].
    pub fn mix(&self) -> [u32; Op::COUNT] {
        let mut mix = [0; Op::COUNT];
        for step in &self.steps {
            mix[step.op.index()] += 1;
        }
        mix
    }
}
