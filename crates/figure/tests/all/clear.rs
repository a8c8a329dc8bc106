//! Sentences name a difference only if there is one.

use crate::runs::{counted, row, target, task};
use stepfall_figure::{AttemptCosts, Figure, FigureData, Measure, Row, Summary, TaskKey};
use stepfall_procedure::Condition;

fn summary(rows: Vec<Row>) -> Summary {
    Summary::of(&FigureData {
        targets: vec![target("a"), target("b")],
        rows,
        ..FigureData::default()
    })
}

fn text_of(figure: &Figure) -> String {
    figure.sentence.replace('\u{a0}', " ")
}

/// Returns attempts at 30 items of each of two lengths, of which `right` are correct.
fn look_back(look_back: u8, right: u32) -> impl Iterator<Item = Row> {
    [5, 25].into_iter().flat_map(move |steps| {
        (0..30).map(move |item| {
            row(TaskKey { look_back, ..task(steps, item) }, (item >= right).then_some(1))
        })
    })
}

#[test]
fn similar_look_backs_have_no_worst() {
    let alike = look_back(2, 20).chain(look_back(5, 17)).chain(look_back(7, 19));
    assert_eq!(
        text_of(&summary(alike.collect()).heat(Measure::First)),
        "The first answer: no clear difference between look-backs, 67 % (54 to 77 %) correct at look-back 2 and 63 % (51 to 74 %) at 7."
    );
    let apart = look_back(2, 28).chain(look_back(5, 20)).chain(look_back(7, 9));
    assert_eq!(
        text_of(&summary(apart.collect()).heat(Measure::First)),
        "The first answer: correct least often at look-back 7, 30 % (20 to 43 %), and most often at 2, 93 % (84 to 97 %)."
    );
}

#[test]
fn look_backs_are_compared_at_their_common_lengths() {
    // Look-back 7 was measured at 25 steps alone, where all shares are equal.
    let at = |look_back: u8, steps: u16, right: u32| {
        (0..30).map(move |item| {
            row(TaskKey { look_back, ..task(steps, item) }, (item >= right).then_some(1))
        })
    };
    let rows = at(2, 5, 30).chain(at(2, 25, 10)).chain(at(7, 25, 10));
    let sentence = text_of(&summary(rows.collect()).heat(Measure::First));
    assert!(sentence.contains("no clear difference"), "{sentence}");
    assert!(sentence.contains("33 % (19 to 51 %) correct at look-back 2"), "{sentence}");
}

#[test]
fn a_single_look_back_is_no_map() {
    let figure = Summary::of(&counted(&[(5, 10), (25, 5)])).heat(Measure::First);
    assert!(!figure.is_drawn());
    assert_eq!(figure.sentence, "Only one look-back was measured.");
    assert_eq!(figure.table.rows.len(), 2);
}

fn condition(condition: Condition, right: u32) -> impl Iterator<Item = Row> {
    (0..40)
        .map(move |item| row(TaskKey { condition, ..task(25, item) }, (item >= right).then_some(1)))
}

#[test]
fn only_clear_differences_are_called_help() {
    let trace = || condition(Condition::Trace, 20);
    let alike = trace().chain(condition(Condition::Structured, 22));
    assert_eq!(
        text_of(&summary(alike.collect()).helps()),
        "Against trace, on the same items: no clear difference; the largest is structured, +5 points (−3 to +13) (p = 0.250)."
    );
    let apart =
        trace().chain(condition(Condition::Review, 38)).chain(condition(Condition::Stepwise, 4));
    let sentence = text_of(&summary(apart.collect()).helps());
    assert!(sentence.contains("more are solved by review, +45 points ("), "{sentence}");
    assert!(sentence.contains("; fewer are solved by stepwise, −40 points ("), "{sentence}");
}

#[test]
fn similar_pairs_have_no_clear_difference() {
    let rows_of = |target: u16, right: u32| {
        (0..40).map(move |item| {
            row(TaskKey { target, ..task(25, item) }, (item >= right).then_some(1))
        })
    };
    let sentence = |other: u32| {
        let summary = summary(rows_of(0, 20).chain(rows_of(1, other)).collect());
        text_of(&summary.paired(&summary.with_first(), Measure::First))
    };
    assert!(sentence(21).contains(": no clear difference, +3 points ("), "{}", sentence(21));
    assert!(sentence(36).contains(": a difference of +40 points ("), "{}", sentence(36));
}

#[test]
fn only_clearly_cheaper_models_are_called_cheapest() {
    let rows_of = |target: u16, right: u32, tokens: u32| {
        let spent = AttemptCosts { tokens_out: Some(tokens), ..AttemptCosts::default() };
        (0..40).map(move |item| {
            let task = TaskKey { target, ..task(25, item) };
            Row { spent, ..row(task, (item >= right).then_some(1)) }
        })
    };
    let sentence = |tokens: u32| {
        text_of(&summary(rows_of(0, 20, 100).chain(rows_of(1, 21, tokens)).collect()).cost())
    };
    assert_eq!(
        sentence(100),
        "What a solved item takes does not differ clearly between the cheapest: b: 190 tokens out (21 of 40 attempts solved); a: 200 tokens out (20 of 40 attempts solved)."
    );
    assert_eq!(
        sentence(20),
        "b solves an item for the least, 38 tokens out (21 of 40 attempts solved)."
    );
}
