//! Cohere's chat, second version.

use serde_json::{Map, Value, json};

use super::opening;
use crate::ask::{Ask, Effort};
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{count, has, list, put, text};
use crate::policy::Policy;
use crate::sink::Sink;

pub(super) fn body(ask: &Ask, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(ask, "messages");
    put(&mut body, policy.max_output, ask.max_output);
    put(&mut body, "temperature", ask.temperature);
    put(&mut body, policy.seed, ask.seed);
    let thinking = |effort| match effort {
        Effort::Off => json!({"type": "disabled"}),
        effort => json!({"type": "enabled", "token_budget": effort.budget()}),
    };
    put(&mut body, "thinking", ask.effort.map(thinking));
    body.insert("stream".to_owned(), ask.stream.into());
    body
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    match text(value, "/type") {
        Some("content-start" | "content-delta") => {
            if let Some(content) = value.pointer("/delta/message/content") {
                read_content(content, sink);
            }
        }
        Some("message-end") => {
            if let Some(end) = value.get("delta") {
                read_end(end, sink);
            }
            sink.stop(Stop::Unsaid);
        }
        None if has(value, "/message/content") || has(value, "/finish_reason") => {
            for content in list(value, "/message/content") {
                read_content(content, sink);
            }
            read_end(value, sink);
        }
        _ => {}
    }
}

fn read_content(content: &Value, sink: &mut Sink) {
    sink.reasoning(text(content, "/thinking").unwrap_or_default());
    sink.text(text(content, "/text").unwrap_or_default());
}

/// The tokens of the model's own count, not those that are billed.
fn read_end(end: &Value, sink: &mut Sink) {
    sink.count(end, "/usage/tokens/input_tokens", "/usage/tokens/output_tokens");
    sink.usage.cached = count(end, "/usage/cached_tokens").or(sink.usage.cached);
    sink.tell_usage();
    sink.stop(match text(end, "/finish_reason") {
        None => return,
        Some("COMPLETE" | "STOP_SEQUENCE") => Stop::Natural,
        Some("MAX_TOKENS") => Stop::Length,
        Some("TOOL_CALL") => Stop::Tool,
        Some("ERROR_TOXIC") => Stop::Filter,
        Some(reason @ ("ERROR" | "TIMEOUT")) => {
            let message = text(end, "/error").unwrap_or(reason);
            return sink.fail_plainly(ErrorKind::Overloaded, message);
        }
        Some(other) => Stop::Other(other.to_owned()),
    });
}
