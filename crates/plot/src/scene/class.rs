//! What marks are for: a small vocabulary that styles are written against, and that does not change.

/// How many series differ in their colour, dash and marker; later ones begin anew.
pub const SERIES: u8 = 8;
/// How many shades a field of a heat map may have, from the palest.
pub const SHADES: u8 = 11;

/// What a mark is for, and whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// What it is for.
    pub role: Role,
    /// Whose it is.
    pub tint: Tint,
}

/// What a mark is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Marks that belong together.
    Group,
    /// The line that an axis is.
    Axis,
    /// A line across the plot at a tick.
    Grid,
    /// The text at a tick.
    Tick,
    /// What an axis or a column measures.
    Label,
    /// The name of a line, in its colour.
    Name,
    /// The name of a row or of a part, in ink.
    Row,
    /// A number that is printed.
    Value,
    /// A number on a field of a heat map.
    CellValue,
    /// A sentence in the place of a plot.
    Note,
    /// A curve.
    Line,
    /// The interval around a curve.
    Band,
    /// The interval around a point.
    Whisker,
    /// A point.
    Point,
    /// A curve that was not measured here.
    Reference,
    /// From a curve down to the axis, where it crosses a share.
    Drop,
    /// The interval of a number, on its axis.
    Extent,
    /// What a picture is headed by.
    Title,
    /// A bar, or a part of one.
    Bar,
    /// The lines on a part of a bar.
    Hatch,
    /// A field of a heat map.
    Cell,
    /// What a pointer meets in the place of something small. It is not seen.
    Target,
}

/// Whose a mark is, which gives it a colour, and a line its dash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// Nobody's.
    Plain,
    /// That of a series, from 0.
    Series(u8),
    /// That of a part of a whole, which has a class of its own such as `mode-followed`.
    Part(&'static str),
    /// A shade, from the palest: 0 to [`SHADES`] - 1.
    Shade(u8),
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

    /// The class in a style.
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
    /// The class in a style; nothing for nobody's.
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
    /// A mark that is nobody's.
    pub const fn of(role: Role) -> Self {
        Self { role, tint: Tint::Plain }
    }

    /// A mark of someone.
    pub const fn tinted(role: Role, tint: Tint) -> Self {
        Self { role, tint }
    }

    /// The classes in a style, parted by a blank: `line series-2`.
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
    fn classes_are_words_parted_by_a_blank() {
        assert_eq!(Class::of(Role::Axis).text(), "axis");
        assert_eq!(Class::tinted(Role::Line, Tint::Series(9)).text(), "line series-1");
        assert_eq!(Class::tinted(Role::Bar, Tint::Part("mode-slipped")).text(), "bar mode-slipped");
        assert_eq!(Class::tinted(Role::Cell, Tint::Shade(10)).text(), "cell shade-10");
        assert_eq!(Class::tinted(Role::Cell, Tint::Shade(99)).text(), "cell shade-10");
    }

    #[test]
    fn no_two_roles_have_one_name() {
        let mut names: Vec<&str> = Role::ALL.iter().map(|role| role.slug()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Role::ALL.len());
    }
}
