//! Charts, which turn numbers and names into a [`crate::Scene`] for a given width.
//!
//! A chart does not depend on attempts or models. Titles, sentences and tables are outside of it.

mod axis;
mod bars;
mod dots;
mod facets;
mod heat;
mod legend;
mod lines;
mod marker;
mod names;
mod paired_bars;
mod panels;
mod stacks;
mod thumbnail;

pub use self::axis::{Axis, Tick};
pub use self::bars::{Bars, Column, Quantity};
pub use self::dots::{Dot, Dots, End};
pub use self::facets::Facets;
pub use self::heat::{Grid, Heat, HeatCell};
pub use self::lines::{Crossing, Lines, Point, Reference, Series};
pub use self::paired_bars::{PairedBar, PairedBars};
pub use self::stacks::{Stack, StackGroup, Stacks};
pub use self::thumbnail::{THUMBNAIL_HEIGHT, THUMBNAIL_WIDTHS};

use self::names::fit_line;
pub(crate) use self::names::{few_lines, paragraph};

use crate::scene::{Anchor, Class, Mark, Role, Scene};
use crate::typography;

/// The minimum and maximum width of a scene; other widths are clamped.
pub const WIDTHS: (u32, u32) = (280, 1_600);
/// The minimum width at which names are next to the marks.
const MIN_WIDTH_FOR_SIDE_NAMES: u32 = 480;
/// The size of small texts, as in the style.
const SMALL: u32 = 12;
/// The size of names, as in the style.
const NAME: u32 = 13;

/// The tooltip of a mark of a chart, and the attempts behind it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarkInfo {
    /// The tooltip.
    pub title: String,
    /// The filter that selects the attempts of the mark; may be empty.
    pub filter: String,
}

/// Returns a scene with a sentence in place of a plot, which explains why there is no plot.
pub fn note(title: &str, sentence: &str, width: u32) -> Scene {
    const LINE: f64 = 20.0;
    let width = clamped(width);
    let lines = paragraph(sentence, 14, f64::from(width - 32));
    let mut y = 48.0;
    let mut root = Vec::new();
    for line in lines {
        let at = (f64::from(width) / 2.0, y);
        root.push(Mark::text(at, Anchor::Middle, line, Class::of(Role::Note)));
        y += LINE;
    }
    Scene { title: title.to_owned(), width, height: ceil_units(y + 24.0), root }
}

fn clamped(width: u32) -> u32 {
    width.clamp(WIDTHS.0, WIDTHS.1)
}

/// Returns the width of a text at a size, in units.
fn text_width(text: &str, size: u32) -> f64 {
    f64::from(typography::width(text, size))
}

/// Rounds up to whole units.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the height of a scene"
)]
fn ceil_units(units: f64) -> u32 {
    units.ceil() as u32
}
