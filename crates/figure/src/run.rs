//! A run: its targets, graded attempts and failed attempts.

use stepfall_procedure::Condition;
use stepfall_stats::ItemSharing;
use stepfall_sweep::RepeatedCell;

use crate::row::Row;
use crate::words::thousands;

/// The label of a target.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetLabel {
    /// The name of the target in figures.
    pub name: String,
    /// True if the target is a simulated solver. Figures mark such a target wherever they name it.
    pub is_simulated: bool,
    /// The number of parameters in billions, if the user entered it.
    pub size: Option<f64>,
}

impl TargetLabel {
    /// Appends the letter of its run to the name, for a comparison of two runs.
    #[must_use]
    pub fn of_run(mut self, letter: char) -> Self {
        self.name = format!("{} ({letter})", self.name);
        self
    }

    /// Returns the name, marked if the target is simulated.
    pub(crate) fn text(&self) -> String {
        text(&self.name, self.is_simulated)
    }
}

/// Returns a name, marked if it is simulated.
pub(crate) fn text(name: &str, is_simulated: bool) -> String {
    let simulated = if is_simulated && !name.contains("simulated") { "simulated: " } else { "" };
    format!("{simulated}{name}")
}

/// Attempts that failed: no reply came, or none that can be graded. They are neither correct nor
/// incorrect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// The index of the target, from 0.
    pub target: u16,
    /// The condition under which the target was asked.
    pub condition: Condition,
    /// The number of steps of the procedures.
    pub steps: u16,
    /// The look-back of the procedures.
    pub look_back: u8,
    /// The number of failed attempts.
    pub attempts: u32,
}

/// The progress of a run against its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Completion {
    /// The number of attempts in the plan; 0 without a plan.
    pub planned: u32,
    /// The number of planned attempts that have an answer or failed for good.
    pub ended: u32,
}

impl Completion {
    /// Returns whether planned attempts are missing. If so, nothing is tested and no difference is
    /// claimed.
    pub const fn is_interim(self) -> bool {
        self.ended < self.planned
    }

    /// Returns the words for an unfinished run: `60 of 200 planned attempts; interim`. Returns
    /// `None` if no planned attempt is missing.
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

/// The complete data of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FigureData {
    /// The targets, which rows refer to by index.
    pub targets: Vec<TargetLabel>,
    /// The graded attempts, in any order.
    pub rows: Vec<Row>,
    /// The failed attempts.
    pub missing: Vec<Missing>,
    /// True if an arithmetic error may reveal itself: the prompt states that all divisions come out
    /// even, so a remainder shows an error.
    pub reveals_errors: bool,
    /// True if the items are in the setting of the original study, as far as that is known
    /// ([`crate::is_study`]).
    pub is_study: bool,
    /// True if the operation of a step determines its look-back ([`crate::is_confounded`]).
    pub is_confounded: bool,
    /// The progress of the run against its plan.
    pub completion: Completion,
    /// The meaning of the letters after names, if the run is made of two runs
    /// ([`FigureData::compared_with`]).
    pub legend: Vec<String>,
    /// The combinations of length and look-back that were not asked, since another look-back has
    /// their items.
    pub repeated: Vec<RepeatedCell>,
    /// Whether each length has its own items, or items with the same number begin alike at all
    /// lengths.
    pub items: ItemSharing,
    /// The seed of resampling. It is the seed of the run's items, so that the same attempts always
    /// give the same intervals.
    pub seed: u64,
}

impl FigureData {
    /// Combines this run with another one, whose targets are appended. The letters A and B follow
    /// the names of targets, and the legend explains which run each letter means. Both runs must
    /// have the same items.
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
        self.reveals_errors |= other.reveals_errors;
        self.is_study &= other.is_study;
        self.is_confounded |= other.is_confounded;
        self.completion = self.completion.and(other.completion);
        self.repeated.extend(other.repeated);
        if other.items == ItemSharing::Shared {
            self.items = ItemSharing::Shared;
        }
        let [first, second] = names;
        self.legend = vec![format!("A: {first}."), format!("B: {second}.")];
        self
    }

    /// Combines this run with a run of other items, like [`FigureData::compared_with`]. The items of the
    /// other run get new numbers, so that no figure compares the runs item by item.
    #[must_use]
    pub fn beside(self, mut other: Self, names: [&str; 2]) -> Self {
        let numbers = self.rows.iter().map(|row| row.task.item);
        let first = numbers.max().map_or(0, |last| last.saturating_add(1));
        for row in &mut other.rows {
            row.task.item = row.task.item.saturating_add(first);
        }
        let mut both = self.compared_with(other, names);
        both.legend.push("They have other items, so no test compares them.".to_owned());
        both
    }
}
