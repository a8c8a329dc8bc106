//! Declared comparisons: each condition next to its control, the answer that is scored, and bounds
//! for failed attempts.

use crate::runs::{self, row, target, task};
use stepfall_condition::ConditionResult;
use stepfall_figure::{Figure, FigureData, Measure, Missing, Row, Summary, TaskKey};
use stepfall_plot::scene::{Mark, Shape};
use stepfall_procedure::Condition::{
    self, AnswerOnly, Calculator, Checkpoints, Copy, Explain, Filler, Free, Isolated, Primed,
    Review, Shuffled, Stepwise, Trace, Transcribe, Unchained, Verified,
};

fn run(rows: impl IntoIterator<Item = Row>) -> FigureData {
    FigureData {
        targets: vec![target("a")],
        rows: rows.into_iter().collect(),
        ..FigureData::default()
    }
}

/// Returns attempts at ten items of 25 steps, of which `solved` are solved.
fn line(condition: Condition, solved: u32) -> Vec<Row> {
    let at = |item| row(TaskKey { condition, ..task(25, item) }, (item >= solved).then_some(1));
    (0..10).map(at).collect()
}

fn lines(all: &[(Condition, u32)]) -> FigureData {
    run(all.iter().flat_map(|(condition, solved)| line(*condition, *solved)))
}

fn column(figure: &Figure, name: &str) -> Vec<String> {
    let at = figure.table.columns.iter().position(|column| column == name).unwrap();
    figure.table.rows.iter().map(|row| row[at].clone()).collect()
}

fn has_note(figure: &Figure, part: &str) -> bool {
    figure.notes().iter().any(|note| note.contains(part))
}

#[test]
fn each_remedy_is_compared_with_its_declared_control() {
    let primed = |errors| Primed { steps: 4, errors };
    let all = [
        (AnswerOnly, 1),
        (Trace, 4),
        (Free, 5),
        (Copy, 9),
        (Stepwise, 6),
        (Checkpoints(5), 5),
        (Verified(5), 9),
        (Calculator, 8),
        (Explain, 4),
        (Review, 6),
        (primed(0), 6),
        (primed(1), 2),
    ];
    let figure = Summary::of(&lines(&all)).helps();
    let found: Vec<String> = figure
        .table
        .rows
        .iter()
        .map(|row| format!("{} < {}: {}", row[0], row[1], row[7]))
        .collect();
    assert_eq!(
        found,
        [
            "trace < answer only: 30.0",
            "free < answer only: 40.0",
            "stepwise < trace: 20.0",
            "5 steps a turn < trace: 10.0",
            "checked every 5 steps < 5 steps a turn: 40.0",
            "calculator < stepwise: 20.0",
            "review < trace: 20.0",
            "primed with 4 steps, 1 wrong < primed with 4 steps: -40.0",
        ]
    );
    assert!(figure.sentence.starts_with("Against their controls, on the same items"));
    assert!(
        has_note(&figure, "checked every 5 steps against 5 steps a turn"),
        "{:?}",
        figure.notes()
    );
    assert!(has_note(
        &figure,
        "The 8 intervals hold together in 95 % of runs (Bonferroni, 99.4 % each)"
    ));
    assert!(has_note(&figure, "under review the one after the second look"));
}

