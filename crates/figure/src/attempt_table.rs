//! The attempts of a run as a table for statistics: one row an attempt, with names and values that R and Python take as they are.

use stepfall_procedure::Difficulty;

use crate::graded_run::GradedRun;
use crate::row::{Row, Task};
use crate::table::Table;

/// The columns: what the attempt was at, what came of it, how hard its item is, and what it took.
const COLUMNS: [&str; 20] = [
    "target",
    "simulated",
    "condition",
    "steps",
    "look_back",
    "seed",
    "item",
    "item_id",
    "sample",
    "right_first",
    "right_last",
    "solved",
    "failure_mode",
    "digits",
    "carries",
    "negatives",
    "distance",
    "tokens_in",
    "tokens_out",
    "cost",
];
/// What stands where nothing is known, as R and pandas have it.
const UNKNOWN: &str = "NA";

/// All attempts of a run, one row each, by the numbers of their tasks.
///
/// | column | what it holds |
/// | --- | --- |
/// | `target`, `condition` | the model, and how it was asked |
/// | `simulated` | 1 where a simulated agent answered and no model, else 0 |
/// | `steps`, `look_back` | of the procedure |
/// | `seed`, `item`, `sample` | the number of the item among those of its length and look-back under the seed, and of the attempt at it, both from 0 |
/// | `item_id` | a name that only attempts at the same item share, in all runs of one spec; with `nested=1` items of all lengths that begin alike share it: what errors are clustered by |
/// | `right_first`, `right_last` | 1 where the first, the last answer is right, else 0 |
/// | `solved` | 1 where the answer is right that counts under the condition: the first of a single reply, the last of a dialogue |
/// | `failure_mode` | the mode to name; `followed` where there is no failure |
/// | `digits`, `carries`, `negatives`, `distance` | means over the item's steps ([`stepfall_procedure::Difficulty`]): digits of operands, carries and borrows together, operands below zero, sum of the distances of operands |
/// | `tokens_in`, `tokens_out` | of all requests and replies |
/// | `cost` | dollars |
///
/// `NA` stands for what is not known. An attempt without a reply, or at an item of another generator, has it in all that follows `sample`: it is neither right nor wrong, and models leave it out.
pub fn attempt_table(graded: &GradedRun) -> Table {
    let mut table = Table::new(&COLUMNS);
    let names: Vec<String> = graded.targets().into_iter().map(|target| target.name).collect();
    let mut all: Vec<(u32, Task, Option<&Row>)> = graded.listed().collect();
    all.sort_by_key(|(number, ..)| *number);
    for (_, task, row) in all {
        let plan = graded.plan();
        let target = plan.targets.get(usize::from(task.target));
        let simulated = target.is_some_and(stepfall_sweep::Target::is_simulated);
        let seed = plan.seed.number();
        let id = if plan.base.nested {
            format!("r{seed}k{}i{}", task.look_back, task.item)
        } else {
            format!("r{seed}n{}k{}i{}", task.steps, task.look_back, task.item)
        };
        let mut cells = vec![
            names.get(usize::from(task.target)).cloned().unwrap_or_default(),
            yes(simulated),
            task.condition.slug(),
            task.steps.to_string(),
            task.look_back.to_string(),
            seed.to_string(),
            task.item.to_string(),
            id,
            task.sample.to_string(),
        ];
        cells.extend(row.map(graded_cells).unwrap_or_default());
        cells.resize(COLUMNS.len(), UNKNOWN.to_owned());
        table.rows.push(cells);
    }
    table
}

/// What follows the sample, of an attempt that was graded.
fn graded_cells(row: &Row) -> Vec<String> {
    let Difficulty { steps, digits, carries, borrows, negatives, distance } = row.difficulty;
    let mean = |count: u32| mean(count, steps);
    let number = |number: Option<u32>| number.map_or(UNKNOWN.to_owned(), |n| n.to_string());
    let carries = carries.zip(borrows).map(|(carries, borrows)| carries.saturating_add(borrows));
    vec![
        yes(row.first),
        yes(row.last),
        yes(row.solved),
        row.primary.slug().to_owned(),
        mean(digits),
        carries.map_or(UNKNOWN.to_owned(), mean),
        mean(negatives),
        mean(distance),
        number(row.spent.tokens_in),
        number(row.spent.tokens_out),
        row.spent.cost_micros.map_or(UNKNOWN.to_owned(), |cost| millionths(u128::from(cost))),
    ]
}

fn yes(is: bool) -> String {
    if is { "1" } else { "0" }.to_owned()
}

/// A count by a number of steps, with six places, rounded half up.
fn mean(count: u32, steps: u32) -> String {
    let steps = u128::from(steps.max(1));
    millionths((u128::from(count) * 2_000_000 + steps) / (2 * steps))
}

/// Millionths as a number with six places.
fn millionths(count: u128) -> String {
    format!("{}.{:06}", count / 1_000_000, count % 1_000_000)
}
