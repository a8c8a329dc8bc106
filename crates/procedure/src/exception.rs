//! One stated rule that changes some steps: [`Condition::Exception`](crate::Condition::Exception).

use std::cmp::Reverse;

use stepfall_number::Number;

use crate::item::Item;
use crate::op::Op;
use crate::spec::Wording;

/// A rule that exchanges `+` and `-` in sums and differences with at least one operand above a
/// bound.
///
/// A step that the rule changes is printed with the other sign. Its value is then that of the
/// procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceptionRule {
    bound: i64,
}

impl ExceptionRule {
    /// Returns the rule with this bound.
    pub const fn above(bound: i64) -> Self {
        Self { bound }
    }

    /// Returns the rule of an item.
    ///
    /// The bound is 0 or ±d·10^k, with a digit d and k up to 12. With the chosen bound, the rule
    /// changes at least one sum or difference, and as close as possible to a third of them. In a
    /// tie the bound nearest to zero is chosen, and of two such bounds the positive one. The bound
    /// is 0 if the procedure has no sums and differences.
    pub(crate) fn of(item: &Item) -> Self {
        let steps = item.procedure.steps.iter().filter(|step| is_sum(step.op));
        let mut greater: Vec<Number> = steps
            .map(|step| item.operand_value(step.left).max(item.operand_value(step.right)))
            .collect();
        greater.sort_unstable();
        let candidates = std::iter::once(0).chain((0..=12).flat_map(|power| {
            (1..=9).flat_map(move |digit| {
                let size = digit * 10i64.pow(power);
                [size, -size]
            })
        }));
        let rated = candidates.filter_map(|bound| {
            let is_at_most = |value: &Number| *value <= Number::integer(bound);
            let changed = greater.len() - greater.partition_point(is_at_most);
            let off = (3 * changed).abs_diff(greater.len());
            (changed > 0).then_some((off, bound.unsigned_abs(), Reverse(bound)))
        });
        Self { bound: rated.min().map_or(0, |(_, _, Reverse(bound))| bound) }
    }

    /// Returns the bound. The rule applies if an operand is greater than it.
    pub const fn bound(self) -> i64 {
        self.bound
    }

    /// Returns the rule as a prompt states it.
    pub(crate) fn sentence(self, wording: Wording) -> String {
        let bound = self.bound;
        match wording {
            Wording::Assignments | Wording::Python | Wording::Json => format!(
                "There is one more rule: where at least one of the two operands of + or - is greater than {bound}, read + as - and - as +."
            ),
            Wording::English => format!(
                "There is one more rule: where at least one of the two operands is greater than {bound}, \"Add x and y\" means to subtract y from x, \
                 and \"Subtract y from x\" means to add x and y."
            ),
        }
    }

    /// Returns whether the rule changes sums and differences of these operands.
    pub fn applies(self, left: &Number, right: &Number) -> bool {
        let bound = Number::integer(self.bound);
        *left > bound || *right > bound
    }

    /// Returns the operation that the rule makes of `op` between these operands; `op` itself if the
    /// rule does not apply.
    pub fn changed_operation(self, op: Op, left: &Number, right: &Number) -> Op {
        match op {
            Op::Add if self.applies(left, right) => Op::Sub,
            Op::Sub if self.applies(left, right) => Op::Add,
            _ => op,
        }
    }
}

/// Returns whether the rule can change an operation.
const fn is_sum(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub)
}