#[test]
fn a_missing_control_is_named_and_not_replaced() {
    let all = [(Trace, 4), (Checkpoints(10), 5), (Verified(5), 9), (Calculator, 8)];
    let figure = Summary::of(&lines(&all)).helps();
    let rows: Vec<String> = figure.table.rows.iter().map(|row| row[..3].join(" | ")).collect();
    assert_eq!(
        rows,
        [
            "10 steps a turn | trace | 10",
            "checked every 5 steps | 5 steps a turn: not on these items | –",
            "calculator | stepwise: not on these items | –",
        ]
    );
    assert!(has_note(
        &figure,
        "checked every 5 steps is not compared with its control, 5 steps a turn, which was not run (10 steps a turn is another control). To compare, run 5 steps a turn (checkpoints.5) on the same 10 items."
    ));
    assert!(has_note(
        &figure,
        "calculator is not compared with its control, stepwise, which was not run. To compare, run"
    ));
    // If no comparison is possible, the figure names the reason, and so does the figure that
    // compares all lines.
    let summary = Summary::of(&lines(&[(Trace, 4), (Verified(5), 9)]));
    let figure = summary.helps();
    assert!(!figure.is_drawn() && figure.sentence.contains("is not compared with its control"));
    assert!(has_note(
        &summary.paired(&summary.with_first(), Measure::First),
        "checked every 5 steps is not compared"
    ));
    // A control with other items does not count either.
    let apart = line(Verified(5), 9).into_iter().chain(line(Trace, 3)).chain(
        line(Checkpoints(5), 5)
            .into_iter()
            .map(|row| Row { task: TaskKey { item: row.task.item + 10, ..row.task }, ..row }),
    );
    let figure = Summary::of(&run(apart)).helps();
    assert!(figure.sentence.contains("its control, 5 steps a turn, which has none of its items"));
    // A missing control is not reported if there is only one condition, nor for trace.
    let summary = Summary::of(&lines(&[(Free, 4)]));
    assert!(!summary.helps().sentence.contains("not compared"));
    assert!(
        !Summary::of(&lines(&[(Trace, 4), (Copy, 4)])).helps().sentence.contains("not compared")
    );
}

#[test]
fn isolating_conditions_are_in_controls_and_not_among_remedies() {
    let all = [(Trace, 4), (Copy, 9), (Shuffled, 3), (Filler(95), 2), (Stepwise, 6)];
    let summary = Summary::of(&lines(&all));
    let figure = summary.controls();
    assert_eq!(figure.id, "controls");
    let found: Vec<String> =
        figure.table.rows.iter().map(|row| format!("{} {}", row[0], row[7])).collect();
    assert_eq!(found, ["copy 50.0", "shuffled -10.0", "filler of 95 steps -20.0"]);
    // McNemar's mid-p value is 1 / 2^5 for five items against none, which Holm's method triples. It
    // is 1 / 2 for one item against none, and 1 / 2^2 for two, which Holm's method doubles.
    assert_eq!(column(&figure, "p"), ["0.0313", "0.5000", "0.2500"]);
    assert_eq!(column(&figure, "p, adjusted"), ["0.0938", "0.5000", "0.5000"]);
    let what = column(&figure, "how the task differs from trace");
    assert!(what[0].starts_with("no arithmetic") && what[2].starts_with("more text"), "{what:?}");
    assert!(has_note(&figure, "none is a remedy: copy (no arithmetic"));
    let helps = column(&summary.helps(), "line");
    assert_eq!(helps, ["stepwise"]);
    assert!(summary.figures(Measure::First).iter().any(|figure| figure.id == "controls"));
}

/// Returns ten attempts under review. The review makes three correct answers incorrect and one
/// incorrect answer correct.
fn reviewed() -> Vec<Row> {
    let review = |item: u32| {
        let (before, after) = (item < 6, (3..7).contains(&item));
        let task = TaskKey { condition: Review, ..task(25, item) };
        let made = row(task, (!after).then_some(1));
        Row {
            is_first_answer_correct: before,
            detail: ConditionResult::Review { before, after },
            ..made
        }
    };
    (0..10).map(review).collect()
}

