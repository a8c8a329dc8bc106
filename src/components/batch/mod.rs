//! The parts of Batch.

mod compare;
mod export;
mod files;
mod outcomes;

pub(crate) use self::compare::CompareCard;
pub(crate) use self::export::ExportCard;
pub(crate) use self::files::FilesCard;
pub(crate) use self::outcomes::{Outcomes, Responses};
