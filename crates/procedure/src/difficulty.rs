//! The difficulty of an item's arithmetic, apart from following the procedure.
//!
//! Counts the work with pencil and paper: digits, carries, borrows, signs, and the distances of
//! operands. The counts describe no model. They allow a comparison of lengths, look-backs and items
//! at equal arithmetic.

use serde::Serialize;

use crate::arithmetic::Arithmetic;
use crate::item::Item;
use crate::op::Op;
use crate::procedure::{Operand, Step};

/// Counts over some steps of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Difficulty {
    /// The number of steps that were counted.
    pub steps: u32,
    /// The digits of all operands as they are written, without signs and leading zeros. A fraction
    /// has the digits of both parts.
    pub digits: u32,
    /// Carries, and remainders of long divisions: see [`Item::difficulty`]. `None` for fractions
    /// and for `paper`, where they cannot be counted. Also `None` if an operand is too long or is a
    /// constant with decimal places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carries: Option<u32>,
    /// Borrows. `None` if `carries` is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub borrows: Option<u32>,
    /// The number of operands below zero.
    pub negatives: u32,
    /// The sum of the distances of operands that are earlier values: step `i` takes `a` at distance
    /// `i - a`.
    pub distance: u32,
}

impl Difficulty {
    /// Returns the sums of both counts. Carries and borrows are `None` if they are `None` in one of
    /// them. Counts without steps change nothing.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let sum = |one: Option<u32>, other: Option<u32>| Some(one? + other?);
        if self.steps == 0 || other.steps == 0 {
            return if self.steps == 0 { other } else { self };
        }
        Self {
            steps: self.steps + other.steps,
            digits: self.digits + other.digits,
            carries: sum(self.carries, other.carries),
            borrows: sum(self.borrows, other.borrows),
            negatives: self.negatives + other.negatives,
            distance: self.distance + other.distance,
        }
    }
}

impl Item {
    /// Returns the difficulty of all steps together.
    ///
    /// Carries and borrows are counted as in written arithmetic at school. Signs are ignored, but a
    /// sum of two numbers with unlike signs counts as a difference.
    ///
    /// - A sum or a difference is worked out in columns from the right.
    /// - A product has a row for each digit of one factor: that digit times the other factor. Then
    ///   the rows are added up.
    /// - A quotient is a long division. Each remainder that is taken to the next digit counts as a
    ///   carry.
    ///
    /// Decimals are counted in units of their last place, and residues before they are reduced.
    /// Fractions and the values of `paper` have no such form, so their carries and borrows are
    /// `None`.
    pub fn difficulty(&self) -> Difficulty {
        (0..self.procedure.steps.len())
            .map(|position| self.difficulty_of(position))
            .fold(Difficulty::default(), Difficulty::and)
    }

    /// Returns the difficulty of the step at `position`, from 0.
    pub fn difficulty_of(&self, position: usize) -> Difficulty {
        let Step { op, left, right } = self.procedure.steps[position];
        let this = self.procedure.number_at(position);
        let references = self.procedure.steps[position].references();
        let mut sizes = [self.size(left), self.size(right)];
        let written = match self.spec.arithmetic {
            Arithmetic::Rational | Arithmetic::Paper { .. } => None,
            Arithmetic::Integer | Arithmetic::Modular { .. } | Arithmetic::Decimal { .. } => {
                // A whole constant is counted in ones. In a sum with decimals it has to be in their
                // units.
                if matches!(op, Op::Add | Op::Sub) {
                    for size in sizes.iter_mut().filter(|size| size.is_constant) {
                        size.units =
                            size.units.map(|units| units * self.spec.unit().unsigned_abs());
                    }
                }
                carries_and_borrows(op, sizes)
            }
        };
        Difficulty {
            steps: 1,
            digits: sizes.iter().map(|size| size.digits).sum(),
            carries: written.map(|(carries, _)| carries),
            borrows: written.map(|(_, borrows)| borrows),
            negatives: sizes.iter().map(|size| u32::from(size.negative)).sum(),
            distance: references.map(|number| u32::from(this - number)).sum(),
        }
    }

    fn size(&self, operand: Operand) -> Size {
        let number = match operand {
            Operand::Constant(constant) => {
                let number = constant.number();
                let whole = constant.to_whole().map(i64::unsigned_abs);
                let written = || u32::try_from(digits_of_text(&constant)).unwrap_or(u32::MAX);
                return Size {
                    digits: whole.map_or_else(written, digits),
                    negative: number.is_negative(),
                    units: whole,
                    is_constant: true,
                };
            }
            Operand::Value(number) => self.value(number),
        };
        let unit = self.spec.unit();
        let Some((num, den)) = number.to_fraction() else {
            return Size {
                digits: u32::try_from(digits_of_text(number)).unwrap_or(u32::MAX),
                negative: number.abs() != *number,
                units: None,
                is_constant: false,
            };
        };
        let whole =
            (unit % den == 0).then(|| num.unsigned_abs().checked_mul((unit / den).unsigned_abs()));
        let units = whole.flatten();
        let in_parts = digits(num.unsigned_abs()) + digits(den.unsigned_abs());
        Size {
            digits: units.map_or(in_parts, digits),
            negative: num < 0,
            units,
            is_constant: false,
        }
    }
}

