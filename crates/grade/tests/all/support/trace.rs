//! A trace before it is written: each value and its operands, with or without an error.

use stepfall_grade::Cause;
use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, LookUps, Op, Operand, RequestedSteps, Step};

const BUDGET: Budget = Budget::digits(1_000);

/// An operand as it is written.
#[derive(Debug, Clone)]
pub(crate) struct Side {
    /// The name of a value, or the digits of a constant.
    pub(crate) name: String,
    pub(crate) value: String,
}

/// The parts of one step.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) name: String,
    /// The name of the table in which the left side is looked up; empty for an operation.
    pub(crate) table: String,
    /// The operation. `None` for a look-up, in which only the left side counts.
    pub(crate) op: Option<Op>,
    /// The sign between names.
    pub(crate) printed: Op,
    pub(crate) left: Side,
    pub(crate) right: Side,
    pub(crate) value: String,
}

/// A whole trace.
#[derive(Debug, Clone)]
pub(crate) struct Trace {
    pub(crate) lines: Vec<Line>,
    pub(crate) answer: String,
    /// Every value, `S1` first.
    pub(crate) own: Vec<Number>,
    /// True if the answer is correct. Under `Unchained`, true if all values are correct.
    pub(crate) right: bool,
}

/// The error of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepError {
    /// The value with this number replaces the left or the right operand.
    Operand {
        took: u16,
        left: bool,
    },
    Swapped,
    /// This operation is carried out. In a look-up, its index selects another table.
    Operation(Op),
    /// The result exceeds the correct one by this number, which may be negative.
    ArithmeticError(i64),
    /// The result is negated.
    Sign,
}

impl StepError {
    /// Returns whether the cause of a root error names this error. `same_value` reports whether two
    /// numbers of steps or inputs have equal values.
    pub(crate) fn is_named_by(self, cause: Cause, same_value: impl Fn(u16, u16) -> bool) -> bool {
        match (self, cause) {
            (Self::Operand { took, .. }, Cause::Operand { took: Some(named), .. }) => {
                same_value(took, named)
            }
            (Self::Swapped, Cause::Swapped)
            | (Self::ArithmeticError(_) | Self::Sign, Cause::ArithmeticError(_)) => true,
            (Self::Operation(op), Cause::Operation(named)) => op == named,
            (Self::Operation(op), Cause::Table(table)) => op.index() == usize::from(table),
            _ => false,
        }
    }
}

/// Returns the trace of an item, with an error at one step if there is one. Returns `None` if the
/// error is impossible at that step or does not change its value, or if a later step has no result.
pub(crate) fn trace(
    item: &Item,
    condition: Condition,
    error: Option<(u16, StepError)>,
) -> Option<Trace> {
    let arithmetic = item.procedure.arithmetic;
    let requested = item.requested_steps(condition);
    let truth = item.values_under(condition);
    let mut own = truth[..2].to_vec();
    let mut lines = Vec::new();
    for (position, &step) in item.procedure.steps.iter().enumerate() {
        let number = u16::try_from(position + 3).ok()?;
        let error = error.filter(|(at, _)| *at == number).map(|(_, error)| error);
        let line = match &requested {
            RequestedSteps::LookUps(look_ups) => look_up(item, look_ups, number, error, &own)?,
            _ => compute(item, &requested, number, step, error, &own)?,
        };
        let (line, value) = line;
        lines.push(line);
        own.push(value);
    }
    let last = own.last()?;
    let (answer, text) = match condition {
        Condition::Copy => (last.clone(), last.to_string()),
        _ => (arithmetic.answer(last), arithmetic.answer_text(&arithmetic.answer(last))),
    };
    let right = match requested {
        RequestedSteps::Unchained(_) => own == *truth,
        _ => answer == item.expected(condition),
    };
    Some(Trace { lines, answer: text, own, right })
}

