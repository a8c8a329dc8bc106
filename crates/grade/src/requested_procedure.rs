//! The steps that a condition requests, and the values that follow from a transcript's own values.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use stepfall_number::{Budget, Number};
use stepfall_procedure::{
    Arithmetic, Condition, Item, LookUps, Op, Operand, PAPER_PLACES, RequestedSteps, Step,
};

use crate::claim::WrittenOperation;
use crate::rounding::is_rounding;

/// The most digits of a value that follows from a transcript's own values.
pub(crate) const BUDGET: Budget = Budget::digits(2_000);

/// The procedure as a condition requests it.
pub(crate) struct RequestedProcedure<'a> {
    pub(crate) item: &'a Item,
    /// All correct values, `S1` first.
    pub(crate) truth: Cow<'a, [Number]>,
    requested: RequestedSteps,
    /// The numbers of the inputs in the prompt.
    prompted: Range<u16>,
    /// The correct answer under the condition.
    pub(crate) answer: Number,
    /// True if the answer is the last value, rounded where the arithmetic requires it. Looked-up
    /// values are not rounded.
    is_answer_rounded: bool,
    /// True if the prompt lists its lines in random order. Then any order is allowed in which every
    /// value comes before its use.
    pub(crate) is_shuffled: bool,
    /// The number of the last value that the prompt shows: the last input, or the last step that
    /// the condition `primed` shows as done.
    last_given: u16,
    /// True if no step depends on an earlier value of the transcript: under the conditions
    /// `isolated` and `unchained`.
    is_isolated: bool,
}

impl<'a> RequestedProcedure<'a> {
    pub(crate) fn new(item: &'a Item, condition: Condition) -> Self {
        let requested = item.requested_steps(condition);
        Self {
            item,
            truth: item.values_under(condition),
            prompted: item.inputs_under(condition),
            answer: item.expected(condition),
            is_answer_rounded: !matches!(requested, RequestedSteps::LookUps(_)),
            requested,
            is_shuffled: item.is_shuffled(condition),
            last_given: match condition {
                Condition::Primed { steps, .. } => {
                    item.procedure.last().min(steps.saturating_add(item.procedure.first_step() - 1))
                }
                _ => item.procedure.first_step() - 1,
            },
            is_isolated: matches!(condition, Condition::Isolated | Condition::Unchained),
        }
    }

    /// Returns whether the prompt shows a value, as an input or as a step that is already done. The
    /// step gets no credit.
    pub(crate) const fn is_given(&self, number: u16) -> bool {
        number <= self.last_given
    }

    /// Returns whether no step depends on an earlier value of the transcript. Under `isolated`, the
    /// operands are the correct values. Under `unchained`, they are numbers in the prompt.
    pub(crate) const fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    /// Returns the arithmetic of the values. Values that are looked up are whole numbers.
    pub(crate) const fn arithmetic(&self) -> Arithmetic {
        match self.requested {
            RequestedSteps::LookUps(_) => Arithmetic::Integer,
            _ => self.item.procedure.arithmetic,
        }
    }

