//! The functions of the npm and Python packages. Each takes plain text and numbers and returns JSON
//! as text, which both languages parse faster than any binding builds objects.
//!
//! Positions are counted in UTF-16, as JavaScript counts them. Large results come in pieces:
//! [`Questions`], [`ExportFiles`], and a [`Batch`], which reads each [`ResultFile`] in pieces.

mod batch;
mod export;
mod item;
mod questions;
mod selection;
mod share;
mod simulate;
mod tally;
mod verdict;

pub use self::batch::{Batch, ResultFile};
pub use self::export::ExportFiles;
pub use self::item::{item, link, shares};
pub use self::questions::Questions;
pub use self::selection::suites;
pub use self::share::share;
pub use self::simulate::simulate;
pub use self::verdict::{grade, grade_id};
