//! The questions of a comparison as JSON lines and as a table.

use serde_json::{Value, json};

use super::{ComparedQuestion, ReplyCounts};

/// Returns the head of the table, with a line break.
pub const fn pairs_head() -> &'static str {
    "id,condition,look-back,steps,in,first_correct,first_scored,first_replies,second_correct,second_scored,second_replies\r\n"
}

/// Returns a question as a JSON object, without a line break.
pub fn pair_line(question: &ComparedQuestion) -> String {
    json!({
        "id": question.id,
        "condition": question.group.condition,
        "lookback": question.group.look_back,
        "steps": question.group.steps,
        "in": place(question),
        "first": question.first.map(record),
        "second": question.second.map(record),
    })
    .to_string()
}

/// Returns a question as a row of the table, with a line break.
pub fn pair_row(question: &ComparedQuestion) -> String {
    let group = &question.group;
    let cells = |side: Option<ReplyCounts>| {
        side.map_or(",,".to_owned(), |ReplyCounts { correct, scored, replies }| {
            format!("{correct},{scored},{replies}")
        })
    };
    format!(
        "{},{},{},{},{},{},{}\r\n",
        question.id,
        group.condition,
        group.look_back,
        group.steps,
        place(question),
        cells(question.first),
        cells(question.second),
    )
}

fn record(attempts: ReplyCounts) -> Value {
    let ReplyCounts { correct, scored, replies } = attempts;
    json!({"correct": correct, "scored": scored, "replies": replies})
}

/// Returns which of the two sides have a response to a question.
const fn place(question: &ComparedQuestion) -> &'static str {
    match (&question.first, &question.second) {
        (Some(_), Some(_)) => "both",
        (Some(_), None) => "first",
        _ => "second",
    }
}
