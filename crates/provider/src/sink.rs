//! Where formats put what they read.

use serde_json::Value;

use crate::classify;
use crate::error::{Error, ErrorKind};
use crate::event::{Event, Stop, Usage};
use crate::json::{count, shortened};
use crate::key::Key;
use crate::think::Think;
use crate::veil::Veil;

/// The longest name of a model or of a stop that is kept, in characters.
const MAX_NAME: usize = 256;
const MAX_STOP: usize = 64;

/// Collects events and keeps what a format must remember between two pieces of a reply.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    events: Vec<Event>,
    think: Think,
    key: Option<Key>,
    veil: Veil,
    voice: Voice,
    model: String,
    told: Usage,
    /// The tokens so far.
    pub(crate) usage: Usage,
    /// Whether the model declined, whatever the reason that follows.
    pub(crate) refused: bool,
    /// Whether any text or reasoning came.
    pub(crate) wrote: bool,
    phase: Phase,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Phase {
    #[default]
    Running,
    Stopped,
    Failed,
}

/// What the veil holds a piece of.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Voice {
    #[default]
    Text,
    Reasoning,
}

impl Sink {
    pub(crate) fn new(key: Option<Key>) -> Self {
        Self { veil: Veil::new(key.as_ref()), key, ..Self::default() }
    }

    /// Hands over the events since the last time.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.hear(Voice::Text, text);
    }

    pub(crate) fn reasoning(&mut self, text: &str) {
        self.hear(Voice::Reasoning, text);
    }

    fn hear(&mut self, voice: Voice, text: &str) {
        if text.is_empty() || self.phase == Phase::Failed {
            return;
        }
        self.wrote = true;
        if self.voice != voice {
            let held = self.veil.flush();
            self.tell(&held);
            self.voice = voice;
        }
        let settled = self.veil.push(text);
        self.tell(&settled);
    }

    /// Tells a text that holds no key.
    fn tell(&mut self, text: &str) {
        match self.voice {
            _ if text.is_empty() => {}
            Voice::Text => self.think.push(text, &mut self.events),
            Voice::Reasoning => self.events.push(Event::Reasoning(text.to_owned())),
        }
    }

    /// Tells what was held back of texts.
    pub(crate) fn flush(&mut self) {
        let held = self.veil.flush();
        self.tell(&held);
        self.think.flush(&mut self.events);
    }

    /// A name without the key.
    fn named(&self, name: &str) -> String {
        Veil::new(self.key.as_ref()).whole(name)
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

    /// Tells [`Sink::usage`] where it has changed.
    pub(crate) fn tell_usage(&mut self) {
        if self.usage != self.told && self.phase != Phase::Failed {
            self.told = self.usage;
            self.events.push(Event::Usage(self.usage));
        }
    }

    /// Tells the stop, once.
    pub(crate) fn stop(&mut self, stop: Stop) {
        if self.phase != Phase::Running {
            return;
        }
        self.phase = Phase::Stopped;
        self.flush();
        self.events.push(Event::Stop(match stop {
            Stop::Natural | Stop::Unsaid if self.refused => Stop::Refusal,
            Stop::Other(name) => Stop::Other(shortened(&self.named(&name), MAX_STOP)),
            stop => stop,
        }));
    }

    /// Tells that nothing follows because something failed.
    pub(crate) fn fail(&mut self, error: Error) {
        if self.phase == Phase::Failed {
            return;
        }
        self.flush();
        self.phase = Phase::Failed;
        let error = match &self.key {
            Some(key) => error.redacted(key),
            None => error,
        };
        self.events.push(Event::Failed(error));
    }

    /// Tells an error that stands inside a reply. One that comes after the model began to write is no fault of the request, whatever
    /// its words are.
    pub(crate) fn fail_with(&mut self, error: &Value) {
        let mut error = classify::of_value(None, &[], error);
        if self.wrote && error.kind == ErrorKind::Unknown {
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
