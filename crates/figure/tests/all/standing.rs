//! Figures that are complete by themselves: their basis, whole names, and notes on lines that are
//! not drawn.

use crate::runs::{self, LONG_NAMES, row, target, task};
use stepfall_figure::{
    AttemptCosts, Figure, FigureData, MAX_LINES, Measure, Row, Summary, TaskKey,
};
use stepfall_plot::scene::{Mark, Scene, Shape};
use stepfall_procedure::Condition;

/// Returns all texts of a scene in the order in which they are drawn.
fn texts(scene: &Scene) -> Vec<String> {
    fn collect(marks: &[Mark], into: &mut Vec<String>) {
        for mark in marks {
            match &mark.shape {
                Shape::Group(marks) => collect(marks, into),
                Shape::Text { text, .. } => into.push(text.replace('\u{a0}', " ")),
                Shape::Path(_) | Shape::Line(_) | Shape::Rect(_) | Shape::Circle(_) => {}
            }
        }
    }
    let mut texts = Vec::new();
    collect(&scene.root, &mut texts);
    texts
}

/// Returns ten attempts of each target under each condition at two lengths. `right` returns the
/// number of correct ones.
fn lines(
    targets: u16,
    conditions: &[Condition],
    right: impl Fn(u16, Condition) -> u32,
) -> FigureData {
    let mut rows: Vec<Row> = Vec::new();
    for target in 0..targets {
        for condition in conditions {
            for (steps, item) in
                [5, 25].into_iter().flat_map(|steps| (0..10).map(move |item| (steps, item)))
            {
                let task = TaskKey { target, condition: *condition, ..task(steps, item) };
                rows.push(row(task, (item >= right(target, *condition)).then_some(1)));
            }
        }
    }
    FigureData {
        targets: (0..targets).map(|at| target(&format!("model-{at}"))).collect(),
        rows,
        ..FigureData::default()
    }
}

fn is_noted(figure: &Figure, note: &str) -> bool {
    figure.notes().iter().any(|found| found == note)
}

#[test]
fn a_picture_names_the_common_part_of_its_lines() {
    use Condition::{AnswerOnly, Trace};
    let basis_of = |targets: u16, conditions: &[Condition], id: &str| {
        let figures = Summary::of(&lines(targets, conditions, |_, _| 5)).figures(Measure::First);
        let figure = figures.into_iter().find(|figure| figure.id == id).unwrap();
        texts(&figure.picture(780, "")).into_iter().take(2).collect::<Vec<_>>().join(" | ")
    };
    let curve = "Correct answers by number of steps";
    for (targets, conditions, expected) in [
        (1, &[Trace][..], "model-0 · trace · 20 attempts at 20 items"),
        (1, &[Trace, AnswerOnly], "model-0 · 40 attempts at 20 items"),
        (2, &[Trace], "trace · 40 attempts at 20 items"),
        (2, &[Trace, AnswerOnly], "80 attempts at 20 items"),
    ] {
        assert_eq!(basis_of(targets, conditions, "collapse"), format!("{curve} | {expected}"));
    }
    // The title already has the model.
    assert_eq!(
        basis_of(1, &[Trace], "modes"),
        "Failure modes by number of steps: model-0 | trace · 20 attempts at 20 items"
    );
}

#[test]
fn long_names_are_complete_in_their_pictures() {
    let run = runs::long_names(8);
    let joined = |text: &str| text.replace([' ', '…'], "");
    for figure in Summary::of(&run).figures(Measure::First) {
        for width in [330, 480, 780] {
            let all = joined(&texts(&figure.picture(width, "")).concat());
            for name in LONG_NAMES {
                assert!(all.contains(&joined(name)), "{} at {width}: {name}: {all}", figure.id);
            }
        }
    }
}

#[test]
fn a_name_cut_within_a_word_ends_in_dots() {
    let is_end = |character: char| " -_/:·".contains(character);
    for figure in Summary::of(&runs::long_names(8)).figures(Measure::First) {
        for text in texts(&figure.scene(330)) {
            for name in LONG_NAMES
                .into_iter()
                .filter(|name| text.len() > 5 && name.starts_with(text.as_str()))
            {
                let behind = &name[text.len()..];
                assert!(
                    behind.is_empty() || behind.starts_with(is_end) || text.ends_with(is_end),
                    "{}: {text}",
                    figure.id
                );
            }
        }
    }
}

