//! Reads results of `OpenAI`'s batches: `custom_id` with a `response` or an `error`. Azure,
//! Together, Groq, Mistral and Fireworks use the same format.

use serde_json::Value;

use super::body;
use super::json::{count, id, reason, truthy};
use super::problem::Problem;
use crate::{Response, ResponseEnd};

/// The reason for a failure if the service reports none.
const NO_REPLY: &str = "the batch has no reply for it";

pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &["/custom_id"], "custom_id")?;
    let error = record.get("error").and_then(reason);
    let Some(response) = truthy(record, "/response") else {
        let reason = error.unwrap_or_else(|| NO_REPLY.to_owned());
        return Ok(vec![body::failed(id, reason)]);
    };
    // Rows that a user wrote may also have a `custom_id`, with the text as `response`.
    if let Value::String(text) = response {
        let end = error.map_or(ResponseEnd::Natural, ResponseEnd::Failed);
        return Ok(vec![Response { id, text: text.clone(), end, ..Response::default() }]);
    }
    let status = count(response, "/status_code").and_then(|status| u16::try_from(status).ok());
    // The body is usually in an envelope, as an object or as JSON text. Fireworks omits the
    // envelope.
    let unfolded = response.get("body").and_then(Value::as_str);
    let unfolded: Option<Value> = unfolded.and_then(|text| serde_json::from_str(text).ok());
    let body = match unfolded.as_ref().or_else(|| response.get("body")) {
        Some(body @ Value::Object(_)) => body,
        _ if response.get("choices").is_some() || response.get("output").is_some() => response,
        other => {
            let reason = error
                .or_else(|| other.and_then(reason))
                .or_else(|| status.map(|status| format!("the status {status} and no body")))
                .unwrap_or_else(|| NO_REPLY.to_owned());
            return Ok(vec![body::failed(id, reason)]);
        }
    };
    Ok(body::read(&id, status.unwrap_or(200), body))
}
