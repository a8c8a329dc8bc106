//! Causes of an incorrect answer that the steps do not explain.

use stepfall_number::Number;
use stepfall_text::Status;

use crate::cause::{Cause, arithmetic_error_at};
use crate::claim::{AnswerClaim, AnswerRule, StepClaim};
use crate::judge::StepVerdicts;
use crate::read::Claims;
use crate::requested_procedure::RequestedProcedure;
use crate::rounding::is_rounding;
use crate::verdict::Answer;

/// Returns the cause of an incorrect first answer. Returns `None` if the steps explain the answer,
/// or if the last step has no value in the transcript.
pub(crate) fn answer_error(
    procedure: &RequestedProcedure<'_>,
    work: &StepVerdicts,
    answer: &Answer,
    read: &Claims,
) -> Option<Cause> {
    // If the steps are independent, a step that is not correct or not shown explains the answer.
    if procedure.is_isolated() && work.steps.iter().any(|step| step.status != Status::Correct) {
        return None;
    }
    let first = read.steps.first().map(|claim| claim.value_span.start);
    if is_premature(answer, first, read.latest_first(procedure.last())) {
        return Some(Cause::Early);
    }
    let claim = &answer.claim;
    let last = &work.steps.last()?.claim.as_ref()?.value;
    let reports = |step: &StepClaim| {
        step.value == claim.value || procedure.answer_of(&step.value) == claim.value
    };
    if read.steps.iter().any(|step| step.number > procedure.last() && reports(step)) {
        return None;
    }
    let own = procedure.answer_of(last);
    if claim.value == own || claim.second_value.as_ref() == Some(&own) {
        // The answer can be read as the correct value, and in another way.
        let doubt = claim.value != procedure.answer
            && claim.second_value.is_some()
            && own == procedure.answer;
        return doubt.then_some(Cause::Form);
    }
    if own == procedure.answer && has_other_form(procedure, claim) {
        return Some(Cause::Form);
    }
    if procedure.places().is_some_and(|places| claim.value == last.round(places)) {
        return None;
    }
    let mut others = work.steps.iter().rev().skip(1);
    if let Some(step) = others.find(|step| step.claim.as_ref().is_some_and(reports)) {
        return Some(Cause::Reports(step.number));
    }
    let arithmetic_error = arithmetic_error_at(procedure.answer_places(), &claim.value, &own);
    Some(arithmetic_error.map_or(Cause::Unexplained, Cause::ArithmeticError))
}

/// Returns whether an answer comes too early. A tagged, boxed or announced answer must not precede
/// the first claim of any step. A number alone in a line must not precede all claims. `first` is
/// the position of the first claim. Each step has a first claim; `latest` is the position of the
/// last of these.
pub(crate) fn is_premature(answer: &Answer, first: Option<usize>, latest: Option<usize>) -> bool {
    let before = |place: Option<usize>| place.is_some_and(|place| place > answer.claim.span.start);
    match answer.claim.rule {
        AnswerRule::Alone => before(first),
        AnswerRule::LastStep => false,
        AnswerRule::Tagged | AnswerRule::Boxed | AnswerRule::Announced => before(latest),
    }
}

/// Returns whether an answer is the correct value in another form, or has two possible readings of
/// which one is correct.
pub(crate) fn has_other_form(procedure: &RequestedProcedure<'_>, claim: &AnswerClaim) -> bool {
    let truth = &procedure.answer;
    if let Some(other) = &claim.second_value {
        return claim.value == *truth || other == truth;
    }
    let exact = procedure.truth.last();
    let rounds = |exact: &Number| is_rounding(&claim.value, exact);
    let is_whole = procedure.places() == Some(0);
    exact == Some(&claim.value) || (!is_whole && (rounds(truth) || exact.is_some_and(rounds)))
}
