//! The format of `OpenAI`'s chat completions, with the differences of other providers.

use serde_json::{Map, Value, json};

use super::dialogue::{call, message, offer, opening, tool};
use crate::echo;
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{count, has, list, put, text};
use crate::model_request::{Effort, ModelRequest, Turn};
use crate::policy::{EffortFormat, Policy};
use crate::sink::Sink;
use crate::tool_calls::ToolCallPiece;

pub(super) fn body(request: &ModelRequest, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(request, "messages", append_turn);
    offer(&mut body, request, tool);
    put(&mut body, policy.max_output, request.max_output);
    put(&mut body, "temperature", request.temperature);
    put(&mut body, policy.seed, request.seed);
    let word = request.effort.map(Effort::word);
    match policy.effort {
        EffortFormat::Routed => {
            put(&mut body, "reasoning", word.map(|word| json!({"effort": word})));
        }
        EffortFormat::Switched => switch(&mut body, request.effort),
        _ => put(&mut body, "reasoning_effort", word),
    }
    body.insert("stream".to_owned(), request.stream.into());
    if request.stream && policy.stream_options {
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
    }
    body
}

/// Adds the messages of a turn, for all formats that follow chat completions.
pub(super) fn append_turn(turn: &Turn, messages: &mut Vec<Value>) {
    match turn {
        Turn::User(text) => messages.push(message("user", text)),
        Turn::Assistant { text, calls, .. } if calls.is_empty() => {
            messages.push(message("assistant", text));
        }
        Turn::Assistant { text, calls, echo } => {
            let mut message = echo::members(echo);
            message.insert("role".to_owned(), "assistant".into());
            let text = Some(text.as_str()).filter(|text| !text.is_empty());
            message.insert("content".to_owned(), text.into());
            let calls: Vec<Value> = calls.iter().map(call).collect();
            message.insert("tool_calls".to_owned(), calls.into());
            messages.push(message.into());
        }
        Turn::Results(results) => messages.extend(results.iter().map(
            |result| json!({"role": "tool", "tool_call_id": result.id, "content": result.text}),
        )),
    }
}

/// Adds `DeepSeek`'s switch for thinking, and the effort.
fn switch(body: &mut Map<String, Value>, effort: Option<Effort>) {
    let kind = |effort| if effort == Effort::Off { "disabled" } else { "enabled" };
    put(body, "thinking", effort.map(|effort| json!({"type": kind(effort)})));
    let word = effort.filter(|&effort| effort != Effort::Off).map(Effort::word);
    put(body, "reasoning_effort", word);
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    sink.model(text(value, "/model"));
    let choices = list(value, "/choices");
    let number = |choice: &Value| count(choice, "/index").unwrap_or(0);
    // If several choices begin together, the one with the lowest index is read.
    let first = choices.iter().map(number).min().unwrap_or(0);
    if !choices.is_empty() {
        sink.is_choice(first);
    }
    for choice in choices {
        if !sink.is_choice(number(choice)) {
            continue;
        }
        if has(choice, "/error") {
            sink.fail_with(choice);
        }
        let has_object = |key: &&str| choice.get(key).is_some_and(Value::is_object);
        if let Some(key) = ["delta", "message"].into_iter().find(has_object) {
            read_message(&choice[key], key == "message", sink);
        }
        if let Some(reason) = text(choice, "/finish_reason") {
            read_reason(reason, sink);
        }
    }
    for place in ["/usage", "/x_groq/usage"] {
        if let Some(usage) = value.pointer(place) {
            read_usage(usage, sink);
        }
    }
}

/// Reads a whole message or a piece of one. The calls of a whole message are numbered by position,
/// those of a piece by their `index`.
fn read_message(message: &Value, is_whole: bool, sink: &mut Sink) {
    sink.reasoning(&reasoning(message));
    keep_reasoning(message, sink);
    match message.get("content") {
        Some(Value::String(content)) => sink.text(content),
        Some(Value::Array(parts)) => parts.iter().for_each(|part| read_part(part, sink)),
        _ => {}
    }
    if let Some(refusal) = text(message, "/refusal").filter(|refusal| !refusal.is_empty()) {
        sink.has_declined = true;
        sink.text(refusal);
    }
    for (at, call) in (0..).zip(list(message, "/tool_calls")) {
        let index = if is_whole { Some(at) } else { count(call, "/index") };
        sink.call(&ToolCallPiece::of_function(index, call));
    }
}

