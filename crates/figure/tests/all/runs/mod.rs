//! Made-up runs: with known counts, and of a few models whose accuracy falls as in real curves.

#![allow(dead_code, reason = "each test uses only a part of this module")]

use stepfall_condition::{ConditionResult, DialogueSolver, read};
use stepfall_figure::{
    AttemptCosts, ErrorCategory, FigureData, Missing, Row, TargetLabel, TaskKey,
};
use stepfall_grade::{Mode, StepCount, StopReason};
use stepfall_procedure::{Condition, Difficulty, Generator, Seed, Spec};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, SolverKind};
use stepfall_stats::FirstError;

pub(crate) fn task(steps: u16, item: u32) -> TaskKey {
    TaskKey { target: 0, condition: Condition::Trace, steps, look_back: 5, item, sample: 0 }
}

/// Returns an attempt that followed the procedure, or made an arithmetic error at a step and
/// followed from there.
pub(crate) fn row(task: TaskKey, error: Option<u16>) -> Row {
    let right = error.is_none();
    let steps = u32::from(task.steps);
    Row {
        task,
        difficulty: Difficulty::default(),
        sums: 0,
        is_simulated: false,
        is_solved: right,
        error_category: (!right).then_some(ErrorCategory::Arithmetic),
        answer: Some(u64::from(right)),
        is_first_answer_correct: right,
        is_last_answer_correct: right,
        is_any_answer_correct: right,
        is_first_answer_close: right,
        primary: if right { Mode::Followed } else { Mode::Slipped },
        executed: Some(StepCount::Exact),
        first_error: error.map_or(FirstError::NotBy(steps), |step| FirstError::At(step.into())),
        correct_given_own: task.steps - u16::from(!right),
        claimed: task.steps,
        replies: 1,
        written: 20 * steps,
        agreement: None,
        detail: ConditionResult::Plain,
        spent: AttemptCosts::default(),
    }
}

pub(crate) fn target(name: &str) -> TargetLabel {
    TargetLabel { name: name.to_owned(), is_simulated: false, size: None }
}

/// Returns a run of one model. At each length, `right` of ten items are correct.
pub(crate) fn counted(right: &[(u16, u32)]) -> FigureData {
    let mut rows = Vec::new();
    for (steps, right) in right {
        for item in 0..10 {
            rows.push(row(task(*steps, item), (item >= *right).then_some(*steps)));
        }
    }
    FigureData { targets: vec![target("model-a")], rows, seed: 7, ..FigureData::default() }
}

/// The lengths of the original study.
pub(crate) const LENGTHS: [u16; 10] = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];

/// A random number generator that gives the same numbers everywhere.
pub(crate) struct Dice(u64);

impl Dice {
    /// Returns a number below 1,000.
    fn roll(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % 1_000
    }
}

/// The models: name, whether it is simulated, billions of parameters, errors in 100,000 steps, and
/// the price of a thousand tokens in millionths of a dollar.
const MODELS: [(&str, bool, Option<f64>, u64, u64); 4] = [
    ("atlas-large-2026", false, Some(405.0), 550, 9_000),
    ("atlas-small", false, Some(8.0), 2_400, 600),
    ("borealis", false, Some(70.0), 1_300, 2_100),
    ("coin with a slip", true, None, 4_000, 0),
];

/// The share of each failure mode, in thousandths, at few and at many steps.
const FAILURES: [(Mode, u64, u64); 8] = [
    (Mode::Slipped, 400, 220),
    (Mode::LostOperand, 250, 200),
    (Mode::LostPlace, 60, 150),
    (Mode::UnderExecuted, 40, 160),
    (Mode::PrematureAnswer, 100, 60),
    (Mode::SelfCorrected, 80, 30),
    (Mode::Truncated, 20, 140),
    (Mode::LostFormat, 50, 40),
];

