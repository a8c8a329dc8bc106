//! Conditions that ask for a few steps per turn, with or without a check of each turn.

use stepfall_grade::{Status, StepVerdict, TextVerdict};
use stepfall_procedure::{Condition, Item};

use crate::calculator::exact_text;
use crate::next_step::NextStep;
use crate::note::{DialogueEnd, Note};
use crate::part_verdict::grade;

/// The maximum number of times that the model is asked again for the steps of one turn, because one
/// is incorrect or missing. Each time is a hand-back.
pub(crate) const MAX_HAND_BACKS: u16 = 2;

/// The state of a dialogue with a few steps per turn.
#[derive(Debug, Clone)]
pub(crate) struct Chunks {
    chunk: u16,
    is_checked: bool,
    /// The first step of the current question.
    from: u16,
    /// The last step of the current question.
    to: u16,
    /// The first step of the current turn. A hand-back changes `from`, but not this step.
    turn_start: u16,
    hand_backs: u16,
    unusable_replies: u16,
    /// The number of turns whose steps are all correct at the first try, given the model's earlier
    /// values.
    pub(crate) correct_turns: u16,
    /// The number of completed turns.
    pub(crate) turns: u16,
    /// The number of hand-backs in all turns.
    pub(crate) all_hand_backs: u16,
    /// The number of hand-backs in turns that ended without a root error or a missing step.
    pub(crate) mended: u16,
}

impl Chunks {
    pub(crate) fn new(item: &Item, chunk: u16, is_checked: bool) -> Self {
        let first = item.procedure.first_step();
        let to = item.procedure.last().min(chunk.saturating_add(first - 1));
        Self {
            chunk,
            is_checked,
            from: first,
            to,
            turn_start: first,
            hand_backs: 0,
            unusable_replies: 0,
            correct_turns: 0,
            turns: 0,
            all_hand_backs: 0,
            mended: 0,
        }
    }

    pub(crate) fn most_replies(&self, steps: u16) -> u16 {
        let turns = steps.div_ceil(self.chunk.max(1));
        let each = if self.is_checked { 1 + MAX_HAND_BACKS } else { 2 };
        // A model may do only one step per turn, although the question asks for more.
        turns.saturating_mul(each).max(steps.saturating_add(turns)).saturating_add(4)
    }

    /// Handles the last reply, given the verdict on all text so far.
    ///
    /// Returns the next step of the dialogue. If the reply is handed back, also returns the number
    /// of the first step that is withdrawn. Withdrawn steps are asked for again and do not count.
    pub(crate) fn on_answer(
        &mut self,
        item: &Item,
        verdict: &TextVerdict,
        notes: &mut Vec<Note>,
    ) -> (NextStep, Option<u16>) {
        let step = |number: u16| verdict.step(number);
        let is_claimed = |number: u16| step(number).is_some_and(|step| step.claim.is_some());
        let last = item.procedure.last();
        // Steps beyond the question count only up to the first gap, and only if the last step of
        // the question is claimed. After a gap, the name of a step may be a typing error.
        let Some(within) = (self.from..=self.to).rev().find(|number| is_claimed(*number)) else {
            return (self.remind(item, notes), None);
        };
        let is_ahead = |number: &u16| within == self.to && is_claimed(*number);
        let ahead = (self.to + 1..=last).take_while(is_ahead).last();
        let reached = ahead.unwrap_or(within);
        self.unusable_replies = 0;
        if (self.to + 1..=last).any(is_claimed) {
            notes.push(Note::Ahead);
        }
        if self.is_checked {
            let is_incorrect = |number: &u16| {
                let is_incorrect = |step: &StepVerdict| {
                    step.claim.is_none()
                        || matches!(step.status, Status::RootError | Status::Skipped)
                };
                step(*number).is_some_and(is_incorrect)
            };
            let incorrect = (self.from..=reached).find(is_incorrect);
            if let Some(incorrect) = incorrect.filter(|_| self.hand_backs < MAX_HAND_BACKS) {
                self.hand_backs += 1;
                self.all_hand_backs += 1;
                self.to = self.to.max(reached);
                let is_present = is_claimed(incorrect);
                let problem = if is_present { "is wrong" } else { "is missing" };
                self.from = incorrect;
                let question = format!(
                    "{} {problem}. {}",
                    item.name(incorrect),
                    item.ask_for(incorrect, self.to)
                );
                return (NextStep::Ask(question), Some(incorrect));
            }
            self.mended += if incorrect.is_none() { self.hand_backs } else { 0 };
        }
        if reached < self.to {
            notes.push(Note::Behind);
        }
        let is_correct = |number: u16| {
            let status = step(number).map(|step| step.status);
            matches!(status, Some(Status::Correct | Status::Inherited))
        };
        let is_first_try = self.hand_backs == 0;
        self.correct_turns +=
            u16::from(is_first_try && (self.turn_start..=reached).all(is_correct));
        self.hand_backs = 0;
        self.turns += 1;
        (self.after(reached, item), None)
    }

