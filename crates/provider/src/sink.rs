//! Where formats put what they read.

use serde_json::{Map, Value};

use crate::answer::{MAX_ANSWER, too_long};
use crate::calls::{Calls, Piece, PieceOutcome};
use crate::classify;
use crate::echo::{self, Echo};
use crate::error::{Error, ErrorKind};
use crate::event::{Event, Stop, Usage};
use crate::json::{count, shortened};
use crate::key::Key;
use crate::key_redactor::KeyRedactor;
use crate::surrogate::Halves;
use crate::think::Think;
use crate::tool::{MAX_CALLS, ToolCall};

/// The longest name of a model or of a stop that is kept, in characters.
const MAX_NAME: usize = 256;
const MAX_STOP: usize = 64;
/// What is counted for each thing that has to be sent back besides its length, in bytes: it keeps their number small.
const KEPT: usize = 4 << 10;

/// Collects events and keeps what a format must remember between two pieces of a reply.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    events: Vec<Event>,
    think: Think,
    key: Option<Key>,
    /// What is held back of the text and of the reasoning, which may come in turns: a key that is split over pieces of one is whole there.
    halves: [Halves; 2],
    redactors: [KeyRedactor; 2],
    /// Whether the piece that is read had bytes that are no UTF-8.
    pub(crate) is_mended: bool,
    /// How many characters of texts were replaced since that was told.
    replaced: u32,
    calls: Calls,
    echo: Echo,
    /// The length of what is gathered to be told at the end, in bytes.
    gathered: usize,
    model: String,
    reported_usage: Usage,
    /// The tokens so far.
    pub(crate) usage: Usage,
    /// Whether the model declined, whatever the reason that follows.
    pub(crate) refused: bool,
    /// Whether any text, reasoning or call came.
    pub(crate) wrote: bool,
    message: Message,
    /// The number of the choice that is read, of several that a reply may have.
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

/// The message of a reply that is read, of which some have several.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Message {
    /// Nothing is written yet.
    #[default]
    Unwritten,
    /// Some of its text came.
    Written,
    /// The next text belongs to another message.
    Ended,
}

