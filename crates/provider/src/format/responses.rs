//! `OpenAI`'s responses.

use serde_json::{Map, Value, json};

use super::opening;
use crate::ask::{Ask, Effort};
use crate::event::Stop;
use crate::json::{count, has, list, put, text};
use crate::policy::Policy;
use crate::sink::Sink;

pub(super) fn body(ask: &Ask, policy: &Policy) -> Map<String, Value> {
    let mut body = opening(ask, "input");
    put(&mut body, policy.max_output, ask.max_output);
    put(&mut body, "temperature", ask.temperature);
    let reasoning = |word: &str| json!({"effort": word, "summary": "auto"});
    put(&mut body, "reasoning", ask.effort.map(Effort::word).map(reasoning));
    body.insert("store".to_owned(), false.into());
    body.insert("stream".to_owned(), ask.stream.into());
    body
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    if let Some(response) = value.get("response") {
        return read_response(response, sink);
    }
    if text(value, "/object") == Some("response") {
        return read_response(value, sink);
    }
    let delta = text(value, "/delta").unwrap_or_default();
    match text(value, "/type").unwrap_or_default() {
        "response.output_text.delta" => sink.text(delta),
        "response.refusal.delta" => {
            sink.refused = true;
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
        "error" => sink.fail_with(value),
        _ => {}
    }
}

/// A whole response, or what a stream says of it at its beginning and end.
fn read_response(response: &Value, sink: &mut Sink) {
    sink.model(text(response, "/model"));
    let status = text(response, "/status").unwrap_or_default();
    if status == "failed" || has(response, "/error") {
        return sink.fail_with(response);
    }
    if !matches!(status, "completed" | "incomplete" | "cancelled") {
        return;
    }
    // A stream repeats at its end what it has told in pieces.
    if !sink.wrote {
        for item in list(response, "/output") {
            read_item(item, sink);
        }
    }
    if let Some(usage) = response.get("usage") {
        sink.count(usage, "/input_tokens", "/output_tokens");
        sink.usage.cached = count(usage, "/input_tokens_details/cached_tokens");
        sink.usage.reasoning = count(usage, "/output_tokens_details/reasoning_tokens");
        sink.tell_usage();
    }
    sink.stop(match (status, text(response, "/incomplete_details/reason")) {
        ("completed", _) => Stop::Natural,
        (_, Some("max_output_tokens")) => Stop::Length,
        (_, Some("content_filter")) => Stop::Filter,
        (_, reason) => Stop::Other(reason.unwrap_or(status).to_owned()),
    });
}

fn read_item(item: &Value, sink: &mut Sink) {
    let texts = |place| list(item, place).iter().filter_map(|part| text(part, "/text"));
    if text(item, "/type") == Some("reasoning") {
        sink.reasoning(&texts("/summary").collect::<Vec<_>>().join("\n\n"));
        texts("/content").for_each(|text| sink.reasoning(text));
        return;
    }
    for part in list(item, "/content") {
        sink.text(text(part, "/text").unwrap_or_default());
        if let Some(refusal) = text(part, "/refusal") {
            sink.refused = true;
            sink.text(refusal);
        }
    }
}
