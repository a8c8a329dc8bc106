//! Gemini's own format.

use serde_json::{Map, Value, json};

use crate::ask::{Ask, Effort, Role};
use crate::event::Stop;
use crate::json::{count, list, put, text};
use crate::policy::{EffortAs, Policy};
use crate::sink::Sink;

pub(super) fn body(ask: &Ask, policy: &Policy) -> Map<String, Value> {
    let contents: Vec<Value> = ask
        .turns
        .iter()
        .map(|turn| {
            let role = match turn.role {
                Role::User => "user",
                Role::Assistant => "model",
            };
            json!({"role": role, "parts": [{"text": turn.text}]})
        })
        .collect();
    let mut config = Map::new();
    put(&mut config, "maxOutputTokens", ask.max_output);
    put(&mut config, "temperature", ask.temperature);
    put(&mut config, "seed", ask.seed);
    put(&mut config, "thinkingConfig", thinking(ask.effort, policy));
    let mut body = Map::new();
    body.insert("contents".to_owned(), contents.into());
    if !config.is_empty() {
        body.insert("generationConfig".to_owned(), config.into());
    }
    body
}

/// A budget or a level, never both, and the summaries where the model thinks.
fn thinking(effort: Option<Effort>, policy: &Policy) -> Option<Value> {
    if policy.efforts.is_empty() {
        return None;
    }
    let mut config = Map::new();
    config.insert("includeThoughts".to_owned(), (effort != Some(Effort::Off)).into());
    if policy.effort == EffortAs::Budget {
        put(&mut config, "thinkingBudget", effort.map(Effort::budget));
    } else {
        let level = effort.map(|effort| effort.word().to_ascii_uppercase());
        put(&mut config, "thinkingLevel", level);
    }
    Some(config.into())
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    sink.model(text(value, "/modelVersion"));
    let candidate = value.pointer("/candidates/0").unwrap_or(&Value::Null);
    for part in list(candidate, "/content/parts") {
        let text = text(part, "/text").unwrap_or_default();
        match part.get("thought").and_then(Value::as_bool) {
            Some(true) => sink.reasoning(text),
            _ => sink.text(text),
        }
    }
    if let Some(usage) = value.get("usageMetadata") {
        read_usage(usage, sink);
    }
    if let Some(reason) = text(candidate, "/finishReason") {
        sink.stop(stop(reason));
    } else if let Some(reason) = text(value, "/promptFeedback/blockReason") {
        sink.stop(if reason == "OTHER" { Stop::Other(reason.to_owned()) } else { Stop::Filter });
    }
}

fn stop(reason: &str) -> Stop {
    match reason {
        "STOP" => Stop::Natural,
        "MAX_TOKENS" => Stop::Length,
        "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => {
            Stop::Filter
        }
        other => Stop::Other(other.to_owned()),
    }
}

/// Thoughts are counted beside the candidates, and what tools used beside the prompt.
fn read_usage(usage: &Value, sink: &mut Sink) {
    let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
        (None, None) => None,
        _ => Some(one.unwrap_or(0).saturating_add(other.unwrap_or(0))),
    };
    let of = |key: &str| count(usage, &format!("/{key}"));
    let thoughts = of("thoughtsTokenCount");
    let input = sum(of("promptTokenCount"), of("toolUsePromptTokenCount"));
    sink.usage.input = input.or(sink.usage.input);
    sink.usage.output = sum(of("candidatesTokenCount"), thoughts).or(sink.usage.output);
    sink.usage.reasoning = thoughts.or(sink.usage.reasoning);
    sink.usage.cached = of("cachedContentTokenCount").or(sink.usage.cached);
    sink.tell_usage();
}