/// Returns a run at three look-backs: of four models under trace, and of the first one also under
/// answer-only.
pub(crate) fn sweep(lengths: &[u16], items: u32, samples: u32) -> FigureData {
    let mut dice = Dice(42);
    let mut rows = Vec::new();
    let lines = (0..4).map(|target| (target, Condition::Trace));
    for (target, condition) in lines.chain([(0, Condition::AnswerOnly)]) {
        for &steps in lengths {
            for look_back in [2, 5, 7] {
                for item in 0..items {
                    for sample in 0..samples {
                        let task = TaskKey { target, condition, steps, look_back, item, sample };
                        rows.push(attempt(task, &mut dice));
                    }
                }
            }
        }
    }
    let missing = [(1, 85, 3), (1, 95, 4)].map(|(target, steps, attempts)| Missing {
        target,
        condition: Condition::Trace,
        steps,
        look_back: 5,
        attempts,
    });
    let targets = MODELS.map(|(name, simulated, size, ..)| TargetLabel {
        name: name.to_owned(),
        is_simulated: simulated,
        size,
    });
    FigureData {
        targets: targets.into(),
        rows,
        missing: missing.into(),
        seed: 42,
        ..FigureData::default()
    }
}

/// Returns a run of `count` lines at all lengths of the study: up to four models under trace, then
/// two of them also under answer-only.
pub(crate) fn of_lines(count: usize) -> FigureData {
    let mut run = sweep(&LENGTHS, 12, 1);
    let mut dice = Dice(7);
    let silent: Vec<Row> = run
        .rows
        .iter()
        .filter(|row| row.task.target == 1)
        .map(|row| attempt(TaskKey { condition: Condition::AnswerOnly, ..row.task }, &mut dice))
        .collect();
    run.rows.extend(silent);
    let traces = (0..4).map(|target| (target, Condition::Trace));
    let all: Vec<(u16, Condition)> =
        traces.chain([0, 1].map(|target| (target, Condition::AnswerOnly))).collect();
    let selected = &all[..count.min(all.len())];
    run.rows.retain(|row| selected.contains(&(row.task.target, row.task.condition)));
    run.missing.retain(|missing| selected.contains(&(missing.target, missing.condition)));
    run
}

fn attempt(task: TaskKey, dice: &mut Dice) -> Row {
    let (_, simulated, _, rate, price) = MODELS[usize::from(task.target)];
    let is_silent = task.condition == Condition::AnswerOnly;
    let rate = rate * (8 + u64::from(task.look_back)) / 12 * if is_silent { 4 } else { 1 };
    let error = (1..=task.steps).find(|_| dice.roll() * 100 + dice.roll() / 10 < rate);
    let mut row = row(task, error);
    row.is_simulated = simulated;
    let tokens = if is_silent { 12 } else { 14 * u32::from(task.steps) };
    row.spent = AttemptCosts {
        tokens_in: Some(80 + 12 * u32::from(task.steps)),
        tokens_out: Some(tokens + u32::try_from(dice.roll()).unwrap_or(0) / 20),
        reasoning: None,
        millis: Some(300 + tokens * 12),
        cost_micros: (!simulated).then(|| u64::from(tokens) * price / 1_000),
    };
    if let Some(step) = error {
        row.primary = failure(task.steps, dice);
        fail(&mut row, step);
    }
    row.error_category = (!row.is_solved).then(|| error_category(row.primary));
    if is_silent {
        row.error_category = (!row.is_solved).then_some(ErrorCategory::WorkNotShown);
        row.executed = None;
        row.claimed = 0;
        row.correct_given_own = 0;
        row.first_error = FirstError::NotBy(0);
        row.primary =
            if row.is_first_answer_correct { Mode::Followed } else { Mode::WrongWorkNotShown };
    }
    row
}

fn failure(steps: u16, dice: &mut Dice) -> Mode {
    let mut roll = dice.roll();
    for (mode, few, many) in FAILURES {
        let share = (few * (100 - u64::from(steps)) + many * u64::from(steps)) / 100;
        if roll < share {
            return mode;
        }
        roll -= share;
    }
    Mode::Unexplained
}

