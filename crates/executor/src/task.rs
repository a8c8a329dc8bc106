//! What is to be done: an item under a condition, with the rules that make a value right.

use std::borrow::Cow;

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, Op, Operand, PAPER_PLACES, Step};

/// How many digits longer than every true one a value may become that follows from wrong ones: quotients that do not come out even, carried on for
/// hundreds of steps, would grow without end, and nobody writes them.
const LONGER: u32 = 200;

/// The right side of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Copies the value with this number: a step under [`Condition::Copy`].
    Copy(u16),
    /// Computes.
    Compute(Step),
}

impl Work {
    /// The operands in the order in which they are written.
    pub(crate) fn operands(self) -> Vec<Operand> {
        match self {
            Self::Copy(number) => vec![Operand::Value(number)],
            Self::Compute(step) => vec![step.left, step.right],
        }
    }

    /// The same with another operand at this place.
    pub(crate) fn with_operand(self, place: usize, operand: Operand) -> Self {
        match (self, place, operand) {
            (Self::Copy(_), _, Operand::Value(number)) => Self::Copy(number),
            (Self::Copy(_), _, Operand::Constant(_)) => self,
            (Self::Compute(step), 0, _) => Self::Compute(Step { left: operand, ..step }),
            (Self::Compute(step), _, _) => Self::Compute(Step { right: operand, ..step }),
        }
    }

    /// The numbers of the values that are taken.
    pub(crate) fn references(self) -> impl Iterator<Item = u16> {
        let operands = match self {
            Self::Copy(number) => [Some(number), None],
            Self::Compute(step) => [step.left.reference(), step.right.reference()],
        };
        operands.into_iter().flatten()
    }

    /// Whether the value with this number is taken.
    pub(crate) fn takes(self, number: u16) -> bool {
        self.references().any(|taken| taken == number)
    }
}

/// An item as one condition asks for it.
pub(crate) struct Task<'a> {
    pub(crate) item: &'a Item,
    pub(crate) condition: Condition,
    pub(crate) arithmetic: Arithmetic,
    /// All true values, `S1` first.
    pub(crate) values: Cow<'a, [Number]>,
    /// What the answer has to be.
    pub(crate) expected: Number,
    works: Vec<Work>,
    /// How long own values may become.
    budget: Budget,
}

impl<'a> Task<'a> {
    pub(crate) fn new(item: &'a Item, condition: Condition) -> Self {
        let works = match condition {
            Condition::Copy => item.copy_sources().into_iter().map(Work::Copy).collect(),
            _ => item.procedure.steps.iter().copied().map(Work::Compute).collect(),
        };
        let digits = |value: &Number| match value.to_fraction() {
            Some(_) => 19,
            None => u32::try_from(value.to_string().len()).unwrap_or(u32::MAX),
        };
        let longest = item.values.iter().map(digits).max().unwrap_or(0);
        Self {
            item,
            condition,
            budget: Budget::digits(longest.saturating_add(LONGER)),
            arithmetic: item.procedure.arithmetic,
            values: item.values_under(condition),
            expected: item.expected(condition),
            works,
        }
    }

    /// The number of the last value.
    pub(crate) fn last(&self) -> u16 {
        self.item.procedure.last()
    }

    /// The work of the step whose value has this number.
    pub(crate) fn work(&self, number: u16) -> Work {
        self.works[usize::from(number) - 3]
    }

    /// The true value with this number.
    pub(crate) fn value(&self, number: u16) -> &Number {
        &self.values[usize::from(number) - 1]
    }

    /// What some work gives from own values; nothing where a divisor is zero or the result is too long.
    pub(crate) fn compute(&self, work: Work, own: &[Number]) -> Option<Number> {
        match work {
            Work::Copy(number) => own.get(usize::from(number) - 1).cloned(),
            Work::Compute(step) => self.item.procedure.compute(step, own, self.budget).ok(),
        }
    }

    /// The result of an operation by the rule of the item.
    pub(crate) fn apply(&self, op: Op, left: &Number, right: &Number) -> Option<Number> {
        self.arithmetic.apply(op, left, right, Budget::default()).ok()
    }

    /// The result of the step before any rounding.
    pub(crate) fn exact(&self, number: u16, own: &[Number]) -> Option<Number> {
        let Work::Compute(step) = self.work(number) else {
            return None;
        };
        let [left, right] = [step.left, step.right].map(|operand| operand_value(operand, own));
        Arithmetic::Rational.apply(step.op, &left, &right, Budget::default()).ok()
    }

