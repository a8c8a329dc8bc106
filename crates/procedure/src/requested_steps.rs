//! The steps that a condition asks for, which may differ from those of the procedure.

use std::borrow::Cow;
use std::ops::Range;

use stepfall_number::Number;

use crate::condition::Condition;
use crate::exception::ExceptionRule;
use crate::item::Item;
use crate::look_ups::LookUps;
use crate::op::Op;
use crate::procedure::Operand;
use crate::signs::Signs;

/// The steps that a condition asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestedSteps {
    /// The steps of the procedure.
    Procedure,
    /// The operations of the procedure on numbers, so that no step uses another. Holds the two
    /// numbers of each step, left before right.
    Unchained(Vec<[Number; 2]>),
    /// Look-ups in tables, each of the previous value.
    LookUps(LookUps),
    /// The steps of the procedure. Some are printed with another sign, because one stated rule
    /// changes them.
    Exception(ExceptionRule),
    /// The steps of the procedure, printed with signs that mean other operations than usual.
    Remapped(Signs),
}

impl RequestedSteps {
    /// Returns the operation that a printed sign means between two operands.
    pub fn meaning(&self, printed: Op, left: &Number, right: &Number) -> Op {
        match self {
            Self::Procedure | Self::Unchained(_) | Self::LookUps(_) => printed,
            Self::Exception(exception) => exception.changed_operation(printed, left, right),
            Self::Remapped(signs) => signs.meaning(printed),
        }
    }

    /// Returns the sign with which an operation is printed between two operands.
    pub fn sign(&self, op: Op, left: &Number, right: &Number) -> Op {
        match self {
            Self::Procedure | Self::Unchained(_) | Self::LookUps(_) => op,
            // The rule exchanges two signs, so applying it again undoes it.
            Self::Exception(exception) => exception.changed_operation(op, left, right),
            Self::Remapped(signs) => signs.sign(op),
        }
    }

    /// Returns whether a printed sign may mean another operation than usual.
    pub const fn changes_signs(&self) -> bool {
        matches!(self, Self::Exception(_) | Self::Remapped(_))
    }
}

impl Item {
    /// Returns the steps that a condition asks for. Random parts depend only on the item, and are
    /// the same every time.
    pub fn requested_steps(&self, condition: Condition) -> RequestedSteps {
        if let Some(recorded) = self.recorded_for(condition) {
            return recorded.requested.clone();
        }
        match condition {
            Condition::Unchained => RequestedSteps::Unchained(self.operands_of_their_own()),
            Condition::Copy => RequestedSteps::LookUps(LookUps::draw(self)),
            Condition::Exception => RequestedSteps::Exception(ExceptionRule::of(self)),
            Condition::Remapped => RequestedSteps::Remapped(Signs::draw(self)),
            _ => RequestedSteps::Procedure,
        }
    }

    /// Returns the numbers of the values that a prompt of this condition gives as inputs.
    pub const fn inputs_under(&self, condition: Condition) -> Range<u16> {
        let end = self.procedure.first_step();
        match condition {
            Condition::Unchained => end..end,
            Condition::Copy if end > 1 => end - 1..end,
            _ => 1..end,
        }
    }

