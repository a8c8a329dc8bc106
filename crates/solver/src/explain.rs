//! The single errors that could explain a value, for a reader who sees only the value.

use stepfall_number::Number;

use crate::kind::Slip;
use crate::slip::Written;
use crate::task::{BinaryOperation, SolverTask, Source, StepExpression, truncate};
use crate::truth::Cause;

/// The maximum number of decimal places of a rounding.
const MAX_PLACES: u32 = 8;

/// All single errors of one step with the values that they give.
pub(crate) struct SingleErrors {
    /// The results with a replaced operand. Each has the number of the value that replaces the
    /// operand; `None` if the operand of another step replaces it.
    operands: Vec<(Option<u16>, Number)>,
    /// The results with swapped operands, another operation or another table.
    others: Vec<(Cause, Number)>,
    /// The result that follows from the solver's values, in its written form.
    right: String,
    /// The same result before rounding.
    exact: Option<Number>,
}

impl SingleErrors {
    /// Returns the errors of the step with this number, computed from the solver's values.
    pub(crate) fn new(task: &SolverTask<'_>, number: u16, own_values: &[Number]) -> Self {
        let work = task.work(number);
        let right =
            task.compute(work, own_values).map(|value| task.text(&value)).unwrap_or_default();
        let mut operands = Vec::new();
        for (_, taken, faulty) in replaced(task, number) {
            operands.extend(task.compute(faulty, own_values).map(|value| (taken, value)));
        }
        let others = redone(task, number, own_values)
            .into_iter()
            .filter_map(|(cause, faulty)| Some((cause, task.compute(faulty, own_values)?)))
            .collect();
        Self { operands, others, right, exact: task.exact(number, own_values) }
    }

    /// Returns all single errors within reach that give the value, which is written as `text`.
    pub(crate) fn explain(&self, value: &Number, text: &str) -> Vec<Cause> {
        let mut all = Vec::new();
        let mut fitting = self.operands.iter().filter(|(_, faulty)| faulty == value).peekable();
        if fitting.peek().is_some() {
            let mut taken: Vec<u16> = Vec::new();
            for number in fitting.filter_map(|(number, _)| *number) {
                if !taken.contains(&number) {
                    taken.push(number);
                }
            }
            all.push(Cause::WrongOperand(taken));
        }
        for (cause, faulty) in &self.others {
            if faulty == value {
                all.push(cause.clone());
            }
        }
        all.extend(self.miscounted(value, text));
        all
    }

    /// Returns the errors that keep operands and operation: arithmetic errors and rounding.
    pub(crate) fn miscounted(&self, value: &Number, text: &str) -> Vec<Cause> {
        let slips =
            Written::new(&self.right).map(|right| right.explained(text)).unwrap_or_default();
        let mut all: Vec<Cause> = slips.into_iter().map(Cause::Slip).collect();
        if self.exact.as_ref().is_some_and(|exact| is_rounding(exact, value)) {
            all.push(Cause::Rounded);
        }
        all
    }
}

/// Returns every form of a step with one operand replaced by another value within reach. Each entry
/// has the position of the operand, the number of the replacing value, and the changed step. Under
/// `Condition::Unchained` an operand of another step replaces the operand, and the number is
/// `None`.
pub(crate) fn replaced(
    task: &SolverTask<'_>,
    number: u16,
) -> Vec<(usize, Option<u16>, StepExpression)> {
    let work = task.work(number);
    let reach = task.within_reach(number);
    let mut all = Vec::new();
    for (place, operand) in work.operands().into_iter().enumerate() {
        match operand {
            Source::Value(right) => {
                for &taken in reach.iter().filter(|&&taken| taken != right) {
                    let faulty = work.with_operand(place, Source::Value(taken));
                    all.push((place, Some(taken), faulty));
                }
            }
            Source::Literal { .. } => {
                let others = reach.iter().flat_map(|&other| task.work(other).operands());
                for other in others.filter(|other| matches!(other, Source::Literal { .. })) {
                    all.push((place, None, work.with_operand(place, other)));
                }
            }
            Source::Constant(_) => {}
        }
    }
    all
}

/// Returns every form of a step with its operands swapped or with another operation. For a look-up,
/// the forms are look-ups in every other table.
pub(crate) fn redone(
    task: &SolverTask<'_>,
    number: u16,
    own_values: &[Number],
) -> Vec<(Cause, StepExpression)> {
    let work = task.work(number);
    match work {
        StepExpression::Look { table, of } => {
            let tables = task.look_ups().map_or(&[][..], |look_ups| look_ups.names());
            let others = tables.iter().enumerate().filter(|(other, _)| *other != table);
            let look = |(other, name): (usize, &String)| {
                (Cause::WrongTable(name.clone()), StepExpression::Look { table: other, of })
            };
            others.map(look).collect()
        }
        StepExpression::Compute(join) => {
            let Some(right) = task.op(work, own_values) else {
                return Vec::new();
            };
            let mut all = Vec::new();
            if right.ordered() && join.left != join.right {
                let swapped = BinaryOperation { left: join.right, right: join.left, ..join };
                all.push((Cause::Swapped, StepExpression::Compute(swapped)));
            }
            for &op in task.arithmetic.operations().iter().filter(|&&op| op != right) {
                let other = BinaryOperation { instead: Some(op), ..join };
                all.push((Cause::WrongOperation(op), StepExpression::Compute(other)));
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
pub(crate) fn alternatives(all: Vec<Cause>, true_cause: &Cause) -> Vec<Cause> {
    let other = |cause: Cause| match (cause, true_cause) {
        (Cause::WrongOperand(taken), Cause::WrongOperand(true_cause)) => {
            let rest: Vec<u16> =
                taken.into_iter().filter(|number| !true_cause.contains(number)).collect();
            (!rest.is_empty()).then_some(Cause::WrongOperand(rest))
        }
        // If any other cause explains the value, that cause is an alternative to `Slip::Other`.
        (cause, Cause::Slip(Slip::Other) | Cause::Unexplained) => Some(cause),
        (cause, true_cause) => (cause != *true_cause).then_some(cause),
    };
    all.into_iter().filter_map(other).collect()
}
