//! What a condition itself asks about, beside what every verdict says.

use serde::Serialize;
use stepfall_grade::{Status, Verdict};
use stepfall_procedure::{Condition, Item};

use crate::dialogue::Dialogue;
use crate::explain::{asked_numbers, known};
use crate::part_verdict::grade;
use crate::reason::spoken;

/// How far reasoning and visible text agree, step by step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Agreement {
    /// Steps that both claim.
    pub both: u32,
    /// Those of them with the same value.
    pub same: u32,
}

/// Steps by whether a model knew what they join, and whether it carried them out rightly given its own values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Knowing {
    /// Known and done.
    pub both: u32,
    /// Known and not done.
    pub known: u32,
    /// Done and not known.
    pub done: u32,
    /// Neither.
    pub neither: u32,
}

/// What a condition itself asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Detail {
    /// Nothing more.
    Plain,
    /// A few steps a turn.
    Turns {
        /// Turns whose steps are all right at the first try, given the model's own values before them.
        right: u32,
        /// Turns in all.
        turns: u32,
        /// How often a turn was handed back; none where turns are not checked.
        hand_backs: u32,
        /// How many hand-backs went before a turn that then had no wrong step.
        mended: u32,
    },
    /// Calls of the calculator.
    Calls {
        /// In all.
        calls: u32,
        /// Those that came to nothing.
        failed: u32,
        /// Those with other operands than the step's, given what the calculator had said.
        wrong_operands: u32,
        /// Those with another operation than the step's.
        wrong_operations: u32,
    },
    /// A program, or lines with placeholders.
    Program {
        /// Steps that it assigns.
        steps: u32,
        /// Those that join what the procedure joins there.
        faithful: u32,
        /// Steps of the procedure.
        of: u32,
    },
    /// Knowing against doing.
    Knowing(Knowing),
    /// A second look at one's own work.
    Review {
        /// Whether the first answer was right before.
        before: bool,
        /// Whether the last one is right after.
        after: bool,
    },
    /// Steps that the model did itself after a history that it was given.
    Primed {
        /// Steps that it claims.
        claimed: u32,
        /// Those of them that are right given what stands before them.
        right: u32,
        /// Whether the answer is that of the procedure without the slips: the model put the history right instead of following it.
        mended: bool,
    },
}

/// What a condition says about an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Whether the answer at the end is right. After a history with slips that is the one that follows from that history, and the true one as well, of
    /// a model that mends the history.
    pub solved: bool,
    /// How many replies there are.
    pub replies: u32,
    /// How far reasoning and visible text agree; nothing without reasoning.
    pub agreement: Option<Agreement>,
    /// What the condition itself asks about.
    pub detail: Detail,
}

/// The score under a plain condition, where the first answer is what was asked for.
pub(crate) fn plain_score(verdict: &Verdict) -> Score {
    Score {
        solved: verdict.text.is_right(),
        replies: 1,
        agreement: agreement(verdict),
        detail: Detail::Plain,
    }
}

/// The score of a dialogue with its verdict.
pub(crate) fn score(dialogue: &Dialogue<'_>, verdict: &Verdict) -> Score {
    let item = &*dialogue.item;
    let last = verdict.text.last();
    let solved = match dialogue.condition {
        Condition::Primed { steps, faults: 1.. } => {
            let is_right = last.is_some_and(|answer| answer.correct);
            is_right || has_followed(item, steps, verdict) || has_mended(dialogue, verdict)
        }
        Condition::Transcribe | Condition::Symbolic => {
            // A program of results alone has left nothing to be carried out.
            let computes = |run: crate::program::Run| run.steps.values().any(|faithful| *faithful);
            last.is_some_and(|answer| answer.correct) && dialogue.run().is_some_and(computes)
        }
        Condition::Explain => verdict.text.is_right(),
        _ => last.is_some_and(|answer| answer.correct),
    };
    Score {
        // Before the end nothing is solved.
        solved: solved && dialogue.end().is_some(),
        replies: dialogue.replies().into(),
        agreement: agreement(verdict),
        detail: detail(dialogue, verdict),
    }
}

