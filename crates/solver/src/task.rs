//! The task: an item under a condition, with the rules that make a value correct.

use std::borrow::Cow;
use std::ops::Range;

use stepfall_number::{Budget, Number};
use stepfall_procedure::{
    Arithmetic, Condition, Constant, Item, LookUps, Op, Operand, PAPER_PLACES, RequestedSteps,
    Wording,
};

/// The maximum number of digits by which a value after an error may exceed the longest true value.
/// Without this limit, fractions could grow over hundreds of steps to lengths that no model writes.
const EXTRA_DIGITS: u32 = 200;

/// The source of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OperandSource {
    /// The value with this number.
    Value(u16),
    /// A constant of the procedure.
    Constant(Constant),
    /// A number that the step itself contains, under [`Condition::Unchained`].
    Literal {
        /// The number of the step's value.
        step: u16,
        /// 0 for the left operand, 1 for the right one.
        place: usize,
    },
}

impl From<Operand> for OperandSource {
    fn from(operand: Operand) -> Self {
        match operand {
            Operand::Value(number) => Self::Value(number),
            Operand::Constant(constant) => Self::Constant(constant),
        }
    }
}

/// An operation on two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BinaryOperation {
    /// The printed sign.
    pub(crate) sign: Op,
    /// The operation that is carried out instead of the one that the sign means; `None` if the
    /// sign is followed.
    pub(crate) instead: Option<Op>,
    pub(crate) left: OperandSource,
    pub(crate) right: OperandSource,
}

/// The right side of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepExpression {
    /// Looks a value up in a table: a step under [`Condition::Copy`].
    Look {
        /// The position of the table.
        table: usize,
        /// The number of the value that is looked up.
        of: u16,
    },
    /// Computes an operation on two operands.
    Compute(BinaryOperation),
}

impl StepExpression {
    /// Returns the operands in the order in which they are written.
    pub(crate) fn operands(self) -> Vec<OperandSource> {
        match self {
            Self::Look { of, .. } => vec![OperandSource::Value(of)],
            Self::Compute(join) => vec![join.left, join.right],
        }
    }

    /// Returns the same expression with another operand at this position.
    pub(crate) fn with_operand(self, place: usize, operand: OperandSource) -> Self {
        match (self, place, operand) {
            (Self::Look { table, .. }, _, OperandSource::Value(of)) => Self::Look { table, of },
            (Self::Look { .. }, _, _) => self,
            (Self::Compute(join), 0, _) => Self::Compute(BinaryOperation { left: operand, ..join }),
            (Self::Compute(join), _, _) => {
                Self::Compute(BinaryOperation { right: operand, ..join })
            }
        }
    }

    /// Returns the numbers of the values that the expression takes.
    pub(crate) fn references(self) -> impl Iterator<Item = u16> {
        self.operands().into_iter().filter_map(|operand| match operand {
            OperandSource::Value(number) => Some(number),
            OperandSource::Constant(_) | OperandSource::Literal { .. } => None,
        })
    }

    /// Returns whether the expression takes the value with this number.
    pub(crate) fn takes(self, number: u16) -> bool {
        self.references().any(|taken| taken == number)
    }
}

/// An item in the form that one condition asks for.
pub(crate) struct SolverTask<'a> {
    pub(crate) item: &'a Item,
    pub(crate) condition: Condition,
    /// The arithmetic of the steps; whole numbers for look-ups.
    pub(crate) arithmetic: Arithmetic,
    /// All true values, `S1` first. Inputs that the prompt omits have their values from the
    /// procedure.
    pub(crate) values: Cow<'a, [Number]>,
    /// The correct answer.
    pub(crate) expected: Number,
    requested: RequestedSteps,
    expressions: Vec<StepExpression>,
    /// The maximum size of the solver's values.
    budget: Budget,
}

impl<'a> SolverTask<'a> {
    pub(crate) fn new(item: &'a Item, condition: Condition) -> Self {
        let requested = item.requested_steps(condition);
        let values = item.values_under(condition);
        let digits = |value: &Number| match value.to_fraction() {
            Some(_) => 19,
            None => u32::try_from(value.to_string().len()).unwrap_or(u32::MAX),
        };
        let longest = values.iter().map(digits).max().unwrap_or(0);
        Self {
            item,
            condition,
            budget: Budget::digits(longest.saturating_add(EXTRA_DIGITS)),
            arithmetic: match requested {
                RequestedSteps::LookUps(_) => Arithmetic::Integer,
                _ => item.procedure.arithmetic,
            },
            values,
            expected: item.expected(condition),
            expressions: (item.procedure.first_step()..=item.procedure.last())
                .map(|number| work(item, &requested, number))
                .collect(),
            requested,
        }
    }

    /// Returns whether each step is independent.
    pub(crate) const fn is_unchained(&self) -> bool {
        matches!(self.requested, RequestedSteps::Unchained(_))
    }

    /// Returns the tables if steps are look-ups.
    pub(crate) const fn look_ups(&self) -> Option<&LookUps> {
        match &self.requested {
            RequestedSteps::LookUps(look_ups) => Some(look_ups),
            _ => None,
        }
    }

