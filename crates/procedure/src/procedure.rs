//! A procedure: two inputs and a straight line of steps, and its exact evaluation.

use stepfall_number::{Budget, Number, NumberError};

use crate::arithmetic::Arithmetic;
use crate::op::Op;

/// The largest constant of a step.
pub const MAX_CONSTANT: u32 = 999_999_999;

/// What a step takes: an earlier value, by its number from 1, or a constant that is written in the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// `S` with this number; 1 and 2 are the inputs.
    Value(u16),
    /// A constant: of a drawn step at most 99, of one's own at most [`MAX_CONSTANT`].
    Constant(u32),
}

impl Operand {
    /// The number of the value that is referred to.
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
    /// The operation.
    pub op: Op,
    /// The operand before the sign.
    pub left: Operand,
    /// The operand after the sign.
    pub right: Operand,
}

impl Step {
    /// The numbers of the values that the step refers to, left before right.
    pub fn references(self) -> impl Iterator<Item = u16> {
        [self.left, self.right].into_iter().filter_map(Operand::reference)
    }
}

/// A straight-line program: `S1` and `S2` are the inputs, and step `i` (from 0) defines `S(i + 3)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// The rule by which steps are computed.
    pub arithmetic: Arithmetic,
    /// `S1` and `S2`.
    pub inputs: [Number; 2],
    /// The steps in order; every reference points backwards.
    pub steps: Vec<Step>,
}

/// The number of the value that the step at `position` (from 0) defines.
#[expect(clippy::cast_possible_truncation, reason = "a procedure has at most 500 steps")]
pub(crate) const fn number_at(position: usize) -> u16 {
    position as u16 + 3
}

impl Procedure {
    /// The number of the last value, whose value is the answer.
    pub fn last(&self) -> u16 {
        number_at(self.steps.len()) - 1
    }

    /// All values in order, `S1` first.
    ///
    /// # Errors
    ///
    /// [`NumberError`] where a divisor is zero or a value passes the budget.
    pub fn evaluate(&self, budget: Budget) -> Result<Vec<Number>, NumberError> {
        let mut values = Vec::with_capacity(self.steps.len() + 2);
        values.extend_from_slice(&self.inputs);
        for step in &self.steps {
            let value = self.compute(*step, &values, budget)?;
            values.push(value);
        }
        Ok(values)
    }

    /// The value of one step, given the values before it.
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
        let constant;
        let other;
        let left = match step.left {
            Operand::Value(number) => &values[usize::from(number) - 1],
            Operand::Constant(value) => {
                constant = Number::integer(i64::from(value));
                &constant
            }
        };
        let right = match step.right {
            Operand::Value(number) => &values[usize::from(number) - 1],
            Operand::Constant(value) => {
                other = Number::integer(i64::from(value));
                &other
            }
        };
        self.arithmetic.apply(step.op, left, right, budget)
    }

    /// Which steps are live, in order: those that the last value depends on.
    pub fn live(&self) -> Vec<bool> {
        let mut live = vec![false; self.steps.len()];
        if let Some(last) = live.last_mut() {
            *last = true;
        }
        for position in (0..self.steps.len()).rev() {
            if live[position] {
                for number in self.steps[position].references() {
                    if let Some(earlier) = usize::from(number).checked_sub(3) {
                        live[earlier] = true;
                    }
                }
            }
        }
        live
    }

    /// How often each distance `i - a` occurs among the references: position `d - 1` counts distance `d`. All references count, also those to the value just
    /// before, and to inputs, which lie beyond the look-back in `paper`: it is not the look-back that was used.
    pub fn distances(&self) -> Vec<u32> {
        let mut counts = Vec::new();
        for (position, step) in self.steps.iter().enumerate() {
            for number in step.references() {
                let distance = usize::from(number_at(position) - number);
                if counts.len() < distance {
                    counts.resize(distance, 0);
                }
                counts[distance - 1] += 1;
            }
        }
        counts
    }

    /// How often each operation occurs, in the order of [`Op::ALL`].
    pub fn mix(&self) -> [u32; 4] {
        let mut mix = [0; 4];
        for step in &self.steps {
            mix[step.op.index()] += 1;
        }
        mix
    }
}
