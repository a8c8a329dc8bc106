//! The functions that the page's worker and the packages for npm and Python share: items, grading,
//! simulation, suites, and the files that accompany a link.
//!
//! Links and transcripts come in as text. Results are values here, and JSON text in [`json`]. An
//! invalid argument is an [`ApiError`] with a sentence that explains the remedy.

mod failure;
mod item;
pub mod json;
mod markdown;
mod opening;
mod picture;
mod positions;
mod reading;
mod selection;
mod share;
mod simulate;
mod subject;

pub use self::failure::{ApiError, one_of};
pub use self::item::{Shares, item_of_transcript, open_link, open_link_with_item, shares};
pub use self::opening::{Opening, opening};
pub use self::positions::Positions;
pub use self::reading::{parse_response_end, parse_stop, reading};
pub use self::selection::{SelectionSettings, conditions, selection};
pub use self::share::{qr_code, share, share_verdict};
pub use self::simulate::{Written, simulate};
