//! Finds root errors: errors that do not follow from an earlier error.

use stepfall_text::Status;

use crate::answer_error::answer_error;
use crate::cause::Cause;
use crate::judge::{StepVerdict, StepVerdicts};
use crate::read::Claims;
use crate::repair::repair;
use crate::requested_procedure::RequestedProcedure;
use crate::verdict::{Answer, RootError};

/// Returns all root errors: first the errors of steps, then the first step beyond the procedure,
/// then the error of the first answer. `end` is the length of the text in bytes.
pub(crate) fn roots(
    procedure: &RequestedProcedure<'_>,
    work: &StepVerdicts,
    answers: &[Answer],
    read: &Claims,
    end: usize,
) -> Vec<RootError> {
    let mut roots = of_steps(work, answers, end);
    repair(procedure, work, &mut roots);
    roots.extend(work.invented.as_ref().map(|claim| RootError {
        number: Some(claim.number),
        causes: vec![Cause::Invented],
        at: claim.span.start,
        repaired: None,
    }));
    let first = answers.first().filter(|answer| !answer.is_correct);
    roots.extend(first.and_then(|answer| {
        let cause = answer_error(procedure, work, answer, read)?;
        Some(RootError {
            number: None,
            causes: vec![cause],
            at: answer.claim.span.start,
            repaired: matches!(cause, Cause::Form).then_some(true),
        })
    }));
    roots
}

fn of_steps(work: &StepVerdicts, answers: &[Answer], end: usize) -> Vec<RootError> {
    let mut roots = Vec::new();
    let mut previous = Status::Correct;
    for (index, step) in work.steps.iter().enumerate() {
        let next = || work.steps[index..].iter().find_map(|step| step.claim.as_ref());
        let first_answer = || answers.first().map_or(end, |answer| answer.claim.span.start);
        let root = match step.status {
            Status::RootError => step
                .claim
                .as_ref()
                .map(|claim| claim.span.start)
                .map(|at| (step.hypotheses.clone(), at)),
            // Consecutive skipped steps are one root error, at the first of them. The error is
            // visible in the text at the next claim.
            Status::Skipped if previous != Status::Skipped => {
                Some((vec![Cause::Skipped], next().map_or(end, |claim| claim.span.start)))
            }
            Status::NotReached if previous != Status::NotReached => {
                Some((vec![Cause::Stopped], first_answer()))
            }
            Status::Correct
            | Status::Inherited
            | Status::Recovered
            | Status::NotShown
            | Status::Skipped
            | Status::NotReached
            | Status::Unclear
            | Status::Given => None,
        };
        previous = step.status;
        roots.extend(root.map(|(causes, at)| root_at(step, causes, at)));
    }
    roots
}

const fn root_at(step: &StepVerdict, causes: Vec<Cause>, at: usize) -> RootError {
    RootError { number: Some(step.number), causes, at, repaired: None }
}
