//! The context of a step, and the comparison of a written operation with the step.

use std::borrow::Cow;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, LookUps, Op, Operand, Step};
use stepfall_text::ArithmeticError;

use super::Cause;
use super::arithmetic_error::arithmetic_error;
use crate::claim::{ClaimedOperand, NumberForm, StepClaim, WrittenOperation};
use crate::requested_procedure::{BUDGET, RequestedProcedure};
use crate::rounding::is_rounding;

/// The context in which the value of a step is explained.
pub(crate) struct StepContext<'a> {
    pub(crate) procedure: &'a RequestedProcedure<'a>,
    /// The transcript's own values so far. Value number n has index n - 1.
    pub(crate) own_values: &'a [Option<Number>],
    /// The distinct claimed values of each step, with the same indices as `own_values`. Empty for a step
    /// that is claimed at most once.
    pub(crate) claimed: &'a [Vec<Number>],
    /// True if the values of all operands are in the prompt or claimed.
    pub(crate) shows_operands: bool,
    pub(crate) number: u16,
    /// The form in which the claimed value is written.
    pub(crate) form: NumberForm,
}

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

/// Returns the side of a written operation that is not an operand of the step. Also returns the
/// operand that this side replaces, if the other side shows which one.
///
/// `straight` is true for a side that is the step's operand on the same side, and `crossed` for a
/// side that is the step's operand on the opposite side.
const fn foreign_side(
    step: Step,
    straight: [bool; 2],
    crossed: [bool; 2],
) -> (Side, Option<Operand>) {
    let ordered = step.op.is_order_sensitive();
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

/// Returns the same operation in other forms: `a + b` as `a - (-b)` and `b - (-a)`, `a - b` as
/// `a + (-b)`, `a * b` as `a / (1/b)` and `b / (1/a)`, `a / b` as `a * (1/b)`.
fn in_other_words(op: Op, left: &Number, right: &Number) -> Vec<(Op, Number, Number)> {
    let reciprocal = |number: &Number| {
        Arithmetic::Rational.apply(Op::Div, &Number::integer(1), number, BUDGET).ok()
    };
    let with = |op: Op, first: &Number, second: Option<Number>| Some((op, first.clone(), second?));
    let [first, second] = match op {
        Op::Add => [with(Op::Sub, left, Some(right.neg())), with(Op::Sub, right, Some(left.neg()))],
        Op::Sub => [with(Op::Add, left, Some(right.neg())), None],
        Op::Mul => [with(Op::Div, left, reciprocal(right)), with(Op::Div, right, reciprocal(left))],
        Op::Div => [with(Op::Mul, left, reciprocal(right)), None],
        _ => [None, None],
    };
    first.into_iter().chain(second).collect()
}

/// Returns the causes that explain the claimed value, the likeliest first. There is at least one.
pub(crate) fn causes(context: &StepContext<'_>, claim: &StepClaim) -> Vec<Cause> {
    if let Some(look_ups) = context.procedure.look_ups() {
        return context.look_up_causes(look_ups, claim);
    }
    let step = context.procedure.step_for_own_values(context.number, context.own_values);
    if let Some(names) = &claim.operation_by_name
        && let Some(cause) = context.cause_by_names(step, names)
    {
        return vec![cause];
    }
    match (&claim.operation_by_value, &claim.operation_by_name) {
        (Some(values), names) => context.causes_by_values(step, values, claim, names.is_some()),
        // The operation by name is correct, so the arithmetic is not.
        (None, Some(_)) if context.shows_operands => vec![context.cause_of_result(step, claim)],
        // No operation is written, or the model may have copied it from the prompt because some
        // operand was never computed. Only the value can explain the error.
        (None, _) => context.possible_causes(step, &claim.value),
    }
}

impl StepContext<'_> {
    pub(super) fn value(&self, operand: Operand) -> Option<Cow<'_, Number>> {
        self.procedure.operand(self.number, operand, self.own_values)
    }

    /// Returns the causes of an incorrect look-up: another table was used, another value than the
    /// step's was looked up, or the entry was copied incorrectly. Otherwise the only cause is
    /// [`Cause::Unexplained`].
    fn look_up_causes(&self, look_ups: &LookUps, claim: &StepClaim) -> Vec<Cause> {
        let claimed = &claim.value;
        let before = self.number - 1;
        let own =
            usize::from(before).checked_sub(1).and_then(|at| self.own_values.get(at)?.as_ref());
        let table = self.procedure.position_of(self.number).and_then(|at| look_ups.table(at));
        let (Some(own), Some(table)) = (own, table) else { return vec![Cause::Unexplained] };
        let gives = |table: usize, value: &Number| look_ups.look_up(table, value);
        let arithmetic_error = gives(table, own)
            .and_then(|followed| arithmetic_error(self.procedure, claimed, &followed));
        let instead_of = Some(Operand::Value(before));
        if let Some(written) = &claim.look_up {
            let took = match &written.of {
                ClaimedOperand::Name(name) => Some(*name).filter(|name| *name != before),
                ClaimedOperand::Value(value) if value == own => None,
                ClaimedOperand::Value(value) => {
                    let took = self.numbers_with_value(value, before).first().copied();
                    return vec![Cause::Operand { took, instead_of }];
                }
            };
            if took.is_some() {
                return vec![Cause::Operand { took, instead_of }];
            }
            return vec![match u8::try_from(written.table) {
                Ok(other) if written.table != table => Cause::Table(other),
                _ => Cause::ArithmeticError(arithmetic_error.unwrap_or(ArithmeticError::Other)),
            }];
        }
        let tables = (0..look_ups.names().len())
            .filter(|other| *other != table && gives(*other, own).as_ref() == Some(claimed));
        let mut found: Vec<Cause> =
            tables.filter_map(|table| u8::try_from(table).ok()).map(Cause::Table).collect();
        let mut codes =
            look_ups.entries(table).filter(|(_, to)| Number::integer(i64::from(*to)) == *claimed);
        if let Some((code, _)) = codes.next() {
            let holders = self.numbers_with_value(&Number::integer(i64::from(code)), before);
            let operand = |took| Cause::Operand { took: Some(took), instead_of };
            let is_near = |took: &u16| *took >= self.earliest_in_reach();
            found.extend(holders.into_iter().filter(is_near).map(operand));
        }
        found.extend(arithmetic_error.map(Cause::ArithmeticError));
        if found.is_empty() {
            found.push(Cause::Unexplained);
        }
        found
    }

    /// Returns the first difference between an operation by name and the step, if there is one.
    fn cause_by_names(&self, step: Step, names: &WrittenOperation) -> Option<Cause> {
        let same = |written: &ClaimedOperand, operand: Operand| match (written, operand) {
            (ClaimedOperand::Name(name), Operand::Value(number)) => *name == number,
            (ClaimedOperand::Name(_), Operand::Constant(_)) => false,
            // A value in the place of a name is compared by value.
            (ClaimedOperand::Value(value), _) => self.value(operand).as_deref() == Some(value),
        };
        let straight = [same(&names.left, step.left), same(&names.right, step.right)];
        let crossed = [same(&names.left, step.right), same(&names.right, step.left)];
        if straight == [true; 2] || crossed == [true; 2] {
            if names.op != step.op {
                return Some(Cause::Operation(names.op));
            }
            return (straight != [true; 2] && step.op.is_order_sensitive())
                .then_some(Cause::Swapped);
        }
        let (side, instead_of) = foreign_side(step, straight, crossed);
        let took = match side.of(&names.left, &names.right) {
            ClaimedOperand::Name(name) => Some(*name),
            ClaimedOperand::Value(value) => self.numbers_with_value(value, 0).first().copied(),
        };
        Some(Cause::Operand { took, instead_of })
    }

    /// Returns the differences between an operation by value and the step. If there is none, the
    /// arithmetic is incorrect. An operand may have lost its sign, or may be the value of another
    /// step. If both explanations fit, the lost sign comes first only if the operation is also
    /// written with names.
    fn causes_by_values(
        &self,
        step: Step,
        values: &WrittenOperation,
        claim: &StepClaim,
        is_named: bool,
    ) -> Vec<Cause> {
        let Some((left, right)) = values.values() else { return vec![Cause::Unexplained] };
        if let Some(cause) = self.pair(step, (values.op, left, right), claim) {
            return vec![cause];
        }
        let lost_sign = Cause::ArithmeticError(ArithmeticError::Sign);
        let is_sign_lost = values.op == step.op && self.lacks_a_sign(step, left, right);
        let other = if is_named && is_sign_lost {
            self.foreign_operand(step, values.op, [left, right], claim)
        } else {
            let other_words = in_other_words(values.op, left, right);
            let pair = |(op, a, b): &(Op, Number, Number)| self.pair(step, (*op, a, b), claim);
            let found = other_words.iter().find_map(pair);
            found.unwrap_or_else(|| self.foreign_operand(step, values.op, [left, right], claim))
        };
        match other {
            _ if !is_sign_lost => vec![other],
            Cause::ArithmeticError(_) | Cause::Operand { took: None, .. } => vec![lost_sign],
            _ if is_named => vec![lost_sign, other],
            _ => vec![other, lost_sign],
        }
    }

    /// Returns whether one side of a written operation is the step's operand, and the other side is
    /// the other operand without its sign.
    fn lacks_a_sign(&self, step: Step, left: &Number, right: &Number) -> bool {
        let same = |written: &Number, operand: Operand| self.stands_for(written, operand);
        let negated = |written: &Number, operand: Operand| {
            !written.is_zero() && same(&written.neg(), operand)
        };
        (negated(left, step.left) && same(right, step.right))
            || (same(left, step.left) && negated(right, step.right))
    }

    /// Returns the cause of an incorrect value if one side of its written operation is not an
    /// operand of the step.
    fn foreign_operand(
        &self,
        step: Step,
        op: Op,
        [left, right]: [&Number; 2],
        claim: &StepClaim,
    ) -> Cause {
        let same = |written: &Number, operand: Operand| self.stands_for(written, operand);
        let straight = [same(left, step.left), same(right, step.right)];
        let crossed = [same(left, step.right), same(right, step.left)];
        let (side, instead_of) = foreign_side(step, straight, crossed);
        let not = instead_of.unwrap_or(step.left).reference().unwrap_or(0);
        let took = self.numbers_with_value(side.of(left, right), not).first().copied();
        // An operation with an unknown operand that does not lead to the value may be part of
        // another way to compute it.
        let leads = self.procedure.apply(Step { op, ..step }, left, right);
        if took.is_none()
            && leads.as_ref() != Some(&claim.value)
            && let Some(Cause::ArithmeticError(arithmetic_error)) =
                self.possible_causes(step, &claim.value).first()
        {
            return Cause::ArithmeticError(*arithmetic_error);
        }
        Cause::Operand { took, instead_of }
    }

    /// Compares a written operation with the step if both sides are operands of the step. Otherwise
    /// returns `None`.
    fn pair(
        &self,
        step: Step,
        (op, left, right): (Op, &Number, &Number),
        claim: &StepClaim,
    ) -> Option<Cause> {
        let same = |written: &Number, operand: Operand| self.stands_for(written, operand);
        let is_straight = same(left, step.left) && same(right, step.right);
        let is_crossed = same(left, step.right) && same(right, step.left);
        if is_straight || (is_crossed && !step.op.is_order_sensitive()) {
            let is_correct = op == step.op;
            return Some(if is_correct {
                self.cause_of_result(step, claim)
            } else {
                Cause::Operation(op)
            });
        }
        let cause = if op == step.op { Cause::Swapped } else { Cause::Operation(op) };
        is_crossed.then_some(cause)
    }

    /// Returns whether a written value represents an operand: as the transcript's own value, or as
    /// the correct value if the transcript also claims that value.
    fn stands_for(&self, written: &Number, operand: Operand) -> bool {
        if self.value(operand).as_deref() == Some(written) {
            return true;
        }
        operand.reference().is_some_and(|number| {
            let index = usize::from(number) - 1;
            self.claimed[index].contains(written)
                && Some(written) == self.procedure.truth.get(index)
        })
    }

    /// Returns the cause of an incorrect result of a correct operation.
    fn cause_of_result(&self, step: Step, claim: &StepClaim) -> Cause {
        let Some(followed) = self.procedure.consistent_value(self.number, self.own_values) else {
            return Cause::ArithmeticError(ArithmeticError::Other);
        };
        if self.is_rounded(step, &claim.value, &followed) {
            return Cause::Rounded;
        }
        if self.lost_a_sign(step, &claim.value) {
            return Cause::ArithmeticError(ArithmeticError::Sign);
        }
        let arithmetic_error = arithmetic_error(self.procedure, &claim.value, &followed);
        // A mixed number is compared in another form, so its written digits may be correct.
        let digits =
            matches!(arithmetic_error, Some(ArithmeticError::Digit | ArithmeticError::Transposed));
        Cause::ArithmeticError(
            arithmetic_error
                .filter(|_| !(digits && claim.form == NumberForm::Mixed))
                .unwrap_or(ArithmeticError::Other),
        )
    }

    /// Returns whether a sum or difference has the claimed value if a negative operand loses its
    /// sign, as in `-40 - (-5) = -45`.
    fn lost_a_sign(&self, step: Step, claimed: &Number) -> bool {
        if !matches!(step.op, Op::Add | Op::Sub) {
            return false;
        }
        let Some((left, right)) = self.value(step.left).zip(self.value(step.right)) else {
            return false;
        };
        let gives = |left: &Number, right: &Number| {
            self.procedure
                .apply(step, left, right)
                .is_some_and(|value| self.procedure.agrees(claimed, &value))
        };
        (left.is_negative() && gives(&left.neg(), &right))
            || (right.is_negative() && gives(&left, &right.neg()))
    }

    /// Returns whether a claimed value differs only by rounding from `followed`, the result of the
    /// step on the transcript's own values.
    pub(super) fn is_rounded(&self, step: Step, claimed: &Number, followed: &Number) -> bool {
        let operands = self.value(step.left).zip(self.value(step.right));
        let exact = operands.and_then(|(left, right)| self.procedure.exact(step, &left, &right));
        let Some(exact) = exact else { return false };
        match self.procedure.arithmetic() {
            Arithmetic::Integer => !exact.is_integer() && is_rounding(claimed, &exact),
            Arithmetic::Modular { .. } => false,
            _ if self.form != NumberForm::Decimal => false,
            Arithmetic::Decimal { .. } | Arithmetic::Rational | Arithmetic::Paper { .. } => {
                (*claimed == exact && exact != *followed) || is_rounding(claimed, &exact)
            }
        }
    }

    /// Returns the numbers of the steps and inputs that have this value, the nearest first. If a
    /// number within the largest look-back has the value, leaves out earlier numbers. Always leaves
    /// out the number `not`.
    fn numbers_with_value(&self, value: &Number, not: u16) -> Vec<u16> {
        let has = |number: &u16| {
            let index = usize::from(*number) - 1;
            *number != not
                && (self.own_values[index].as_ref() == Some(value)
                    || self.claimed[index].contains(value))
        };
        let near = self.earliest_in_reach();
        let mut found: Vec<u16> = (near..self.number).rev().filter(has).collect();
        if found.is_empty() {
            found.extend((1..near).rev().filter(has));
        }
        found
    }

    /// Returns the number of the earliest value within the largest look-back.
    pub(super) fn earliest_in_reach(&self) -> u16 {
        self.number.saturating_sub(self.procedure.reach()).max(1)
    }
}
