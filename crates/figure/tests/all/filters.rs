//! The attempts that the marks of figures open.

use std::collections::BTreeSet;

use crate::runs::{conditions, counted, row, sweep, target, task};
use stepfall_figure::{
    AttemptFilter, AttemptSelection, Figure, FigureData, LineId, ListedAttempt, Measure, Row,
    Summary, TaskKey,
};
use stepfall_grade::Mode;
use stepfall_plot::scene::{Mark, Shape};
use stepfall_procedure::Condition;

/// Returns the tooltips of the marks of a figure, each with its filter if it has one.
fn marks(figure: &Figure) -> Vec<(String, Option<AttemptFilter>)> {
    fn collect(marks: &[Mark], into: &mut Vec<(String, Option<AttemptFilter>)>) {
        for mark in marks {
            if let Shape::Group(marks) = &mark.shape {
                collect(marks, into);
            }
            // The tooltip of a text is its whole name.
            let is_text = matches!(mark.shape, Shape::Text { .. });
            if !mark.title.is_empty() && !is_text {
                let filter = Some(&mark.filter).filter(|filter| !filter.is_empty());
                into.push((
                    mark.title.clone(),
                    filter.map(|filter| AttemptFilter::read(filter).unwrap()),
                ));
            }
        }
    }
    let mut found = Vec::new();
    collect(&figure.scene(720).root, &mut found);
    found
}

/// Returns the filters of the marks that open attempts.
fn filters(figure: &Figure) -> Vec<AttemptFilter> {
    marks(figure).into_iter().filter_map(|(_, filter)| filter).collect()
}

fn listed(run: &FigureData) -> impl Iterator<Item = ListedAttempt<'_>> {
    (0..).zip(&run.rows).map(|(number, row)| (number, row.task, Some(row)))
}

fn select(run: &FigureData, filter: &AttemptFilter) -> AttemptSelection {
    filter.take(listed(run))
}

fn text_of(run: &FigureData, filter: &AttemptFilter) -> String {
    select(run, filter).text(filter, &run.targets)
}

/// Counts the attempts for which a predicate holds.
fn number(run: &FigureData, holds: impl Fn(&Row) -> bool) -> usize {
    run.rows.iter().filter(|row| holds(row)).count()
}

const LINE: fn() -> LineId = || LineId::new(1, Condition::Trace);

fn is_of_line(row: &Row) -> bool {
    (row.task.target, row.task.condition) == (1, Condition::Trace)
}

#[test]
fn every_labelled_mark_opens_attempts() {
    for run in [sweep(&[5, 35, 65, 95], 6, 2), conditions(&[5, 20], 4)] {
        opens_attempts(&run);
    }
}

fn opens_attempts(run: &FigureData) {
    for figure in Summary::of(run).figures(Measure::First) {
        let all = marks(&figure);
        assert!(!all.is_empty(), "{}", figure.id);
        for (title, filter) in all {
            // The averages of a study are not attempts of the run, and neither are predictions.
            let is_of_none = title.starts_with("arXiv") || title.contains("arithmetic alone");
            assert_eq!(filter.is_none(), is_of_none, "{}: {title}", figure.id);
            // A step without a first error, and a line that never is the only correct one, have no
            // attempts.
            let may_be_none = ["hazard", "paired", "helps", "controls"]
                .iter()
                .any(|id| figure.id.starts_with(id));
            let taken = filter.map_or(1, |filter| select(run, &filter).numbers.len());
            assert!(taken > 0 || may_be_none, "{}: {title}", figure.id);
        }
    }
}

#[test]
fn horizon_and_cost_open_all_attempts_of_their_line() {
    let run = sweep(&[5, 35, 65, 95], 6, 1);
    let summary = Summary::of(&run);
    for figure in [summary.horizon(Measure::First), summary.cost()] {
        let filters = filters(&figure);
        assert!(filters.contains(&AttemptFilter::line(LINE())), "{}", figure.id);
        for filter in filters {
            let line = (filter.target.unwrap(), filter.condition.unwrap());
            let all = number(&run, |row| (row.task.target, row.task.condition) == line);
            assert_eq!(select(&run, &filter).numbers.len(), all);
        }
    }
    assert_eq!(text_of(&run, &AttemptFilter::line(LINE())), "72 attempts of atlas-small, trace");
}

