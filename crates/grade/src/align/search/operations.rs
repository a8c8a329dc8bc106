//! Compares the operations that lead to a number in the text with the operation of a step.

use stepfall_number::Number;
use stepfall_procedure::{Op, Step};

use super::Search;
use super::continuations::MatchContext;
use crate::align::mention::{NumberMention, Role};
use crate::claim::{ClaimedOperand, WrittenOperation};

/// The most numbers before a value that are tried as its operand.
const MAX_OPERAND_CANDIDATES: usize = 6;

impl Search<'_> {
    /// Returns whether the operation written with a number takes an operand of the step and an
    /// earlier number. The earlier number must not be a recent value of a step. Then the error is
    /// at that number.
    pub(super) fn takes_stated_number(
        &self,
        mention: &NumberMention,
        place: &MatchContext<'_>,
    ) -> bool {
        let Some(operands) = place.operands else { return false };
        if self.operation_cost(mention, place.step, operands) == Some(0) {
            return false;
        }
        let (a, b) = operands;
        let is_earlier_number = |value: &Number| {
            let same = self.by_value.get(value).into_iter().flatten();
            let mut same = same.map(|at| &self.mentions[*at]);
            value != a
                && value != b
                && !place.ahead.recent.contains(&Some(value))
                && same.any(|other| other.role != Role::Operand && other.token < mention.token)
        };
        let sides = mention.operations_by_value.iter().filter_map(WrittenOperation::values);
        sides.into_iter().any(|(left, right)| {
            let shares_operand = [left == a, right == b, left == b, right == a].contains(&true);
            shares_operand && (is_earlier_number(left) || is_earlier_number(right))
        })
    }

    /// Returns the written operation that explains a number best. If none explains it, returns the
    /// first.
    pub(super) fn best_operation(
        &self,
        node: usize,
        number: u16,
        mention: &NumberMention,
    ) -> Option<WrittenOperation> {
        let step = self.procedure.step(number);
        let operands = self.operands(node, number, step);
        let departs = |shown: &&WrittenOperation| {
            let operands = operands.as_ref()?;
            self.mismatch_cost(shown, &mention.value, step, operands)
        };
        let best = mention
            .operations_by_value
            .iter()
            .min_by_key(|shown| departs(shown).unwrap_or(u32::MAX));
        best.cloned()
    }

    /// Returns an operation that explains an incorrect value. It is the operation of the step with
    /// one operand replaced by a number shortly before the value in the text.
    pub(super) fn infer_operation(
        &self,
        node: usize,
        number: u16,
        at: usize,
        value: &Number,
    ) -> Option<WrittenOperation> {
        let step = self.procedure.step(number);
        let (left, right) = self.operands(node, number, step)?;
        let gives = |left: &Number, right: &Number| {
            self.procedure.apply(step, left, right).as_ref() == Some(value)
        };
        if gives(&left, &right) {
            return None;
        }
        let before = self.mentions[..at].iter().rev().take(MAX_OPERAND_CANDIDATES);
        let others = before.map(|mention| &mention.value).filter(|other| *other != value);
        let written = |left: &Number, right: &Number| {
            let [left, right] = [left, right].map(|side| ClaimedOperand::Value(side.clone()));
            WrittenOperation { op: step.op, left, right }
        };
        others.into_iter().find_map(|other| {
            let is_left = *other != left && gives(other, &right);
            let is_right = *other != right && gives(&left, other);
            match (is_left, is_right) {
                (true, false) => Some(written(other, &right)),
                (false, true) => Some(written(&left, other)),
                _ => None,
            }
        })
    }

    /// Returns the cost of the operation written with a number, or `None` if no such operation
    /// belongs to the step.
    pub(super) fn operation_cost(
        &self,
        mention: &NumberMention,
        step: Step,
        operands: &(Number, Number),
    ) -> Option<u32> {
        let found = mention
            .operations_by_value
            .iter()
            .filter_map(|shown| self.mismatch_cost(shown, &mention.value, step, operands));
        found.min()
    }

    fn mismatch_cost(
        &self,
        shown: &WrittenOperation,
        value: &Number,
        step: Step,
        (a, b): &(Number, Number),
    ) -> Option<u32> {
        let (left, right) = shown.values()?;
        let straight = [left == a, right == b];
        let crossed = [left == b, right == a];
        let op = self.procedure.sign_of_values(step, shown, value);
        let same_op = op == step.op;
        let is_pair = straight == [true; 2] || crossed == [true; 2];
        let comes_to = self.procedure.apply(Step { op, ..step }, left, right);
        let is_sound = comes_to.as_ref() == Some(value);
        if is_pair && same_op {
            return Some(if straight == [true; 2] || !step.op.is_order_sensitive() {
                0
            } else {
                10
            });
        }
        if is_pair {
            return Some(if is_sound { 15 } else { 100 });
        }
        // A text may write `a - (-b)` as `a + b`.
        let exact = |op: Op, left: &Number, right: &Number| {
            self.procedure.apply(Step { op, ..step }, left, right)
        };
        if exact(op, left, right) == exact(step.op, a, b) {
            return Some(0);
        }
        let has_operand = straight[0]
            || straight[1]
            || ((crossed[0] || crossed[1]) && !step.op.is_order_sensitive());
        (has_operand && same_op).then_some(if is_sound { 20 } else { 70 })
    }
}
