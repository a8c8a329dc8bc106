//! Which attempts the page lists: those of the open run, and of the one that stands beside it.

use stepfall_figure::{AttemptFilter, GradedRun, Listed, NOT_GRADED, Row, TargetLabel};
use stepfall_sweep::{Plan, Task};

/// Rows of a list that are told at once: six pages of the page's lists (`virtual_list.rs`), so that keys do not outrun those that come.
pub(crate) const ROWS: usize = 84;

/// The attempts that can be listed. In numbers and targets, those of the run beside the open one follow on those of the open run.
pub(crate) struct Listing<'a> {
    own: &'a GradedRun,
    other: Option<&'a GradedRun>,
}

/// An attempt in a list.
pub(crate) struct Entry<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) task: Task,
    /// Who worked.
    pub(crate) name: String,
    /// What was graded; nothing where the attempt was given up, or is at an item of another generator.
    pub(crate) row: Option<&'a Row>,
    /// What became of it, where it was not graded.
    pub(crate) end: &'static str,
    /// Why it was not graded; may be empty.
    pub(crate) why: &'a str,
}

impl<'a> Listing<'a> {
    /// The attempts of a run, and those of another.
    pub(crate) const fn new(own: &'a GradedRun, other: Option<&'a GradedRun>) -> Self {
        Self { own, other }
    }

    /// The numbers of the attempts that a filter takes, and what these are in words; there are none where the text is no filter, and no words where it takes all.
    pub(crate) fn selection(&self, filter: &str) -> (Vec<u32>, String) {
        let Some(filter) = AttemptFilter::read(filter) else { return (Vec::new(), String::new()) };
        let is_all = filter == AttemptFilter::default();
        // An answer that is not graded was not given up.
        let ungraded = self.own.ungraded();
        let own = self.own.listed().filter(|(number, ..)| is_all || !ungraded.contains_key(number));
        // Only a filter that names whom it means can mean someone of the other run.
        let selection = match filter.target {
            None => filter.take(own),
            Some(_) => filter.take(own.chain(self.others())),
        };
        let said = if is_all { String::new() } else { selection.said(&filter, &self.targets()) };
        (selection.numbers, said)
    }

    /// The attempt of a number.
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

    /// The attempts of the other run.
    fn others(&self) -> impl Iterator<Item = Listed<'a>> {
        let (attempts, targets) = (self.own.plan().tasks(), self.own.plan().targets.len());
        let targets = u16::try_from(targets).unwrap_or(u16::MAX);
        let others = self.other.into_iter().flat_map(GradedRun::listed);
        others.map(move |(number, mut task, row)| {
            task.target = task.target.saturating_add(targets);
            (number.saturating_add(attempts), task, row)
        })
    }

    /// Whom the attempts are by, with the letters of their runs where there are two, as figures name them.
    fn targets(&self) -> Vec<TargetLabel> {
        let own = self.own.targets();
        let Some(other) = self.other else { return own };
        let own = own.into_iter().map(|target| target.of_run('A'));
        own.chain(other.targets().into_iter().map(|target| target.of_run('B'))).collect()
    }
}

/// The number of an attempt in the run beside the open one; none where it is one of the open run.
pub(crate) fn other_number(own: &GradedRun, number: u32) -> Option<u32> {
    number.checked_sub(own.plan().tasks())
}
