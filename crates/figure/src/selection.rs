//! The attempts that match a filter, and their description.

use std::collections::BTreeMap;

use stepfall_protocol::figure::Measure;
use stepfall_stats::FirstError;

use crate::attempt_filter::{AttemptFilter, BetterLine, Restriction};
use crate::line_id::LineId;
use crate::row::{Row, TaskKey};
use crate::run::TargetLabel;
use crate::words::{condition_name, count, lower};

/// The input of a filter: the number by which an attempt is listed, its task, and its row. There is
/// no row if it failed or is not graded.
pub type ListedAttempt<'a> = (u32, TaskKey, Option<&'a Row>);

/// The attempts that match a filter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AttemptSelection {
    /// The numbers of the attempts: in order, or item by item for [`Restriction::Decides`].
    pub numbers: Vec<u32>,
    /// The number of these attempts that failed.
    given_up: u32,
    /// The number of attempts that reached the first of the filter's steps without an error, for
    /// [`Restriction::FirstError`].
    at_risk: u32,
    /// The number of items, for [`Restriction::Decides`].
    items: u32,
    /// True if some of these items have several attempts of a line.
    has_samples: bool,
}

/// The attempts of a line at an item.
#[derive(Default)]
struct AtItem {
    numbers: Vec<u32>,
    correct: u64,
}

