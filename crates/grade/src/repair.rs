//! Counterfactual repair: tests whether the answer would be correct without one error.

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Operand, Step};
use stepfall_text::Status;

use crate::cause::Cause;
use crate::judge::{StepVerdict, StepVerdicts};
use crate::requested_procedure::{RequestedProcedure, difference, sum, value_of};
use crate::verdict::RootError;

/// The rule by which a step is computed again after an earlier value changed.
enum StepReplay<'a> {
    /// By the procedure.
    Follows,
    /// By the procedure. If the value is `from` again, it is rounded to `to` again.
    Rounds { from: &'a Number, to: &'a Number },
    /// With another operation, or with other operands.
    Instead(Step),
    /// By a look-up of the value with the number `of` in this table.
    LooksUp { table: usize, of: u16 },
    /// By the procedure, plus this difference.
    Off(Number),
    /// The value stays the same.
    Stays(&'a Number),
    /// Unknown.
    Unknown,
}

/// Tests for each root error of a step whether the answer would be correct without it, and fills in
/// the result. Root errors are in the order of the steps.
///
/// All later steps are computed again. Steps that followed from the transcript's own values follow
/// again, and later errors are repeated by their likeliest causes. The result is `None` if the
/// steps do not reach the answer, or if a value is unknown or too long.
///
/// If no step uses another, the result tells whether all steps would be correct.
pub(crate) fn repair(
    procedure: &RequestedProcedure<'_>,
    work: &StepVerdicts,
    roots: &mut [RootError],
) {
    if procedure.is_unchained() {
        let incorrect = work.steps.iter().filter(|step| step.status != Status::Correct).count();
        for root in roots {
            root.repaired = Some(incorrect == 1);
        }
        return;
    }
    let reached = work.steps.last().is_some_and(|last| {
        last.claim.is_some() || matches!(last.status, Status::NotShown | Status::NotReached)
    });
    if roots.is_empty() || !reached {
        return;
    }
    let replays: Vec<StepReplay<'_>> =
        work.steps.iter().map(|step| replay_of(procedure, work, step)).collect();
    let mut own = work.own_values.clone();
    // In paper arithmetic, exact values are often longer than 64 bits. In other arithmetic, only
    // repeated inexact quotients are that long, and the repair stops there.
    let exact = matches!(procedure.arithmetic(), Arithmetic::Paper { .. });
    // Errors are repaired from the last to the first, so that the values before an error are
    // unchanged.
    for root in roots.iter_mut().rev() {
        let Some(number) = root.number else { continue };
        let Some(position) = procedure.position_of(number) else { continue };
        let mut mending = true;
        let mut known = true;
        for (step, replay) in work.steps.iter().zip(&replays).skip(position) {
            // Skipped steps directly after the error are repaired with it.
            mending &= step.number == number || step.status == Status::Skipped;
            let replay = if mending { &StepReplay::Follows } else { replay };
            let (before, after) = own.split_at_mut(usize::from(step.number) - 1);
            after[0] = value(procedure, step.number, replay, before);
            known = after[0].as_ref().is_some_and(|value| exact || value.to_fraction().is_some());
            if !known {
                break;
            }
        }
        let last = own.last().and_then(Option::as_ref).filter(|_| known);
        root.repaired = last.map(|last| procedure.answer_of(last) == procedure.answer);
    }
}

/// Returns the value of a step that is computed again by this rule. `own` has the values before the
/// step.
fn value(
    procedure: &RequestedProcedure<'_>,
    number: u16,
    replay: &StepReplay<'_>,
    own: &[Option<Number>],
) -> Option<Number> {
    let followed = || procedure.consistent_value(number, own);
    match replay {
        StepReplay::Follows => followed(),
        StepReplay::Rounds { from, to } => {
            followed().map(|value| if value == **from { (*to).clone() } else { value })
        }
        StepReplay::Instead(step) => procedure.carry_out(*step, own),
        StepReplay::LooksUp { table, of } => {
            let key = own.get(usize::from(*of) - 1)?.as_ref()?;
            procedure.look_ups()?.look_up(*table, key)
        }
        StepReplay::Off(off) => sum(&followed()?, off),
        StepReplay::Stays(value) => Some((*value).clone()),
        StepReplay::Unknown => None,
    }
}

fn replay_of<'a>(
    procedure: &RequestedProcedure<'_>,
    work: &StepVerdicts,
    step: &'a StepVerdict,
) -> StepReplay<'a> {
    let Some(claim) = &step.claim else { return StepReplay::Follows };
    match (step.status, &step.consistent_value) {
        (Status::Recovered, _) => StepReplay::Stays(&claim.value),
        (Status::RootError, _) => {
            replay_of_error(procedure, work, step, &claim.value).unwrap_or(StepReplay::Unknown)
        }
        (_, Some(followed)) if *followed != claim.value => {
            StepReplay::Rounds { from: followed, to: &claim.value }
        }
        _ => StepReplay::Follows,
    }
}

fn replay_of_error<'a>(
    procedure: &RequestedProcedure<'_>,
    work: &StepVerdicts,
    verdict: &'a StepVerdict,
    claimed: &'a Number,
) -> Option<StepReplay<'a>> {
    let cause = *verdict.hypotheses.first()?;
    if let Some(look_ups) = procedure.look_ups() {
        let named = || look_ups.table(procedure.position_of(verdict.number)?);
        return Some(match cause {
            Cause::Operand { took: Some(of), .. } => StepReplay::LooksUp { table: named()?, of },
            Cause::Table(table) => {
                StepReplay::LooksUp { table: usize::from(table), of: verdict.number - 1 }
            }
            _ => StepReplay::Stays(claimed),
        });
    }
    let step = procedure.step_for_own_values(verdict.number, &work.own_values);
    Some(match cause {
        Cause::Swapped => StepReplay::Instead(Step { left: step.right, right: step.left, ..step }),
        Cause::Operation(op) => StepReplay::Instead(Step { op, ..step }),
        Cause::Operand { took: Some(took), .. } => {
            // The other value replaces the operand on the side that leads to the claimed value.
            let other = value_of(Operand::Value(took), &work.own_values)?;
            let as_left = procedure.apply(step, &other, &*value_of(step.right, &work.own_values)?);
            let took = Operand::Value(took);
            StepReplay::Instead(if as_left.as_ref() == Some(claimed) {
                Step { left: took, ..step }
            } else {
                Step { right: took, ..step }
            })
        }
        _ => StepReplay::Off(difference(claimed, verdict.consistent_value.as_ref()?)?),
    })
}