#[test]
fn a_horizon_names_the_lines_that_it_covers() {
    let figure = Summary::of(&lines(26, &[Condition::Trace], |_, _| 5)).horizon(Measure::First);
    assert_eq!(figure.table.rows.len(), 24);
    assert!(is_noted(
        &figure,
        "Horizons are sought for the first 24 of 26 lines with two lengths; the others are neither drawn nor in the table."
    ));
    assert!(figure.sentence.ends_with("The table has all 24 lines."), "{}", figure.sentence);
}

#[test]
fn helps_draws_every_row_that_it_names() {
    use Condition::{Stepwise, Structured, Trace};
    // The last of 24 comparisons has by far the largest difference; all others have none.
    let right = |target: u16, condition: Condition| {
        if target == 11 && condition == Structured { 10 } else { 3 }
    };
    let figure = Summary::of(&lines(12, &[Trace, Stepwise, Structured], right)).helps();
    assert_eq!(figure.table.rows.len(), 24);
    assert!(is_noted(
        &figure,
        "16 of 24 comparisons are drawn, those that differ clearly and most; the table has all."
    ));
    assert!(
        figure.sentence.contains("more are solved by model-11 · structured, +70 points"),
        "{}",
        figure.sentence
    );
    assert!(texts(&figure.scene(780)).contains(&"model-11 · structured".to_owned()));
    // The largest differences are named, and the others are counted.
    let right = |target: u16, condition: Condition| {
        if condition == Structured { 9 - u32::from(target) } else { 0 }
    };
    let many = Summary::of(&lines(5, &[Trace, Structured], right)).helps().sentence;
    assert!(
        many.contains("more are solved by model-0 · structured, +90")
            && many.contains("model-2 · structured"),
        "{many}"
    );
    assert!(many.ends_with(", and 2 more in the table."), "{many}");
}

#[test]
fn a_cheapest_line_that_is_not_drawn_is_located_in_the_table() {
    let mut run = lines(11, &[Condition::Trace], |_, _| 5);
    for row in &mut run.rows {
        let tokens = if row.task.target == 10 { 10 } else { 1_000 };
        row.spent = AttemptCosts { tokens_out: Some(tokens), ..AttemptCosts::default() };
    }
    let figure = Summary::of(&run).cost();
    assert!(
        figure.sentence.starts_with("model-10 (in the table alone) solves an item for the least"),
        "{}",
        figure.sentence
    );
    assert!(is_noted(&figure, &format!("{MAX_LINES} of 11 lines are drawn; the table has all.")));
}

#[test]
fn every_figure_counts_the_lines_that_it_draws() {
    let run = lines(20, &[Condition::Trace], |target, _| u32::from(target % 8) + 1);
    for figure in Summary::of(&run).figures(Measure::First) {
        let expected = match figure.id.as_str() {
            "collapse" | "cost" => "8 of 20 lines are drawn; the table has all.",
            "modes" | "hazard" => "12 of 20 lines are drawn; the table has all.",
            "paired" => "8 of 19 comparisons are drawn; the table has all.",
            // All horizons are drawn.
            "horizon" => continue,
            other => panic!("{other}"),
        };
        assert!(is_noted(&figure, expected), "{}: {:?}", figure.id, figure.notes());
    }
}

#[test]
fn no_p_value_is_printed_as_zero() {
    let right = |target: u16, _| if target == 0 { 10 } else { 0 };
    let mut run = lines(2, &[Condition::Trace], right);
    let more: Vec<Row> = run
        .rows
        .iter()
        .map(|row| Row { task: TaskKey { item: row.task.item + 10, ..row.task }, ..*row })
        .collect();
    run.rows.extend(more);
    let summary = Summary::of(&run);
    let figure = summary.paired(&summary.with_first(), Measure::First);
    // McNemar's mid-p test of 40 against none: 1 / 2^40.
    assert_eq!(figure.table.rows[0][10..], ["< 0.0001", "< 0.0001"]);
    assert!(figure.sentence.contains("p < 0.0001"), "{}", figure.sentence);
}
