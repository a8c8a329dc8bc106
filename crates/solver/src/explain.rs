//! The single errors that could explain a value, for a reader who sees only the value.

use stepfall_number::Number;

use crate::arithmetic_error::Written;
use crate::kind::ArithmeticError;
use crate::task::{BinaryOperation, OperandSource, SolverTask, StepExpression, truncate};
use crate::truth::TrueCause;

/// The maximum number of decimal places to which a value can be rounded or cut.
const MAX_PLACES: u32 = 8;

/// The single errors of one step, with what is needed to find those that give a value.
pub(crate) struct SingleErrors {
    /// The results with a replaced operand. Each has the number of the value that replaces the
    /// operand; `None` if the operand of another step replaces it.
    operands: Vec<(Option<u16>, Number)>,
    /// The results with swapped operands, another operation or another table.
    others: Vec<(TrueCause, Number)>,
    /// The result that follows from the solver's values, in its written form.
    correct_text: String,
    /// The same result before rounding; `None` for a look-up.
    exact: Option<Number>,
}

impl SingleErrors {
    /// Returns the errors of the step with this number, computed from the solver's values.
    pub(crate) fn new(task: &SolverTask<'_>, number: u16, own_values: &[Number]) -> Self {
        let work = task.work(number);
        let correct_text =
            task.compute(work, own_values).map(|value| task.text(&value)).unwrap_or_default();
        let mut operands = Vec::new();
        for (_, taken, altered) in operand_replacements(task, number) {
            operands.extend(task.compute(altered, own_values).map(|value| (taken, value)));
        }
        let others = operation_replacements(task, number, own_values)
            .into_iter()
            .filter_map(|(cause, altered)| Some((cause, task.compute(altered, own_values)?)))
            .collect();
        Self { operands, others, correct_text, exact: task.exact(number, own_values) }
    }

    /// Returns all single errors that give `value`. `text` is the written form of `value`.
    pub(crate) fn explain(&self, value: &Number, text: &str) -> Vec<TrueCause> {
        let mut all = Vec::new();
        let mut fitting = self.operands.iter().filter(|(_, altered)| altered == value).peekable();
        if fitting.peek().is_some() {
            let mut taken: Vec<u16> = Vec::new();
            for number in fitting.filter_map(|(number, _)| *number) {
                if !taken.contains(&number) {
                    taken.push(number);
                }
            }
            all.push(TrueCause::WrongOperand(taken));
        }
        for (cause, altered) in &self.others {
            if altered == value {
                all.push(cause.clone());
            }
        }
        all.extend(self.arithmetic_causes(value, text));
        all
    }

    /// Returns the errors that keep operands and operation: arithmetic errors and rounding.
    pub(crate) fn arithmetic_causes(&self, value: &Number, text: &str) -> Vec<TrueCause> {
        let arithmetic_errors = Written::new(&self.correct_text)
            .map(|correct| correct.explaining_errors(text))
            .unwrap_or_default();
        let mut all: Vec<TrueCause> =
            arithmetic_errors.into_iter().map(TrueCause::ArithmeticError).collect();
        if self.exact.as_ref().is_some_and(|exact| is_rounding(exact, value)) {
            all.push(TrueCause::Rounded);
        }
        all
    }
}

/// Returns every form of a step in which a value of [`SolverTask::within_reach`] replaces one
/// operand. Each entry has the position of the operand, the number of the replacing value, and the
/// changed step. Under `Condition::Unchained` an operand of another step replaces the operand, and
/// the number is `None`. Constants are not replaced.
pub(crate) fn operand_replacements(
    task: &SolverTask<'_>,
    number: u16,
) -> Vec<(usize, Option<u16>, StepExpression)> {
    let work = task.work(number);
    let reach = task.within_reach(number);
    let mut all = Vec::new();
    for (place, operand) in work.operands().into_iter().enumerate() {
        match operand {
            OperandSource::Value(correct) => {
                for &taken in reach.iter().filter(|&&taken| taken != correct) {
                    let altered = work.with_operand(place, OperandSource::Value(taken));
                    all.push((place, Some(taken), altered));
                }
            }
            OperandSource::Literal { .. } => {
                let others = reach.iter().flat_map(|&other| task.work(other).operands());
                for other in others.filter(|other| matches!(other, OperandSource::Literal { .. })) {
                    all.push((place, None, work.with_operand(place, other)));
                }
            }
            OperandSource::Constant(_) => {}
        }
    }
    all
}

/// Returns every form of a step with another operation, and the form with swapped operands if their
/// order matters. For a look-up, the forms are look-ups in every other table.
pub(crate) fn operation_replacements(
    task: &SolverTask<'_>,
    number: u16,
    own_values: &[Number],
) -> Vec<(TrueCause, StepExpression)> {
    let work = task.work(number);
    match work {
        StepExpression::Look { table, of } => {
            let tables = task.look_ups().map_or(&[][..], |look_ups| look_ups.names());
            let others = tables.iter().enumerate().filter(|(other, _)| *other != table);
            let look = |(other, name): (usize, &String)| {
                (TrueCause::WrongTable(name.clone()), StepExpression::Look { table: other, of })
            };
            others.map(look).collect()
        }
        StepExpression::Compute(join) => {
            let Some(correct) = task.op(work, own_values) else {
                return Vec::new();
            };
            let mut all = Vec::new();
            if correct.is_order_sensitive() && join.left != join.right {
                let swapped = BinaryOperation { left: join.right, right: join.left, ..join };
                all.push((TrueCause::Swapped, StepExpression::Compute(swapped)));
            }
            for &op in task.arithmetic.operations().iter().filter(|&&op| op != correct) {
                let other = BinaryOperation { instead: Some(op), ..join };
                all.push((TrueCause::WrongOperation(op), StepExpression::Compute(other)));
            }
            all
        }
    }
}

/// Returns whether a value is the exact result, or the result rounded or cut to some places.
fn is_rounding(exact: &Number, value: &Number) -> bool {
    exact == value
        || (0..=MAX_PLACES).any(|places| {
            exact.round(places) == *value || truncate(exact, places).as_ref() == Some(value)
        })
}

/// Returns the causes except the true one. If the true cause is a wrong operand, the other values
/// that could replace the operand remain.
pub(crate) fn alternatives(all: Vec<TrueCause>, true_cause: &TrueCause) -> Vec<TrueCause> {
    let other = |cause: TrueCause| match (cause, true_cause) {
        (TrueCause::WrongOperand(taken), TrueCause::WrongOperand(true_cause)) => {
            let rest: Vec<u16> =
                taken.into_iter().filter(|number| !true_cause.contains(number)).collect();
            (!rest.is_empty()).then_some(TrueCause::WrongOperand(rest))
        }
        // Every cause that explains the value is an alternative to these two.
        (cause, TrueCause::ArithmeticError(ArithmeticError::Other) | TrueCause::Unexplained) => {
            Some(cause)
        }
        (cause, true_cause) => (cause != *true_cause).then_some(cause),
    };
    all.into_iter().filter_map(other).collect()
}
