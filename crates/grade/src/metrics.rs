//! Measures of one transcript, each by the definition of the work that it comes from.

use stepfall_number::Number;
use stepfall_text::Status;

use crate::judge::StepVerdict;
use crate::verdict::TextVerdict;

/// How many of the steps are claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Executed {
    /// As many as the procedure has.
    Exact,
    /// Fewer.
    Under,
    /// More.
    Over,
}

impl Executed {
    /// The name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Under => "under",
            Self::Over => "over",
        }
    }
}

/// Counts from which every rate follows; rates themselves are left to those who average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metrics {
    /// How many steps the procedure has, without those of a history that was given: such steps count in nothing here.
    pub steps: usize,
    /// How many of them are claimed.
    pub claimed: usize,
    /// Claimed steps with those beyond the procedure, against the steps of the procedure (arXiv 2605.00817): nothing where no step
    /// is claimed, for obeying "answer only" is no failure.
    pub executed: Option<Executed>,
    /// How many steps are claimed before the first answer; nothing without an answer.
    pub first_answer_after: Option<usize>,
    /// How many claims agree with the truth from the first step on without a gap (the matched prefix of `ProcBench`,
    /// arXiv 2410.03117).
    pub prefix: usize,
    /// The longer of what is claimed and what was asked, by which [`Metrics::prefix`] is divided (`ProcBench`, prefix accuracy).
    pub prefix_of: usize,
    /// Whether all steps are claimed with their true values and none beyond (`ProcBench`, sequential match).
    pub sequence_match: bool,
    /// Whether the last claim of the transcript's work is the true last value (`ProcBench`, final match).
    pub final_match: bool,
    /// How many steps come before the first whose claim is wrong or missing; all of them where none is (L0-Bench,
    /// arXiv 2503.22832).
    pub before_first_error: usize,
    /// How many claimed steps are right given the transcript's own earlier values (arXiv 2509.09677).
    pub right_given_own: usize,
    /// How many claimed steps are right in truth.
    pub right_in_truth: usize,
}

impl Metrics {
    pub(crate) fn of(text_verdict: &TextVerdict, truth: &[Number]) -> Self {
        let steps = text_verdict.own().count();
        let right = |step: &&StepVerdict| {
            step.claim.as_ref().is_some_and(|claim| claim.value == step.expected)
        };
        let claimed = text_verdict.claimed().count();
        let total = claimed + text_verdict.extra_steps;
        let executed = (total > 0).then(|| match total.cmp(&steps) {
            std::cmp::Ordering::Less => Executed::Under,
            std::cmp::Ordering::Equal => Executed::Exact,
            std::cmp::Ordering::Greater => Executed::Over,
        });
        let prefix = text_verdict.own().take_while(right).count();
        let first = text_verdict.first().map(|answer| answer.claim.span.start);
        let before = |step: &&StepVerdict| {
            let start = step.claim.as_ref().map(|claim| claim.value_span.start);
            start.zip(first).is_some_and(|(start, first)| start < first)
        };
        let given_own =
            |step: &&StepVerdict| matches!(step.status, Status::Right | Status::Inherited);
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
            right_given_own: claims().filter(given_own).count(),
            right_in_truth: claims().filter(right).count(),
        }
    }
}
