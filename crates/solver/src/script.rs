//! What a solver writes, in order, before it is put into words.

use stepfall_number::Number;

use crate::task::Task;
use crate::truth::{Answer, Cause};
use crate::worker::{Deed, Line, Worker};

/// One thing that is written.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// A step.
    Claim(Line),
    /// A step that breaks off before its result.
    Cut(Line),
    /// An answer.
    Reply(Reply),
    /// A sentence.
    Remark(&'static str),
}

/// An answer as it is written.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) reading: Answer,
    /// What is wrong with it, where it is not an earlier step.
    pub(crate) cause: Option<Cause>,
    /// A number alone, without any announcement.
    pub(crate) is_bare: bool,
}

impl Reply {
    /// The answer that belongs to a last value.
    pub(crate) fn of(task: &Task<'_>, last: &Number) -> Self {
        Self::exactly(task, task.answer(last), None)
    }

    /// This answer.
    pub(crate) fn exactly(task: &Task<'_>, answer: Number, cause: Option<Cause>) -> Self {
        let text = task.answer_text(&answer);
        Self { text, reading: Answer::Value(answer), cause, is_bare: false }
    }
}

/// How the whole came out, where steps and answers do not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Plain,
    /// Steps were written again or out of order.
    Disordered,
    Refused,
    Truncated,
    WrongItem,
}

/// Everything that a solver writes, and what it knows about it.
pub(crate) struct Script {
    pub(crate) events: Vec<Event>,
    /// Own values as far as they go, `S1` first.
    pub(crate) own: Vec<Number>,
    pub(crate) deeds: Vec<Deed>,
    pub(crate) outcome: Outcome,
}

impl Script {
    /// All lines of a worker in order, and no answer yet.
    pub(crate) fn of(mut worker: Worker<'_, '_>) -> Self {
        worker.stop();
        let events = worker.lines.into_iter().map(Event::Claim).collect();
        let own = worker.memory.own().to_vec();
        Self { events, own, deeds: worker.deeds, outcome: Outcome::Plain }
    }

    /// No steps at all.
    pub(crate) fn without_work(task: &Task<'_>, replies: Vec<Event>) -> Self {
        let deeds = vec![Deed::NotReached; usize::from(task.last()) - 2];
        Self { events: replies, own: Vec::new(), deeds, outcome: Outcome::Plain }
    }

    /// The same with the answer that belongs to the own last value.
    pub(crate) fn answered(self, task: &Task<'_>) -> Self {
        let reply = self.own.last().map(|last| Reply::of(task, last));
        match reply {
            Some(reply) => self.then(Event::Reply(reply)),
            None => self,
        }
    }

    /// The same with one thing more.
    pub(crate) fn then(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    /// The same with another outcome.
    pub(crate) fn with_outcome(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }
}
