//! Recognises a record by its members.

use std::fmt;

use super::inspect;
use super::json::Object;
use super::row;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Results or errors of a batch of `OpenAI`, or of a service that uses the same format.
    OpenAiBatch,
    /// Results of a batch of Anthropic's messages.
    AnthropicBatch,
    /// Results of a batch of Gemini, also from Vertex AI.
    GeminiBatch,
    /// Samples that `lm-evaluation-harness` logged.
    LmEval,
    /// Results of promptfoo.
    Promptfoo,
    /// A log of Inspect, as JSON or as `.eval`.
    Inspect,
    /// Rows with an id and a text, as a table or as JSON.
    Rows,
    /// Rows whose columns the user chose.
    ChosenColumns,
    /// Records of procedures, which the ids of custom procedures refer to.
    Procedures,
}

impl FileKind {
    /// Returns whether the file is from a provider's batch service, whose replies name their model.
    pub(super) const fn is_of_provider(self) -> bool {
        matches!(self, Self::OpenAiBatch | Self::AnthropicBatch | Self::GeminiBatch)
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenAiBatch => "results of a batch in OpenAI’s format",
            Self::AnthropicBatch => "results of a batch of Anthropic",
            Self::GeminiBatch => "results of a batch of Gemini",
            Self::LmEval => "samples of lm-evaluation-harness",
            Self::Promptfoo => "results of promptfoo",
            Self::Inspect => "a log of Inspect",
            Self::Rows => "rows with an id and a response",
            Self::ChosenColumns => "rows with columns that were chosen",
            Self::Procedures => "records of procedures",
        })
    }
}

/// The kind of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordKind {
    /// A response, the reason why there is none, or a procedure.
    Response(FileKind),
    /// A request of a batch.
    Request,
    /// A question that Stepfall exported.
    Question,
    /// The scores of lm-evaluation-harness.
    Scores,
    /// The first line of a saved sweep.
    Sweep,
    /// A log of Inspect without samples.
    EmptyLog,
}

/// Returns the shape of an object; `None` if it has no known one.
pub(super) fn record_kind(object: &Object) -> Option<RecordKind> {
    let has = |name: &str| object.contains_key(name);
    let is_object = |name: &str| object.get(name).is_some_and(serde_json::Value::is_object);
    let has_outcome = has("response") || has("error");
    let kind = if has("custom_id") && is_object("result") {
        FileKind::AnthropicBatch
    } else if has("custom_id") && has_outcome {
        FileKind::OpenAiBatch
    } else if has("doc_id") && has("resps") {
        FileKind::LmEval
    } else if has("testCase") || (has("vars") && (has("failureReason") || is_object("response"))) {
        FileKind::Promptfoo
    } else if has("epoch") && has("id") && (is_object("output") || has("target")) {
        FileKind::Inspect
    } else if is_gemini(object) {
        FileKind::GeminiBatch
    } else if has("custom_id") && (has("params") || has("body")) || is_object("request") {
        return Some(RecordKind::Request);
    } else if is_question(object) {
        return Some(RecordKind::Question);
    } else if is_object("results") && has("n-samples") {
        return Some(RecordKind::Scores);
    } else if has("stepfall_sweep") {
        return Some(RecordKind::Sweep);
    } else if inspect::is_log(object) && !inspect::has_samples(object) {
        return Some(RecordKind::EmptyLog);
    } else if ["generator", "spec", "inputs", "steps"].into_iter().all(has) {
        FileKind::Procedures
    } else if row::is_known(object) {
        FileKind::Rows
    } else {
        return None;
    };
    Some(RecordKind::Response(kind))
}

/// The members that a question can have in Stepfall's own formats, and in those of Inspect and
/// lm-evaluation-harness.
const QUESTION_MEMBERS: [&str; 13] = [
    "id",
    "suite",
    "dataset",
    "condition",
    "steps",
    "lookback",
    "look-back",
    "link",
    "prompt",
    "target",
    "messages",
    "input",
    "metadata",
];

/// Returns whether an object is a question that Stepfall exported for itself, Inspect,
/// lm-evaluation-harness or promptfoo, with nothing added.
pub(super) fn is_question(object: &Object) -> bool {
    let has = |name: &str| object.contains_key(name);
    let is_row = has("id")
        && has("target")
        && (has("prompt") || has("input"))
        && object.keys().all(|name| QUESTION_MEMBERS.contains(&name.as_str()));
    is_row || (has("vars") && has("assert"))
}

/// Returns whether an object is a result of Gemini. Either `response` has members of Gemini's
/// format, or a response or an error is next to a key or to the repeated request.
fn is_gemini(object: &Object) -> bool {
    let has = |name: &str| object.contains_key(name);
    let response = object.get("response").and_then(serde_json::Value::as_object);
    let is_of_gemini = response.is_some_and(|response| {
        ["candidates", "promptFeedback", "usageMetadata", "prompt_feedback", "usage_metadata"]
            .iter()
            .any(|&name| response.contains_key(name))
    });
    let is_error = object.get("error").is_some_and(serde_json::Value::is_object);
    let is_keyed = has("key") || has("metadata");
    is_of_gemini
        || (is_keyed && !has("id") && (response.is_some() || is_error))
        || (has("request") && (response.is_some() || is_error || has("status")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_members_do_not_change_the_format() {
        let shape = |text: &str| super::record_kind(&serde_json::from_str(text).unwrap());
        let response = |kind| Some(RecordKind::Response(kind));
        for (text, wanted) in [
            (r#"{"id":"a","epoch":1,"response":"13"}"#, response(FileKind::Rows)),
            (r#"{"id":"a","epoch":1,"target":"13","error":{}}"#, response(FileKind::Inspect)),
            (r#"{"id":"a","key":"k","response":"13"}"#, response(FileKind::Rows)),
            (r#"{"custom_id":"a","response":null}"#, response(FileKind::OpenAiBatch)),
            (r#"{"id":"a","metadata":{},"error":"late"}"#, response(FileKind::Rows)),
            (r#"{"id":"a","vars":1,"text":"13"}"#, response(FileKind::Rows)),
            (r#"{"key":"a","response":"13"}"#, None),
            (r#"{"custom_id":"a"}"#, None),
            (r#"{"custom_id":"a","params":{}}"#, Some(RecordKind::Request)),
            (r#"{"request":{"contents":[]}}"#, Some(RecordKind::Request)),
            (r#"{"id":"a","prompt":"4 + 9?","target":"13"}"#, Some(RecordKind::Question)),
            (r#"{"id":"a","prompt":"4 + 9?","target":"13","mine":"13"}"#, None),
            (
                r#"{"id":"a","input":"4 + 9?","target":"13","metadata":{}}"#,
                Some(RecordKind::Question),
            ),
            (r#"{"vars":{"prompt":"4 + 9?"},"assert":[]}"#, Some(RecordKind::Question)),
            (r#"{"results":{"stepfall":{}},"n-samples":{},"config":{}}"#, Some(RecordKind::Scores)),
            (r#"{"generator":2,"spec":{},"inputs":[],"steps":[]}"#, response(FileKind::Procedures)),
        ] {
            assert_eq!(shape(text), wanted, "{text}");
        }
    }
}
