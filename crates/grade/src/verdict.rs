//! The verdict on a transcript and its parts.

use std::ops::Range;

use stepfall_number::{Budget, Number};
use stepfall_text::{Mode, Status};

use crate::cause::Cause;
use crate::certainty::Certainty;
use crate::claim::{AnswerClaim, AnswerRule};
use crate::judge::StepVerdict;
use crate::metrics::Metrics;
use crate::requested_procedure::{RequestedProcedure, product};

/// The version of the grader. Verdicts of different versions may differ.
pub const GRADER_VERSION: u32 = 3;

/// The reason why a model stopped, if the provider reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StopReason {
    /// The model stopped by itself, or the reason is unknown.
    #[default]
    Unknown,
    /// The output was cut at a limit.
    Length,
}

/// An answer and its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The number, with its position and the rule by which it counts.
    pub claim: AnswerClaim,
    /// True if the number equals the correct answer. Never set if the number can be read in two
    /// ways. If steps are independent, all of them must be correct. If only steps are requested,
    /// they alone decide.
    pub is_correct: bool,
    /// True if the number is within 0.001 × max(1, |correct answer|) of the correct answer. The
    /// other conditions of `is_correct` apply too.
    pub within_tolerance: bool,
}

impl Answer {
    /// Judges an answer by its number alone, without regard to the steps.
    pub(crate) fn of(procedure: &RequestedProcedure<'_>, claim: AnswerClaim) -> Self {
        let certain = claim.second_value.is_none();
        let correct = certain && claim.value == procedure.answer;
        let within_tolerance =
            correct || (certain && is_within_tolerance(&claim, &procedure.answer));
        Self { claim, is_correct: correct, within_tolerance }
    }

    /// Judges the value of the last step as the answer of a text that announces no answer.
    pub(crate) fn of_last_step(
        procedure: &RequestedProcedure<'_>,
        span: &Range<usize>,
        value: &Number,
    ) -> Self {
        let (span, value) = (span.clone(), value.clone());
        Self::of(
            procedure,
            AnswerClaim { span, value, second_value: None, rule: AnswerRule::LastStep },
        )
    }
}

/// Returns whether |value - truth| <= 0.001 × max(1, |truth|).
fn is_within_tolerance(claim: &AnswerClaim, truth: &Number) -> bool {
    let Ok(apart) = claim.value.sub(truth, Budget::digits(4_000)) else { return false };
    let scale = truth.abs().max(Number::integer(1));
    let thousandfold = product(&apart.abs(), &Number::integer(1_000));
    thousandfold.is_some_and(|apart| apart <= scale)
}

/// An error that is not inherited from an earlier error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootError {
    /// The number of the value. `None` for an error of the answer, or of an equation that belongs
    /// to no step.
    pub number: Option<u16>,
    /// The causes, the likeliest first. Never empty.
    pub causes: Vec<Cause>,
    /// The byte of the transcript at which the error shows. A step that was left out shows at the
    /// next claim.
    pub at: usize,
    /// `Some(true)` if the answer would be correct without this error. `None` if that is unknown.
    pub repaired: Option<bool>,
}

impl RootError {
    /// Returns the likeliest cause.
    pub fn cause(&self) -> Cause {
        self.causes.first().copied().unwrap_or(Cause::Unexplained)
    }
}

/// The verdict on one text of a transcript: the visible one or the reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextVerdict {
    /// All answers that count, in the order of the text.
    pub answers: Vec<Answer>,
    /// The verdicts on all steps of the procedure, in order.
    pub steps: Vec<StepVerdict>,
    /// Root errors of steps, in the order of the steps, and then the root error of the first answer
    /// or of an equation. Of several steps beyond the procedure, only the first claimed one is an
    /// error.
    pub roots: Vec<RootError>,
    /// The number of claimed steps beyond the procedure.
    pub extra_steps: usize,
    /// The certainty with which values are assigned to steps.
    pub certainty: Certainty,
    /// True if the work computes in another order than the procedure. Then only its equations are
    /// checked.
    pub other_order: bool,
}

impl TextVerdict {
    /// Returns the position of the step that defines the value with this number, or `None` for an
    /// input. A number beyond the procedure has a position after the last step.
    pub fn position_of(&self, number: u16) -> Option<usize> {
        Some(usize::from(number.checked_sub(self.steps.first()?.number)?))
    }

    /// Returns the step that defines the value with this number, or `None` for an input and for a
    /// value beyond the procedure.
    pub fn step(&self, number: u16) -> Option<&StepVerdict> {
        self.steps.get(self.position_of(number)?)
    }

    /// Returns the steps with a claim that counts.
    pub fn claimed_steps(&self) -> impl Iterator<Item = &StepVerdict> {
        self.steps.iter().filter(|step| step.claim.is_some())
    }

    /// Returns the steps that the model had to do: all steps that the prompt does not already show
    /// as done.
    pub fn required_steps(&self) -> impl Iterator<Item = &StepVerdict> {
        self.steps.iter().filter(|step| step.status != Status::Given)
    }

    /// Returns the first answer, which decides whether the transcript counts as correct.
    pub fn first_answer(&self) -> Option<&Answer> {
        self.answers.first()
    }

    /// Returns the last answer. It is also the first one if the text has only one answer.
    pub fn last_answer(&self) -> Option<&Answer> {
        self.answers.last()
    }

    /// Returns whether the first answer is correct. Returns `false` without an answer.
    pub fn is_correct(&self) -> bool {
        self.first_answer().is_some_and(|answer| answer.is_correct)
    }

    /// Returns whether any answer is correct, even one that a later or earlier answer contradicts.
    pub fn has_correct_answer(&self) -> bool {
        self.answers.iter().any(|answer| answer.is_correct)
    }
}

/// The reasoning of a transcript. It does not change the verdict on the visible text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reasoning {
    /// The positions in bytes, in order and including the tags (`<think>`).
    pub spans: Vec<Range<usize>>,
    /// The verdict on the reasoning, as if the reasoning were the whole text. This verdict has no
    /// reasoning and no samples.
    pub verdict: Box<Verdict>,
}

/// The verdict on a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The verdict on the visible text.
    pub visible: TextVerdict,
    /// The reasoning and its verdict, if there is any and the grader judges it.
    pub reasoning: Option<Reasoning>,
    /// All failure modes that apply, in the order of [`Mode::ALL`].
    pub modes: Vec<Mode>,
    /// The main failure mode, or a mode without an error such as [`Mode::Followed`].
    pub primary: Mode,
    /// Measures of the visible text.
    pub metrics: Metrics,
    /// The parts with one sample each, if the transcript seems to contain several.
    pub samples: Vec<Range<usize>>,
}
