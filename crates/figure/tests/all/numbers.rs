//! Figures of small runs, against numbers computed by hand or published.

use crate::runs::{self, counted, row, task};
use stepfall_condition::ConditionResult;
use stepfall_figure::{AttemptCosts, FigureData, Measure, Row, Summary, Table, TaskKey};
use stepfall_grade::Mode;
use stepfall_procedure::Condition;
use stepfall_stats::{FirstError, ItemSharing};
use stepfall_sweep::RepeatedCell;

fn summary(rows: Vec<Row>) -> Summary {
    Summary::of(&FigureData {
        targets: vec![runs::target("a"), runs::target("b")],
        rows,
        ..FigureData::default()
    })
}

fn printed(table: &Table) -> Vec<String> {
    table.rows.iter().map(|row| row.join(" | ")).collect()
}

#[test]
fn the_curve_has_wilson_intervals() {
    let figure = Summary::of(&counted(&[(5, 10), (25, 5), (95, 0)])).collapse(Measure::First);
    // R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, method 3, for 10, 5 and 0 of 10.
    let expected = [
        "model-a | 5 | 10 | 10 | 10 | 100.0 | 72.2 | 100.0 | 0",
        "model-a | 25 | 10 | 10 | 5 | 50.0 | 23.7 | 76.3 | 0",
        "model-a | 95 | 10 | 10 | 0 | 0.0 | 0.0 | 27.8 | 0",
    ];
    assert_eq!(printed(&figure.table), expected);
    assert_eq!(
        figure.sentence,
        "Of all attempts the first answer is correct in 100\u{a0}% (72 to 100\u{a0}%) at 5 steps and 0\u{a0}% (0 to 28\u{a0}%) at 95 (model-a)."
    );
}

#[test]
fn measures_differ_if_the_answers_do() {
    let mut row = row(task(5, 0), Some(2));
    (row.is_last_answer_correct, row.is_any_answer_correct, row.is_first_answer_close) =
        (false, true, true);
    let summary = summary(vec![row]);
    let right = Measure::ALL.map(|measure| summary.collapse(measure).table.rows[0][4].clone());
    assert_eq!(right, ["0", "0", "1", "1", "0"]);
}

#[test]
fn samples_that_always_agree_count_once() {
    let sample = |item: u32, sample: u32, right: bool| {
        row(TaskKey { sample, ..task(5, item) }, (!right).then_some(1))
    };
    // Items whose attempts all agree count as single trials: Wilson's interval for 4 of 4.
    let alike = (0..4).flat_map(|item| (0..5).map(move |at| sample(item, at, true)));
    let rows = printed(&summary(alike.collect()).collapse(Measure::First).table);
    assert_eq!(rows, ["a | 5 | 4 | 20 | 20 | 100.0 | 51.0 | 100.0 | 0"]);
    let mixed = (0..4).flat_map(|item| (0..5).map(move |at| sample(item, at, item < 2)));
    let table = summary(mixed.collect()).collapse(Measure::First).table;
    assert_eq!(table.rows[0][5..8], ["50.0", "15.0", "85.0"], "Wilson's interval of 2 of 4");
}

#[test]
fn duplicates_count_once_and_failed_attempts_not_at_all() {
    let mut run = counted(&[(5, 7)]);
    run.rows.extend(run.rows.clone());
    run.missing.push(stepfall_figure::Missing {
        target: 0,
        condition: Condition::Trace,
        steps: 5,
        look_back: 5,
        attempts: 2,
    });
    let figure = Summary::of(&run).collapse(Measure::First);
    assert_eq!(figure.table.rows[0][2..5], ["10", "10", "7"]);
    // The bounds: both failed attempts incorrect (7 of 12), or both correct (9 of 12).
    assert_eq!(figure.table.rows[0][8..], ["2", "58.3", "75.0"]);
    let note = "2 attempts without a reply, or with one that could not be scored, were left out; they count neither as correct nor as incorrect.";
    assert!(figure.notes().iter().any(|found| found == note), "{:?}", figure.notes());
}

