//! Results of promptfoo: each says of one test what one provider answered.

use std::collections::HashMap;

use serde_json::Value;
use stepfall_procedure::text_hash;

use super::json::{count, id, reason, said, text};
use super::problem::Problem;
use super::thinking::{ShownThinking, shown_thinking};
use crate::{Response, ResponseEnd};

/// Where our id may stand.
const IDS: [&str; 3] = ["/testCase/metadata/stepfall_id", "/vars/id", "/testCase/vars/id"];
/// Where the number of a repetition may stand.
const REPEATS: [&str; 2] = ["/repeatIndex", "/vars/__repeatIndex"];
/// Where the name of a provider may stand: its label comes first, since providers with several settings of one model differ in it alone.
const PROVIDERS: [&str; 3] = ["/provider/label", "/provider/id", "/provider"];
/// The number by which promptfoo says that there was an error and no assertion that failed.
const ERROR: u64 = 2;

/// What the results of a file have in common.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// How many repetitions there were of an id and a model: only some versions say which one a result is.
    repeats: HashMap<u64, u32>,
    /// Which repetition a test of an id and a model is: promptfoo numbers the repetitions of a test as further tests.
    tests: HashMap<u64, u32>,
    /// The first column of each provider: another one has another prompt.
    columns: HashMap<String, u64>,
    /// Whether some output begins with reasoning that nothing but its words parts from the answer.
    pub(super) has_guessed: bool,
}

impl Results {
    /// Reads one result.
    pub(super) fn read(&mut self, record: &Value) -> Result<Vec<Response>, Problem> {
        let id = id(record, &IDS, "vars.id")?;
        let model = self.model(record);
        let sample = self.sample(record, &id, model.as_deref());
        let output = said(record, "/response/output");
        let whole = output
            .map(|output| output.as_str().map_or_else(|| output.to_string(), str::to_owned))
            .unwrap_or_default();
        let shown = shown_thinking(&whole);
        self.has_guessed |= shown.is_some_and(|shown| shown.is_guessed);
        let shown =
            shown.unwrap_or(ShownThinking { reasoning: "", text: &whole, is_guessed: false });
        Ok(vec![Response {
            id,
            sample,
            text: shown.text.to_owned(),
            reasoning: shown.reasoning.to_owned(),
            end: end(record, output),
            model,
            tokens_in: count(record, "/response/tokenUsage/prompt"),
            tokens_out: count(record, "/response/tokenUsage/completion"),
        }])
    }

    /// The name of the provider, and of the column where the provider has more than one.
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

    /// Which of the results of this test and provider it is.
    fn sample(&mut self, record: &Value, id: &str, model: Option<&str>) -> u32 {
        let told = REPEATS.into_iter().find_map(|place| count(record, place));
        if let Some(told) = told.and_then(|told| u32::try_from(told).ok()) {
            return told;
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

/// How a result ended.
fn end(record: &Value, output: Option<&Value>) -> ResponseEnd {
    let reported_error = || said(record, "/response/error").and_then(reason);
    // Where an assertion failed, what it said stands in the same member as an error.
    let is_error = count(record, "/failureReason") == Some(ERROR) || output.is_none();
    let failure = if is_error {
        let error = reported_error().or_else(|| said(record, "/error").and_then(reason));
        Some(error.unwrap_or_else(|| "promptfoo has no output for it".to_owned()))
    } else {
        reported_error()
    };
    match (failure, text(record, "/response/finishReason")) {
        (Some(reason), _) => ResponseEnd::Failed(reason),
        (None, _) if said(record, "/response/isRefusal").is_some() => ResponseEnd::Refusal,
        (None, Some("length" | "max_tokens" | "MAX_TOKENS")) => ResponseEnd::Length,
        (None, Some("content_filter" | "refusal")) => ResponseEnd::Refusal,
        (None, _) => ResponseEnd::Natural,
    }
}
