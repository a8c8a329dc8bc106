//! `stepfall-dev invariance` as its users see it.

use crate::program::{error, result};

/// A folder with labelled transcripts.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/transcripts/open");

#[test]
fn both_tables_count_every_edit() {
    let text = result(&["invariance", CASES, "--simulated", "40"]);
    let rows = |title: &str| {
        let table = text.split("\n\n").find(|table| table.starts_with(title));
        table.map_or(0, |table| table.lines().count() - 1)
    };
    assert_eq!(rows("Edits that change nothing"), 53, "{text}");
    assert_eq!(rows("Edits of one equation"), 4, "{text}");
}

#[test]
fn harmless_edits_keep_the_verdicts_of_simulated_solvers() {
    for edit in [
        "Windows line breaks",
        "blanks at line ends",
        "sentence before",
        "date after",
        "code fence",
        "thousands in LaTeX: ,\\!",
        "LaTeX: aligned",
        "answer: The result is",
        "answer: =",
        "equation repeated",
        "check by the inverse",
        "another question after",
        "reasoning: <seed:think>",
        "one digit of an operand",
    ] {
        let text = result(&["invariance", "--simulated", "300", "--edit", edit]);
        let row = text.lines().find(|line| line.starts_with(edit));
        assert!(row.is_some_and(|row| row.contains("100.0 %")), "{text}");
    }
}

#[test]
fn unknown_edit_is_an_error_that_names_it() {
    let text = error(&["invariance", "--simulated", "1", "--edit", "upside down"]);
    assert!(text.contains("upside down"), "{text}");
}
