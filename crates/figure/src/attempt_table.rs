//! The attempts of a run as a table for statistics: one row per attempt, with names and values that
//! R and Python read without conversion.

use stepfall_condition::{ConditionResult, DescribedVersusDone};
use stepfall_procedure::Difficulty;
use stepfall_protocol::figure::Table;
use stepfall_stats::FirstError;

use crate::graded_run::GradedRun;
use crate::row::{Row, TaskKey};

/// The columns: the task, the outcome, the difficulty of the item, tokens, time and cost, and the
/// counts of the condition.
const COLUMNS: [&str; 58] = [
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
    "right_any",
    "right_tolerant",
    "loss",
    "answer_id",
    "steps_executed",
    "steps_shown",
    "steps_right_from_own",
    "first_error_step",
    "steps_without_error",
    "sums",
    "tokens_reasoning",
    "tokens_written",
    "seconds",
    "replies",
    "reasoning_steps_shared",
    "reasoning_steps_same",
    "alone_asked",
    "alone_right",
    "turns",
    "turns_right",
    "retries",
    "retries_that_fix",
    "calls",
    "calls_failed",
    "calls_wrong_operands",
    "calls_wrong_operation",
    "program_steps",
    "program_steps_faithful",
    "described_and_done",
    "described_only",
    "done_only",
    "neither_described_nor_done",
    "review_right_before",
    "review_right_after",
    "primed_steps_claimed",
    "primed_steps_right",
    "parameters_billions",
    "run",
];
/// The number of columns that identify the attempt, before the graded columns.
const NAMED: usize = 9;
/// The value for unknown cells, as in R and pandas.
const UNKNOWN: &str = "NA";
/// The state of a run in which no attempt is missing.
const COMPLETE: &str = "complete";

/// Returns all attempts of a run, one row each, in the order of their task numbers.
///
/// | column | content |
/// | --- | --- |
/// | `target`, `condition` | the model, and the condition |
/// | `simulated` | 1 if a simulated solver answered instead of a model, else 0 |
/// | `steps`, `look_back` | of the procedure |
/// | `seed`, `item`, `sample` | the seed of the items, the number of the item at its length and look-back, and the number of the attempt at the item; both numbers are from 0 |
/// | `item_id` | a name that only attempts at the same item share, in all runs of one spec. With `nested=1`, items of all lengths that begin alike share it. It identifies the clusters for standard errors |
/// | `right_first`, `right_last`, `right_any`, `right_tolerant` | 1 if the first, the last, any answer, the first within the tolerance is correct, else 0 |
/// | `solved` | 1 if the answer that counts under the condition is correct: the first of a single reply, the last of a dialogue |
/// | `failure_mode` | the primary mode; `followed` if there is no failure |
/// | `error_category` | the error category of an incorrect attempt ([`crate::ErrorCategory`]) |
/// | `answer_id` | a number that only equal answers share, for majorities over samples |
/// | `digits`, `carries`, `negatives`, `distance` | means over the item's steps ([`stepfall_procedure::Difficulty`]): digits of operands, carries and borrows together, operands below zero, sum of the distances of operands |
/// | `sums` | the share of the item's steps that add or subtract |
/// | `steps_executed`, `steps_shown`, `steps_right_from_own` | `exact`, `under` or `over`; how many steps are shown, and how many of them are correct given the attempt's own values |
/// | `first_error_step`, `steps_without_error` | the first incorrect step, from 1, or how many steps are known to have no error |
/// | `tokens_in`, `tokens_out`, `tokens_reasoning`, `seconds` | of all requests and replies |
/// | `tokens_written` | the minimum number of tokens of the replies |
/// | `cost` | dollars |
/// | `reasoning_…`, `alone_…`, `turns`, `retries`, `calls`, `program_…`, `described_…`, `review_…`, `primed_…` | counts that only one condition has, or only attempts with reasoning |
/// | `parameters_billions` | the size of the model, if the user entered it |
/// | `run` | `complete`, or the state of an unfinished run: `60 of 200 planned attempts; interim` |
///
/// `NA` means unknown. An attempt without a reply, or at an item of another generator, has `NA` in
/// all graded columns. It is neither correct nor incorrect, and statistical models leave it out.
pub fn attempt_table(graded: &GradedRun) -> Table {
    let mut table = Table::new(&COLUMNS);
    let targets = graded.targets();
    let state = graded.completion().interim().unwrap_or_else(|| COMPLETE.to_owned());
    let mut all: Vec<(u32, TaskKey, Option<&Row>)> = graded.listed().collect();
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
        let label = targets.get(usize::from(task.target));
        let mut cells = vec![
            label.map_or_else(String::new, |label| label.name.clone()),
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
        cells.resize(COLUMNS.len() - 2, UNKNOWN.to_owned());
        let size = label.and_then(|label| label.size);
        cells.push(size.map_or(UNKNOWN.to_owned(), |size| size.to_string()));
        cells.push(state.clone());
        table.rows.push(cells);
    }
    table
}

