//! Which earlier steps a value depends on, by derivative and not by reference alone.
//!
//! In `S7 = S6 - S5` after `S6 = S5 + S2` the two references to `S5` cancel: a fault at `S5` would never be seen. A row
//! of partial derivatives for every step tells such candidates. Only whether an entry is zero matters, so that the
//! rows are kept modulo the prime 2^31 - 1; an entry that is zero by coincidence only passes a candidate over.

use crate::op::Op;
use crate::procedure::{Operand, Step};

const PRIME: u64 = (1 << 31) - 1;

/// The inverses of the constants modulo the prime.
const INVERSES: [u32; 100] = inverses();

/// Rows of derivatives: row `i` has one entry for each step up to `i`, the last of which is 1.
#[derive(Debug, Default)]
pub(crate) struct Influence {
    entries: Vec<u32>,
    rows: usize,
}

impl Influence {
    pub(crate) fn with_capacity(steps: usize) -> Self {
        Self {
            entries: Vec::with_capacity(start(steps)),
            rows: 0,
        }
    }

    /// Adds the row of the next step. Its operands are values and constants with at most one product or quotient of
    /// values, that of the inputs.
    pub(crate) fn push(&mut self, step: Step) {
        let here = start(self.rows);
        self.entries.resize(here + self.rows + 1, 0);
        let (before, row) = self.entries.split_at_mut(here);
        match step.op {
            Op::Add => {
                accumulate(before, row, step.left, 1);
                accumulate(before, row, step.right, 1);
            }
            Op::Sub => {
                accumulate(before, row, step.left, 1);
                accumulate(before, row, step.right, PRIME - 1);
            }
            Op::Mul | Op::Div => {
                if let Operand::Constant(c) = step.right {
                    let factor = if step.op == Op::Mul {
                        u64::from(c)
                    } else {
                        u64::from(INVERSES[usize::from(c)])
                    };
                    accumulate(before, row, step.left, factor);
                }
            }
        }
        row[self.rows] = 1;
        self.rows += 1;
    }

    /// Takes the last row back.
    pub(crate) fn pop(&mut self) {
        self.rows = self.rows.saturating_sub(1);
        self.entries.truncate(start(self.rows));
    }

    /// Whether the last step depends on every live step that the value before it, number `previous`, depends on.
    pub(crate) fn keeps(&self, previous: u16, dead: &[bool]) -> bool {
        let Some(last) = self.rows.checked_sub(1) else {
            return true;
        };
        let Some(before) = usize::from(previous).checked_sub(3) else {
            return true;
        };
        let (row, previous) = (
            &self.entries[start(last)..],
            &self.entries[start(before)..start(before + 1)],
        );
        previous
            .iter()
            .zip(row)
            .zip(dead)
            .all(|((&then, &now), &dead)| then == 0 || now != 0 || dead)
    }
}

/// The number of entries before row `row`.
const fn start(row: usize) -> usize {
    row * (row + 1) / 2
}

/// Adds `factor` times the row of the operand; inputs and constants have none.
fn accumulate(before: &[u32], row: &mut [u32], operand: Operand, factor: u64) {
    let Operand::Value(number @ 3..) = operand else {
        return;
    };
    let other = usize::from(number) - 3;
    let other = &before[start(other)..start(other + 1)];
    for (entry, &theirs) in row.iter_mut().zip(other) {
        let sum = u64::from(*entry) + factor * u64::from(theirs);
        // Two folds by the Mersenne prime bring 62 bits below 2^31 + 1.
        let folded = (sum & PRIME) + (sum >> 31);
        let folded = (folded & PRIME) + (folded >> 31);
        *entry = if folded >= PRIME {
            (folded - PRIME) as u32
        } else {
            folded as u32
        };
    }
}

const fn inverses() -> [u32; 100] {
    let mut inverses = [0u32; 100];
    let mut c = 1;
    while c < 100 {
        // Fermat: c^(p-2) is the inverse of c.
        let (mut power, mut base, mut exponent) = (1u64, c as u64, PRIME - 2);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = power * base % PRIME;
            }
            base = base * base % PRIME;
            exponent /= 2;
        }
        inverses[c] = power as u32;
        c += 1;
    }
    inverses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(op: Op, left: Operand, right: Operand) -> Step {
        Step { op, left, right }
    }

    #[test]
    fn inverses_are_inverses() {
        for c in 1..100u64 {
            assert_eq!(u64::from(INVERSES[c as usize]) * c % PRIME, 1);
        }
    }

    #[test]
    fn a_cancelled_step_is_seen() {
        use Operand::{Constant, Value};
        let mut influence = Influence::default();
        influence.push(step(Op::Mul, Value(1), Value(2)));
        influence.push(step(Op::Sub, Value(2), Value(3)));
        influence.push(step(Op::Mul, Value(4), Constant(6)));
        influence.push(step(Op::Div, Value(5), Constant(6)));
        assert!(influence.keeps(5, &[false; 4]));
        // S6 = S4 again, so that S6 - S4 depends on nothing.
        influence.push(step(Op::Sub, Value(6), Value(4)));
        assert!(!influence.keeps(6, &[false; 5]));
        assert!(influence.keeps(6, &[true, true, true, true, false]));
        // What is lost already is not held against a later step.
        influence.push(step(Op::Mul, Value(7), Constant(2)));
        assert!(influence.keeps(7, &[false; 6]));
        influence.pop();
        influence.pop();
        influence.push(step(Op::Add, Value(6), Value(4)));
        assert!(influence.keeps(6, &[false; 5]));
    }
}
