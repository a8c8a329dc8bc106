//! What the page's worker and the packages for npm and Python both answer about an item: what is read in a transcript of it, what a simulated executor writes, which
//! questions a suite with settings has, and what is handed on, as Markdown, as a picture and as a QR code.
//!
//! Links and transcripts come in as text, and results go out as values. What may be wrong with an argument is a [`Failure`] with a sentence that says what
//! to do. This crate does not know how results are written: the package makes JSON of them, and the worker messages.

mod failure;
mod item;
mod markdown;
mod opening;
mod picture;
mod positions;
mod reading;
mod selection;
mod share;
mod simulate;
mod subject;

pub use self::failure::{Failure, one_of};
pub use self::item::{Shares, item_of_transcript, opened, opened_item, shares};
pub use self::opening::{Opening, opening};
pub use self::positions::Positions;
pub use self::reading::{reading, reason_to_end, reason_to_stop};
pub use self::selection::{SelectionSettings, conditions, selection};
pub use self::share::share;
pub use self::simulate::{Written, simulate};