    /// All values that follow from own values, the exact one first: one, but up to three where a division of whole numbers comes out uneven (the
    /// fraction, the rounded and the truncated value).
    pub(crate) fn following(&self, number: u16, own: &[Number]) -> Vec<Number> {
        let Some(exact) = self.compute(self.work(number), own) else {
            return Vec::new();
        };
        let divides = matches!(self.work(number), Work::Compute(step) if step.op == Op::Div);
        if self.arithmetic != Arithmetic::Integer || !divides || exact.is_integer() {
            return vec![exact];
        }
        let (rounded, truncated) = (exact.round(0), truncate(&exact, 0));
        let mut all = vec![exact, rounded];
        if !truncated.as_ref().is_none_or(|truncated| all.contains(truncated)) {
            all.extend(truncated);
        }
        all
    }

    /// The numbers of the values within the look-back of a step, the nearest first; in `paper` also both inputs.
    pub(crate) fn within_reach(&self, number: u16) -> Vec<u16> {
        let nearest = number.saturating_sub(u16::from(self.item.spec.look_back.reach())).max(1);
        let mut all: Vec<u16> = (nearest..number).rev().collect();
        if let Arithmetic::Paper { .. } = self.arithmetic {
            all.extend((1..nearest.min(3)).rev());
        }
        all
    }

    /// The steps that take the value with this number.
    pub(crate) fn users(&self, number: u16) -> impl Iterator<Item = u16> {
        (number + 1..=self.last()).filter(move |&later| self.work(later).takes(number))
    }

    /// The answer that belongs to a last value.
    pub(crate) fn answer(&self, last: &Number) -> Number {
        match self.condition {
            Condition::Copy => last.clone(),
            _ => self.arithmetic.answer(last),
        }
    }

    /// A value as it is written: as the prompt does, but never rounded by the writing.
    pub(crate) fn text(&self, value: &Number) -> String {
        match self.arithmetic {
            Arithmetic::Decimal { places } if value.round(u32::from(places)) != *value => {
                value.to_decimal().unwrap_or_else(|| value.to_string())
            }
            _ => self.arithmetic.value_text(value),
        }
    }

    /// An answer as it is written: like a value, but with three places in `paper` where it has no more.
    pub(crate) fn answer_text(&self, answer: &Number) -> String {
        match (self.condition, self.arithmetic) {
            (Condition::Copy, _) => self.text(answer),
            (_, Arithmetic::Paper { .. }) if answer.round(PAPER_PLACES) == *answer => {
                answer.to_fixed(PAPER_PLACES)
            }
            _ => self.text(answer),
        }
    }

    /// The modulus, where values are residues.
    pub(crate) fn modulus(&self) -> Option<u32> {
        match self.arithmetic {
            Arithmetic::Modular { modulus } => Some(modulus),
            _ => None,
        }
    }

    /// A name that a procedure of one's own does not have.
    fn unused_name(&self) -> String {
        let is_taken = |name: &str| {
            (1..=self.last()).any(|number| self.item.name(number).eq_ignore_ascii_case(name))
        };
        let numbered = (1..=u16::MAX).map(|number| format!("zebra{number}"));
        let mut names = std::iter::once("zebra".to_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// The name of a value. What comes after the last one has a name that no item has.
    pub(crate) fn name(&self, number: u16) -> String {
        if number <= self.last() {
            return self.item.name(number);
        }
        match self.item.spec.names {
            stepfall_procedure::Names::Numbered => format!("S{number}"),
            stepfall_procedure::Names::Scattered => "zebra".to_owned(),
            stepfall_procedure::Names::Own => self.unused_name(),
        }
    }
}

/// The value of an operand from own values.
pub(crate) fn operand_value(operand: Operand, own: &[Number]) -> Number {
    match operand {
        Operand::Value(number) => own.get(usize::from(number) - 1).cloned().unwrap_or(Number::ZERO),
        Operand::Constant(constant) => Number::integer(i64::from(constant)),
    }
}

/// One unit in the last of some decimal places.
pub(crate) fn unit(places: u32) -> Option<Number> {
    Number::fraction(1, 10i64.checked_pow(places)?)
}

/// A value cut after some decimal places, towards zero.
pub(crate) fn truncate(value: &Number, places: u32) -> Option<Number> {
    let budget = Budget::default();
    if value.is_zero() {
        return Some(Number::ZERO);
    }
    let half = unit(places)?.div(&Number::integer(2), budget).ok()?;
    let size = value.abs().sub(&half, budget).ok()?.round(places);
    Some(if value.is_negative() { size.neg() } else { size })
}
