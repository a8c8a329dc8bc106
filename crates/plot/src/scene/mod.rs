//! A figure as a tree of marks: a small part of SVG, which the page turns into elements and which
//! can be written to a file.
//!
//! Measures are whole tenths of a unit, so that their text does not depend on a machine's floats.
//! The tree has no colours: a [`Class`] names the role of a mark, and the style of the page or a
//! [`crate::Theme`] defines its look.

mod class;
mod outline;
mod picture;
mod svg;

pub use self::class::{Class, Role, SERIES, SHADES, Tint};
pub use self::outline::{hatch, polygon, polyline};

use std::cell::Cell;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The deepest nesting of groups that is read from a message. Deeper nesting could overflow the
/// stack.
const MAX_NESTED: u32 = 64;

/// A length or a position in tenths of a unit. A unit is a CSS pixel if a scene is shown at its
/// natural size.
pub type Tenths = i32;

/// Rounds a number of units to the nearest tenth; 0 for NaN.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
pub fn tenths(units: f64) -> Tenths {
    (units * 10.0 + 0.5).floor() as Tenths
}

/// The marks of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The accessible name.
    pub title: String,
    /// Its width in units.
    pub width: u32,
    /// Its height in units.
    pub height: u32,
    /// The marks, from the one that is drawn first.
    pub root: Vec<Mark>,
}

/// A mark, or a group of marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The shape with its position.
    pub shape: Shape,
    /// The role and the tint of the mark, which define its look.
    pub class: Class,
    /// The tooltip and accessible name; may be empty.
    pub title: String,
    /// The filter that selects the attempts of this mark in a page; may be empty. Files do not have
    /// it.
    pub filter: String,
}

/// A shape. All positions are measured from the upper left corner of the scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Several marks.
    Group(#[serde(deserialize_with = "read_group")] Vec<Mark>),
    /// A path, in units as SVG writes it.
    Path(String),
    /// A straight line: x and y of one end, then x and y of the other.
    Line([Tenths; 4]),
    /// A rectangle: x and y of its upper left corner, width, height.
    Rect([Tenths; 4]),
    /// A circle: x and y of its centre, radius.
    Circle([Tenths; 3]),
    /// A text on one line.
    Text {
        /// The position of the anchor: x, and y of the base line.
        at: [Tenths; 2],
        /// The part of the text that is at this position.
        anchor: Anchor,
        /// The text.
        text: String,
    },
}

thread_local! {
    /// The number of groups that are being read, each within the one before.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// Reads the marks of a group. A group that is nested too deeply is an error.
fn read_group<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Mark>, D::Error> {
    let nested = NESTED.get();
    if nested >= MAX_NESTED {
        return Err(D::Error::custom("groups of marks are nested too deeply"));
    }
    NESTED.set(nested + 1);
    let marks = Vec::deserialize(deserializer);
    NESTED.set(nested);
    marks
}

/// The part of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// Returns the word in SVG.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Mark {
    /// Returns a mark without a title and a filter.
    pub const fn new(shape: Shape, class: Class) -> Self {
        Self { shape, class, title: String::new(), filter: String::new() }
    }

    /// Returns a group of marks.
    pub const fn group(marks: Vec<Self>) -> Self {
        Self::new(Shape::Group(marks), Class::of(Role::Group))
    }

    /// Returns a straight line between two positions in units.
    pub fn line(from: (f64, f64), to: (f64, f64), class: Class) -> Self {
        Self::new(Shape::Line([from.0, from.1, to.0, to.1].map(tenths)), class)
    }

    /// Returns a rectangle in units. Its right and lower edges are rounded as positions, not as
    /// lengths, so that neighbours meet.
    pub fn rect(left: f64, top: f64, right: f64, bottom: f64, class: Class) -> Self {
        let [left, top, right, bottom] = [left, top, right, bottom].map(tenths);
        Self::new(Shape::Rect([left, top, (right - left).max(0), (bottom - top).max(0)]), class)
    }

    /// Returns a text whose anchor is at a position in units.
    pub fn text(at: (f64, f64), anchor: Anchor, text: impl Into<String>, class: Class) -> Self {
        Self::new(
            Shape::Text { at: [tenths(at.0), tenths(at.1)], anchor, text: text.into() },
            class,
        )
    }

    /// Returns the mark with a title and a filter.
    #[must_use]
    pub fn info(mut self, title: &str, filter: &str) -> Self {
        title.clone_into(&mut self.title);
        filter.clone_into(&mut self.filter);
        self
    }
}

/// Returns a number of tenths as a number of units. It needs no floats, whose formatting would add
/// 12 kB to a module.
pub fn units(tenths: Tenths) -> String {
    let mut text = String::new();
    push_units(&mut text, tenths);
    text
}

/// Writes a number of tenths as a number of units.
fn push_units(text: &mut String, tenths: Tenths) {
    if tenths < 0 {
        text.push('-');
    }
    let size = tenths.unsigned_abs();
    text.push_str(&(size / 10).to_string());
    if !size.is_multiple_of(10) {
        text.push('.');
        text.push_str(&(size % 10).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_rounded_and_finite() {
        let print = |number: f64| units(tenths(number));
        for (units, printed) in [
            (0.1 + 0.2, "0.3"),
            (12.0, "12"),
            (-0.04, "0"),
            (-0.26, "-0.3"),
            (-12.5, "-12.5"),
            (f64::NAN, "0"),
            (f64::INFINITY, "214748364.7"),
        ] {
            assert_eq!(print(units), printed, "{units}");
        }
    }

    #[test]
    fn neighbouring_rectangles_share_an_edge() {
        let class = Class::of(Role::Bar);
        let edges = |left: f64, right: f64| match Mark::rect(left, 0.0, right, 1.0, class).shape {
            Shape::Rect([x, _, width, _]) => (x, x + width),
            _ => unreachable!("a rectangle"),
        };
        for part in 1..50 {
            let at = f64::from(part) / 7.0;
            assert_eq!(edges(0.0, at).1, edges(at, 9.0).0);
        }
    }
}
