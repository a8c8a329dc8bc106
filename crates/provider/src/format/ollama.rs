//! Ollama's own format.

use serde_json::{Map, Value};

use super::opening;
use crate::ask::{Ask, Effort};
use crate::error::ErrorKind;
use crate::event::Stop;
use crate::json::{put, text};
use crate::sink::Sink;

pub(super) fn body(ask: &Ask) -> Map<String, Value> {
    let mut options = Map::new();
    put(&mut options, "num_predict", ask.max_output);
    put(&mut options, "temperature", ask.temperature);
    put(&mut options, "seed", ask.seed);
    put(&mut options, "num_ctx", ask.context);
    let mut body = opening(ask, "messages");
    put(&mut body, "think", ask.effort.map(think));
    if !options.is_empty() {
        body.insert("options".to_owned(), options.into());
    }
    body.insert("stream".to_owned(), ask.stream.into());
    body
}

/// A switch with some words besides.
fn think(effort: Effort) -> Value {
    match effort {
        Effort::Off => false.into(),
        effort => effort.word().into(),
    }
}

pub(super) fn read(value: &Value, sink: &mut Sink) {
    sink.model(text(value, "/model"));
    sink.reasoning(text(value, "/message/thinking").unwrap_or_default());
    sink.text(text(value, "/message/content").unwrap_or_default());
    if value.get("done").and_then(Value::as_bool) != Some(true) {
        return;
    }
    sink.count(value, "/prompt_eval_count", "/eval_count");
    sink.tell_usage();
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
