//! The wire formats, one module each.

mod anthropic;
mod chat;
mod cohere;
mod dialogue;
mod gemini;
mod ollama;
mod responses;

use serde_json::Value;

use crate::ask::Ask;
use crate::encode::percent;
use crate::policy::Policy;
use crate::sink::Sink;

/// How a provider is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `OpenAI`'s chat completions, which most providers and local servers speak too.
    Chat,
    /// `OpenAI`'s responses.
    Responses,
    /// Anthropic's messages.
    Anthropic,
    /// Gemini's own.
    Gemini,
    /// Cohere's second version.
    Cohere,
    /// Ollama's own, one JSON value a line.
    Ollama,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Chat, Self::Responses, Self::Anthropic, Self::Gemini, Self::Cohere, Self::Ollama];

    /// Where a question goes, behind the base address.
    pub(crate) fn path(self, ask: &Ask) -> String {
        match self {
            Self::Chat => "/chat/completions".to_owned(),
            Self::Responses => "/responses".to_owned(),
            Self::Anthropic => "/messages".to_owned(),
            Self::Cohere => "/v2/chat".to_owned(),
            Self::Ollama => "/chat".to_owned(),
            Self::Gemini => {
                let way =
                    if ask.stream { "streamGenerateContent?alt=sse" } else { "generateContent" };
                format!("/models/{}:{way}", percent(ask.model.trim_start_matches("models/")))
            }
        }
    }

    /// Whether a question may say how long its context is to be.
    pub(crate) const fn takes_context(self) -> bool {
        match self {
            Self::Ollama => true,
            Self::Chat | Self::Responses | Self::Anthropic | Self::Gemini | Self::Cohere => false,
        }
    }

    /// The body of a question of which the policy has already removed what is not taken.
    pub(crate) fn body(self, ask: &Ask, policy: &Policy) -> Value {
        Value::Object(match self {
            Self::Chat => chat::body(ask, policy),
            Self::Responses => responses::body(ask, policy),
            Self::Anthropic => anthropic::body(ask, policy),
            Self::Gemini => gemini::body(ask, policy),
            Self::Cohere => cohere::body(ask, policy),
            Self::Ollama => ollama::body(ask),
        })
    }

    /// Reads a reply in one piece or a piece of a stream.
    pub(crate) fn read(self, value: &Value, sink: &mut Sink) {
        match self {
            Self::Chat => chat::read(value, sink),
            Self::Responses => responses::read(value, sink),
            Self::Anthropic => anthropic::read(value, sink),
            Self::Gemini => gemini::read(value, sink),
            Self::Cohere => cohere::read(value, sink),
            Self::Ollama => ollama::read(value, sink),
        }
    }
}
