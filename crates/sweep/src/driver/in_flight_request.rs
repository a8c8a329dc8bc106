//! One request that is under way, and its dialogue.

use stepfall_condition::Dialogue;
use stepfall_provider::{
    Answer, Endpoint, Error, Event, Head, PreparedRequest, Request, Usage, without_refused,
};

use super::ReplyTimeouts;
use crate::failure::{CallFailure, Timeout};
use crate::plan::Task;
use crate::reply::Reply;
use crate::scheduler::Scheduler;

/// The longest wait for further data, such as the tokens, after a reply has reported its stop, in
/// milliseconds.
const AFTER_STOP: u64 = 5_000;

/// The way in which a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyEnd {
    /// The server ended the reply.
    End,
    /// The reply broke off, or never came. Holds the browser's or the system's message, which
    /// contains no key.
    Lost(String),
    /// The request did not reach a server. Holds the system's message, which contains no key.
    Unreached(String),
}

/// The progress of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The ledger line of the request is in no batch yet.
    Unwritten,
    /// The ledger line is being stored, in the batch with this id.
    Writing(u64),
    /// The ledger line is stored, and the request may be sent.
    Written,
    /// The request was sent at `at`. The head of the response or new content last arrived at
    /// `last_news`, which equals `at` until then. Both are in milliseconds of the driver's clock.
    Sent { at: u64, last_news: u64 },
}

/// A dialogue that is under way, perhaps without a reply yet.
#[derive(Debug)]
pub(super) struct OngoingDialogue {
    pub(super) dialogue: Box<Dialogue<'static>>,
    /// Milliseconds from a request to the first piece of text or reasoning of its reply, for the
    /// first reply that has such a piece.
    pub(super) first: Option<u64>,
    /// The number of characters in the dialogue's replies that replace invalid data.
    pub(super) replaced: u32,
}

#[derive(Debug)]
pub(super) struct InFlightRequest {
    pub(super) task: Task,
    pub(super) stage: Stage,
    pub(super) begun: OngoingDialogue,
    endpoint: Endpoint,
    request: Request,
    reader: Option<stepfall_provider::ReplyReader>,
    reply: Reply,
    failed: Option<Error>,
}

impl InFlightRequest {
    /// Returns the next request of a dialogue; `None` if the dialogue is over or its target is not
    /// a language model.
    pub(super) fn new(
        task: Task,
        endpoint: Endpoint,
        begun: OngoingDialogue,
        sweep: &Scheduler,
    ) -> Option<Self> {
        let model_request = sweep.plan().model_request(&task, begun.dialogue.request()?)?;
        let PreparedRequest { request, omitted } = endpoint.prepare(&model_request);
        let (request, dropped) = sweep.request_without_refused(task.target, request);
        let replaced = begun.replaced;
        let answer = Answer { omitted, dropped, replaced, ..Answer::default() };
        Some(Self {
            task,
            stage: Stage::Unwritten,
            reply: Reply { answer, first_output_ms: begun.first },
            begun,
            endpoint,
            request,
            reader: None,
            failed: None,
        })
    }

    pub(super) const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    pub(super) const fn request(&self) -> &Request {
        &self.request
    }

    /// Returns the tokens that were reported so far.
    pub(super) const fn usage(&self) -> Usage {
        self.reply.answer.usage
    }

    /// Returns whether a reply has begun to arrive.
    pub(super) const fn has_begun(&self) -> bool {
        self.reader.is_some()
    }

    pub(super) fn head(&mut self, head: Head, moment: u64) {
        self.note_arrival(moment);
        self.reader = Some(self.endpoint.reply(head));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8], moment: u64) {
        let Some(reader) = self.reader.as_mut().filter(|_| self.failed.is_none()) else { return };
        let events = reader.push(bytes);
        // A reply that is read as a whole produces events only at its end, so all its bytes but
        // blanks count as new content.
        let comes_whole = reader.comes_whole() && !bytes.iter().all(u8::is_ascii_whitespace);
        if comes_whole || events.iter().any(is_news) {
            self.note_arrival(moment);
        }
        self.on_events(events, moment);
    }

    fn note_arrival(&mut self, moment: u64) {
        if let Stage::Sent { last_news, .. } = &mut self.stage {
            *last_news = moment;
        }
    }

    fn on_events(&mut self, events: Vec<Event>, moment: u64) {
        let after = match self.stage {
            Stage::Sent { at, .. } => moment.saturating_sub(at),
            _ => 0,
        };
        for event in events {
            let failed = self.reply.on_event(event, after);
            self.failed = self.failed.take().or(failed);
        }
    }

    /// Returns whether the reply has already failed, regardless of further data.
    pub(super) const fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Returns the moment at which the first time limit passes if no new content arrives, in
    /// milliseconds of the driver's clock. `None` if the request is not sent yet. After a reply has
    /// reported its stop the limit is short, because some servers leave the connection open.
    pub(super) fn deadline(&self, timeouts: ReplyTimeouts) -> Option<u64> {
        match self.stage {
            Stage::Sent { at, last_news } => {
                let has_stopped = self.reply.answer.stop.is_some();
                let stall =
                    if has_stopped { timeouts.stall.min(AFTER_STOP) } else { timeouts.stall };
                let silent = last_news.saturating_add(stall);
                Some(silent.min(at.saturating_add(timeouts.total)))
            }
            _ => None,
        }
    }

    /// Returns which time limit the reply exceeded, if its deadline has passed.
    pub(super) const fn timeout(&self, timeouts: ReplyTimeouts, moment: u64) -> Timeout {
        match self.stage {
            Stage::Sent { at, .. } if moment.saturating_sub(at) >= timeouts.total => Timeout::Total,
            _ => Timeout::Silence,
        }
    }

    /// Ends the reply, and returns its result and its dialogue.
    pub(super) fn end_call(
        mut self,
        how: ReplyEnd,
        moment: u64,
    ) -> (Result<Reply, CallFailure>, OngoingDialogue) {
        let failure = match (how, self.reader.take()) {
            (ReplyEnd::Lost(words), None) => Some(CallFailure::Network(words)),
            (ReplyEnd::End, None) => Some(CallFailure::Network("there was no reply".to_owned())),
            (ReplyEnd::Unreached(words), _) => Some(CallFailure::Unreached(words)),
            (ReplyEnd::End | ReplyEnd::Lost(_), reader) => {
                let events = reader.map(stepfall_provider::ReplyReader::finish).unwrap_or_default();
                self.on_events(events, moment);
                self.failed.take().map(|error| match without_refused(&self.request, &error) {
                    Some(retry) => CallFailure::Refused { error, dropped: retry.dropped },
                    None => CallFailure::Provider(error),
                })
            }
        };
        (failure.map_or(Ok(self.reply), Err), self.begun)
    }
}

/// Returns whether an event is new content. Blank texts, counts and model names are not, because a
/// server may send them without making progress.
fn is_news(event: &Event) -> bool {
    match event {
        Event::Text(piece) | Event::Reasoning(piece) => !piece.trim().is_empty(),
        Event::Call(_) | Event::Echo(_) | Event::Stop(_) | Event::Failed(_) => true,
        Event::Usage(_) | Event::Model(_) | Event::Replaced(_) => false,
    }
}