fn look_up(
    item: &Item,
    look_ups: &LookUps,
    number: u16,
    error: Option<StepError>,
    own: &[Number],
) -> Option<(Line, Number)> {
    let named = look_ups.table(usize::from(number) - 3)?;
    let (table, took) = match error {
        None => (named, number - 1),
        // A chain of look-ups begins with `S2`, so no step can take `S1`.
        Some(StepError::Operand { took, .. }) if took > 1 => (named, took),
        Some(StepError::Operation(op)) => (op.index(), number - 1),
        Some(_) => return None,
    };
    let looked_up = own.get(usize::from(took) - 1)?;
    let value = look_ups.look_up(table, looked_up)?;
    let followed = look_ups.look_up(named, &own[usize::from(number) - 2])?;
    if error.is_some() && value == followed {
        return None;
    }
    let side = Side { name: item.name(took), value: looked_up.to_string() };
    let line = Line {
        name: item.name(number),
        table: look_ups.names()[table].clone(),
        op: None,
        printed: Op::Add,
        left: side.clone(),
        right: side,
        value: value.to_string(),
    };
    Some((line, value))
}

fn compute(
    item: &Item,
    requested: &RequestedSteps,
    number: u16,
    step: Step,
    error: Option<StepError>,
    own: &[Number],
) -> Option<(Line, Number)> {
    let arithmetic = item.procedure.arithmetic;
    let literals = match requested {
        RequestedSteps::Unchained(operands) => operands.get(usize::from(number) - 3),
        _ => None,
    };
    let value_of = |operand: Operand| match (operand, literals) {
        (_, Some([left, _])) if operand == step.left => Some(left.clone()),
        (_, Some([_, right])) => Some(right.clone()),
        (Operand::Value(number), None) => own.get(usize::from(number) - 1).cloned(),
        (Operand::Constant(value), None) => Some(value.number()),
    };
    let printed = item.printed_op(requested, number)?;
    let step = Step {
        op: requested.meaning(printed, &value_of(step.left)?, &value_of(step.right)?),
        ..step
    };
    let apply = |step: Step| {
        arithmetic.apply(step.op, &value_of(step.left)?, &value_of(step.right)?, BUDGET).ok()
    };
    let followed = apply(step)?;
    let mut done = step;
    match error {
        Some(StepError::Operand { .. }) if literals.is_some() => return None,
        Some(StepError::Operand { took, left }) => {
            let place = if left { &mut done.left } else { &mut done.right };
            // Constants are never replaced, because they are part of the step.
            place.reference()?;
            *place = Operand::Value(took);
        }
        Some(StepError::Swapped) if step.op.is_order_sensitive() => {
            (done.left, done.right) = (step.right, step.left);
        }
        Some(StepError::Operation(op)) if op != step.op => done.op = op,
        Some(StepError::Swapped | StepError::Operation(_)) => return None,
        None | Some(StepError::ArithmeticError(_) | StepError::Sign) => {}
    }
    let value = apply(done)?;
    let value = match error {
        Some(StepError::ArithmeticError(off)) => value.add(&Number::integer(off), BUDGET).ok()?,
        Some(StepError::Sign) => value.neg(),
        _ => carried_on(arithmetic, value),
    };
    let residue = match arithmetic {
        Arithmetic::Modular { modulus } => value.rem_euclid(modulus) == Some(value.clone()),
        _ => true,
    };
    let unlike = carried_on(arithmetic, followed) != value;
    if error.is_some() && !(residue && unlike) {
        return None;
    }
    let side = |operand: Operand| {
        let value = match operand {
            Operand::Value(_) => arithmetic.value_text(&value_of(operand)?),
            Operand::Constant(value) => value.to_string(),
        };
        let name = match literals {
            Some(_) => value.clone(),
            None => item.operand_text(operand),
        };
        Some(Side { name, value })
    };
    let line = Line {
        name: item.name(number),
        table: String::new(),
        op: Some(done.op),
        // If signs have another meaning, the line shows the printed sign between names.
        printed: if requested.changes_signs() { printed } else { done.op },
        left: side(done.left)?,
        right: side(done.right)?,
        value: arithmetic.value_text(&value),
    };
    Some((line, value))
}

/// Truncates an inexact quotient of whole numbers, as many models do. Such a quotient appears only
/// after an error.
fn carried_on(arithmetic: Arithmetic, value: Number) -> Number {
    if arithmetic != Arithmetic::Integer || value.is_integer() {
        return value;
    }
    let nearest = value.round(0);
    if nearest.abs() <= value.abs() {
        return nearest;
    }
    let one = Number::integer(if value.is_negative() { 1 } else { -1 });
    nearest.add(&one, BUDGET).unwrap_or(nearest)
}
