//! Measures of one transcript. If the comment of a measure names a paper, the measure is defined as
//! in that paper.

use stepfall_number::Number;
use stepfall_text::Status;

use crate::judge::StepVerdict;
use crate::verdict::TextVerdict;

/// The number of claimed steps, compared with the procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepCount {
    /// As many steps as the procedure has.
    Exact,
    /// Fewer steps than the procedure has.
    Under,
    /// More steps than the procedure has.
    Over,
}

impl StepCount {
    /// Returns the name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Under => "under",
            Self::Over => "over",
        }
    }
}

/// Counts for one transcript. The code that averages over transcripts computes rates from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metrics {
    /// The number of steps of the procedure. Steps that the prompt already shows as done do not
    /// count here or in any other measure.
    pub steps: usize,
    /// The number of steps of the procedure that are claimed.
    pub claimed: usize,
    /// The number of claimed steps, including steps beyond the procedure, compared with the number
    /// of steps of the procedure (arXiv 2605.00817). `None` if no step is claimed, because the
    /// prompt may request only the answer.
    pub executed: Option<StepCount>,
    /// The number of steps that are claimed before the first answer, or `None` without an answer.
    pub first_answer_after: Option<usize>,
    /// The number of steps with correct claims before the first step without one (the matched
    /// prefix of `ProcBench`, arXiv 2410.03117).
    pub prefix: usize,
    /// The number of claimed steps, including steps beyond the procedure, or [`Metrics::steps`],
    /// whichever is larger. [`Metrics::prefix`] divided by it is the prefix accuracy of
    /// `ProcBench`.
    pub prefix_of: usize,
    /// True if all steps are claimed with their correct values and there are no extra steps
    /// (`ProcBench`, sequential match).
    pub sequence_match: bool,
    /// True if the claim of the last step is correct and there are no extra steps (`ProcBench`,
    /// final match).
    pub final_match: bool,
    /// The number of steps before the first step whose claim is incorrect or missing, or of all
    /// steps if no such step exists (L0-Bench, arXiv 2503.22832).
    pub before_first_error: usize,
    /// The number of claimed steps that are correct given the transcript's own earlier values
    /// (arXiv 2509.09677).
    pub correct_given_own: usize,
    /// The number of claimed steps with the correct value.
    pub correct_in_truth: usize,
}

impl Metrics {
    pub(crate) fn of(text_verdict: &TextVerdict, truth: &[Number]) -> Self {
        let steps = text_verdict.required_steps().count();
        let is_correct = |step: &&StepVerdict| {
            step.claim.as_ref().is_some_and(|claim| claim.value == step.expected)
        };
        let claimed = text_verdict.claimed_steps().count();
        let total = claimed + text_verdict.extra_steps;
        let executed = (total > 0).then(|| match total.cmp(&steps) {
            std::cmp::Ordering::Less => StepCount::Under,
            std::cmp::Ordering::Equal => StepCount::Exact,
            std::cmp::Ordering::Greater => StepCount::Over,
        });
        let prefix = text_verdict.required_steps().take_while(is_correct).count();
        let first = text_verdict.first_answer().map(|answer| answer.claim.span.start);
        let before = |step: &&StepVerdict| {
            let start = step.claim.as_ref().map(|claim| claim.value_span.start);
            start.zip(first).is_some_and(|(start, first)| start < first)
        };
        let given_own =
            |step: &&StepVerdict| matches!(step.status, Status::Correct | Status::Inherited);
        let claims = || text_verdict.steps.iter().filter(|step| step.claim.is_some());
        Self {
            steps,
            claimed,
            executed,
            first_answer_after: first.map(|_| text_verdict.steps.iter().filter(before).count()),
            prefix,
            prefix_of: total.max(steps),
            sequence_match: prefix == steps && text_verdict.extra_steps == 0,
            final_match: text_verdict.steps.last().is_some_and(|last| {
                last.claim.as_ref().is_some_and(|claim| Some(&claim.value) == truth.last())
            }) && text_verdict.extra_steps == 0,
            before_first_error: prefix,
            correct_given_own: claims().filter(given_own).count(),
            correct_in_truth: claims().filter(is_correct).count(),
        }
    }
}
