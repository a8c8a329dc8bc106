//! Declared comparisons: each condition beside its control, the answer that is scored, and what failed attempts can have changed.

use crate::runs::{self, row, target, task};
use stepfall_condition::Detail;
use stepfall_figure::{Figure, Measure, Missing, Row, Run, Spent, Summary, Task};
use stepfall_plot::scene::{Mark, Shape};
use stepfall_procedure::Condition::{
    self, AnswerOnly, Calculator, Checkpoints, Copy, Explain, Filler, Free, Isolated, Primed,
    Review, Shuffled, Stepwise, Trace, Unchained, Verified,
};

fn run(rows: impl IntoIterator<Item = Row>) -> Run {
    Run { targets: vec![target("a")], rows: rows.into_iter().collect(), ..Run::default() }
}

/// So many solved ones of ten items of 25 steps.
fn line(condition: Condition, solved: u32) -> Vec<Row> {
    let at = |item| row(Task { condition, ..task(25, item) }, (item >= solved).then_some(1));
    (0..10).map(at).collect()
}

fn lines(all: &[(Condition, u32)]) -> Run {
    run(all.iter().flat_map(|(condition, solved)| line(*condition, *solved)))
}

fn column(figure: &Figure, name: &str) -> Vec<String> {
    let at = figure.table.columns.iter().position(|column| column == name).unwrap();
    figure.table.rows.iter().map(|row| row[at].clone()).collect()
}

fn has_note(figure: &Figure, part: &str) -> bool {
    figure.notes.iter().any(|note| note.contains(part))
}

#[test]
fn each_remedy_is_held_against_its_declared_control() {
    let primed = |faults| Primed { steps: 4, faults };
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
            "verified, 5 a turn < 5 steps a turn: 40.0",
            "calculator < stepwise: 20.0",
            "review < trace: 20.0",
            "primed with 4 steps, 1 wrong < primed with 4 steps: -40.0",
        ]
    );
    assert!(figure.sentence.starts_with("Against their controls, on the same items"));
    assert!(has_note(&figure, "verified, 5 a turn against 5 steps a turn"), "{:?}", figure.notes);
    assert!(has_note(&figure, "allow for 8 comparisons by Holm's method"));
    assert!(has_note(&figure, "under review the one after the second look"));
}

#[test]
fn a_control_that_was_not_run_is_named_and_nothing_stands_for_it() {
    let all = [(Trace, 4), (Checkpoints(10), 5), (Verified(5), 9), (Calculator, 8)];
    let figure = Summary::of(&lines(&all)).helps();
    let rows: Vec<String> = figure.table.rows.iter().map(|row| row[..3].join(" | ")).collect();
    assert_eq!(
        rows,
        [
            "10 steps a turn | trace | 10",
            "verified, 5 a turn | 5 steps a turn: not on these items | –",
            "calculator | stepwise: not on these items | –",
        ]
    );
    assert!(has_note(
        &figure,
        "verified, 5 a turn is not compared: its control, 5 steps a turn (checkpoints.5), was not run, and 10 steps a turn is another one; it takes 5 steps a turn on the same 10 items."
    ));
    assert!(has_note(
        &figure,
        "calculator is not compared: its control, stepwise (stepwise), was not run; it takes"
    ));
    // Where nothing can be compared the figure says why, and so does the one that compares all lines.
    let summary = Summary::of(&lines(&[(Trace, 4), (Verified(5), 9)]));
    let figure = summary.helps();
    assert!(!figure.is_drawn() && figure.sentence.contains("is not compared: its control"));
    assert!(has_note(&summary.paired(&summary.with_first()), "verified, 5 a turn is not compared"));
    // One that has other items is none either.
    let apart = line(Verified(5), 9).into_iter().chain(line(Trace, 3)).chain(
        line(Checkpoints(5), 5)
            .into_iter()
            .map(|row| Row { task: Task { item: row.task.item + 10, ..row.task }, ..row }),
    );
    let figure = Summary::of(&run(apart)).helps();
    assert!(
        figure
            .sentence
            .contains("its control, 5 steps a turn (checkpoints.5), has none of its items")
    );
    // Nobody misses a control where there is but one condition, nor that of trace.
    let summary = Summary::of(&lines(&[(Free, 4)]));
    assert!(!summary.helps().sentence.contains("not compared"));
    assert!(
        !Summary::of(&lines(&[(Trace, 4), (Copy, 4)])).helps().sentence.contains("not compared")
    );
}