    /// Returns the values of the inputs in order. An input that the prompt does not contain is
    /// `None`.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Option<&Number>> {
        (1..self.first()).map(|number| self.input(number))
    }

    /// Returns the value of the input with this number, if the prompt contains it.
    pub(crate) fn input(&self, number: u16) -> Option<&Number> {
        let is_prompted = self.prompted.contains(&number);
        self.truth.get(usize::from(number).checked_sub(1)?).filter(|_| is_prompted)
    }

    /// Returns the values of the inputs. They are the first of a transcript's own values.
    pub(crate) fn given_inputs(&self) -> Vec<Option<Number>> {
        self.inputs().map(Option::<&Number>::cloned).collect()
    }

    /// Returns whether this is the number of an input of the procedure.
    pub(crate) const fn is_input(&self, number: u16) -> bool {
        number < self.first()
    }

    /// Returns the number of the value that the first step defines.
    pub(crate) const fn first(&self) -> u16 {
        self.item.procedure.first_step()
    }

    /// Returns the numbers of the values that steps define.
    pub(crate) const fn steps(&self) -> RangeInclusive<u16> {
        self.first()..=self.last()
    }

    /// Returns the position, from 0, of the step that defines the value with this number. Returns
    /// `None` for an input.
    pub(crate) fn position_of(&self, number: u16) -> Option<usize> {
        self.item.procedure.position_of(number)
    }

    /// Returns the number of the last value.
    pub(crate) const fn last(&self) -> u16 {
        self.item.procedure.last()
    }

    /// Returns the step that defines the value with this number, if there is one.
    pub(crate) fn find_step(&self, number: u16) -> Option<Step> {
        self.item.procedure.step(number)
    }

    /// Returns the step that defines the value with this number, which must not be an input.
    pub(crate) fn step(&self, number: u16) -> Step {
        self.item.procedure.steps[usize::from(number - self.first())]
    }

    /// Returns the look-ups, if values are looked up and not computed.
    pub(crate) const fn look_ups(&self) -> Option<&LookUps> {
        match &self.requested {
            RequestedSteps::LookUps(look_ups) => Some(look_ups),
            _ => None,
        }
    }

    /// Returns whether values are looked up and not computed.
    pub(crate) const fn looks_up(&self) -> bool {
        self.look_ups().is_some()
    }

    /// Returns the numbers of the values that a step uses.
    pub(crate) fn references(&self, number: u16) -> impl Iterator<Item = u16> + use<> {
        self.item.links_under(&self.requested, number)
    }

    /// Returns the value of an operand of the step with this number: the printed value under
    /// `unchained`, otherwise the value in `own` or the constant.
    pub(crate) fn operand<'v>(
        &'v self,
        number: u16,
        operand: Operand,
        own: &'v [Option<Number>],
    ) -> Option<Cow<'v, Number>> {
        let Some([left, right]) = self.printed_operands(number) else {
            return value_of(operand, own);
        };
        let step = self.step(number);
        match operand {
            _ if operand == step.left => Some(Cow::Borrowed(left)),
            _ if operand == step.right => Some(Cow::Borrowed(right)),
            _ => value_of(operand, own),
        }
    }

    /// Returns the step with this number, with the operation that its printed sign means for the
    /// own values of its operands. A condition with an exception may change the meaning of a sign
    /// for some operands.
    pub(crate) fn step_for_own_values(&self, number: u16, own_values: &[Option<Number>]) -> Step {
        let step = self.step(number);
        if !matches!(self.requested, RequestedSteps::Exception(_)) {
            return step;
        }
        let operands = value_of(step.left, own_values).zip(value_of(step.right, own_values));
        operands.map_or(step, |(left, right)| self.step_for_operands(number, &left, &right))
    }

    /// Returns the step with this number, with the operation that its printed sign means for these
    /// two operands.
    pub(crate) fn step_for_operands(&self, number: u16, left: &Number, right: &Number) -> Step {
        let step = self.step(number);
        if !matches!(self.requested, RequestedSteps::Exception(_)) {
            return step;
        }
        let printed = self.item.printed_op(&self.requested, number);
        Step { op: printed.map_or(step.op, |op| self.requested.meaning(op, left, right)), ..step }
    }

    /// Returns whether the prompt prints numbers in place of the operands, so that no step uses the
    /// value of another.
    pub(crate) const fn is_unchained(&self) -> bool {
        matches!(self.requested, RequestedSteps::Unchained(_))
    }

    /// Returns the operands that the prompt prints for the step with this number. Only a condition
    /// with [`RequestedSteps::Unchained`] prints numbers instead of names.
    pub(crate) fn printed_operands(&self, number: u16) -> Option<&[Number; 2]> {
        match &self.requested {
            RequestedSteps::Unchained(operands) => operands.get(self.position_of(number)?),
            _ => None,
        }
    }

    /// Returns whether the condition gives signs of operations another meaning.
    pub(crate) fn changes_signs(&self) -> bool {
        self.requested.changes_signs()
    }

    /// Returns whether a sign between names is the printed sign of a step, or the sign of the
    /// operation that the printed sign means.
    pub(crate) fn is_sign_of(&self, number: u16, sign: Op) -> bool {
        let is_printed = || self.item.printed_op(&self.requested, number) == Some(sign);
        let op = self.step(number).op;
        op == sign
            || is_quotient(op) && is_quotient(sign)
            || (self.requested.changes_signs() && is_printed())
    }

    /// Returns the operation of a sign between the names of a step. Both the printed sign and the
    /// sign of the operation that it means represent the step's operation.
    pub(crate) fn sign_of_names(&self, number: u16, step: Step, sign: Op) -> Op {
        if is_quotient(sign) && is_quotient(step.op) {
            return step.op;
        }
        let is_printed = || self.item.printed_op(&self.requested, number) == Some(sign);
        if self.requested.changes_signs() && (is_printed() || self.step(number).op == sign) {
            step.op
        } else {
            sign
        }
    }

    /// Returns the operation of a sign between two values with this result. If signs have another
    /// meaning, the text may use the printed sign or the sign of the operation that it means.
    pub(crate) fn sign_of_values(
        &self,
        step: Step,
        shown: &WrittenOperation,
        value: &Number,
    ) -> Op {
        let are_quotients = is_quotient(shown.op) && is_quotient(step.op);
        let may_differ = self.requested.changes_signs() || are_quotients;
        let Some((left, right)) = shown.values().filter(|_| may_differ) else {
            return shown.op;
        };
        let comes_to = |op| self.apply(Step { op, ..step }, left, right).as_ref() == Some(value);
        if are_quotients && (comes_to(step.op) || !comes_to(shown.op)) {
            return step.op;
        }
        let is_printed = self.requested.sign(step.op, left, right) == shown.op;
        if is_printed && (comes_to(step.op) || !comes_to(shown.op)) { step.op } else { shown.op }
    }

    /// Returns the largest look-back: the maximum distance from a step to an operand.
    pub(crate) fn reach(&self) -> u16 {
        u16::from(self.item.spec.look_back.reach())
    }

    /// Returns the value of a step that follows from `own_values`, the transcript's own values. Value
    /// number n has index n - 1. Returns `None` if an operand is missing or the operation has no
    /// result.
    pub(crate) fn consistent_value(
        &self,
        number: u16,
        own_values: &[Option<Number>],
    ) -> Option<Number> {
        match &self.requested {
            RequestedSteps::Procedure | RequestedSteps::Remapped(_) => {
                self.carry_out(self.step(number), own_values)
            }
            RequestedSteps::Exception(_) => {
                self.carry_out(self.step_for_own_values(number, own_values), own_values)
            }
            RequestedSteps::Unchained(_) => {
                let step = self.step(number);
                let left = self.operand(number, step.left, own_values)?;
                self.apply(step, &left, &*self.operand(number, step.right, own_values)?)
            }
            RequestedSteps::LookUps(look_ups) => {
                let position = self.position_of(number)?;
                let before = own_values.get(usize::from(number).checked_sub(2)?)?.as_ref()?;
                look_ups.look_up(look_ups.table(position)?, before)
            }
        }
    }

    /// Returns the result of a step on these values. The procedure need not contain the step.
    pub(crate) fn carry_out(&self, step: Step, own_values: &[Option<Number>]) -> Option<Number> {
        let is_exact =
            !matches!(self.arithmetic(), Arithmetic::Modular { .. } | Arithmetic::Decimal { .. });
        if is_exact && let Some(value) = carry_out_whole(step, own_values) {
            return Some(Number::integer(value));
        }
        self.apply(step, &*value_of(step.left, own_values)?, &*value_of(step.right, own_values)?)
    }

    /// Returns `left op right` in the arithmetic of the procedure.
    pub(crate) fn apply(&self, step: Step, left: &Number, right: &Number) -> Option<Number> {
        self.arithmetic().apply(step.op, left, right, BUDGET).ok()
    }

    /// Returns `left op right` before any rounding, or `None` in modular arithmetic.
    pub(crate) fn exact(&self, step: Step, left: &Number, right: &Number) -> Option<Number> {
        match self.arithmetic() {
            Arithmetic::Modular { .. } => None,
            _ => Arithmetic::Rational.apply(step.op, left, right, BUDGET).ok(),
        }
    }

    /// Returns the answer that belongs to a value of the last step.
    pub(crate) fn answer_of(&self, last: &Number) -> Number {
        if self.is_answer_rounded { self.arithmetic().answer(last) } else { last.clone() }
    }

    /// Returns the number of decimal places of values, if it is fixed.
    pub(crate) fn places(&self) -> Option<u32> {
        match self.arithmetic() {
            Arithmetic::Integer | Arithmetic::Modular { .. } => Some(0),
            Arithmetic::Decimal { places } => Some(u32::from(places)),
            Arithmetic::Rational | Arithmetic::Paper { .. } => None,
        }
    }

    /// Returns the number of decimal places of the answer, if it is fixed.
    pub(crate) fn answer_places(&self) -> Option<u32> {
        match self.arithmetic() {
            Arithmetic::Paper { .. } if self.is_answer_rounded => Some(PAPER_PLACES),
            _ => self.places(),
        }
    }

    /// Returns a value rounded in decimal arithmetic, or reduced in modular arithmetic. Returns
    /// `None` in other arithmetic, or if the value does not change.
    pub(crate) fn rounded_or_reduced(&self, value: &Number) -> Option<Number> {
        let settled = match self.arithmetic() {
            Arithmetic::Decimal { places } => value.round(u32::from(places)),
            Arithmetic::Modular { modulus } => value.rem_euclid(modulus)?,
            Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => return None,
        };
        (settled != *value).then_some(settled)
    }

    /// Returns whether a claimed value equals the value that follows from the transcript's own
    /// values, or rounds it. Roundings count only in whole-number arithmetic, where only an earlier
    /// error leads to an inexact quotient.
    pub(crate) fn agrees(&self, claimed: &Number, followed: &Number) -> bool {
        if claimed == followed {
            return true;
        }
        matches!(self.arithmetic(), Arithmetic::Integer)
            && !followed.is_integer()
            && is_rounding(claimed, followed)
    }
}

