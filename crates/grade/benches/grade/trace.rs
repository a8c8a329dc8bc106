//! Transcripts in the form that the prompt requests, correct or with errors.

use stepfall_procedure::{Item, Op, Operand};

use crate::error::TraceError;

/// The largest absolute value of an incorrect result. A larger result is replaced, so that a
/// transcript with errors stays about as long as a correct one.
const MAX_VALUE: i64 = 9_999;

/// The parts of `S5 = S4 - S3 = 12 - 5 = 7`, without the name of the step.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) names: [String; 2],
    pub(crate) op: Op,
    pub(crate) values: [i64; 2],
    pub(crate) result: i64,
}

impl Line {
    /// Returns whether the grader accepts a result for this line. The result of an inexact division
    /// may be rounded up or down.
    fn is_passed_by(&self, result: i64) -> bool {
        let [left, right] = self.values;
        let uneven = self.op == Op::Div && left.checked_rem(right).is_some_and(|rest| rest != 0);
        (result - self.result).abs() <= i64::from(uneven)
    }
}

/// Returns one line for each step, and the last value. `error_at` returns the error for a step
/// position. Later values follow from the incorrect ones.
pub(crate) fn trace(item: &Item, error_at: impl Fn(usize) -> Option<TraceError>) -> (String, i64) {
    let truth: Vec<i64> = item.values.iter().map(|value| value.to_i64().unwrap_or(0)).collect();
    let mut own = truth[..2].to_vec();
    let mut lines = String::new();
    for (position, step) in item.procedure.steps.iter().enumerate() {
        let value = |operand: Operand| match operand {
            Operand::Value(number) => own[usize::from(number) - 1],
            Operand::Constant(value) => value.to_whole().unwrap_or(0),
        };
        let values = [step.left, step.right].map(value);
        let correct = Line {
            names: [step.left, step.right].map(|operand| item.operand_text(operand)),
            op: step.op,
            values,
            result: compute(step.op, values),
        };
        let true_value = truth[position + 2];
        let error = error_at(position);
        let mut line = match error {
            Some(error) => error.spoil(&correct, item, *step, &own),
            None => correct.clone(),
        };
        if line.result.abs() > MAX_VALUE {
            line.result = true_value;
        }
        while error.is_some() && (line.result == true_value || correct.is_passed_by(line.result)) {
            line.result += 43;
        }
        let name = item.name(step_number(position));
        lines += &format!(
            "{name} = {left} {op} {right} = {a} {op} {b} = {result}\n",
            left = line.names[0],
            op = line.op.symbol(),
            right = line.names[1],
            a = line.values[0],
            b = line.values[1],
            result = line.result,
        );
        own.push(line.result);
    }
    (lines, own[own.len() - 1])
}

/// Returns the number of the value that a step defines.
fn step_number(position: usize) -> u16 {
    u16::try_from(position + 3).unwrap_or(u16::MAX)
}

/// Returns the result of a step. Quotients are truncated to whole numbers.
pub(crate) fn compute(op: Op, [left, right]: [i64; 2]) -> i64 {
    match op {
        Op::Add => left + right,
        Op::Sub => left - right,
        Op::Mul => left * right,
        _ => left.checked_div(right).unwrap_or(left),
    }
}
