//! The format of `OpenAI`'s Responses API.

use serde_json::{Map, Value, json};

use super::dialogue::{arguments_text, message, offer, opening, schema};
use crate::echo::{Part, parts};
use crate::event::Stop;
use crate::json::{count, has, list, put, text};
use crate::model_request::{Effort, ModelRequest, Turn};
use crate::policy::Policy;
use crate::sink::Sink;
use crate::tool_calls::{self, ToolCallPiece};

/// The member of a reasoning item with content that only the provider can read.
const ENCRYPTED: &str = "encrypted_content";

pub(super) fn body(request: &ModelRequest, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(request, "input", append_turn);
    // With `strict`, the provider would accept only a restricted form of schemas.
    offer(&mut body, request, |tool| {
        let (name, description) = (&tool.name, &tool.description);
        let parameters = schema(tool);
        json!({"type": "function", "name": name, "description": description, "parameters": parameters, "strict": false})
    });
    // Reasoning that is not stored has to be sent back. The provider includes it only on request.
    if !request.tools.is_empty() && !policy.efforts.is_empty() {
        body.insert("include".to_owned(), json!([format!("reasoning.{ENCRYPTED}")]));
    }
    put(&mut body, policy.max_output, request.max_output);
    put(&mut body, "temperature", request.temperature);
    let reasoning = |word: &str| json!({"effort": word, "summary": "auto"});
    put(&mut body, "reasoning", request.effort.map(Effort::word).map(reasoning));
    body.insert("store".to_owned(), false.into());
    body.insert("stream".to_owned(), request.stream.into());
    body
}

fn append_turn(turn: &Turn, items: &mut Vec<Value>) {
    match turn {
        Turn::User(text) => items.push(message("user", text)),
        Turn::Assistant { text, calls, .. } if calls.is_empty() => {
            items.push(message("assistant", text));
        }
        Turn::Assistant { text, calls, echo } => {
            items.extend(parts(text, calls, echo).into_iter().map(|part| match part {
                Part::Text(text) => message("assistant", text),
                Part::Call(call) => {
                    let (id, name) = (&call.id, &call.name);
                    let arguments = arguments_text(call);
                    json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments})
                }
                Part::Kept(data) => data.into(),
            }));
        }
        Turn::Results(results) => items.extend(results.iter().map(|result| {
            json!({"type": "function_call_output", "call_id": result.id, "output": result.text})
        })),
    }
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    if let Some(response) = value.get("response") {
        // The name of the event gives the status if the response has none.
        let event = text(value, "/type").and_then(|name| name.strip_prefix("response."));
        let status = text(response, "/status").or(event);
        return read_response(response, status.unwrap_or_default(), sink);
    }
    if text(value, "/object") == Some("response") {
        let status = text(value, "/status").unwrap_or_default();
        return read_response(value, status, sink);
    }
    let delta = text(value, "/delta").unwrap_or_default();
    match text(value, "/type").unwrap_or_default() {
        "response.output_text.delta" => sink.text(delta),
        "response.refusal.delta" => {
            sink.has_declined = true;
            sink.text(delta);
        }
        "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
            sink.reasoning(delta);
        }
        "response.reasoning_summary_part.added"
            if count(value, "/summary_index").is_some_and(|index| index > 0) =>
        {
            sink.reasoning("\n\n");
        }
        "response.function_call_arguments.delta" => {
            let index = count(value, "/output_index");
            sink.call(&ToolCallPiece {
                index,
                arguments: delta.into(),
                ..ToolCallPiece::default()
            });
        }
        event @ ("response.output_item.added" | "response.output_item.done") => {
            if let Some(item) = value.get("item") {
                if event == "response.output_item.added" && is_message(item) {
                    sink.begin_message();
                }
                read_call(item, count(value, "/output_index"), sink);
            }
        }
        "error" => sink.fail_with(value),
        _ => {}
    }
}

/// Reads a whole response, or a part of it at the beginning or end of a stream.
fn read_response(response: &Value, status: &str, sink: &mut Sink) {
    sink.model(text(response, "/model"));
    if status == "failed" || has(response, "/error") {
        return sink.fail_with(response);
    }
    if !matches!(status, "completed" | "incomplete" | "cancelled") {
        return;
    }
    // At its end, a stream repeats the content of its pieces.
    let is_streamed = sink.has_output;
    for (index, item) in (0..).zip(list(response, "/output")) {
        read_call(item, Some(index), sink);
        if !is_streamed {
            read_item(item, sink);
        }
    }
    if let Some(usage) = response.get("usage") {
        sink.count(usage, "/input_tokens", "/output_tokens");
        sink.usage.cached = count(usage, "/input_tokens_details/cached_tokens");
        sink.usage.reasoning = count(usage, "/output_tokens_details/reasoning_tokens");
        sink.report_usage();
    }
    sink.stop(match (status, text(response, "/incomplete_details/reason")) {
        ("completed", _) => Stop::Natural,
        (_, Some("max_output_tokens")) => Stop::Length,
        (_, Some("content_filter")) => Stop::Filter,
        (_, reason) => Stop::Other(reason.unwrap_or(status).to_owned()),
    });
}

/// Reads a call, or the reasoning that the provider wants back with the result of the call. Both
/// may arrive several times; the last one is complete.
fn read_call(item: &Value, index: Option<u64>, sink: &mut Sink) {
    match (text(item, "/type"), item.as_object()) {
        (Some("function_call"), _) => {
            let field = |place| text(item, place).unwrap_or_default();
            let (id, name) = (field("/call_id"), field("/name"));
            let arguments = tool_calls::arguments(item.get("arguments"));
            sink.whole_call(&ToolCallPiece { index, id, name, arguments });
        }
        (Some("reasoning"), Some(reasoning)) if has(item, "/encrypted_content") => {
            let bytes = item.to_string().len();
            sink.keep(index.unwrap_or(0), bytes, |data| data.clone_from(reasoning));
        }
        _ => {}
    }
}

fn is_message(item: &Value) -> bool {
    text(item, "/type") == Some("message")
}

fn read_item(item: &Value, sink: &mut Sink) {
    let texts = |place| list(item, place).iter().filter_map(|part| text(part, "/text"));
    if text(item, "/type") == Some("reasoning") {
        sink.reasoning(&texts("/summary").collect::<Vec<_>>().join("\n\n"));
        texts("/content").for_each(|text| sink.reasoning(text));
        return;
    }
    if is_message(item) {
        sink.begin_message();
    }
    for part in list(item, "/content") {
        sink.text(text(part, "/text").unwrap_or_default());
        if let Some(refusal) = text(part, "/refusal") {
            sink.has_declined = true;
            sink.text(refusal);
        }
    }
}
