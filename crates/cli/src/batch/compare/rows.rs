//! The questions of a comparison as JSON lines and as a table.

use std::io::{self, Write};

use serde_json::{Value, json};
use stepfall_interchange::{Attempts, BatchComparison, ComparedQuestion};

/// The head of the table.
const HEAD: &str = "id,condition,look-back,steps,in,first_correct,first_scored,first_replies,second_correct,second_scored,second_replies";

/// Writes a JSON object for each question.
pub(super) fn jsonl(comparison: &BatchComparison, out: &mut impl Write) -> io::Result<()> {
    for question in comparison.questions() {
        let line = json!({
            "id": question.id,
            "condition": question.group.condition,
            "lookback": question.group.look_back,
            "steps": question.group.steps,
            "in": place(question),
            "first": question.first.map(record),
            "second": question.second.map(record),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes a table with a row for each question.
pub(super) fn csv(comparison: &BatchComparison, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{HEAD}\r\n")?;
    for question in comparison.questions() {
        let group = &question.group;
        let cells = |side: Option<Attempts>| {
            side.map_or(",,".to_owned(), |Attempts { correct, scored, replies }| {
                format!("{correct},{scored},{replies}")
            })
        };
        write!(
            out,
            "{},{},{},{},{},{},{}\r\n",
            question.id,
            group.condition,
            group.look_back,
            group.steps,
            place(question),
            cells(question.first),
            cells(question.second),
        )?;
    }
    Ok(())
}

fn record(attempts: Attempts) -> Value {
    let Attempts { correct, scored, replies } = attempts;
    json!({"correct": correct, "scored": scored, "replies": replies})
}

/// Returns the files that contain a question.
const fn place(question: &ComparedQuestion) -> &'static str {
    match (&question.first, &question.second) {
        (Some(_), Some(_)) => "both",
        (Some(_), None) => "first",
        _ => "second",
    }
}
