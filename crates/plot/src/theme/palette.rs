//! The colours, each in a light and in a dark page.

use crate::scene::{Class, Role, SERIES, SHADES, Tint};

/// A colour on light paper and the one that stands for it on dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// On light paper.
    pub light: &'static str,
    /// On dark.
    pub dark: &'static str,
}

const fn pair(light: &'static str, dark: &'static str) -> Pair {
    Pair { light, dark }
}

/// The page's own colours, as in `style/tokens.css`.
pub(super) const PAPER: Pair = pair("#faf9f5", "#131418");
pub(super) const INK: Pair = pair("#1c1b1a", "#ece9e2");
pub(super) const SOFT: Pair = pair("#5f5b54", "#a7a29a");
pub(super) const LINE: Pair = pair("#e2ded3", "#2c2e35");
pub(super) const EDGE: Pair = pair("#8d887f", "#6f6c67");

/// The colours of series, and their dashes. Neighbours differ in lightness too, so that they stay apart where hues do not.
const SERIES_LOOKS: [(Pair, &str); SERIES as usize] = [
    (pair("#2a48c8", "#8ea6ff"), ""),
    (pair("#b8470b", "#ff9a63"), "7 3"),
    (pair("#0b6e5f", "#4cc2ac"), "2 3"),
    (pair("#8e2f86", "#e79be0"), "9 3 2 3"),
    (pair("#7d5a00", "#e0ac45"), "4 2"),
    (pair("#1b6f9c", "#74c4ef"), "12 3"),
    (pair("#b01f50", "#ff8fb3"), "2 2 6 2"),
    (pair("#4a4f5a", "#bcc2cd"), "1 4"),
];

/// A part of a whole: a failure mode, or how much of a procedure was executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its class in a style.
    pub class: &'static str,
    /// Its colour.
    pub colour: Pair,
    /// Whether rising lines are on it.
    pub rising: bool,
    /// Whether falling lines are on it.
    pub falling: bool,
}

const fn plain(class: &'static str, light: &'static str, dark: &'static str) -> Part {
    Part { class, colour: pair(light, dark), rising: false, falling: false }
}

const fn hatched(part: Part, rising: bool, falling: bool) -> Part {
    Part { rising, falling, ..part }
}

/// All parts. Modes that are alike have one hue: right ones green, lost references red, wrong arithmetic amber, the form of the work blue and violet, no
/// work at all grey. Within a hue hatches tell them apart.
pub const PARTS: [Part; 23] = [
    plain("mode-followed", "#0b6e5f", "#4cc2ac"),
    hatched(plain("mode-folded", "#0b6e5f", "#4cc2ac"), true, false),
    hatched(plain("mode-right-answer-wrong-procedure", "#5a9c78", "#2f8a6d"), false, true),
    plain("mode-lost-operand", "#b5330f", "#ff8a66"),
    hatched(plain("mode-lost-operation", "#b5330f", "#ff8a66"), true, false),
    hatched(plain("mode-lost-place", "#d2694a", "#d0603c"), false, true),
    plain("mode-slipped", "#b07c10", "#e0ac45"),
    hatched(plain("mode-lost-precision", "#b07c10", "#e0ac45"), true, false),
    hatched(plain("mode-lost-format", "#b07c10", "#e0ac45"), false, true),
    plain("mode-under-executed", "#2a48c8", "#8ea6ff"),
    hatched(plain("mode-extra-steps", "#2a48c8", "#8ea6ff"), true, false),
    hatched(plain("mode-premature-answer", "#6d86e8", "#5f7be0"), false, true),
    plain("mode-self-corrected", "#8e2f86", "#e79be0"),
    hatched(plain("mode-talked-out", "#8e2f86", "#e79be0"), true, false),
    plain("mode-missing-answer", "#5f5b54", "#a7a29a"),
    hatched(plain("mode-truncated", "#5f5b54", "#a7a29a"), true, false),
    hatched(plain("mode-refused", "#5f5b54", "#a7a29a"), true, true),
    plain("mode-wrong-work-not-shown", "#a39d92", "#6f6c67"),
    hatched(plain("mode-unexplained", "#a39d92", "#6f6c67"), false, true),
    hatched(plain("mode-wrong-item", "#a39d92", "#6f6c67"), true, true),
    plain("executed-exact", "#0b6e5f", "#4cc2ac"),
    hatched(plain("executed-under", "#2a48c8", "#8ea6ff"), true, false),
    hatched(plain("executed-over", "#b07c10", "#e0ac45"), false, true),
];

