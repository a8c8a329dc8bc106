//! The stored data of one graded attempt: counts and labels, from which every figure is computed.

use std::hash::{DefaultHasher, Hash, Hasher};

use stepfall_condition::{Agreement, ConditionResult, Reading, Role, parts};
use stepfall_grade::{Mode, Status, StepCount, Verdict};
use stepfall_procedure::{Condition, Difficulty, Item, Op};
use stepfall_protocol::figure::Measure;
use stepfall_stats::FirstError;
use stepfall_sweep::tokens;

use crate::error_category::ErrorCategory;

/// The task of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskKey {
    /// The index of the target, from 0.
    pub target: u16,
    /// The condition under which the target was asked.
    pub condition: Condition,
    /// The number of steps of the procedure.
    pub steps: u16,
    /// The look-back of the procedure's spec.
    pub look_back: u8,
    /// The number of the item among those of this length and look-back. The same number is the same
    /// item for every target and condition.
    pub item: u32,
    /// The number of the attempt, among those of this target at this item under this condition.
    pub sample: u32,
}

/// Tokens, time and cost of an attempt, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttemptCosts {
    /// The number of tokens of all requests.
    pub tokens_in: Option<u32>,
    /// The number of tokens of all replies, reasoning included.
    pub tokens_out: Option<u32>,
    /// The number of reasoning tokens, which are part of `tokens_out`.
    pub reasoning: Option<u32>,
    /// The duration of the last try, in thousandths of a second.
    pub millis: Option<u32>,
    /// The cost, in millionths of the currency in which prices are given.
    pub cost_micros: Option<u64>,
}

/// One graded attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are measures of correctness")]
pub struct Row {
    /// The task that the attempt answers.
    pub task: TaskKey,
    /// The difficulty of the item's arithmetic.
    pub difficulty: Difficulty,
    /// The number of steps of the item that add or subtract.
    pub sums: u32,
    /// True if a simulated solver answered instead of a model.
    pub is_simulated: bool,
    /// True if the item is solved: the answer that counts under the condition is correct. That is
    /// the first answer of a single reply and the last one of a dialogue.
    pub is_solved: bool,
    /// The error category; `None` if the item is solved.
    pub error_category: Option<ErrorCategory>,
    /// A hash of the answer that counts under the condition, equal for equal answers; `None`
    /// without an answer. If every step counts, the hash covers the values of all steps.
    pub answer: Option<u64>,
    /// True if the first answer is correct. This is the answer before any review, and before a
    /// checked turn was returned to the model for correction.
    pub is_first_answer_correct: bool,
    /// True if the last answer is correct.
    pub is_last_answer_correct: bool,
    /// True if any answer is correct.
    pub is_any_answer_correct: bool,
    /// True if the first answer is correct within 0.001 × max(1, |correct value|).
    pub is_first_answer_close: bool,
    /// The primary failure mode; `followed` if there is no failure.
    pub primary: Mode,
    /// Whether the transcript claims as many steps as the procedure has, fewer or more. `None`
    /// without claimed steps.
    pub executed: Option<StepCount>,
    /// The first step that is in truth incorrect or left out.
    pub first_error: FirstError,
    /// The number of claimed steps that are correct given the transcript's own earlier values.
    pub correct_given_own: u16,
    /// The number of claimed steps.
    pub claimed: u16,
    /// The number of the model's replies.
    pub replies: u16,
    /// The minimum number of tokens of the replies, estimated from their text as
    /// [`stepfall_sweep::tokens`] does.
    pub written: u32,
    /// The agreement of reasoning and visible text; `None` without reasoning.
    pub agreement: Option<Agreement>,
    /// The counts that only the condition of the attempt has, such as those of checked turns.
    pub detail: ConditionResult,
    /// Tokens, time and cost of the attempt.
    pub spent: AttemptCosts,
}

impl Row {
    /// Returns whether the attempt is correct by a measure.
    pub const fn is_correct(&self, measure: Measure) -> bool {
        match measure {
            Measure::First => self.is_first_answer_correct,
            Measure::Last => self.is_last_answer_correct,
            Measure::Any => self.is_any_answer_correct,
            Measure::Tolerant => self.is_first_answer_close,
            Measure::Solved => self.is_solved,
        }
    }

