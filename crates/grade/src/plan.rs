//! What a condition asks a model to compute, and what follows from values other than the true ones.

use std::borrow::Cow;

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, Op, Operand, PAPER_PLACES, Step};

use crate::rounding::is_rounding;

/// The digits that a value may have which follows from a transcript's own values.
pub(crate) const BUDGET: Budget = Budget::digits(2_000);

/// The procedure as a condition asks for it.
pub(crate) struct Plan<'a> {
    pub(crate) item: &'a Item,
    /// All true values, `S1` first.
    pub(crate) truth: Cow<'a, [Number]>,
    /// Under [`Condition::Copy`], what each step copies.
    sources: Option<Vec<u16>>,
    /// The true answer.
    pub(crate) answer: Number,
    /// Whether the answer is the last value rounded.
    rounds: bool,
    /// Whether the prompt lists its lines in a drawn order, so that any order will do in which every value comes before its use.
    pub(crate) is_shuffled: bool,
    /// The number of the last value that was given: of the inputs, or of a history.
    given: u16,
    /// Whether each step was asked alone, with the true values of its operands.
    is_isolated: bool,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(item: &'a Item, condition: Condition) -> Self {
        let copies = condition == Condition::Copy;
        Self {
            item,
            truth: item.values_under(condition),
            sources: copies.then(|| item.copy_sources()),
            answer: item.expected(condition),
            rounds: !copies,
            is_shuffled: item.is_shuffled(condition),
            given: match condition {
                Condition::Primed { steps, .. } => {
                    item.procedure.last().min(steps.saturating_add(2))
                }
                _ => 2,
            },
            is_isolated: condition == Condition::Isolated,
        }
    }

    /// Whether a value stood there before the work began, as an input or in a history: its step counts for nobody.
    pub(crate) const fn is_given(&self, number: u16) -> bool {
        number <= self.given
    }

    /// Whether each step stands for itself, whatever came of those before it.
    pub(crate) const fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    pub(crate) const fn arithmetic(&self) -> Arithmetic {
        self.item.procedure.arithmetic
    }

    /// The number of the last value.
    pub(crate) fn last(&self) -> u16 {
        self.item.procedure.last()
    }

    /// The step that defines the value with this number, where there is one.
    pub(crate) fn find_step(&self, number: u16) -> Option<Step> {
        self.item.procedure.steps.get(usize::from(number).checked_sub(3)?).copied()
    }

    /// The step that defines the value with this number, from 3 to the last.
    pub(crate) fn step(&self, number: u16) -> Step {
        self.item.procedure.steps[usize::from(number) - 3]
    }

    /// What the step with this number copies, where it copies.
    pub(crate) fn source(&self, number: u16) -> Option<u16> {
        self.sources.as_ref()?.get(usize::from(number).checked_sub(3)?).copied()
    }

    /// The numbers that a step takes its values from.
    pub(crate) fn references(&self, number: u16) -> impl Iterator<Item = u16> + use<> {
        let step = self.step(number);
        let (left, right) = match self.source(number) {
            Some(source) => (Some(source), None),
            None => (step.left.reference(), step.right.reference()),
        };
        left.into_iter().chain(right)
    }

    /// How far back operands reach.
    pub(crate) fn reach(&self) -> u16 {
        u16::from(self.item.spec.look_back.reach())
    }

    /// The value of a step from these values, by number less one; nothing where one is missing or there is none.
    pub(crate) fn follow(&self, number: u16, own: &[Option<Number>]) -> Option<Number> {
        match self.source(number) {
            Some(source) => own[usize::from(source) - 1].clone(),
            None => self.carry_out(self.step(number), own),
        }
    }

    /// The value of any step from these values.
    pub(crate) fn carry_out(&self, step: Step, own: &[Option<Number>]) -> Option<Number> {
        let is_exact =
            !matches!(self.arithmetic(), Arithmetic::Modular { .. } | Arithmetic::Decimal { .. });
        if is_exact && let Some(value) = carry_out_whole(step, own) {
            return Some(Number::integer(value));
        }
        self.apply(step, &*value_of(step.left, own)?, &*value_of(step.right, own)?)
    }

    /// `left op right` as the arithmetic has it.
    pub(crate) fn apply(&self, step: Step, left: &Number, right: &Number) -> Option<Number> {
        self.arithmetic().apply(step.op, left, right, BUDGET).ok()
    }

    /// `left op right` before any rounding.
    pub(crate) fn exact(&self, step: Step, left: &Number, right: &Number) -> Option<Number> {
        match self.arithmetic() {
            Arithmetic::Modular { .. } => None,
            _ => Arithmetic::Rational.apply(step.op, left, right, BUDGET).ok(),
        }
    }

    /// The answer that belongs to a last value.
    pub(crate) fn answer_of(&self, last: &Number) -> Number {
        if self.rounds { self.arithmetic().answer(last) } else { last.clone() }
    }

    /// The decimal places of values, where they have a fixed number of them.
    pub(crate) fn places(&self) -> Option<u32> {
        match self.arithmetic() {
            Arithmetic::Integer | Arithmetic::Modular { .. } => Some(0),
            Arithmetic::Decimal { places } => Some(u32::from(places)),
            Arithmetic::Rational | Arithmetic::Paper { .. } => None,
        }
    }

    /// The decimal places of the answer, where it has a fixed number of them.
    pub(crate) fn answer_places(&self) -> Option<u32> {
        match self.arithmetic() {
            Arithmetic::Paper { .. } if self.rounds => Some(PAPER_PLACES),
            _ => self.places(),
        }
    }

    /// What becomes of a value that is still to be rounded or reduced; nothing where it is as it should be.
    pub(crate) fn settled(&self, value: &Number) -> Option<Number> {
        let settled = match self.arithmetic() {
            Arithmetic::Decimal { places } => value.round(u32::from(places)),
            Arithmetic::Modular { modulus } => value.rem_euclid(modulus)?,
            Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => return None,
        };
        (settled != *value).then_some(settled)
    }

    /// Whether the condition asks for copies.
    pub(crate) const fn copies(&self) -> bool {
        self.sources.is_some()
    }

    /// Whether a claimed value is what `exact` asks for: equal, or where whole numbers divide unevenly because of an earlier
    /// fault, a rounding of the quotient.
    pub(crate) fn agrees(&self, claimed: &Number, followed: &Number) -> bool {
        if claimed == followed {
            return true;
        }
        matches!(self.arithmetic(), Arithmetic::Integer)
            && !followed.is_integer()
            && is_rounding(claimed, followed)
    }
}

