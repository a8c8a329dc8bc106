//! The colours, each in a light and in a dark page.

use super::colours::{ACCENT, CORRECT, INCORRECT, INK, Pair, SOFT, pair};
use crate::scene::{Class, Role, SERIES, SHADES, Tint};

/// The colours of series, and their dashes. A search maximised the distances between the colours,
/// above all between the first four, for readers with and without colour blindness. Each is
/// readable as text, and the two colours of a series have about the same hue.
const SERIES_LOOKS: [(Pair, &str); SERIES as usize] = [
    (ACCENT, ""),
    (pair("#8e6d01", "#e0bb45"), "7 3"),
    (pair("#074562", "#a0defd"), "2 3"),
    (pair("#5c340f", "#bc883a"), "9 3 2 3"),
    (pair("#a94b9e", "#e27094"), "4 2"),
    (pair("#367c5f", "#bbf59b"), "12 3"),
    (pair("#471193", "#9e74fa"), "2 2 6 2"),
    (pair("#505b24", "#94cb9c"), "1 4"),
];

/// A part of a whole: a failure mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its CSS class, such as `mode-followed`.
    pub class: &'static str,
    /// Its colour.
    pub colour: Pair,
    /// True if rising lines are on it.
    pub rising: bool,
    /// True if falling lines are on it.
    pub falling: bool,
}

const fn plain(class: &'static str, colour: Pair) -> Part {
    Part { class, colour, rising: false, falling: false }
}

// Colours that only the parts of a whole have, and nothing else on the page.
const PALE_GREEN: Pair = pair("#5a9c78", "#2f8a6d");
const PALE_RED: Pair = pair("#d2694a", "#d0603c");
const AMBER: Pair = pair("#b07c10", "#e0ac45");
const PALE_BLUE: Pair = pair("#6d86e8", "#5f7be0");
const VIOLET: Pair = pair("#8e2f86", "#e79be0");
const PALE_GREY: Pair = pair("#a39d92", "#6f6c67");

const fn hatched(part: Part, rising: bool, falling: bool) -> Part {
    Part { rising, falling, ..part }
}

/// All parts. Similar modes have one hue: correct ones green, lost references red, incorrect
/// arithmetic amber, the form of the work blue and violet, no work at all grey. Within a hue,
/// hatches differ.
pub const PARTS: [Part; 22] = [
    plain("mode-followed", CORRECT),
    hatched(plain("mode-folded", CORRECT), true, false),
    hatched(plain("mode-right-answer-wrong-procedure", PALE_GREEN), false, true),
    plain("mode-another-order", PALE_GREEN),
    plain("mode-lost-operand", INCORRECT),
    hatched(plain("mode-lost-operation", INCORRECT), true, false),
    hatched(plain("mode-lost-place", PALE_RED), false, true),
    plain("mode-slipped", AMBER),
    hatched(plain("mode-lost-precision", AMBER), true, false),
    hatched(plain("mode-lost-format", AMBER), false, true),
    plain("mode-under-executed", ACCENT),
    hatched(plain("mode-extra-steps", ACCENT), true, false),
    hatched(plain("mode-premature-answer", PALE_BLUE), false, true),
    plain("mode-self-corrected", VIOLET),
    hatched(plain("mode-talked-out", VIOLET), true, false),
    plain("mode-missing-answer", SOFT),
    hatched(plain("mode-truncated", SOFT), true, false),
    hatched(plain("mode-refused", SOFT), true, true),
    plain("mode-wrong-work-not-shown", PALE_GREY),
    hatched(plain("mode-unclear", PALE_GREY), true, false),
    hatched(plain("mode-unexplained", PALE_GREY), false, true),
    hatched(plain("mode-wrong-item", PALE_GREY), true, true),
];

