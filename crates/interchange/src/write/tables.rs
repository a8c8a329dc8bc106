//! Tables of questions in Stepfall's own formats: CSV, and one JSON object per line.

use serde_json::{Value, json};
use stepfall_sweep::push_record;

use crate::question::Question;

/// The columns of a table of questions.
const COLUMNS: [&str; 9] =
    ["id", "suite", "dataset", "condition", "steps", "look-back", "link", "prompt", "target"];

pub(super) fn csv_head() -> String {
    let mut text = String::new();
    push_record(&mut text, &COLUMNS);
    text
}

pub(super) fn csv(id: &str, suite: &str, question: &Question) -> String {
    let mut text = String::new();
    let spec = &question.item.spec;
    let cells = [
        id.to_owned(),
        suite.to_owned(),
        question.dataset.clone(),
        question.id.condition.slug(),
        spec.steps.to_string(),
        spec.look_back.to_string(),
        link(question),
        question.prompt(),
        question.correct_answer(),
    ];
    push_record(&mut text, &cells);
    text
}

pub(crate) fn json(id: &str, suite: &str, question: &Question) -> Value {
    let messages: Vec<Value> = question
        .messages()
        .map(|(role, content)| json!({"role": role, "content": content}))
        .collect();
    let mut line = json!({
        "id": id,
        "suite": suite,
        "dataset": question.dataset,
        "condition": question.id.condition.slug(),
        "steps": question.item.spec.steps,
        "lookback": question.item.spec.look_back.to_string(),
        "link": link(question),
        "prompt": question.prompt(),
        "target": question.correct_answer(),
    });
    if messages.len() > 1 {
        line["messages"] = messages.into();
    }
    line
}

/// Returns the link that opens the item; empty for a custom procedure, because a link is made from
/// the id, which contains only a hash of the procedure.
pub(super) fn link(question: &Question) -> String {
    question.id.link().map(|link| link.fragment()).unwrap_or_default()
}