    /// Returns the correct values of all inputs and steps under this condition, `S1` first.
    ///
    /// After a history with arithmetic errors, the correct values are those that follow from the
    /// history. Inputs that the prompt does not contain ([`Item::inputs_under`]) have their values
    /// in the procedure.
    pub fn values_under(&self, condition: Condition) -> Cow<'_, [Number]> {
        match condition {
            Condition::Unchained | Condition::Copy => {
                Cow::Owned(self.values_of(&self.requested_steps(condition)))
            }
            Condition::Primed { steps, errors } if errors > 0 => {
                Cow::Owned(self.continued_values(steps, errors))
            }
            _ => Cow::Borrowed(&self.values),
        }
    }

    /// Returns the correct values of all inputs and of the steps in `requested`, `S1` first.
    pub fn values_of(&self, requested: &RequestedSteps) -> Vec<Number> {
        match requested {
            RequestedSteps::Procedure
            | RequestedSteps::Exception(_)
            | RequestedSteps::Remapped(_) => self.values.clone(),
            RequestedSteps::Unchained(operands) => {
                let steps = self.procedure.steps.iter().zip(operands);
                let results = steps.map(|(step, [left, right])| {
                    // Drawn operands always have a result.
                    let value = self.procedure.arithmetic.apply(
                        step.op,
                        left,
                        right,
                        stepfall_number::Budget::default(),
                    );
                    value.unwrap_or(Number::ZERO)
                });
                self.procedure.inputs.iter().cloned().chain(results).collect()
            }
            RequestedSteps::LookUps(look_ups) => {
                let unused = self.procedure.inputs.len().saturating_sub(1);
                let skipped = usize::from(self.procedure.inputs.is_empty());
                let looked_up = look_ups.values().into_iter().skip(skipped);
                self.values[..unused].iter().cloned().chain(looked_up).collect()
            }
        }
    }

    /// Formats a value as a condition writes it.
    pub fn value_text_under(&self, condition: Condition, value: &Number) -> String {
        match condition {
            Condition::Copy => value.to_string(),
            _ => self.procedure.arithmetic.value_text(value),
        }
    }

    /// Returns the two operand values of a step; `None` if there is no such step. `number` is the
    /// number of the step's value, and `values` are the values under the condition, `S1` first. A
    /// look-up has one operand, which is returned twice.
    pub fn operand_values(
        &self,
        requested: &RequestedSteps,
        number: u16,
        values: &[Number],
    ) -> Option<[Number; 2]> {
        let position = self.procedure.position_of(number)?;
        let value_of = |operand: Operand| match operand {
            Operand::Value(number) => values.get(usize::from(number) - 1).cloned(),
            Operand::Constant(value) => Some(value.number()),
        };
        match requested {
            RequestedSteps::Unchained(operands) => operands.get(position).cloned(),
            RequestedSteps::LookUps(_) => {
                let before = values.get(usize::from(number).checked_sub(2)?)?;
                Some([before.clone(), before.clone()])
            }
            RequestedSteps::Procedure
            | RequestedSteps::Exception(_)
            | RequestedSteps::Remapped(_) => {
                let step = self.procedure.steps.get(position)?;
                Some([value_of(step.left)?, value_of(step.right)?])
            }
        }
    }

    /// Returns an operand of a step as a prompt of this condition names it. `number` is the number
    /// of the step's value. Independent operands are numbers, and the operand of a look-up is the
    /// name of the previous value.
    pub fn operand_text_under(
        &self,
        condition: Condition,
        number: u16,
        operand: Operand,
    ) -> String {
        match (condition, operand) {
            (Condition::Copy, _) => self.name(number.saturating_sub(1)),
            (Condition::Unchained, Operand::Value(_)) => {
                let text = || {
                    let step = self.procedure.step(number)?;
                    let [left, right] = self.operand_values(
                        &self.requested_steps(condition),
                        number,
                        &self.values,
                    )?;
                    Some(self.value_text_under(
                        condition,
                        if step.left == operand { &left } else { &right },
                    ))
                };
                text().unwrap_or_default()
            }
            _ => self.operand_text(operand),
        }
    }

    /// Returns the sign with which a step is printed. `number` is the number of its value. `None`
    /// if there is no such step.
    pub fn printed_op(&self, requested: &RequestedSteps, number: u16) -> Option<Op> {
        let step = self.procedure.step(number)?;
        match requested {
            RequestedSteps::Procedure
            | RequestedSteps::Unchained(_)
            | RequestedSteps::LookUps(_) => Some(step.op),
            RequestedSteps::Remapped(signs) => Some(signs.sign(step.op)),
            RequestedSteps::Exception(_) => {
                let [left, right] = self.operand_values(requested, number, &self.values)?;
                Some(requested.sign(step.op, &left, &right))
            }
        }
    }

    /// Returns the numbers of the values that a step uses. `number` is the number of its own value.
    /// A step with independent operands uses none.
    pub fn links_under(
        &self,
        requested: &RequestedSteps,
        number: u16,
    ) -> impl Iterator<Item = u16> + use<> {
        let step = self.procedure.step(number);
        let (left, right) = match requested {
            RequestedSteps::Unchained(_) => (None, None),
            RequestedSteps::LookUps(_) => {
                (step.and(number.checked_sub(1)).filter(|previous| *previous > 0), None)
            }
            RequestedSteps::Procedure
            | RequestedSteps::Exception(_)
            | RequestedSteps::Remapped(_) => (
                step.and_then(|step| step.left.reference()),
                step.and_then(|step| step.right.reference()),
            ),
        };
        left.into_iter().chain(right)
    }
}
