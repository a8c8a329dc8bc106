//! The report of a file: what was read, and the problems in it.

use std::fmt;

use stepfall_procedure::Item;
use stepfall_text::grouped;

use super::problem::Problem;
use super::shape::FileKind;

/// The maximum number of problems that are reported one by one.
pub const MAX_PROBLEMS: usize = 20;
/// The maximum number of places that are reported for similar problems, after the first one.
pub const MAX_PLACES: usize = 3;
/// The maximum number of reported columns.
pub const MAX_COLUMNS: usize = 100;

/// The report of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileReport {
    /// The display name of the file.
    pub name: String,
    /// The kind of the file, by the first known record; `None` if there is none.
    pub kind: Option<FileKind>,
    /// The number of records: lines, rows, elements of a list, or members of an archive. Empty
    /// records are not counted.
    pub lines: u64,
    /// The number of responses that were passed on.
    pub responses: u64,
    /// The procedures whose records were read. Responses with ids of custom procedures are graded
    /// with them.
    pub procedures: Vec<Item>,
    /// The problems in the order of the file, at most [`MAX_PROBLEMS`]. Up to three problems about
    /// the whole file follow.
    pub problems: Vec<FileProblem>,
    /// The number of problems that are not in `problems`.
    pub problems_left_out: u64,
    /// The columns of a table, or the paths in the first object. They are listed if it is not known
    /// which of them contains the response, at most [`MAX_COLUMNS`].
    pub columns: Vec<String>,
}

/// A problem at one or several places. It is displayed as a sentence with advice for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// The place; the first one if there are several.
    pub place: Location,
    /// The following places with the same problem, at most [`MAX_PLACES`].
    pub next: Vec<Location>,
    /// The number of places after the first.
    pub others: u64,
    /// The problem, without its place.
    pub problem: Problem,
}

impl FileProblem {
    /// Creates a problem at one place.
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
    /// A line by its number, from 1; for a row of a table, the line on which it begins.
    Line(u64),
    /// An element of the list in a document, by its number, from 1.
    Record(u64),
    /// A member of an archive, by its name.
    Member(String),
}

impl fmt::Display for FileProblem {
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
