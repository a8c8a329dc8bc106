//! One call of a sweep that is under way.

use stepfall_provider::{Answer, Asked, Endpoint, Error, Head, Request, without_refused};
use stepfall_sweep::{Call, Failure, Reply, Sweep};

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

/// A call that is under way.
#[derive(Debug)]
pub(crate) struct Flight {
    call: u64,
    number: u32,
    endpoint: Endpoint,
    request: Request,
    reader: Option<stepfall_provider::Reply>,
    reply: Reply,
    failed: Option<Error>,
    sent: u64,
    heard: u64,
}

impl Flight {
    /// The call to a model, as it is sent.
    pub(crate) fn start(
        call: &Call,
        endpoint: Endpoint,
        prompt: &str,
        sweep: &Sweep,
        now: u64,
    ) -> Option<Self> {
        let Asked { request, omitted } = endpoint.ask(&sweep.plan().ask(&call.task, prompt)?);
        let (request, dropped) = sweep.fitted(call.task.target, request);
        let answer = Answer { omitted, dropped, ..Answer::default() };
        let reply = Reply { answer, first: None };
        Some(Self {
            call: call.id,
            number: call.task.number,
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
        for event in events {
            let failed = self.reply.hear(event, now.saturating_sub(self.sent));
            self.failed = self.failed.take().or(failed);
        }
    }

    /// The number of the attempt.
    pub(crate) const fn number(&self) -> u32 {
        self.number
    }

    /// Whether a reply has begun to come.
    pub(crate) const fn has_begun(&self) -> bool {
        self.reader.is_some()
    }

    /// How long nothing has come, in milliseconds.
    pub(crate) const fn silence(&self, now: u64) -> u64 {
        now.saturating_sub(self.heard)
    }

    /// Tells a sweep that the call was ended from this side.
    pub(crate) fn aborted(self, sweep: &mut Sweep, now: u64) {
        sweep.failed(self.call, &Failure::Aborted, self.reply.answer.usage, now);
    }

    /// Tells a sweep what came of the call.
    pub(crate) fn land(mut self, how: Landing, sweep: &mut Sweep, now: u64) {
        let failure = match (how, self.reader.take()) {
            (Landing::Silent, _) => Some(Failure::TimedOut),
            (Landing::Lost, None) => {
                Some(Failure::Network("the browser could not reach the provider".to_owned()))
            }
            (Landing::End | Landing::Lost, reader) => {
                let events = reader.map(stepfall_provider::Reply::finish).unwrap_or_default();
                for event in events {
                    let failed = self.reply.hear(event, now.saturating_sub(self.sent));
                    self.failed = self.failed.take().or(failed);
                }
                self.failed.take().map(|error| match without_refused(&self.request, &error) {
                    Some(retry) => Failure::Refused { error, dropped: retry.dropped },
                    None => Failure::Provider(error),
                })
            }
        };
        match failure {
            Some(failure) => {
                sweep.failed(self.call, &failure, self.reply.answer.usage, now);
            }
            None => {
                sweep.answered(self.call, self.reply, now);
            }
        }
    }
}