impl AttemptFilter {
    /// Returns the matching attempts of a run; the selection may be empty.
    pub fn take<'a>(&self, attempts: impl Iterator<Item = ListedAttempt<'a>>) -> AttemptSelection {
        if let Some(Restriction::Decides(measure, alone, other)) = self.only {
            return self.pairs(attempts, alone, other, measure);
        }
        let mut selection = AttemptSelection::default();
        for (number, _, row) in attempts.filter(|(_, task, _)| self.is_at(task)) {
            if row.is_some_and(|row| self.is_at_risk(row.first_error)) {
                selection.at_risk += 1;
            }
            if self.holds(row) {
                selection.numbers.push(number);
                selection.given_up += u32::from(row.is_none());
            }
        }
        selection.numbers.sort_unstable();
        selection
    }

    /// Returns whether an attempt has the filter's length and look-back.
    fn is_of_shape(&self, task: &TaskKey) -> bool {
        self.steps.is_none_or(|steps| steps == task.steps)
            && self.look_back.is_none_or(|look_back| look_back == task.look_back)
    }

    /// Returns whether an attempt has the filter's target, condition, length and look-back.
    fn is_at(&self, task: &TaskKey) -> bool {
        self.is_of_shape(task)
            && self.target.is_none_or(|target| target == task.target)
            && self.condition.is_none_or(|condition| condition == task.condition)
    }

    /// Returns whether the further restriction holds for an attempt.
    fn holds(&self, row: Option<&Row>) -> bool {
        match (self.only, row) {
            (None, _) | (Some(Restriction::GivenUp), None) => true,
            (Some(Restriction::Mode(mode)), Some(row)) => row.primary == mode,
            (Some(Restriction::FirstError(from, to)), Some(row)) => match row.first_error {
                FirstError::At(step) => (from..=to).contains(&step),
                FirstError::NotBy(_) => false,
            },
            (Some(Restriction::GivenUp), Some(_)) | (Some(_), _) => false,
        }
    }

    /// Returns whether the first error could have been in the first of the steps.
    fn is_at_risk(&self, first_error: FirstError) -> bool {
        let Some(Restriction::FirstError(from, _)) = self.only else { return false };
        let (FirstError::At(known) | FirstError::NotBy(known)) = first_error;
        known >= from
    }

    /// Returns the attempts at items that one of two lines gets correct more often than the other.
    fn pairs<'a>(
        &self,
        attempts: impl Iterator<Item = ListedAttempt<'a>>,
        alone: BetterLine,
        other: LineId,
        measure: Measure,
    ) -> AttemptSelection {
        let Some(line) = self.of_line() else { return AttemptSelection::default() };
        let mut items: BTreeMap<(u16, u8, u32), [AtItem; 2]> = BTreeMap::new();
        for (number, task, row) in attempts.filter(|(_, task, _)| self.is_of_shape(task)) {
            let own = LineId::new(task.target, task.condition);
            let side = [line, other].iter().position(|line| *line == own);
            let (Some(side), Some(row)) = (side, row) else { continue };
            let item = items.entry((task.steps, task.look_back, task.item)).or_default();
            item[side].numbers.push(number);
            item[side].correct += u64::from(row.is_correct(measure));
        }
        let mut selection = AttemptSelection::default();
        for [first, second] in items.into_values() {
            let number = |side: &AtItem| side.numbers.len() as u64;
            let order = (first.correct * number(&second)).cmp(&(second.correct * number(&first)));
            if !first.numbers.is_empty() && !second.numbers.is_empty() && alone.holds(order) {
                selection.items += 1;
                selection.has_samples |= number(&first) + number(&second) > 2;
                selection.numbers.extend([first.numbers, second.numbers].concat());
            }
        }
        selection
    }

    /// Returns the filter's line; `None` if it does not set both target and condition.
    fn of_line(&self) -> Option<LineId> {
        Some(LineId::new(self.target?, self.condition?))
    }

    /// Returns the filter's target, condition, length and look-back in words:
    /// `model-a, trace, 25 steps`.
    fn place(&self, targets: &[TargetLabel]) -> String {
        let parts = [
            self.target.map(|target| name(targets, target)),
            self.condition.map(condition_name),
            self.steps.map(|steps| count(u32::from(steps), "step")),
            self.look_back.map(|look_back| format!("look-back {look_back}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl AttemptSelection {
    /// Describes the selection: `12 attempts of model-a, trace, 25 steps: arithmetic error`.
    /// `targets` are the targets of the run.
    pub fn text(&self, filter: &AttemptFilter, targets: &[TargetLabel]) -> String {
        if let (Some(Restriction::Decides(measure, alone, other)), Some(line)) =
            (filter.only, filter.of_line())
        {
            let words = match measure {
                Measure::Solved => ["solves", "does not"],
                _ => ["answers correctly", "does not"],
            };
            return self.pairs_text(alone, [line, other], words, targets);
        }
        let place = filter.place(targets);
        let of = if place.is_empty() { String::new() } else { format!(" of {place}") };
        let these = format!("{}{of}", self.attempts());
        match filter.only {
            None => match self.given_up {
                0 => these,
                failed => format!("{these}; {failed} of them failed"),
            },
            Some(Restriction::GivenUp) => format!("{these}: failed"),
            Some(Restriction::Mode(mode)) => format!("{these}: {}", lower(mode.name())),
            Some(Restriction::FirstError(from, to)) => {
                let (place, first) = if from == to {
                    (format!("at step {from}"), "it".to_owned())
                } else {
                    (format!("in steps {from} to {to}"), format!("step {from}"))
                };
                format!(
                    "{these}: first error {place}, of {} that came to {first} without one",
                    self.at_risk
                )
            }
            Some(Restriction::Decides(..)) => these,
        }
    }

    fn pairs_text(
        &self,
        alone: BetterLine,
        lines: [LineId; 2],
        [does, does_not]: [&str; 2],
        targets: &[TargetLabel],
    ) -> String {
        let label = |line: LineId| {
            format!("{} · {}", name(targets, line.target), condition_name(line.condition))
        };
        let [first, second] = lines.map(label);
        let which = match alone {
            BetterLine::Either if self.has_samples => {
                format!("one of {first} and {second} {does} more often than the other")
            }
            BetterLine::First if self.has_samples => {
                format!("{first} {does} more often than {second}")
            }
            BetterLine::Second if self.has_samples => {
                format!("{second} {does} more often than {first}")
            }
            BetterLine::Either => format!("only one of {first} and {second} {does}"),
            BetterLine::First => format!("{first} {does} and {second} {does_not}"),
            BetterLine::Second => format!("{second} {does} and {first} {does_not}"),
        };
        let items = match self.items {
            0 => "items".to_owned(),
            some => format!("the {}", count(some, "item")),
        };
        format!("{} at {items} that {which}", self.attempts())
    }

    fn attempts(&self) -> String {
        match u32::try_from(self.numbers.len()).unwrap_or(u32::MAX) {
            0 => "No attempts".to_owned(),
            some => count(some, "attempt"),
        }
    }
}

fn name(targets: &[TargetLabel], target: u16) -> String {
    let known = targets.get(usize::from(target));
    known.map_or_else(|| format!("target {target}"), TargetLabel::text)
}
