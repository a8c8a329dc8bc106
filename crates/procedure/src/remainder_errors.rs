//! Arithmetic errors that a later division reveals.
//!
//! In procedures of whole numbers no division leaves a remainder, and the prompt says so. After an
//! arithmetic error a later division may leave a remainder, which reveals the error. A model that
//! notices the remainder was helped by the item, and did not check its own work. This matters for
//! studies of self-correction.

use stepfall_number::Number;

use crate::arithmetic::Arithmetic;
use crate::item::Item;
use crate::op::Op;
use crate::procedure::{Operand, Step};
use crate::single_errors::ErrorShare;

/// The largest arithmetic error that is tried.
const MAX_ERROR: i64 = 9;

impl Item {
    /// Returns the share of single arithmetic errors after which a later division leaves a
    /// remainder.
    ///
    /// The result of each step in turn is off by 1 to 9, up or down, and all later steps are
    /// carried out correctly. Only [`Arithmetic::Integer`] rules out remainders; for any other
    /// arithmetic the share counts no errors.
    pub fn remainder_error_share(&self) -> ErrorShare {
        let mut share = ErrorShare::default();
        if self.procedure.arithmetic != Arithmetic::Integer {
            return share;
        }
        let mut off = Vec::with_capacity(self.procedure.steps.len());
        for position in 0..self.procedure.steps.len() {
            for slip in 1..=MAX_ERROR {
                // Where values are combined linearly, an error and its opposite have the same
                // effect.
                share.of += 2;
                share.shown += match self.uneven_in_64_bits(position, slip, &mut off) {
                    Some(is_uneven) => 2 * u32::from(is_uneven),
                    None => [slip, -slip]
                        .map(|by| u32::from(self.uneven_exactly(position, by)))
                        .iter()
                        .sum(),
                };
            }
        }
        share
    }

    /// Returns whether a later division leaves a remainder if the step at `position` is off by
    /// `slip`. Computes by how much every later value is off. `None` if the effect is not linear or
    /// exceeds 64 bits. `off` is scratch space.
    fn uneven_in_64_bits(&self, position: usize, slip: i64, off: &mut Vec<i64>) -> Option<bool> {
        let first = self.procedure.number_at(position);
        off.clear();
        off.push(slip);
        let at = |off: &[i64], operand: Operand| match operand {
            Operand::Value(number) => {
                number.checked_sub(first).map_or(0, |later| off[usize::from(later)])
            }
            Operand::Constant(_) => 0,
        };
        for &Step { op, left, right } in &self.procedure.steps[position + 1..] {
            let (a, b) = (at(off, left), at(off, right));
            let next = match (op, left, right) {
                (Op::Add, ..) => a.checked_add(b)?,
                (Op::Sub, ..) => a.checked_sub(b)?,
                (Op::Mul, _, Operand::Constant(constant)) => a.checked_mul(constant.to_whole()?)?,
                (Op::Mul, Operand::Constant(constant), _) => b.checked_mul(constant.to_whole()?)?,
                (Op::Div, Operand::Value(_), Operand::Constant(constant)) => {
                    let constant = constant.to_whole()?;
                    if constant == 0 || a % constant != 0 {
                        return Some(true);
                    }
                    a / constant
                }
                // Any other operation on an incorrect value is not linear.
                _ if a != 0 || b != 0 => return None,
                _ => 0,
            };
            off.push(next);
        }
        Some(false)
    }

    fn uneven_exactly(&self, position: usize, slip: i64) -> bool {
        let budget = self.fault_budget();
        let at = self.procedure.inputs.len() + position;
        let mut values = self.values[..=at].to_vec();
        let Ok(slipped) = values[at].add(&Number::integer(slip), budget) else {
            return false;
        };
        values[at] = slipped;
        for step in &self.procedure.steps[position + 1..] {
            match self.procedure.compute(*step, &values, budget) {
                Ok(value) if value.is_integer() => values.push(value),
                // A division by zero also reveals the error.
                _ => return true,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Seed, Spec};

    #[test]
    fn both_ways_agree() {
        for (steps, operations) in
            [(5, [1; 4]), (25, [1; 4]), (40, [1, 1, 2, 0]), (12, [1, 1, 0, 3])]
        {
            let spec = Spec { steps, operations, ..Spec::default() };
            let generator = Generator::new(spec).unwrap();
            for seed in 0..8 {
                let item = generator.item(Seed::wrapping(seed), 0).unwrap();
                let slips = (0..usize::from(steps)).flat_map(|position| {
                    (-MAX_ERROR..=MAX_ERROR)
                        .filter(|slip| *slip != 0)
                        .map(move |slip| (position, slip))
                });
                let uneven = slips.filter(|&(position, slip)| item.uneven_exactly(position, slip));
                let shown = u32::try_from(uneven.count()).unwrap();
                assert_eq!(
                    item.remainder_error_share(),
                    ErrorShare { shown, of: u32::from(steps) * 18 }
                );
            }
        }
    }

    #[test]
    fn what_is_rounded_or_reduced_betrays_nothing() {
        for numbers in [Arithmetic::Modular { modulus: 97 }, Arithmetic::Decimal { places: 2 }] {
            let item =
                Generator::new(Spec::new(numbers)).unwrap().item(Seed::wrapping(1), 0).unwrap();
            assert_eq!(item.remainder_error_share(), ErrorShare::default());
        }
    }
}
