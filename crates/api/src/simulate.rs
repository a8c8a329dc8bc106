//! Simulated solvers.

use stepfall_condition::{DialogueSolver, read};
use stepfall_grade::StopReason;
use stepfall_procedure::Condition;
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, SolverKind};

use crate::failure::{ApiError, one_of};
use crate::item::open_link_with_item;

/// The transcript of a simulated solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The reply, or the whole dialogue if the condition is one.
    pub transcript: String,
    /// The slug of the failure mode that a careful reader would name. For a dialogue, it is the mode
    /// that the grader names; likewise under `answer-only` for a solver that can fail more than once,
    /// even if the rate is 0.
    pub mode: &'static str,
}

/// Simulates a solver on the item of a link. Writes a reply, or a whole dialogue if the condition
/// is one. `form` applies to replies only.
///
/// `solver` and `form` are the words of `--solver` and `--form` in `stepfall simulate --help`.
/// `rate` is the probability that a step fails, in ten-thousandths, for solvers that can fail more
/// than once. A `rate` of 0 means one failure.
///
/// # Errors
///
/// [`ApiError`] for other words, a rate above 10,000, a link without an item, and if the solver
/// cannot fail in this way on this item.
pub fn simulate(
    link: &str,
    solver: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<Written, ApiError> {
    let kinds = SolverKind::ALL.iter().map(|kind| kind.slug());
    let kind = one_of("solver", solver, SolverKind::from_slug, kinds)?;
    let forms = Form::ALL.iter().map(|form| form.slug());
    let form = one_of("form", form, Form::from_slug, forms)?;
    let most = u32::from(Rate::WHOLE);
    let parts = u16::try_from(rate).ok().filter(|parts| *parts <= Rate::WHOLE);
    let parts = parts.ok_or(ApiError::Range { what: "a rate in ten-thousandths", most })?;
    let frequency = if parts > 0 && kind.is_rated() {
        ErrorFrequency::PerStep(Rate::per_ten_thousand(parts))
    } else {
        ErrorFrequency::Once
    };
    let (opened, item) = open_link_with_item(link)?;
    let solver = Solver { kind, frequency };
    let condition = opened.link.condition;
    // A solver that can fail at every step needs its steps also for a reply with only the answer.
    // `DialogueSolver` computes and hides them.
    let is_silent = condition == Condition::AnswerOnly && kind.is_rated();
    if condition.is_plain() && !is_silent {
        let simulation = stepfall_solver::simulate(&item, condition, &solver, form, run.into());
        let simulation = simulation.ok_or(ApiError::NothingToSimulate)?;
        let mode = simulation.truth.primary.slug();
        return Ok(Written { transcript: simulation.transcript, mode });
    }
    let transcript = DialogueSolver::transcript(&item, condition, solver, form, run.into());
    let transcript = transcript.ok_or(ApiError::NothingToSimulate)?;
    let mode = read(&item, condition, &transcript, StopReason::Unknown).verdict.primary.slug();
    Ok(Written { transcript, mode })
}
