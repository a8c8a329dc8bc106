//! Finds the recent steps that a value depends on, by derivatives and not only by references.
//!
//! In `S7 = S6 - S5` after `S6 = S5 + S2`, the two references to `S5` cancel. An error at `S5`
//! would then never show. To detect such candidates, each step has a row of partial derivatives
//! with respect to the steps just before it. Only zero or not zero matters, so the rows are kept
//! modulo the prime 2^31 - 1. An entry that is zero by coincidence only causes a candidate to be
//! skipped.

use crate::constant::Constant;
use crate::op::Op;
use crate::procedure::{Operand, Step, number_at};

/// The number of steps back for which derivatives are kept. Influences that last this long hardly
/// ever cancel later.
const WIDTH: usize = 8;

const PRIME: u32 = (1 << 31) - 1;

/// The inverse of each constant modulo the prime, at the index of the constant.
const INVERSES: [u32; 100] = inverses();

/// The derivatives of a step with respect to itself, which is 1, and to the steps before it,
/// nearest first.
type Row = [u32; WIDTH];

/// One row per step, after `WIDTH` zeros. The `WIDTH` entries from one of these zeros on are the
/// row as a later step sees it: shifted by the distance between the steps.
#[derive(Debug, Default)]
pub(crate) struct Influence {
    rows: Vec<[u32; 2 * WIDTH]>,
}

impl Influence {
    pub(crate) fn with_capacity(steps: usize) -> Self {
        Self { rows: Vec::with_capacity(steps) }
    }

    /// Adds the row of the next step.
    pub(crate) fn push(&mut self, step: Step) {
        let mut padded = [0; 2 * WIDTH];
        padded[WIDTH..].copy_from_slice(&self.row(step));
        self.rows.push(padded);
    }

    pub(crate) fn pop(&mut self) {
        self.rows.pop();
    }

    /// Returns whether the next step would depend on every recent live step that the previous live
    /// value depends on. `previous` is the number of that value.
    pub(crate) fn keeps(&self, step: Step, previous: u16, dead: &[bool]) -> bool {
        // A constant factor cancels nothing.
        if matches!(step.op, Op::Mul | Op::Div) {
            return true;
        }
        let position = self.rows.len();
        let then = self.seen_from_next(Operand::Value(previous));
        let now = self.row(step);
        let mut recent = then.iter().zip(now).zip(dead[..=position].iter().rev());
        recent.all(|((&then, now), &dead)| then == 0 || now != 0 || dead)
    }

    /// Returns the row of the next step. Only the first step may multiply or divide two values, and
    /// these are inputs.
    fn row(&self, step: Step) -> Row {
        let mut row = self.seen_from_next(step.left);
        match (step.op, step.right) {
            (Op::Add, right) => add(&mut row, &self.seen_from_next(right)),
            (Op::Sub, right) => {
                let negative = self.seen_from_next(right).map(|entry| PRIME - entry);
                add(&mut row, &negative);
            }
            (Op::Mul, Operand::Constant(c)) => scale(&mut row, constant_factor(c)),
            (Op::Div, Operand::Constant(c)) => {
                scale(&mut row, INVERSES[constant_factor(c) as usize]);
            }
            _ => {}
        }
        row[0] = 1;
        row
    }

    /// Returns the row of an operand of the next step, at the next step's distances. Inputs and
    /// constants have zeros.
    fn seen_from_next(&self, operand: Operand) -> Row {
        let Operand::Value(number @ 3..) = operand else { return [0; WIDTH] };
        let shift = usize::from(number_at(self.rows.len()) - number).min(WIDTH);
        let padded = &self.rows[usize::from(number) - 3];
        std::array::from_fn(|distance| padded[WIDTH - shift + distance])
    }
}

/// Adds the residues of `other` to those of `row`. An entry of `other` may be the prime instead of
/// 0.
fn add(row: &mut Row, other: &Row) {
    for (entry, other) in row.iter_mut().zip(other) {
        let sum = *entry + other;
        *entry = if sum >= PRIME { sum - PRIME } else { sum };
    }
}

fn scale(row: &mut Row, factor: u32) {
    for entry in row {
        *entry = product(*entry, factor);
    }
}

/// Returns the product of two residues modulo the prime.
#[expect(clippy::cast_possible_truncation, reason = "residues have 31 bits")]
const fn product(a: u32, b: u32) -> u32 {
    let wide = a as u64 * b as u64;
    // 2^31 equals 1 modulo the prime, so the bits from 31 on are added to the lower 31 bits. Doing
    // this twice brings 62 bits below 2^31 + 1.
    let folded = (wide & PRIME as u64) + (wide >> 31);
    let folded = ((folded & PRIME as u64) + (folded >> 31)) as u32;
    if folded >= PRIME { folded - PRIME } else { folded }
}

const fn inverses() -> [u32; 100] {
    let mut inverses = [0u32; 100];
    let mut c = 1;
    while c < 100 {
        // Fermat: c^(p-2) is the inverse of c.
        let (mut power, mut base, mut exponent) = (1, c, PRIME - 2);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = product(power, base);
            }
            base = product(base, base);
            exponent /= 2;
        }
        inverses[c as usize] = power;
        c += 1;
    }
    inverses
}

/// Returns the constant of a generated step as a factor.
fn constant_factor(constant: Constant) -> u32 {
    constant.to_whole().and_then(|whole| u32::try_from(whole).ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(op: Op, left: Operand, right: Operand) -> Step {
        Step { op, left, right }
    }

    #[test]
    fn table_contains_modular_inverses() {
        for (c, &inverse) in (0u32..).zip(&INVERSES).skip(1) {
            assert_eq!(product(c, inverse), 1);
        }
    }

    fn constant(number: u32) -> Operand {
        Operand::Constant(Constant::whole(number))
    }

    #[test]
    fn step_whose_influence_cancels_is_rejected() {
        use Operand::Value;
        let mut influence = Influence::default();
        influence.push(step(Op::Mul, Value(1), Value(2)));
        influence.push(step(Op::Sub, Value(2), Value(3)));
        influence.push(step(Op::Mul, Value(4), constant(6)));
        let quotient = step(Op::Div, Value(5), constant(6));
        assert!(influence.keeps(quotient, 5, &[false; 4]));
        influence.push(quotient);
        // S6 equals S4, so S6 - S4 depends on nothing.
        let difference = step(Op::Sub, Value(6), Value(4));
        assert!(!influence.keeps(difference, 6, &[false; 5]));
        assert!(influence.keeps(difference, 6, &[true, true, true, true, false]));
        assert!(influence.keeps(step(Op::Add, Value(6), Value(4)), 6, &[false; 5]));
        // S7 depends on no earlier step. S8, which takes S7, is not rejected for that reason.
        influence.push(difference);
        assert!(influence.keeps(step(Op::Mul, Value(7), constant(2)), 7, &[false; 6]));
    }

    #[test]
    fn long_procedures_do_not_exceed_the_row_width() {
        use Operand::Value;
        let mut influence = Influence::default();
        influence.push(step(Op::Add, Value(1), Value(2)));
        for number in 3..100 {
            let step = step(Op::Mul, Value(number), constant(3));
            assert!(influence.keeps(step, number, &[false; 100]));
            influence.push(step);
        }
        // S10 is farther back than the rows reach, so a reference to it is not checked.
        assert!(influence.keeps(step(Op::Sub, Value(100), Value(10)), 100, &[false; 100]));
    }
}