    /// Returns whether the printed sign is written between names, regardless of its meaning.
    /// Prompts in sentences print no signs.
    pub(crate) fn keeps_printed_signs(&self) -> bool {
        self.requested.changes_signs() && self.item.spec.wording != Wording::English
    }

    /// Returns the sign that prints an operation between two operands.
    pub(crate) fn printed_sign(&self, op: Op, left: &Number, right: &Number) -> Op {
        self.requested.sign(op, left, right)
    }

    /// Returns the numbers of the values that the prompt contains.
    pub(crate) const fn inputs(&self) -> Range<u16> {
        self.item.inputs_under(self.condition)
    }

    /// Returns the numbers of the values before a step, without inputs that the prompt omits.
    pub(crate) fn earlier(&self, number: u16) -> std::ops::Range<u16> {
        self.inputs().start..number
    }

    /// Returns the number of the value that the first step defines.
    pub(crate) const fn first(&self) -> u16 {
        self.item.procedure.first_step()
    }

    /// Returns the number of the last value.
    pub(crate) fn last(&self) -> u16 {
        self.item.procedure.last()
    }

    /// Returns the expression of the step whose value has this number.
    pub(crate) fn work(&self, number: u16) -> StepExpression {
        self.expressions[usize::from(number - self.first())]
    }

    /// Returns the true value with this number.
    pub(crate) fn value(&self, number: u16) -> &Number {
        &self.values[usize::from(number) - 1]
    }

    /// Returns the value of an operand from the solver's values, or `None` if they do not reach so
    /// far.
    pub(crate) fn operand(&self, operand: OperandSource, own_values: &[Number]) -> Option<Number> {
        match operand {
            OperandSource::Value(number) => own_values.get(usize::from(number) - 1).cloned(),
            OperandSource::Constant(constant) => Some(constant.number()),
            OperandSource::Literal { step, place } => match &self.requested {
                RequestedSteps::Unchained(operands) => {
                    operands.get(self.item.procedure.position_of(step)?)?.get(place).cloned()
                }
                _ => None,
            },
        }
    }

    /// Returns the operation of an expression on two operand values, or `None` for a look-up.
    pub(crate) fn op_between(
        &self,
        work: StepExpression,
        left: &Number,
        right: &Number,
    ) -> Option<Op> {
        match work {
            StepExpression::Look { .. } => None,
            StepExpression::Compute(BinaryOperation { sign, instead, .. }) => {
                Some(instead.unwrap_or_else(|| self.requested.meaning(sign, left, right)))
            }
        }
    }

    /// Returns the operation of an expression on the solver's values, or `None` for a look-up.
    pub(crate) fn op(&self, work: StepExpression, own_values: &[Number]) -> Option<Op> {
        let StepExpression::Compute(BinaryOperation { left, right, .. }) = work else {
            return None;
        };
        self.op_between(work, &self.operand(left, own_values)?, &self.operand(right, own_values)?)
    }

    /// Computes an expression from the solver's values. Returns `None` if a divisor is zero, the
    /// result is too long, or a look-up has no entry.
    pub(crate) fn compute(&self, work: StepExpression, own_values: &[Number]) -> Option<Number> {
        self.compute_by(self.arithmetic, work, own_values, self.budget)
    }

    fn compute_by(
        &self,
        arithmetic: Arithmetic,
        work: StepExpression,
        own_values: &[Number],
        budget: Budget,
    ) -> Option<Number> {
        match work {
            StepExpression::Look { table, of } => {
                self.look_ups()?.look_up(table, own_values.get(usize::from(of).checked_sub(1)?)?)
            }
            StepExpression::Compute(BinaryOperation { left, right, .. }) => {
                let (left, right) =
                    (self.operand(left, own_values)?, self.operand(right, own_values)?);
                let op = self.op_between(work, &left, &right)?;
                arithmetic.apply(op, &left, &right, budget).ok()
            }
        }
    }

    /// Returns the result of an operation in the arithmetic of the steps, or `None` if it has none.
    pub(crate) fn apply(&self, op: Op, left: &Number, right: &Number) -> Option<Number> {
        self.arithmetic.apply(op, left, right, Budget::default()).ok()
    }

    /// Returns the result of the step before any rounding, or `None` for a look-up and for a step
    /// without a result.
    pub(crate) fn exact(&self, number: u16, own_values: &[Number]) -> Option<Number> {
        let work = self.work(number);
        if let StepExpression::Look { .. } = work {
            return None;
        }
        self.compute_by(Arithmetic::Rational, work, own_values, Budget::default())
    }

