//! Length and difficulty are separated, and figures report when this is not possible.

use crate::runs::{counted, row, target, task};
use stepfall_figure::{Figure, Row, Run, Summary, TaskKey};
use stepfall_procedure::Difficulty;

const LENGTHS: [u16; 5] = [5, 25, 45, 65, 85];

fn summary(rows: Vec<Row>) -> Summary {
    Summary::of(&Run { targets: vec![target("a")], rows, ..Run::default() })
}

fn text_of(figure: &Figure) -> String {
    figure.sentence.replace('\u{a0}', " ")
}

/// Returns a pseudo-random number from 0 to 99 for each item and purpose.
fn pseudo_random(task: TaskKey, salt: u32) -> u32 {
    let mut seed = (u32::from(task.steps) << 16) ^ (task.item << 4) ^ salt;
    for _ in 0..3 {
        seed = (seed ^ (seed >> 15)).wrapping_mul(0x2c1b_3c6d);
    }
    (seed >> 8) % 100
}

/// Returns forty items of each length. Their carries per step grow with length, from about 0.5 to
/// about 1.5. `solved` returns the percentage of solved items from the length and from the carries
/// in a hundred steps.
fn items(solved: fn(u16, u32) -> u32) -> Vec<Row> {
    let solved_row = |task: TaskKey| {
        let steps = u32::from(task.steps);
        let carries = 10 + steps + pseudo_random(task, 1);
        let difficulty = Difficulty {
            steps: 100 * steps,
            digits: steps * (500 + pseudo_random(task, 2)),
            carries: Some(steps * carries),
            borrows: Some(0),
            negatives: steps * pseudo_random(task, 3),
            distance: steps * (200 + pseudo_random(task, 4)),
        };
        let error = (pseudo_random(task, 5) >= solved(task.steps, carries)).then_some(task.steps);
        Row { difficulty, ..row(task, error) }
    };
    LENGTHS
        .iter()
        .flat_map(|steps| (0..40).map(move |item| solved_row(task(*steps, item))))
        .collect()
}

/// Returns a value and the bounds of its interval, from the row of a quantity.
fn cells(figure: &Figure, quantity: &str, at: &str) -> [f64; 3] {
    let is_meant = |row: &&Vec<String>| row[1] == quantity && row[2].contains(at);
    let row = figure.table.rows.iter().find(is_meant).unwrap();
    [4, 5, 6].map(|cell| row[cell].parse().unwrap())
}

#[test]
fn higher_difficulty_is_not_reported_as_length() {
    let figure = summary(items(|_, carries| 150 - carries.min(150))).difficulty();
    let sentence = text_of(&figure);
    assert!(
        sentence.starts_with("At equal difficulty it cannot be told whether length by itself costs: 10 more steps multiply the odds of solving an item by "),
        "{sentence}"
    );
    assert!(sentence.ends_with("; at equal length, more carries or borrows cost."), "{sentence}");
    let [ratio, low, high] = cells(&figure, "odds ratio", "10 more steps");
    assert!(low < 1.0 && 1.0 < high && (0.85..1.15).contains(&ratio), "{ratio}");
    // The observed share falls by much. At mean difficulty the shares at both ends are close to
    // each other.
    let falls = |quantity: &str| {
        cells(&figure, quantity, "5 steps")[0] - cells(&figure, quantity, "85 steps")[0]
    };
    assert!(falls("solved, %") > 50.0, "{}", falls("solved, %"));
    assert!(falls("at mean difficulty, %").abs() < 25.0, "{}", falls("at mean difficulty, %"));
}

#[test]
fn greater_length_is_not_reported_as_difficulty() {
    let figure = summary(items(|steps, _| 95 - u32::from(steps))).difficulty();
    let sentence = text_of(&figure);
    assert!(sentence.starts_with("At equal difficulty length by itself costs: "), "{sentence}");
    assert!(!sentence.contains("at equal length"), "{sentence}");
    assert!(cells(&figure, "odds ratio", "10 more steps")[2] < 1.0);
    let [ratio, low, high] = cells(&figure, "odds ratio", "carries or borrows");
    assert!(low < 1.0 && 1.0 < high, "{ratio}");
}

/// A line whose odds do not change with its length at all.
#[test]
fn a_length_without_cost_is_reported_as_undecided() {
    let figure = summary(items(|_, _| 60)).difficulty();
    let sentence = text_of(&figure);
    assert!(sentence.contains("it cannot be told whether length by itself costs"), "{sentence}");
}