#[test]
fn what_isolates_a_cause_stands_in_what_is_lost_and_not_among_remedies() {
    let all = [(Trace, 4), (Copy, 9), (Shuffled, 3), (Filler(95), 2), (Stepwise, 6)];
    let summary = Summary::of(&lines(&all));
    let figure = summary.controls();
    assert_eq!(figure.id, "controls");
    let found: Vec<String> =
        figure.table.rows.iter().map(|row| format!("{} {}", row[0], row[7])).collect();
    assert_eq!(found, ["copy 50.0", "shuffled -10.0", "filler of 95 steps -20.0"]);
    // McNemar's test of five against none, 2 / 2^5, and by Holm three times that; the second of three is twice its own: two against none, 2 / 2^2.
    assert_eq!(column(&figure, "p"), ["0.0625", "1.0000", "0.5000"]);
    assert_eq!(column(&figure, "p, adjusted"), ["0.1875", "1.0000", "1.0000"]);
    let what = column(&figure, "what is taken away or added");
    assert!(what[0].starts_with("arithmetic") && what[2].starts_with("length of text"), "{what:?}");
    assert!(has_note(&figure, "none is a remedy: copy (arithmetic"));
    let helps = column(&summary.helps(), "line");
    assert_eq!(helps, ["stepwise"]);
    assert!(summary.figures().iter().any(|figure| figure.id == "controls"));
}

/// A review that turns three right answers wrong and one wrong answer right.
fn reviewed() -> Vec<Row> {
    let review = |item: u32| {
        let (before, after) = (item < 6, (3..7).contains(&item));
        let task = Task { condition: Review, ..task(25, item) };
        let made = row(task, (!after).then_some(1));
        Row { first: before, detail: Detail::Review { before, after }, ..made }
    };
    (0..10).map(review).collect()
}

/// Two samples of trace at each item: four items are right at first, of which one is wrong in the second, and two others are right.
fn sampled() -> Vec<Row> {
    let sample = |item: u32, sample: u32| {
        let right = if sample == 0 { item < 4 } else { (1..6).contains(&item) };
        row(Task { sample, ..task(25, item) }, (!right).then_some(1))
    };
    (0..10).flat_map(|item| [sample(item, 1), sample(item, 0)]).collect()
}

#[test]
fn a_review_is_told_beside_a_second_sample_both_ways() {
    let figures = Summary::of(&run([reviewed(), sampled()].concat())).protocols();
    let figure = figures.iter().find(|figure| figure.id == "protocol-review").unwrap();
    let rows: Vec<String> = figure.table.rows.iter().map(|row| row[..6].join(" | ")).collect();
    assert_eq!(
        rows,
        [
            "review | 10 | 3 | 3 | 1 | 3",
            "trace, a second sample for the first | 10 | 3 | 1 | 2 | 4",
        ]
    );
    assert!(
        figure.sentence.contains("3 go from right to wrong, and 1 goes from wrong to right")
            && figure.sentence.contains("1 goes from right to wrong, and 2 go from wrong to right"),
        "{}",
        figure.sentence
    );
    let single = sampled().into_iter().filter(|row| row.task.sample == 0);
    let figures = Summary::of(&run(reviewed().into_iter().chain(single))).protocols();
    let figure = figures.iter().find(|figure| figure.id == "protocol-review").unwrap();
    assert_eq!(figure.table.rows.len(), 1);
    assert!(has_note(figure, "takes two samples of trace"));
}

