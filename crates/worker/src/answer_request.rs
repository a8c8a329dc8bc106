//! A running request to a model for Play.

use stepfall_condition::{Dialogue, Request};
use stepfall_protocol::asking::Completion;
use stepfall_protocol::{CallEvent, Event, PromptSettings};
use stepfall_provider::{Answer, Call, ModelRequest, Usage};

use crate::command::{CallId, Command};
use crate::page;
use crate::stored_answer::{self, End, Times};

/// The minimum time between two pieces of an answer for the page, in milliseconds.
const BETWEEN_PIECES: u64 = 100;

/// A running request to a model.
#[derive(Debug)]
pub(crate) struct AnswerRequest {
    pub(crate) call: Call,
    /// The settings of the request, the same for every turn.
    model_request: ModelRequest,
    dialogue: Dialogue<'static>,
    /// The token counts of the earlier turns.
    before: Usage,
    question: PromptSettings,
    started: u64,
    first: Option<u64>,
    /// The part of the transcript that the page has.
    sent: String,
    sent_at: u64,
    is_due: bool,
}

impl AnswerRequest {
    pub(crate) fn new(
        call: Call,
        model_request: ModelRequest,
        dialogue: Dialogue<'static>,
        question: PromptSettings,
        now: u64,
    ) -> Self {
        Self {
            call,
            model_request,
            dialogue,
            before: Usage::default(),
            question,
            started: now,
            first: None,
            sent: String::new(),
            sent_at: 0,
            is_due: false,
        }
    }

    /// Adds a complete reply to the dialogue. Returns whether the dialogue continues; if so, `call`
    /// is the call for its next turn.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.dialogue.on_answer(self.call.answer());
        let Some(Request { turns, tools }) = self.dialogue.request() else {
            return false;
        };
        self.before = self.before.plus(self.call.answer().usage);
        (self.model_request.turns, self.model_request.tools) = (turns, tools);
        self.call = Call::new(self.call.endpoint().clone(), &self.model_request);
        true
    }

    /// Returns whether any part of the answer has arrived.
    pub(crate) fn has_begun(&self) -> bool {
        self.call.has_begun() || self.dialogue.replies() > 0
    }

    /// Returns the transcript, or the dialogue, so far.
    fn transcript(&self) -> String {
        let coming = || self.call.answer().transcript();
        if self.dialogue.condition().is_plain() {
            coming()
        } else if self.dialogue.request().is_some() {
            self.dialogue.text_with(&coming())
        } else {
            self.dialogue.text()
        }
    }

    /// Returns the answer of this turn, with the tokens of all turns.
    fn answer(&self) -> Answer {
        let answer = self.call.answer().clone();
        Answer { usage: self.before.plus(answer.usage), ..answer }
    }

    /// Adds bytes of the reply, and sends the new text to the page at once or after the minimum
    /// time between two pieces.
    pub(crate) fn bytes(
        &mut self,
        bytes: &[u8],
        id: CallId,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        if self.call.push(bytes) {
            self.first.get_or_insert(now.saturating_sub(self.started));
            self.send_or_delay(id, now, commands);
        }
    }

    /// Sends delayed text to the page.
    pub(crate) fn wake(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
        if self.is_due {
            self.emit(id, now, commands);
        }
    }

    /// Sends the new text to the page at once, or after the minimum time between two pieces.
    fn send_or_delay(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
        let next = self.sent_at.saturating_add(BETWEEN_PIECES);
        // If the clock was set back, the text is sent at once instead of being delayed.
        if now >= next || now < self.sent_at {
            self.emit(id, now, commands);
        } else if !std::mem::replace(&mut self.is_due, true) {
            commands.push(Command::Wake(next));
        }
    }

    /// Sends the page the rest of the transcript.
    fn emit(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
        self.is_due = false;
        self.sent_at = now;
        let transcript = self.transcript();
        if transcript == self.sent {
            return;
        }
        let event = match transcript.strip_prefix(self.sent.as_str()) {
            Some(more) => Event::Call(id, CallEvent::More(more.to_owned())),
            None => Event::Call(id, CallEvent::Whole(transcript.clone())),
        };
        commands.push(Command::Emit(event));
        self.sent = transcript;
    }

    /// Ends the call. Returns the events for the page, and the command that stores a non-empty
    /// answer. The caller stores the answer before it sends the events.
    pub(crate) fn end(
        mut self,
        id: CallId,
        end: &End,
        now: u64,
    ) -> (Vec<Command>, Option<Command>) {
        let mut commands = Vec::new();
        self.emit(id, now, &mut commands);
        commands.push(Command::Emit(match end {
            End::Answered => Event::Call(id, CallEvent::Answered(self.completion(now))),
            End::Stopped => Event::Call(id, CallEvent::Stopped(self.completion(now))),
            End::Failed(why) => Event::Call(id, CallEvent::Failed(why.clone())),
        }));
        let keep = !self.sent.is_empty();
        let keep = keep.then(|| {
            let took = now.saturating_sub(self.started);
            let times = Times { asked: self.started, took, first: self.first };
            let asked = (self.call.endpoint(), &self.question);
            let header = stored_answer::header(asked, &self.answer(), self.sent.len(), times, end);
            Command::StoreAnswer { call: id, header, transcript: self.sent }
        });
        (commands, keep)
    }

    /// Returns the completion of a call that succeeded or was stopped.
    fn completion(&self, now: u64) -> Completion {
        page::completion(&self.answer(), now.saturating_sub(self.started), self.first)
    }
}
