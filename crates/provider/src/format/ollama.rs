//! The format of Ollama's own API, with one JSON value per line.

use serde_json::{Map, Value, json};

use super::dialogue::{arguments, message, offer, opening, tool};
use crate::echo;
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{list, put, text};
use crate::model_request::{Effort, ModelRequest, Turn};
use crate::sink::Sink;
use crate::tool_calls::ToolCallPiece;

pub(super) fn body(request: &ModelRequest) -> Map<String, Value> {
    let mut options = Map::new();
    put(&mut options, "num_predict", request.max_output);
    put(&mut options, "temperature", request.temperature);
    put(&mut options, "seed", request.seed);
    put(&mut options, "num_ctx", request.context);
    let mut body = opening(request, "messages", append_turn);
    offer(&mut body, request, tool);
    put(&mut body, "think", request.effort.map(think));
    if !options.is_empty() {
        body.insert("options".to_owned(), options.into());
    }
    body.insert("stream".to_owned(), request.stream.into());
    body
}

/// Adds the messages of a turn. Calls have their arguments as an object, and results are matched by
/// the name of the tool.
fn append_turn(turn: &Turn, messages: &mut Vec<Value>) {
    match turn {
        Turn::User(text) => messages.push(message("user", text)),
        Turn::Assistant { text, calls, echo } => {
            let mut message = echo::members(echo);
            message.insert("role".to_owned(), "assistant".into());
            message.insert("content".to_owned(), text.as_str().into());
            let calls = calls
                .iter()
                .map(|call| json!({"function": {"name": call.name, "arguments": arguments(call)}}));
            let calls: Vec<Value> = calls.collect();
            put(&mut message, "tool_calls", Some(calls).filter(|calls| !calls.is_empty()));
            messages.push(message.into());
        }
        Turn::Results(results) => messages.extend(results.iter().map(
            |result| json!({"role": "tool", "tool_name": result.name, "content": result.text}),
        )),
    }
}

/// Returns the value of `think`: `false`, or a word for the effort.
fn think(effort: Effort) -> Value {
    match effort {
        Effort::Off => false.into(),
        effort => effort.word().into(),
    }
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    sink.model(text(value, "/model"));
    if let Some(thinking) = text(value, "/message/thinking") {
        sink.reasoning(thinking);
        // Templates of Ollama show a model its earlier reasoning before a call.
        sink.append_member("thinking", thinking);
    }
    sink.text(text(value, "/message/content").unwrap_or_default());
    for call in list(value, "/message/tool_calls") {
        // Each call is complete. In some versions the numbers restart with every piece.
        sink.call(&ToolCallPiece::of_function(Some(sink.calls_so_far()), call));
    }
    if value.get("done").and_then(Value::as_bool) != Some(true) {
        return;
    }
    sink.count(value, "/prompt_eval_count", "/eval_count");
    sink.report_usage();
    sink.stop(match text(value, "/done_reason").unwrap_or_default() {
        "stop" => Stop::Natural,
        "length" => Stop::Length,
        "" => Stop::Unsaid,
        reason @ ("load" | "unload") => {
            let message = format!("the model was not run: {reason}");
            return sink.fail_plainly(ErrorKind::Malformed, &message);
        }
        other => Stop::Other(other.to_owned()),
    });
}