/// An operand as it is written.
#[derive(Clone, Copy)]
struct Size {
    digits: u32,
    negative: bool,
    /// The absolute value in units of the last place; `None` if it has no such form or exceeds 64
    /// bits.
    units: Option<u64>,
    is_constant: bool,
}

fn digits(size: u64) -> u32 {
    size.checked_ilog10().unwrap_or(0) + 1
}

fn digits_of_text(number: &impl ToString) -> usize {
    number.to_string().bytes().filter(u8::is_ascii_digit).count()
}

/// Returns the carries and borrows of a step; `None` if an operand has no units.
fn carries_and_borrows(op: Op, [left, right]: [Size; 2]) -> Option<(u32, u32)> {
    let (a, b) = (left.units?, right.units?);
    let is_sum = (op == Op::Add) == (left.negative == right.negative);
    Some(match op {
        Op::Add | Op::Sub if is_sum => (carries(a, b), 0),
        Op::Add | Op::Sub => (0, borrows(a.max(b), a.min(b))),
        // The digits of the constant are multiplied one by one.
        Op::Mul if left.is_constant => (product(b, a), 0),
        Op::Mul => (product(a, b), 0),
        Op::Div | Op::FloorDiv | Op::Mod => (remainders(a, b), 0),
        Op::Min | Op::Max | Op::Round => (0, 0),
    })
}

/// Returns the number of columns of `a + b` that carry.
fn carries(mut a: u64, mut b: u64) -> u32 {
    let (mut count, mut carry) = (0, 0);
    while a > 0 || b > 0 {
        carry = u64::from(a % 10 + b % 10 + carry > 9);
        count += u32::from(carry == 1);
        (a, b) = (a / 10, b / 10);
    }
    count
}

/// Returns the number of columns of `a - b` that borrow. `a` must not be smaller than `b`.
fn borrows(mut a: u64, mut b: u64) -> u32 {
    let (mut count, mut borrow) = (0, 0);
    while a > 0 {
        borrow = u64::from(a % 10 < b % 10 + borrow);
        count += u32::from(borrow == 1);
        (a, b) = (a / 10, b / 10);
    }
    count
}

/// Returns the number of carries in the rows of `a × b`, one row for each digit of `b`, and in
/// adding up the rows.
fn product(a: u64, mut b: u64) -> u32 {
    let (mut count, mut sum, mut place) = (0, 0u64, 1u64);
    while b > 0 {
        let (mut rest, mut carry, digit) = (a, 0, b % 10);
        while rest > 0 {
            carry = (rest % 10 * digit + carry) / 10;
            rest /= 10;
            // The carry of the last column is written down.
            count += u32::from(carry > 0 && rest > 0);
        }
        let row = a.saturating_mul(digit).saturating_mul(place);
        count += if sum == 0 { 0 } else { carries(sum, row) };
        sum = sum.saturating_add(row);
        place = place.saturating_mul(10);
        b /= 10;
    }
    count
}

/// Returns the number of remainders in the long division `a / b` that are taken to a next digit.
fn remainders(a: u64, b: u64) -> u32 {
    if b == 0 {
        return 0;
    }
    let (mut count, mut rest, mut begun) = (0, 0u64, false);
    let mut place = 10u64.pow(digits(a) - 1);
    while place > 0 {
        rest = rest.saturating_mul(10).saturating_add(a / place % 10);
        begun |= rest >= b;
        rest %= b;
        // A leading part smaller than the divisor is no remainder, and the last remainder is not
        // carried along.
        count += u32::from(begun && rest > 0 && place > 1);
        place /= 10;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Seed, Spec};

    #[test]
    fn carries_and_borrows_are_counted_by_column() {
        assert_eq!(
            [carries(27, 15), carries(999, 1), carries(40, 30), carries(5, 500)],
            [1, 3, 0, 0]
        );
        assert_eq!(
            [borrows(52, 27), borrows(1_000, 1), borrows(67, 27), borrows(8, 8)],
            [1, 3, 0, 0]
        );
    }

    #[test]
    fn product_carries_count_rows_and_their_sum() {
        // 3 × 4 is 12, whose 1 is carried. 7 × 111 carries nothing. 2 × 34 and 1 × 34 carry
        // nothing, but 68 + 340 does.
        assert_eq!([product(24, 3), product(111, 7), product(34, 12)], [1, 0, 1]);
        // 99 × 99: each row carries its 8, and 891 + 8910 carries in two columns.
        assert_eq!(product(99, 99), 4);
    }

    #[test]
    fn nonzero_remainders_of_a_long_division_are_counted() {
        // 7 into 9 leaves 2, and into 28 nothing. 5 into 10 leaves nothing, into 1 leaves 1, and
        // into 15 nothing.
        assert_eq!(
            [remainders(98, 7), remainders(84, 4), remainders(528, 8), remainders(1_015, 5)],
            [1, 0, 1, 1]
        );
        assert_eq!(remainders(7, 0), 0);
    }

    #[test]
    fn item_difficulty_is_the_sum_over_its_steps() {
        let item = Generator::new(Spec::default()).unwrap().item(Seed::wrapping(4), 0).unwrap();
        let total = item.difficulty();
        assert_eq!(total.steps, 25);
        let distances = item.procedure.distances();
        let distance: u32 = (1..).zip(&distances).map(|(distance, count)| distance * count).sum();
        assert_eq!(total.distance, distance);
        assert!(total.digits > 50 && total.carries.is_some() && total.borrows.is_some());
    }
}