/// Returns whether an operation is a quotient, exact or rounded down. Texts write both with the
/// same signs.
const fn is_quotient(op: Op) -> bool {
    matches!(op, Op::Div | Op::FloorDiv)
}

/// Returns the value of an operand, or `None` if it is missing in `own_values`. Value number n has index
/// n - 1 there.
pub(crate) fn value_of(operand: Operand, own_values: &[Option<Number>]) -> Option<Cow<'_, Number>> {
    match operand {
        Operand::Value(number) => {
            own_values.get(usize::from(number) - 1)?.as_ref().map(Cow::Borrowed)
        }
        Operand::Constant(value) => Some(Cow::Owned(value.number())),
    }
}

/// Returns the value of a sum, difference, product or quotient if the value and both operands are
/// whole numbers of 64 bits. This is the fast path for most steps.
fn carry_out_whole(step: Step, own_values: &[Option<Number>]) -> Option<i64> {
    let integer = |operand| match operand {
        Operand::Value(number) => own_values.get(usize::from(number) - 1)?.as_ref()?.to_i64(),
        Operand::Constant(value) => value.to_whole(),
    };
    let (left, right) = (integer(step.left)?, integer(step.right)?);
    match step.op {
        Op::Add => left.checked_add(right),
        Op::Sub => left.checked_sub(right),
        Op::Mul => left.checked_mul(right),
        Op::Div if left.checked_rem(right)? == 0 => left.checked_div(right),
        _ => None,
    }
}

/// Returns `a - b`, or `None` if the result exceeds [`BUDGET`].
pub(crate) fn difference(a: &Number, b: &Number) -> Option<Number> {
    a.sub(b, BUDGET).ok()
}

/// Returns `a × b`, or `None` if the result exceeds [`BUDGET`].
pub(crate) fn product(a: &Number, b: &Number) -> Option<Number> {
    a.mul(b, BUDGET).ok()
}

/// Returns `a + b`, or `None` if the result exceeds [`BUDGET`].
pub(crate) fn sum(a: &Number, b: &Number) -> Option<Number> {
    a.add(b, BUDGET).ok()
}
