//! Results of Gemini's batches: `key` with a `response` or an `error`; in a document the key stands in `metadata`, and Vertex AI repeats the request.

use serde_json::Value;

use super::body;
use super::json::{Object, id, reason, said, text};
use super::problem::Problem;
use crate::Response;

/// Where the key may stand.
const KEYS: [&str; 5] = ["/key", "/metadata/key", "/custom_id", "/id", "/request/key"];

/// Names that Google's own program for Python writes in its own way, and the way in which they are told otherwise.
const NAMES: [(&str, &str); 10] = [
    ("model_version", "modelVersion"),
    ("usage_metadata", "usageMetadata"),
    ("prompt_token_count", "promptTokenCount"),
    ("tool_use_prompt_token_count", "toolUsePromptTokenCount"),
    ("candidates_token_count", "candidatesTokenCount"),
    ("thoughts_token_count", "thoughtsTokenCount"),
    ("cached_content_token_count", "cachedContentTokenCount"),
    ("finish_reason", "finishReason"),
    ("prompt_feedback", "promptFeedback"),
    ("block_reason", "blockReason"),
];

/// A response with its names as the service itself writes them.
fn camel(response: &Object) -> Object {
    let renamed = |(name, value): (&String, &Value)| {
        let known = NAMES.iter().find(|(snake, _)| snake == name);
        let name = known.map_or(name.as_str(), |(_, camel)| camel);
        (name.to_owned(), camel_value(name, value))
    };
    response.iter().map(renamed).collect()
}

/// The value under such a name: names are told so in what holds counts, reasons and candidates alone.
fn camel_value(name: &str, value: &Value) -> Value {
    match value {
        Value::Object(object) if name != "content" => Value::Object(camel(object)),
        Value::Array(list) if name == "candidates" => {
            Value::Array(list.iter().map(|one| camel_value(name, one)).collect())
        }
        other => other.clone(),
    }
}

/// Reads one line or element.
pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &KEYS, "key")?;
    let response = record.get("response").and_then(Value::as_object);
    if let Some(response) = response.filter(|response| !response.is_empty()) {
        // Whatever stands in it is Gemini's, also where it lacks what tells it from others.
        let mut response = camel(response);
        response.entry("candidates").or_insert_with(|| Value::Array(Vec::new()));
        return Ok(body::read(&id, 200, &Value::Object(response)));
    }
    let status = || text(record, "/status").filter(|status| !status.is_empty());
    let reason = said(record, "/error")
        .and_then(reason)
        .or_else(|| status().map(str::to_owned))
        .unwrap_or_else(|| "the batch has no response for it".to_owned());
    Ok(vec![body::failed(id, reason)])
}
