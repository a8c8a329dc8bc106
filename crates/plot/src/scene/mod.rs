//! A figure as a tree of marks: the small part of SVG that a page makes elements of, and that can be written as a file.
//!
//! Measures are whole tenths of a unit, so that no print of one depends on a machine's floats. Colours and lines are not in the tree: a
//! [`Class`] says what a mark is for, and a page's style or a [`crate::Theme`] says how such marks look.

mod class;
mod outline;
mod picture;
mod svg;

pub use self::class::{Class, Role, SERIES, SHADES, Tint};
pub use self::outline::{hatch, polygon, polyline};

/// A length or a place in tenths of a unit. A unit is a CSS pixel where a scene is shown at its own size.
pub type Tenths = i32;

/// The nearest tenth of a number of units; 0 for what is no number.
#[expect(clippy::cast_possible_truncation, reason = "what is too large ends at the largest")]
pub fn tenths(units: f64) -> Tenths {
    (units * 10.0 + 0.5).floor() as Tenths
}

/// A figure's marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// What a reader who does not see it is told that it is.
    pub title: String,
    /// Its width in units.
    pub width: u32,
    /// Its height in units.
    pub height: u32,
    /// The marks, from the one that is drawn first.
    pub root: Vec<Mark>,
}

/// A mark, or a group of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What is drawn.
    pub shape: Shape,
    /// What it is for.
    pub class: Class,
    /// What is said of it where someone asks: a tooltip, and the name for those who do not see it. May be empty.
    pub title: String,
    /// What a page is to know of it, by name. In a page it becomes a `data-` attribute; files do not have it.
    pub data: Vec<(&'static str, String)>,
}

/// What is drawn. All places are from the upper left corner of the scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Several marks.
    Group(Vec<Mark>),
    /// A path, in units as SVG writes it.
    Path(String),
    /// A straight line: across and down, from the first place to the second.
    Line([Tenths; 4]),
    /// A rectangle: across, down, width, height.
    Rect([Tenths; 4]),
    /// A circle: across and down of its centre, radius.
    Circle([Tenths; 3]),
    /// A text on one line.
    Text {
        /// Across and down of its base line.
        at: [Tenths; 2],
        /// What stands there.
        anchor: Anchor,
        /// What it says.
        text: String,
    },
}

/// Which part of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// Its begin.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// The word in SVG.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Mark {
    /// A mark of which there is nothing more to say.
    pub const fn new(shape: Shape, class: Class) -> Self {
        Self { shape, class, title: String::new(), data: Vec::new() }
    }

    /// A group.
    pub const fn group(marks: Vec<Self>) -> Self {
        Self::new(Shape::Group(marks), Class::of(Role::Group))
    }

    /// A straight line between two places in units.
    pub fn line(from: (f64, f64), to: (f64, f64), class: Class) -> Self {
        Self::new(Shape::Line([from.0, from.1, to.0, to.1].map(tenths)), class)
    }

    /// A rectangle in units, whose right and lower edges are rounded as places and not as lengths, so that neighbours meet.
    pub fn rect(left: f64, top: f64, right: f64, bottom: f64, class: Class) -> Self {
        let [left, top, right, bottom] = [left, top, right, bottom].map(tenths);
        Self::new(Shape::Rect([left, top, (right - left).max(0), (bottom - top).max(0)]), class)
    }

    /// A text whose anchor stands at a place in units.
    pub fn text(at: (f64, f64), anchor: Anchor, text: impl Into<String>, class: Class) -> Self {
        Self::new(
            Shape::Text { at: [tenths(at.0), tenths(at.1)], anchor, text: text.into() },
            class,
        )
    }

    /// The mark with what is said of it and what a page is to know.
    #[must_use]
    pub fn info(mut self, title: &str, data: &[(&'static str, String)]) -> Self {
        title.clone_into(&mut self.title);
        data.clone_into(&mut self.data);
        self
    }
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
    fn numbers_are_printed_without_noise() {
        let print = |units: f64| {
            let mut text = String::new();
            push_units(&mut text, tenths(units));
            text
        };
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
    fn neighbouring_rectangles_meet() {
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
