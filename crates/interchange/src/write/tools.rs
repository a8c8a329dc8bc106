//! Questions in the formats of evaluation tools.

use serde_json::{Value, json};

use super::tables::link;
use crate::question::Question;

/// Returns the metadata of a question, under names that no tool uses for anything else.
fn metadata(id: &str, suite: &str, question: &Question) -> Value {
    json!({
        "stepfall_id": id,
        "suite": suite,
        "dataset": question.dataset,
        "condition": question.id.condition.slug(),
        "steps": question.item.spec.steps,
        "lookback": question.item.spec.look_back.to_string(),
        "link": link(question),
    })
}

/// Returns a record of an Inspect dataset. Its `input` is a text or a list of messages.
pub(super) fn inspect(id: &str, suite: &str, question: &Question) -> Value {
    let messages: Vec<Value> = question
        .messages()
        .map(|(role, content)| json!({"role": role, "content": content}))
        .collect();
    let input: Value = if messages.len() > 1 { messages.into() } else { question.prompt().into() };
    json!({
        "id": id,
        "input": input,
        "target": question.correct_answer(),
        "metadata": metadata(id, suite, question),
    })
}

/// Returns a test of promptfoo, whose prompt is the variable `prompt`.
pub(super) fn promptfoo(id: &str, suite: &str, question: &Question) -> Value {
    let grader = "file://stepfall.mjs";
    json!({
        "description": format!("{} {id}", question.dataset),
        "vars": {"prompt": question.prompt()},
        "assert": [{"type": "javascript", "value": grader, "metric": "solved"}],
        "metadata": metadata(id, suite, question),
    })
}

/// Returns a row of a dataset of lm-evaluation-harness.
pub(super) fn lm_eval(id: &str, suite: &str, question: &Question) -> Value {
    json!({
        "id": id,
        "suite": suite,
        "dataset": question.dataset,
        "condition": question.id.condition.slug(),
        "steps": question.item.spec.steps,
        "prompt": question.prompt(),
        "target": question.correct_answer(),
    })
}