#[test]
fn every_figure_uses_the_answer_that_it_names() {
    let more = [25, 45].into_iter().flat_map(|steps| {
        reviewed().into_iter().flat_map(move |row| {
            [2, 5].map(|look_back| Row { task: TaskKey { steps, look_back, ..row.task }, ..row })
        })
    });
    let trace = more.clone().map(|row| Row {
        task: TaskKey { condition: Trace, ..row.task },
        detail: ConditionResult::Plain,
        ..row
    });
    let summary = Summary::of(&run(more.chain(trace)));
    // Six of ten answers are correct before the review, and four after it.
    let right = |figure: &Figure| column(figure, "correct, %").pop().unwrap();
    let (first, last) = (summary.collapse(Measure::First), summary.collapse(Measure::Last));
    assert_eq!((right(&first), right(&last)), ("60.0".to_owned(), "40.0".to_owned()));
    assert_eq!(right(&summary.heat(Measure::First)), "60.0");
    let before = "We score the first answer, before the second look of a review.";
    let paired = summary.paired(&summary.with_first(), Measure::First);
    for figure in [&first, &summary.horizon(Measure::First), &summary.heat(Measure::First), &paired]
    {
        assert!(has_note(figure, before), "{}: {:?}", figure.id, figure.notes());
    }
    assert!(has_note(&last, "We score the last answer"));
    assert_eq!(paired.table.rows[0][7], "0.0", "first answers are the same");
    let figure = summary.helps();
    let after = "the last one of a dialogue, under review the one after the second look.";
    assert!(has_note(&figure, after), "{}: {:?}", figure.id, figure.notes());
}

#[test]
fn figures_note_conditions_that_require_every_step() {
    const NOTE: &str = "Under isolated and unchained every step has to be correct; elsewhere the answer alone counts.";
    let summary = Summary::of(&lines(&[(Trace, 4), (Unchained, 6), (Isolated, 8)]));
    let paired = summary.paired(&summary.with_first(), Measure::First);
    let [first, last] = [Measure::First, Measure::Last].map(|measure| summary.collapse(measure));
    for figure in [&first, &last, &paired, &summary.controls()] {
        assert!(has_note(figure, NOTE), "{}: {:?}", figure.id, figure.notes());
    }
    let other = Summary::of(&lines(&[(Trace, 4), (Shuffled, 6)]));
    assert!(!has_note(&other.controls(), "every step has to be correct"));
    let single = Summary::of(&lines(&[(Trace, 4), (Unchained, 6)]));
    assert!(has_note(&single.controls(), "Under unchained every step"));
}

#[test]
fn failed_attempts_bound_differences_and_shares() {
    let failed = |condition: Condition, attempts: u32| Missing {
        target: 0,
        condition,
        steps: 25,
        look_back: 5,
        attempts,
    };
    let mut run = lines(&[(Trace, 4), (Stepwise, 6)]);
    let columns = Summary::of(&run).helps().table.columns;
    assert!(!columns.iter().any(|column| column.contains("failed")), "{columns:?}");
    run.missing = vec![failed(Trace, 2), failed(Stepwise, 10)];
    let summary = Summary::of(&run);
    let figure = summary.helps();
    // Bounds of the shares: stepwise 6 to 16 of 20, trace 4 to 6 of 12. Bounds of the difference:
    // 0.3 - 0.5 and 0.8 - 0.333.
    assert_eq!(column(&figure, "least, if failed"), ["-20.0"]);
    assert_eq!(column(&figure, "most, if failed"), ["46.7"]);
    assert!(has_note(&figure, "What failed attempts can have changed is bounded"));
    let paired = summary.paired(&summary.with_first(), Measure::First);
    assert_eq!(column(&paired, "least, if failed"), ["-20.0"]);
    assert_eq!(column(&paired, "most, if failed"), ["46.7"]);
}

#[test]
fn modes_have_rates_per_step_at_risk() {
    // Two of four attempts have an arithmetic error at step 5 of 25. The steps at risk are 2 × 5
    // and 2 × 25.
    let arithmetic_errors = (0..4).map(|item| row(task(25, item), (item < 2).then_some(5)));
    let figure = Summary::of(&run(arithmetic_errors)).modes();
    assert_eq!(column(&figure, "steps at risk"), ["60"]);
    assert_eq!(column(&figure, "Arithmetic error, % of steps at risk"), ["3.33"]);
    assert!(!figure.table.columns.contains(&"Correct, % of steps at risk".to_owned()));
}

