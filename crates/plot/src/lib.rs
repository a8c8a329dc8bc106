//! Where the marks of a picture stand, for whoever draws it: the page as elements, the engine as the text of an SVG.
//!
//! All measures are whole units of the picture. This crate draws nothing, and knows neither transcripts nor verdicts.

mod arcs;
mod rows;
mod standing;

pub use self::arcs::{Arcs, FOOT, links};
pub use self::rows::{Frame, Rows};
pub use self::standing::Standing;