#[test]
fn a_mean_over_few_items_has_no_interval() {
    let cells = |items: u32| {
        let calls = |item: u32| {
            let detail = Detail::Calls {
                calls: 20 + item,
                failed: 0,
                wrong_operands: 0,
                wrong_operations: 0,
            };
            Row { detail, ..row(Task { condition: Calculator, ..task(25, item) }, None) }
        };
        let figures = Summary::of(&run((0..items).map(calls))).protocols();
        let table = &figures.first().unwrap().table;
        let at = table.columns.iter().position(|name| name == "calls, mean").unwrap();
        table.rows[0][at..at + 3].to_vec()
    };
    assert_eq!(cells(9), ["24.00", "too few items", "too few items"]);
    let [mean, low, high] = &cells(10)[..] else { panic!() };
    assert_eq!(mean, "24.50");
    assert!(low.parse::<f64>().unwrap() < 24.5 && high.parse::<f64>().unwrap() > 24.5);
}

#[test]
fn every_figure_scores_the_answer_that_it_names() {
    let more = [25, 45].into_iter().flat_map(|steps| {
        reviewed().into_iter().flat_map(move |row| {
            [2, 5].map(|look_back| Row { task: Task { steps, look_back, ..row.task }, ..row })
        })
    });
    let trace = more.clone().map(|row| Row {
        task: Task { condition: Trace, ..row.task },
        detail: Detail::Plain,
        ..row
    });
    let summary = Summary::of(&run(more.chain(trace)));
    // Six of ten before the second look, four after it.
    let right = |figure: &Figure| column(figure, "right, %").pop().unwrap();
    let (first, last) = (summary.collapse(Measure::First), summary.collapse(Measure::Last));
    assert_eq!((right(&first), right(&last)), ("60.0".to_owned(), "40.0".to_owned()));
    assert_eq!(right(&summary.heat()), "60.0");
    let before = "Scored is the first answer: under review the one before the second look.";
    let paired = summary.paired(&summary.with_first());
    for figure in [&first, &summary.horizon(), &summary.heat(), &paired] {
        assert!(has_note(figure, before), "{}: {:?}", figure.id, figure.notes);
    }
    assert!(has_note(&last, "under review and verified the one after feedback"));
    assert_eq!(paired.table.rows[0][7], "0.0", "first answers are the same");
    for figure in [&summary.helps(), &summary.frontier()] {
        let after = "the last one of a dialogue, under review the one after the second look.";
        assert!(has_note(figure, after), "{}: {:?}", figure.id, figure.notes);
    }
    assert_eq!(column(&summary.frontier(), "solved, %"), ["40.0", "40.0"]);
}

#[test]
fn figures_say_where_every_step_has_to_be_right() {
    const SAID: &str =
        "Under isolated and unchained, where no step uses another, right is where every step is.";
    let summary = Summary::of(&lines(&[(Trace, 4), (Unchained, 6), (Isolated, 8)]));
    let paired = summary.paired(&summary.with_first());
    let [first, last] = [Measure::First, Measure::Last].map(|measure| summary.collapse(measure));
    for figure in [&first, &last, &paired, &summary.controls()] {
        assert!(has_note(figure, SAID), "{}: {:?}", figure.id, figure.notes);
    }
    let other = Summary::of(&lines(&[(Trace, 4), (Shuffled, 6)]));
    assert!(!has_note(&other.controls(), "where no step uses another"));
    let single = Summary::of(&lines(&[(Trace, 4), (Unchained, 6)]));
    assert!(has_note(&single.controls(), "Under unchained, where"));
}

#[test]
fn what_failed_bounds_differences_and_shares() {
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
    // Stepwise from 6 to 16 of 20, trace from 4 to 6 of 12: from 0.3 - 0.5 to 0.8 - 0.333.
    assert_eq!(column(&figure, "least, if failed"), ["-20.0"]);
    assert_eq!(column(&figure, "most, if failed"), ["46.7"]);
    assert!(has_note(&figure, "What failed attempts can have changed is bounded"));
    let paired = summary.paired(&summary.with_first());
    assert_eq!(column(&paired, "least, if failed"), ["-46.7"]);
    assert_eq!(column(&paired, "most, if failed"), ["20.0"]);
    let frontier = summary.frontier();
    assert_eq!(column(&frontier, "failed"), ["2", "10"]);
    assert_eq!(column(&frontier, "if failed wrong, %"), ["33.3", "30.0"]);
    assert_eq!(column(&frontier, "if failed right, %"), ["50.0", "80.0"]);
}

