//! `OpenAI`'s chat completions, and the ways in which others differ from them.

use serde_json::{Map, Value, json};

use super::opening;
use crate::ask::{Ask, Effort};
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{count, has, list, put, text};
use crate::policy::{EffortAs, Policy};
use crate::sink::Sink;

pub(super) fn body(ask: &Ask, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(ask, "messages");
    put(&mut body, policy.max_output, ask.max_output);
    put(&mut body, "temperature", ask.temperature);
    put(&mut body, policy.seed, ask.seed);
    let word = ask.effort.map(Effort::word);
    match policy.effort {
        EffortAs::Routed => put(&mut body, "reasoning", word.map(|word| json!({"effort": word}))),
        EffortAs::Switched => switch(&mut body, ask.effort),
        _ => put(&mut body, "reasoning_effort", word),
    }
    body.insert("stream".to_owned(), ask.stream.into());
    if ask.stream && policy.stream_options {
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
    }
    body
}

/// `DeepSeek` has a switch beside the effort.
fn switch(body: &mut Map<String, Value>, effort: Option<Effort>) {
    let kind = |effort| if effort == Effort::Off { "disabled" } else { "enabled" };
    put(body, "thinking", effort.map(|effort| json!({"type": kind(effort)})));
    let word = effort.filter(|&effort| effort != Effort::Off).map(Effort::word);
    put(body, "reasoning_effort", word);
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    sink.model(text(value, "/model"));
    let is_first = |choice: &&Value| count(choice, "/index").unwrap_or(0) == 0;
    for choice in list(value, "/choices").iter().filter(is_first) {
        if has(choice, "/error") {
            sink.fail_with(choice);
        }
        let messages = ["delta", "message"].iter().filter_map(|key| choice.get(key));
        if let Some(message) = messages.into_iter().find(|message| message.is_object()) {
            read_message(message, sink);
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

fn read_message(message: &Value, sink: &mut Sink) {
    sink.reasoning(&reasoning(message));
    match message.get("content") {
        Some(Value::String(content)) => sink.text(content),
        Some(Value::Array(parts)) => parts.iter().for_each(|part| read_part(part, sink)),
        _ => {}
    }
    if let Some(refusal) = text(message, "/refusal").filter(|refusal| !refusal.is_empty()) {
        sink.refused = true;
        sink.text(refusal);
    }
}

/// The reasoning beside the content. Some servers send it twice under two names.
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

/// A part of a content that is a list, as Mistral's reasoning models send it.
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

/// `xAI` counts reasoning beside the completion, the others inside; the total tells which.
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
    sink.tell_usage();
}
