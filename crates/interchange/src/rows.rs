//! Graded responses as the rows of a table.

use stepfall_sweep::push_record;

use crate::grade::{Graded, GradedRecord};

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
