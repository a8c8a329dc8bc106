//! Carries out the rest of a procedure after an incorrect value, in machine integers. This is the
//! fast way to decide whether an error changes the answer in modular or rounded arithmetic.

use crate::arithmetic::Arithmetic;
use crate::item::Item;
use crate::op::Op;
use crate::procedure::{Operand, Step};

/// A procedure whose values are machine integers: residues, or decimals in units of their last
/// place.
pub(crate) struct Replay<'a> {
    inputs: usize,
    steps: &'a [Step],
    values: Vec<i64>,
    rule: Rule,
}

#[derive(Clone, Copy)]
enum Rule {
    Modulus(u32),
    Unit(i64),
}

impl<'a> Replay<'a> {
    /// Creates the replay of an item's procedure. If the arithmetic is neither modular nor rounded,
    /// the replay has no values, and [`Replay::changes_answer`] returns `None`.
    pub(crate) fn new(item: &'a Item) -> Self {
        let rule = match item.procedure.arithmetic {
            Arithmetic::Modular { modulus } => Rule::Modulus(modulus),
            Arithmetic::Decimal { .. } => Rule::Unit(item.spec.unit()),
            Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => {
                let steps = &item.procedure.steps;
                return Self { inputs: 0, steps, values: Vec::new(), rule: Rule::Unit(1) };
            }
        };
        let unit = item.spec.unit();
        let scaled = |value: &stepfall_number::Number| {
            let (num, den) = value.to_fraction()?;
            num.checked_mul(unit / den)
        };
        let values = item.values.iter().map(scaled).collect::<Option<Vec<_>>>().unwrap_or_default();
        Self { inputs: item.procedure.inputs.len(), steps: &item.procedure.steps, values, rule }
    }

    /// Returns the correct values, `S1` first; empty if the procedure is not supported.
    pub(crate) fn values(&self) -> &[i64] {
        &self.values
    }

    /// Returns whether the answer changes if `altered` replaces the step at `position`. `None` if
    /// machine integers do not decide this: a value exceeds 64 bits, a later step has no value, or
    /// an operation or constant is not supported. `scratch` contains the correct values up to
    /// `position`, before and after the call.
    pub(crate) fn changes_answer(
        &self,
        position: usize,
        altered: Step,
        scratch: &mut [i64],
    ) -> Option<bool> {
        let at = self.inputs + position;
        let (&truth, &last) = (self.values.get(at)?, self.values.last()?);
        let value = match self.compute(altered, scratch) {
            Ok(value) => value,
            Err(Stop::NoValue) => return Some(true),
            Err(Stop::Overflow) => return None,
        };
        if value == truth {
            return Some(false);
        }
        scratch[at] = value;
        let mut outcome = Ok(value);
        for later in position + 1..self.steps.len() {
            outcome = self.compute(self.steps[later], scratch);
            match outcome {
                Ok(value) => scratch[self.inputs + later] = value,
                Err(_) => break,
            }
        }
        scratch[at] = truth;
        outcome.ok().map(|answer| answer != last)
    }

    fn compute(&self, step: Step, values: &[i64]) -> Result<i64, Stop> {
        let value = |operand: Operand| match operand {
            Operand::Value(number) => Ok(values[usize::from(number) - 1]),
            Operand::Constant(constant) => constant.to_whole().ok_or(Stop::Overflow),
        };
        let (a, b) = (value(step.left)?, value(step.right)?);
        match self.rule {
            Rule::Modulus(_) if !step.op.is_drawn() => Err(Stop::Overflow),
            Rule::Modulus(modulus) => residue(step.op, a, b, modulus).ok_or(Stop::NoValue),
            Rule::Unit(unit) => {
                let constant = |operand| matches!(operand, Operand::Constant(_));
                // Values are in units. In a sum a constant has to be converted to units; in a
                // product or quotient it is only a factor.
                let scaled = |operand, value: i64| {
                    if constant(operand) { value.checked_mul(unit) } else { Some(value) }
                };
                let over = Stop::Overflow;
                match step.op {
                    Op::Add | Op::Sub => {
                        let a = scaled(step.left, a).ok_or(over)?;
                        let b = scaled(step.right, b).ok_or(over)?;
                        if step.op == Op::Add { a.checked_add(b) } else { a.checked_sub(b) }
                            .ok_or(over)
                    }
                    Op::Mul if constant(step.left) || constant(step.right) => {
                        a.checked_mul(b).ok_or(over)
                    }
                    Op::Mul => quotient(i128::from(a) * i128::from(b), i128::from(unit)),
                    Op::Div if constant(step.right) => narrow_quotient(a, b),
                    Op::FloorDiv | Op::Mod | Op::Min | Op::Max | Op::Round => Err(over),
                    Op::Div => {
                        let a = scaled(step.left, a).ok_or(over)?;
                        quotient(i128::from(a) * i128::from(unit), i128::from(b))
                    }
                }
            }
        }
    }
}

/// Returns `a op b` for residues, on 32 bits, where remainders are several times as fast as on 64.
/// `None` for an operation other than `+`, `-` and `*`.
fn residue(op: Op, a: i64, b: i64, modulus: u32) -> Option<i64> {
    let (a, b) = (u32::try_from(a).ok()?, u32::try_from(b).ok()?);
    let value = match op {
        Op::Add => a + b,
        Op::Sub => a + modulus - b % modulus,
        Op::Mul => a * b,
        _ => return None,
    };
    Some(i64::from(value % modulus))
}

/// The reason why a step has no value as a machine integer.
#[derive(Clone, Copy)]
enum Stop {
    /// The step has no value at all, as after a division by zero.
    NoValue,
    /// The value may not fit into 64 bits, or the operation or a constant is not supported.
    Overflow,
}

/// Returns the integer nearest to `a / b`, half away from zero.
fn quotient(a: i128, b: i128) -> Result<i64, Stop> {
    if b == 0 {
        return Err(Stop::NoValue);
    }
    let (quotient, rest) = (a / b, a % b);
    let away =
        if rest.unsigned_abs() * 2 >= b.unsigned_abs() { a.signum() * b.signum() } else { 0 };
    i64::try_from(quotient + away).map_err(|_| Stop::Overflow)
}

/// Divides like [`quotient`], on 64 bits, by a constant of a step.
fn narrow_quotient(a: i64, b: i64) -> Result<i64, Stop> {
    let (quotient, rest) = (a.checked_div(b).ok_or(Stop::NoValue)?, a % b);
    let away =
        if rest.unsigned_abs() * 2 >= b.unsigned_abs() { a.signum() * b.signum() } else { 0 };
    Ok(quotient + away)
}