#[test]
fn the_horizon_is_where_the_curve_is_at_one_half() {
    let figure = Summary::of(&counted(&[(5, 10), (15, 10), (25, 0)])).horizon(Measure::First);
    // From 15 to 25 steps the fitted share falls from 1 to 0.05 (half an attempt of ten). It is one
    // half after 10 × ln 2 / ln 20 = 2.3 steps. Resampling changes neither share, and the curve
    // between the lengths is not known.
    assert_eq!(
        printed(&figure.table),
        ["model-a | – | 5 15 25 | 30 | 15 | 100.0 | 72.2 | 25 | 0.0 | 27.8 | 17 | 17 | 17"]
    );
    assert!(figure.sentence.contains("between 15 and 25"), "{}", figure.sentence);
    let beyond = Summary::of(&counted(&[(5, 10), (95, 10)])).horizon(Measure::First);
    assert_eq!(
        beyond.table.rows[0][4..],
        ["95", "100.0", "72.2", "–", "–", "–", "beyond 95", "beyond 95", "beyond 95"]
    );
    let below = Summary::of(&counted(&[(5, 0), (95, 0)])).horizon(Measure::First);
    assert_eq!(
        below.table.rows[0][4..],
        ["–", "–", "–", "5", "0.0", "27.8", "below 5", "below 5", "below 5"]
    );
}

#[test]
fn shares_of_modes_add_up_to_100_percent() {
    let modes = [Mode::Followed, Mode::Slipped, Mode::LostOperand];
    let rows = (0..).zip(modes).map(|(item, primary)| Row { primary, ..row(task(5, item), None) });
    let figure = summary(rows.collect()).modes();
    let modes = ["Correct", "Wrong operand", "Arithmetic error"];
    let columns =
        modes.map(|mode| ["%", "low, %", "high, %"].map(|quantity| format!("{mode}, {quantity}")));
    assert_eq!(figure.table.columns[..3], ["line", "steps", "attempts"]);
    assert_eq!(figure.table.columns[3..12], columns.concat());
    // Wilson's interval for 1 of 3 (statsmodels 0.14: proportion_confint(1, 3, method="wilson")).
    let third = "6.1 | 79.2";
    let expected =
        format!("a | 5 | 3 | 33.4 | {third} | 33.3 | {third} | 33.3 | {third} | 15 | 6.67 | 6.67");
    assert_eq!(printed(&figure.table), [expected]);
}

#[test]
fn intervals_of_modes_count_samples_of_an_item_once() {
    let sample = |item: u32, sample: u32| row(TaskKey { sample, ..task(5, item) }, None);
    let rows = (0..2).flat_map(|item| [sample(item, 0), sample(item, 1)]);
    let table = summary(rows.collect()).modes().table;
    // Four attempts at two items that are all correct: Wilson's interval for 2 of 2, and not that
    // for 4 of 4, which begins at 51.0.
    assert_eq!(printed(&table), ["a | 5 | 4 | 100.0 | 34.2 | 100.0 | 20"]);
}

#[test]
fn each_look_back_and_length_has_its_cell() {
    let at = |look_back: u8, steps: u16, right: u32| {
        (0..4).map(move |item| {
            row(TaskKey { look_back, ..task(steps, item) }, (item >= right).then_some(1))
        })
    };
    let rows = at(7, 5, 3).chain(at(2, 5, 4)).chain(at(2, 25, 1)).collect();
    let figure = summary(rows).heat(Measure::First);
    let cells: Vec<String> = figure.table.rows.iter().map(|row| row[1..6].join(" ")).collect();
    assert_eq!(cells, ["2 5 4 4 100.0", "2 25 4 1 25.0", "7 5 4 3 75.0"]);
    let marks = format!("{:?}", figure.scene(720).root);
    assert!(marks.contains("filter: \"0/trace/25/2\"") && marks.contains("\"·\""));
}

#[test]
fn a_cell_with_repeated_items_has_a_note() {
    let rows = [5, 7].map(|look_back| row(TaskKey { look_back, ..task(25, 0) }, None)).into();
    let at = |steps, look_back| RepeatedCell { steps, look_back, original_look_back: 5 };
    let repeated = vec![at(5, 7), at(25, 7)];
    let targets = vec![runs::target("a")];
    let figure = Summary::of(&FigureData { targets, rows, repeated, ..FigureData::default() })
        .heat(Measure::First);
    // A length where both look-backs were measured has no note.
    let notes = figure.notes();
    let found: Vec<&String> =
        notes.iter().filter(|note| note.contains("look-back 7 has")).collect();
    let [note] = found.as_slice() else { panic!("{:?}", figure.notes()) };
    assert!(note.starts_with("At 5 steps look-back 7 has the same items as look-back 5"), "{note}");
}

