//! What is known when a step is looked at, and what the operation that a transcript writes beside a value says.

use std::borrow::Cow;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op, Operand, Step};
use stepfall_text::Slip;

use super::Cause;
use super::slip::slip;
use crate::claim::{Expression, StepClaim, Written};
use crate::plan::{Plan, value_of};
use crate::rounding::is_rounding;

/// What is known when a step is looked at.
pub(crate) struct Scene<'a> {
    pub(crate) plan: &'a Plan<'a>,
    /// The transcript's own values so far, by number less one.
    pub(crate) own: &'a [Option<Number>],
    /// By number less one, all values of a step that was claimed several times.
    pub(crate) claimed: &'a [Vec<Number>],
    pub(crate) number: u16,
}

/// A side of a written operation.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    const fn of<'a, T>(self, left: &'a T, right: &'a T) -> &'a T {
        match self {
            Self::Left => left,
            Self::Right => right,
        }
    }
}

/// Which side of a written operation does not belong to a step, and which operand it stands for, where the other side tells that. `straight` is
/// whether each side is the step's operand on that side, `crossed` whether it is the one on the other.
const fn stranger(step: Step, straight: [bool; 2], crossed: [bool; 2]) -> (Side, Option<Operand>) {
    let ordered = step.op.ordered();
    match (straight, crossed) {
        // Both operands have the same value, and either may have been left out.
        ([true, false], [true, false]) if !ordered => (Side::Right, None),
        ([false, true], [false, true]) if !ordered => (Side::Left, None),
        ([true, false], _) => (Side::Right, Some(step.right)),
        ([false, true], _) => (Side::Left, Some(step.left)),
        ([false, false], [true, false]) => (Side::Right, Some(step.left)),
        ([false, false], [false, true]) => (Side::Left, Some(step.right)),
        _ => (Side::Left, None),
    }
}

/// A sum in other words: `a + b` as `a - (-b)` and `b - (-a)`, `a - b` as `a + (-b)`.
fn in_other_words(op: Op, left: &Number, right: &Number) -> Vec<(Op, Number, Number)> {
    match op {
        Op::Add => vec![(Op::Sub, left.clone(), right.neg()), (Op::Sub, right.clone(), left.neg())],
        Op::Sub => vec![(Op::Add, left.clone(), right.neg())],
        Op::Mul | Op::Div => Vec::new(),
    }
}

/// Why the claimed value is not the one that follows from the operands: what fits, the likelier first, never empty.
pub(crate) fn causes(scene: &Scene<'_>, claim: &StepClaim) -> Vec<Cause> {
    if let Some(source) = scene.plan.source(scene.number) {
        return scene.copied(claim, source);
    }
    let step = scene.plan.step(scene.number);
    if let Some(names) = &claim.names
        && let Some(cause) = scene.named(step, names)
    {
        return vec![cause];
    }
    match (&claim.values, &claim.names) {
        (Some(values), names) => scene.valued(step, values, claim, names.is_some()),
        // What is written by name is right, so the arithmetic is not.
        (None, Some(_)) => vec![scene.arithmetic_slip(step, claim)],
        (None, None) => scene.inferred(step, &claim.value),
    }
}

