//! The basis of a figure: how many attempts, at how many items, and what they have in common.

use std::collections::BTreeSet;

use crate::line_id::LineId;
use crate::summary::Summary;
use crate::words::{condition_name, count};

/// The basis of a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Basis {
    /// The number of graded attempts of the figure's lines.
    pub attempts: u32,
    /// The number of different items.
    pub items: u32,
    /// The state of an unfinished run: `60 of 200 planned attempts; interim`.
    pub(crate) interim: Option<String>,
    /// The target of all attempts, if there is only one.
    target: Option<String>,
    /// The condition of all attempts, if there is only one.
    condition: Option<String>,
}

impl Basis {
    /// Returns the basis in words: `model-a · trace · 720 attempts at 360 items`. It leaves out the
    /// target if the title already contains its name. Without attempts it is the state of an
    /// unfinished run, or empty.
    pub(crate) fn text(&self, title: &str) -> String {
        let interim = self.interim.clone();
        if self.attempts == 0 {
            return interim.unwrap_or_default();
        }
        let target = self.target.clone().filter(|target| !title.contains(target.as_str()));
        let number =
            format!("{} at {}", count(self.attempts, "attempt"), count(self.items, "item"));
        let parts = interim.into_iter().chain(target).chain(self.condition.clone()).chain([number]);
        parts.collect::<Vec<_>>().join(" · ")
    }
}

impl Summary {
    /// Returns the basis of a figure of some lines.
    pub(crate) fn basis(&self, lines: &[LineId]) -> Basis {
        let mut items = BTreeSet::new();
        for (shape, counts) in lines.iter().flat_map(|line| self.shapes(*line)) {
            items.extend(counts.items.keys().map(|item| self.stratum_and_number(shape, *item)));
        }
        let first = lines.first();
        let target = first.filter(|it| lines.iter().all(|line| line.target == it.target));
        let condition = first.filter(|it| lines.iter().all(|line| line.condition == it.condition));
        Basis {
            interim: None,
            attempts: self.graded_count(lines),
            items: u32::try_from(items.len()).unwrap_or(u32::MAX),
            target: target.map(|line| self.target_name(line.target)),
            condition: condition.map(|line| condition_name(line.condition)),
        }
    }
}
