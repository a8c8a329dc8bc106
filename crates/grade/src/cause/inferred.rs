//! Explanations of a value that is written without an operation.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op, Operand, Step};
use stepfall_text::ArithmeticError;

use super::Cause;
use super::arithmetic_error::{arithmetic_error, error_of_numerator};
use super::step_context::StepContext;

/// A step, and a claimed value that does not follow from the transcript's own values.
struct UnexplainedValue<'a> {
    context: &'a StepContext<'a>,
    step: Step,
    left: &'a Number,
    right: &'a Number,
    claimed: &'a Number,
}

impl StepContext<'_> {
    /// Returns all explanations of a value. Explanations that are less likely to fit by chance come
    /// first.
    pub(super) fn possible_causes(&self, step: Step, claimed: &Number) -> Vec<Cause> {
        let (Some(left), Some(right)) = (self.value(step.left), self.value(step.right)) else {
            return vec![Cause::Unexplained];
        };
        let unexplained =
            UnexplainedValue { context: self, step, left: &left, right: &right, claimed };
        let followed = self.procedure.apply(step, &left, &right);
        let arithmetic_error = followed
            .as_ref()
            .and_then(|followed| arithmetic_error(self.procedure, claimed, followed));
        let rounded =
            followed.as_ref().is_some_and(|followed| self.is_rounded(step, claimed, followed));
        let mut found = Vec::new();
        if step.op.is_order_sensitive() && unexplained.gives(step.op, &right, &left) {
            found.push(Cause::Swapped);
        }
        if rounded {
            found.push(Cause::Rounded);
        }
        if let Some(arithmetic_error @ (ArithmeticError::Sign | ArithmeticError::Magnitude)) =
            arithmetic_error
        {
            found.push(Cause::ArithmeticError(arithmetic_error));
        }
        found.extend(unexplained.operations().map(Cause::Operation));
        if let Some(arithmetic_error @ (ArithmeticError::OffByOne | ArithmeticError::Carry)) =
            arithmetic_error
            && !rounded
        {
            found.push(Cause::ArithmeticError(arithmetic_error));
        }
        found.extend(unexplained.operands());
        if let Some(arithmetic_error @ (ArithmeticError::Digit | ArithmeticError::Transposed)) =
            arithmetic_error
        {
            found.push(Cause::ArithmeticError(arithmetic_error));
        }
        if found.is_empty() {
            let arithmetic_error =
                followed.and_then(|followed| error_of_numerator(claimed, &followed));
            found.push(arithmetic_error.map_or(Cause::Unexplained, Cause::ArithmeticError));
        }
        found
    }
}

impl UnexplainedValue<'_> {
    /// Returns whether the operation `op` on these operands results in the claimed value.
    fn gives(&self, op: Op, left: &Number, right: &Number) -> bool {
        let procedure = self.context.procedure;
        let value = procedure.apply(Step { op, ..self.step }, left, right);
        value.is_some_and(|value| procedure.agrees(self.claimed, &value))
    }

    /// Returns the other operations that lead from the step's operands to the claimed value.
    fn operations(&self) -> impl Iterator<Item = Op> {
        let all = self.context.procedure.arithmetic().operations().iter().copied();
        all.filter(|op| *op != self.step.op && self.gives(*op, self.left, self.right))
    }

    /// Returns the earlier values that lead to the claimed value if they replace an operand.
    fn operands(&self) -> impl Iterator<Item = Cause> {
        let within_reach = (self.context.earliest_in_reach()..self.context.number).rev();
        within_reach.chain(self.inputs()).filter_map(|number| {
            let other = self.context.own_values[usize::from(number) - 1].as_ref()?;
            let Step { left, right, .. } = self.step;
            let instead = |operand: Operand| operand.reference().is_some_and(|own| own != number);
            // The condition may change the meaning of the sign for these operands.
            let gives = |left: &Number, right: &Number| {
                let meant =
                    self.context.procedure.step_for_operands(self.context.number, left, right);
                self.gives(meant.op, left, right)
            };
            let fits = [
                instead(left) && gives(other, self.right),
                instead(right) && gives(self.left, other),
            ];
            let instead_of = match fits {
                [false, false] => return None,
                [true, false] => Some(left),
                [false, true] => Some(right),
                [true, true] => None,
            };
            Some(Cause::Operand { took: Some(number), instead_of })
        })
    }

    /// Returns the inputs that are farther back than the largest look-back. Only steps of `paper`
    /// items may use them, so the range is empty in other arithmetic.
    fn inputs(&self) -> Range<u16> {
        match self.context.procedure.arithmetic() {
            Arithmetic::Paper { .. } => {
                1..self.context.earliest_in_reach().min(self.context.procedure.first())
            }
            Arithmetic::Integer
            | Arithmetic::Modular { .. }
            | Arithmetic::Decimal { .. }
            | Arithmetic::Rational => 1..1,
        }
    }
}
