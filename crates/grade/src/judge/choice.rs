//! Which of several claims of a step counts, and what their order shows.

use stepfall_number::Number;

use crate::claim::StepClaim;
use crate::plan::Plan;

/// Claims by the number of their step.
pub(super) struct ByStep<'a> {
    claims: &'a [StepClaim],
    /// The places of the claims, those of `S0` first, each in the order of the text.
    order: Vec<usize>,
    /// By number, where its claims end in the order; they begin where those of the number before end.
    ends: Vec<usize>,
}

impl<'a> ByStep<'a> {
    /// The claims of values up to this number; others are left out.
    pub(super) fn new(claims: &'a [StepClaim], last: u16) -> Self {
        let mut ends = vec![0; usize::from(last) + 1];
        let known = || claims.iter().enumerate().filter(|(_, claim)| claim.number <= last);
        for (_, claim) in known() {
            ends[usize::from(claim.number)] += 1;
        }
        let mut begin = 0;
        for end in &mut ends {
            // For now where they begin.
            begin += std::mem::replace(end, begin);
        }
        let mut order = vec![0; begin];
        for (place, claim) in known() {
            let end = &mut ends[usize::from(claim.number)];
            order[*end] = place;
            *end += 1;
        }
        Self { claims, order, ends }
    }

    /// The claims of one step.
    pub(super) fn of(
        &self,
        number: u16,
    ) -> impl DoubleEndedIterator<Item = &'a StepClaim> + ExactSizeIterator + Clone {
        let number = usize::from(number);
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.order[begin..self.ends[number]].iter().map(|place| &self.claims[*place])
    }
}

/// For every number the claim that counts: the last before the value is used.
pub(super) fn choose<'a>(
    plan: &Plan<'_>,
    claims: &ByStep<'a>,
    announced_at: Option<usize>,
) -> Vec<Option<&'a StepClaim>> {
    let end = announced_at.unwrap_or(usize::MAX);
    // Where each value is used first.
    let mut first_uses = vec![None; usize::from(plan.last()) + 1];
    let mut chosen = vec![None; first_uses.len()];
    for number in plan.steps().rev() {
        let index = usize::from(number);
        let used: Option<usize> = first_uses[index];
        let limit = used.unwrap_or(end);
        let mut of_step = claims.of(number);
        if of_step.len() > 0 && is_withdrawn(plan, claims, number) {
            continue;
        }
        let before = of_step.clone().rev().find(|claim| claim.value_span.start < limit);
        // What nothing uses, and comes only after the answer, counts as it stands in the end.
        let claim = before.or_else(|| match used {
            Some(_) => of_step.next(),
            None => of_step.next_back(),
        });
        chosen[index] = claim;
        let position = claim.map_or(limit, |claim| claim.value_span.start);
        for reference in plan.references(number) {
            let first = &mut first_uses[usize::from(reference)];
            *first = Some(first.map_or(position, |first: usize| first.min(position)));
        }
    }
    chosen
}

/// Returns whether the work begins anew after all claims of a step, with another value of what the step uses, and later operations use another value in its place.
fn is_withdrawn(plan: &Plan<'_>, claims: &ByStep<'_>, number: u16) -> bool {
    let Some(own) = claims.of(number).next_back() else { return false };
    plan.references(number).any(|reference| {
        let mut of_operand = claims.of(reference);
        let before = of_operand.clone().find(|claim| claim.value_span.end <= own.span.start);
        let after = of_operand.rfind(|claim| claim.span.start >= own.value_span.end);
        let Some((before, after)) = before.zip(after) else { return false };
        let uses_another = |later: u16| {
            let claim = claims.of(later).next_back();
            let claim = claim.filter(|claim| claim.span.start >= after.value_span.end);
            let values = claim.and_then(|claim| claim.values.as_ref());
            values.is_some_and(|values| {
                plan.references(later).any(|reference| reference == number)
                    && values.values().is_some()
                    && !values.takes(&own.value)
            })
        };
        before.value != after.value && (number + 1..=plan.last()).any(uses_another)
    })
}

/// Whether an earlier step is worked out again with the same result, and steps that are new come after.
pub(super) fn went_back(claims: &[StepClaim], last: u16) -> bool {
    let mut seen: Vec<Option<&Number>> = vec![None; usize::from(last) + 1];
    let (mut highest, mut repeats) = (0, 0);
    for claim in claims {
        let Some(value) = seen.get_mut(usize::from(claim.number)) else { continue };
        let worked = claim.names.is_some() || claim.values.is_some() || claim.opens_line;
        let same = *value == Some(&claim.value);
        if claim.number > highest {
            if repeats > 1 {
                return true;
            }
            highest = claim.number;
        } else if worked && same && (repeats > 0 || claim.number < highest) {
            repeats += 1;
        } else if !same {
            // Something is corrected.
            repeats = 0;
        }
        *value = Some(&claim.value);
    }
    false
}
