//! The counts of a run, grouped once. Figures are made from these counts, and not from the rows.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use stepfall_condition::ConditionResult;
use stepfall_grade::Mode;
use stepfall_protocol::figure::Measure;
use stepfall_stats::{Bracket, FirstError, HorizonEstimate, ItemSharing, Resampling, Share};
use stepfall_sweep::RepeatedCell;

use crate::attempt_filter::AttemptFilter;
use crate::line_id::LineId;
use crate::row::Row;
use crate::run::{Completion, FigureData, TargetLabel, text};
use crate::totals::Totals;
use crate::words::condition_name;

/// Items of one length and one look-back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LengthAndLookBack {
    pub(crate) steps: u16,
    pub(crate) look_back: u8,
}

/// The counts of the attempts at one item.
#[derive(Debug, Clone, Default)]
pub(crate) struct ItemCounts {
    pub(crate) attempts: u32,
    /// The number of correct attempts by each measure.
    correct: [u32; Measure::ALL.len()],
    /// The failure mode of each attempt.
    pub(crate) modes: Vec<Mode>,
}

/// The counts of the attempts of a line at items of one shape.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    pub(crate) attempts: u32,
    /// The number of failed attempts.
    pub(crate) missing: u32,
    /// The counts of each item, by its number.
    pub(crate) items: BTreeMap<u32, ItemCounts>,
    /// Isolated steps: how many are correct, and how many there are.
    pub(crate) alone: (u64, u64),
    /// First errors, each with its item.
    pub(crate) first_errors: Vec<(u32, FirstError)>,
    pub(crate) spent: Totals,
}

/// The counts of a run.
#[derive(Debug, Clone)]
pub struct Summary {
    targets: Vec<TargetLabel>,
    simulated: BTreeSet<u16>,
    /// True if an arithmetic error may reveal itself ([`FigureData::reveals_errors`]).
    pub(crate) reveals_errors: bool,
    /// True if the items are in the setting of the original study ([`crate::is_study`]).
    pub(crate) is_study: bool,
    /// True if the operation of a step determines its look-back.
    pub(crate) is_confounded: bool,
    /// The progress of the run.
    pub(crate) completion: Completion,
    /// The meaning of the letters in labels.
    pub(crate) legend: Vec<String>,
    /// The combinations of length and look-back that were not asked, since another look-back has
    /// their items.
    pub(crate) repeated: Vec<RepeatedCell>,
    /// Whether each length has its own items, or items with the same number begin alike at all
    /// lengths.
    pub(crate) items: ItemSharing,
    /// The seed of resampling.
    pub(crate) seed: u64,
    lines: BTreeMap<LineId, BTreeMap<LengthAndLookBack, Counts>>,
    /// A cache of horizons: each takes 2,000 fits, and several figures and the finding use it.
    pub(crate) horizons: RefCell<BTreeMap<(LineId, Measure), Option<BracketedHorizon>>>,
}

/// The measured lengths that enclose a horizon, and its estimate by the model.
type BracketedHorizon = (Bracket, HorizonEstimate);

impl Summary {
    /// Groups a run's rows. If several rows have the same task, only the first counts. A target is
    /// simulated if its label or any of its rows marks it so.
    pub fn of(run: &FigureData) -> Self {
        let mut lines: BTreeMap<LineId, BTreeMap<LengthAndLookBack, Counts>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let labelled = (0..).zip(&run.targets).filter(|(_, target)| target.is_simulated);
        let mut simulated: BTreeSet<u16> = labelled.map(|(target, _)| target).collect();
        for row in &run.rows {
            let task = row.task;
            let line = LineId::new(task.target, task.condition);
            let shape = LengthAndLookBack { steps: task.steps, look_back: task.look_back };
            if row.is_simulated {
                simulated.insert(task.target);
            }
            if seen.insert((line, shape, task.item, task.sample)) {
                lines.entry(line).or_default().entry(shape).or_default().add(row);
            }
        }
        for missing in &run.missing {
            let line = LineId::new(missing.target, missing.condition);
            let shape = LengthAndLookBack { steps: missing.steps, look_back: missing.look_back };
            let counts = lines.entry(line).or_default().entry(shape).or_default();
            counts.missing = counts.missing.saturating_add(missing.attempts);
        }
        Self {
            targets: run.targets.clone(),
            simulated,
            reveals_errors: run.reveals_errors,
            is_study: run.is_study,
            is_confounded: run.is_confounded,
            completion: run.completion,
            legend: run.legend.clone(),
            repeated: run.repeated.clone(),
            items: run.items,
            seed: run.seed,
            lines,
            horizons: RefCell::default(),
        }
    }

    /// Returns the state of an unfinished run: `60 of 200 planned attempts; interim`. Returns
    /// `None` if no planned attempt is missing.
    pub fn interim(&self) -> Option<String> {
        self.completion.interim()
    }

    /// Returns the lines with at least one graded attempt: by target, then by condition.
    pub fn lines(&self) -> Vec<LineId> {
        let has_any = |shapes: &BTreeMap<LengthAndLookBack, Counts>| {
            shapes.values().any(|counts| counts.attempts > 0)
        };
        self.lines.iter().filter(|(_, shapes)| has_any(shapes)).map(|(line, _)| *line).collect()
    }