/// Keeps reasoning that the provider wants back with the results of tools. `DeepSeek` refuses a
/// dialogue without its reasoning, even if the reasoning is empty. `OpenRouter` wants its details
/// back and `LiteLLM` its blocks, because they pass them on to models that sign their reasoning.
fn keep_reasoning(message: &Value, sink: &mut Sink) {
    const WANTED: &str = "reasoning_content";
    if let Some(reasoning) = message.get(WANTED).and_then(Value::as_str) {
        sink.append_member(WANTED, reasoning);
    }
    for member in ["reasoning_details", "thinking_blocks"] {
        let details = message.get(member).and_then(Value::as_array);
        for detail in details.into_iter().flatten().filter_map(Value::as_object) {
            let lengths = detail.values().map(|value| value.as_str().map_or(8, str::len));
            sink.keep_members(64 + lengths.sum::<usize>(), |members| {
                let details = members.entry(member).or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(details) = details {
                    add_detail(details, detail);
                }
            });
        }
    }
}

/// Adds a piece of streamed reasoning to the details to send back. A piece either continues the
/// last detail or begins another one. Some members continue over several pieces, and other members
/// are repeated.
fn add_detail(details: &mut Vec<Value>, piece: &Map<String, Value>) {
    let is_same = |last: &&mut Map<String, Value>| {
        let is_alike = |name: &str| last.get(name) == piece.get(name);
        // A block without a number continues until it is signed.
        let is_signed = last
            .get("signature")
            .and_then(Value::as_str)
            .is_some_and(|signature| !signature.is_empty());
        let goes_on = piece.contains_key("index") || (piece.contains_key("thinking") && !is_signed);
        goes_on && ["index", "type"].into_iter().all(is_alike)
    };
    let Some(last) = details.last_mut().and_then(Value::as_object_mut).filter(is_same) else {
        return details.push(Value::Object(piece.clone()));
    };
    for (name, value) in piece {
        match value {
            Value::Null => {}
            Value::String(more)
                if matches!(name.as_str(), "text" | "summary" | "data" | "thinking") =>
            {
                echo::append(last, name, more);
            }
            value => {
                last.insert(name.clone(), value.clone());
            }
        }
    }
}

/// Returns the reasoning that is outside of the content. Some servers send the same reasoning under
/// two names, so only the first name counts.
fn reasoning(message: &Value) -> String {
    let named = ["/reasoning_content", "/reasoning"]
        .iter()
        .filter_map(|place| text(message, place))
        .find(|reasoning| !reasoning.is_empty());
    match named {
        Some(reasoning) => reasoning.to_owned(),
        None => list(message, "/reasoning_details")
            .iter()
            .filter_map(|detail| text(detail, "/text").or_else(|| text(detail, "/summary")))
            .collect(),
    }
}

/// Reads a part of a content that is a list, as Mistral's reasoning models send it.
fn read_part(part: &Value, sink: &mut Sink) {
    match text(part, "/thinking") {
        Some(thinking) => sink.reasoning(thinking),
        None if has(part, "/thinking") => {
            let pieces = list(part, "/thinking").iter();
            pieces.filter_map(|piece| text(piece, "/text")).for_each(|piece| sink.reasoning(piece));
        }
        None => sink.text(text(part, "/text").unwrap_or_default()),
    }
}

fn read_reason(reason: &str, sink: &mut Sink) {
    sink.stop(match reason {
        "" => return,
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => Stop::Natural,
        "length" | "max_tokens" | "model_length" => Stop::Length,
        "content_filter" => Stop::Filter,
        "refusal" => Stop::Refusal,
        "tool_calls" | "function_call" => Stop::Tool,
        "error" | "insufficient_system_resource" => {
            let message = format!("the provider stopped for: {reason}");
            return sink.fail_plainly(ErrorKind::Overloaded, &message);
        }
        other => Stop::Other(other.to_owned()),
    });
}

/// Reads the tokens. `xAI` excludes reasoning from the completion tokens, and other providers
/// include it. The total number of tokens shows which of the two is the case.
fn read_usage(usage: &Value, sink: &mut Sink) {
    sink.count(usage, "/prompt_tokens", "/completion_tokens");
    let reasoning = count(usage, "/completion_tokens_details/reasoning_tokens")
        .or_else(|| count(usage, "/reasoning_tokens"));
    let cached = count(usage, "/prompt_tokens_details/cached_tokens")
        .or_else(|| count(usage, "/prompt_cache_hit_tokens"));
    let parts = (count(usage, "/prompt_tokens"), count(usage, "/completion_tokens"), reasoning);
    if let (Some(input), Some(output), Some(reasoning @ 1..)) = parts {
        let both = output.saturating_add(reasoning);
        let apart = count(usage, "/total_tokens") == Some(input.saturating_add(both));
        if apart || reasoning > output {
            sink.usage.output = Some(both);
        }
    }
    sink.usage.reasoning = reasoning.or(sink.usage.reasoning);
    sink.usage.cached = cached.or(sink.usage.cached);
    sink.report_usage();
}
