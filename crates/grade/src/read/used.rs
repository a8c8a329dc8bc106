//! Finds values that are corrected without the name of their step: `S5 = 173.44 * 4 = 683.76`,
//! later `173.44 * 4 is 693.76`, and `S6 = 693.76 + 173.44`.

use stepfall_number::Number;

use super::Reader;
use super::pending::Evidence;
use crate::claim::{StepClaim, WrittenOperation};
use crate::token::TokenKind;

/// The most tokens between a claim and its correction.
const NEAR: usize = 64;

impl Reader<'_> {
    /// Claims the correct result of an operation whose claim has another result. The correct result
    /// must appear after the claim, and a later operation must use it.
    pub(super) fn claim_used_values(&mut self) {
        if self.procedure.changes_signs() || self.procedure.is_isolated() {
            return;
        }
        let mut latest: Vec<Option<usize>> = vec![None; usize::from(self.procedure.last()) + 1];
        let mut found: Vec<(u16, usize)> = Vec::new();
        for (place, claim) in self.out.steps.iter().enumerate() {
            let corrected = self.corrected_operand(claim, &latest);
            found.extend(corrected.filter(|corrected| found.last() != Some(corrected)));
            if let Some(latest) = latest.get_mut(usize::from(claim.number)) {
                *latest = Some(place);
            }
        }
        for (number, token) in found {
            let Some(TokenKind::Number(numeral)) = self.kind(token) else { continue };
            let token = self.tokens.list[token];
            let span = token.start as usize..token.end as usize;
            let start = span.start;
            let claim = self.claim_at(Evidence::default(), token, numeral, span);
            let place = self.out.steps.partition_point(|other| other.value_span.start < start);
            self.out.steps.insert(place, StepClaim { number, opens_line: false, ..claim });
        }
    }

    /// Returns the step of an operand that was corrected before this claim used it, and the token
    /// of the correct value. `latest` has the index of the latest claim of each step.
    fn corrected_operand(
        &self,
        user: &StepClaim,
        latest: &[Option<usize>],
    ) -> Option<(u16, usize)> {
        let values = user.operation_by_value.as_ref()?;
        let step = self.procedure.find_step(user.number)?;
        step.references().find_map(|number| {
            let place = (*latest.get(usize::from(number))?)?;
            let claim = self.out.steps.get(place)?;
            if values.takes(&claim.value) {
                return None;
            }
            let (left, right) =
                claim.operation_by_value.as_ref().and_then(WrittenOperation::values)?;
            let value = self.procedure.apply(self.procedure.step(number), left, right)?;
            let is_corrected = value != claim.value && values.takes(&value);
            let token = is_corrected.then(|| self.result_after(claim, &value, user.span.start))?;
            Some((number, token?))
        })
    }

    /// Returns the first token near a claim that is this number after a sign or verb of equality.
    /// The token is after the claim and before the byte `until`.
    fn result_after(&self, claim: &StepClaim, value: &Number, until: usize) -> Option<usize> {
        let list = &self.tokens.list;
        let from = list.partition_point(|token| (token.start as usize) < claim.value_span.end);
        let before = |at: &usize| (list[*at].end as usize) <= until;
        (from..list.len()).take(NEAR).take_while(before).find(|at| {
            matches!(list[*at].kind, TokenKind::Number(place) if *self.value(place) == *value)
                && at.checked_sub(1).is_some_and(|at| matches!(list[at].kind, TokenKind::Equals(_)))
                && !matches!(self.kind(at + 1), Some(TokenKind::Op(_)))
        })
    }
}
