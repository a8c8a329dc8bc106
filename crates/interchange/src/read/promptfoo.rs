//! Reads results of promptfoo. A result is the output of one provider for one test.

use std::collections::HashMap;

use serde_json::Value;
use stepfall_procedure::text_hash;

use super::json::{count, id, reason, text, truthy};
use super::problem::Problem;
use super::thinking::{ShownThinking, shown_thinking};
use crate::{Response, ResponseEnd};

/// Pointers to Stepfall's id.
const IDS: [&str; 3] = ["/testCase/metadata/stepfall_id", "/vars/id", "/testCase/vars/id"];
/// Pointers to the number of a repetition.
const REPEATS: [&str; 2] = ["/repeatIndex", "/vars/__repeatIndex"];
/// Pointers to the name of a provider. The label comes first, because several settings of one model
/// differ only in their label.
const PROVIDERS: [&str; 3] = ["/provider/label", "/provider/id", "/provider"];
/// The `failureReason` of an error, in contrast to a failed assertion.
const ERROR: u64 = 2;

/// The state that the results of a file share.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// The number of repetitions, by hash of id and model. Only some versions of promptfoo number
    /// them in the results.
    repeats: HashMap<u64, u32>,
    /// The number of the repetition, from 0, by hash of test, id and model. promptfoo counts
    /// repetitions as further tests.
    tests: HashMap<u64, u32>,
    /// The first column of each provider. Another column has another prompt.
    columns: HashMap<String, u64>,
    /// True if an output begins with reasoning, and the beginning of its answer had to be guessed.
    pub(super) has_guessed: bool,
}

impl Results {
    /// Reads one result.
    pub(super) fn read(&mut self, record: &Value) -> Result<Vec<Response>, Problem> {
        let id = id(record, &IDS, "vars.id")?;
        let model = self.model(record);
        let sample = self.sample(record, &id, model.as_deref());
        let output = truthy(record, "/response/output");
        let output_text = output
            .map(|output| output.as_str().map_or_else(|| output.to_string(), str::to_owned))
            .unwrap_or_default();
        let split = shown_thinking(&output_text);
        self.has_guessed |= split.is_some_and(|split| split.is_guessed);
        let split =
            split.unwrap_or(ShownThinking { reasoning: "", text: &output_text, is_guessed: false });
        Ok(vec![Response {
            id,
            sample,
            text: split.text.to_owned(),
            reasoning: split.reasoning.to_owned(),
            end: end(record, output),
            model,
            tokens_in: count(record, "/response/tokenUsage/prompt"),
            tokens_out: count(record, "/response/tokenUsage/completion"),
        }])
    }

    /// Returns the name of the provider. It includes the column, except for the first column of the
    /// provider.
    fn model(&mut self, record: &Value) -> Option<String> {
        let names = PROVIDERS.into_iter().filter_map(|place| text(record, place));
        let name = names.map(str::trim).find(|name| !name.is_empty())?;
        let Some(column) = count(record, "/promptIdx") else { return Some(name.to_owned()) };
        let first = *self.columns.entry(name.to_owned()).or_insert(column);
        Some(if first == column {
            name.to_owned()
        } else {
            format!("{name} (column {})", column.saturating_add(1))
        })
    }

    /// Returns the number of this result among the repetitions of its question for its provider,
    /// from 0.
    fn sample(&mut self, record: &Value, id: &str, model: Option<&str>) -> u32 {
        let number = REPEATS.into_iter().find_map(|place| count(record, place));
        if let Some(number) = number.and_then(|number| u32::try_from(number).ok()) {
            return number;
        }
        let model = model.unwrap_or_default();
        let repeats = self.repeats.entry(text_hash(&format!("{id} {model}"))).or_default();
        let mut next = || {
            let number = *repeats;
            *repeats = repeats.saturating_add(1);
            number
        };
        match count(record, "/testIdx") {
            Some(test) => {
                let key = text_hash(&format!("{test} {id} {model}"));
                *self.tests.entry(key).or_insert_with(next)
            }
            None => next(),
        }
    }
}

/// Returns the reason for the end of a result.
fn end(record: &Value, output: Option<&Value>) -> ResponseEnd {
    let reported_error = || truthy(record, "/response/error").and_then(reason);
    // `error` is also the member for the message of a failed assertion.
    let is_error = count(record, "/failureReason") == Some(ERROR) || output.is_none();
    let failure = if is_error {
        let error = reported_error().or_else(|| truthy(record, "/error").and_then(reason));
        Some(error.unwrap_or_else(|| "promptfoo has no output for it".to_owned()))
    } else {
        reported_error()
    };
    match (failure, text(record, "/response/finishReason")) {
        (Some(reason), _) => ResponseEnd::Failed(reason),
        (None, _) if truthy(record, "/response/isRefusal").is_some() => ResponseEnd::Refusal,
        (None, Some("length" | "max_tokens" | "MAX_TOKENS")) => ResponseEnd::Length,
        (None, Some("content_filter" | "refusal")) => ResponseEnd::Refusal,
        (None, _) => ResponseEnd::Natural,
    }
}
