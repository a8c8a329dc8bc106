//! Writes questions as files for batch services and evaluation tools.

mod companion;
mod parts;
pub(crate) mod tables;
mod tools;

use serde_json::{Value, json};
use stepfall_link::ExportTarget;
use stepfall_provider::{Effort, Endpoint, ModelRequest, Provider};

pub use self::parts::{FilePart, Limits, Parts};
use crate::question::Question;

/// Returns the limits of a file for a target.
pub const fn limits(target: ExportTarget) -> Limits {
    match target {
        ExportTarget::OpenAi | ExportTarget::OpenAiResponses => {
            Limits { lines: 50_000, bytes: 200_000_000 }
        }
        ExportTarget::Anthropic => Limits { lines: 100_000, bytes: 256_000_000 },
        ExportTarget::Gemini => Limits { lines: u32::MAX, bytes: 2_000_000_000 },
        ExportTarget::Inspect
        | ExportTarget::Promptfoo
        | ExportTarget::LmEval
        | ExportTarget::Csv
        | ExportTarget::Jsonl => Limits::NONE,
    }
}

/// Settings for the model. The provider decides about a setting that is `None`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AskSettings {
    /// The model, as the provider names it, for targets whose lines contain it.
    pub model: String,
    /// The maximum number of generated tokens.
    pub max_output: Option<u32>,
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// The reasoning effort.
    pub effort: Option<Effort>,
}

/// A writer of questions for one target.
#[derive(Debug, Clone)]
pub struct Export {
    target: ExportTarget,
    settings: AskSettings,
    suite: String,
}

impl Export {
    /// Creates a writer for a target and for the suite with this name.
    pub fn new(target: ExportTarget, settings: AskSettings, suite: &str) -> Self {
        Self { target, settings, suite: suite.to_owned() }
    }

    /// Returns the service, tool or table format for which the files are written.
    pub const fn target(&self) -> ExportTarget {
        self.target
    }

    /// Returns the name of the file with this number, from 1.
    pub(crate) fn file_name(&self, number: usize) -> String {
        let part = if number > 1 { format!("-{number}") } else { String::new() };
        let extension = match self.target {
            ExportTarget::Anthropic => "json",
            ExportTarget::Csv => "csv",
            _ => "jsonl",
        };
        format!("stepfall-{}-{}{part}.{}", self.suite, self.target.slug(), extension)
    }

    /// Returns the text before the first question of a file.
    pub(crate) fn head(&self) -> String {
        match self.target {
            ExportTarget::Anthropic => "{\"requests\":[\n".to_owned(),
            ExportTarget::Csv => tables::csv_head(),
            _ => String::new(),
        }
    }

    /// Returns the text between two questions.
    pub(crate) const fn between(&self) -> &'static str {
        match self.target {
            ExportTarget::Anthropic => ",\n",
            ExportTarget::Csv => "",
            _ => "\n",
        }
    }

    /// Returns the text after the last question of a file.
    pub(crate) const fn tail(&self) -> &'static str {
        match self.target {
            ExportTarget::Anthropic => "\n]}\n",
            ExportTarget::Csv => "",
            _ => "\n",
        }
    }

    /// Returns the text of a question.
    pub(crate) fn question(&self, question: &Question) -> String {
        let id = question.id.to_string();
        match self.target {
            ExportTarget::OpenAi => self.open_ai("openai", "/v1/chat/completions", &id, question),
            ExportTarget::OpenAiResponses => {
                self.open_ai("openai-responses", "/v1/responses", &id, question)
            }
            ExportTarget::Anthropic => {
                json!({"custom_id": id, "params": self.body("anthropic", question)}).to_string()
            }
            ExportTarget::Gemini => {
                json!({"key": id, "request": self.body("gemini", question)}).to_string()
            }
            ExportTarget::Inspect => tools::inspect(&id, &self.suite, question).to_string(),
            ExportTarget::Promptfoo => tools::promptfoo(&id, &self.suite, question).to_string(),
            ExportTarget::LmEval => tools::lm_eval(&id, &self.suite, question).to_string(),
            ExportTarget::Csv => tables::csv(&id, &self.suite, question),
            ExportTarget::Jsonl => question.record(&self.suite).to_string(),
        }
    }

    /// Returns the companion files as pairs of name and text; empty if the target needs none.
    /// `files` are the names of the files of questions.
    pub fn companions(&self, files: &[String]) -> Vec<(String, String)> {
        companion::companions(self.target, &self.suite, files)
    }

    fn open_ai(&self, provider: &str, url: &str, id: &str, question: &Question) -> String {
        let body = self.body(provider, question);
        json!({"custom_id": id, "method": "POST", "url": url, "body": body}).to_string()
    }

    /// Returns the body of the request that a sweep would send, without streaming.
    fn body(&self, provider: &str, question: &Question) -> Value {
        let AskSettings { model, max_output, temperature, effort } = &self.settings;
        let model_request = ModelRequest {
            turns: question.turns.clone(),
            max_output: *max_output,
            temperature: *temperature,
            effort: *effort,
            stream: false,
            ..ModelRequest::new(model, "")
        };
        let endpoint =
            Provider::find(provider).and_then(|provider| Endpoint::new(provider, None, None).ok());
        let body = endpoint
            .map(|endpoint| endpoint.prepare(&model_request).request.body)
            .unwrap_or_default();
        let mut body: Value = serde_json::from_str(&body).unwrap_or_default();
        if let Some(body) = body.as_object_mut() {
            // Batches are never streamed, and some services reject a body that has this member.
            body.remove("stream");
        }
        body
    }
}
