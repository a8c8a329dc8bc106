//! Reads the body of a provider's reply with the code that a sweep uses.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stepfall_provider::{Answer, Event, Format, Head, ReplyReader, Stop};

use super::json::{count, list, text};
use crate::{Response, ResponseEnd};

/// The lists of alternative replies to one request. Each alternative is a sample.
const ALTERNATIVES: [&str; 2] = ["choices", "candidates"];

/// Returns the format of a body, by its members.
fn format(body: &Value) -> Format {
    let has = |name: &str| body.get(name).is_some();
    let is = |name: &str, value: &str| body.get(name).and_then(Value::as_str) == Some(value);
    if is("object", "response") || (has("output") && !has("choices")) {
        Format::Responses
    } else if has("content") && (is("type", "message") || has("stop_reason")) {
        Format::Anthropic
    } else if has("candidates") || has("promptFeedback") {
        Format::Gemini
    } else {
        Format::Chat
    }
}

/// Returns the responses in a body that a provider sent with this HTTP status.
pub(super) fn read(id: &str, status: u16, body: &Value) -> Vec<Response> {
    let format = format(body);
    let alternatives = ALTERNATIVES.iter().find_map(|&name| {
        let list = body.get(name)?.as_array()?;
        (!list.is_empty()).then_some((name, list))
    });
    let Some((name, list)) = alternatives else {
        return vec![response(id, 0, format, status, &usual(format, body.clone()))];
    };
    let samples = numbers(list);
    let response_of = |(at, alternative): (usize, &Value)| {
        let mut body = body.clone();
        let mut alternative = alternative.clone();
        if let Some(alternative) = alternative.as_object_mut() {
            alternative.insert("index".to_owned(), 0.into());
        }
        body[name] = Value::Array(vec![alternative]);
        let sample = samples.get(at).copied().unwrap_or_default();
        let mut response = response(id, sample, format, status, &usual(format, body));
        if at > 0 {
            // The tokens are reported for all alternatives together.
            (response.tokens_in, response.tokens_out) = (None, None);
        }
        response
    };
    list.iter().enumerate().map(response_of).collect()
}

/// Returns the sample number of each alternative. Positions are used if the alternatives have no
/// distinct numbers.
fn numbers(list: &[Value]) -> Vec<u32> {
    let numbers = |alternative: &Value| u32::try_from(count(alternative, "/index")?).ok();
    let numbers: Option<Vec<u32>> = list.iter().map(numbers).collect();
    let is_distinct =
        |numbers: &Vec<u32>| numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
    numbers.filter(is_distinct).unwrap_or_else(|| (0..).zip(list).map(|(place, _)| place).collect())
}

/// Returns a body with at most one alternative in the usual form. Some services and older models
/// use other members.
fn usual(format: Format, mut body: Value) -> Value {
    match format {
        Format::Anthropic => {
            body["type"] = "message".into();
            if let Some(content) = body.get_mut("content")
                && let Some(content_text) = content.as_str()
            {
                *content = json!([{"type": "text", "text": content_text}]);
            }
        }
        Format::Chat => {
            if let Some(choice) = body.pointer_mut("/choices/0") {
                usual_choice(choice);
            }
        }
        _ => {}
    }
    body
}

/// Moves the text of a choice without a message into a message, and a refusal in the content into
/// its own member.
fn usual_choice(choice: &mut Value) {
    if choice.get("message").is_none()
        && let Some(choice_text) = text(choice, "/text")
    {
        let message = json!({"role": "assistant", "content": choice_text});
        if let Some(choice) = choice.as_object_mut() {
            choice.insert("message".to_owned(), message);
        }
    }
    let parts = list(choice, "/message/content").iter();
    let refused: Vec<&str> = parts.filter_map(|part| text(part, "/refusal")).collect();
    if !refused.is_empty() && text(choice, "/message/refusal").is_none() {
        choice["message"]["refusal"] = refused.concat().into();
    }
}

/// Returns the response in a body with at most one alternative.
fn response(id: &str, sample: u32, format: Format, status: u16, body: &Value) -> Response {
    let mut reply = ReplyReader::new(format, Head::new(status), None);
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

/// Returns a failed response with this reason.
pub(super) fn failed(id: String, reason: impl Into<String>) -> Response {
    Response { id, end: failure_end(reason.into()), ..Response::default() }
}

/// Returns the end of a call that failed for this reason. Azure reports a refusal as an error with
/// the code `content_filter`.
fn failure_end(reason: String) -> ResponseEnd {
    if reason.contains("content_filter") {
        ResponseEnd::Refusal
    } else {
        ResponseEnd::Failed(reason)
    }
}