impl Scene<'_> {
    pub(super) fn value(&self, operand: Operand) -> Option<Cow<'_, Number>> {
        value_of(operand, self.own)
    }

    /// What a step copied that should have copied `source`.
    fn copied(&self, claim: &StepClaim, source: u16) -> Vec<Cause> {
        let copied =
            |took| Cause::Operand { took: Some(took), instead_of: Some(Operand::Value(source)) };
        if let Some(written) = claim.source.filter(|written| *written != source) {
            return vec![copied(written)];
        }
        let own = self.own[usize::from(source) - 1].as_ref();
        let slip = own.and_then(|own| slip(self.plan, &claim.value, own));
        if claim.source.is_some() {
            return vec![Cause::Slip(slip.unwrap_or(Slip::Other))];
        }
        let holders = self.holders(&claim.value, source);
        let mut found: Vec<Cause> = holders.into_iter().map(copied).collect();
        found.extend(slip.map(Cause::Slip));
        if found.is_empty() {
            found.push(Cause::Unexplained);
        }
        found
    }

    /// The first thing in which a written operation departs from the step, by name; nothing where it does not.
    fn named(&self, step: Step, names: &Expression) -> Option<Cause> {
        let same = |written: &Written, operand: Operand| match (written, operand) {
            (Written::Name(name), Operand::Value(number)) => *name == number,
            (Written::Name(_), Operand::Constant(_)) => false,
            // A value in the place of a name says nothing by name.
            (Written::Value(value), _) => self.value(operand).as_deref() == Some(value),
        };
        let straight = [same(&names.left, step.left), same(&names.right, step.right)];
        let crossed = [same(&names.left, step.right), same(&names.right, step.left)];
        if straight == [true; 2] || crossed == [true; 2] {
            if names.op != step.op {
                return Some(Cause::Operation(names.op));
            }
            return (straight != [true; 2] && step.op.ordered()).then_some(Cause::Swapped);
        }
        let (side, instead_of) = stranger(step, straight, crossed);
        let took = match side.of(&names.left, &names.right) {
            Written::Name(name) => Some(*name),
            Written::Value(value) => self.holders(value, 0).first().copied(),
        };
        Some(Cause::Operand { took, instead_of })
    }

    /// In what a written sum departs from the step; at last, that its result is not that of the sum. Names beside the sum that are the step's own are
    /// evidence: what stands for one of them without its sign is that one, and whose value it is as well is an explanation that comes second.
    fn valued(
        &self,
        step: Step,
        values: &Expression,
        claim: &StepClaim,
        is_named: bool,
    ) -> Vec<Cause> {
        let Some((left, right)) = values.values() else { return vec![Cause::Unexplained] };
        if let Some(cause) = self.pair(step, (values.op, left, right), claim) {
            return vec![cause];
        }
        let lost_sign = Cause::Slip(Slip::Sign);
        let is_sign_lost = values.op == step.op && self.lacks_a_sign(step, left, right);
        let other = if is_named && is_sign_lost {
            self.stranger_in(step, values.op, [left, right], claim)
        } else {
            let other_words = in_other_words(values.op, left, right);
            let pair = |(op, a, b): &(Op, Number, Number)| self.pair(step, (*op, a, b), claim);
            let found = other_words.iter().find_map(pair);
            found.unwrap_or_else(|| self.stranger_in(step, values.op, [left, right], claim))
        };
        match other {
            _ if !is_sign_lost => vec![other],
            Cause::Slip(_) | Cause::Operand { took: None, .. } => vec![lost_sign],
            _ if is_named => vec![lost_sign, other],
            _ => vec![other, lost_sign],
        }
    }

    /// Whether one side of a written operation is the step's operand on that side, and the other is that without its sign.
    fn lacks_a_sign(&self, step: Step, left: &Number, right: &Number) -> bool {
        let same = |written: &Number, operand: Operand| self.stands_for(written, operand);
        let negated = |written: &Number, operand: Operand| {
            !written.is_zero() && same(&written.neg(), operand)
        };
        (negated(left, step.left) && same(right, step.right))
            || (same(left, step.left) && negated(right, step.right))
    }

    /// The value in a written operation that is none of the step's operands.
    fn stranger_in(
        &self,
        step: Step,
        op: Op,
        [left, right]: [&Number; 2],
        claim: &StepClaim,
    ) -> Cause {
        let same = |written: &Number, operand: Operand| self.stands_for(written, operand);
        let straight = [same(left, step.left), same(right, step.right)];
        let crossed = [same(left, step.right), same(right, step.left)];
        let (side, instead_of) = stranger(step, straight, crossed);
        let not = instead_of.unwrap_or(step.left).reference().unwrap_or(0);
        let took = self.holders(side.of(left, right), not).first().copied();
        // What does not lead to the value, with an operand from nowhere, may be a part of another way to it.
        let leads = self.plan.apply(Step { op, ..step }, left, right);
        if took.is_none()
            && leads.as_ref() != Some(&claim.value)
            && let Some(Cause::Slip(slip)) = self.inferred(step, &claim.value).first()
        {
            return Cause::Slip(*slip);
        }
        Cause::Operand { took, instead_of }
    }

    /// In what a written sum departs from the step whose sides are both operands of it; nothing where they are not.
    fn pair(
        &self,
        step: Step,
        (op, left, right): (Op, &Number, &Number),
        claim: &StepClaim,
    ) -> Option<Cause> {
        let same = |written: &Number, operand: Operand| self.stands_for(written, operand);
        let is_straight = same(left, step.left) && same(right, step.right);
        let is_crossed = same(left, step.right) && same(right, step.left);
        if is_straight || (is_crossed && !step.op.ordered()) {
            let is_right = op == step.op;
            return Some(if is_right {
                self.arithmetic_slip(step, claim)
            } else {
                Cause::Operation(op)
            });
        }
        let cause = if op == step.op { Cause::Swapped } else { Cause::Operation(op) };
        is_crossed.then_some(cause)
    }

    /// Whether a written value stands for an operand: its own value, or the true one where the transcript gave it that too.
    fn stands_for(&self, written: &Number, operand: Operand) -> bool {
        if self.value(operand).as_deref() == Some(written) {
            return true;
        }
        operand.reference().is_some_and(|number| {
            let index = usize::from(number) - 1;
            self.claimed[index].contains(written) && Some(written) == self.plan.truth.get(index)
        })
    }

    /// What kind of slip the arithmetic of a right sum is.
    fn arithmetic_slip(&self, step: Step, claim: &StepClaim) -> Cause {
        let Some(followed) = self.plan.follow(self.number, self.own) else {
            return Cause::Slip(Slip::Other);
        };
        if self.is_rounded(step, &claim.value, &followed) {
            return Cause::Rounded;
        }
        if self.lost_a_sign(step, &claim.value) {
            return Cause::Slip(Slip::Sign);
        }
        let slip = slip(self.plan, &claim.value, &followed);
        // Digits are compared as they are written.
        let digits = matches!(slip, Some(Slip::Digit | Slip::Transposed));
        Cause::Slip(slip.filter(|_| !(digits && claim.mixed)).unwrap_or(Slip::Other))
    }

    /// Whether a sum or a difference comes to the value when a negative operand is taken without its sign, as in `-40 - (-5) = -45`.
    fn lost_a_sign(&self, step: Step, claimed: &Number) -> bool {
        if !matches!(step.op, Op::Add | Op::Sub) {
            return false;
        }
        let Some((left, right)) = self.value(step.left).zip(self.value(step.right)) else {
            return false;
        };
        let gives = |left: &Number, right: &Number| {
            self.plan
                .apply(step, left, right)
                .is_some_and(|value| self.plan.agrees(claimed, &value))
        };
        (left.is_negative() && gives(&left.neg(), &right))
            || (right.is_negative() && gives(&left, &right.neg()))
    }

    /// Whether only rounding parts a claimed value from the right one.
    pub(super) fn is_rounded(&self, step: Step, claimed: &Number, followed: &Number) -> bool {
        let operands = self.value(step.left).zip(self.value(step.right));
        let exact = operands.and_then(|(left, right)| self.plan.exact(step, &left, &right));
        let Some(exact) = exact else { return false };
        match self.plan.arithmetic() {
            Arithmetic::Integer => !exact.is_integer() && is_rounding(claimed, &exact),
            Arithmetic::Modular { .. } => false,
            Arithmetic::Decimal { .. } | Arithmetic::Rational | Arithmetic::Paper { .. } => {
                (*claimed == exact && exact != *followed) || is_rounding(claimed, &exact)
            }
        }
    }

    /// The numbers of the values within reach, the nearest first, that have this value; and where there is none, of any
    /// earlier value. `not` is left out.
    fn holders(&self, value: &Number, not: u16) -> Vec<u16> {
        let has = |number: &u16| {
            let index = usize::from(*number) - 1;
            *number != not
                && (self.own[index].as_ref() == Some(value) || self.claimed[index].contains(value))
        };
        let near = self.nearest();
        let mut found: Vec<u16> = (near..self.number).rev().filter(has).collect();
        if found.is_empty() {
            found.extend((1..near).rev().filter(has));
        }
        found
    }

    /// The first value within reach.
    pub(super) fn nearest(&self) -> u16 {
        self.number.saturating_sub(self.plan.reach()).max(1)
    }
}
