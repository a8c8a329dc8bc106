//! Single errors, and whether they show.
//!
//! An error changes one step: another operand within reach, swapped operands, or another operation
//! of the arithmetic. It shows at the step if the step's value changes. It shows in the answer if
//! the answer changes when all later steps are carried out correctly from the incorrect value. An
//! item in which errors do not show cannot distinguish a model that follows the procedure from one
//! that does not.

use stepfall_number::{Budget, Number, NumberError};

use crate::arithmetic::Arithmetic;
use crate::item::Item;
use crate::op::Op;
use crate::procedure::{Operand, Procedure, Step};

/// The share of the single errors of an item that have an effect: they show, or a later division
/// leaves a remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ErrorShare {
    /// The number of errors with the effect.
    pub shown: u32,
    /// The number of all errors.
    pub of: u32,
}

impl ErrorShare {
    /// Returns the share in thousandths, rounded down; 1,000 if there is no error at all.
    pub fn per_mille(self) -> u32 {
        (self.shown * 1_000).checked_div(self.of).unwrap_or(1_000)
    }
}

/// Calls `visit` with every incorrect form of the step at `position`, in a fixed order.
///
/// First the left operand is replaced (nearest first), then the right operand. Then the operands
/// are swapped, if their order matters. Then other operations follow in the order of [`Op::ALL`].
pub fn for_each_single_error(
    procedure: &Procedure,
    reach: u8,
    position: usize,
    mut visit: impl FnMut(Step),
) {
    let step = procedure.steps[position];
    let this = procedure.number_at(position);
    let nearest = this.saturating_sub(u16::from(reach)).max(1);
    // In `paper` both inputs are within reach of every step.
    let paper = matches!(procedure.arithmetic, Arithmetic::Paper { .. });
    let inputs = if paper { 1..nearest.min(procedure.first_step()) } else { 1..1 };
    let within = (nearest..this).rev().chain(inputs.rev());
    if let Operand::Value(current) = step.left {
        for other in within.clone().filter(|&other| other != current) {
            visit(Step { left: Operand::Value(other), ..step });
        }
    }
    if let Operand::Value(current) = step.right {
        for other in within.filter(|&other| other != current) {
            visit(Step { right: Operand::Value(other), ..step });
        }
    }
    if step.op.is_order_sensitive() && step.left != step.right {
        visit(Step { left: step.right, right: step.left, ..step });
    }
    for &op in procedure.arithmetic.operations() {
        if op != step.op {
            visit(Step { op, ..step });
        }
    }
}

pub(crate) fn shows_at_step(item: &Item) -> ErrorShare {
    let mut share = ErrorShare::default();
    let reach = item.spec.look_back.reach();
    for position in 0..item.procedure.steps.len() {
        for_each_single_error(&item.procedure, reach, position, |altered| {
            share.of += 1;
            share.shown += u32::from(differs(item, position, altered));
        });
    }
    share
}

/// Returns whether the incorrect form of a step has another value than the correct step. A form
/// whose value cannot be computed counts as different.
fn differs(item: &Item, position: usize, altered: Step) -> bool {
    let step = item.procedure.steps[position];
    if let Some(differs) = differs_by_operand(item, step, altered) {
        return differs;
    }
    let truth = &item.values[item.procedure.inputs.len() + position];
    if let Some(same) = is_small_result(item, altered, truth) {
        return !same;
    }
    altered_value(item, altered).is_none_or(|value| value != *truth)
}

/// Returns whether replacing one operand changes the value of a step, without computing values.
/// `None` if the operands alone do not decide this.
///
/// In a field, `a op b` with one operand replaced changes exactly if that operand's value changes,
/// provided that no operand is 0. Rounding breaks this rule, so decimals are not compared this way.
fn differs_by_operand(item: &Item, step: Step, altered: Step) -> Option<bool> {
    let is_rounded = matches!(item.spec.arithmetic, Arithmetic::Decimal { .. });
    if step.op != altered.op || is_rounded || !step.op.is_drawn() {
        return None;
    }
    let (old, new, unchanged) = if step.right == altered.right {
        (step.left, altered.left, step.right)
    } else if step.left == altered.left {
        (step.right, altered.right, step.left)
    } else {
        return None;
    };
    let (Operand::Value(old), Operand::Value(new)) = (old, new) else {
        return None;
    };
    let (old, new) = (item.value(old), item.value(new));
    let unchanged_is_zero =
        matches!(unchanged, Operand::Value(unchanged) if item.value(unchanged).is_zero());
    if unchanged_is_zero || old.is_zero() || new.is_zero() {
        return None;
    }
    Some(old != new)
}

