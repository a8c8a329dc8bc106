//! What a figure rests on: how many attempts, at how many items, and what all of them have in common.

use std::collections::BTreeSet;

use crate::line_id::LineId;
use crate::summary::Summary;
use crate::words::{condition_name, count, thousands};

/// What a figure rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Basis {
    /// How many graded attempts its lines have.
    pub attempts: u32,
    /// How many different items these are at.
    pub items: u32,
    /// How many of the attempts are counted, and what these are, where it is not all of them.
    counted: Option<(u32, &'static str)>,
    /// Whom all attempts are by, if it is one.
    target: Option<String>,
    /// The condition of all attempts, if it is one.
    condition: Option<String>,
}

impl Basis {
    /// The same for a figure that counts only some of the attempts, such as those that are wrong.
    #[must_use]
    pub(crate) fn counting(mut self, number: u32, what: &'static str) -> Self {
        self.counted = (number < self.attempts).then_some((number, what));
        self
    }

    /// What it rests on, in words, for a figure of a title: `model-a · trace · 720 attempts at 360 items, 214 of them wrong`. What the title says of it is left
    /// out, and all of it where there are no attempts.
    pub(crate) fn said(&self, title: &str) -> String {
        if self.attempts == 0 {
            return String::new();
        }
        let target = self.target.clone().filter(|target| !title.contains(target.as_str()));
        let counted = self.counted.map_or_else(String::new, |(number, what)| {
            format!(", {} of them {what}", thousands(u64::from(number)))
        });
        let number = format!(
            "{} at {}{counted}",
            count(self.attempts, "attempt"),
            count(self.items, "item")
        );
        let parts = target.into_iter().chain(self.condition.clone()).chain([number]);
        parts.collect::<Vec<_>>().join(" · ")
    }
}

impl Summary {
    /// What a figure of some lines rests on.
    pub(crate) fn basis(&self, lines: &[LineId]) -> Basis {
        let mut items = BTreeSet::new();
        for (shape, counts) in lines.iter().flat_map(|line| self.shapes(*line)) {
            items.extend(counts.items.keys().map(|item| self.drawn_as(shape, *item)));
        }
        let first = lines.first();
        let target = first.filter(|it| lines.iter().all(|line| line.target == it.target));
        let condition = first.filter(|it| lines.iter().all(|line| line.condition == it.condition));
        Basis {
            attempts: self.graded(lines),
            items: u32::try_from(items.len()).unwrap_or(u32::MAX),
            counted: None,
            target: target.map(|line| self.target_name(line.target)),
            condition: condition.map(|line| condition_name(line.condition)),
        }
    }
}