#[test]
fn a_horizon_is_enclosed_by_measured_lengths() {
    // The interval of 9 of 10 starts at 59.6 %, that of 8 of 10 at 49.0 %, and that of 1 of 10 ends
    // at 40.4 %.
    let counted = runs::counted(&[(5, 10), (14, 9), (16, 1), (25, 0)]);
    let figure = Summary::of(&counted).horizon(Measure::First);
    assert_eq!(column(&figure, "above one half up to"), ["14"]);
    assert_eq!(column(&figure, "below one half from"), ["16"]);
    assert!(
        figure.sentence.contains("between 14 and 16 steps (fitted: 15, "),
        "{}",
        figure.sentence
    );
    assert!(figure.note.as_ref().unwrap().contains("assumes that each step fails equally often"));
    let unclear = runs::counted(&[(5, 10), (14, 8), (16, 1), (25, 0)]);
    let figure = Summary::of(&unclear).horizon(Measure::First);
    assert!(figure.sentence.contains("between 5 and 16 steps"), "{}", figure.sentence);
}

/// Returns the number of line segments of each path in a scene.
fn paths(marks: &[Mark]) -> Vec<usize> {
    let mut found = Vec::new();
    for mark in marks {
        match &mark.shape {
            Shape::Group(marks) => found.extend(paths(marks)),
            Shape::Path(path) => found.push(path.matches('L').count()),
            _ => {}
        }
    }
    found
}

#[test]
fn a_curve_is_straight_between_two_lengths() {
    let figure = Summary::of(&runs::counted(&[(5, 10), (45, 2)])).collapse(Measure::First);
    let places = paths(&figure.scene(780).root);
    // Apart from the curve, only the corners of its band and its markers have line segments.
    assert!(places.contains(&1) && places.iter().all(|places| *places < 8), "{places:?}");
    assert!(has_note(&figure, "Only the markers are measured"));
}

#[test]
fn the_finding_and_the_paired_figure_agree() {
    // In this run a review is worse than trace by first answers, and better by the answer that
    // counts.
    let rows = (0..20).flat_map(|item| {
        let review = TaskKey { condition: Review, ..task(25, item) };
        let reviewed = row(review, Some(1));
        let solved = item < 18;
        let error_category = reviewed.error_category.filter(|_| !solved);
        let reviewed = Row {
            is_first_answer_correct: item < 2,
            is_last_answer_correct: solved,
            is_solved: solved,
            error_category,
            ..reviewed
        };
        [row(task(25, item), (item >= 10).then_some(1)), reviewed]
    });
    let rows: Vec<Row> = rows.collect();
    let summary = Summary::of(&run(rows.clone()));
    for (measure, difference, worded) in [
        (
            Measure::First,
            "−40 points (",
            "trace is 40 points (14 to 60) better than review, by the first answer.",
        ),
        (Measure::Solved, "+40 points (", "review is 40 points (14 to 60) better than trace, by"),
    ] {
        let finding = summary.finding(measure).unwrap();
        let paired = summary.paired(&summary.with_first(), measure);
        assert!(finding.contains(worded), "{finding}");
        assert!(
            paired.sentence.contains(&format!("a difference of {difference}")),
            "{}",
            paired.sentence
        );
        assert_eq!(paired.table.rows[0][..2], ["review", "trace"]);
    }
    assert_eq!(summary.helps().table.rows[0][7], "40.0");

    // The same holds for a run with more conditions.
    let copied = (0..20).map(|item| TaskKey { condition: Transcribe, ..task(25, item) });
    let copied = copied.map(|task| row(task, (task.item >= 10).then_some(1)));
    let summary = Summary::of(&run(rows.into_iter().chain(copied)));
    for (measure, worded) in [
        (
            Measure::First,
            " Review does worst against trace: 40 points (10 to 62) worse on the same items, by the first answer.",
        ),
        (
            Measure::Solved,
            " Review helps most against trace: 40 points (10 to 62) better on the same items, by the answer that counts.",
        ),
    ] {
        let finding = summary.finding(measure).unwrap().replace('\u{a0}', " ");
        assert!(finding.ends_with(worded), "{finding}");
    }
}
