//! A figure: its sentence, its table, and a chart for any width.

use std::collections::BTreeSet;

use stepfall_plot::Scene;
use stepfall_plot::chart::{Bars, Dots, Facets, Heat, Lines, PairedBars, Stacks, note};
use stepfall_plot::chart::{THUMBNAIL_HEIGHT, THUMBNAIL_WIDTHS};
use stepfall_procedure::Condition;
use stepfall_protocol::figure::Table;

use crate::basis::Basis;
use crate::line_id::LineId;
use crate::summary::Summary;
use crate::words::{count, list};

/// The most lines that a sentence names.
pub(crate) const MAX_NAMED: usize = 3;
/// The most lines that a figure draws; all are in its table.
pub const MAX_LINES: usize = 8;

/// A figure and the table with the same numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// A stable name for the question, usable as a file name: `collapse`, `modes`.
    pub id: String,
    /// The title above the figure.
    pub title: String,
    /// The result in words, with the numbers: one or two sentences.
    pub sentence: String,
    /// The same numbers as text.
    pub table: Table,
    /// The note that a reader needs to understand the figure.
    pub note: Option<String>,
    /// Notes on how the numbers are made and what is left out, for readers who ask.
    pub method: Vec<String>,
    /// The number of attempts and items behind the figure.
    pub basis: Basis,
    pub(crate) drawing: Drawing,
}

/// The chart of a figure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Drawing {
    /// A sentence, if there is nothing to draw.
    Nothing(String),
    Lines(Lines),
    Facets(Facets),
    Dots(Dots),
    Stacks(Stacks),
    Heat(Heat),
    Bars(Bars),
    PairedBars(PairedBars),
}

impl Figure {
    /// Returns the chart at a width in units.
    pub fn scene(&self, width: u32) -> Scene {
        match &self.drawing {
            Drawing::Nothing(sentence) => note(&self.title, sentence, width),
            Drawing::Lines(lines) => lines.scene(width),
            Drawing::Facets(facets) => facets.scene(width),
            Drawing::Dots(dots) => dots.scene(width),
            Drawing::Stacks(stacks) => stacks.scene(width),
            Drawing::Heat(heat) => heat.scene(width),
            Drawing::Bars(bars) => bars.scene(width),
            Drawing::PairedBars(paired_bars) => paired_bars.scene(width),
        }
    }

    /// Returns the chart as a small picture for an overview, in the same colours. It is 120 to 320
    /// units wide and [`stepfall_plot::chart::THUMBNAIL_HEIGHT`] high. Its only texts are the ends
    /// of its axes.
    pub fn thumbnail(&self, width: u32) -> Scene {
        match &self.drawing {
            Drawing::Nothing(_) => Scene {
                title: self.title.clone(),
                width: width.clamp(THUMBNAIL_WIDTHS.0, THUMBNAIL_WIDTHS.1),
                height: THUMBNAIL_HEIGHT,
                root: Vec::new(),
            },
            Drawing::Lines(lines) => lines.thumbnail(width),
            Drawing::Facets(facets) => facets.thumbnail(width),
            Drawing::Dots(dots) => dots.thumbnail(width),
            Drawing::Stacks(stacks) => stacks.thumbnail(width),
            Drawing::Heat(heat) => heat.thumbnail(width),
            Drawing::Bars(bars) => bars.thumbnail(width),
            Drawing::PairedBars(paired_bars) => paired_bars.thumbnail(width),
        }
    }

    /// Returns the chart as a standalone picture, for a paper or a slide. The title and the basis
    /// are above it. The notes and the source, such as a link, are below it. An empty source is
    /// left out.
    pub fn picture(&self, width: u32, source: &str) -> Scene {
        self.scene(width).captioned(&self.basis.text(&self.title), &self.notes(), source)
    }

    /// Returns the note and the notes on method.
    pub fn notes(&self) -> Vec<String> {
        self.note.iter().chain(&self.method).cloned().collect()
    }

    /// Returns whether there is something to draw.
    pub const fn is_drawn(&self) -> bool {
        !matches!(self.drawing, Drawing::Nothing(_))
    }

    /// Returns a figure that explains why there is nothing to draw.
    pub(crate) fn nothing(id: &str, title: &str, sentence: &str, table: Table) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            sentence: sentence.to_owned(),
            table,
            note: None,
            method: Vec::new(),
            basis: Basis::default(),
            drawing: Drawing::Nothing(sentence.to_owned()),
        }
    }
}

/// The note on the offset between lines, without which they would hide each other.
pub(crate) const OFFSET_NOTE: &str = "Error bars are shifted slightly to avoid overlap.";

