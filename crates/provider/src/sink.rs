//! The sink into which the readers of all formats put text, calls, tokens and stops, and from which
//! events are taken.

use serde_json::{Map, Value};

use crate::answer::{MAX_ANSWER, too_long};
use crate::classify;
use crate::echo::{self, Echo};
use crate::error::{Error, ErrorKind};
use crate::event::{Event, Stop, Usage};
use crate::json::{count, shortened};
use crate::key::Key;
use crate::key_redactor::KeyRedactor;
use crate::surrogate::SurrogateJoiner;
use crate::think::ReasoningSplitter;
use crate::tool::{MAX_CALLS, ToolCall};
use crate::tool_calls::{ToolCallAssembler, ToolCallPiece, ToolCallPieceOutcome};

/// The maximum length of the name of a model, in characters.
const MAX_NAME: usize = 256;
/// The maximum length of the name of a stop, in characters.
const MAX_STOP: usize = 64;
/// The size that each item to send back counts in addition to its data, in bytes. It limits the
/// number of items.
const ECHO_ITEM_OVERHEAD: usize = 4 << 10;

/// Collects events and keeps the state that a format needs between two pieces of a reply.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    events: Vec<Event>,
    think: ReasoningSplitter,
    key: Option<Key>,
    /// Joins surrogates that are split over pieces: one state for the text, and one for the
    /// reasoning.
    halves: [SurrogateJoiner; 2],
    /// Finds keys that are split over pieces: one state for the text, and one for the reasoning.
    redactors: [KeyRedactor; 2],
    /// True if the current piece had invalid UTF-8.
    pub(crate) has_replacements: bool,
    /// The number of replaced characters that is not reported yet.
    replaced: u32,
    calls: ToolCallAssembler,
    echo: Echo,
    /// The total length of data that is reported at the end, in bytes.
    gathered: usize,
    model: String,
    reported_usage: Usage,
    /// The tokens so far.
    pub(crate) usage: Usage,
    /// True if the model declined. A different stop reason may follow.
    pub(crate) has_declined: bool,
    /// True if any text, reasoning or call has come.
    pub(crate) has_output: bool,
    message: Message,
    /// The index of the choice that is read, because a reply may have several.
    choice: Option<u64>,
    phase: Phase,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Phase {
    #[default]
    Running,
    Stopped,
    Failed,
}

/// The state of the current message. A reply may have several messages.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Message {
    /// The message has no text yet.
    #[default]
    Unwritten,
    /// Some text of the message has come.
    Written,
    /// The next text belongs to another message.
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Text,
    Reasoning,
}

impl Sink {
    pub(crate) fn new(key: Option<Key>) -> Self {
        let redactors = [KeyRedactor::new(key.as_ref()), KeyRedactor::new(key.as_ref())];
        Self { key, redactors, ..Self::default() }
    }