/// Returns the cells of a graded attempt after the column `sample`, without the last two columns.
fn graded_cells(row: &Row) -> Vec<String> {
    let Difficulty { steps, digits, carries, borrows, negatives, distance } = row.difficulty;
    let mean = |count: u32| mean(count, steps);
    let number = |number: Option<u32>| number.map_or(UNKNOWN.to_owned(), |n| n.to_string());
    let carries = carries.zip(borrows).map(|(carries, borrows)| carries.saturating_add(borrows));
    let text = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
    let (error, without) = match row.first_error {
        FirstError::At(step) => (Some(step), Some(step.saturating_sub(1))),
        FirstError::NotBy(steps) => (None, Some(steps)),
    };
    let mut cells = vec![
        yes(row.is_first_answer_correct),
        yes(row.is_last_answer_correct),
        yes(row.is_solved),
        row.primary.slug().to_owned(),
        mean(digits),
        carries.map_or(UNKNOWN.to_owned(), mean),
        mean(negatives),
        mean(distance),
        number(row.spent.tokens_in),
        number(row.spent.tokens_out),
        text(row.spent.cost_micros.map(|cost| millionths(u128::from(cost)))),
        yes(row.is_any_answer_correct),
        yes(row.is_first_answer_close),
        text(row.error_category.map(|error_category| error_category.slug().to_owned())),
        text(row.answer.map(|answer| format!("a{answer:016x}"))),
        text(row.executed.map(|executed| executed.slug().to_owned())),
        row.claimed.to_string(),
        row.correct_given_own.to_string(),
        number(error),
        number(without),
        mean(row.sums),
        number(row.spent.reasoning),
        row.written.to_string(),
        text(row.spent.millis.map(|millis| millionths(u128::from(millis) * 1_000))),
        row.replies.to_string(),
        number(row.agreement.map(|agreement| agreement.both)),
        number(row.agreement.map(|agreement| agreement.same)),
    ];
    let counts = counts(row.detail);
    cells.extend(counts.into_iter().map(number));
    debug_assert_eq!(cells.len() + NAMED + 2, COLUMNS.len(), "a cell for each column");
    cells
}

/// Returns the counts of a condition, in the order of the columns.
fn counts(detail: ConditionResult) -> [Option<u32>; 20] {
    let mut counts = [None; 20];
    let (from, found): (usize, &[u32]) = match detail {
        ConditionResult::Plain => (0, &[]),
        ConditionResult::Isolated { right, asked } => (0, &[asked, right]),
        ConditionResult::Turns { right, turns, hand_backs, mended } => {
            (2, &[turns, right, hand_backs, mended])
        }
        ConditionResult::Calls { calls, failed, wrong_operands, wrong_operations } => {
            (6, &[calls, failed, wrong_operands, wrong_operations])
        }
        ConditionResult::Program { steps, faithful, .. } => (10, &[steps, faithful]),
        ConditionResult::Knowing(DescribedVersusDone { both, known, done, neither }) => {
            (12, &[both, known, done, neither])
        }
        ConditionResult::Review { before, after } => (16, &[u32::from(before), u32::from(after)]),
        ConditionResult::Primed { claimed, right, .. } => (18, &[claimed, right]),
    };
    for (cell, count) in counts.iter_mut().skip(from).zip(found) {
        *cell = Some(*count);
    }
    counts
}

fn yes(is: bool) -> String {
    if is { "1" } else { "0" }.to_owned()
}

/// Returns a count divided by a number of steps, with six places, rounded half up.
fn mean(count: u32, steps: u32) -> String {
    let steps = u128::from(steps.max(1));
    millionths((u128::from(count) * 2_000_000 + steps) / (2 * steps))
}

/// Formats millionths as a number with six places.
fn millionths(count: u128) -> String {
    format!("{}.{:06}", count / 1_000_000, count % 1_000_000)
}