#[test]
fn a_segment_of_a_bar_opens_its_attempts() {
    let run = sweep(&[5, 95], 20, 1);
    let summary = Summary::of(&run);
    let (figure, attempts) = (summary.modes(), run.rows.len());
    let taken: Vec<Vec<u32>> =
        filters(&figure).iter().map(|filter| select(&run, filter).numbers).collect();
    assert!(taken.iter().all(|numbers| !numbers.is_empty()));
    let apart: BTreeSet<u32> = taken.iter().flatten().copied().collect();
    assert_eq!(
        (apart.len(), taken.iter().map(Vec::len).sum()),
        (attempts, attempts),
        "{}",
        figure.id
    );
    let slipped = AttemptFilter::read("1/trace/95/*/mode/slipped").unwrap();
    let all =
        number(&run, |row| is_of_line(row) && row.task.steps == 95 && row.primary == Mode::Slipped);
    assert_eq!(
        text_of(&run, &slipped),
        format!("{all} attempts of atlas-small, trace, 95 steps: arithmetic error")
    );
}

#[test]
fn helps_opens_the_items_that_only_one_line_solves() {
    // First answers do not matter here: the last answer of the dialogue counts.
    let mut rows = Vec::new();
    for item in 0..10 {
        rows.push(row(task(25, item), (item >= 4).then_some(9)));
        let condition = Condition::Review;
        let review = row(TaskKey { condition, ..task(25, item) }, Some(9));
        let solved = (2..9).contains(&item);
        let error_category = review.error_category.filter(|_| !solved);
        rows.push(Row { is_solved: solved, error_category, ..review });
    }
    let run = FigureData { targets: vec![target("a")], rows, ..FigureData::default() };
    let figure = Summary::of(&run).helps();
    assert_eq!(figure.title, "What helps: items solved, against the control: a");
    assert_eq!(figure.table.rows[0][..8], ["review", "trace", "10", "2", "5", "2", "1", "30.0"]);
    assert_eq!(
        filters(&figure).iter().map(|filter| text_of(&run, filter)).collect::<Vec<_>>(),
        ["14 attempts at the 7 items that only one of a · review and a · trace solves"]
    );
}

#[test]
fn a_hazard_opens_its_first_errors_and_counts_attempts_at_risk() {
    let run = counted(&[(5, 7), (25, 4)]);
    let figure = Summary::of(&run).hazard();
    let events: u32 = figure.table.rows.iter().map(|row| row[4].parse::<u32>().unwrap()).sum();
    assert_eq!(events, 9, "three err at step 5, and six at step 25");
    for row in &figure.table.rows {
        let filter =
            AttemptFilter::read(&format!("0/trace/*/*/first-error/{0}/{0}", row[1])).unwrap();
        let taken = select(&run, &filter);
        assert_eq!(taken.numbers.len().to_string(), row[4], "step {}", row[1]);
        let risk = format!("of {} that came to it without one", row[2]);
        assert!(taken.text(&filter, &run.targets).ends_with(&risk), "step {}", row[1]);
    }
    let filter = |text: &str| text_of(&run, &AttemptFilter::read(text).unwrap());
    assert_eq!(
        filter("0/trace/*/*/first-error/5/5"),
        "3 attempts of model-a, trace: first error at step 5, of 20 that came to it without one"
    );
    assert_eq!(
        filter("0/trace/*/*/first-error/5/30"),
        "9 attempts of model-a, trace: first error in steps 5 to 30, of 20 that came to step 5 without one"
    );
}

#[test]
fn the_points_of_a_hazard_partition_the_first_errors() {
    let run = sweep(&[95], 40, 1);
    let summary = Summary::of(&run);
    let figure = summary.hazard();
    let mut taken = BTreeSet::new();
    for (title, filter) in marks(&figure) {
        let numbers = select(&run, &filter.unwrap()).numbers;
        let (_, rest) = title.split_once(": ").unwrap();
        assert!(rest.starts_with(&format!("{} first errors", numbers.len())), "{title}");
        assert!(numbers.iter().all(|number| taken.insert(*number)), "{title}");
    }
    assert!(taken.len() > 20);
}

