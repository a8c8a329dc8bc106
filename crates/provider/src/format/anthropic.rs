//! Anthropic's messages.

use serde_json::{Map, Value, json};

use super::opening;
use crate::ask::{Ask, Effort};
use crate::event::Stop;
use crate::json::{count, list, put, text};
use crate::policy::{EffortAs, Policy};
use crate::sink::Sink;

/// The most tokens where nothing else is asked for: the format wants a number.
const MAX_OUTPUT: u32 = 8_192;
/// The least budget for thinking that is taken.
const LEAST_BUDGET: u32 = 1_024;

pub(super) fn body(ask: &Ask, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(ask, "messages");
    let max_output = ask.max_output.unwrap_or(MAX_OUTPUT);
    body.insert("max_tokens".to_owned(), max_output.into());
    put(&mut body, "temperature", ask.temperature);
    body.insert("stream".to_owned(), ask.stream.into());
    match (policy.effort, ask.effort) {
        (EffortAs::Adaptive, Some(Effort::Off)) => {
            body.insert("thinking".to_owned(), json!({"type": "disabled"}));
        }
        (EffortAs::Adaptive, effort) => {
            let adaptive = json!({"type": "adaptive", "display": "summarized"});
            body.insert("thinking".to_owned(), adaptive);
            let word = effort.map(|effort| json!({"effort": effort.word()}));
            put(&mut body, "output_config", word);
        }
        (EffortAs::Budget, Some(effort)) if effort != Effort::Off => {
            // The budget is a part of the most tokens.
            let budget = effort.budget().max(LEAST_BUDGET);
            body.insert("max_tokens".to_owned(), max_output.saturating_add(budget).into());
            let enabled = json!({"type": "enabled", "budget_tokens": budget});
            body.insert("thinking".to_owned(), enabled);
        }
        _ => {}
    }
    body
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
                read_block(block, sink);
            }
        }
        "content_block_delta" => {
            if let Some(delta) = value.get("delta") {
                read_block(delta, sink);
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
    for block in list(message, "/content") {
        read_block(block, sink);
    }
    read_usage(message, sink);
    read_reason(text(message, "/stop_reason"), sink);
}

fn read_block(block: &Value, sink: &mut Sink) {
    sink.reasoning(text(block, "/thinking").unwrap_or_default());
    sink.text(text(block, "/text").unwrap_or_default());
}

/// The input is told without what was read from or written to a cache.
fn read_usage(value: &Value, sink: &mut Sink) {
    let of = |key: &str| count(value, &format!("/usage/{key}"));
    if let Some(input) = of("input_tokens") {
        let cached = of("cache_read_input_tokens");
        let written = of("cache_creation_input_tokens").unwrap_or(0);
        let all = input.saturating_add(cached.unwrap_or(0)).saturating_add(written);
        // What is told again at the end may leave out what the cache held.
        sink.usage.input = sink.usage.input.max(Some(all));
        sink.usage.cached = cached.or(sink.usage.cached);
    }
    sink.usage.output = of("output_tokens").or(sink.usage.output);
    sink.usage.reasoning = of("output_tokens_details/thinking_tokens").or(sink.usage.reasoning);
    sink.tell_usage();
}

fn read_reason(reason: Option<&str>, sink: &mut Sink) {
    sink.stop(match reason {
        None => return,
        Some("end_turn" | "stop_sequence") => Stop::Natural,
        Some("max_tokens" | "model_context_window_exceeded") => Stop::Length,
        Some("refusal") => Stop::Refusal,
        Some("tool_use") => Stop::Tool,
        Some(other) => Stop::Other(other.to_owned()),
    });
}
