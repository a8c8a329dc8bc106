//! Equations that do not say what they are about: `4 + 9 = 13`, one for each step.

use stepfall_number::Number;

use super::Reader;
use super::pending::{Evidence, Orphan};
use crate::chain::{Chain, Outcome};
use crate::claim::{Expression, StepClaim};

/// How many steps may be left out between two equations.
const MOST_LEFT_OUT: u16 = 3;

/// How many equations of no claim may be between those of two claims.
const MOST_EQUATIONS_BETWEEN: usize = 64;

impl Reader<'_> {
    /// Keeps an equation for a claim of its value that comes next; and while no step is claimed, for what all of them say together.
    pub(super) fn set_aside(&mut self, evidence: Evidence, value: Outcome, chain: &Chain) {
        let Some(place) = value.term.value() else { return };
        let number = self.value(place).clone();
        let kept = Evidence { values: evidence.values.clone(), ..Evidence::default() };
        if self.tells_no_more_than_an_answer() && self.ordinals.is_empty() {
            let claim = self.step_claim(kept, value, place, &chain.terms);
            // An equation that is said twice counts once.
            let is_same = |last: &StepClaim| {
                last.value == claim.value && last.values.is_some() && last.values == claim.values
            };
            if !self.equations.last().is_some_and(is_same) {
                self.equations.push(claim);
            }
        }
        self.orphan = Some(Orphan { evidence, value: Some(number), end: chain.end });
    }

    /// Whether no step is claimed, or only the last one, once or twice.
    pub(super) fn tells_no_more_than_an_answer(&self) -> bool {
        let last = self.plan.last();
        let steps = self.out.steps.as_slice();
        steps.len() <= 2 && steps.iter().all(|claim| claim.number == last)
    }

    /// Takes equations for the steps, in their order, where the first has the operands of the first step and there are no more of them than
    /// steps. One that has the operands of a step soon after is of that step.
    pub(super) fn line_up_equations(&mut self) {
        let equations = std::mem::take(&mut self.equations);
        if equations.len() > self.plan.item.procedure.steps.len() {
            return;
        }
        let mut own = self.plan.given_inputs();
        let begins = equations
            .first()
            .is_some_and(|first| self.has_operands(self.plan.first(), first, &own));
        if !begins {
            return;
        }
        let claimed_before = self.out.steps.len();
        for equation in equations {
            let Some(number) = self.step_of(&equation, &mut own) else { break };
            own.push(Some(equation.value.clone()));
            self.out.steps.push(StepClaim { number, ..equation });
        }
        if claimed_before > 0 {
            self.out.steps.sort_by_key(|claim| claim.value_span.start);
        }
    }

    /// Gives claims without an operation that of the equations before all claims, in their order, which come to the same values: `244 - 130 = 114`, and later
    /// `| S3 | 114 |`.
    pub(super) fn add_work_of_equations(&mut self) {
        let mut rest = self.equations.as_slice();
        for claim in &mut self.out.steps {
            if claim.names.is_some() || claim.values.is_some() {
                continue;
            }
            let mut near = rest.iter().take(MOST_EQUATIONS_BETWEEN);
            let Some(at) = near.position(|equation| equation.value == claim.value) else {
                continue;
            };
            claim.values.clone_from(&rest[at].values);
            rest = &rest[at + 1..];
        }
    }

    /// The step that an equation is of: one of the next whose operands it has, otherwise the next. Own values then go up to the one before it; those
    /// of steps that are left out follow.
    fn step_of(&self, equation: &StepClaim, own: &mut Vec<Option<Number>>) -> Option<u16> {
        let known = own.len();
        let next = u16::try_from(known).ok()?.checked_add(1)?;
        for number in (next..=self.plan.last()).take(usize::from(MOST_LEFT_OUT) + 1) {
            if self.has_operands(number, equation, own) {
                return Some(number);
            }
            own.push(self.plan.follow(number, own));
        }
        own.truncate(known);
        (next <= self.plan.last()).then_some(next)
    }

    /// Whether an equation takes the values of a step's operands, in whichever order.
    fn has_operands(&self, number: u16, equation: &StepClaim, own: &[Option<Number>]) -> bool {
        let step = self.plan.step(number);
        let operand = |operand| self.plan.operand(number, operand, own);
        let (Some(left), Some(right)) = (operand(step.left), operand(step.right)) else {
            return false;
        };
        let values = equation.values.as_ref().and_then(Expression::values);
        values.is_some_and(|(first, second)| {
            (*first == *left && *second == *right) || (*first == *right && *second == *left)
        })
    }
}
