//! Reads results of Gemini's batches: `key` with a `response` or an `error`. In a document the key
//! is in `metadata`. Vertex AI repeats the request.

use serde_json::Value;

use super::body;
use super::json::{Object, id, reason, text, truthy};
use super::problem::Problem;
use crate::Response;

/// Pointers to the key.
const KEYS: [&str; 5] = ["/key", "/metadata/key", "/custom_id", "/id", "/request/key"];

/// Names that Google's Python package writes in its own way, each with the name that the service
/// uses.
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

/// Returns a response with the names that the service uses.
fn camel(response: &Object) -> Object {
    let renamed = |(name, value): (&String, &Value)| {
        let known = NAMES.iter().find(|(snake, _)| snake == name);
        let name = known.map_or(name.as_str(), |(_, camel)| camel);
        (name.to_owned(), camel_value(name, value))
    };
    response.iter().map(renamed).collect()
}

/// Returns a value with renamed members. The contents of messages remain unchanged, because only
/// counts, reasons and candidates have such names.
fn camel_value(name: &str, value: &Value) -> Value {
    match value {
        Value::Object(object) if name != "content" => Value::Object(camel(object)),
        Value::Array(list) if name == "candidates" => {
            Value::Array(list.iter().map(|element| camel_value(name, element)).collect())
        }
        other => other.clone(),
    }
}

pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &KEYS, "key")?;
    let response = record.get("response").and_then(Value::as_object);
    if let Some(response) = response.filter(|response| !response.is_empty()) {
        // The format is certain here, even if the response has no member that identifies it.
        let mut response = camel(response);
        response.entry("candidates").or_insert_with(|| Value::Array(Vec::new()));
        return Ok(body::read(&id, 200, &Value::Object(response)));
    }
    let status = || text(record, "/status").filter(|status| !status.is_empty());
    let reason = truthy(record, "/error")
        .and_then(reason)
        .or_else(|| status().map(str::to_owned))
        .unwrap_or_else(|| "the batch has no response for it".to_owned());
    Ok(vec![body::failed(id, reason)])
}