    /// Continues after a turn that had all steps of the question.
    pub(crate) fn go_on(&mut self, item: &Item) -> NextStep {
        self.after(self.to, item)
    }

    /// Asks for the steps after `reached`. After the last step of the procedure, ends the dialogue.
    fn after(&mut self, reached: u16, item: &Item) -> NextStep {
        let last = item.procedure.last();
        if reached >= last {
            return NextStep::End(DialogueEnd::Complete);
        }
        self.from = reached + 1;
        self.turn_start = self.from;
        self.to = last.min(reached.saturating_add(self.chunk));
        NextStep::Ask(item.ask_for(self.from, self.to))
    }

    /// Completes a reply that lacks the name of its step, if the question was about one step.
    /// Examples are `13` and `4 + 9 = 13`. Returns the line of a trace, followed by the answer if
    /// the reply announces it at the last step. `None` if the question was about several steps, or
    /// if the reply has the name or another form.
    pub(crate) fn completed_reply(&self, item: &Item, reply: &str) -> Option<String> {
        if self.from != self.to {
            return None;
        }
        let text_verdict = grade(item, Condition::Trace, reply).visible;
        if text_verdict.claimed_steps().next().is_some() {
            return None;
        }
        let name = item.name(self.from);
        let Some(claim) = text_verdict.last_answer().map(|answer| &answer.claim) else {
            let mut lines = reply.lines().map(str::trim).filter(|line| !line.is_empty());
            let only = lines.next().filter(|line| lines.next().is_none() && line.contains('='))?;
            let line = format!("{name} = {only}");
            let is_of_step = {
                let text_verdict = grade(item, Condition::Trace, &line).visible;
                let mut claimed = text_verdict.claimed_steps();
                claimed.next().is_some_and(|step| step.number == self.from)
                    && claimed.next().is_none()
            };
            return is_of_step.then_some(line);
        };
        let is_unique = text_verdict.answers.iter().all(|answer| answer.claim.value == claim.value);
        if !is_unique || claim.second_value.is_some() {
            return None;
        }
        let value = exact_text(item.procedure.arithmetic, &claim.value);
        let is_last = self.from == item.procedure.last() && claim.rule.is_explicit();
        let answer = if is_last { format!("\nAnswer: {value}") } else { String::new() };
        Some(format!("{name} = {value}{answer}"))
    }

    /// Handles a reply that has none of the requested steps.
    fn remind(&mut self, item: &Item, notes: &mut Vec<Note>) -> NextStep {
        notes.push(Note::NotInForm);
        self.unusable_replies += 1;
        if self.unusable_replies > 1 {
            return NextStep::End(DialogueEnd::Ignored);
        }
        let name = item.name(self.from);
        NextStep::Ask(format!(
            "That reply has no line for {name} in the form that was asked for. {}",
            item.ask_for(self.from, self.to)
        ))
    }
}
