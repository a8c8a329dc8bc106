//! One request of a sweep that is under way, and the dialogue that it is part of.

use stepfall_condition::Dialogue;
use stepfall_provider::{Answer, Asked, Endpoint, Error, Event, Head, Request, without_refused};
use stepfall_sweep::{Failure, Reply, Sweep, Task};

use crate::command::{CallId, Command};

/// How a reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Landing {
    /// By itself.
    End,
    /// It broke off, or never came.
    Lost,
    /// Nothing came for too long.
    Silent,
}

/// What comes after a reply.
#[derive(Debug)]
pub(crate) enum After {
    /// The call is over, perhaps with a dialogue that a later call goes on with.
    Over(Option<Box<Dialogue<'static>>>),
    /// The next request of the same dialogue.
    Next(Box<Flight>),
}

/// A call that is under way.
#[derive(Debug)]
pub(crate) struct Flight {
    call: u64,
    task: Task,
    dialogue: Box<Dialogue<'static>>,
    endpoint: Endpoint,
    request: Request,
    reader: Option<stepfall_provider::Reply>,
    reply: Reply,
    failed: Option<Error>,
    sent: u64,
    heard: u64,
}

impl Flight {
    /// The next request of a dialogue, as it is sent; nothing where the dialogue is over.
    pub(crate) fn start(
        (call, task): (u64, Task),
        endpoint: Endpoint,
        dialogue: Box<Dialogue<'static>>,
        sweep: &Sweep,
        now: u64,
    ) -> Option<Self> {
        let ask = sweep.plan().ask(&task, dialogue.request()?)?;
        let Asked { request, omitted } = endpoint.ask(&ask);
        let (request, dropped) = sweep.fitted(task.target, request);
        let answer = Answer { omitted, dropped, ..Answer::default() };
        let reply = Reply { answer, first: None };
        Some(Self {
            call,
            task,
            dialogue,
            endpoint,
            request,
            reader: None,
            reply,
            failed: None,
            sent: now,
            heard: now,
        })
    }

    /// What the worker is to send.
    pub(crate) fn fetch(&self, id: CallId) -> Command {
        Command::Fetch(id, self.request.clone(), self.endpoint.origin().to_owned())
    }

    pub(crate) fn head(&mut self, head: Head, now: u64) {
        self.heard = now;
        self.reader = Some(self.endpoint.reply(head));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8], now: u64) {
        self.heard = now;
        if self.failed.is_some() {
            return;
        }
        let events = self.reader.as_mut().map(|reader| reader.push(bytes)).unwrap_or_default();
        self.hear(events, now);
    }

    fn hear(&mut self, events: Vec<Event>, now: u64) {
        for event in events {
            let failed = self.reply.hear(event, now.saturating_sub(self.sent));
            self.failed = self.failed.take().or(failed);
        }
    }

    /// The number of the attempt.
    pub(crate) const fn number(&self) -> u32 {
        self.task.number
    }

    /// Whether a reply has begun to come.
    pub(crate) const fn has_begun(&self) -> bool {
        self.reader.is_some()
    }

    /// How long nothing has come, in milliseconds.
    pub(crate) const fn silence(&self, now: u64) -> u64 {
        now.saturating_sub(self.heard)
    }

    /// Tells a sweep that the call was ended from this side; the dialogue as far as it had come.
    pub(crate) fn aborted(self, sweep: &mut Sweep, now: u64) -> Option<Box<Dialogue<'static>>> {
        sweep.failed(self.call, &Failure::Aborted, self.reply.answer.usage, now);
        begun(self.dialogue)
    }

    /// Tells a sweep what came of the call, and goes on with what follows.
    pub(crate) fn land(mut self, how: Landing, sweep: &mut Sweep, now: u64) -> After {
        let failure = match (how, self.reader.take()) {
            (Landing::Silent, _) => Some(Failure::TimedOut),
            (Landing::Lost, None) => {
                Some(Failure::Network("the browser could not reach the provider".to_owned()))
            }
            (Landing::End | Landing::Lost, reader) => {
                let events = reader.map(stepfall_provider::Reply::finish).unwrap_or_default();
                self.hear(events, now);
                self.failed.take().map(|error| match without_refused(&self.request, &error) {
                    Some(retry) => Failure::Refused { error, dropped: retry.dropped },
                    None => Failure::Provider(error),
                })
            }
        };
        if let Some(failure) = failure {
            sweep.failed(self.call, &failure, self.reply.answer.usage, now);
            return After::Over(begun(self.dialogue));
        }
        self.go_on(sweep, now)
    }

    /// A reply has come: the attempt is answered, or the dialogue goes on.
    fn go_on(mut self, sweep: &mut Sweep, now: u64) -> After {
        self.dialogue.hear(&self.reply.answer);
        let usage = self.reply.answer.usage;
        if self.dialogue.request().is_none() {
            self.reply.close(&self.dialogue);
            sweep.answered(self.call, self.reply, now);
            return After::Over(None);
        }
        if !sweep.went_on(self.call, usage, now) {
            return After::Over(begun(self.dialogue));
        }
        let first = self.reply.first;
        let next = Self::start((self.call, self.task), self.endpoint, self.dialogue, sweep, now);
        next.map_or(After::Over(None), |mut next| {
            next.reply.first = first;
            After::Next(Box::new(next))
        })
    }
}

/// A dialogue that something was said in.
fn begun(dialogue: Box<Dialogue<'static>>) -> Option<Box<Dialogue<'static>>> {
    (dialogue.replies() > 0).then_some(dialogue)
}
