//! The drawing style of each kind of mark, except for its tint.

use super::colours::{EDGE, INK, LINE, Pair, SOFT};
use crate::scene::Role;

/// The source of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// No colour.
    None,
    /// Always this colour.
    Fixed(Pair),
    /// The colour of the series, the part or the shade.
    Tint,
    /// The text colour on the shade.
    OnShade,
    /// The colour of the background.
    Behind,
}

/// The drawing style of a kind of mark. Empty fields are not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Brush {
    pub(super) fill: Ink,
    pub(super) fill_opacity: &'static str,
    pub(super) stroke: Ink,
    pub(super) stroke_width: &'static str,
    pub(super) stroke_opacity: &'static str,
    pub(super) dash: &'static str,
    pub(super) font_size: &'static str,
    pub(super) font_weight: &'static str,
}

impl Brush {
    const NOTHING: Self = Self {
        fill: Ink::None,
        fill_opacity: "",
        stroke: Ink::None,
        stroke_width: "",
        stroke_opacity: "",
        dash: "",
        font_size: "",
        font_weight: "",
    };

    const fn filled(fill: Ink) -> Self {
        Self { fill, ..Self::NOTHING }
    }

    const fn drawn(stroke: Ink, stroke_width: &'static str) -> Self {
        Self { stroke, stroke_width, ..Self::NOTHING }
    }

    const fn written(fill: Ink, font_size: &'static str, font_weight: &'static str) -> Self {
        Self { fill, font_size, font_weight, ..Self::NOTHING }
    }

    /// Returns whether there is nothing to set.
    pub(super) fn is_empty(self) -> bool {
        self == Self::NOTHING
    }
}

/// Returns the drawing style of a kind of mark. Sizes of texts are those that layouts measure with.
pub(super) const fn brush(role: Role) -> Brush {
    match role {
        Role::Group => Brush::NOTHING,
        Role::Axis => Brush::drawn(Ink::Fixed(EDGE), "1"),
        Role::Grid => Brush::drawn(Ink::Fixed(LINE), "1"),
        Role::Tick | Role::Label => Brush::written(Ink::Fixed(SOFT), "12", ""),
        Role::Name => Brush::written(Ink::Tint, "13", "600"),
        Role::Row => Brush::written(Ink::Fixed(INK), "13", ""),
        Role::Value => Brush::written(Ink::Fixed(INK), "12", ""),
        Role::CellValue => Brush::written(Ink::OnShade, "12", ""),
        Role::Note => Brush::written(Ink::Fixed(SOFT), "14", ""),
        Role::Line => Brush::drawn(Ink::Tint, "2"),
        Role::Band => Brush { fill_opacity: "0.13", ..Brush::filled(Ink::Tint) },
        Role::Whisker => Brush { stroke_opacity: "0.65", ..Brush::drawn(Ink::Tint, "1.5") },
        Role::Point => {
            Brush { stroke: Ink::Behind, stroke_width: "1.2", ..Brush::filled(Ink::Tint) }
        }
        Role::Reference => Brush { dash: "5 4", ..Brush::drawn(Ink::Fixed(SOFT), "1.5") },
        Role::Drop => Brush { dash: "1.5 3", ..Brush::drawn(Ink::Fixed(INK), "1.2") },
        Role::Extent => Brush { stroke_opacity: "0.55", ..Brush::drawn(Ink::Fixed(SOFT), "4") },
        Role::Title => Brush::written(Ink::Fixed(INK), "16", "600"),
        Role::Bar | Role::Cell => Brush::filled(Ink::Tint),
        Role::Hatch => Brush::drawn(Ink::Behind, "1.4"),
        Role::Target => Brush { fill_opacity: "0", ..Brush::filled(Ink::Behind) },
    }
}
