//! The positions of marks in pictures. The page draws the marks as elements, and files contain them
//! as SVG.
//!
//! | module | content |
//! | --- | --- |
//! | `arcs`, `misread`, `rows`, `step_category` | the arcs of a procedure, in whole units, and the colours and signs of steps |
//! | `scale` | scales from numbers to positions, and the choice of ticks |
//! | `spread` | spreads texts apart as little as needed |
//! | `survival` | attempts as rows, each correct up to its first error |
//! | [`scene`] | a figure as a tree of marks, for messages and as SVG |
//! | `theme` | the look of marks, as attributes of a file and as the style of a page |
//! | [`chart`] | charts of numbers and names as a scene, for a given width |
//! | [`typography`] | widths of texts, line breaks, and escaping for XML |
//!
//! This crate does not depend on transcripts or verdicts. Its output is the same on every machine:
//! positions are sums, products and quotients, printed in whole tenths.

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
