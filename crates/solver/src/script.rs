//! The events of a solver in order, before they are written as text.

use stepfall_number::Number;

use crate::state::{Action, Line, SolverState};
use crate::task::SolverTask;
use crate::truth::{ReadAnswer, TrueCause};

/// A written event.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// A step.
    Claim(Line),
    /// A step that breaks off before its result.
    Cut(Line),
    /// An answer.
    Reply(ScriptAnswer),
    /// A sentence.
    Remark(&'static str),
}

/// A written answer.
#[derive(Debug, Clone)]
pub(crate) struct ScriptAnswer {
    pub(crate) text: String,
    pub(crate) reading: ReadAnswer,
    /// The root error of an incorrect first answer. `None` if a step caused the error, and if no
    /// steps are written.
    pub(crate) cause: Option<TrueCause>,
    /// True if the answer is a number without an announcement.
    pub(crate) is_bare: bool,
}

impl ScriptAnswer {
    /// Returns the answer of a solver whose last value is `last`.
    pub(crate) fn of(task: &SolverTask<'_>, last: &Number) -> Self {
        Self::exactly(task, task.answer(last), None)
    }

    /// Returns an answer with this number, whatever the last value is.
    pub(crate) fn exactly(task: &SolverTask<'_>, answer: Number, cause: Option<TrueCause>) -> Self {
        let text = task.answer_text(&answer);
        Self { text, reading: ReadAnswer::Value(answer), cause, is_bare: false }
    }
}

/// The part of the outcome that does not follow from steps and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScriptOutcome {
    Plain,
    /// Steps were written again or out of order.
    Disordered,
    Refused,
    Truncated,
    WrongItem,
}

/// Everything that a solver writes, and a record of its actions.
pub(crate) struct Script {
    pub(crate) events: Vec<Event>,
    /// The solver's values, `S1` first; empty if no steps are written.
    pub(crate) own_values: Vec<Number>,
    pub(crate) actions: Vec<Action>,
    pub(crate) outcome: ScriptOutcome,
}

impl Script {
    /// Returns all lines of a solver in order, without an answer.
    pub(crate) fn of(mut state: SolverState<'_, '_>) -> Self {
        state.stop();
        let events = state.lines.into_iter().map(Event::Claim).collect();
        let own_values = state.memory.own_values().to_vec();
        Self { events, own_values, actions: state.actions, outcome: ScriptOutcome::Plain }
    }

    /// Returns a script without steps.
    pub(crate) fn without_work(task: &SolverTask<'_>, replies: Vec<Event>) -> Self {
        let actions = vec![Action::NotReached; task.item.procedure.steps.len()];
        Self { events: replies, own_values: Vec::new(), actions, outcome: ScriptOutcome::Plain }
    }

    /// Adds the answer that follows from the solver's last value, if there is one.
    pub(crate) fn with_answer(self, task: &SolverTask<'_>) -> Self {
        let reply = self.own_values.last().map(|last| ScriptAnswer::of(task, last));
        match reply {
            Some(reply) => self.then(Event::Reply(reply)),
            None => self,
        }
    }

    /// Appends an event.
    pub(crate) fn then(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    pub(crate) fn with_outcome(self, outcome: ScriptOutcome) -> Self {
        Self { outcome, ..self }
    }
}