#[test]
fn the_frontier_counts_input_and_money() {
    let spent = |tokens_in: u32, tokens_out: u32, cost_micros: u64| Spent {
        tokens_in: Some(tokens_in),
        tokens_out: Some(tokens_out),
        cost_micros: Some(cost_micros),
        ..Spent::default()
    };
    // A dialogue writes less than a trace and sends more; what is sent is cheap.
    let told = |condition, solved, spent| {
        line(condition, solved).into_iter().map(move |row| Row { spent, ..row })
    };
    let rows =
        told(Trace, 5, spent(100, 300, 1_600)).chain(told(Stepwise, 8, spent(900, 200, 1_500)));
    let mut run = run(rows);
    let summary = Summary::of(&run);
    let figure = summary.frontier();
    assert_eq!(column(&figure, "line"), ["trace", "stepwise"]);
    assert_eq!(column(&figure, "on the frontier"), ["yes", "yes"]);
    // 400 tokens for each of ten attempts, of which five solve; 1,100, of which eight do.
    assert_eq!(column(&figure, "tokens in and out per solved item"), ["800", "1375"]);
    assert!(figure.sentence.contains("400 tokens in and out"), "{}", figure.sentence);
    let money = summary.frontier_by_money();
    assert_eq!(money.id, "frontier-money");
    assert_eq!(column(&money, "line"), ["stepwise", "trace"]);
    assert_eq!(column(&money, "on the frontier"), ["yes", "no"], "cheaper and better");
    assert_eq!(column(&money, "US$ per attempt"), ["0.00150", "0.00160"]);
    assert!(money.sentence.contains("0.0015 US$"), "{}", money.sentence);
    assert!(summary.figures().iter().any(|figure| figure.id == "frontier-money"));
    // What a line does not tell is counted of none.
    run.rows[0].spent.tokens_in = None;
    for row in &mut run.rows[..10] {
        row.spent = Spent { tokens_in: None, cost_micros: None, ..row.spent };
    }
    let summary = Summary::of(&run);
    assert!(!summary.frontier_by_money().is_drawn());
    assert!(summary.frontier().sentence.contains("200 tokens out"));
    assert!(has_note(&summary.frontier(), "Not all lines told the tokens of what was sent"));
}

#[test]
fn modes_have_rates_by_step_at_risk() {
    // Two of four slip at step 5 of 25: 10 and 50 steps at risk.
    let slips = (0..4).map(|item| row(task(25, item), (item < 2).then_some(5)));
    let figure = Summary::of(&run(slips)).modes();
    assert_eq!(column(&figure, "steps at risk"), ["60"]);
    assert_eq!(column(&figure, "Arithmetic error, % of steps at risk"), ["3.33"]);
    assert!(!figure.table.columns.contains(&"Correct, % of steps at risk".to_owned()));
}

#[test]
fn a_horizon_is_told_by_the_lengths_on_both_sides() {
    let counted = runs::counted(&[(5, 10), (25, 8), (45, 3), (95, 0)]);
    let figure = Summary::of(&counted).horizon();
    assert_eq!(column(&figure, "measured on both sides at"), ["25 45"]);
    assert!(figure.sentence.contains("between 25 and 45, about 35 ("), "{}", figure.sentence);
}

/// The paths of the curves of a scene, each with its number of places.
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
fn a_curve_bends_between_two_lengths_as_the_horizon_has_it() {
    let figure = Summary::of(&runs::counted(&[(5, 10), (45, 2)])).collapse(Measure::First);
    assert!(paths(&figure.scene(780).root).iter().any(|places| *places >= 8));
    assert!(has_note(&figure, "Nothing was measured between two markers"));
    let single = Summary::of(&runs::counted(&[(5, 10)])).collapse(Measure::First);
    assert!(!has_note(&single, "Nothing was measured between two markers"));
}
