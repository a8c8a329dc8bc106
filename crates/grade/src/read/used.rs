//! Values that are corrected without the name of their step: `S5 = 173.44 * 4 = 683.76`, later `173.44 * 4 is 693.76`, and `S6 = 693.76 + 173.44`.

use std::ops::Range;

use stepfall_number::Number;

use super::Reader;
use super::pending::Evidence;
use crate::claim::{Expression, StepClaim};
use crate::token::Kind;

impl Reader<'_> {
    /// Claims the result of a written operation for its step, where the claim has another value. The result is in the text before a later operation uses it.
    pub(super) fn claim_used_values(&mut self) {
        if self.plan.changes_signs() || self.plan.is_isolated() {
            return;
        }
        let found: Vec<(u16, usize)> =
            (0..self.out.steps.len()).filter_map(|at| self.used_in(at)).collect();
        for (number, at) in found {
            let Some(Kind::Number(place)) = self.kind(at) else { continue };
            let token = self.tokens.list[at];
            let span = token.start as usize..token.end as usize;
            let start = span.start;
            let claim = self.claim_at(Evidence::default(), token, place, span);
            let at = self.out.steps.partition_point(|other| other.value_span.start < start);
            self.out.steps.insert(at, StepClaim { number, opens_line: false, ..claim });
        }
    }

    /// Returns a step and the token of the value that the operation of a claim uses for it.
    fn used_in(&self, at: usize) -> Option<(u16, usize)> {
        let (before, rest) = self.out.steps.split_at(at);
        let user = rest.first()?;
        let values = user.values.as_ref()?;
        let step = self.plan.find_step(user.number)?;
        step.references().find_map(|number| {
            let claim = before.iter().rev().find(|claim| claim.number == number)?;
            let (left, right) = claim.values.as_ref().and_then(Expression::values)?;
            let value = self.plan.apply(self.plan.step(number), left, right)?;
            let is_put_right =
                value != claim.value && values.takes(&value) && !values.takes(&claim.value);
            let between = claim.value_span.end..user.span.start;
            let said = is_put_right.then(|| self.said_in(&value, between))?;
            Some((number, said?))
        })
    }

    /// Returns the first token in these bytes that is this number, is no operand and is in no claim.
    fn said_in(&self, value: &Number, bytes: Range<usize>) -> Option<usize> {
        let list = &self.tokens.list;
        let from = list.partition_point(|token| (token.start as usize) < bytes.start);
        let is_operation =
            |at: usize| list.get(at).is_some_and(|token| matches!(token.kind, Kind::Op(_)));
        let is_claimed = |start: usize| {
            let at = self.out.steps.partition_point(|claim| claim.value_span.end <= start);
            self.out.steps.get(at).is_some_and(|claim| claim.span.start <= start)
        };
        (from..list.len()).take_while(|at| list[*at].end as usize <= bytes.end).find(|at| {
            matches!(list[*at].kind, Kind::Number(place) if *self.value(place) == *value)
                && !is_operation(at + 1)
                && !is_operation(at.wrapping_sub(1))
                && !is_claimed(list[*at].start as usize)
        })
    }
}