    /// Returns the shortest name that distinguishes a line from the others.
    pub fn label(&self, line: LineId) -> String {
        let lines = self.lines();
        let has_targets = lines.iter().any(|other| other.target != line.target);
        let has_conditions = lines.iter().any(|other| other.condition != line.condition);
        let name = self.target_name(line.target);
        let condition = condition_name(line.condition);
        match (has_targets, has_conditions) {
            (_, false) => name,
            (true, true) => format!("{name} · {condition}"),
            (false, true) if self.is_simulated(line.target) => format!("simulated: {condition}"),
            (false, true) => condition.clone(),
        }
    }

    /// Returns the name of a line in a figure of some lines whose title is [`Summary::titled`]:
    /// only its condition, if all are of one target.
    pub(crate) fn label_among(&self, line: LineId, lines: &[LineId]) -> String {
        let is_alone = lines.iter().all(|other| other.target == line.target);
        if is_alone { condition_name(line.condition) } else { self.label(line) }
    }

    /// Returns a title that names the target, if all lines have the same one.
    pub(crate) fn titled(&self, title: &str, lines: &[LineId]) -> String {
        match lines {
            [first, rest @ ..] if rest.iter().all(|line| line.target == first.target) => {
                format!("{title}: {}", self.target_name(first.target))
            }
            _ => title.to_owned(),
        }
    }

    /// Returns the name of a target, marked if it is simulated.
    pub(crate) fn target_name(&self, target: u16) -> String {
        text(&self.plain_name(target), self.is_simulated(target))
    }

    /// Returns the name from the target's label, without a mark for simulated targets.
    pub(crate) fn plain_name(&self, target: u16) -> String {
        let known = self.targets.get(usize::from(target));
        known.map_or_else(|| format!("target {target}"), |known| known.name.clone())
    }

    pub(crate) fn is_simulated(&self, target: u16) -> bool {
        self.simulated.contains(&target)
    }

    /// Returns the size of a target in billions of parameters, if it is a positive number.
    pub(crate) fn size(&self, target: u16) -> Option<f64> {
        let size = self.targets.get(usize::from(target))?.size?;
        (size > 0.0 && size.is_finite()).then_some(size)
    }

    pub(crate) const fn resampling(&self) -> Resampling {
        Resampling::seeded(self.seed)
    }

    /// Returns the counts of a line by shape; those without a graded attempt are left out.
    pub(crate) fn shapes(
        &self,
        line: LineId,
    ) -> impl Iterator<Item = (LengthAndLookBack, &Counts)> {
        let shapes = self.lines.get(&line).into_iter().flatten();
        shapes.map(|(shape, counts)| (*shape, counts)).filter(|(_, counts)| counts.attempts > 0)
    }

    /// Returns the counts of a line at one length, over all look-backs.
    pub(crate) fn at(&self, line: LineId, steps: u16) -> Vec<(LengthAndLookBack, &Counts)> {
        self.shapes(line).filter(|(shape, _)| shape.steps == steps).collect()
    }

    /// Returns the lengths of a line, in order.
    pub(crate) fn lengths(&self, line: LineId) -> Vec<u16> {
        let mut lengths: Vec<u16> = self.shapes(line).map(|(shape, _)| shape.steps).collect();
        lengths.dedup();
        lengths
    }

    /// Returns how many attempts of a line are graded.
    pub(crate) fn attempts(&self, line: LineId) -> u32 {
        self.shapes(line).map(|(_, counts)| counts.attempts).sum()
    }

    /// Returns how many attempts of some lines failed.
    pub(crate) fn missing(&self, lines: &[LineId]) -> u32 {
        let shapes_of = |line: &LineId| self.lines.get(line).into_iter().flatten();
        lines
            .iter()
            .flat_map(shapes_of)
            .fold(0, |all, (_, counts)| all.saturating_add(counts.missing))
    }

    /// Returns all lines, including those without a graded attempt.
    pub(crate) fn all_lines(&self) -> Vec<LineId> {
        self.lines.keys().copied().collect()
    }

    /// Returns a filter for the attempts of a line at some shapes of one length. It has a look-back
    /// only if there is a single shape.
    pub(crate) fn filter(line: LineId, shapes: &[(LengthAndLookBack, &Counts)]) -> AttemptFilter {
        let look_back = match shapes {
            [(only, _)] => Some(only.look_back),
            _ => None,
        };
        let steps = shapes.first().map(|(first, _)| first.steps);
        AttemptFilter { steps, look_back, ..AttemptFilter::line(line) }
    }
}

impl Counts {
    fn add(&mut self, row: &Row) {
        self.attempts += 1;
        let item = self.items.entry(row.task.item).or_default();
        item.attempts += 1;
        item.modes.push(row.primary);
        for (count, measure) in item.correct.iter_mut().zip(Measure::ALL) {
            *count += u32::from(row.is_correct(measure));
        }
        if let ConditionResult::Isolated { right, asked } = row.detail {
            self.alone.0 += u64::from(right);
            self.alone.1 += u64::from(asked);
        }
        self.first_errors.push((row.task.item, row.first_error));
        self.spent.add(row);
    }
}

impl ItemCounts {
    /// Returns how often the item was correct by a measure.
    pub(crate) fn share(&self, measure: Measure) -> Option<Share> {
        Share::new(self.correct[measure.place()], self.attempts).ok()
    }

    /// Returns how often the item was solved.
    pub(crate) fn solved(&self) -> Option<Share> {
        self.share(Measure::Solved)
    }
}