/// Shades from few to many, and what is read on each.
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
const INK_ON_PALE: Pair = pair("#1c1b1a", "#ece9e2");
const INK_ON_STRONG_PALE: Pair = pair("#ffffff", "#ffffff");
const INK_ON_STRONG: Pair = pair("#ffffff", "#10131f");

/// The part of that class.
pub fn part(class: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.class == class)
}

/// The colour of a tint.
pub(super) fn tinted(tint: Tint) -> Pair {
    match tint {
        Tint::Plain => SOFT,
        Tint::Series(series) => SERIES_LOOKS[usize::from(series % SERIES)].0,
        Tint::Part(class) => part(class).map_or(SOFT, |part| part.colour),
        Tint::Shade(shade) => SHADE_LOOKS[usize::from(shade.min(SHADES - 1))].0,
    }
}

/// What is read on a tint.
pub(super) fn on_shade(tint: Tint) -> Pair {
    match tint {
        Tint::Shade(shade) => SHADE_LOOKS[usize::from(shade.min(SHADES - 1))].1,
        _ => INK,
    }
}

/// The dash of a mark: that of its series, if it is a curve.
pub(super) const fn dash(class: Class) -> &'static str {
    match (class.role, class.tint) {
        (Role::Line, Tint::Series(series)) => SERIES_LOOKS[(series % SERIES) as usize].1,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    fn both(pair: Pair, ground: Pair) -> f64 {
        contrast(pair.light, ground.light).min(contrast(pair.dark, ground.dark))
    }

    #[test]
    fn texts_are_read_and_lines_seen_on_paper() {
        for text in [INK, SOFT].into_iter().chain(SERIES_LOOKS.map(|(colour, _)| colour)) {
            assert!(both(text, PAPER) >= 4.5, "{text:?}: {}", both(text, PAPER));
        }
        assert!(both(EDGE, PAPER) >= 3.0);
        for part in PARTS {
            assert!(both(part.colour, PAPER) >= 2.5, "{part:?}: {}", both(part.colour, PAPER));
        }
    }

    #[test]
    fn the_number_on_a_shade_is_read() {
        for (shade, ink) in SHADE_LOOKS {
            assert!(both(ink, shade) >= 4.5, "{shade:?} {ink:?}: {}", both(ink, shade));
        }
        let light = SHADE_LOOKS.map(|(shade, _)| luminance(shade.light));
        let dark = SHADE_LOOKS.map(|(shade, _)| luminance(shade.dark));
        assert!(light.is_sorted_by(|a, b| a > b) && dark.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn no_two_parts_and_no_two_series_look_alike() {
        for (at, one) in PARTS.iter().enumerate() {
            for other in &PARTS[at + 1..] {
                let alike = |one: &Part| (one.colour, one.rising, one.falling);
                let kinds = (one.class.split('-').next(), other.class.split('-').next());
                assert!(kinds.0 != kinds.1 || alike(one) != alike(other), "{one:?} {other:?}");
            }
        }
        for (at, one) in SERIES_LOOKS.iter().enumerate() {
            assert!(
                SERIES_LOOKS[at + 1..].iter().all(|other| one.0 != other.0 && one.1 != other.1)
            );
        }
    }

    #[test]
    fn the_colours_of_the_page_are_the_pages() {
        const TOKENS: &str = include_str!("../../../../style/tokens.css");
        for (name, pair) in
            [("paper", PAPER), ("ink", INK), ("soft", SOFT), ("line", LINE), ("edge", EDGE)]
        {
            let rule = format!("--{name}: light-dark({}, {});", pair.light, pair.dark);
            assert!(TOKENS.contains(&rule), "{rule}");
        }
    }
}