/// The value of an operand.
pub(crate) fn value_of(operand: Operand, own: &[Option<Number>]) -> Option<Cow<'_, Number>> {
    match operand {
        Operand::Value(number) => own.get(usize::from(number) - 1)?.as_ref().map(Cow::Borrowed),
        Operand::Constant(value) => Some(Cow::Owned(Number::integer(i64::from(value)))),
    }
}

/// The value of a step where it and its operands are whole numbers of 64 bits, which most are.
fn carry_out_whole(step: Step, own: &[Option<Number>]) -> Option<i64> {
    let whole = |operand| match operand {
        Operand::Value(number) => own.get(usize::from(number) - 1)?.as_ref()?.to_i64(),
        Operand::Constant(value) => Some(i64::from(value)),
    };
    let (left, right) = (whole(step.left)?, whole(step.right)?);
    match step.op {
        Op::Add => left.checked_add(right),
        Op::Sub => left.checked_sub(right),
        Op::Mul => left.checked_mul(right),
        Op::Div if left.checked_rem(right)? == 0 => left.checked_div(right),
        Op::Div => None,
    }
}

/// `a - b`
pub(crate) fn difference(a: &Number, b: &Number) -> Option<Number> {
    a.sub(b, BUDGET).ok()
}

/// `a × b`
pub(crate) fn product(a: &Number, b: &Number) -> Option<Number> {
    a.mul(b, BUDGET).ok()
}

/// `a + b`
pub(crate) fn sum(a: &Number, b: &Number) -> Option<Number> {
    a.add(b, BUDGET).ok()
}
