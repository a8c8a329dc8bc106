//! Votes of several samples, worked out by hand.

use crate::runs::{row, target, task};
use stepfall_figure::{Row, Run, Spent, Summary, Task};
use stepfall_procedure::Condition;

/// The answers of samples at items: 1 is right, 0 is none, and any other one is wrong.
fn run(condition: Condition, items: &[&[u64]]) -> Run {
    let mut rows = Vec::new();
    for (item, answers) in (0..).zip(items) {
        for (sample, answer) in (0..).zip(*answers) {
            let made =
                row(Task { condition, sample, ..task(25, item) }, (*answer != 1).then_some(1));
            let spent = Spent {
                tokens_in: Some(100),
                tokens_out: Some(40),
                cost_micros: Some(1_000),
                ..Spent::default()
            };
            rows.push(Row { answer: (*answer > 0).then_some(*answer), spent, ..made });
        }
    }
    Run { targets: vec![target("a")], rows, seed: 3, ..Run::default() }
}

fn cells(run: &Run, columns: &[&str]) -> Vec<String> {
    let table = Summary::of(run).votes().table;
    let places: Vec<usize> = columns
        .iter()
        .map(|name| table.columns.iter().position(|column| column == name).unwrap())
        .collect();
    let cell = |row: &Vec<String>| {
        places.iter().map(|place| row[*place].clone()).collect::<Vec<_>>().join(" ")
    };
    table.rows.iter().map(cell).collect()
}

#[test]
fn the_majority_counts_answers_and_a_tie_its_share() {
    // Two of three; a tie of three; one that two wrong ones outvote; two wrong ones that do not agree, and none; nothing at all.
    let items: [&[u64]; 5] = [&[1, 1, 2], &[2, 1, 3], &[2, 2, 1], &[1, 2, 0], &[0, 0, 0]];
    let found = run(Condition::Trace, &items);
    // Single: 2/3 + 1/3 + 1/3 + 1/3 + 0 of 5. Of three: 1 + 1/3 + 0 + 1/2 + 0. Any: 4 of 5.
    assert_eq!(
        cells(&found, &["of them vote", "majority solves, %", "pass@k, %"]),
        ["1 33.3 33.3", "3 36.7 80.0"]
    );
    // 11/30 less 1/3, over five items, which are too few for an interval.
    assert_eq!(cells(&found, &["majority less single, points"])[1], "3.3");
    assert_eq!(
        cells(&found, &["tokens in", "tokens out", "US$"]),
        ["100 40 0.00100", "300 120 0.00300"]
    );
    let figure = Summary::of(&found).votes();
    assert!(figure.table.rows[1].contains(&"too few items".to_owned()), "{:?}", figure.table.rows);
    assert!(
        figure.sentence.replace('\u{a0}', " ").starts_with(
            "trace: the majority of 3 samples solves 37 %, a single one 33 % (no clear difference, +3 points, p = "
        ),
        "{}",
        figure.sentence
    );
    assert!(
        figure.sentence.ends_with("(3 samples take 300 tokens in and 120 out, and 0.003 US$)."),
        "{}",
        figure.sentence
    );
}

#[test]
fn a_vote_helps_clearly_where_errors_differ() {
    // Three of five are right at every item, and the wrong ones are no two alike.
    let items = [&[1, 2, 1, 3, 1][..]; 12];
    let found = run(Condition::Trace, &items);
    assert_eq!(
        cells(&found, &["of them vote", "majority solves, %", "pass@k, %"]),
        // Of three: seven of ten ways have two right ones, and three have one, a tie of three. Any two wrong ones leave a right one.
        ["1 60.0 60.0", "3 80.0 100.0", "5 100.0 100.0"]
    );
    let sentence = Summary::of(&found).votes().sentence;
    assert!(sentence.contains("(+40 points, p = 0.0"), "{sentence}");
    // A single sample has Wilson's interval for as many items, since samples of an item all come out alike: 60 % of 12.
    let low_high = Summary::of(&found).votes().table.rows[2][5..7].to_vec();
    assert_eq!(low_high[1], "100.0");
}

#[test]
fn fewer_than_three_samples_do_not_vote() {
    let figure = Summary::of(&run(Condition::Trace, &[&[1, 1], &[1, 2]])).votes();
    assert!(!figure.is_drawn());
    assert_eq!(figure.sentence, "A vote needs three samples of an item; there are fewer yet.");
    // Items with fewer are left out where others have enough.
    let found = run(Condition::Trace, &[&[1, 1, 1], &[2, 2]]);
    assert_eq!(cells(&found, &["items", "majority solves, %"]), ["1 100.0", "1 100.0"]);
}

#[test]
fn a_dialogue_votes_by_the_answer_that_counts() {
    let found = run(Condition::Review, &[&[1, 1, 2], &[1, 2, 2]]);
    let figure = Summary::of(&found).votes();
    assert!(
        figure.notes.iter().any(|note| note.contains("the last one of a dialogue")),
        "{:?}",
        figure.notes
    );
    assert_eq!(cells(&found, &["majority solves, %"]), ["50.0", "50.0"]);
}