/// Returns whether a step has this value. `None` if the arithmetic rounds or reduces, or if only
/// custom procedures have the operation. Also `None` if the divisor is 0 or 64 bits do not suffice.
///
/// Fractions are compared by cross-multiplication, which avoids the search for a common divisor.
fn is_small_result(item: &Item, step: Step, value: &Number) -> Option<bool> {
    if matches!(item.spec.arithmetic, Arithmetic::Modular { .. } | Arithmetic::Decimal { .. }) {
        return None;
    }
    let parts = |operand| match operand {
        Operand::Value(number) => item.value(number).to_fraction(),
        Operand::Constant(constant) => constant.number().to_fraction(),
    };
    let ((a, b), (c, d)) = (parts(step.left)?, parts(step.right)?);
    let (num, den) = match step.op {
        Op::Add => (a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?),
        Op::Sub => (a.checked_mul(d)?.checked_sub(c.checked_mul(b)?)?, b.checked_mul(d)?),
        Op::Mul => (a.checked_mul(c)?, b.checked_mul(d)?),
        Op::Div => (a.checked_mul(d)?, b.checked_mul(c)?),
        Op::FloorDiv | Op::Mod | Op::Min | Op::Max | Op::Round => return None,
    };
    let (value_num, value_den) = value.to_fraction()?;
    (den != 0).then_some(num.checked_mul(value_den)? == den.checked_mul(value_num)?)
}

fn altered_value(item: &Item, altered: Step) -> Option<Number> {
    item.procedure.compute(altered, &item.values, Budget::default()).ok()
}

pub(crate) fn shows_in_answer(item: &Item) -> Result<ErrorShare, NumberError> {
    match item.procedure.arithmetic {
        Arithmetic::Paper { .. } => linear_rounded(item),
        _ if is_linear(&item.procedure) => linear(item),
        _ => propagated(item),
    }
}

/// Returns whether every value after the first step is a linear combination of the steps before it,
/// with nothing rounded or reduced. All generated procedures of whole numbers and fractions are
/// linear; custom ones may multiply or divide by computed values.
fn is_linear(procedure: &Procedure) -> bool {
    let is_computed = |operand: Operand| {
        operand.reference().is_some_and(|number| number >= procedure.first_step())
    };
    let is_constant = |operand| matches!(operand, Operand::Constant(c) if c.to_whole().is_some());
    let is_exact = match procedure.arithmetic {
        Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => true,
        Arithmetic::Modular { .. } => return false,
        Arithmetic::Decimal { .. } => false,
    };
    procedure.steps.iter().skip(1).all(|step| match step.op {
        Op::Add | Op::Sub => true,
        Op::Mul if is_exact => !is_computed(step.left) || !is_computed(step.right),
        // Products with whole constants keep their decimal places.
        Op::Mul => is_constant(step.left) || is_constant(step.right),
        Op::Div => is_exact && !is_computed(step.right),
        Op::FloorDiv | Op::Mod | Op::Min | Op::Max | Op::Round => false,
    })
}

/// Counts the errors that show in the answer of a linear procedure. A change of a step's value
/// reaches the answer exactly if the answer's sensitivity to this step is not zero.
fn linear(item: &Item) -> Result<ErrorShare, NumberError> {
    let sensitivities = sensitivities(item)?;
    let mut share = ErrorShare::default();
    let reach = item.spec.look_back.reach();
    for position in 0..item.procedure.steps.len() {
        let reaches = !sensitivities[item.procedure.inputs.len() + position].is_zero();
        for_each_single_error(&item.procedure, reach, position, |altered| {
            share.of += 1;
            share.shown += u32::from(reaches && differs(item, position, altered));
        });
    }
    Ok(share)
}

/// Counts the errors that show in an answer that is rounded to three places. An error shows if its
/// change survives the rounding.
fn linear_rounded(item: &Item) -> Result<ErrorShare, NumberError> {
    let budget = Budget::default();
    let sensitivities = sensitivities(item)?;
    let last = item.last_value();
    let answer = item.answer();
    let mut share = ErrorShare::default();
    let reach = item.spec.look_back.reach();
    for position in 0..item.procedure.steps.len() {
        let at = item.procedure.inputs.len() + position;
        let (value, sensitivity) = (&item.values[at], &sensitivities[at]);
        let moved = |altered: Step| {
            let change = altered_value(item, altered)?.sub(value, budget).ok()?;
            let moved = last.add(&change.mul(sensitivity, budget).ok()?, budget).ok()?;
            Some(item.procedure.arithmetic.answer(&moved))
        };
        for_each_single_error(&item.procedure, reach, position, |altered| {
            share.of += 1;
            share.shown += u32::from(moved(altered).is_none_or(|moved| moved != answer));
        });
    }
    Ok(share)
}