    /// Returns the row of an attempt at an item.
    pub fn of(
        task: TaskKey,
        item: &Item,
        simulated: bool,
        reading: &Reading,
        spent: AttemptCosts,
    ) -> Self {
        let (verdict, score) = (&reading.verdict, &reading.score);
        let (text_verdict, metrics) = (&verdict.visible, &verdict.metrics);
        Self {
            task,
            difficulty: item.difficulty(),
            sums: sums(item),
            is_simulated: simulated,
            is_solved: score.is_solved,
            error_category: ErrorCategory::of(reading),
            answer: answer_hash(task.condition, verdict),
            is_first_answer_correct: score.is_first_answer_correct,
            is_last_answer_correct: score.is_last_answer_correct,
            is_any_answer_correct: score.is_first_answer_correct
                || text_verdict.has_correct_answer(),
            is_first_answer_close: score.is_first_answer_close,
            primary: verdict.primary,
            executed: metrics.executed,
            first_error: first_error(verdict),
            correct_given_own: u16::try_from(metrics.correct_given_own).unwrap_or(u16::MAX),
            claimed: u16::try_from(metrics.claimed).unwrap_or(u16::MAX),
            replies: u16::try_from(score.replies).unwrap_or(u16::MAX),
            written: min_output_tokens(task.condition, reading),
            agreement: score.agreement,
            detail: score.detail,
            spent,
        }
    }
}

/// Counts the steps of an item that add or subtract.
fn sums(item: &Item) -> u32 {
    let is_sum = |op: Op| matches!(op, Op::Add | Op::Sub);
    let sums = item.procedure.steps.iter().filter(|step| is_sum(step.op)).count();
    u32::try_from(sums).unwrap_or(u32::MAX)
}

/// Returns the hash of the answer that counts: the first answer of a single reply and under
/// `explain`, the last answer of any other dialogue. If every step counts, the hash covers the
/// values of all steps.
fn answer_hash(condition: Condition, verdict: &Verdict) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    if condition.counts_every_step() {
        let claimed = || verdict.visible.steps.iter().map(|step| step.claim.as_ref());
        if claimed().all(|claim| claim.is_none()) {
            return None;
        }
        claimed().for_each(|claim| claim.map(|claim| &claim.value).hash(&mut hasher));
        return Some(hasher.finish());
    }
    let counted = if condition.is_plain() || condition == Condition::Explain {
        verdict.visible.first_answer()
    } else {
        verdict.visible.last_answer()
    };
    counted?.claim.value.hash(&mut hasher);
    Some(hasher.finish())
}

/// Returns the minimum number of tokens that the model wrote.
fn min_output_tokens(condition: Condition, reading: &Reading) -> u32 {
    let least = |text: &str| u32::try_from(tokens(text).0).unwrap_or(u32::MAX);
    if condition.is_plain() {
        return least(&reading.text);
    }
    let replies = parts(&reading.text).into_iter().filter(|part| part.role == Role::Model);
    replies.fold(0, |all, reply| all.saturating_add(least(&reply.text)))
}

/// Returns the first step, counted from 1, whose claim is in truth incorrect, or that is left out.
/// Missing work before an answer is no error.
///
/// A transcript that is cut off shows nothing about the steps after its last claim. It counts as
/// free of errors up to that claim. If the values cannot be assigned to steps with certainty from
/// some step on, the transcript counts as free of errors up to that step. A transcript that stops
/// by itself before the last step has its error at the first step that it does not reach. If no
/// step is claimed, nothing is known.
fn first_error(verdict: &Verdict) -> FirstError {
    let steps = &verdict.visible.steps;
    let Some(last_claimed) = steps.iter().rposition(|step| step.claim.is_some()) else {
        return FirstError::NotBy(0);
    };
    let is_cut = verdict.modes.contains(&Mode::Truncated);
    let unclear = steps.iter().position(|step| step.status == Status::Unclear);
    let known = match unclear {
        Some(from) => &steps[..from],
        None if is_cut => &steps[..=last_claimed],
        None => &steps[..],
    };
    let errs = |step: &stepfall_grade::StepVerdict| match &step.claim {
        Some(claim) => claim.value != step.expected,
        None => matches!(step.status, Status::Skipped | Status::NotReached),
    };
    let count = |steps: usize| u32::try_from(steps).unwrap_or(u32::MAX);
    match known.iter().position(errs) {
        Some(step) => FirstError::At(count(step + 1)),
        None => FirstError::NotBy(count(known.len())),
    }
}