/// Returns the error category of a failure mode.
fn error_category(primary: Mode) -> ErrorCategory {
    match primary {
        Mode::Slipped | Mode::SelfCorrected => ErrorCategory::Arithmetic,
        Mode::LostOperand => ErrorCategory::Operand,
        Mode::LostPlace | Mode::UnderExecuted | Mode::PrematureAnswer => ErrorCategory::Place,
        Mode::Truncated => ErrorCategory::Truncation,
        Mode::LostFormat => ErrorCategory::Format,
        _ => ErrorCategory::Unexplained,
    }
}

/// Returns a graded run of a simulated solver under all offered conditions. The solver makes errors
/// of all kinds, in about 4 % of the steps.
pub(crate) fn conditions(lengths: &[u16], items: u32) -> FigureData {
    let solver = Solver {
        kind: SolverKind::Mixed,
        frequency: ErrorFrequency::PerStep(Rate::per_ten_thousand(400)),
    };
    let mut rows = Vec::new();
    for &steps in lengths {
        let spec = Spec { steps, ..Spec::default() };
        let Ok(generator) = Generator::new(spec) else { continue };
        for number in 0..items {
            let Ok(item) = generator.item(Seed::wrapping(42), number) else { continue };
            for condition in Condition::OFFERED {
                let seed = u64::from(number) * 1_000 + u64::from(steps);
                let text = DialogueSolver::transcript(&item, condition, solver, Form::Trace, seed);
                let Some(text) = text else { continue };
                let reading = read(&item, condition, &text, StopReason::Unknown);
                let task =
                    TaskKey { target: 0, condition, steps, look_back: 5, item: number, sample: 0 };
                rows.push(Row::of(task, &item, true, &reading, AttemptCosts::default()));
            }
        }
    }
    let name = "mixed faults, 4 %".to_owned();
    let target = TargetLabel { name, is_simulated: true, size: None };
    FigureData { targets: vec![target], rows, seed: 42, ..FigureData::default() }
}

fn fail(row: &mut Row, step: u16) {
    match row.primary {
        Mode::SelfCorrected => {
            (row.is_last_answer_correct, row.is_any_answer_correct) = (true, true);
        }
        Mode::UnderExecuted | Mode::Truncated => {
            row.executed = Some(StepCount::Under);
            row.claimed = step.max(2) - 1;
            row.correct_given_own = row.claimed;
            if row.primary == Mode::Truncated {
                row.first_error = FirstError::NotBy(row.claimed.into());
            }
        }
        Mode::LostPlace => row.executed = Some(StepCount::Over),
        _ => {}
    }
}

/// Names of targets, most of them long.
pub(crate) const LONG_NAMES: [&str; 8] = [
    "openrouter/anthropic/claude-sonnet-4.5-20250929:thinking-with-extended-context",
    "openrouter/anthropic/claude-sonnet-4.5-20250929:without-extended-context",
    "meta-llama/Llama-3.3-70B-Instruct-Turbo-FP8-quantized-for-long-contexts",
    "a model whose owner gave it a whole sentence for its name, with a comma",
    "averyveryverylongnamethatnobodyeverpartedbyanythingatallnotevenbyahyphen",
    "simulated:mixed:200",
    "gpt-5",
    "Qwen/Qwen3-235B-A22B-Instruct-2507",
];

/// Returns a run with the first `count` of [`LONG_NAMES`].
pub(crate) fn long_names(count: usize) -> FigureData {
    let mut dice = Dice(3);
    let mut rows = Vec::new();
    for (at, _) in (0..).zip(&LONG_NAMES[..count]) {
        for steps in [5, 25, 45, 95] {
            for look_back in [2, 5] {
                for item in 0..10 {
                    let task = TaskKey { target: at % 4, look_back, ..task(steps, item) };
                    let mut row = attempt(task, &mut dice);
                    (row.task.target, row.is_simulated) = (at, at == 5);
                    rows.push(row);
                }
            }
        }
    }
    FigureData {
        targets: LONG_NAMES[..count].iter().map(|name| target(name)).collect(),
        rows,
        seed: 42,
        ..FigureData::default()
    }
}