    /// Returns the events since the last call.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::replace(&mut self.message, Message::Written) == Message::Ended {
            self.on_text(Channel::Text, "\n");
        }
        self.echo.text();
        self.on_text(Channel::Text, text);
    }

    /// Begins another message of the same reply. Its text begins on a new line.
    pub(crate) fn begin_message(&mut self) {
        if self.message == Message::Written {
            self.message = Message::Ended;
        }
    }

    /// Returns whether the choice with this index is read. Of several choices in a reply, only the
    /// one whose index is passed first is read.
    pub(crate) fn is_choice(&mut self, number: u64) -> bool {
        *self.choice.get_or_insert(number) == number
    }

    pub(crate) fn reasoning(&mut self, text: &str) {
        self.on_text(Channel::Reasoning, text);
    }

    fn on_text(&mut self, channel: Channel, text: &str) {
        if text.is_empty() || self.phase == Phase::Failed {
            return;
        }
        self.has_output = true;
        if self.has_replacements {
            self.replace(text.matches(char::REPLACEMENT_CHARACTER).count());
        }
        let joined = self.halves[channel as usize].push(text);
        let settled = self.redactors[channel as usize].push(&joined);
        self.report(channel, &settled);
    }

    /// Reports a text from which the key was removed.
    fn report(&mut self, channel: Channel, text: &str) {
        match channel {
            _ if text.is_empty() => {}
            Channel::Text => self.think.push(text, &mut self.events),
            Channel::Reasoning => self.events.push(Event::Reasoning(text.to_owned())),
        }
    }

    /// Reports the text that was held back in one channel.
    fn settle(&mut self, channel: Channel) {
        let half = self.halves[channel as usize].flush();
        let mut pending = self.redactors[channel as usize].push(half);
        pending.push_str(&self.redactors[channel as usize].flush());
        self.report(channel, &pending);
    }

    /// Reports texts that were held back, and the number of replaced characters.
    pub(crate) fn flush(&mut self) {
        self.settle(Channel::Reasoning);
        self.settle(Channel::Text);
        self.think.flush(&mut self.events);
        for halves in &mut self.halves {
            self.replaced = self.replaced.saturating_add(halves.take_replaced());
        }
        if self.phase != Phase::Failed && self.replaced > 0 {
            self.events.push(Event::Replaced(std::mem::take(&mut self.replaced)));
        }
    }

    fn replace(&mut self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.replaced = self.replaced.saturating_add(count);
    }

    pub(crate) fn call(&mut self, piece: &ToolCallPiece<'_>) {
        if self.phase == Phase::Running {
            let outcome = self.calls.push(piece);
            self.on_piece(outcome, piece);
        }
    }

    /// Takes a complete call after its pieces.
    pub(crate) fn whole_call(&mut self, piece: &ToolCallPiece<'_>) {
        if self.phase == Phase::Running {
            let outcome = self.calls.replace(piece);
            self.on_piece(outcome, piece);
        }
    }

    fn on_piece(&mut self, outcome: ToolCallPieceOutcome, piece: &ToolCallPiece<'_>) {
        match outcome {
            ToolCallPieceOutcome::Nothing => return,
            ToolCallPieceOutcome::New => self.echo.call(),
            ToolCallPieceOutcome::More => {}
            ToolCallPieceOutcome::TooMany => {
                let message = format!("the answer has more than {MAX_CALLS} calls");
                return self.fail_plainly(ErrorKind::Overlong, &message);
            }
        }
        self.has_output = true;
        self.gather(piece.arguments.len() + piece.id.len() + piece.name.len());
    }

    /// Returns the number of calls that have begun.
    pub(crate) fn calls_so_far(&self) -> u64 {
        self.calls.len()
    }

    /// Appends a text to a member that is sent back to the provider, next to the answer's text.
    pub(crate) fn append_member(&mut self, member: &str, text: &str) {
        echo::append(self.echo.members(), member, text);
        self.gather(text.len());
    }

    /// Keeps members that are sent back to the provider, next to the answer's text. `keep` puts
    /// them into the object; `bytes` is their length.
    pub(crate) fn keep_members(
        &mut self,
        bytes: usize,
        keep: impl FnOnce(&mut Map<String, Value>),
    ) {
        keep(self.echo.members());
        self.gather(bytes);
    }

    /// Keeps data that is sent back to the provider, at its position among text and calls. `keep`
    /// puts the data into the object with this number; `bytes` is its length.
    pub(crate) fn keep(
        &mut self,
        number: u64,
        bytes: usize,
        keep: impl FnOnce(&mut Map<String, Value>),
    ) {
        let (object, is_new) = self.echo.at(number);
        keep(object);
        self.gather(bytes + if is_new { ECHO_ITEM_OVERHEAD } else { 0 });
    }

    fn gather(&mut self, bytes: usize) {
        self.gathered = self.gathered.saturating_add(bytes);
        if self.gathered > MAX_ANSWER {
            self.fail(too_long());
        }
    }

    /// Reports the calls and the data that has to be sent back with them.
    fn report_calls(&mut self) {
        let echo = self.echo.take();
        let calls = self.calls.take();
        let called = !calls.is_empty();
        for ToolCall { id, name, arguments } in calls {
            let (id, name) = (self.clean_text(&id), self.clean_text(&name));
            self.events.push(Event::Call(ToolCall {
                id,
                name,
                arguments: self.clean_text(&arguments),
            }));
        }
        if called && !echo.is_empty() {
            self.events.push(Event::Echo(self.clean_text(&echo)));
        }
    }

    /// Joins surrogates in a text that comes as a whole, and removes the key.
    fn clean_text(&self, name: &str) -> String {
        let mut halves = SurrogateJoiner::default();
        let name = halves.push(name) + halves.flush();
        KeyRedactor::new(self.key.as_ref()).whole(&name)
    }

    /// Reports the name of the model, once.
    pub(crate) fn model(&mut self, model: Option<&str>) {
        if let Some(model) = model.filter(|model| !model.is_empty())
            && self.model.is_empty()
            && self.phase != Phase::Failed
        {
            self.model = shortened(&self.clean_text(model), MAX_NAME);
            self.events.push(Event::Model(self.model.clone()));
        }
    }

    /// Reports [`Sink::usage`] if it has changed, without implausible counts.
    pub(crate) fn report_usage(&mut self) {
        let usage = self.usage.plausible();
        if usage != self.reported_usage && self.phase != Phase::Failed {
            self.reported_usage = usage;
            self.events.push(Event::Usage(usage));
        }
    }

    /// Reports the stop, once.
    pub(crate) fn stop(&mut self, stop: Stop) {
        if self.phase != Phase::Running {
            return;
        }
        // The reply ended without a reason and without content.
        if stop == Stop::Unsaid && !self.has_output {
            return self.fail_plainly(ErrorKind::Cut, "the stream ended without a text");
        }
        self.phase = Phase::Stopped;
        self.flush();
        let called = !self.calls.is_empty();
        self.report_calls();
        self.events.push(Event::Stop(match stop {
            Stop::Natural | Stop::Unsaid if self.has_declined => Stop::Refusal,
            Stop::Natural | Stop::Unsaid if called => Stop::Tool,
            Stop::Other(name) => Stop::Other(shortened(&self.clean_text(&name), MAX_STOP)),
            stop => stop,
        }));
    }

    /// Reports a failure as the last event. A failure after a stop is ignored, because the answer
    /// is complete.
    pub(crate) fn fail(&mut self, error: Error) {
        if self.phase != Phase::Running {
            return;
        }
        self.flush();
        self.phase = Phase::Failed;
        let has_output = self.has_output || self.gathered > 0 || self.usage.output > Some(0);
        let error = Error { after_output: has_output, ..error };
        let error = match &self.key {
            Some(key) => error.redacted(key),
            None => error,
        };
        self.events.push(Event::Failed(error));
    }

    /// Reports an error inside a reply. If the model has begun to write, the error counts as
    /// [`ErrorKind::Overloaded`], because the request cannot be its cause. The exceptions are rate
    /// limits, missing credit, too long prompts and malformed output. An error of unknown kind also
    /// counts as [`ErrorKind::Overloaded`].
    pub(crate) fn fail_with(&mut self, error: &Value) {
        let mut error = classify::of_value(None, &[], error);
        let lasts = matches!(
            error.kind,
            ErrorKind::RateLimit | ErrorKind::NoCredit | ErrorKind::TooLong | ErrorKind::Malformed
        );
        if error.kind == ErrorKind::Unknown || self.has_output && !lasts {
            error.kind = ErrorKind::Overloaded;
        }
        self.fail(error);
    }

    pub(crate) fn fail_plainly(&mut self, kind: ErrorKind, message: &str) {
        self.fail(Error::plain(kind, message));
    }

    /// Returns whether a stop or a failure was reported.
    pub(crate) fn is_ended(&self) -> bool {
        self.phase != Phase::Running
    }

    /// Reads the input and the output tokens at two pointers. A count that is missing stays as it
    /// is.
    pub(crate) fn count(&mut self, value: &Value, input: &str, output: &str) {
        self.usage.input = count(value, input).or(self.usage.input);
        self.usage.output = count(value, output).or(self.usage.output);
    }
}
