//! The choice among several claims of a step, and the meaning of their order.

use stepfall_number::Number;

use crate::claim::StepClaim;
use crate::requested_procedure::RequestedProcedure;

/// Claims by the number of their step.
pub(super) struct ByStep<'a> {
    claims: &'a [StepClaim],
    /// The indices of the claims, sorted by the number of their step. Claims of the same step are
    /// in the order of the text.
    order: Vec<usize>,
    /// For each number, the end of its claims in `order`. The claims of a number begin where the
    /// claims of the previous number end.
    ends: Vec<usize>,
}

impl<'a> ByStep<'a> {
    /// Sorts the claims by the numbers of their steps, and drops numbers above `last`. Claims of the
    /// same step stay in the order of the text.
    pub(super) fn new(claims: &'a [StepClaim], last: u16) -> Self {
        let mut ends = vec![0; usize::from(last) + 1];
        let known = || claims.iter().enumerate().filter(|(_, claim)| claim.number <= last);
        for (_, claim) in known() {
            ends[usize::from(claim.number)] += 1;
        }
        let mut begin = 0;
        for end in &mut ends {
            // The next loop moves `end` from the beginning of the claims to their end.
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

    /// Returns the claims of one step, in the order of the text.
    pub(super) fn claims_for_step(
        &self,
        number: u16,
    ) -> impl DoubleEndedIterator<Item = &'a StepClaim> + ExactSizeIterator + Clone {
        let number = usize::from(number);
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.order[begin..self.ends[number]].iter().map(|place| &self.claims[*place])
    }
}

/// Returns for every number the claim that counts: the last one before a later step uses the value,
/// or before the announced answer if no step uses it. A withdrawn step has no claim that counts.
pub(super) fn choose<'a>(
    procedure: &RequestedProcedure<'_>,
    claims: &ByStep<'a>,
    announced_at: Option<usize>,
) -> Vec<Option<&'a StepClaim>> {
    let end = announced_at.unwrap_or(usize::MAX);
    // The position of the first use of each value.
    let mut first_uses = vec![None; usize::from(procedure.last()) + 1];
    let mut chosen = vec![None; first_uses.len()];
    for number in procedure.steps().rev() {
        let index = usize::from(number);
        let used: Option<usize> = first_uses[index];
        let limit = used.unwrap_or(end);
        let mut of_step = claims.claims_for_step(number);
        if of_step.len() > 0 && is_withdrawn(procedure, claims, number) {
            continue;
        }
        let before = of_step.clone().rev().find(|claim| claim.value_span.start < limit);
        // If all claims come after the first use of the value, the first claim counts. If nothing
        // uses the value and all its claims come after the answer, the last claim counts.
        let claim = before.or_else(|| match used {
            Some(_) => of_step.next(),
            None => of_step.next_back(),
        });
        chosen[index] = claim;
        let position = claim.map_or(limit, |claim| claim.value_span.start);
        for reference in procedure.references(number) {
            let first = &mut first_uses[usize::from(reference)];
            *first = Some(first.map_or(position, |first: usize| first.min(position)));
        }
    }
    chosen
}

/// Returns whether the work begins again after all claims of a step, with another value of an
/// operand, and later operations use another value of the step.
fn is_withdrawn(procedure: &RequestedProcedure<'_>, claims: &ByStep<'_>, number: u16) -> bool {
    let Some(own) = claims.claims_for_step(number).next_back() else { return false };
    procedure.references(number).any(|reference| {
        let mut of_operand = claims.claims_for_step(reference);
        let before = of_operand.clone().find(|claim| claim.value_span.end <= own.span.start);
        let after = of_operand.rfind(|claim| claim.span.start >= own.value_span.end);
        let Some((before, after)) = before.zip(after) else { return false };
        let uses_another = |later: u16| {
            let claim = claims.claims_for_step(later).next_back();
            let claim = claim.filter(|claim| claim.span.start >= after.value_span.end);
            let values = claim.and_then(|claim| claim.operation_by_value.as_ref());
            values.is_some_and(|values| {
                procedure.references(later).any(|reference| reference == number)
                    && values.values().is_some()
                    && !values.takes(&own.value)
            })
        };
        before.value != after.value && (number + 1..=procedure.last()).any(uses_another)
    })
}

/// Returns whether at least two earlier steps are computed again with the same results, and new
/// steps follow.
pub(super) fn went_back(claims: &[StepClaim], last: u16) -> bool {
    let mut seen: Vec<Option<&Number>> = vec![None; usize::from(last) + 1];
    let (mut highest, mut repeats) = (0, 0);
    for claim in claims {
        let Some(value) = seen.get_mut(usize::from(claim.number)) else { continue };
        let worked = claim.operation_by_name.is_some()
            || claim.operation_by_value.is_some()
            || claim.opens_line;
        let same = *value == Some(&claim.value);
        if claim.number > highest {
            if repeats > 1 {
                return true;
            }
            highest = claim.number;
        } else if worked && same && (repeats > 0 || claim.number < highest) {
            repeats += 1;
        } else if !same {
            // A corrected value is not a repetition.
            repeats = 0;
        }
        *value = Some(&claim.value);
    }
    false
}