#[test]
fn the_hazard_equals_the_kaplan_meier_estimate() {
    // Weeks in remission under 6-mercaptopurine, from E. J. Freireich and others, Blood 21 (1963)
    // 699-716.
    let errors = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(FirstError::At);
    let censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(FirstError::NotBy);
    let rows = (0..).zip(errors.into_iter().chain(censored));
    let rows = rows.map(|(item, first_error)| Row { first_error, ..row(task(35, item), None) });
    let figure = summary(rows.collect()).hazard();
    let at = |step: usize| figure.table.rows[step - 1].join(" ");
    assert_eq!(at(6), "a 6 21 21 3 14.3 5.0 34.6 85.7");
    let survival = [7, 10, 13, 16, 22, 23].map(|step| figure.table.rows[step - 1][8].clone());
    assert_eq!(survival, ["80.7", "75.3", "69.0", "62.7", "53.8", "44.8"]);
    assert!(
        figure.sentence.ends_with("half of 21 attempts have erred by step 23."),
        "{}",
        figure.sentence
    );
}

#[test]
fn pairs_are_common_items_with_all_their_samples() {
    let rows_of = |target: u16, right: &[bool]| {
        let rows = (0..)
            .zip(right)
            .map(|(item, right)| row(TaskKey { target, ..task(5, item) }, (!right).then_some(1)));
        rows.collect::<Vec<Row>>()
    };
    let mut rows = rows_of(0, &[true, true, true, true, true, true, false, true]);
    rows.extend(rows_of(1, &[false, false, false, false, false, false, true]));
    let compared = |rows: &[Row]| {
        let summary = summary(rows.to_vec());
        let figure = summary.paired(&summary.with_first(), Measure::First);
        (figure.table.rows[0].clone(), figure.sentence.clone(), figure.notes().join(" "))
    };
    let (cells, sentence, notes) = compared(&rows);
    assert_eq!(cells[2..7], ["7", "0", "1", "6", "0"]);
    // Twice the probability of 0 of 7, plus the probability of 1 of 7: (2 + 7) / 128.
    assert_eq!(cells[10..], ["0.0703", "0.0703"]);
    assert!(sentence.contains("b alone answers 1 correctly and a alone 6"), "{sentence}");
    assert!(sentence.contains("(McNemar's mid-p test)") && notes.contains("McNemar's mid-p test"));
    // The differences at the items are six of size 2 and one of size 1. Of the 128 sums with random
    // signs, four are farther from 0 than the observed 9. Twelve are as far and count half: (4 + 6)
    // / 128.
    rows.push(row(TaskKey { target: 1, sample: 1, ..task(5, 0) }, None));
    let (cells, sentence, notes) = compared(&rows);
    assert_eq!(cells[2..7], ["7", "0", "1", "6", "0"]);
    assert_eq!(cells[10], "0.0781");
    assert!(sentence.contains("b answers 1 correctly more often and a 6"), "{sentence}");
    assert!(sentence.contains("(sign-flip test by item)") && notes.contains("sign-flip test"));
}

#[test]
fn incorrect_answers_add_to_the_cost_of_a_solved_item() {
    let spent = AttemptCosts {
        tokens_out: Some(100),
        millis: Some(500),
        cost_micros: Some(2_000),
        ..AttemptCosts::default()
    };
    let rows = (0..4).map(|item| Row { spent, ..row(task(5, item), (item > 0).then_some(1)) });
    let figure = summary(rows.collect()).cost();
    let row = figure.table.rows[0].join(" ");
    assert_eq!(row, "a 4 1 – 100 – 400 0.50 2.00 0.00200 0.00800 1.00 4.00");
    assert_eq!(figure.sentence, "A solved item takes 0.00800 US$ (1 of 4 attempts solved).");
}

#[test]
fn a_model_that_solves_nothing_has_no_cost_per_solved_item() {
    let spent = AttemptCosts { tokens_out: Some(100), ..AttemptCosts::default() };
    let figure = summary(vec![Row { spent, ..row(task(5, 0), Some(1)) }]).cost();
    assert_eq!(figure.table.rows[0].join(" "), "a 1 0 – 100 – – – – – – 1.00 –");
    assert_eq!(figure.sentence, "No model solved an item.");
}

#[test]
fn models_that_solve_items_without_a_report_are_not_called_unable() {
    let spent = AttemptCosts { tokens_out: Some(100), ..AttemptCosts::default() };
    let solved = row(TaskKey { target: 1, ..task(5, 0) }, None);
    let figure = summary(vec![Row { spent, ..row(task(5, 0), Some(1)) }, solved]).cost();
    assert_eq!(figure.sentence, "No model that solved an item reported how much it took.");
}

#[test]
fn a_difference_has_newcombes_interval_for_pairs() {
    // Both lines solve 36 of 50 items, only the first 12, only the second 2, and neither 0. R. G.
    // Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10.
    let mut rows = Vec::new();
    for item in 0..50 {
        let review = TaskKey { condition: Condition::Review, ..task(5, item) };
        rows.push(row(review, (item >= 48).then_some(1)));
        rows.push(row(task(5, item), (36..48).contains(&item).then_some(1)));
    }
    let table = summary(rows).helps().table;
    assert_eq!(table.rows[0][2..10], ["50", "36", "12", "2", "0", "20.0", "5.7", "34.0"]);
}