#[test]
fn insufficient_data_is_reported() {
    for (counts, why) in [
        (&[(5, 10), (25, 5)][..], "it has 2 of the 3 lengths that it takes"),
        (&[(5, 10), (25, 5), (45, 2)], "too few items, 13 unsolved where 5 coefficients take 25"),
        (&[(5, 0), (25, 0), (45, 0)], "too few items, 0 solved where 5 coefficients take 25"),
        (&[(5, 10), (25, 10), (45, 10)], "too few items, 0 unsolved where 5 coefficients take 25"),
    ] {
        let figure = Summary::of(&counted(counts)).difficulty();
        assert!(!figure.is_drawn() && figure.table.rows.is_empty());
        assert_eq!(figure.sentence, format!("Length and difficulty cannot be told apart: {why}."));
    }
}

/// Several samples of an item have less information than several items.
#[test]
fn samples_do_not_count_as_items() {
    let rows = |samples: u32, items: u32| -> Vec<Row> {
        let counted_rows = counted(&[(5, 8), (25, 5), (45, 2)]).rows;
        let counted_rows = counted_rows.into_iter().filter(move |row| row.task.item < items);
        counted_rows
            .flat_map(|row| {
                (0..samples).map(move |sample| Row { task: TaskKey { sample, ..row.task }, ..row })
            })
            .collect()
    };
    let sentence = text_of(&summary(rows(20, 10)).difficulty());
    assert_eq!(sentence, text_of(&summary(rows(1, 10)).difficulty()));
}

/// A predictor that is the same for all items, or unknown, has no coefficient.
#[test]
fn constant_quantities_are_left_out() {
    let mut rows = items(|steps, _| 95 - u32::from(steps));
    for row in &mut rows {
        row.difficulty.borrows = None;
        row.difficulty.negatives = 0;
    }
    let figure = summary(rows).difficulty();
    let quantities = figure.table.rows.iter().filter(|row| row[1] == "odds ratio");
    assert_eq!(quantities.count(), 3);
    let note = "Left out where all items of a line are alike, nothing is known, or another term says the same: sums and differences, carries or borrows and operands below zero.";
    assert!(figure.notes().iter().any(|found| found == note), "{:?}", figure.notes());
}

/// Items that are the beginnings of longer ones are not independent: the estimates are the same,
/// and intervals are wider if longer ones fail with their beginnings.
#[test]
fn nested_items_are_clusters() {
    let rows: Vec<Row> = LENGTHS
        .iter()
        .flat_map(|steps| (0..40).map(move |item| task(*steps, item)))
        .map(|task| {
            // The number of the item alone decides up to which length it is solved.
            let reach = 10 + pseudo_random(TaskKey { steps: 0, ..task }, 9);
            row(task, (u32::from(task.steps) > reach).then_some(1))
        })
        .collect();
    let run = Run { targets: vec![target("a")], rows, ..Run::default() };
    let nested = Run { items: stepfall_stats::Items::Shared, ..run.clone() };
    let [independent, clustered] = [run, nested].map(|run| Summary::of(&run).difficulty());
    let width = |figure: &Figure| {
        let [_, low, high] = cells(figure, "at mean difficulty, %", "45 steps");
        high - low
    };
    assert_eq!(
        cells(&independent, "odds ratio", "10 more steps")[0].to_bits(),
        cells(&clustered, "odds ratio", "10 more steps")[0].to_bits()
    );
    assert!(
        width(&clustered) > width(&independent),
        "{} {}",
        width(&clustered),
        width(&independent)
    );
}

/// The operands of sums are all equally far away, so the operations of an item determine its
/// distance.
#[test]
fn operations_are_a_term_and_replace_a_collinear_distance() {
    let mut rows = items(|_, _| 50);
    for row in &mut rows {
        let steps = u32::from(row.task.steps);
        row.difficulty.steps = steps;
        row.sums = steps * pseudo_random(row.task, 7) / 100;
        row.difficulty.distance = steps + 2 * row.sums;
        row.first = pseudo_random(row.task, 8) * steps >= 100 * row.sums;
        row.solved = row.first;
        row.error_category = row.error_category.filter(|_| !row.solved);
    }
    let figure = summary(rows).difficulty();
    let [ratio, _, high] = cells(&figure, "odds ratio", "sums and differences");
    assert!(ratio < 1.0 && high < 1.0, "{:?}", figure.table.rows);
    assert!(text_of(&figure).contains("more sums and differences cost"), "{}", figure.sentence);
    let notes = figure.notes();
    assert!(
        notes.iter().any(|note| note.contains("says the same: distance of operands")),
        "{notes:?}"
    );
}
