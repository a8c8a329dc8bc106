//! Legends: names with a sample each, in rows below a plot or in a column next to it.

use super::marker::marker;
use super::names::Name;
use super::{NAME, text_width};
use crate::scene::{Anchor, Class, Mark, Role, Shape, Tint, hatch};
use crate::theme::part;

/// The kind of sample next to a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sample {
    /// A piece of a curve with its marker.
    Curve,
    /// A marker only.
    Marker,
    /// A piece of a curve from another source, such as a study.
    Reference,
    /// A filled square with the hatch of its part.
    Swatch,
}

/// A name and its sample.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) text: String,
    pub(super) tint: Tint,
    pub(super) sample: Sample,
}

const ROW: f64 = 21.0;
const APART: f64 = 18.0;
/// The gap between a sample and its name.
const CLEAR: f64 = 7.0;
/// The maximum number of lines of a name.
const LINES: usize = 3;

impl Sample {
    const fn width(self) -> f64 {
        match self {
            Self::Curve | Self::Reference => 28.0,
            Self::Marker | Self::Swatch => 14.0,
        }
    }
}

/// Draws names in rows from a position on, no wider than `room`. Also returns the lower end.
pub(super) fn rows(entries: &[Entry], (left, top): (f64, f64), room: f64) -> (Vec<Mark>, f64) {
    let (mut x, mut y, mut height) = (left, top, ROW);
    let mut marks = Vec::new();
    for entry in entries {
        let name = entry.name(room);
        let needed = entry.before() + name.width(NAME);
        if x > left && x + needed > left + room {
            x = left;
            y += height;
            height = ROW;
        }
        height = height.max(ROW + name.extra_height());
        marks.extend(entry.marks(&name, (x, y)));
        x += needed + APART;
    }
    (marks, if entries.is_empty() { top } else { y + height })
}

/// Draws names below each other from a position on. Also returns the lower end.
pub(super) fn column(entries: &[Entry], (left, top): (f64, f64), room: f64) -> (Vec<Mark>, f64) {
    let mut y = top;
    let mut marks = Vec::new();
    for entry in entries {
        let name = entry.name(room);
        marks.extend(entry.marks(&name, (left, y)));
        y += ROW + name.extra_height();
    }
    (marks, y)
}

/// Returns the width of a column of names.
pub(super) fn column_width(entries: &[Entry]) -> f64 {
    let width = |entry: &Entry| entry.before() + text_width(&entry.text, NAME);
    entries.iter().map(width).fold(0.0, f64::max)
}

/// Returns the height of a column of names.
pub(super) fn column_height(entries: &[Entry]) -> f64 {
    ROW * u32::try_from(entries.len()).map_or(0.0, f64::from)
}

impl Entry {
    /// Returns the distance from the left edge to the name.
    const fn before(&self) -> f64 {
        self.sample.width() + CLEAR
    }

    fn name(&self, room: f64) -> Name {
        Name::new(&self.text, NAME, room - self.before(), LINES)
    }

    fn marks(&self, name: &Name, (x, y): (f64, f64)) -> Vec<Mark> {
        let middle = y + ROW / 2.0;
        let width = self.sample.width();
        let mut marks = match self.sample {
            Sample::Curve => vec![
                Mark::line((x, middle), (x + width, middle), Class::tinted(Role::Line, self.tint)),
                marker((x + width / 2.0, middle), 3.6, self.tint),
            ],
            Sample::Marker => vec![marker((x + width / 2.0, middle), 4.0, self.tint)],
            Sample::Reference => {
                vec![Mark::line((x, middle), (x + width, middle), Class::of(Role::Reference))]
            }
            Sample::Swatch => bar([x, middle - 6.5, x + 13.0, middle + 6.5], self.tint),
        };
        let at = (x + self.before(), middle + 4.5);
        marks.extend(name.marks(at, Anchor::Start, Class::of(Role::Row)));
        marks
    }
}

/// Draws a piece of a bar (left, top, right, bottom) with the hatch of its part.
pub(super) fn bar(edges: [f64; 4], tint: Tint) -> Vec<Mark> {
    let [left, top, right, bottom] = edges;
    let mut marks = vec![Mark::rect(left, top, right, bottom, Class::tinted(Role::Bar, tint))];
    if let Tint::Part(class) = tint
        && let Some(part) = part(class)
        && (part.rising || part.falling)
    {
        let path = hatch(edges, part.rising, part.falling);
        if !path.is_empty() {
            marks.push(Mark::new(Shape::Path(path), Class::of(Role::Hatch)));
        }
    }
    marks
}
