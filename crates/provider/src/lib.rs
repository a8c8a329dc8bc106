//! Providers of language models, without networking. A request is data; a reply is bytes in and
//! events out.
//!
//! An [`Endpoint`] is a [`Provider`] at an address with a [`Key`]. It creates the [`Request`] for a
//! [`ModelRequest`], by a table of the parameters that each model accepts. It also creates the
//! [`ReplyReader`], which converts bytes in arbitrary pieces to [`Event`]s. Events have the same meaning
//! for every provider.
//!
//! ```
//! use stepfall_provider::{ModelRequest, Endpoint, Event, Head, Key, Provider, Stop};
//!
//! let provider = Provider::find("mistral").ok_or("no such provider")?;
//! let endpoint = Endpoint::new(provider, None, Key::new("invented-key"))?;
//! let asked = endpoint.prepare(&ModelRequest::new("some-model", "What is 4 + 9?"));
//! assert_eq!(asked.request.url, "https://api.mistral.ai/v1/chat/completions");
//!
//! let mut reply = endpoint.reply(Head::new(200));
//! let mut events = reply.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"13\"},\"fin");
//! events.extend(reply.push(b"ish_reason\":\"stop\"}]}\n\n"));
//! events.extend(reply.finish());
//! assert_eq!(events, [Event::Text("13".to_owned()), Event::Stop(Stop::Natural)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`sign_in`] gets a key for `OpenRouter` without pasting one.
//!
//! This crate uses no network, clock or entropy. It never waits: an [`Error`] contains the time to
//! wait if the provider reports one, and the caller waits. Reading never panics, whatever the
//! bytes.

mod address;
mod answer;
mod call;
mod classify;
mod date;
mod diagnosis;
mod echo;
mod encode;
mod endpoint;
mod error;
mod event;
mod format;
mod hint;
mod json;
mod key;
mod key_redactor;
mod lines;
mod model_request;
mod models;
mod ndjson;
mod policy;
mod provider;
mod reply;
mod request;
mod retry;
pub mod sign_in;
mod sink;
mod sse;
mod surrogate;
mod think;
mod tool;
mod tool_calls;

pub use self::address::{AddressError, is_in_page};
pub use self::answer::{Answer, MAX_ANSWER, transcript};
pub use self::call::{Call, Ending};
pub use self::classify::{MAX_ERROR_BODY, classify};
pub use self::diagnosis::{Circumstances, Permission, Probe, diagnose};
pub use self::endpoint::{Endpoint, PreparedRequest};
pub use self::error::{Error, ErrorKind, MAX_MESSAGE, Wait};
pub use self::event::{Event, Stop, Usage};
pub use self::format::Format;
pub use self::key::{Key, MAX_KEY, REDACTED};
pub use self::lines::MAX_LINE;
pub use self::model_request::{Effort, ModelRequest, Parameter, Turn};
pub use self::models::{MAX_MODELS, Model, ModelPage, Price};
pub use self::ndjson::Ndjson;
pub use self::provider::{Auth, Certainty, CorsSupport, PROVIDERS, Provider};
pub use self::reply::{Head, MAX_BODY, ReplyReader};
pub use self::request::{Header, HeaderValue, Method, Request};
pub use self::retry::{Retry, without_refused};
pub use self::sse::{Frame, Sse};
pub use self::tool::{MAX_CALLS, Tool, ToolCall, ToolResult};
