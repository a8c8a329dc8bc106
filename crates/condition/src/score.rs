//! Scores: the results of a condition in addition to the verdict.

use serde::Serialize;
use stepfall_grade::{AnswerRule, Status, Verdict};
use stepfall_procedure::Condition;

use crate::dialogue::Dialogue;
use crate::explain::{asked_numbers, check_descriptions, has_step_operation};
use crate::part_verdict::{grade, grade_by, grader};
use crate::reason::blank_reasoning;

/// Agreement of reasoning and visible text, step by step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Agreement {
    /// The number of steps that both the reasoning and the visible text claim.
    pub both: u32,
    /// The number of these steps whose claimed values are equal.
    pub same: u32,
}

/// Counts of steps by two properties. A step is known if the model described it correctly. A step
/// is done if its line in the trace has the correct operands and operation, whatever the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DescribedVersusDone {
    /// Steps that are known and done.
    pub both: u32,
    /// Steps that are known and not done.
    pub known: u32,
    /// Steps that are done and not known.
    pub done: u32,
    /// Steps that are neither known nor done.
    pub neither: u32,
}

/// Results that are specific to a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ConditionResult {
    /// No result beyond the correctness of the answer.
    Plain,
    /// Steps that were asked one by one, each in a new dialogue.
    Isolated {
        /// Steps with the correct result.
        right: u32,
        /// Steps to which the model replied.
        asked: u32,
    },
    /// Results of turns with a few steps each.
    Turns {
        /// Turns whose steps are all correct at the first try, given the model's earlier values.
        right: u32,
        /// All completed turns.
        turns: u32,
        /// The number of times that a reply was handed back because a step was incorrect or
        /// missing. 0 if turns are not checked.
        hand_backs: u32,
        /// Hand-backs in turns that ended without a root error or a missing step.
        mended: u32,
    },
    /// Calls of the calculator.
    Calls {
        /// All calls, including failed ones.
        calls: u32,
        /// Calls to which the calculator replied with an error.
        failed: u32,
        /// Completed calls with operands that differ from those of the step. The correct operands
        /// are the earlier results of the calculator.
        wrong_operands: u32,
        /// Completed calls with an operation that differs from that of the step.
        wrong_operations: u32,
    },
    /// A program, or lines that name the operands of each step.
    Program {
        /// Steps that the program or the lines assign.
        steps: u32,
        /// Steps with the same operands and operation as in the procedure.
        faithful: u32,
        /// All steps of the procedure.
        of: u32,
    },
    /// Steps that the model described correctly, compared with steps whose line in the trace has
    /// the correct operands and operation.
    Knowing(DescribedVersusDone),
    /// A review of the model's own work.
    Review {
        /// True if the first answer of the first reply is correct.
        before: bool,
        /// True if the last answer of the dialogue is correct.
        after: bool,
    },
    /// Steps that the model did after the history, under the condition `primed`.
    Primed {
        /// Steps that the model claims.
        claimed: u32,
        /// Claimed steps that are correct given the values before them.
        right: u32,
        /// True if the answer is that of the procedure without the errors of the history. The model
        /// then corrected the history instead of following it.
        mended: bool,
    },
}

/// The results of an attempt under its condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "an answer is correct in several ways")]
pub struct Score {
    /// True if the answer that the condition counts is correct. Plain conditions count the first
    /// answer, and most dialogues the last one. After a history with errors, the correct answer is
    /// the one that follows from that history.
    pub is_solved: bool,
    /// True if the first answer is correct. A later correction by the model does not matter.
    pub is_first_answer_correct: bool,
    /// True if the first answer is correct within 0.001 × max(1, |correct value|).
    pub is_first_answer_close: bool,
    /// True if the last answer is correct.
    pub is_last_answer_correct: bool,
    /// The number of replies, without those after the end of the dialogue.
    pub replies: u32,
    /// Agreement of reasoning and visible text; `None` without reasoning.
    pub agreement: Option<Agreement>,
    /// Results that are specific to this condition.
    pub detail: ConditionResult,
}

/// Returns the score under a plain condition, where the first answer counts.
pub(crate) fn plain_score(verdict: &Verdict) -> Score {
    Score {
        is_solved: verdict.visible.is_correct(),
        is_first_answer_correct: verdict.visible.is_correct(),
        is_first_answer_close: is_near(verdict),
        is_last_answer_correct: verdict
            .visible
            .last_answer()
            .is_some_and(|answer| answer.is_correct),
        replies: 1,
        agreement: agreement(verdict),
        detail: ConditionResult::Plain,
    }
}

pub(crate) fn score(dialogue: &Dialogue<'_>, verdict: &Verdict) -> Score {
    let last = verdict.visible.last_answer().is_some_and(|answer| answer.is_correct);
    let solved = match dialogue.condition {
        Condition::Transcribe | Condition::Symbolic => {
            // A program that only assigns numbers leaves nothing to carry out.
            let computes =
                |run: crate::program::ProgramRun| run.steps.values().any(|faithful| *faithful);
            last && dialogue.run().is_some_and(computes)
        }
        Condition::Explain => verdict.visible.is_correct(),
        Condition::Isolated => {
            verdict.visible.steps.iter().all(|step| step.status == Status::Correct)
        }
        _ => last,
    };
    let (first, tolerant) = first_answer(dialogue, verdict);
    Score {
        // No dialogue is solved before its end.
        is_solved: solved && dialogue.end().is_some(),
        is_first_answer_correct: first,
        is_first_answer_close: tolerant,
        is_last_answer_correct: last,
        replies: dialogue.replies().into(),
        agreement: agreement(verdict),
        detail: condition_result(dialogue, verdict),
    }
}

