//! A figure: what it says, its table, and a chart for any width.

use stepfall_plot::Scene;
use stepfall_plot::chart::{Bars, Dots, Duels, Heat, Lines, Scatter, Stacks, note};
use stepfall_procedure::Condition;

use crate::summary::{LineId, Summary};
use crate::table::Table;
use crate::words::{count, list};

/// The most lines that a figure draws; all are in its table.
pub const MAX_LINES: usize = 8;

/// A figure with its table twin.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// A name that is the same for the same question, fit for a file: `collapse`, `modes-0-trace`.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// What it says, with the numbers: one or two sentences.
    pub sentence: String,
    /// The same numbers as text.
    pub table: Table,
    /// What a reader must know to take it rightly: how intervals are made, what is left out.
    pub notes: Vec<String>,
    pub(crate) drawing: Drawing,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Drawing {
    /// A sentence, where there is nothing to draw.
    Nothing(String),
    Lines(Lines),
    Dots(Dots),
    Stacks(Stacks),
    Heat(Heat),
    Bars(Bars),
    Duels(Duels),
    Scatter(Scatter),
}

impl Figure {
    /// The chart at a width in units.
    pub fn scene(&self, width: u32) -> Scene {
        match &self.drawing {
            Drawing::Nothing(sentence) => note(&self.title, sentence, width),
            Drawing::Lines(lines) => lines.scene(width),
            Drawing::Dots(dots) => dots.scene(width),
            Drawing::Stacks(stacks) => stacks.scene(width),
            Drawing::Heat(heat) => heat.scene(width),
            Drawing::Bars(bars) => bars.scene(width),
            Drawing::Duels(duels) => duels.scene(width),
            Drawing::Scatter(scatter) => scatter.scene(width),
        }
    }

    /// Whether there is something to draw.
    pub const fn is_drawn(&self) -> bool {
        !matches!(self.drawing, Drawing::Nothing(_))
    }

    /// A figure that says why there is nothing to draw.
    pub(crate) fn nothing(id: &str, title: &str, sentence: &str, table: Table) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            sentence: sentence.to_owned(),
            table,
            notes: Vec::new(),
            drawing: Drawing::Nothing(sentence.to_owned()),
        }
    }
}

/// What is said of several lines over steps.
pub(crate) const BESIDE: &str =
    "Points that would hide each other stand a little beside their number of steps.";

/// What is said where a run has no graded attempts.
pub(crate) const NO_ATTEMPTS: &str = "There are no graded attempts yet.";

/// The id of a figure about one line.
pub(crate) fn id_of(kind: &str, line: LineId) -> String {
    format!("{kind}-{}-{}", line.target, line.condition.slug())
}

/// The most lines that have figures of their own.
const MOST_PICTURED: usize = 40;

impl Summary {
    /// The lines that have figures of their own.
    pub(crate) fn pictured(&self) -> Vec<LineId> {
        let mut lines = self.lines();
        lines.truncate(MOST_PICTURED);
        lines
    }

    /// The lines that are drawn, and a note on those that are not.
    pub(crate) fn drawn(&self) -> (Vec<LineId>, Option<String>) {
        let mut lines = self.lines();
        let left = lines.len().saturating_sub(MAX_LINES);
        lines.truncate(MAX_LINES);
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        let note = format!("{} not drawn and in the table alone.", are(left, "line"));
        (lines, (left > 0).then_some(note))
    }

    /// A note on attempts that were given up, if there are any.
    pub(crate) fn missing_note(&self, lines: &[LineId]) -> Option<String> {
        let missing = self.missing(lines);
        let verb = if missing == 1 { "was" } else { "were" };
        let left = "left out; they count neither as right nor as wrong";
        (missing > 0).then(|| {
            format!(
                "{} without a reply that could be graded {verb} {left}.",
                count(missing, "attempt")
            )
        })
    }

    /// A note that items give slips away, where what some lines show is how these are corrected.
    pub(crate) fn betrayal_note(&self, lines: &[LineId]) -> Option<String> {
        let corrects = |line: &LineId| {
            let condition = line.condition;
            matches!(
                condition,
                Condition::Review | Condition::Verified(_) | Condition::Primed { .. }
            )
        };
        (self.betrays && lines.iter().any(corrects)).then(|| {
            "In whole numbers most slips betray themselves: a later division leaves a remainder, though the prompt says that none does. Part of what is \
             corrected is the item's help; numbers=mod97 has no such checksum."
                .to_owned()
        })
    }

    /// A note that some lines are by simulated executors, if they are.
    pub(crate) fn simulated_note(&self, lines: &[LineId]) -> Option<String> {
        let simulated = lines.iter().filter(|line| self.is_simulated(line.target));
        let mut names: Vec<String> = simulated.map(|line| self.plain_name(line.target)).collect();
        names.dedup();
        let are =
            if names.len() == 1 { "Simulated, and no model" } else { "Simulated, and no models" };
        (!names.is_empty()).then(|| format!("{are}: {}.", list(&names)))
    }
}

fn are(number: u32, thing: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", count(number, &format!("more {thing}")))
}
