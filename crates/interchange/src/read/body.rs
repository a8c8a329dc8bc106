//! The body of a provider's reply, read as if it had just come.

use serde_json::Value;
use stepfall_provider::{Answer, Event, Format, Head, Reply, Stop};

use crate::{Response, ResponseEnd};

/// The lists of alternatives to the same request, each of which is a sample.
const ALTERNATIVES: [&str; 2] = ["choices", "candidates"];

/// The format of a body, by its members.
fn format(body: &Value) -> Format {
    let has = |name: &str| body.get(name).is_some();
    let is = |name: &str, value: &str| body.get(name).and_then(Value::as_str) == Some(value);
    if is("object", "response") || (has("output") && !has("choices")) {
        Format::Responses
    } else if is("type", "message") && has("content") {
        Format::Anthropic
    } else if has("candidates") || has("promptFeedback") {
        Format::Gemini
    } else {
        Format::Chat
    }
}

/// The responses in a body that came with this status.
pub(super) fn read(id: &str, status: u16, body: &Value) -> Vec<Response> {
    let format = format(body);
    let alternatives = ALTERNATIVES.iter().find_map(|&name| {
        let list = body.get(name)?.as_array()?;
        (list.len() > 1).then_some((name, list))
    });
    let Some((name, list)) = alternatives else {
        return vec![one(id, 0, format, status, body)];
    };
    let one_of = |(sample, alternative): (u32, &Value)| {
        let mut body = body.clone();
        let mut alternative = alternative.clone();
        if let Some(alternative) = alternative.as_object_mut() {
            alternative.insert("index".to_owned(), 0.into());
        }
        body[name] = Value::Array(vec![alternative]);
        let mut response = one(id, sample, format, status, &body);
        if sample > 0 {
            // The tokens are those of all alternatives.
            (response.tokens_in, response.tokens_out) = (None, None);
        }
        response
    };
    (0..).zip(list).map(one_of).collect()
}

fn one(id: &str, sample: u32, format: Format, status: u16, body: &Value) -> Response {
    let mut reply = Reply::new(format, Head::new(status), None);
    let mut answer = Answer::default();
    let mut failure = None;
    let mut take = |events: Vec<Event>| {
        for event in events {
            failure = failure.take().or(answer.on_event(event));
        }
    };
    take(reply.push(body.to_string().as_bytes()));
    take(reply.finish());
    let is_cancelled = format == Format::Responses
        && body.get("status").and_then(Value::as_str) == Some("cancelled");
    let end = match (failure, answer.stop) {
        (Some(error), _) => failure_end(error.to_string()),
        _ if is_cancelled => ResponseEnd::Failed("it was cancelled".to_owned()),
        (None, Some(Stop::Length)) => ResponseEnd::Length,
        (None, Some(Stop::Refusal | Stop::Filter)) => ResponseEnd::Refusal,
        (None, None | Some(Stop::Natural | Stop::Tool | Stop::Unsaid | Stop::Other(_))) => {
            ResponseEnd::Natural
        }
    };
    Response {
        id: id.to_owned(),
        sample,
        text: answer.text,
        reasoning: answer.reasoning,
        end,
        model: answer.model,
        tokens_in: answer.usage.input,
        tokens_out: answer.usage.output,
    }
}

/// A response that there is none of, for this reason.
pub(super) fn failed(id: String, reason: impl Into<String>) -> Response {
    Response { id, end: failure_end(reason.into()), ..Response::default() }
}

/// How a call ended that failed for this reason. Azure refuses with an error whose code is `content_filter`.
fn failure_end(reason: String) -> ResponseEnd {
    if reason.contains("content_filter") {
        ResponseEnd::Refusal
    } else {
        ResponseEnd::Failed(reason)
    }
}
