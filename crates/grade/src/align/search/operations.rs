//! The operations that are written with a number: whether they explain it as the value of a step.

use stepfall_number::Number;
use stepfall_procedure::{Op, Step};

use super::Search;
use super::ways::Place;
use crate::align::mention::{Mention, Role};
use crate::claim::{Expression, Written};

/// Among how many numbers before a value one is looked for that explains it in the place of an operand.
const SUPPOSED: usize = 6;

impl Search<'_> {
    /// Whether the operation that is written with a number takes a value that no step has and that was given before: then the fault is where it was given.
    pub(super) fn takes_what_was_said(&self, mention: &Mention, place: &Place<'_>) -> bool {
        let Some(operands) = place.operands else { return false };
        if self.shown(mention, place.step, operands) == Some(0) {
            return false;
        }
        let (a, b) = operands;
        let was_said = |value: &Number| {
            let said = self.by_value.get(value).into_iter().flatten();
            let mut said = said.map(|at| &self.mentions[*at]);
            value != a
                && value != b
                && !place.ahead.recent.contains(&Some(value))
                && said.any(|said| said.role != Role::Operand && said.token < mention.token)
        };
        let sides = mention.shown.iter().filter_map(Expression::values);
        sides.into_iter().any(|(left, right)| {
            let is_one = [left == a, right == b, left == b, right == a].contains(&true);
            is_one && (was_said(left) || was_said(right))
        })
    }

    /// The written operation that explains a number best, or the first.
    pub(super) fn explains(
        &self,
        node: usize,
        number: u16,
        mention: &Mention,
    ) -> Option<Expression> {
        let step = self.plan.step(number);
        let operands = self.operands(node, number, step);
        let departs = |shown: &&Expression| {
            let operands = operands.as_ref()?;
            self.departs(shown, &mention.value, step, operands)
        };
        let best = mention.shown.iter().min_by_key(|shown| departs(shown).unwrap_or(u32::MAX));
        best.cloned()
    }

    /// The operation that explains a value with a number that stands shortly before it in the place of an operand, where the value does not follow.
    pub(super) fn supposed(
        &self,
        node: usize,
        number: u16,
        at: usize,
        value: &Number,
    ) -> Option<Expression> {
        let step = self.plan.step(number);
        let (left, right) = self.operands(node, number, step)?;
        let gives = |left: &Number, right: &Number| {
            self.plan.apply(step, left, right).as_ref() == Some(value)
        };
        if gives(&left, &right) {
            return None;
        }
        let before = self.mentions[..at].iter().rev().take(SUPPOSED);
        let others = before.map(|mention| &mention.value).filter(|other| *other != value);
        let written = |left: &Number, right: &Number| {
            let [left, right] = [left, right].map(|side| Written::Value(side.clone()));
            Expression { op: step.op, left, right }
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

    /// How well the operation that is written with a number explains that it is not what follows; nothing where it belongs elsewhere.
    pub(super) fn shown(
        &self,
        mention: &Mention,
        step: Step,
        operands: &(Number, Number),
    ) -> Option<u32> {
        let found = mention
            .shown
            .iter()
            .filter_map(|shown| self.departs(shown, &mention.value, step, operands));
        found.min()
    }

    fn departs(
        &self,
        shown: &Expression,
        value: &Number,
        step: Step,
        (a, b): &(Number, Number),
    ) -> Option<u32> {
        let (left, right) = shown.values()?;
        let straight = [left == a, right == b];
        let crossed = [left == b, right == a];
        let op = self.plan.sign_of_values(step, shown, value);
        let same_op = op == step.op;
        let is_pair = straight == [true; 2] || crossed == [true; 2];
        let comes_to = self.plan.apply(Step { op, ..step }, left, right);
        let is_sound = comes_to.as_ref() == Some(value);
        if is_pair && same_op {
            return Some(if straight == [true; 2] || !step.op.ordered() { 0 } else { 10 });
        }
        if is_pair {
            return Some(if is_sound { 15 } else { 100 });
        }
        // `a - (-b)` written as `a + b`.
        let exact = |op: Op, left: &Number, right: &Number| {
            self.plan.apply(Step { op, ..step }, left, right)
        };
        if exact(op, left, right) == exact(step.op, a, b) {
            return Some(0);
        }
        let one = straight[0] || straight[1] || ((crossed[0] || crossed[1]) && !step.op.ordered());
        (one && same_op).then_some(if is_sound { 20 } else { 70 })
    }
}
