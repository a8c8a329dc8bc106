//! Reads equations that name no step: `4 + 9 = 13`, one for each step.

use stepfall_number::Number;

use super::Reader;
use super::pending::{Evidence, UnassignedOperation};
use crate::chain::{Chain, ChainValue};
use crate::claim::{StepClaim, WrittenOperation};

/// The most steps that may be left out between two equations.
const MAX_OMITTED_STEPS: u16 = 3;

/// The most equations that are searched for the value of a claim.
const MAX_EQUATIONS_BETWEEN: usize = 64;

impl Reader<'_> {
    /// Stores an equation, because a claim of its value may follow. Until a step before the last is
    /// claimed, the equation is also collected to be matched with the steps.
    pub(super) fn set_aside(&mut self, evidence: Evidence, value: ChainValue, chain: &Chain) {
        let Some(place) = value.term.value() else { return };
        let number = self.value(place).clone();
        let claim_evidence = Evidence {
            operation_by_value: evidence.operation_by_value.clone(),
            ..Evidence::default()
        };
        if self.claims_at_most_an_answer() && self.ordinals.is_empty() {
            let claim = self.step_claim(claim_evidence, value, place, &chain.terms);
            // An equation that is repeated immediately counts once.
            let is_same = |last: &StepClaim| {
                last.value == claim.value
                    && last.operation_by_value.is_some()
                    && last.operation_by_value == claim.operation_by_value
            };
            if !self.equations.last().is_some_and(is_same) {
                self.equations.push(claim);
            }
        }
        self.unassigned =
            Some(UnassignedOperation { evidence, value: Some(number), end: chain.end });
    }

    /// Returns whether no step is claimed, or only the last one, at most twice.
    pub(super) fn claims_at_most_an_answer(&self) -> bool {
        let last = self.procedure.last();
        let steps = self.out.steps.as_slice();
        steps.len() <= 2 && steps.iter().all(|claim| claim.number == last)
    }

    /// Claims the steps by equations in their order. The first equation must have the operands of
    /// the first step, and there must be no more equations than steps. Of the next few steps, an
    /// equation belongs to the first one that has the same operands.
    pub(super) fn line_up_equations(&mut self) {
        let equations = std::mem::take(&mut self.equations);
        if equations.len() > self.procedure.item.procedure.steps.len() {
            return;
        }
        let mut own = self.procedure.given_inputs();
        let begins = equations
            .first()
            .is_some_and(|first| self.has_operands(self.procedure.first(), first, &own));
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

    /// Adds the operations of earlier equations to claims without one: `244 - 130 = 114`, and later
    /// `| S3 | 114 |`. Claims and equations are matched in order, by their values.
    pub(super) fn add_work_of_equations(&mut self) {
        let mut rest = self.equations.as_slice();
        for claim in &mut self.out.steps {
            if claim.operation_by_name.is_some() || claim.operation_by_value.is_some() {
                continue;
            }
            let mut near = rest.iter().take(MAX_EQUATIONS_BETWEEN);
            let Some(at) = near.position(|equation| equation.value == claim.value) else {
                continue;
            };
            claim.operation_by_value.clone_from(&rest[at].operation_by_value);
            rest = &rest[at + 1..];
        }
    }

    /// Returns the step of an equation: the first nearby step whose operands it uses, otherwise the
    /// next step. `None` if no step is left. Afterwards `own` has all values before the returned
    /// step. Steps that were left out get computed values.
    fn step_of(&self, equation: &StepClaim, own: &mut Vec<Option<Number>>) -> Option<u16> {
        let known = own.len();
        let next = u16::try_from(known).ok()?.checked_add(1)?;
        for number in (next..=self.procedure.last()).take(usize::from(MAX_OMITTED_STEPS) + 1) {
            if self.has_operands(number, equation, own) {
                return Some(number);
            }
            own.push(self.procedure.consistent_value(number, own));
        }
        own.truncate(known);
        (next <= self.procedure.last()).then_some(next)
    }

    /// Returns whether an equation has the values of a step's operands, in either order.
    fn has_operands(&self, number: u16, equation: &StepClaim, own: &[Option<Number>]) -> bool {
        let step = self.procedure.step(number);
        let operand = |operand| self.procedure.operand(number, operand, own);
        let (Some(left), Some(right)) = (operand(step.left), operand(step.right)) else {
            return false;
        };
        let values = equation.operation_by_value.as_ref().and_then(WrittenOperation::values);
        values.is_some_and(|(first, second)| {
            (*first == *left && *second == *right) || (*first == *right && *second == *left)
        })
    }
}