/// Returns whether the first answer is correct, exactly and within the tolerance. If a condition
/// asks for steps again, the first answer may be withdrawn. The verdict then lacks it, so the
/// replies are graded here.
fn first_answer(dialogue: &Dialogue<'_>, verdict: &Verdict) -> (bool, bool) {
    if !matches!(dialogue.condition, Condition::Review | Condition::Verified(_)) {
        return (verdict.visible.is_correct(), is_near(verdict));
    }
    let grader = grader(&dialogue.item, Condition::Trace);
    let answers = |reply: &str| {
        let first = grade_by(&grader, reply).visible.answers.into_iter().next();
        first.filter(|answer| {
            answer.claim.rule.is_explicit() || answer.claim.rule == AnswerRule::LastStep
        })
    };
    // A pasted text may have any number of replies after the end of the dialogue. Replies beyond
    // the maximum number are graded together, to limit the work.
    let most = usize::from(dialogue.most_replies());
    let first = dialogue.replies_written().take(most).find_map(answers).or_else(|| {
        let beyond: Vec<&str> = dialogue.replies_written().skip(most).collect();
        answers(&beyond.join("\n\n"))
    });
    first.map_or((false, false), |answer| (answer.is_correct, answer.within_tolerance))
}

/// Returns whether the first answer of a verdict is correct within the tolerance.
fn is_near(verdict: &Verdict) -> bool {
    verdict.visible.first_answer().is_some_and(|answer| answer.within_tolerance)
}

fn condition_result(dialogue: &Dialogue<'_>, verdict: &Verdict) -> ConditionResult {
    let item = &*dialogue.item;
    let step = |number: u16| verdict.visible.step(number);
    let is_correct = |number: u16| {
        step(number).is_some_and(|step| matches!(step.status, Status::Correct | Status::Inherited))
    };
    let has_joined = |number: u16| step(number).is_some_and(|step| has_step_operation(item, step));
    if let Some(chunks) = dialogue.chunks() {
        return ConditionResult::Turns {
            right: chunks.correct_turns.into(),
            turns: chunks.turns.into(),
            hand_backs: chunks.all_hand_backs.into(),
            mended: chunks.mended.into(),
        };
    }
    if let Some(calculator) = dialogue.calculator() {
        return ConditionResult::Calls {
            calls: calculator.calls,
            failed: calculator.failed,
            wrong_operands: calculator.wrong_operands,
            wrong_operations: calculator.wrong_operations,
        };
    }
    if let Some(run) = dialogue.run() {
        let of = count(item.procedure.steps.len());
        let faithful = run.steps.values().filter(|faithful| **faithful).count();
        return ConditionResult::Program {
            steps: count(run.steps.len()),
            faithful: count(faithful),
            of,
        };
    }
    let replies: Vec<&str> = dialogue.replies_written().collect();
    match dialogue.condition {
        Condition::Explain => {
            let mut described_versus_done = DescribedVersusDone::default();
            if let [trace, reply, ..] = &replies[..] {
                let numbers = asked_numbers(item, &blank_reasoning(trace));
                let known = check_descriptions(item, &blank_reasoning(reply), &numbers);
                for (number, known) in numbers.into_iter().zip(known) {
                    match (known, has_joined(number)) {
                        (true, true) => described_versus_done.both += 1,
                        (true, false) => described_versus_done.known += 1,
                        (false, true) => described_versus_done.done += 1,
                        (false, false) => described_versus_done.neither += 1,
                    }
                }
            }
            ConditionResult::Knowing(described_versus_done)
        }
        Condition::Isolated => {
            let right = verdict.visible.steps.iter().filter(|step| step.status == Status::Correct);
            ConditionResult::Isolated {
                right: count(right.count()),
                asked: dialogue.replies().into(),
            }
        }
        Condition::Review => {
            let reply = replies.first().map(|reply| grade(item, Condition::Trace, reply));
            let before = reply.is_some_and(|verdict| verdict.visible.is_correct());
            let after = verdict.visible.last_answer().is_some_and(|answer| answer.is_correct);
            ConditionResult::Review { before, after }
        }
        Condition::Primed { steps, .. } => {
            let first = item.procedure.first_step();
            let after_history =
                verdict.visible.steps.iter().filter(|step| step.number >= steps + first);
            let claimed = after_history.filter(|step| step.claim.is_some());
            let (mut all, mut right) = (0, 0);
            for step in claimed {
                all += 1;
                right += u32::from(is_correct(step.number));
            }
            ConditionResult::Primed {
                claimed: all,
                right,
                mended: has_corrected_history(dialogue, verdict),
            }
        }
        _ => ConditionResult::Plain,
    }
}

/// Returns whether the answer is that of the procedure without the errors of the history. `false`
/// if these errors do not change the answer.
fn has_corrected_history(dialogue: &Dialogue<'_>, verdict: &Verdict) -> bool {
    let item = &*dialogue.item;
    let truth = item.answer();
    let last = verdict.visible.last_answer();
    item.expected(dialogue.condition) != truth
        && last.is_some_and(|answer| answer.claim.value == truth)
}

fn agreement(verdict: &Verdict) -> Option<Agreement> {
    let reasoning = verdict.reasoning.as_ref()?;
    let mut agreement = Agreement::default();
    for (spoken, thought) in verdict.visible.steps.iter().zip(&reasoning.verdict.visible.steps) {
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
