//! The format of Google's Gemini API.

use serde_json::{Map, Value, json};

use super::dialogue::{arguments, messages, schema};
use crate::echo::{Part, parts};
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{count, list, put, text};
use crate::model_request::{Effort, ModelRequest, Turn};
use crate::policy::{EffortFormat, Policy};
use crate::sink::Sink;
use crate::tool_calls::{self, ToolCallPiece};

pub(super) fn body(request: &ModelRequest, policy: &Policy) -> Map<String, Value> {
    let mut config = Map::new();
    put(&mut config, "maxOutputTokens", request.max_output);
    put(&mut config, "temperature", request.temperature);
    put(&mut config, "seed", request.seed);
    put(&mut config, "thinkingConfig", thinking(request.effort, policy));
    let mut body = Map::new();
    body.insert("contents".to_owned(), messages(request, append_turn).into());
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            let (name, description) = (&tool.name, &tool.description);
            json!({"name": name, "description": description, "parametersJsonSchema": schema(tool)})
        });
        let tools = json!([{"functionDeclarations": tools.collect::<Vec<_>>()}]);
        body.insert("tools".to_owned(), tools);
    }
    if !config.is_empty() {
        body.insert("generationConfig".to_owned(), config.into());
    }
    body
}

/// Adds the content of a turn. An empty answer is left out.
fn append_turn(turn: &Turn, contents: &mut Vec<Value>) {
    let (role, parts) = match turn {
        Turn::User(text) => ("user", vec![json!({"text": text})]),
        Turn::Assistant { text, calls, echo } => ("model", converted(parts(text, calls, echo))),
        Turn::Results(results) => {
            let parts = results.iter().map(|result| {
                let response = json!({"output": result.text});
                call_or_result("functionResponse", &result.id, &result.name, "response", response)
            });
            ("user", parts.collect())
        }
    };
    if !parts.is_empty() {
        contents.push(json!({"role": role, "parts": parts}));
    }
}

/// Converts parts. The signature of a thought becomes a member of the call after it.
fn converted(parts: Vec<Part<'_>>) -> Vec<Value> {
    let mut signature = Map::new();
    let mut converted = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => converted.push(json!({"text": text})),
            Part::Call(call) => {
                let arguments = arguments(call).into();
                let mut part =
                    call_or_result("functionCall", &call.id, &call.name, "args", arguments);
                if let Value::Object(part) = &mut part {
                    part.append(&mut signature);
                }
                converted.push(part);
            }
            Part::Kept(data) => signature = data,
        }
    }
    converted
}

/// Returns a call or its result. A generated id is left out, because the provider does not know it.
fn call_or_result(kind: &str, id: &str, name: &str, member: &str, value: Value) -> Value {
    let mut inner = Map::new();
    put(&mut inner, "id", Some(id).filter(|id| !tool_calls::is_made_up(id)));
    inner.insert("name".to_owned(), name.into());
    inner.insert(member.to_owned(), value);
    json!({kind: inner})
}

/// Returns a budget or a level, never both, and asks for summaries if the model thinks.
fn thinking(effort: Option<Effort>, policy: &Policy) -> Option<Value> {
    if policy.efforts.is_empty() {
        return None;
    }
    let mut config = Map::new();
    config.insert("includeThoughts".to_owned(), (effort != Some(Effort::Off)).into());
    if policy.effort == EffortFormat::Budget {
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
        read_call(part, sink);
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
        read_reason(reason, sink);
    } else if text(value, "/promptFeedback/blockReason").is_some() {
        sink.stop(Stop::Filter);
    }
}

/// Reads a call, which is always complete. A signature of a thought is kept, because the provider
/// wants it back with the call.
fn read_call(part: &Value, sink: &mut Sink) {
    let Some(call) = part.get("functionCall").filter(|call| call.is_object()) else {
        return;
    };
    if let Some(signature) = text(part, "/thoughtSignature") {
        let number = sink.calls_so_far();
        sink.keep(number, signature.len(), |data| {
            data.insert("thoughtSignature".to_owned(), signature.into());
        });
    }
    let field = |place| text(call, place).unwrap_or_default();
    let (id, name) = (field("/id"), field("/name"));
    let arguments = tool_calls::arguments(call.get("args"));
    sink.call(&ToolCallPiece { index: Some(sink.calls_so_far()), id, name, arguments });
}

fn read_reason(reason: &str, sink: &mut Sink) {
    sink.stop(match reason {
        "" | "FINISH_REASON_UNSPECIFIED" => return,
        // The model stopped for an unknown reason.
        "OTHER" => {
            let message = format!("the provider stopped for: {reason}");
            return sink.fail_plainly(ErrorKind::Overloaded, &message);
        }
        "STOP" => Stop::Natural,
        "MAX_TOKENS" => Stop::Length,
        "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => {
            Stop::Filter
        }
        other => Stop::Other(other.to_owned()),
    });
}

/// Reads the tokens. The provider counts thoughts apart from the candidates, and tokens for tools
/// apart from the prompt.
fn read_usage(usage: &Value, sink: &mut Sink) {
    let sum = |first: Option<u64>, second: Option<u64>| match (first, second) {
        (None, None) => None,
        _ => Some(first.unwrap_or(0).saturating_add(second.unwrap_or(0))),
    };
    let tokens = |key: &str| count(usage, &format!("/{key}"));
    let thoughts = tokens("thoughtsTokenCount");
    let input = sum(tokens("promptTokenCount"), tokens("toolUsePromptTokenCount"));
    sink.usage.input = input.or(sink.usage.input);
    sink.usage.output = sum(tokens("candidatesTokenCount"), thoughts).or(sink.usage.output);
    sink.usage.reasoning = thoughts.or(sink.usage.reasoning);
    sink.usage.cached = tokens("cachedContentTokenCount").or(sink.usage.cached);
    sink.report_usage();
}
