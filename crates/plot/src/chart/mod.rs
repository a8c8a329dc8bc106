//! Charts: numbers and names in, a [`crate::Scene`] for a given width out.
//!
//! A chart knows no attempt and no model. Titles, sentences and tables stand outside of it.

mod axis;
mod bars;
mod dots;
mod duels;
mod heat;
mod legend;
mod lines;
mod marker;
mod scatter;
mod stacks;

pub use self::axis::{Axis, Tick};
pub use self::bars::{Bars, Column, Quantity};
pub use self::dots::{Dot, Dots, End};
pub use self::duels::{Duel, Duels};
pub use self::heat::{Field, Heat};
pub use self::lines::{Lines, Point, Reference, Series, Uncertainty};
pub use self::scatter::{Scatter, Spot};
pub use self::stacks::{Stack, Stacks};

use crate::scene::{Anchor, Class, Mark, Role, Scene};
use crate::typography;

/// The narrowest and the widest scene; other widths are taken for the nearest of these.
pub const WIDTHS: (u32, u32) = (280, 1_600);
/// From this width on names stand beside what they name.
const ROOMY: u32 = 480;
/// The sizes of texts, as the style has them.
const SMALL: u32 = 12;
const NAME: u32 = 13;

/// What a mark of a chart says: its tooltip, and what a page is to know of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// What is said of it.
    pub title: String,
    /// What a page is to know, by name.
    pub data: Vec<(&'static str, String)>,
}

/// A sentence in the place of a plot: why there is none.
pub fn note(title: &str, sentence: &str, width: u32) -> Scene {
    const LINE: f64 = 20.0;
    let width = clamped(width);
    let lines = typography::lines(sentence, 14, width - 32);
    let mut y = 48.0;
    let mut root = Vec::new();
    for line in lines {
        let at = (f64::from(width) / 2.0, y);
        root.push(Mark::text(at, Anchor::Middle, &sentence[line], Class::of(Role::Note)));
        y += LINE;
    }
    Scene { title: title.to_owned(), width, height: whole(y + 24.0), root }
}

fn clamped(width: u32) -> u32 {
    width.clamp(WIDTHS.0, WIDTHS.1)
}

/// The width of a text at a size, in units.
fn wide(text: &str, size: u32) -> f64 {
    f64::from(typography::width(text, size))
}

/// The next whole number of units.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the height of a scene"
)]
fn whole(units: f64) -> u32 {
    units.ceil() as u32
}

/// A text that is no wider than `room`: where it is, what is left out of its middle is marked by dots, since names differ at their ends.
fn fitted(text: &str, size: u32, room: f64) -> String {
    if wide(text, size) <= room {
        return text.to_owned();
    }
    let characters: Vec<char> = text.chars().collect();
    let shortened = |kept: usize| {
        let begin: String = characters[..kept.div_ceil(2)].iter().collect();
        let end: String = characters[characters.len() - kept / 2..].iter().collect();
        format!("{}…{}", begin.trim_end(), end.trim_start())
    };
    let fits = |kept: &usize| wide(&shortened(*kept), size) <= room;
    (0..characters.len()).rev().find(fits).map_or("…".to_owned(), shortened)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(fitted("model-a", 13, 100.0), "model-a");
        let short = fitted("a-model-with-a-long-name · trace", 13, 120.0);
        assert!(short.starts_with("a-mod") && short.ends_with("trace"), "{short}");
        assert!(wide(&short, 13) <= 120.0);
        assert_eq!(fitted("wide", 13, 1.0), "…");
    }
}
