//! What is kept of one graded attempt: counts and labels, from which every figure follows.

use std::hash::{DefaultHasher, Hash, Hasher};

use stepfall_condition::{Agreement, Detail, Reading, Role, parts};
use stepfall_grade::{Executed, Mode, Status, Verdict};
use stepfall_procedure::{Condition, Difficulty, Item, Op};
use stepfall_protocol::figure::Measure;
use stepfall_stats::FirstError;
use stepfall_sweep::tokens;

use crate::loss::Loss;

/// What an attempt was an attempt at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// Which of the run's targets worked, counted from 0.
    pub target: u16,
    /// How it was asked.
    pub condition: Condition,
    /// How many steps the procedure has.
    pub steps: u16,
    /// The look-back of its spec.
    pub look_back: u8,
    /// Which of the items of this length and look-back. The same number is the same item for every target and condition.
    pub item: u32,
    /// Which of the attempts of this target at this item under this condition.
    pub sample: u32,
}

/// What an attempt took, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Tokens of the request.
    pub tokens_in: Option<u32>,
    /// Tokens of the reply, reasoning included.
    pub tokens_out: Option<u32>,
    /// Those of them that are reasoning.
    pub reasoning: Option<u32>,
    /// Time from request to the end of the reply, in thousandths of a second.
    pub millis: Option<u32>,
    /// What was paid, in millionths of the currency in which prices are given.
    pub cost_micros: Option<u64>,
}

/// One graded attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "an answer is correct in several ways")]
pub struct Row {
    /// What it was an attempt at.
    pub task: Task,
    /// How hard the arithmetic of the item is.
    pub difficulty: Difficulty,
    /// How many steps of the item add or subtract.
    pub sums: u32,
    /// Whether a simulated agent worked and no model.
    pub simulated: bool,
    /// Whether the item is solved: the answer is right that counts under the condition, which is the first one of a single reply and the last one of a dialogue.
    pub solved: bool,
    /// What was lost first, where the item is not solved.
    pub loss: Option<Loss>,
    /// The answer that counts under the condition, as a number that is the same for the same answer; nothing where there is none. Where every step counts it is all of
    /// their values.
    pub answer: Option<u64>,
    /// Whether the first answer that was given is right: before a review, and before a turn with it was handed back.
    pub first: bool,
    /// Whether the last answer is right.
    pub last: bool,
    /// Whether any answer is right.
    pub any: bool,
    /// Whether the first answer is correct within 0.001 × max(1, |correct value|).
    pub tolerant: bool,
    /// The failure mode to name.
    pub primary: Mode,
    /// How many of the steps are claimed; nothing where none is.
    pub executed: Option<Executed>,
    /// The first step that is wrong in truth or left out.
    pub first_error: FirstError,
    /// How many claimed steps are right given the transcript's own earlier values.
    pub right_given_own: u16,
    /// How many steps are claimed.
    pub claimed: u16,
    /// How many replies there are.
    pub replies: u16,
    /// How many tokens the replies have at least, reckoned from their text as [`stepfall_sweep::tokens`] does.
    pub written: u32,
    /// How far reasoning and visible text agree; nothing without reasoning.
    pub agreement: Option<Agreement>,
    /// What the condition itself asks about.
    pub detail: Detail,
    /// What it took.
    pub spent: Spent,
}

impl Row {
    /// Returns whether the attempt is correct by a measure.
    pub const fn is_right(&self, measure: Measure) -> bool {
        match measure {
            Measure::First => self.first,
            Measure::Last => self.last,
            Measure::Any => self.any,
            Measure::Tolerant => self.tolerant,
            Measure::Solved => self.solved,
        }
    }

    /// Returns the row of an attempt at an item.
    pub fn of(task: Task, item: &Item, simulated: bool, reading: &Reading, spent: Spent) -> Self {
        let (verdict, score) = (&reading.verdict, &reading.score);
        let (text_verdict, metrics) = (&verdict.text, &verdict.metrics);
        Self {
            task,
            difficulty: item.difficulty(),
            sums: sums(item),
            simulated,
            solved: score.solved,
            loss: Loss::of(reading),
            answer: answer(task.condition, verdict),
            first: score.first,
            last: score.last,
            any: score.first || text_verdict.any_correct(),
            tolerant: score.tolerant,
            primary: verdict.primary,
            executed: metrics.executed,
            first_error: first_error(verdict),
            right_given_own: u16::try_from(metrics.right_given_own).unwrap_or(u16::MAX),
            claimed: u16::try_from(metrics.claimed).unwrap_or(u16::MAX),
            replies: u16::try_from(score.replies).unwrap_or(u16::MAX),
            written: written(task.condition, reading),
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

/// The answer that counts: the first one of a single reply, the last one of a dialogue, and of one that asks about the work behind the answer the first one too. Where
/// every step counts, the values of all steps are one answer.
fn answer(condition: Condition, verdict: &Verdict) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    if condition.counts_every_step() {
        let claimed = || verdict.text.steps.iter().map(|step| step.claim.as_ref());
        if claimed().all(|claim| claim.is_none()) {
            return None;
        }
        claimed().for_each(|claim| claim.map(|claim| &claim.value).hash(&mut hasher));
        return Some(hasher.finish());
    }
    let counted = if condition.is_plain() || condition == Condition::Explain {
        verdict.text.first()
    } else {
        verdict.text.last()
    };
    counted?.claim.value.hash(&mut hasher);
    Some(hasher.finish())
}

/// How many tokens the model wrote at least.
fn written(condition: Condition, reading: &Reading) -> u32 {
    let least = |text: &str| u32::try_from(tokens(text).0).unwrap_or(u32::MAX);
    if condition.is_plain() {
        return least(&reading.text);
    }
    let replies = parts(&reading.text).into_iter().filter(|part| part.role == Role::Answered);
    replies.fold(0, |all, reply| all.saturating_add(least(&reply.text)))
}

/// The first step, counted from 1, whose claim is wrong in truth, or that is left out. Work that is not shown is no error.
///
/// A transcript that is cut off tells nothing of the steps after the last that it claims: it counts as free of errors up to there, and so does one whose values cannot be
/// assigned to steps with certainty from some step on. One that stops by
/// itself before the last step errs in the first step that it does not reach. Where no step is claimed nothing is known.
fn first_error(verdict: &Verdict) -> FirstError {
    let steps = &verdict.text.steps;
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
