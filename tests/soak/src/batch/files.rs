//! Result files in the forms of services and tools, with answers of simulated solvers.

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use stepfall_condition::DialogueSolver;
use stepfall_interchange::{Question, QuestionId, QuestionSet};
use stepfall_procedure::{Condition, Item, Seed, Spec};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, SolverKind};

use crate::dice::Dice;

/// The form of the files with answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The result file of a batch at `OpenAI`.
    OpenAi,
    /// The result file of a batch at Anthropic.
    Anthropic,
    /// A table with a row for each answer.
    Table,
    /// Like `OpenAi`, with truncated lines, failed calls and unknown ids.
    Damaged,
    /// Answers to custom procedures, and then the file of their records.
    Custom,
}

/// An answer to a question.
pub(super) struct Answer {
    id: String,
    model: &'static str,
    text: String,
    /// The record of a custom procedure.
    record: Option<String>,
}

/// Returns answers of two models to questions of several lengths, with this number of items of
/// each.
pub(super) fn answers(seed: u64, items: u32, shape: Shape) -> Result<Vec<Answer>> {
    let conditions = [Condition::Trace, Condition::AnswerOnly];
    let mut selection = QuestionSet::custom(&Spec::default(), &[5, 15, 25, 45], &conditions, items);
    selection.seed = Seed::wrapping(seed.wrapping_mul(0x9e37_79b9));
    let mut answers = Vec::new();
    for question in selection.questions() {
        for (model, rate) in [("m-large", 60), ("m-small", 250)] {
            answers.push(answer(&question, model, rate, shape)?);
        }
    }
    Ok(answers)
}

fn answer(question: &Question, model: &'static str, rate: u16, shape: Shape) -> Result<Answer> {
    let condition = question.id.condition;
    let item =
        if shape == Shape::Custom { of_custom(&question.item)? } else { question.item.clone() };
    let record = if shape == Shape::Custom {
        let record = item.record(condition).map_err(|_| anyhow!("a record is too long"))?;
        Some(serde_json::to_string(&record)?)
    } else {
        None
    };
    let placing = ErrorFrequency::PerStep(Rate::per_ten_thousand(rate));
    let solver = Solver { kind: SolverKind::Mixed, frequency: placing };
    let text = DialogueSolver::transcript(&item, condition, solver, Form::Trace, rate.into());
    let text = text.context("a mixed solver answers under every condition")?;
    let id = match &record {
        Some(_) => QuestionId::of(&item, condition, 0).to_string(),
        None => question.id.to_string(),
    };
    Ok(Answer { id, model, text, record })
}

/// Reads the procedure of an item from its prompt, as a custom procedure.
fn of_custom(item: &Item) -> Result<Item> {
    let prompt = item.prompt(Condition::Trace);
    Item::from_text(&prompt, None).map_err(|error| anyhow!("{error:?}"))
}

/// Returns the files of answers, each with its name.
pub(super) fn file(answers: &[Answer], shape: Shape) -> Vec<(&'static str, String)> {
    let mut dice = Dice(0);
    let lines = |line: &dyn Fn(&Answer) -> Value| -> String {
        answers.iter().map(|answer| line(answer).to_string() + "\n").collect()
    };
    match shape {
        Shape::OpenAi => vec![("output.jsonl", lines(&open_ai))],
        Shape::Anthropic => vec![("results.jsonl", lines(&anthropic))],
        Shape::Table => vec![("answers.csv", table(answers))],
        Shape::Damaged => {
            vec![(
                "output.jsonl",
                answers.iter().map(|answer| damaged(answer, &mut dice)).collect(),
            )]
        }
        Shape::Custom => {
            let records = answers.iter().filter_map(|answer| answer.record.clone());
            let records: Vec<String> = records.collect();
            vec![("output.jsonl", lines(&open_ai)), ("records.jsonl", records.join("\n"))]
        }
    }
}

fn open_ai(answer: &Answer) -> Value {
    let message = json!({"role": "assistant", "content": answer.text});
    let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
    let usage = json!({"prompt_tokens": 400, "completion_tokens": answer.text.len() / 3});
    let body = json!({"model": answer.model, "choices": [choice], "usage": usage});
    let response = json!({"status_code": 200, "request_id": "r", "body": body});
    json!({"id": "batch_req", "custom_id": answer.id, "response": response, "error": null})
}

fn anthropic(answer: &Answer) -> Value {
    let content = json!([{"type": "text", "text": answer.text}]);
    let message = json!({"id": "msg", "type": "message", "role": "assistant", "model": answer.model, "content": content, "stop_reason": "end_turn"});
    json!({"custom_id": answer.id, "result": {"type": "succeeded", "message": message}})
}

fn table(answers: &[Answer]) -> String {
    let mut table = "id,model,response\n".to_owned();
    for Answer { id, model, text, .. } in answers {
        table.push_str(&format!("{id},{model},\"{}\"\n", text.replace('"', "\"\"")));
    }
    table
}

fn damaged(answer: &Answer, dice: &mut Dice) -> String {
    let line = match dice.below(10) {
        0 => {
            let line = open_ai(answer).to_string();
            line.chars().take(line.chars().count() / 2).collect()
        }
        1 => json!({"id": "x", "custom_id": answer.id, "response": null, "error": {"code": "batch_expired", "message": "expired"}}).to_string(),
        2 => json!({"custom_id": "of-nobody", "response": open_ai(answer)["response"]}).to_string(),
        _ => open_ai(answer).to_string(),
    };
    line + "\n"
}
