//! The attempts of a run as a table for spreadsheets.

use stepfall_figure::Row;
use stepfall_sweep::{Attempt, Header, TASK_COLUMNS, push_record, table_cells, table_columns};

/// The columns of the grades in a table.
const GRADED: [&str; 9] = [
    "first answer right",
    "last answer right",
    "any answer right",
    "solved at the end",
    "what is lost",
    "primary mode",
    "steps shown",
    "locally right",
    "run state",
];

/// Returns the names of the columns of a table, after the byte-order mark by which spreadsheets
/// recognize UTF-8.
pub(crate) fn begin() -> String {
    let mut columns = table_columns().to_vec();
    columns.splice(TASK_COLUMNS..TASK_COLUMNS, GRADED);
    let mut text = "\u{feff}".to_owned();
    push_record(&mut text, &columns);
    text
}

/// Adds a line to a table: an attempt with its grades and the state of an unfinished run.
pub(crate) fn push(
    text: &mut String,
    attempt: &Attempt,
    header: &Header,
    row: Option<&Row>,
    interim: Option<&str>,
) {
    let yes = |is: bool| if is { "1" } else { "0" }.to_owned();
    let mut graded: [String; GRADED.len()] = row.map_or_else(Default::default, |row| {
        [
            yes(row.is_first_answer_correct),
            yes(row.is_last_answer_correct),
            yes(row.is_any_answer_correct),
            yes(row.is_solved),
            row.error_category.map_or("", |category| category.slug()).to_owned(),
            row.primary.slug().to_owned(),
            row.claimed.to_string(),
            row.correct_given_own.to_string(),
            String::new(),
        ]
    });
    if let (Some(last), Some(interim)) = (graded.last_mut(), interim) {
        interim.clone_into(last);
    }
    let mut cells = table_cells(attempt, header);
    cells.splice(TASK_COLUMNS..TASK_COLUMNS, graded);
    push_record(text, &cells);
}
