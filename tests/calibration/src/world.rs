//! Simulates runs whose truth is known: the accuracy of each worker at each length.

use std::collections::BTreeMap;

use stepfall_condition::ConditionResult;
use stepfall_figure::{AttemptCosts, ErrorCategory, FigureData, Row, TargetLabel, TaskKey};
use stepfall_grade::{Mode, StepCount};
use stepfall_procedure::{Condition, Difficulty};
use stepfall_stats::{FirstError, ItemSharing};

use crate::draw::SeededRng;

/// The default lengths of a sweep.
pub(crate) const LENGTHS: &[u16] = &[5, 15, 25, 45, 65, 95];
/// A single length.
pub(crate) const ONE: &[u16] = &[25];

/// The reason why attempts at one item have similar results.
#[derive(Clone, Copy)]
pub(crate) enum Correlation {
    /// The log odds of items are normally distributed with this standard deviation. All workers
    /// share them.
    Odds(f64),
    /// The first incorrect step of a worker in an item has the same number in all samples and at
    /// all lengths that share the item. An attempt that is too short to reach it is correct.
    Step,
}

/// A grid of attempts, and how its items are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    pub(crate) items: u32,
    pub(crate) samples: u32,
    pub(crate) lengths: &'static [u16],
    pub(crate) look_backs: u8,
    pub(crate) drawn: ItemSharing,
    pub(crate) correlation: Correlation,
}

impl Grid {
    /// Returns a grid of one length, with one sample of each item.
    pub(crate) const fn of(items: u32) -> Self {
        Self {
            items,
            samples: 1,
            lengths: ONE,
            look_backs: 1,
            drawn: ItemSharing::Independent,
            correlation: Correlation::Odds(1.0),
        }
    }

    pub(crate) const fn samples(self, samples: u32) -> Self {
        Self { samples, ..self }
    }

    pub(crate) const fn with_correlation(self, correlation: Correlation) -> Self {
        Self { correlation, ..self }
    }

    pub(crate) const fn look_backs(self, look_backs: u8) -> Self {
        Self { look_backs, ..self }
    }

    /// Returns the grid with all lengths of a sweep.
    pub(crate) const fn sweep(self, drawn: ItemSharing) -> Self {
        Self { lengths: LENGTHS, drawn, ..self }
    }
}

/// The accuracy of a worker at each length.
#[derive(Clone, Copy)]
pub(crate) enum Skill {
    /// The same accuracy at every length.
    Share(f64),
    /// A step is incorrect with this probability, so accuracy falls with length.
    Hazard(f64),
    /// A logistic curve over lengths, with an accuracy of one half at this number of steps.
    Logistic(f64),
    /// Nearly always correct below this number of steps, and nearly never from there on.
    Cliff(f64),
}

impl Skill {
    /// Returns the accuracy at a length, averaged over items.
    pub(crate) fn mean(self, steps: u16) -> f64 {
        match self {
            Self::Share(share) => share,
            Self::Hazard(hazard) => (1.0 - hazard).powi(steps.into()),
            Self::Logistic(middle) => logistic((middle - f64::from(steps)) / 6.0),
            Self::Cliff(at) => {
                if f64::from(steps) < at {
                    0.98
                } else {
                    0.02
                }
            }
        }
    }

    /// Returns the hazard with which the accuracy at a length is `share`.
    pub(crate) fn hazard_of(share: f64, steps: u16) -> Self {
        Self::Hazard(1.0 - share.powf(1.0 / f64::from(steps)))
    }
}

/// A grid of attempts and the workers that make them.
pub(crate) struct World {
    grid: Grid,
    models: Vec<SimulatedModel>,
}

struct SimulatedModel {
    skill: Skill,
    /// The log odds by length; empty under [`Correlation::Step`].
    odds: Vec<f64>,
    /// The amount added to the log odds of each item.
    effect: f64,
}

impl World {
    /// Creates a world with a worker for each skill. The number next to a skill is added to the log
    /// odds of the worker's items, but not under [`Correlation::Step`].
    pub(crate) fn new(grid: Grid, models: &[(Skill, f64)]) -> Self {
        let model = |(skill, effect): &(Skill, f64)| {
            let odds = match grid.correlation {
                Correlation::Step => Vec::new(),
                Correlation::Odds(spread) => {
                    let centre = |steps: &u16| location(skill.mean(*steps), spread);
                    grid.lengths.iter().map(centre).collect()
                }
            };
            SimulatedModel { skill: *skill, odds, effect: *effect }
        };
        Self { grid, models: models.iter().map(model).collect() }
    }

