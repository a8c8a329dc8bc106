//! Reads results of Anthropic's message batches: `custom_id` with a `result`.

use serde_json::Value;

use super::body;
use super::json::{id, reason, text};
use super::problem::Problem;
use crate::Response;

pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &["/custom_id"], "custom_id")?;
    let result = &record["result"];
    let kind = text(result, "/type").unwrap_or_default();
    if let Some(message) = result.get("message").filter(|message| message.is_object()) {
        return Ok(body::read(&id, 200, message));
    }
    let reason = match kind {
        "canceled" => "the batch was cancelled before its turn".to_owned(),
        "expired" => "the batch expired before its turn".to_owned(),
        _ => result
            .get("error")
            .and_then(reason)
            .unwrap_or_else(|| "the batch has no message for it".to_owned()),
    };
    Ok(vec![body::failed(id, reason)])
}
