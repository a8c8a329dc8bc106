//! Figures of a run, laid out and ready to be drawn.

use serde::{Deserialize, Serialize};
use stepfall_plot::scene::Scene;

/// What a run shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Results {
    /// What it is called: its name, or what it asks of whom.
    pub title: String,
    /// What it comes to, in a sentence; nothing where there is nothing to say.
    pub finding: Option<String>,
    /// Its figures, in the order in which they are read.
    pub figures: Vec<Figure>,
}

/// The answer that has to be correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Measure {
    /// The first answer, exactly: what the original study scores.
    #[default]
    First,
    /// The last answer, exactly.
    Last,
    /// Any answer, exactly.
    Any,
    /// The first answer, within 0.001 × max(1, |truth|).
    Tolerant,
    /// The answer that counts under the condition: the first of a single reply, the last of a dialogue.
    Solved,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 5] = [Self::First, Self::Last, Self::Any, Self::Tolerant, Self::Solved];

    /// The name in addresses and on command lines.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
            Self::Any => "any",
            Self::Tolerant => "tolerant",
            Self::Solved => "solved",
        }
    }

    /// Returns which answer has to be correct, in words.
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

/// A figure: what it is called, what it says, its numbers as a table, and its picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name among the figures of a run, such as `collapse` or `modes-3-trace`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it shows, in a sentence.
    pub sentence: String,
    /// The note that a reader needs to understand the figure.
    pub note: Option<String>,
    /// How its numbers are made, a sentence each.
    pub method: Vec<String>,
    /// The numbers behind it.
    pub table: Table,
    /// The picture.
    pub scene: Scene,
    /// The same as small as it is still recognised, for an overview.
    pub thumbnail: Scene,
}

/// The numbers of a figure as text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Table {
    /// The heads of the columns, with their units.
    pub columns: Vec<String>,
    /// The rows, each with one cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table with these columns and without rows.
    pub fn new(columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { columns, rows: Vec::new() }
    }
}
