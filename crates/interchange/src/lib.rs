//! Batches: items as files for providers' batch services and other tools, and the files that come back as responses that can be graded.
//!
//! This crate knows no disk and no network: files are written line by line and read piece by piece by whoever has them.

mod read;
mod response;

pub use self::read::{
    ColumnChoice, FileKind, FileReader, FileReport, MAX_COLUMNS, MAX_INFLATED, MAX_LINE,
    MAX_MEMBER, MAX_MEMBERS, MAX_TROUBLES, MAX_ZIP, Place, Problem, Trouble,
};
pub use self::response::{Response, ResponseEnd};