fn detail(dialogue: &Dialogue<'_>, verdict: &Verdict) -> Detail {
    let item = &*dialogue.item;
    let is_right = |number: u16| {
        let step = verdict.text.steps.get(usize::from(number).wrapping_sub(3));
        step.is_some_and(|step| matches!(step.status, Status::Right | Status::Inherited))
    };
    if let Some(chunks) = dialogue.chunks() {
        return Detail::Turns {
            right: chunks.right.into(),
            turns: chunks.turns.into(),
            hand_backs: chunks.all_hand_backs.into(),
            mended: chunks.mended.into(),
        };
    }
    if let Some(calculator) = dialogue.calculator() {
        return Detail::Calls {
            calls: calculator.calls,
            failed: calculator.failed,
            wrong_operands: calculator.wrong_operands,
            wrong_operations: calculator.wrong_operations,
        };
    }
    if let Some(run) = dialogue.run() {
        let of = u32::from(item.procedure.last()) - 2;
        let faithful = run.steps.values().filter(|faithful| **faithful).count();
        return Detail::Program { steps: count(run.steps.len()), faithful: count(faithful), of };
    }
    let replies: Vec<&str> = dialogue.replies_written().collect();
    match dialogue.condition {
        Condition::Explain => {
            let numbers = asked_numbers(item);
            let mut knowing = Knowing::default();
            if let Some(said) = replies.get(1) {
                let known = known(item, &spoken(said), &numbers);
                for (number, known) in numbers.into_iter().zip(known) {
                    match (known, is_right(number)) {
                        (true, true) => knowing.both += 1,
                        (true, false) => knowing.known += 1,
                        (false, true) => knowing.done += 1,
                        (false, false) => knowing.neither += 1,
                    }
                }
            }
            Detail::Knowing(knowing)
        }
        Condition::Review => {
            let before = replies.first().is_some_and(|said| {
                grade(item, Condition::Trace, said).text.last().is_some_and(|answer| answer.correct)
            });
            let after = verdict.text.last().is_some_and(|answer| answer.correct);
            Detail::Review { before, after }
        }
        Condition::Primed { steps, .. } => {
            let own = verdict.text.steps.iter().filter(|step| step.number > steps + 2);
            let claimed = own.filter(|step| step.claim.is_some());
            let (mut all, mut right) = (0, 0);
            for step in claimed {
                all += 1;
                right += u32::from(is_right(step.number));
            }
            Detail::Primed { claimed: all, right, mended: has_mended(dialogue, verdict) }
        }
        _ => Detail::Plain,
    }
}

/// Whether the answer is what the procedure gives without the slips of the history.
fn has_mended(dialogue: &Dialogue<'_>, verdict: &Verdict) -> bool {
    let item = &*dialogue.item;
    let truth = item.answer();
    let last = verdict.text.last();
    item.expected(dialogue.condition) != truth
        && last.is_some_and(|answer| answer.claim.value == truth)
}

/// Whether every step after a history follows from the values before it, and the answer is the last of them: an uneven division may be written in more
/// than one way.
fn has_followed(item: &Item, steps: u16, verdict: &Verdict) -> bool {
    let is_right = |status: Status| matches!(status, Status::Right | Status::Inherited);
    let mut own = verdict.text.steps.iter().filter(|step| step.number > steps + 2);
    let last = verdict.text.steps.last().and_then(|step| step.claim.as_ref());
    let answer = verdict.text.last().map(|answer| &answer.claim.value);
    own.all(|step| step.claim.is_some() && is_right(step.status))
        && last.map(|claim| item.procedure.arithmetic.answer(&claim.value)).as_ref() == answer
}

fn agreement(verdict: &Verdict) -> Option<Agreement> {
    let reasoning = verdict.reasoning.as_ref()?;
    let mut agreement = Agreement::default();
    for (spoken, thought) in verdict.text.steps.iter().zip(&reasoning.verdict.text.steps) {
        if let (Some(spoken), Some(thought)) = (&spoken.claim, &thought.claim) {
            agreement.both += 1;
            agreement.same += u32::from(spoken.value == thought.value);
        }
    }
    Some(agreement)
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