    /// Returns the mean accuracy of a worker over all lengths, each counted once.
    pub(crate) fn truth(&self, model: usize) -> f64 {
        let SimulatedModel { skill, odds, effect } = &self.models[model];
        let shares = self.grid.lengths.iter().enumerate().map(|(length, steps)| {
            match self.grid.correlation {
                Correlation::Step => skill.mean(*steps),
                Correlation::Odds(spread) => mean(odds[length] + effect, spread),
            }
        });
        shares.sum::<f64>() / f64::from(u32::try_from(self.grid.lengths.len()).unwrap_or(1))
    }

    pub(crate) fn run(&self, draw: &mut SeededRng) -> FigureData {
        let mut rows = Vec::new();
        let mut drawn: BTreeMap<(u16, u8, u32), f64> = BTreeMap::new();
        for (target, model) in (0..).zip(&self.models) {
            let mut errors: BTreeMap<(u16, u8, u32), f64> = BTreeMap::new();
            for task in self.tasks(target) {
                let length = self.grid.lengths.iter().position(|it| *it == task.steps).unwrap_or(0);
                let steps = match self.grid.drawn {
                    ItemSharing::Independent => task.steps,
                    ItemSharing::Shared => 0,
                };
                let item = (steps, task.look_back, task.item);
                let error = match self.grid.correlation {
                    Correlation::Odds(spread) => {
                        let odds = drawn.entry(item).or_insert_with(|| spread * draw.normal());
                        let share = logistic(model.odds[length] + model.effect + *odds);
                        (!draw.happens(share)).then_some(1.0)
                    }
                    Correlation::Step => {
                        let hazard = 1.0 - model.skill.mean(1);
                        let step = errors.entry(item).or_insert_with(|| draw.first_error(hazard));
                        Some(*step).filter(|step| *step <= f64::from(task.steps))
                    }
                };
                rows.push(row(task, error));
            }
        }
        let label = |_: &SimulatedModel| TargetLabel {
            name: "simulated".to_owned(),
            is_simulated: true,
            size: None,
        };
        FigureData {
            targets: self.models.iter().map(label).collect(),
            rows,
            items: self.grid.drawn,
            seed: 1,
            ..FigureData::default()
        }
    }

    fn tasks(&self, target: u16) -> impl Iterator<Item = TaskKey> {
        let Grid { items, samples, lengths, look_backs, .. } = self.grid;
        let at = move |steps: u16, look_back: u8| {
            (0..items).flat_map(move |item| {
                (0..samples).map(move |sample| TaskKey {
                    target,
                    condition: Condition::Trace,
                    steps,
                    look_back,
                    item,
                    sample,
                })
            })
        };
        lengths
            .iter()
            .flat_map(move |steps| (2..2 + look_backs).flat_map(move |look| at(*steps, look)))
    }
}

/// Returns an attempt; `error` is its first incorrect step.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a step of a task")]
fn row(task: TaskKey, error: Option<f64>) -> Row {
    let (right, steps) = (error.is_none(), u32::from(task.steps));
    Row {
        task,
        is_simulated: true,
        is_solved: right,
        error_category: (!right).then_some(ErrorCategory::Arithmetic),
        answer: Some(u64::from(right)),
        is_first_answer_correct: right,
        is_last_answer_correct: right,
        is_any_answer_correct: right,
        is_first_answer_close: right,
        primary: if right { Mode::Followed } else { Mode::Slipped },
        executed: Some(StepCount::Exact),
        first_error: error.map_or(FirstError::NotBy(steps), |step| FirstError::At(step as u32)),
        correct_given_own: task.steps - u16::from(!right),
        claimed: task.steps,
        replies: 1,
        written: 1,
        agreement: None,
        detail: ConditionResult::Plain,
        spent: AttemptCosts::default(),
        difficulty: Difficulty::default(),
        sums: 0,
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the mean of the logistic function over normally distributed log odds, from 121 points.
fn mean(location: f64, spread: f64) -> f64 {
    let points = (-60..=60).map(|point| {
        let z = f64::from(point) / 10.0;
        let weight = (-z * z / 2.0).exp();
        (weight * logistic(location + spread * z), weight)
    });
    let (sum, weights) = points.fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    sum / weights
}

/// Returns the centre of normally distributed log odds whose mean accuracy is `share`.
fn location(share: f64, spread: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if mean(middle, spread) < share { low = middle } else { high = middle }
    }
    low
}
