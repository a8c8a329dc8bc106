//! The roles of marks: a small, stable vocabulary for styles.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::theme::part;

/// The number of series with different colours, dashes and markers; later series repeat the first
/// ones.
pub const SERIES: u8 = 8;
/// The number of shades of a heat map, from the palest.
pub const SHADES: u8 = 11;

/// The role of a mark and its tint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The role, which determines the widths, sizes and opacity of the mark.
    pub role: Role,
    /// The tint, which determines the colour, and the dashes of a line.
    pub tint: Tint,
}

/// The role of a mark in a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Marks that belong together.
    Group,
    /// The line of an axis.
    Axis,
    /// A line across the plot at a tick.
    Grid,
    /// The text at a tick.
    Tick,
    /// The label of an axis or a column.
    Label,
    /// The name of a line, in its colour.
    Name,
    /// The name of a row or of a part, in ink.
    Row,
    /// A printed number.
    Value,
    /// A number on a cell of a heat map.
    CellValue,
    /// A sentence in place of a plot.
    Note,
    /// A curve.
    Line,
    /// The interval around a curve.
    Band,
    /// The interval around a point.
    Whisker,
    /// A point.
    Point,
    /// A curve from another source, such as a study.
    Reference,
    /// A line from a curve down to the axis, at the crossing of a share.
    Drop,
    /// The interval of a number, on its axis.
    Extent,
    /// The title of a picture.
    Title,
    /// A bar, or a part of one.
    Bar,
    /// The lines on a part of a bar.
    Hatch,
    /// A cell of a heat map.
    Cell,
    /// An invisible pointer target for a small mark.
    Target,
}

/// The series, part or shade of a mark. It defines the colour, and the dashes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "TintMessage")]
pub enum Tint {
    /// No tint; the mark has the colour of secondary text if its role has no fixed colour.
    Plain,
    /// A series, from 0.
    Series(u8),
    /// A part of a whole, with a class such as `mode-followed`. Only those of
    /// [`PARTS`](crate::PARTS) can be read from a message.
    Part(&'static str),
    /// A shade, from the palest: 0 to [`SHADES`] - 1.
    Shade(u8),
}

/// The message form of a [`Tint`].
#[derive(Serialize, Deserialize)]
enum TintMessage {
    Plain,
    Series(u8),
    Part(Cow<'static, str>),
    Shade(u8),
}

impl From<Tint> for TintMessage {
    fn from(tint: Tint) -> Self {
        match tint {
            Tint::Plain => Self::Plain,
            Tint::Series(series) => Self::Series(series),
            Tint::Part(class) => Self::Part(class.into()),
            Tint::Shade(shade) => Self::Shade(shade),
        }
    }
}

impl<'de> Deserialize<'de> for Tint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match TintMessage::deserialize(deserializer)? {
            TintMessage::Plain => Self::Plain,
            TintMessage::Series(series) => Self::Series(series),
            TintMessage::Part(class) => {
                let part = part(&class).ok_or_else(|| Error::custom("an unknown part of a figure"));
                Self::Part(part?.class)
            }
            TintMessage::Shade(shade) => Self::Shade(shade),
        })
    }
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 22] = [
        Self::Group,
        Self::Axis,
        Self::Grid,
        Self::Tick,
        Self::Label,
        Self::Name,
        Self::Row,
        Self::Value,
        Self::CellValue,
        Self::Note,
        Self::Line,
        Self::Band,
        Self::Whisker,
        Self::Point,
        Self::Reference,
        Self::Drop,
        Self::Extent,
        Self::Title,
        Self::Bar,
        Self::Hatch,
        Self::Cell,
        Self::Target,
    ];

    /// Returns the CSS class of the role, such as `cell-value`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Axis => "axis",
            Self::Grid => "grid",
            Self::Tick => "tick",
            Self::Label => "label",
            Self::Name => "name",
            Self::Row => "row",
            Self::Value => "value",
            Self::CellValue => "cell-value",
            Self::Note => "note",
            Self::Line => "line",
            Self::Band => "band",
            Self::Whisker => "whisker",
            Self::Point => "point",
            Self::Reference => "reference",
            Self::Drop => "drop",
            Self::Extent => "extent",
            Self::Title => "title",
            Self::Bar => "bar",
            Self::Hatch => "hatch",
            Self::Cell => "cell",
            Self::Target => "target",
        }
    }
}

impl Tint {
    /// Returns the CSS class; `None` for the default tint.
    pub fn slug(self) -> Option<String> {
        match self {
            Self::Plain => None,
            Self::Series(series) => Some(format!("series-{}", series % SERIES)),
            Self::Part(name) => Some(name.to_owned()),
            Self::Shade(shade) => Some(format!("shade-{}", shade.min(SHADES - 1))),
        }
    }
}

impl Class {
    /// Returns a class with the default tint.
    pub const fn of(role: Role) -> Self {
        Self { role, tint: Tint::Plain }
    }

    /// Returns a class with a tint.
    pub const fn tinted(role: Role, tint: Tint) -> Self {
        Self { role, tint }
    }

    /// Returns the CSS class names, separated by a space: `line series-2`.
    pub fn text(self) -> String {
        match self.tint.slug() {
            Some(tint) => format!("{} {tint}", self.role.slug()),
            None => self.role.slug().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_words_separated_by_spaces() {
        assert_eq!(Class::of(Role::Axis).text(), "axis");
        assert_eq!(Class::tinted(Role::Line, Tint::Series(9)).text(), "line series-1");
        assert_eq!(Class::tinted(Role::Bar, Tint::Part("mode-slipped")).text(), "bar mode-slipped");
        assert_eq!(Class::tinted(Role::Cell, Tint::Shade(10)).text(), "cell shade-10");
        assert_eq!(Class::tinted(Role::Cell, Tint::Shade(99)).text(), "cell shade-10");
    }

    #[test]
    fn names_of_roles_are_unique() {
        let mut names: Vec<&str> = Role::ALL.iter().map(|role| role.slug()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Role::ALL.len());
    }
}
