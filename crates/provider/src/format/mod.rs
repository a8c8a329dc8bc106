//! Wire formats. Each module writes requests and reads replies in the format of one API.

mod anthropic;
mod chat;
mod cohere;
mod dialogue;
mod gemini;
mod ollama;
mod responses;

use serde_json::Value;

use crate::encode::percent;
use crate::model_request::ModelRequest;
use crate::policy::Policy;
use crate::sink::Sink;

/// The wire format of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `OpenAI`'s chat completions, which most providers and local servers support.
    Chat,
    /// The format of `OpenAI`'s Responses API.
    Responses,
    /// The format of Anthropic's Messages API.
    Anthropic,
    /// The format of Google's Gemini API.
    Gemini,
    /// The format of Cohere's chat API, version 2.
    Cohere,
    /// The format of Ollama's own API, with one JSON value per line.
    Ollama,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] =
        [Self::Chat, Self::Responses, Self::Anthropic, Self::Gemini, Self::Cohere, Self::Ollama];

    /// Returns the path of the request for a question, relative to the base address.
    pub(crate) fn path(self, request: &ModelRequest) -> String {
        match self {
            Self::Chat => "/chat/completions".to_owned(),
            Self::Responses => "/responses".to_owned(),
            Self::Anthropic => "/messages".to_owned(),
            Self::Cohere => "/v2/chat".to_owned(),
            Self::Ollama => "/chat".to_owned(),
            Self::Gemini => {
                let method = if request.stream {
                    "streamGenerateContent?alt=sse"
                } else {
                    "generateContent"
                };
                format!("/models/{}:{method}", percent(request.model.trim_start_matches("models/")))
            }
        }
    }

    /// Returns whether the format has a parameter for the size of the context window.
    pub(crate) const fn takes_context(self) -> bool {
        match self {
            Self::Ollama => true,
            Self::Chat | Self::Responses | Self::Anthropic | Self::Gemini | Self::Cohere => false,
        }
    }

    /// Returns the body of a question, from which the policy has already removed refused
    /// parameters.
    pub(crate) fn body(self, request: &ModelRequest, policy: &Policy) -> Value {
        Value::Object(match self {
            Self::Chat => chat::body(request, policy),
            Self::Responses => responses::body(request, policy),
            Self::Anthropic => anthropic::body(request, policy),
            Self::Gemini => gemini::body(request, policy),
            Self::Cohere => cohere::body(request, policy),
            Self::Ollama => ollama::body(request),
        })
    }

    /// Reads a whole reply, or a piece of a stream.
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
