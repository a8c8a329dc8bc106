//! Arithmetic errors that a later division reveals.
//!
//! In procedures of whole numbers no division leaves a remainder, and the prompt states this. After
//! an arithmetic error a later division may leave a remainder, which reveals the error. A model
//! that notices the remainder was helped by the item, and did not check its own work. This matters
//! for studies of self-correction.

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
    /// arithmetic the share is 0 of 0.
    pub fn remainder_error_share(&self) -> ErrorShare {
        let mut share = ErrorShare::default();
        if self.procedure.arithmetic != Arithmetic::Integer {
            return share;
        }
        let mut offsets = Vec::with_capacity(self.procedure.steps.len());
        for position in 0..self.procedure.steps.len() {
            for offset in 1..=MAX_ERROR {
                // If later values depend linearly on the result, errors of `+offset` and `-offset`
                // have the same effect.
                share.of += 2;
                share.shown += match self.uneven_in_64_bits(position, offset, &mut offsets) {
                    Some(is_uneven) => 2 * u32::from(is_uneven),
                    None => [offset, -offset]
                        .map(|by| u32::from(self.uneven_exactly(position, by)))
                        .iter()
                        .sum(),
                };
            }
        }
        share
    }

    /// Returns whether a later division leaves a remainder if the step at `position` is off by
    /// `offset`. Computes by how much every later value is off. `None` if the effect is not linear
    /// or exceeds 64 bits. `offsets` is scratch space.
    fn uneven_in_64_bits(
        &self,
        position: usize,
        offset: i64,
        offsets: &mut Vec<i64>,
    ) -> Option<bool> {
        let first = self.procedure.number_at(position);
        offsets.clear();
        offsets.push(offset);
        let at = |offsets: &[i64], operand: Operand| match operand {
            Operand::Value(number) => {
                number.checked_sub(first).map_or(0, |later| offsets[usize::from(later)])
            }
            Operand::Constant(_) => 0,
        };
        for &Step { op, left, right } in &self.procedure.steps[position + 1..] {
            let (a, b) = (at(offsets, left), at(offsets, right));
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
            offsets.push(next);
        }
        Some(false)
    }

    fn uneven_exactly(&self, position: usize, offset: i64) -> bool {
        let budget = self.error_budget();
        let at = self.procedure.inputs.len() + position;
        let mut values = self.values[..=at].to_vec();
        let Ok(incorrect) = values[at].add(&Number::integer(offset), budget) else {
            return false;
        };
        values[at] = incorrect;
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
    fn remainder_error_share_equals_exact_evaluation() {
        for (steps, operations) in
            [(5, [1; 4]), (25, [1; 4]), (40, [1, 1, 2, 0]), (12, [1, 1, 0, 3])]
        {
            let spec = Spec { steps, operations, ..Spec::default() };
            let generator = Generator::new(spec).unwrap();
            for seed in 0..8 {
                let item = generator.item(Seed::wrapping(seed), 0).unwrap();
                let offsets = (0..usize::from(steps)).flat_map(|position| {
                    (-MAX_ERROR..=MAX_ERROR)
                        .filter(|offset| *offset != 0)
                        .map(move |offset| (position, offset))
                });
                let uneven =
                    offsets.filter(|&(position, offset)| item.uneven_exactly(position, offset));
                let shown = u32::try_from(uneven.count()).unwrap();
                assert_eq!(
                    item.remainder_error_share(),
                    ErrorShare { shown, of: u32::from(steps) * 18 }
                );
            }
        }
    }

    #[test]
    fn modular_and_decimal_items_have_no_remainder_errors() {
        for numbers in [Arithmetic::Modular { modulus: 97 }, Arithmetic::Decimal { places: 2 }] {
            let item =
                Generator::new(Spec::new(numbers)).unwrap().item(Seed::wrapping(1), 0).unwrap();
            assert_eq!(item.remainder_error_share(), ErrorShare::default());
        }
    }
}
