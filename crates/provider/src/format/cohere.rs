//! The format of Cohere's chat API, version 2.

use serde_json::{Map, Value, json};

use super::chat;
use super::dialogue::{call, offer, opening, tool};
use crate::echo;
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{count, has, list, put, text};
use crate::model_request::{Effort, ModelRequest, Turn};
use crate::policy::Policy;
use crate::sink::Sink;
use crate::tool_calls::ToolCallPiece;

pub(super) fn body(request: &ModelRequest, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(request, "messages", append_turn);
    offer(&mut body, request, tool);
    put(&mut body, policy.max_output, request.max_output);
    put(&mut body, "temperature", request.temperature);
    put(&mut body, policy.seed, request.seed);
    let thinking = |effort| match effort {
        Effort::Off => json!({"type": "disabled"}),
        effort => json!({"type": "enabled", "token_budget": effort.budget()}),
    };
    put(&mut body, "thinking", request.effort.map(thinking));
    body.insert("stream".to_owned(), request.stream.into());
    body
}

/// Adds the messages of a turn. A turn that called tools has a plan, and has a content only if
/// there is a text.
fn append_turn(turn: &Turn, messages: &mut Vec<Value>) {
    match turn {
        Turn::Assistant { text, calls, echo } if !calls.is_empty() => {
            let mut message = echo::members(echo);
            message.insert("role".to_owned(), "assistant".into());
            let text = Some(text.as_str()).filter(|text| !text.is_empty());
            put(&mut message, "content", text);
            let calls: Vec<Value> = calls.iter().map(call).collect();
            message.insert("tool_calls".to_owned(), calls.into());
            messages.push(message.into());
        }
        turn => chat::append_turn(turn, messages),
    }
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    match text(value, "/type") {
        Some("content-start" | "content-delta") => {
            if let Some(content) = value.pointer("/delta/message/content") {
                read_content(content, sink);
            }
        }
        Some("tool-plan-delta" | "tool-call-start" | "tool-call-delta") => {
            if let Some(message) = value.pointer("/delta/message") {
                read_calls(message, count(value, "/index"), sink);
            }
        }
        Some("message-end") => {
            if let Some(end) = value.get("delta") {
                read_end(end, sink);
            }
            sink.stop(Stop::Unsaid);
        }
        None if has(value, "/message/content") || has(value, "/finish_reason") => {
            if let Some(message) = value.get("message") {
                read_calls(message, None, sink);
            }
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

/// Reads the plan and the calls. The provider wants the plan back with the results of the calls. A
/// whole reply has a list of calls, and a piece of a stream has one call.
fn read_calls(message: &Value, index: Option<u64>, sink: &mut Sink) {
    const PLAN: &str = "tool_plan";
    if let Some(plan) = message.get(PLAN).and_then(Value::as_str) {
        sink.reasoning(plan);
        sink.append_member(PLAN, plan);
    }
    match message.get("tool_calls") {
        Some(Value::Array(calls)) => {
            for (at, call) in (0..).zip(calls) {
                sink.call(&ToolCallPiece::of_function(index.or(Some(at)), call));
            }
        }
        Some(call) => sink.call(&ToolCallPiece::of_function(index, call)),
        None => {}
    }
}

/// Reads the end of a reply. The tokens are the model's count, not the billed tokens.
fn read_end(end: &Value, sink: &mut Sink) {
    sink.count(end, "/usage/tokens/input_tokens", "/usage/tokens/output_tokens");
    sink.usage.cached = count(end, "/usage/cached_tokens").or(sink.usage.cached);
    sink.report_usage();
    sink.stop(match text(end, "/finish_reason") {
        None | Some("") => return,
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
