//! Figures of a run, laid out and ready to be drawn.

use std::cell::Cell;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// How deep groups of marks may be nested in a message that is read: deeper ones would need more of the stack than there is.
const MAX_NESTED: u32 = 64;

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

/// Which answer has to be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Measure {
    /// The first one.
    #[default]
    First,
    /// The last one.
    Last,
    /// Any of them.
    Any,
    /// The first one, within a tolerance.
    Tolerant,
    /// The one that counts under the condition.
    Solved,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A picture: the small part of SVG that figures are drawn with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// What a reader who does not see it is told that it is.
    pub title: String,
    /// Its width in units, which are CSS pixels at its own size.
    pub width: u32,
    /// Its height in units.
    pub height: u32,
    /// The marks, from the one that is drawn first.
    pub root: Vec<Mark>,
}

/// A mark, or a group of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// What is drawn.
    pub shape: Shape,
    /// Its classes, parted by blanks.
    pub class: String,
    /// What is said of it where someone asks; may be empty.
    pub title: String,
    /// The attempts behind it, as a request for a list names them; may be empty.
    pub filter: String,
}

/// What is drawn. Places are in tenths of a unit from the upper left corner of the scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Several marks.
    Group(#[serde(deserialize_with = "grouped")] Vec<Mark>),
    /// A path, in units as SVG writes it.
    Path(String),
    /// A straight line: across and down, from the first place to the second.
    Line([i32; 4]),
    /// A rectangle: across, down, width, height.
    Rect([i32; 4]),
    /// A circle: across and down of its centre, radius.
    Circle([i32; 3]),
    /// A text on one line.
    Text {
        /// Across and down of its base line.
        at: [i32; 2],
        /// What stands there.
        anchor: Anchor,
        /// What it says.
        text: String,
    },
}

/// Which part of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Anchor {
    /// Its begin.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

thread_local! {
    /// How many groups are being read, each within the one before.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// Reads the marks of a group; one that is nested too deeply is an error.
fn grouped<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Mark>, D::Error> {
    let nested = NESTED.get();
    if nested >= MAX_NESTED {
        return Err(D::Error::custom("groups of marks are nested too deeply"));
    }
    NESTED.set(nested + 1);
    let marks = Vec::deserialize(deserializer);
    NESTED.set(nested);
    marks
}