/// The sentence for a run without graded attempts.
pub(crate) const NO_ATTEMPTS: &str = "There are no graded attempts yet.";

/// The most lines with a separate panel in a figure; all are in its table.
pub(crate) const MAX_PANELS: usize = 12;

impl Summary {
    /// Returns the lines that have panels, and a note on those that have none.
    pub(crate) fn panelled(lines: &[LineId]) -> (&[LineId], Option<String>) {
        let drawn = &lines[..lines.len().min(MAX_PANELS)];
        (drawn, omission_note(drawn.len(), lines.len(), "lines"))
    }

    /// Joins the parts for the first lines, each followed by the line's name if there are several.
    pub(crate) fn for_each_line(&self, parts: &[(LineId, String)]) -> String {
        let lines: Vec<LineId> = parts.iter().map(|(line, _)| *line).collect();
        if let [(_, only)] = parts {
            return only.clone();
        }
        let named = |(line, parts): &(LineId, String)| {
            format!("{parts} ({})", self.label_among(*line, &lines))
        };
        let more = if parts.len() > MAX_NAMED { "; the table has the other lines" } else { "" };
        let parts: Vec<String> = parts.iter().take(MAX_NAMED).map(named).collect();
        format!("{}{more}", parts.join("; "))
    }

    /// Marks a figure of an unfinished run in its sentence, its basis and its table.
    pub(crate) fn marked(&self, mut figure: Figure) -> Figure {
        let Some(interim) = self.completion.interim() else { return figure };
        figure.sentence = format!("{interim}. {}", figure.sentence);
        figure.table.columns.push("run".to_owned());
        for row in &mut figure.table.rows {
            row.push(interim.clone());
        }
        figure.basis.interim = Some(interim);
        figure
    }

    /// Returns how many graded attempts some lines have together.
    pub(crate) fn graded_count(&self, lines: &[LineId]) -> u32 {
        lines.iter().fold(0, |all, line| all.saturating_add(self.attempts(*line)))
    }

    /// Returns the lines that are drawn, and a note on those that are not.
    pub(crate) fn drawn_lines(&self) -> (Vec<LineId>, Option<String>) {
        let mut lines = self.lines();
        let all = lines.len();
        lines.truncate(MAX_LINES);
        let note = omission_note(lines.len(), all, "lines");
        (lines, note)
    }

    /// Returns a note on attempts that are neither correct nor incorrect, if there are any: failed
    /// calls, and in a batch replies that could not be scored.
    pub(crate) fn missing_note(&self, lines: &[LineId]) -> Option<String> {
        let missing = self.missing(lines);
        let (was, counts) =
            if missing == 1 { ("was", "it counts") } else { ("were", "they count") };
        (missing > 0).then(|| {
            format!(
                "{} without a reply, or with one that could not be scored, {was} left out; {counts} neither as correct nor as incorrect.",
                count(missing, "attempt")
            )
        })
    }

    /// Returns a note that items reveal arithmetic errors, if they do and the condition of some
    /// line lets a model correct errors.
    pub(crate) fn error_reveal_note(&self, lines: &[LineId]) -> Option<String> {
        let corrects = |line: &LineId| {
            let condition = line.condition;
            matches!(
                condition,
                Condition::Review | Condition::Verified(_) | Condition::Primed { .. }
            )
        };
        (self.reveals_errors && lines.iter().any(corrects)).then(|| {
            "In whole numbers most arithmetic errors reveal themselves: a later division leaves a remainder, though the prompt says that none does. Part of what is \
             corrected is the item's help; numbers=mod97 has no such checksum."
                .to_owned()
        })
    }

    /// Returns notes on names: the targets that are simulated solvers, and the run that each letter
    /// means.
    pub(crate) fn naming_notes(&self, lines: &[LineId]) -> Vec<String> {
        let simulated = lines.iter().filter(|line| self.is_simulated(line.target));
        let targets: BTreeSet<u16> = simulated.map(|line| line.target).collect();
        let mut names: Vec<String> =
            targets.into_iter().map(|target| self.plain_name(target)).collect();
        names.dedup();
        let what = if names.len() == 1 { "not a language model" } else { "not language models" };
        let simulated =
            (!names.is_empty()).then(|| format!("Simulated, {what}: {}.", list(&names)));
        simulated.into_iter().chain(self.legend.iter().cloned()).collect()
    }
}

/// Returns a note on the number of drawn things; `None` if all are drawn.
pub(crate) fn omission_note(drawn: usize, all: usize, things: &str) -> Option<String> {
    (drawn < all).then(|| format!("{drawn} of {all} {things} are drawn; the table has all."))
}
