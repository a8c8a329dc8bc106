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
pub(super) struct MarkStyle {
    pub(super) fill: Ink,
    pub(super) fill_opacity: &'static str,
    pub(super) stroke: Ink,
    pub(super) stroke_width: &'static str,
    pub(super) stroke_opacity: &'static str,
    pub(super) dash: &'static str,
    pub(super) font_size: &'static str,
    pub(super) font_weight: &'static str,
}

impl MarkStyle {
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

/// Returns the drawing style of a kind of mark. Layouts measure texts at these sizes.
pub(super) const fn mark_style(role: Role) -> MarkStyle {
    match role {
        Role::Group => MarkStyle::NOTHING,
        Role::Axis => MarkStyle::drawn(Ink::Fixed(EDGE), "1"),
        Role::Grid => MarkStyle::drawn(Ink::Fixed(LINE), "1"),
        Role::Tick | Role::Label => MarkStyle::written(Ink::Fixed(SOFT), "12", ""),
        Role::Name => MarkStyle::written(Ink::Tint, "13", "600"),
        Role::Row => MarkStyle::written(Ink::Fixed(INK), "13", ""),
        Role::Value => MarkStyle::written(Ink::Fixed(INK), "12", ""),
        Role::CellValue => MarkStyle::written(Ink::OnShade, "12", ""),
        Role::Note => MarkStyle::written(Ink::Fixed(SOFT), "14", ""),
        Role::Line => MarkStyle::drawn(Ink::Tint, "2"),
        Role::Band => MarkStyle { fill_opacity: "0.13", ..MarkStyle::filled(Ink::Tint) },
        Role::Whisker => MarkStyle { stroke_opacity: "0.65", ..MarkStyle::drawn(Ink::Tint, "1.5") },
        Role::Point => {
            MarkStyle { stroke: Ink::Behind, stroke_width: "1.2", ..MarkStyle::filled(Ink::Tint) }
        }
        Role::Reference => MarkStyle { dash: "5 4", ..MarkStyle::drawn(Ink::Fixed(SOFT), "1.5") },
        Role::Drop => MarkStyle { dash: "1.5 3", ..MarkStyle::drawn(Ink::Fixed(INK), "1.2") },
        Role::Extent => {
            MarkStyle { stroke_opacity: "0.55", ..MarkStyle::drawn(Ink::Fixed(SOFT), "4") }
        }
        Role::Title => MarkStyle::written(Ink::Fixed(INK), "16", "600"),
        Role::Bar | Role::Cell => MarkStyle::filled(Ink::Tint),
        Role::Hatch => MarkStyle::drawn(Ink::Behind, "1.4"),
        Role::Target => MarkStyle { fill_opacity: "0", ..MarkStyle::filled(Ink::Behind) },
    }
}
