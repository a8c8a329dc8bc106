//! Writes a file of transcripts for `cargo xtask bench`.
//!
//! The questions are those of `stepfall batch make own --lengths 5,15,25,45,95`. A simulated solver
//! answers each of them and fails at 1 % of its steps, in one of several ways. Like a reasoning
//! model, it first works in sentences between `<think>` and `</think>`, and then writes the trace.
//! Each line also contains the target and the correct values, for scorers that cannot compute them.
//!
//! `cargo run --release -p stepfall-interchange --example transcripts -- 20000 > transcripts.jsonl`

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use serde_json::json;
use stepfall_interchange::{Question, QuestionSet};
use stepfall_procedure::{Condition, Spec};
use stepfall_solver::{Form, Rate, Solver, simulate};

/// The numbers of steps. The transcripts are divided equally among them.
const LENGTHS: [u16; 5] = [5, 15, 25, 45, 95];

fn main() -> Result<(), Box<dyn Error>> {
    let count: u32 = std::env::args().nth(1).ok_or("say how many transcripts")?.parse()?;
    let items = count.div_ceil(5);
    let selections: Vec<QuestionSet> = LENGTHS
        .iter()
        .map(|&steps| QuestionSet::custom(&Spec::default(), &[steps], &[Condition::Trace], items))
        .collect();
    // The lengths take turns, so that every part of the file resembles the whole.
    let mut questions: Vec<_> = selections.iter().map(QuestionSet::questions).collect();
    let mut out = BufWriter::new(stdout().lock());
    for run in 0..count {
        let next = questions[run as usize % LENGTHS.len()].next();
        let question = next.ok_or("a procedure cannot be made")?;
        let response = response(&question, run.into()).ok_or("a transcript cannot be made")?;
        let values: Vec<String> =
            question.item.values.iter().skip(2).map(ToString::to_string).collect();
        let line = json!({
            "id": question.id.to_string(),
            "response": response,
            "target": question.correct_answer(),
            "values": values,
        });
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Returns the reasoning of the solver followed by its answer, with the same errors in both.
fn response(question: &Question, run: u64) -> Option<String> {
    let solver = Solver::careless(Rate::per_ten_thousand(100));
    let written = |form| {
        let condition = question.id.condition;
        Some(simulate(&question.item, condition, &solver, form, run)?.transcript)
    };
    let (thought, answer) = (written(Form::Prose)?, written(Form::Trace)?);
    Some(format!("<think>\n{thought}\n</think>\n\n{answer}"))
}
