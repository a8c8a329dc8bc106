//! Results of Gemini's batches: `key` with a `response` or an `error`; in a document the key stands in `metadata`, and Vertex AI repeats the request.

use serde_json::Value;

use super::body;
use super::json::{id, reason, said, text};
use super::problem::Problem;
use crate::Response;

/// Where the key may stand.
const KEYS: [&str; 5] = ["/key", "/metadata/key", "/custom_id", "/id", "/request/key"];

/// Reads one line or element.
pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &KEYS, "key")?;
    let response = record.get("response").and_then(Value::as_object);
    if let Some(response) = response.filter(|response| !response.is_empty()) {
        // Whatever stands in it is Gemini's, also where it lacks what tells it from others.
        let mut response = response.clone();
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
