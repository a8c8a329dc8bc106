//! Reads values that are rounded or reduced after they were written: `9.1925 (rounded to 9.19)`,
//! `174. Mod 97, that is 77.`

use stepfall_number::Number;
use stepfall_procedure::Arithmetic;

use super::pending::Subject;
use super::{MAX_TOKENS_TO_VALUE, Reader};
use crate::chain::{Chain, ChainValue};
use crate::claim::{NumberForm, StepClaim};
use crate::rounding::is_rounding;
use crate::token::{TokenKind, Word};

impl Reader<'_> {
    /// Skips a modulus outside a chain. The next number in the sentence may be the remainder of the
    /// previous value.
    pub(super) fn reduce(&mut self, at: usize) -> usize {
        self.pending.settling = true;
        let filler = |kind| matches!(kind, TokenKind::Word(Word::Joint | Word::Filler));
        let at = self.tokens.skip_matching(at + 1, self.until, filler);
        at + usize::from(at < self.until && matches!(self.kind(at), Some(TokenKind::Number(_))))
    }

    /// Returns the value of a chain, or the rounding or remainder in brackets next to it.
    pub(super) fn rounded_in_brackets(&self, chain: &Chain, value: ChainValue) -> ChainValue {
        let remark = chain.remark.filter(|remark| remark.is_within(&value.term));
        let (Some(remark), Some(shown)) = (remark, value.term.value()) else { return value };
        let Some((at, place)) = remark.number else { return value };
        let (shown, number) = (self.value(shown), self.value(place));
        if self.is_rounding_of(number, shown, remark.states_result) {
            return ChainValue::number(at, place);
        }
        let nearly = remark.states_result && value.rounding.is_none() && is_rounding(number, shown);
        ChainValue { rounding: value.rounding.or(nearly.then_some(place)), ..value }
    }

    /// Returns whether a number is the rounding or remainder that a value still needs. If the text
    /// calls the number a result of that kind (`is_result`), a plausible incorrect number counts
    /// too.
    fn is_rounding_of(&self, number: &Number, value: &Number, is_result: bool) -> bool {
        let Some(settled) = self.procedure.rounded_or_reduced(value) else { return false };
        if *number == settled {
            return true;
        }
        let modular = matches!(self.procedure.arithmetic(), Arithmetic::Modular { .. });
        is_result
            && self.procedure.rounded_or_reduced(number).is_none()
            && (modular || is_rounding(number, value))
    }

    /// Replaces the claimed value by the value of a chain that rounds or reduces it. Returns
    /// whether the value was replaced.
    pub(super) fn settle(&mut self, chain: &Chain, value: &ChainValue) -> bool {
        let Some(place) = value.term.value() else { return false };
        let Some(shown) = &self.pending.claimed else { return false };
        let terms = chain.terms.as_slice();
        let lone = terms.iter().all(|term| term.is_empty() || term.start == value.term.start);
        let begins = terms[0].first_number().map(|first| self.value(first));
        let reduces = begins == Some(shown) || begins == self.value_rules.modulus().as_ref();
        let is_announced = self.pending.settling || (reduces && self.value_rules.reduces());
        if !(lone || is_announced)
            || !self.is_near_pending(chain.end)
            || !self.is_rounding_of(self.value(place), shown, is_announced)
        {
            return false;
        }
        let number = self.value(place).clone();
        let form = self.tokens.numeral(place).form();
        let token = self.number_token(&value.term, place);
        let latest = match self.pending.subject {
            Some(Subject::Step(name)) => {
                self.out.steps.last_mut().filter(|claim| claim.number == name)
            }
            Some(Subject::Ordinal(_)) => self.ordinals.last_mut().map(|(_, claim)| claim),
            None => None,
        };
        let Some(claim) =
            latest.filter(|claim| Some(&claim.value) == self.pending.claimed.as_ref())
        else {
            return false;
        };
        claim.value.clone_from(&number);
        (claim.form, claim.rounding) = (form, None);
        claim.value_span = token.start as usize..token.end as usize;
        claim.span.end = claim.span.end.max(claim.value_span.end);
        self.pending.claimed = Some(number);
        true
    }

    /// Replaces a claimed value by its rounding if later steps use the rounding and not the value.
    /// The rounding is written after an exact fraction, or is the rounding that the item requires.
    pub(super) fn settle_roundings(&mut self) {
        let rounds = matches!(self.procedure.arithmetic(), Arithmetic::Decimal { .. });
        for at in 0..self.out.steps.len() {
            let claim = &self.out.steps[at];
            let nearly = match &claim.rounding {
                Some(nearly) => Some(nearly.clone()),
                None if rounds => self.procedure.rounded_or_reduced(&claim.value),
                None => None,
            };
            let Some(nearly) = nearly else { continue };
            let uses = |value| {
                let mut after = self.out.steps[at + 1..].iter().take(MAX_TOKENS_TO_VALUE);
                after.any(|claim: &StepClaim| {
                    claim.operation_by_value.as_ref().is_some_and(|values| values.takes(value))
                })
            };
            if uses(&nearly) && !uses(&claim.value) {
                let claim = &mut self.out.steps[at];
                (claim.value, claim.form) = (nearly, NumberForm::Decimal);
            }
        }
    }
}
