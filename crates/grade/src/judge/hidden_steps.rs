//! Concludes from the claim of a step whether hidden steps before it were left out or rounded.

use std::ops::RangeInclusive;

use stepfall_number::Number;
use stepfall_procedure::Arithmetic;
use stepfall_text::Status;

use super::StepVerdict;
use super::step::Judge;
use crate::claim::{ClaimedOperand, StepClaim};
use crate::rounding::roundings;

/// The most combinations of roundings that are tried.
const MAX_ROUNDINGS: usize = 64;

/// Steps that a claim shows to be left out, and the values that follow without them.
pub(super) struct OmittedSteps {
    /// The positions of these steps.
    pub(super) steps: Vec<usize>,
    /// The transcript's own values, in which each of these steps repeats the previous value.
    pub(super) own_values: Vec<Option<Number>>,
}

impl Judge<'_> {
    /// Returns the hidden steps before this one, if the claim shows that they were left out.
    pub(super) fn omitted_steps(
        &self,
        number: u16,
        claim: &StepClaim,
        earlier: &[StepVerdict],
    ) -> Option<OmittedSteps> {
        let mut gaps = self
            .procedure
            .references(number)
            .filter_map(|reference| self.gap_before(reference, earlier))
            .peekable();
        gaps.peek()?;
        let mut own = self.own_values.clone();
        let mut steps = Vec::new();
        for gap in gaps {
            let inputs = self.own_values.len() - earlier.len();
            let before = (inputs + gap.start()).checked_sub(1);
            let previous = before.and_then(|before| self.own_values[before].clone());
            for at in gap {
                own[inputs + at].clone_from(&previous);
                steps.push(at);
            }
        }
        let instead = self.procedure.consistent_value(number, &own);
        let follows = instead.is_some_and(|value| self.procedure.agrees(&claim.value, &value));
        (follows || self.is_written_with(number, claim, &own))
            .then_some(OmittedSteps { steps, own_values: own })
    }

    /// Returns the positions of the hidden steps up to the one that defines `reference`. Returns
    /// `None` if that step is shown or its value was used.
    fn gap_before(&self, reference: u16, earlier: &[StepVerdict]) -> Option<RangeInclusive<usize>> {
        let shown = |step: &StepVerdict| step.status != Status::NotShown;
        let at = self.procedure.position_of(reference)?;
        if shown(&earlier[at]) || self.is_used(reference) {
            return None;
        }
        let begin = earlier[..at].iter().rposition(shown).map_or(0, |before| before + 1);
        Some(begin..=at)
    }

    /// Returns whether the operand values written with a claim equal the values in `own`.
    fn is_written_with(&self, number: u16, claim: &StepClaim, own: &[Option<Number>]) -> bool {
        let Some(values) = &claim.operation_by_value else { return false };
        let step = self.procedure.step(number);
        let stands = |written: &ClaimedOperand, operand| {
            let value = self.procedure.operand(number, operand, own);
            written.value().is_some() && written.value() == value.as_deref()
        };
        stands(&values.left, step.left) && stands(&values.right, step.right)
    }

    /// Returns whether a claim follows if inexact quotients among the hidden steps are rounded or
    /// truncated in some way. If so, the rounded values become the transcript's own values. Applies
    /// only to whole-number arithmetic.
    pub(super) fn rounds_unseen(&mut self, number: u16, claimed: &Number) -> bool {
        let from = usize::from(self.previous);
        let unseen = self.previous + 1..number;
        let uneven =
            |value: &Option<Number>| value.as_ref().is_some_and(|value| !value.is_integer());
        let integers = matches!(self.procedure.arithmetic(), Arithmetic::Integer);
        if !integers || !self.own_values[from..].iter().any(uneven) {
            return false;
        }
        let mut variants: Vec<Vec<Option<Number>>> = vec![self.own_values[..from].to_vec()];
        for step in unseen {
            let mut next = Vec::new();
            for variant in variants {
                let value = self.procedure.consistent_value(step, &variant);
                let uneven = value.iter().filter(|value| !value.is_integer());
                let mut values: Vec<_> = uneven.flat_map(roundings).map(Some).collect();
                values.push(value);
                next.extend(
                    values.into_iter().map(|value| [variant.as_slice(), &[value]].concat()),
                );
            }
            next.truncate(MAX_ROUNDINGS);
            variants = next;
        }
        let fits = |variant: &Vec<Option<Number>>| {
            let value = self.procedure.consistent_value(number, variant);
            value.is_some_and(|value| self.procedure.agrees(claimed, &value))
        };
        let Some(variant) = variants.into_iter().find(fits) else { return false };
        self.own_values = variant;
        true
    }
}
