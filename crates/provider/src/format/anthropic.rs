//! The format of Anthropic's Messages API.

use serde_json::{Map, Value, json};

use super::dialogue::{arguments, message, offer, opening, schema};
use crate::echo::{self, Part, parts};
use crate::event::Stop;
use crate::json::{count, list, put, text};
use crate::model_request::{Effort, ModelRequest, Turn};
use crate::policy::{EffortFormat, Policy};
use crate::sink::Sink;
use crate::tool_calls::{self, ToolCallPiece};

/// The maximum number of output tokens if the question sets none. The format requires a maximum.
const MAX_OUTPUT: u32 = 8_192;
/// The smallest accepted budget for thinking, in tokens.
const MIN_BUDGET: u32 = 1_024;

pub(super) fn body(request: &ModelRequest, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(request, "messages", append_turn);
    offer(
        &mut body,
        request,
        |tool| json!({"name": tool.name, "description": tool.description, "input_schema": schema(tool)}),
    );
    let max_output = request.max_output.unwrap_or(MAX_OUTPUT);
    body.insert("max_tokens".to_owned(), max_output.into());
    put(&mut body, "temperature", request.temperature);
    body.insert("stream".to_owned(), request.stream.into());
    match (policy.effort, request.effort) {
        (EffortFormat::Adaptive, Some(Effort::Off)) => {
            body.insert("thinking".to_owned(), json!({"type": "disabled"}));
        }
        (EffortFormat::Adaptive, effort) => {
            let adaptive = json!({"type": "adaptive", "display": "summarized"});
            body.insert("thinking".to_owned(), adaptive);
            let word = effort.map(|effort| json!({"effort": effort.word()}));
            put(&mut body, "output_config", word);
        }
        (EffortFormat::Budget, Some(effort)) if effort != Effort::Off => {
            // The budget counts towards the maximum number of tokens.
            let budget = effort.budget().max(MIN_BUDGET);
            body.insert("max_tokens".to_owned(), max_output.saturating_add(budget).into());
            let enabled = json!({"type": "enabled", "budget_tokens": budget});
            body.insert("thinking".to_owned(), enabled);
        }
        _ => {}
    }
    body
}

/// Adds the messages of a turn. An empty answer is left out, because the provider would refuse it.
fn append_turn(turn: &Turn, messages: &mut Vec<Value>) {
    let content: Vec<Value> = match turn {
        Turn::User(text) => return messages.push(message("user", text)),
        Turn::Assistant { text, calls, .. } if calls.is_empty() => {
            if !text.is_empty() {
                messages.push(message("assistant", text));
            }
            return;
        }
        Turn::Assistant { text, calls, echo } => {
            parts(text, calls, echo).into_iter().filter_map(block).collect()
        }
        Turn::Results(results) => {
            let results = results.iter().map(
                |result| json!({"type": "tool_result", "tool_use_id": result.id, "content": result.text}),
            );
            return messages.push(json!({"role": "user", "content": results.collect::<Vec<_>>()}));
        }
    };
    messages.push(json!({"role": "assistant", "content": content}));
}

/// Converts a part to a block. Thinking without a signature is left out: it was cut off, and the
/// provider refuses it.
fn block(part: Part<'_>) -> Option<Value> {
    Some(match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Call(call) => {
            let input = arguments(call);
            json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
        }
        Part::Kept(data) if data.contains_key("data") || has_signature(&data) => data.into(),
        Part::Kept(_) => return None,
    })
}

fn has_signature(data: &Map<String, Value>) -> bool {
    data.get("signature").and_then(Value::as_str).is_some_and(|signature| !signature.is_empty())
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    match text(value, "/type").unwrap_or_default() {
        "message" => read_message(value, sink),
        "message_start" => {
            if let Some(message) = value.get("message") {
                read_message(message, sink);
            }
        }
        "content_block_start" => {
            if let Some(block) = value.get("content_block") {
                read_block(block, index(value), sink);
            }
        }
        "content_block_delta" => {
            if let Some(delta) = value.get("delta") {
                read_block(delta, index(value), sink);
            }
        }
        "message_delta" => {
            read_usage(value, sink);
            read_reason(text(value, "/delta/stop_reason"), sink);
        }
        "message_stop" => sink.stop(Stop::Unsaid),
        _ => {}
    }
}

fn read_message(message: &Value, sink: &mut Sink) {
    sink.model(text(message, "/model"));
    for (index, block) in (0..).zip(list(message, "/content")) {
        read_block(block, index, sink);
    }
    read_usage(message, sink);
    read_reason(text(message, "/stop_reason"), sink);
}

fn index(value: &Value) -> u64 {
    count(value, "/index").unwrap_or(0)
}

/// Reads a block or a piece of a block. When the results of tools are sent, the provider wants
/// thinking back unchanged, with its signature.
fn read_block(block: &Value, index: u64, sink: &mut Sink) {
    let field = |place| text(block, place).unwrap_or_default();
    match field("/type") {
        "tool_use" => {
            let input = block.get("input").filter(|input| **input != json!({}));
            let arguments = tool_calls::arguments(input);
            let (id, name) = (field("/id"), field("/name"));
            sink.call(&ToolCallPiece { index: Some(index), id, name, arguments });
        }
        "input_json_delta" => {
            let arguments = field("/partial_json").into();
            sink.call(&ToolCallPiece { index: Some(index), arguments, ..ToolCallPiece::default() });
        }
        kind @ ("redacted_thinking" | "thinking") => {
            for member in ["thinking", "signature", "data"] {
                if let Some(piece) = block.get(member).and_then(Value::as_str) {
                    keep(index, kind, member, piece, sink);
                }
            }
        }
        "thinking_delta" => keep(index, "thinking", "thinking", field("/thinking"), sink),
        "signature_delta" => keep(index, "thinking", "signature", field("/signature"), sink),
        _ => {}
    }
    sink.reasoning(field("/thinking"));
    sink.text(field("/text"));
}

fn keep(index: u64, kind: &str, member: &str, piece: &str, sink: &mut Sink) {
    sink.keep(index, piece.len(), |block| {
        block.insert("type".to_owned(), kind.into());
        echo::append(block, member, piece);
    });
}

/// Reads the tokens. The reported input excludes tokens read from or written to a cache.
fn read_usage(value: &Value, sink: &mut Sink) {
    let tokens = |key: &str| count(value, &format!("/usage/{key}"));
    if let Some(input) = tokens("input_tokens") {
        let cached = tokens("cache_read_input_tokens");
        let written = tokens("cache_creation_input_tokens").unwrap_or(0);
        let all = input.saturating_add(cached.unwrap_or(0)).saturating_add(written);
        // The repeated usage at the end may leave out the cached tokens.
        sink.usage.input = sink.usage.input.max(Some(all));
        sink.usage.cached = cached.or(sink.usage.cached);
    }
    sink.usage.output = tokens("output_tokens").or(sink.usage.output);
    sink.usage.reasoning = tokens("output_tokens_details/thinking_tokens").or(sink.usage.reasoning);
    sink.report_usage();
}

fn read_reason(reason: Option<&str>, sink: &mut Sink) {
    sink.stop(match reason {
        // A server that fills in all members sends an empty reason before the end.
        None | Some("") => return,
        Some("end_turn" | "stop_sequence") => Stop::Natural,
        Some("max_tokens" | "model_context_window_exceeded") => Stop::Length,
        Some("refusal") => Stop::Refusal,
        Some("tool_use") => Stop::Tool,
        Some(other) => Stop::Other(other.to_owned()),
    });
}
