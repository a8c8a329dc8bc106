//! What was read of a file, and what could not be.

use std::fmt;

use stepfall_procedure::Item;
use stepfall_text::grouped;

use super::problem::Problem;
use super::shape::FileKind;

/// The most troubles that are told one by one.
pub const MAX_TROUBLES: usize = 20;
/// The most places that are told of troubles that are alike, beyond the first one.
pub const MAX_PLACES: usize = 3;
/// The most names of columns that are told.
pub const MAX_COLUMNS: usize = 100;

/// What was read of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileReport {
    /// The name by which people know it.
    pub name: String,
    /// What it is, by the first record that was recognised; nothing where none was.
    pub kind: Option<FileKind>,
    /// How many records were seen: lines, rows, elements of a list, or members of an archive. Empty ones are not counted.
    pub lines: u64,
    /// How many responses were given.
    pub responses: u64,
    /// The procedures whose records were read: those that responses with ids of procedures of one's own are graded by.
    pub procedures: Vec<Item>,
    /// What could not be read, in the order of the file, at most [`MAX_TROUBLES`]; behind these at most three about the whole.
    pub troubles: Vec<Trouble>,
    /// How many troubles there were beyond these.
    pub troubles_left_out: u64,
    /// The columns of a table, or the paths into the first object, where nobody can tell which holds the response; at most [`MAX_COLUMNS`].
    pub columns: Vec<String>,
}

/// Something that could not be read, at one place or several. Its text is a sentence for whoever has the file, and says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Where it is; of several alike the first place.
    pub place: Location,
    /// The next places of the same, at most [`MAX_PLACES`].
    pub next: Vec<Location>,
    /// How many places there are beyond the first.
    pub others: u64,
    /// What is wrong.
    pub problem: Problem,
}

impl Trouble {
    /// At one place.
    pub(super) const fn new(place: Location, problem: Problem) -> Self {
        Self { place, next: Vec::new(), others: 0, problem }
    }

    /// Adds a further place.
    pub(super) fn add(&mut self, place: Location) {
        self.others = self.others.saturating_add(1);
        if self.next.len() < MAX_PLACES {
            self.next.push(place);
        }
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// The file as a whole.
    File,
    /// A line by its number, from 1; for a row of a table the line on which it begins.
    Line(u64),
    /// An element of the list in a document, by its number, from 1.
    Record(u64),
    /// A member of an archive, by its name.
    Member(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Location::File => f.write_str("The file")?,
            Location::Line(line) => write!(f, "Line {line}")?,
            Location::Record(record) => write!(f, "Record {record}")?,
            Location::Member(name) => write!(f, "Member “{name}”")?,
        }
        if self.others > 0 {
            let others = if self.others == 1 { "other" } else { "others" };
            write!(f, ", like {} {others} (", grouped(self.others))?;
            for (at, place) in self.next.iter().enumerate() {
                f.write_str(if at > 0 { ", " } else { "" })?;
                match place {
                    Location::File => f.write_str("the file")?,
                    Location::Line(number) | Location::Record(number) => number.fmt(f)?,
                    Location::Member(name) => write!(f, "“{name}”")?,
                }
            }
            let is_more = usize::try_from(self.others).is_ok_and(|others| others > self.next.len());
            f.write_str(if is_more { ", …)" } else { ")" })?;
        }
        write!(f, ": {}", self.problem)
    }
}