/// What a piece is of.
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

    /// Hands over the events since the last time.
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

    /// Begins another message of the same reply. Its text begins on a line of its own.
    pub(crate) fn begin_message(&mut self) {
        if self.message == Message::Written {
            self.message = Message::Ended;
        }
    }

    /// Returns whether this is the number of the choice that is read, which is the first that a reply begins.
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
        self.wrote = true;
        if self.is_mended {
            self.replace(text.matches(char::REPLACEMENT_CHARACTER).count());
        }
        let whole = self.halves[channel as usize].push(text);
        let settled = self.redactors[channel as usize].push(&whole);
        self.tell(channel, &settled);
    }

    /// Tells a text that holds no key.
    fn tell(&mut self, channel: Channel, text: &str) {
        match channel {
            _ if text.is_empty() => {}
            Channel::Text => self.think.push(text, &mut self.events),
            Channel::Reasoning => self.events.push(Event::Reasoning(text.to_owned())),
        }
    }

    /// Tells what was held back of one channel.
    fn settle(&mut self, channel: Channel) {
        let half = self.halves[channel as usize].flush();
        let mut held = self.redactors[channel as usize].push(half);
        held.push_str(&self.redactors[channel as usize].flush());
        self.tell(channel, &held);
    }

    /// Tells what was held back of texts, and what was replaced in them.
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

    /// Takes a piece of a call.
    pub(crate) fn call(&mut self, piece: &Piece<'_>) {
        if self.phase == Phase::Running {
            let outcome = self.calls.push(piece);
            self.on_piece(outcome, piece);
        }
    }

    /// Takes a call that is told whole after its pieces.
    pub(crate) fn whole_call(&mut self, piece: &Piece<'_>) {
        if self.phase == Phase::Running {
            let outcome = self.calls.replace(piece);
            self.on_piece(outcome, piece);
        }
    }

    fn on_piece(&mut self, outcome: PieceOutcome, piece: &Piece<'_>) {
        match outcome {
            PieceOutcome::Nothing => return,
            PieceOutcome::New => self.echo.call(),
            PieceOutcome::More => {}
            PieceOutcome::TooMany => {
                let message = format!("the answer has more than {MAX_CALLS} calls");
                return self.fail_plainly(ErrorKind::Overlong, &message);
            }
        }
        self.wrote = true;
        self.gather(piece.arguments.len() + piece.id.len() + piece.name.len());
    }

    /// How many calls have begun.
    pub(crate) fn calls_so_far(&self) -> u64 {
        self.calls.len()
    }

    /// Keeps a text that has to be sent back beside the answer's own.
    pub(crate) fn append_member(&mut self, member: &str, text: &str) {
        echo::append(self.echo.members(), member, text);
        self.gather(text.len());
    }

    /// Keeps something that has to be sent back beside the answer's text, as `keep` puts it into the object; `bytes` is its length.
    pub(crate) fn keep_members(
        &mut self,
        bytes: usize,
        keep: impl FnOnce(&mut Map<String, Value>),
    ) {
        keep(self.echo.members());
        self.gather(bytes);
    }

    /// Keeps something that has to be sent back at its place among text and calls, as `keep` puts it into the object with this number;
    /// `bytes` is its length.
    pub(crate) fn keep(
        &mut self,
        number: u64,
        bytes: usize,
        keep: impl FnOnce(&mut Map<String, Value>),
    ) {
        let (object, is_new) = self.echo.at(number);
        keep(object);
        self.gather(bytes + if is_new { KEPT } else { 0 });
    }

    fn gather(&mut self, bytes: usize) {
        self.gathered = self.gathered.saturating_add(bytes);
        if self.gathered > MAX_ANSWER {
            self.fail(too_long());
        }
    }

    /// Tells the calls and what has to be sent back with them.
    fn tell_calls(&mut self) {
        let echo = self.echo.take();
        let calls = self.calls.take();
        let called = !calls.is_empty();
        for ToolCall { id, name, arguments } in calls {
            let (id, name) = (self.named(&id), self.named(&name));
            self.events.push(Event::Call(ToolCall { id, name, arguments: self.named(&arguments) }));
        }
        if called && !echo.is_empty() {
            self.events.push(Event::Echo(self.named(&echo)));
        }
    }

    /// A name without the key.
    fn named(&self, name: &str) -> String {
        let mut halves = Halves::default();
        let name = halves.push(name) + halves.flush();
        KeyRedactor::new(self.key.as_ref()).whole(&name)
    }

    /// Tells the model once.
    pub(crate) fn model(&mut self, model: Option<&str>) {
        if let Some(model) = model.filter(|model| !model.is_empty())
            && self.model.is_empty()
            && self.phase != Phase::Failed
        {
            self.model = shortened(&self.named(model), MAX_NAME);
            self.events.push(Event::Model(self.model.clone()));
        }
    }

    /// Reports [`Sink::usage`] where it has changed, without counts that cannot be true.
    pub(crate) fn report_usage(&mut self) {
        let usage = self.usage.plausible();
        if usage != self.reported_usage && self.phase != Phase::Failed {
            self.reported_usage = usage;
            self.events.push(Event::Usage(usage));
        }
    }

    /// Tells the stop, once.
    pub(crate) fn stop(&mut self, stop: Stop) {
        if self.phase != Phase::Running {
            return;
        }
        // An end without a reason, of nothing.
        if stop == Stop::Unsaid && !self.wrote {
            return self.fail_plainly(ErrorKind::Cut, "the stream ended without a text");
        }
        self.phase = Phase::Stopped;
        self.flush();
        let called = !self.calls.is_empty();
        self.tell_calls();
        self.events.push(Event::Stop(match stop {
            Stop::Natural | Stop::Unsaid if self.refused => Stop::Refusal,
            Stop::Natural | Stop::Unsaid if called => Stop::Tool,
            Stop::Other(name) => Stop::Other(shortened(&self.named(&name), MAX_STOP)),
            stop => stop,
        }));
    }

    /// Tells that nothing follows because something failed. What comes after a stop cannot take back what was whole.
    pub(crate) fn fail(&mut self, error: Error) {
        if self.phase != Phase::Running {
            return;
        }
        self.flush();
        self.phase = Phase::Failed;
        let has_output = self.wrote || self.gathered > 0 || self.usage.output > Some(0);
        let error = Error { after_output: has_output, ..error };
        let error = match &self.key {
            Some(key) => error.redacted(key),
            None => error,
        };
        self.events.push(Event::Failed(error));
    }

    /// Tells an error that stands inside a reply. One that comes after the model began to write is no fault of the request, whatever
    /// its words are, unless it is about how much was asked or written; nor is one that says nothing of itself.
    pub(crate) fn fail_with(&mut self, error: &Value) {
        let mut error = classify::of_value(None, &[], error);
        let lasts = matches!(
            error.kind,
            ErrorKind::RateLimit | ErrorKind::NoCredit | ErrorKind::TooLong | ErrorKind::Malformed
        );
        if error.kind == ErrorKind::Unknown || self.wrote && !lasts {
            error.kind = ErrorKind::Overloaded;
        }
        self.fail(error);
    }

    pub(crate) fn fail_plainly(&mut self, kind: ErrorKind, message: &str) {
        self.fail(Error::plain(kind, message));
    }

    /// Whether a stop or a failure was told.
    pub(crate) fn ended(&self) -> bool {
        self.phase != Phase::Running
    }

    /// Sets those of the counts that the pointers lead to.
    pub(crate) fn count(&mut self, value: &Value, input: &str, output: &str) {
        self.usage.input = count(value, input).or(self.usage.input);
        self.usage.output = count(value, output).or(self.usage.output);
    }
}
