//! Compares the claims about steps with the procedure. A claim is correct, or it follows from
//! incorrect earlier values of the transcript, or it is an error with causes.

mod choice;
mod hidden_steps;
mod step;

use std::collections::BTreeSet;

use stepfall_number::Number;
use stepfall_text::Status;

use crate::cause::Cause;
use crate::claim::StepClaim;
use crate::requested_procedure::RequestedProcedure;

use self::choice::{ByStep, choose, went_back};
use self::step::Judge;

/// The most steps beyond a procedure that are counted.
const MAX_EXTRA_STEPS: usize = 1_000;

/// The verdict on one step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent properties of a claim")]
pub struct StepVerdict {
    /// The number of the value that the step defines. Inputs have the first numbers.
    pub number: u16,
    /// The verdict on the claim, or the reason why the step has no claim that counts.
    pub status: Status,
    /// The correct value under the condition of the prompt.
    pub expected: Number,
    /// The result of the step on the transcript's own earlier values, if these are known.
    pub consistent_value: Option<Number>,
    /// The claim that counts, or `None` if no claim does.
    pub claim: Option<StepClaim>,
    /// The causes of the error, the likeliest first. Never empty for [`Status::RootError`], and
    /// empty otherwise.
    pub hypotheses: Vec<Cause>,
    /// True if the value is correct although an earlier value that it depends on is incorrect.
    pub by_cancellation: bool,
    /// True if the step is claimed several times, always with the same value.
    pub is_repeated: bool,
    /// True if another claim of the step has another value.
    pub is_revised: bool,
    /// True if the step is first claimed after a later step, or is repeated before the work goes on
    /// to new steps. If the prompt allows any order, the step must be claimed after its operands
    /// instead.
    pub out_of_order: bool,
}

impl StepVerdict {
    /// Returns the verdict on a step that is not claimed.
    pub(crate) const fn not_shown(number: u16, expected: Number) -> Self {
        Self {
            number,
            status: Status::NotShown,
            expected,
            consistent_value: None,
            claim: None,
            hypotheses: Vec::new(),
            by_cancellation: false,
            is_repeated: false,
            is_revised: false,
            out_of_order: false,
        }
    }

    /// Returns the name of the status used in JSON and in labelled transcripts. For a root error,
    /// this is the name of its likeliest cause.
    pub fn slug(&self) -> &'static str {
        match self.status {
            Status::Correct => "right",
            Status::Inherited => "inherited",
            Status::Recovered => "recovered",
            Status::RootError => {
                self.hypotheses.first().map_or("unexplained", |cause| cause.slug())
            }
            Status::NotShown => "not-shown",
            Status::Skipped => "skipped",
            Status::NotReached => "not-reached",
            Status::Unclear => "unclear",
            Status::Given => "given",
        }
    }
}

/// The verdicts on all steps of a transcript.
#[derive(Debug, Default)]
pub(crate) struct StepVerdicts {
    pub(crate) steps: Vec<StepVerdict>,
    /// The transcript's own values. Value number n has index n - 1. A step without a claim has the
    /// value that follows from earlier own values.
    pub(crate) own_values: Vec<Option<Number>>,
    /// The first claim of a step beyond the procedure.
    pub(crate) invented: Option<StepClaim>,
    /// The number of distinct steps beyond the procedure that are claimed.
    pub(crate) extra_steps: usize,
    /// True if ambiguous numbers of the steps fit only in their second reading.
    pub(crate) second_reading: bool,
}

/// Judges claims. `inputs` has the values that the text gives to the inputs. `announced_at` is the
/// position of the first announced answer. `answer` is the value of the first answer of any kind.
pub(crate) fn judge(
    procedure: &RequestedProcedure<'_>,
    claims: &[StepClaim],
    inputs: &[Option<Number>],
    announced_at: Option<usize>,
    answer: Option<&Number>,
) -> StepVerdicts {
    let by_step = ByStep::new(claims, procedure.last());
    let chosen = choose(procedure, &by_step, announced_at);
    let mut judge = Judge::new(procedure, &by_step, inputs);
    let mut steps = Vec::with_capacity(procedure.item.procedure.steps.len());
    for number in procedure.steps() {
        let step = judge.step(number, chosen[usize::from(number)], &mut steps);
        steps.push(step);
    }
    if went_back(claims, procedure.last()) {
        for step in &mut steps {
            step.out_of_order |= step.is_repeated;
        }
    }
    let second_reading = judge.fits_second_reading();
    let own = judge.own_values;
    finish_tail(procedure, &mut steps, own.last().and_then(Option::as_ref), answer);
    let beyond = || claims.iter().filter(|claim| claim.number > procedure.last());
    let numbers: BTreeSet<u16> = beyond().map(|claim| claim.number).collect();
    let extra = numbers.len().min(MAX_EXTRA_STEPS);
    StepVerdicts {
        steps,
        own_values: own,
        invented: beyond().next().cloned(),
        extra_steps: extra,
        second_reading,
    }
}

/// Sets the status of the steps after the last claimed step, if any step is claimed. They are not
/// shown if the answer is correct or follows from `last_own_value`, the transcript's last value. Otherwise,
/// and always in an unchained procedure, they were not reached.
fn finish_tail(
    procedure: &RequestedProcedure<'_>,
    steps: &mut [StepVerdict],
    last_own_value: Option<&Number>,
    answer: Option<&Number>,
) {
    let Some(last) = steps.iter().rposition(|step| step.claim.is_some()) else { return };
    if procedure.is_unchained() {
        // In an unchained procedure no step uses another, so a step without a claim was skipped.
        for step in steps[..last].iter_mut().filter(|step| step.claim.is_none()) {
            step.status = Status::Skipped;
        }
    }
    let goes_on = !procedure.is_unchained()
        && answer.is_some_and(|answer| {
            *answer == procedure.answer
                || last_own_value.is_some_and(|own| procedure.answer_of(own) == *answer)
        });
    if !goes_on {
        for step in &mut steps[last + 1..] {
            step.status = Status::NotReached;
        }
    }
}
