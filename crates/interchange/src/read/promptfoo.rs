//! Results of promptfoo: each says of one test what one provider answered.

use serde_json::Value;

use super::json::{count, id, reason, said, text};
use super::report::Problem;
use crate::{Response, ResponseEnd};

/// Where our id may stand.
const IDS: [&str; 3] = ["/testCase/metadata/stepfall_id", "/vars/id", "/testCase/vars/id"];
/// The number by which promptfoo says that there was an error and no assertion that failed.
const ERROR: u64 = 2;

/// Reads one result.
pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &IDS, "vars.id")?;
    let output = said(record, "/response/output");
    let text_of =
        |output: &Value| output.as_str().map_or_else(|| output.to_string(), str::to_owned);
    let said_error = || said(record, "/response/error").and_then(reason);
    // Where an assertion failed, what it said stands in the same member as an error.
    let is_error = count(record, "/failureReason") == Some(ERROR) || output.is_none();
    let failure = if is_error {
        let error = said_error().or_else(|| said(record, "/error").and_then(reason));
        Some(error.unwrap_or_else(|| "promptfoo has no output for it".to_owned()))
    } else {
        said_error()
    };
    let end = match (failure, text(record, "/response/finishReason")) {
        (Some(reason), _) => ResponseEnd::Failed(reason),
        (None, _) if said(record, "/response/isRefusal").is_some() => ResponseEnd::Refusal,
        (None, Some("length" | "max_tokens")) => ResponseEnd::Length,
        (None, Some("content_filter" | "refusal")) => ResponseEnd::Refusal,
        (None, _) => ResponseEnd::Natural,
    };
    let provider = ["/provider/id", "/provider/label", "/provider"];
    let model = provider.into_iter().find_map(|place| text(record, place));
    Ok(vec![Response {
        id,
        sample: 0,
        text: output.map(text_of).unwrap_or_default(),
        reasoning: String::new(),
        end,
        model: model.map(str::to_owned),
        tokens_in: count(record, "/response/tokenUsage/prompt"),
        tokens_out: count(record, "/response/tokenUsage/completion"),
    }])
}
