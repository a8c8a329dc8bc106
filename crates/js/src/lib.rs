//! The one boundary to JavaScript: the npm package `stepfall` is this crate.
//!
//! Every function takes plain text and numbers and returns JSON as text, which JavaScript's own parser reads faster than
//! any binding builds objects. What may be wrong with an argument is an error with a sentence that says what to do. Positions are
//! counted in UTF-16, as JavaScript counts them. What does not fit into one text is asked for piece by piece: [`Questions`], [`ExportFiles`], and a [`Batch`], which
//! takes each [`ResultFile`] so.
//!
//! The functions are plain Rust; `bindings` hands them over, in WebAssembly only.

mod batch;
#[cfg(target_arch = "wasm32")]
pub mod bindings;
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
pub use stepfall_share::Failure;
