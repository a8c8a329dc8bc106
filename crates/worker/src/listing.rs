//! Selection of the attempts in the page's list, from the open run and the run that is compared
//! with it.

use stepfall_figure::{AttemptFilter, GradedRun, ListedAttempt, NOT_GRADED, Row, TargetLabel};
use stepfall_sweep::{Plan, Task};

/// The number of rows per message. It is six times `PAGE` in `virtual_list.rs`, so that the rows
/// arrive before a visitor scrolls past them by keys.
pub(crate) const ROWS: usize = 84;

/// The attempts for a list. The numbers and targets of the compared run continue those of the open
/// run.
pub(crate) struct Listing<'a> {
    own: &'a GradedRun,
    other: Option<&'a GradedRun>,
}

/// An attempt in a list.
pub(crate) struct Entry<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) task: Task,
    /// The name of the target.
    pub(crate) name: String,
    /// The grades; `None` if the attempt was given up, or is at an item of another generator.
    pub(crate) row: Option<&'a Row>,
    /// The outcome of an attempt that was not graded.
    pub(crate) end: &'static str,
    /// The reason why it was not graded; may be empty.
    pub(crate) why: &'a str,
}

impl<'a> Listing<'a> {
    pub(crate) const fn new(own: &'a GradedRun, other: Option<&'a GradedRun>) -> Self {
        Self { own, other }
    }

    /// Returns the numbers of the selected attempts, and a description of the selection. The
    /// numbers are empty if the filter is invalid; the description is empty if the filter selects
    /// all.
    pub(crate) fn selection(&self, filter: &str) -> (Vec<u32>, String) {
        let Some(filter) = AttemptFilter::read(filter) else { return (Vec::new(), String::new()) };
        let is_all = filter == AttemptFilter::default();
        // A filter would take an ungraded answer for a failed attempt, so ungraded answers are only
        // in the full list.
        let ungraded = self.own.ungraded();
        let own = self.own.listed().filter(|(number, ..)| is_all || !ungraded.contains_key(number));
        // Only a filter with a target can select attempts of the other run.
        let selection = match filter.target {
            None => filter.take(own),
            Some(_) => filter.take(own.chain(self.compared_attempts())),
        };
        let description =
            if is_all { String::new() } else { selection.text(&filter, &self.targets()) };
        (selection.numbers, description)
    }

    pub(crate) fn entry(&self, number: u32) -> Option<Entry<'a>> {
        let (graded, number) = match (self.other, other_number(self.own, number)) {
            (Some(graded), Some(number)) => (graded, number),
            _ => (self.own, number),
        };
        let plan = graded.plan();
        let task = plan.task(number)?;
        let mut name = plan.target(&task)?.name();
        if self.other.is_some() {
            name += if std::ptr::eq(graded, self.own) { " (A)" } else { " (B)" };
        }
        let (end, why) = if graded.ungraded().contains_key(&number) {
            ("not graded", NOT_GRADED)
        } else {
            ("failed", graded.given_up().get(&number).map_or("", |(_, why)| why))
        };
        Some(Entry { plan, task, name, row: graded.rows().get(&number), end, why })
    }

    /// Returns the attempts of the other run, with the numbers and targets of this listing.
    fn compared_attempts(&self) -> impl Iterator<Item = ListedAttempt<'a>> {
        let (attempts, targets) = (self.own.plan().task_count(), self.own.plan().targets.len());
        let targets = u16::try_from(targets).unwrap_or(u16::MAX);
        let others = self.other.into_iter().flat_map(GradedRun::listed);
        others.map(move |(number, mut task, row)| {
            task.target = task.target.saturating_add(targets);
            (number.saturating_add(attempts), task, row)
        })
    }

    /// Returns the targets as figures name them, with the letters of their runs if there are two.
    fn targets(&self) -> Vec<TargetLabel> {
        let own = self.own.targets();
        let Some(other) = self.other else { return own };
        let own = own.into_iter().map(|target| target.of_run('A'));
        own.chain(other.targets().into_iter().map(|target| target.of_run('B'))).collect()
    }
}

/// Returns the number of an attempt within the compared run; `None` if it belongs to the open run.
pub(crate) fn other_number(own: &GradedRun, number: u32) -> Option<u32> {
    number.checked_sub(own.plan().task_count())
}
