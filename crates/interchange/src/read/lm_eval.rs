//! Samples that lm-evaluation-harness logs: `doc` is our row, and `resps` has the responses to each of its requests.

use serde_json::Value;

use super::json::{id, list};
use super::report::Problem;
use crate::Response;

/// Reads one line.
pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &["/doc/id", "/doc/stepfall_id", "/doc/metadata/stepfall_id"], "doc.id")?;
    let mut texts = Vec::new();
    for group in list(record, "/resps") {
        match group {
            Value::String(text) => texts.push(text),
            Value::Array(group) => {
                for response in group {
                    let Value::String(text) = response else { return Err(Problem::Likelihoods) };
                    texts.push(text);
                }
            }
            _ => return Err(Problem::Likelihoods),
        }
    }
    if texts.is_empty() {
        return Err(Problem::NoText);
    }
    let response = |(sample, text): (u32, &String)| Response {
        id: id.clone(),
        sample,
        text: text.clone(),
        ..Response::default()
    };
    Ok((0..).zip(texts).map(response).collect())
}