/// The shades from the palest on, each with the text colour on it.
const SHADE_LOOKS: [(Pair, Pair); SHADES as usize] = [
    (pair("#eeece4", "#1e2027"), INK_ON_PALE),
    (pair("#e0e4f1", "#222737"), INK_ON_PALE),
    (pair("#cfd7f1", "#273047"), INK_ON_PALE),
    (pair("#bcc8f0", "#2c3957"), INK_ON_PALE),
    (pair("#a6b7ed", "#324369"), INK_ON_PALE),
    (pair("#8fa4e8", "#394e7d"), INK_ON_PALE),
    (pair("#556ecf", "#4f68a6"), INK_ON_STRONG_PALE),
    (pair("#4a63cc", "#708bcb"), INK_ON_STRONG),
    (pair("#3f59cb", "#87a0e2"), INK_ON_STRONG),
    (pair("#2f4bc2", "#9bb1f2"), INK_ON_STRONG),
    (pair("#2440b0", "#afc2fb"), INK_ON_STRONG),
];
const INK_ON_PALE: Pair = INK;
const INK_ON_STRONG_PALE: Pair = pair("#ffffff", "#ffffff");
const INK_ON_STRONG: Pair = pair("#ffffff", "#10131f");

/// Returns the part with a CSS class; `None` if there is none.
pub fn part(class: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.class == class)
}

/// Returns the colour of a tint.
pub(super) fn tinted(tint: Tint) -> Pair {
    match tint {
        Tint::Plain => SOFT,
        Tint::Series(series) => SERIES_LOOKS[usize::from(series % SERIES)].0,
        Tint::Part(class) => part(class).map_or(SOFT, |part| part.colour),
        Tint::Shade(shade) => SHADE_LOOKS[usize::from(shade.min(SHADES - 1))].0,
    }
}

/// Returns the text colour on a tint.
pub(super) fn on_shade(tint: Tint) -> Pair {
    match tint {
        Tint::Shade(shade) => SHADE_LOOKS[usize::from(shade.min(SHADES - 1))].1,
        _ => INK,
    }
}

/// Returns the dash pattern of a curve of a series; empty for other marks.
pub(super) const fn dash(class: Class) -> &'static str {
    match (class.role, class.tint) {
        (Role::Line, Tint::Series(series)) => SERIES_LOOKS[(series % SERIES) as usize].1,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::colours::{EDGE, PAPER};
    use crate::theme::contrast::{both, luminance};

    #[test]
    fn texts_and_lines_have_enough_contrast_on_paper() {
        for text in [INK, SOFT].into_iter().chain(SERIES_LOOKS.map(|(colour, _)| colour)) {
            assert!(both(text, PAPER) >= 4.5, "{text:?}: {}", both(text, PAPER));
        }
        assert!(both(EDGE, PAPER) >= 3.0);
        for part in PARTS {
            assert!(both(part.colour, PAPER) >= 2.5, "{part:?}: {}", both(part.colour, PAPER));
        }
    }

    #[test]
    fn numbers_on_shades_have_enough_contrast() {
        for (shade, ink) in SHADE_LOOKS {
            assert!(both(ink, shade) >= 4.5, "{shade:?} {ink:?}: {}", both(ink, shade));
        }
        let light = SHADE_LOOKS.map(|(shade, _)| luminance(shade.light));
        let dark = SHADE_LOOKS.map(|(shade, _)| luminance(shade.dark));
        assert!(light.is_sorted_by(|a, b| a > b) && dark.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn parts_and_series_look_different() {
        for (at, first) in PARTS.iter().enumerate() {
            for second in &PARTS[at + 1..] {
                let alike = |first: &Part| (first.colour, first.rising, first.falling);
                let kinds = (first.class.split('-').next(), second.class.split('-').next());
                assert!(
                    kinds.0 != kinds.1 || alike(first) != alike(second),
                    "{first:?} {second:?}"
                );
            }
        }
        for (at, first) in SERIES_LOOKS.iter().enumerate() {
            assert!(
                SERIES_LOOKS[at + 1..]
                    .iter()
                    .all(|second| first.0 != second.0 && first.1 != second.1)
            );
        }
    }
}
