//! Where the marks of a picture stand, for whoever draws it: the page as elements, the engine as the text of an SVG.
//!
//! | module | what |
//! | --- | --- |
//! | `arcs`, `misread`, `rows`, `category` | the arcs of a procedure, in whole units, and how steps are coloured and signed |
//! | `scale` | from numbers to places, and which numbers are written at an axis |
//! | `spread` | texts pushed apart as little as needed |
//! | `survival` | attempts as rows, each right up to its first fault |
//! | [`scene`] | a figure as a tree of marks, as JSON and as SVG |
//! | `theme` | how marks look, as attributes of a file and as the style of a page |
//! | [`chart`] | numbers and names to a scene, for a given width |
//! | [`typography`] | how wide texts are, where lines break, how XML holds them |
//!
//! This crate knows neither transcripts nor verdicts. What is drawn is the same on every machine: places are made with sums, products and
//! quotients, and printed in whole tenths.

mod arcs;
pub mod chart;
mod misread;
mod rows;
mod scale;
pub mod scene;
mod spread;
mod step_category;
mod survival;
mod theme;
pub mod typography;

pub use self::arcs::{Arcs, FOOT, MINIMAP, links};
pub use self::misread::Misread;
pub use self::rows::{Frame, Rows};
pub use self::scale::{Bands, Scale, integer_ticks, nice_end};
pub use self::scene::Scene;
pub use self::spread::spread;
pub use self::step_category::StepCategory;
pub use self::survival::Survival;
pub use self::theme::colours::{self, Pair};
pub use self::theme::{Ground, PARTS, Part, Scheme, Theme, part, stylesheet};
