//! Figures of a run, laid out and ready to be drawn.

use serde::{Deserialize, Serialize};
use stepfall_plot::scene::Scene;

/// The results of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RunFigures {
    /// The name of the run, or a title made from its conditions and models.
    pub title: String,
    /// The main finding, in a sentence; `None` if there is none.
    pub finding: Option<String>,
    /// The figures, in reading order.
    pub figures: Vec<Figure>,
}

/// The measure of correctness: the answer of an attempt that has to be correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Measure {
    /// The first answer, exactly; the score of the original study.
    #[default]
    First,
    /// The last answer, exactly.
    Last,
    /// Any answer, exactly.
    Any,
    /// The first answer, within 0.001 × max(1, |truth|).
    Tolerant,
    /// The answer that counts under the condition: the first of a single reply, the last of a
    /// dialogue.
    Solved,
}

impl Measure {
    /// All measures; [`Self::place`] is the index.
    pub const ALL: [Self; 5] = [Self::First, Self::Last, Self::Any, Self::Tolerant, Self::Solved];

    /// Returns the name in addresses and on command lines.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
            Self::Any => "any",
            Self::Tolerant => "tolerant",
            Self::Solved => "solved",
        }
    }

    /// Returns the answer that has to be correct, in words.
    pub const fn means(self) -> &'static str {
        match self {
            Self::First => "the first answer",
            Self::Last => "the last answer",
            Self::Any => "any answer",
            Self::Tolerant => "the first answer, within the tolerance",
            Self::Solved => "the answer that counts",
        }
    }

    /// Returns the position in [`Self::ALL`].
    pub const fn place(self) -> usize {
        match self {
            Self::First => 0,
            Self::Last => 1,
            Self::Any => 2,
            Self::Tolerant => 3,
            Self::Solved => 4,
        }
    }
}

/// A figure: its title, its sentence, its numbers as a table, and its picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The id within a run, such as `collapse` or `modes-3-trace`.
    pub id: String,
    /// The heading above the figure.
    pub title: String,
    /// The finding that the figure shows, in a sentence.
    pub sentence: String,
    /// A note that a reader needs to understand the figure.
    pub note: Option<String>,
    /// The methods behind the numbers, one sentence each.
    pub method: Vec<String>,
    /// The numbers of the figure.
    pub table: Table,
    /// The picture, laid out for the requested width.
    pub scene: Scene,
    /// A version of the picture for an overview, as small as is legible.
    pub thumbnail: Scene,
}

/// The numbers of a figure as text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Table {
    /// The column headings, with their units.
    pub columns: Vec<String>,
    /// The rows, each with one cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns an empty table with these columns.
    pub fn new(columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { columns, rows: Vec::new() }
    }
}
