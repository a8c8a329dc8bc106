//! Charts: numbers and names in, a [`crate::Scene`] for a given width out.
//!
//! A chart knows no attempt and no model. Titles, sentences and tables stand outside of it.

mod axis;
mod bars;
mod dots;
mod duels;
mod facets;
mod heat;
mod legend;
mod lines;
mod marker;
mod panels;
mod scatter;
mod stacks;
mod thumbnail;

pub use self::axis::{Axis, Tick};
pub use self::bars::{Bars, Column, Quantity};
pub use self::dots::{Dot, Dots, End};
pub use self::duels::{Duel, Duels};
pub use self::facets::Facets;
pub use self::heat::{Field, Grid, Heat};
pub use self::lines::{Crossing, Lines, Point, Reference, Series};
pub use self::scatter::{Scatter, Spot};
pub use self::stacks::{Pile, Stack, Stacks};
pub use self::thumbnail::{THUMBNAIL_HEIGHT, THUMBNAIL_WIDTHS};

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
pub struct MarkInfo {
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

/// A text that is no wider than `room`. Where it would be, whole words are left out of it and dots stand for them, those in its middle first, since names
/// differ at their ends; only a word that has no room by itself is cut.
pub(crate) fn fitted(text: &str, size: u32, room: f64) -> String {
    if wide(text, size) <= room {
        return text.to_owned();
    }
    let words = words(text);
    let shortened = |(begin, end): (usize, usize)| {
        let (begin, end) = (words[..begin].concat(), words[words.len() - end..].concat());
        format!("{}…{end}", begin.trim_end_matches(is_between_words))
    };
    // Of as many words the begin has the larger part.
    let kept = (1..words.len()).rev().map(|kept| (kept.div_ceil(2), kept / 2));
    let mut shortened = kept.map(shortened);
    shortened
        .find(|shortened| wide(shortened, size) <= room)
        .unwrap_or_else(|| cut(words.first().copied().unwrap_or(""), size, room))
}

/// The words of a text, each with what is between it and the next one.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(is_between_words).unwrap_or(rest.len());
        let between = rest[word..].find(|character| !is_between_words(character));
        let (first, behind) = rest.split_at(between.map_or(rest.len(), |between| word + between));
        words.push(first);
        rest = behind;
    }
    words
}

/// Whether words end at a character: a blank, or what parts the words of a model's name.
const fn is_between_words(character: char) -> bool {
    matches!(character, ' ' | '\u{a0}' | '-' | '_' | '/' | ':' | '·')
}

/// The begin of a single word that has no room.
fn cut(word: &str, size: u32, room: f64) -> String {
    let count = word.chars().count();
    let begin = |kept: usize| word.chars().take(kept).chain(['…']).collect::<String>();
    (0..count).rev().map(begin).find(|cut| wide(cut, size) <= room).unwrap_or("…".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_whole_words() {
        assert_eq!(fitted("model-a", 13, 100.0), "model-a");
        let name = "a-model-with-a-long-name · answer only";
        for room in 30..260 {
            let room = f64::from(room);
            let short = fitted(name, 13, room);
            assert!(wide(&short, 13) <= room, "{short} in {room}");
            let (begin, end) = short.split_once('…').unwrap_or((name, ""));
            let is_whole =
                |rest: &str| rest.is_empty() || rest.starts_with(is_between_words) || rest == name;
            assert!(is_whole(&name[begin.len()..]), "{short} in {room}");
            let before = name.strip_suffix(end).unwrap_or("");
            assert!(end.is_empty() || before.ends_with(is_between_words), "{short} in {room}");
        }
        assert_eq!(fitted(name, 13, 190.0), "a-model…answer only");
        assert_eq!(fitted("wide", 13, 1.0), "…");
        assert_eq!(fitted("abcdefghijklmnop", 13, 60.0), "abcde…");
    }
}
