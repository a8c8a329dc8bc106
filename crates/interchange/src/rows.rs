//! Graded responses as files: a table, and a log in the format of Inspect AI.

use serde_json::{Value, json};
use stepfall_grade::Mode;
use stepfall_sweep::push_record;

use stepfall_text::Outcome;

use crate::grade::{Graded, GradedRecord};
use crate::question::Question;
use crate::response::ResponseEnd;
use crate::tally::{Scored, Tally};

/// The columns of a table of graded responses.
const COLUMNS: [&str; 13] = [
    "id",
    "sample",
    "model",
    "condition",
    "steps",
    "look-back",
    "outcome",
    "mode",
    "headline",
    "answer",
    "target",
    "link",
    "grader",
];

/// Returns the first line of a table of graded responses.
pub fn graded_head() -> String {
    let mut text = String::new();
    push_record(&mut text, &COLUMNS);
    text
}

/// Returns the line for a graded response in a table.
pub fn graded_row(graded: &Graded) -> String {
    let record = GradedRecord::from(graded);
    let cells = [
        record.id.to_owned(),
        record.sample.to_string(),
        record.model.unwrap_or_default().to_owned(),
        record.condition,
        record.steps.to_string(),
        record.lookback.to_string(),
        record.outcome.to_owned(),
        record.mode.unwrap_or_default().to_owned(),
        record.headline.to_owned(),
        record.answer.unwrap_or_default().to_owned(),
        record.target.to_owned(),
        record.link.unwrap_or_default(),
        record.grader.to_string(),
    ];
    let mut text = String::new();
    push_record(&mut text, &cells);
    text
}

/// A writer for evaluation logs, sample by sample. The format is version 2 of Inspect AI's, which
/// its viewer and `read_eval_log` accept.
#[derive(Debug, Clone)]
pub struct InspectLog {
    /// The time of creation, as ISO 8601 with a time zone.
    created: String,
    models: Vec<String>,
    is_begun: bool,
}

impl InspectLog {
    /// Creates a log with this time of creation, given as ISO 8601 with a time zone.
    pub fn new(created: &str) -> Self {
        Self { created: created.to_owned(), models: Vec::new(), is_begun: false }
    }

    /// Returns the text before the samples.
    pub fn head(&self) -> &'static str {
        "{\"version\": 2,\n\"samples\": [\n"
    }

    /// Returns the text of a sample, after the separator from the sample before it.
    pub fn sample(&mut self, graded: &Graded) -> String {
        let model = graded.response.model.clone().unwrap_or_else(|| "none/unknown".to_owned());
        if !self.models.contains(&model) {
            self.models.push(model.clone());
        }
        let between = if std::mem::replace(&mut self.is_begun, true) { ",\n" } else { "" };
        format!("{between}{}", sample(graded, &model))
    }

    /// Returns the text after the samples.
    pub fn tail(&self, tally: &Tally) -> String {
        let Scored { correct, all: samples, .. } = Scored::of(&tally.counts);
        let completed = samples - tally.counts[Outcome::Errored as usize];
        // The metrics of a log know only correct and incorrect, so all other outcomes count as
        // incorrect.
        let millionths = (correct * 1_000_000).checked_div(samples).unwrap_or_default();
        let share = f64::from(u32::try_from(millionths).unwrap_or_default()) / 1e6;
        let created = &self.created;
        let model = match self.models.as_slice() {
            [model] => model.as_str(),
            _ => "none/several",
        };
        let eval = json!({
            "eval_id": "stepfall", "run_id": "stepfall", "created": created,
            "task": "stepfall", "task_id": "stepfall", "task_version": 0, "task_attribs": {}, "task_args": {},
            "dataset": {"name": "stepfall", "samples": samples},
            "model": model, "model_args": {}, "config": {}, "packages": {},
        });
        let results = json!({
            "total_samples": samples, "completed_samples": completed,
            "scores": [{
                "name": "stepfall", "scorer": "stepfall", "params": {},
                "metrics": {"accuracy": {"name": "accuracy", "value": share, "params": {}}},
            }],
        });
        let stats = json!({"started_at": created, "completed_at": created, "model_usage": {}});
        let plan = json!({"name": "plan", "steps": [], "config": {}});
        format!(
            "\n],\n\"status\": \"success\",\n\"eval\": {eval},\n\"plan\": {plan},\n\"results\": {results},\n\"stats\": {stats}}}\n"
        )
    }
}

fn sample(graded: &Graded, model: &str) -> Value {
    let record = GradedRecord::from(graded);
    let number = record.sample;
    let question =
        Question::new("", graded.item.clone(), graded.question.condition, graded.question.sample);
    let messages: Vec<Value> = question
        .iter()
        .flat_map(Question::messages)
        .map(|(role, content)| json!({"role": role, "content": content}))
        .collect();
    let input = question.as_ref().map(Question::prompt).unwrap_or_default();
    let response = &graded.response;
    let mut content = Vec::new();
    if !response.reasoning.is_empty() {
        content.push(json!({"type": "reasoning", "reasoning": response.reasoning}));
    }
    content.push(json!({"type": "text", "text": response.text}));
    let reply =
        json!({"role": "assistant", "content": content, "source": "generate", "model": model});
    let stop = match response.end {
        ResponseEnd::Length => "max_tokens",
        ResponseEnd::Refusal => "content_filter",
        ResponseEnd::Natural => "stop",
        ResponseEnd::Failed(_) => "unknown",
    };
    let value = match graded.outcome {
        Outcome::Correct => "C",
        Outcome::Incorrect => "I",
        // These responses have no score. Their metadata contains the outcome.
        Outcome::Unparsed
        | Outcome::Unclear
        | Outcome::Truncated
        | Outcome::Refused
        | Outcome::Errored => "N",
    };
    let error = match &response.end {
        ResponseEnd::Failed(why) => json!({"message": why, "traceback": "", "traceback_ansi": ""}),
        _ => Value::Null,
    };
    let all_messages: Vec<Value> = messages.into_iter().chain([reply.clone()]).collect();
    json!({
        "id": record.id, "epoch": number + 1, "input": input, "target": record.target,
        "messages": all_messages,
        "output": {
            "model": model, "choices": [{"message": reply, "stop_reason": stop}], "completion": response.text,
        },
        "scores": {"stepfall": {
            "value": value, "answer": record.answer, "explanation": record.headline,
            "metadata": {"outcome": record.outcome, "mode": graded.primary.map(Mode::slug), "link": record.link},
        }},
        "metadata": {"condition": record.condition, "steps": record.steps, "lookback": record.lookback},
        "store": {}, "events": [], "model_usage": {}, "attachments": {}, "error": error,
    })
}