/// If lengths share their items, the same answers have less information. At four of ten items one
/// line is correct at all six lengths, and the other at none.
#[test]
fn items_shared_by_all_lengths_are_compared_once() {
    let figures_of = |items: ItemSharing| {
        let mut rows = Vec::new();
        for (target, right) in [(0, 5), (1, 1)] {
            for steps in [5, 15, 25, 45, 65, 95] {
                for item in 0..10 {
                    let error = (item >= right).then_some(3);
                    rows.push(row(TaskKey { target, ..task(steps, item) }, error));
                }
            }
        }
        let targets = vec![runs::target("a"), runs::target("b")];
        let summary =
            Summary::of(&FigureData { targets, rows, items, seed: 7, ..FigureData::default() });
        let paired = summary.paired(&summary.with_first(), Measure::First);
        (paired, summary.hazard(), summary.finding(Measure::First).unwrap())
    };
    let (paired, hazard, finding) = figures_of(ItemSharing::Shared);
    // Two of the 16 sign patterns of four items are as extreme as the observed one, and count half:
    // 1 / 16.
    assert_eq!(paired.table.rows[0][11], "0.0625");
    assert!(paired.sentence.contains("sign-flip test by item"), "{}", paired.sentence);
    assert!(paired.notes().iter().any(|note| note.contains("nested=1")), "{:?}", paired.notes());
    assert!(finding.contains("No clear difference"), "{finding}");
    // Nine of ten items have an error at step 3, at each of six lengths: Wilson's interval for 9 of
    // 10.
    assert_eq!(hazard.table.rows[97][..5], ["b", "3", "60", "10", "54"]);
    assert_eq!(hazard.table.rows[97][5..8], ["90.0", "59.6", "98.2"]);
    let (paired, hazard, finding) = figures_of(ItemSharing::Independent);
    // Two of the 2^24 sign patterns of 24 items are as extreme as the observed one, and count half:
    // 1 / 2^24.
    assert_eq!(paired.table.rows[0][11], "< 0.0001");
    assert!(finding.contains(" better than "), "{finding}");
    // Wilson's interval for 54 of 60.
    assert_eq!(hazard.table.rows[97][5..8], ["90.0", "79.9", "95.3"]);
}

#[test]
fn isolated_steps_predict_accuracy_of_arithmetic_alone() {
    let trace = |steps, item| row(task(steps, item), None);
    let alone = |steps, item, right, asked| {
        let task = TaskKey { condition: Condition::Isolated, ..task(steps, item) };
        Row { detail: ConditionResult::Isolated { right, asked }, ..row(task, None) }
    };
    let rows = vec![trace(2, 0), trace(2, 1), trace(4, 0), alone(2, 0, 2, 2), alone(2, 1, 1, 2)];
    let figure = summary(rows).collapse(Measure::First);
    assert_eq!(figure.table.columns.last().unwrap(), "arithmetic alone, %");
    let predicted: Vec<&str> =
        figure.table.rows.iter().map(|row| row.last().unwrap().as_str()).collect();
    // 3 of 4 steps are correct: (3/4)^2 at 2 steps. No isolated step was measured at 4 steps, so
    // the prediction there is (3/4)^4.
    assert_eq!(predicted, ["56.3", "31.6", "56.3"]);
    assert!(figure.notes().iter().any(|note| note.starts_with("Dashed, arithmetic alone")));
    let none = summary(vec![trace(2, 0)]).collapse(Measure::First);
    assert!(!none.table.columns.iter().any(|column| column.starts_with("arithmetic alone")));
}

#[test]
fn given_steps_are_not_at_risk() {
    let condition = Condition::Primed { steps: 3, errors: 0 };
    let attempt = |item, first_error| Row {
        first_error,
        ..row(TaskKey { condition, ..task(5, item) }, None)
    };
    let rows: Vec<Row> = (0..10)
        .map(|item| attempt(item, if item < 4 { FirstError::At(5) } else { FirstError::NotBy(5) }))
        .collect();
    let summary = summary(rows);
    let line = stepfall_figure::LineId::new(0, condition);
    let rows = summary.hazards(line, 1);
    let counted: Vec<(u32, u32, u32)> =
        rows.iter().map(|row| (row.from, row.at_risk, row.events)).collect();
    assert_eq!(counted, [(4, 10, 0), (5, 10, 4)]);
    let figure = summary.hazard();
    assert!(figure.notes().iter().any(|note| note.contains("at no risk")), "{:?}", figure.notes());
}