    /// Returns all values of a step that follow from the solver's values, the exact one first. For
    /// an uneven division of whole numbers there are up to three values: the fraction, the rounded
    /// value and the truncated value. Otherwise there is one value, or none if the step has no
    /// result.
    pub(crate) fn following_values(&self, number: u16, own_values: &[Number]) -> Vec<Number> {
        let work = self.work(number);
        let Some(exact) = self.compute(work, own_values) else {
            return Vec::new();
        };
        let divides = self.op(work, own_values) == Some(Op::Div);
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

    /// Returns whether later steps can continue from this value. A value that is looked up must be
    /// a code of the tables.
    pub(crate) fn leads_on(&self, number: u16, value: &Number) -> bool {
        self.look_ups().is_none_or(|look_ups| look_ups.has(value))
            || self.users(number).next().is_none()
    }

    /// Returns the numbers of the values within the look-back of a step, the nearest first. In
    /// `paper` they include all inputs. Under [`Condition::Unchained`] they also include the steps
    /// within the same distance after the step.
    pub(crate) fn within_reach(&self, number: u16) -> Vec<u16> {
        let reach = u16::from(self.item.spec.look_back.reach());
        let earlier = self.earlier(number);
        let nearest = number.saturating_sub(reach).max(earlier.start);
        let mut all: Vec<u16> = (nearest..number).rev().collect();
        if self.is_unchained() {
            all.extend(number + 1..=number.saturating_add(reach).min(self.last()));
        } else if let Arithmetic::Paper { .. } = self.arithmetic {
            all.extend((1..nearest.min(self.first())).rev());
        }
        all
    }

    /// Returns the steps that take the value with this number.
    pub(crate) fn users(&self, number: u16) -> impl Iterator<Item = u16> {
        let later = self.first().max(number + 1)..=self.last();
        later.filter(move |&later| self.work(later).takes(number))
    }

    /// Returns the answer that follows from a last value.
    pub(crate) fn answer(&self, last: &Number) -> Number {
        self.arithmetic.answer(last)
    }

    /// Formats a value like the prompt, but never rounds it.
    pub(crate) fn text(&self, value: &Number) -> String {
        match self.arithmetic {
            Arithmetic::Decimal { places } if value.round(u32::from(places)) != *value => {
                value.to_decimal().unwrap_or_else(|| value.to_string())
            }
            _ => self.arithmetic.value_text(value),
        }
    }

    /// Formats an answer like a value. In `paper` it has three decimal places, or more if the
    /// answer needs them.
    pub(crate) fn answer_text(&self, answer: &Number) -> String {
        match self.arithmetic {
            Arithmetic::Paper { .. } if answer.round(PAPER_PLACES) == *answer => {
                answer.to_fixed(PAPER_PLACES)
            }
            _ => self.text(answer),
        }
    }

    /// Returns the modulus if values are residues.
    pub(crate) fn modulus(&self) -> Option<u32> {
        match self.arithmetic {
            Arithmetic::Modular { modulus } => Some(modulus),
            _ => None,
        }
    }

    /// Returns a name that a custom procedure does not use.
    fn unused_name(&self) -> String {
        let is_taken = |name: &str| {
            (1..=self.last()).any(|number| self.item.name(number).eq_ignore_ascii_case(name))
        };
        let numbered = (1..=u16::MAX).map(|number| format!("zebra{number}"));
        let mut names = std::iter::once("zebra".to_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// Returns the name of a value. A value after the last one gets a name that the item does not
    /// use.
    pub(crate) fn name(&self, number: u16) -> String {
        if number <= self.last() {
            return self.item.name(number);
        }
        match self.item.spec.names {
            stepfall_procedure::NameStyle::Numbered => format!("S{number}"),
            stepfall_procedure::NameStyle::Scattered => "zebra".to_owned(),
            stepfall_procedure::NameStyle::Custom => self.unused_name(),
        }
    }
}

/// Returns the expression of the step whose value has this number, as a prompt prints it.
fn work(item: &Item, requested: &RequestedSteps, number: u16) -> StepExpression {
    let position = usize::from(number - item.procedure.first_step());
    let step = item.procedure.steps[position];
    let source = |operand: Operand, place| match (requested, operand) {
        (RequestedSteps::Unchained(_), Operand::Value(_)) => {
            OperandSource::Literal { step: number, place }
        }
        _ => operand.into(),
    };
    match requested {
        RequestedSteps::LookUps(look_ups) => StepExpression::Look {
            table: look_ups.table(position).unwrap_or_default(),
            of: number - 1,
        },
        _ => StepExpression::Compute(BinaryOperation {
            sign: item.printed_op(requested, number).unwrap_or(step.op),
            instead: None,
            left: source(step.left, 0),
            right: source(step.right, 1),
        }),
    }
}

/// Returns the value of one unit in the last of `places` decimal places.
pub(crate) fn unit(places: u32) -> Option<Number> {
    Number::fraction(1, 10i64.checked_pow(places)?)
}

/// Truncates a value after some decimal places, towards zero.
pub(crate) fn truncate(value: &Number, places: u32) -> Option<Number> {
    let budget = Budget::default();
    if value.is_zero() {
        return Some(Number::ZERO);
    }
    let half = unit(places)?.div(&Number::integer(2), budget).ok()?;
    let size = value.abs().sub(&half, budget).ok()?.round(places);
    Some(if value.is_negative() { size.neg() } else { size })
}