/// Returns the derivative of the last value with respect to each step. Inputs are fixed and have
/// zeros.
///
/// This is exact reverse accumulation (Griewank and Walther, Evaluating Derivatives, section 3.2).
fn sensitivities(item: &Item) -> Result<Vec<Number>, NumberError> {
    let budget = Budget::default();
    let steps = &item.procedure.steps;
    let inputs = item.procedure.inputs.len();
    let mut sensitivities = vec![Number::ZERO; inputs + steps.len()];
    if let Some(last) = sensitivities.last_mut() {
        *last = Number::integer(1);
    }
    for position in (0..steps.len()).rev() {
        let Step { op, left, right } = steps[position];
        let sensitivity = sensitivities[inputs + position].clone();
        if sensitivity.is_zero() {
            continue;
        }
        let mut pass = |operand: Operand, amount: Number| -> Result<(), NumberError> {
            if let Operand::Value(number) = operand
                && usize::from(number) > inputs
            {
                let place = &mut sensitivities[usize::from(number) - 1];
                *place = place.add(&amount, budget)?;
            }
            Ok(())
        };
        match op {
            Op::Add => {
                pass(left, sensitivity.clone())?;
                pass(right, sensitivity)?;
            }
            Op::Sub => {
                pass(left, sensitivity.clone())?;
                pass(right, sensitivity.neg())?;
            }
            Op::Mul => {
                pass(left, sensitivity.mul(&item.operand_value(right), budget)?)?;
                pass(right, sensitivity.mul(&item.operand_value(left), budget)?)?;
            }
            // In linear procedures every divisor is a constant or an input.
            Op::Div => pass(left, sensitivity.div(&item.operand_value(right), budget)?)?,
            // Only the first step of a linear procedure has another operation, and it takes inputs
            // and constants only.
            Op::FloorDiv | Op::Mod | Op::Min | Op::Max | Op::Round => {}
        }
    }
    Ok(sensitivities)
}

/// Counts the errors that show in the answer, by carrying each error out to the end. Products of
/// two values and rounding leave no shorter way.
fn propagated(item: &Item) -> Result<ErrorShare, NumberError> {
    let fast = crate::replay::Replay::new(item);
    let mut share = ErrorShare::default();
    let mut failure = None;
    let reach = item.spec.look_back.reach();
    let mut values = item.values.clone();
    let mut fast_scratch = fast.values().to_vec();
    for position in 0..item.procedure.steps.len() {
        for_each_single_error(&item.procedure, reach, position, |altered| {
            if failure.is_some() {
                return;
            }
            share.of += 1;
            let shown = fast
                .changes_answer(position, altered, &mut fast_scratch)
                .map_or_else(|| changes_answer(item, position, altered, &mut values), Ok);
            match shown {
                Ok(shown) => share.shown += u32::from(shown),
                Err(error) => failure = Some(error),
            }
        });
        let at = item.procedure.inputs.len() + position;
        values[at] = item.values[at].clone();
    }
    failure.map_or(Ok(share), Err)
}

/// Returns whether an error changes the answer, in exact numbers, for errors that
/// [`Replay`](crate::replay::Replay) cannot decide. `values` is scratch space with the correct
/// values up to `position`.
fn changes_answer(
    item: &Item,
    position: usize,
    altered: Step,
    values: &mut [Number],
) -> Result<bool, NumberError> {
    let budget = item.error_budget();
    let procedure = &item.procedure;
    for later in position..procedure.steps.len() {
        let step = if later == position { altered } else { procedure.steps[later] };
        match procedure.compute(step, values, budget) {
            Ok(value) => values[procedure.inputs.len() + later] = value,
            Err(NumberError::DivisionByZero) => return Ok(true),
            // The value has ten times as many digits as any correct value, so it is incorrect.
            Err(NumberError::TooLong { .. }) if item.is_custom() => return Ok(true),
            Err(error) => return Err(error),
        }
    }
    Ok(values.last() != item.values.last())
}
