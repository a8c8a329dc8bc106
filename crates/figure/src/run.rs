//! A run: who was asked, what came back, and what did not.

use stepfall_procedure::Condition;
use stepfall_stats::Items;
use stepfall_sweep::Repeated;

use crate::row::Row;
use crate::words::thousands;

/// Whom the attempts are by.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetLabel {
    /// Its name.
    pub name: String,
    /// Whether it is a simulated agent. Figures say so wherever they name it.
    pub simulated: bool,
    /// How many parameters it has, in billions, where someone said so.
    pub size: Option<f64>,
}

impl TargetLabel {
    /// The same with the letter of its run behind its name, where two runs stand beside each other.
    #[must_use]
    pub fn of_run(mut self, letter: char) -> Self {
        self.name = format!("{} ({letter})", self.name);
        self
    }

    /// What it is called, which says so if it is simulated.
    pub(crate) fn said(&self) -> String {
        said(&self.name, self.simulated)
    }
}

/// A name that says so if what it names is simulated.
pub(crate) fn said(name: &str, is_simulated: bool) -> String {
    let simulated = if is_simulated && !name.contains("simulated") { "simulated: " } else { "" };
    format!("{simulated}{name}")
}

/// Attempts that failed: no reply came, or none that can be graded. They are neither right nor wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// Which of the run's targets, counted from 0.
    pub target: u16,
    /// How it was asked.
    pub condition: Condition,
    /// How many steps the procedures have.
    pub steps: u16,
    /// Their look-back.
    pub look_back: u8,
    /// How many attempts failed.
    pub attempts: u32,
}

/// How far a run is with what its plan asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Completion {
    /// How many attempts the plan has; 0 where there is no plan.
    pub planned: u32,
    /// How many of them have an answer, or failed for good.
    pub ended: u32,
}

impl Completion {
    /// Returns whether planned attempts are missing. Until then nothing is tested and no difference is claimed.
    pub const fn is_interim(self) -> bool {
        self.ended < self.planned
    }

    /// Returns the words for an unfinished run: `60 of 200 planned attempts; interim`.
    pub fn interim(self) -> Option<String> {
        let Self { planned, ended } = self;
        let number = |count: u32| thousands(count.into());
        self.is_interim()
            .then(|| format!("{} of {} planned attempts; interim", number(ended), number(planned)))
    }

    /// Returns the completion of two runs together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            planned: self.planned.saturating_add(other.planned),
            ended: self.ended.saturating_add(other.ended),
        }
    }
}

/// All of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// Whom rows refer to by number.
    pub targets: Vec<TargetLabel>,
    /// The graded attempts, in any order.
    pub rows: Vec<Row>,
    /// What failed.
    pub missing: Vec<Missing>,
    /// Whether a slip may betray itself: divisions come out even, and the prompt says so.
    pub betrays: bool,
    /// Whether its items are those of the original study, as far as it is known ([`crate::is_study`]).
    pub is_study: bool,
    /// Whether operation and look-back of a step go together ([`crate::is_confounded`]).
    pub is_confounded: bool,
    /// How far it is.
    pub completion: Completion,
    /// What the letters behind names stand for, where it is made of two runs ([`Run::compared_with`]).
    pub legend: Vec<String>,
    /// The cells that were not asked, since another one has their items.
    pub repeated: Vec<Repeated>,
    /// Whether lengths have items of their own, or items of one number begin alike at all of them.
    pub items: Items,
    /// What resampling is seeded with: the seed of the run's items, so that whoever has the same attempts gets the same intervals.
    pub seed: u64,
}

impl Run {
    /// This run with another one, whose targets follow on its own. Behind the names of targets stand the letters A and B, and the legend says which run each
    /// is. Both are to be of the same items.
    #[must_use]
    pub fn compared_with(mut self, other: Self, names: [&str; 2]) -> Self {
        let own = u16::try_from(self.targets.len()).unwrap_or(u16::MAX);
        let own_targets = self.targets.into_iter().map(|target| target.of_run('A'));
        let others = other.targets.into_iter().map(|target| target.of_run('B'));
        self.targets = own_targets.chain(others).collect();
        self.rows.extend(other.rows.into_iter().map(|mut row| {
            row.task.target = row.task.target.saturating_add(own);
            row
        }));
        self.missing.extend(
            other
                .missing
                .into_iter()
                .map(|missing| Missing { target: missing.target.saturating_add(own), ..missing }),
        );
        self.betrays |= other.betrays;
        self.is_study &= other.is_study;
        self.is_confounded |= other.is_confounded;
        self.completion = self.completion.and(other.completion);
        self.repeated.extend(other.repeated);
        if other.items == Items::Shared {
            self.items = Items::Shared;
        }
        let [first, second] = names;
        self.legend = vec![format!("A: {first}."), format!("B: {second}.")];
        self
    }
}