#[test]
fn a_pair_opens_the_items_that_only_one_line_solves() {
    // Both lines are correct at four items, the first alone at three, the second alone at two, and
    // neither at one. Second samples equal the first.
    let rights: [&[u32]; 2] = [&[0, 1, 2, 3, 4, 5, 6], &[0, 1, 2, 3, 7, 8]];
    let mut rows = Vec::new();
    for (target, right) in (0..).zip(rights) {
        for (item, sample) in (0..10).flat_map(|item| [(item, 1), (item, 0)]) {
            let errs = !right.contains(&item);
            rows.push(row(TaskKey { target, sample, ..task(25, item) }, errs.then_some(9)));
        }
    }
    let run = FigureData { targets: vec![target("a"), target("b")], rows, ..FigureData::default() };
    let summary = Summary::of(&run);
    let figure = summary.paired(&summary.with_first(), Measure::First);
    assert_eq!(figure.table.rows[0][3..7], ["4", "2", "3", "1"]);
    let descriptions: Vec<String> =
        filters(&figure).iter().map(|filter| text_of(&run, filter)).collect();
    assert_eq!(
        descriptions,
        [
            "20 attempts at the 5 items that one of b · trace and a · trace answers correctly more often than the other",
            "8 attempts at the 2 items that b · trace answers correctly more often than a · trace",
            "12 attempts at the 3 items that a · trace answers correctly more often than b · trace",
        ]
    );
    let numbers = select(&run, &filters(&figure)[0]).numbers;
    let items: Vec<(u32, u16, u32)> = numbers
        .iter()
        .map(|number| run.rows[*number as usize].task)
        .map(|task| (task.item, task.target, task.sample))
        .collect();
    let expected: Vec<(u32, u16, u32)> =
        (4..9).flat_map(|item| [(item, 1, 1), (item, 1, 0), (item, 0, 1), (item, 0, 0)]).collect();
    assert_eq!(items, expected, "in the order of items, with all samples");
}

#[test]
fn failed_attempts_are_counted() {
    let run = counted(&[(5, 10)]);
    let missing = (0..2).map(|number| (10 + number, task(5, 10 + number), None));
    let selection = |text: &str| {
        let filter = AttemptFilter::read(text).unwrap();
        filter.take(listed(&run).chain(missing.clone())).text(&filter, &run.targets)
    };
    assert_eq!(
        selection("0/trace/5/5"),
        "12 attempts of model-a, trace, 5 steps, look-back 5; 2 of them failed"
    );
    assert_eq!(selection("*/*/*/*/given-up"), "2 attempts: failed");
    assert_eq!(
        selection("0/trace/5/5/mode/followed"),
        "10 attempts of model-a, trace, 5 steps, look-back 5: correct"
    );
}

#[test]
fn a_filter_without_matches_selects_nothing_and_reports_it() {
    let nothing = FigureData::default();
    let some = counted(&[(5, 3)]);
    for (text, sentence) in [
        ("7/copy/500/9", "No attempts of target 7, copy, 500 steps, look-back 9"),
        ("7/*/*/*/mode/refused", "No attempts of target 7: refused"),
        (
            "7/trace/*/*/first-error/9/3",
            "No attempts of target 7, trace: first error in steps 9 to 3, of 0 that came to step 9 without one",
        ),
        (
            "7/trace/*/*/either/7/trace",
            "No attempts at items that only one of target 7 · trace and target 7 · trace answers correctly",
        ),
        ("*/*/*/*/first/65535/copy", "No attempts"),
    ] {
        let filter = AttemptFilter::read(text).unwrap();
        for run in [&nothing, &some] {
            assert!(select(run, &filter).numbers.is_empty(), "{text}");
        }
        assert_eq!(text_of(&nothing, &filter), sentence);
    }
}
