//! What the grader concludes about a transcript.

use std::ops::Range;

use stepfall_number::{Budget, Number};
use stepfall_text::{Mode, Status};

use crate::cause::Cause;
use crate::certainty::Certainty;
use crate::claim::{Claim, Rule};
use crate::judge::StepVerdict;
use crate::metrics::Metrics;
use crate::plan::{Plan, product};

/// The version of the grader: verdicts of different versions may differ.
pub const GRADER: u32 = 3;

/// Why a model stopped, where the provider said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stop {
    /// By itself, or nothing is known.
    #[default]
    Unknown,
    /// The output was cut at a limit.
    Length,
}

/// An answer, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What was read.
    pub claim: Claim,
    /// Whether it equals the exact value. Never where it can be read in two ways.
    pub correct: bool,
    /// Whether it is within 0.001 × max(1, |truth|) of it.
    pub within_tolerance: bool,
}

impl Answer {
    /// Judges an answer.
    pub(crate) fn of(plan: &Plan<'_>, claim: Claim) -> Self {
        let certain = claim.other.is_none();
        let correct = certain && claim.value == plan.answer;
        let within_tolerance = correct || (certain && is_within_tolerance(&claim, &plan.answer));
        Self { claim, correct, within_tolerance }
    }

    /// Judges the value of the last step as the answer of a text that announces none.
    pub(crate) fn of_last_step(plan: &Plan<'_>, span: &Range<usize>, value: &Number) -> Self {
        let (span, value) = (span.clone(), value.clone());
        Self::of(plan, Claim { span, value, other: None, rule: Rule::LastStep })
    }
}

/// |value - truth| <= 0.001 × max(1, |truth|)
fn is_within_tolerance(claim: &Claim, truth: &Number) -> bool {
    let Ok(apart) = claim.value.sub(truth, Budget::digits(4_000)) else { return false };
    let scale = truth.abs().max(Number::integer(1));
    let thousandfold = product(&apart.abs(), &Number::integer(1_000));
    thousandfold.is_some_and(|apart| apart <= scale)
}

/// A fault that does not follow from an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootFault {
    /// The number of the value; nothing where the answer itself is at fault, or an equation that belongs to no step.
    pub number: Option<u16>,
    /// What happened, the likelier first; never empty.
    pub causes: Vec<Cause>,
    /// Where in the transcript, in bytes.
    pub at: usize,
    /// Whether the answer would be right had only this been right; nothing where that is not known.
    pub repaired: Option<bool>,
}

impl RootFault {
    /// The likeliest cause.
    pub fn cause(&self) -> Cause {
        self.causes.first().copied().unwrap_or(Cause::Unexplained)
    }
}

/// What was read in one text of a transcript, the visible one or the reasoning, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextVerdict {
    /// All answers that count, in the order of the text.
    pub answers: Vec<Answer>,
    /// All steps, in order.
    pub steps: Vec<StepVerdict>,
    /// Root faults in the order of the steps, those of answers last.
    pub roots: Vec<RootFault>,
    /// How many steps beyond the procedure are claimed.
    pub extra_steps: usize,
    /// How sure it is which value belongs to which step.
    pub certainty: Certainty,
    /// Whether the work goes another way than the procedure, so that its equations are held against themselves alone.
    pub other_order: bool,
}

impl TextVerdict {
    /// Returns the position of the step that defines the value with this number, or `None` for an input.
    pub fn position_of(&self, number: u16) -> Option<usize> {
        Some(usize::from(number.checked_sub(self.steps.first()?.number)?))
    }

    /// Returns the step that defines the value with this number.
    pub fn step(&self, number: u16) -> Option<&StepVerdict> {
        self.steps.get(self.position_of(number)?)
    }

    /// The steps that are claimed.
    pub fn claimed(&self) -> impl Iterator<Item = &StepVerdict> {
        self.steps.iter().filter(|step| step.claim.is_some())
    }

    /// The steps that were to be done: those of a history that was given are none of the work.
    pub fn own(&self) -> impl Iterator<Item = &StepVerdict> {
        self.steps.iter().filter(|step| step.status != Status::Given)
    }

    /// The first answer.
    pub fn first(&self) -> Option<&Answer> {
        self.answers.first()
    }

    /// The last answer.
    pub fn last(&self) -> Option<&Answer> {
        self.answers.last()
    }

    /// Whether the first answer is right.
    pub fn is_right(&self) -> bool {
        self.first().is_some_and(|answer| answer.correct)
    }

    /// Whether any answer is right.
    pub fn any_correct(&self) -> bool {
        self.answers.iter().any(|answer| answer.correct)
    }
}

/// The reasoning that stands in a transcript. It counts for nothing in the verdict on the visible text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reasoning {
    /// Where it stands, in bytes, its marks (`<think>`) included; in order.
    pub spans: Vec<Range<usize>>,
    /// The verdict on it, as if it were all that was written. It has no reasoning and no samples of its own.
    pub verdict: Box<Verdict>,
}

/// The verdict on a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The visible text.
    pub text: TextVerdict,
    /// The reasoning, where the transcript has any.
    pub reasoning: Option<Reasoning>,
    /// All failure modes that hold, in the order of [`Mode::ALL`].
    pub modes: Vec<Mode>,
    /// The one to name.
    pub primary: Mode,
    /// Measures of the visible text.
    pub metrics: Metrics,
    /// The parts that hold one sample each, where the transcript seems to hold several.
    pub samples: Vec<Range<usize>>,
}
