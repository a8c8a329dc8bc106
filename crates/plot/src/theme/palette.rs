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

/// The colours of series, and their dashes. The colours were searched for: as far from each other as can be for readers with and without a colour blindness, the
/// first four above all, each readable as text, and a series of about one hue on light and on dark.
const SERIES_LOOKS: [(Pair, &str); SERIES as usize] = [
    (pair("#2a48c8", "#8ea6ff"), ""),
    (pair("#8e6d01", "#e0bb45"), "7 3"),
    (pair("#074562", "#a0defd"), "2 3"),
    (pair("#5c340f", "#bc883a"), "9 3 2 3"),
    (pair("#a94b9e", "#e27094"), "4 2"),
    (pair("#367c5f", "#bbf59b"), "12 3"),
    (pair("#471193", "#9e74fa"), "2 2 6 2"),
    (pair("#505b24", "#94cb9c"), "1 4"),
];

/// A part of a whole: a failure mode, how much of a procedure was executed, or what was lost first.
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
pub const PARTS: [Part; 35] = [
    plain("mode-followed", "#0b6e5f", "#4cc2ac"),
    hatched(plain("mode-folded", "#0b6e5f", "#4cc2ac"), true, false),
    hatched(plain("mode-right-answer-wrong-procedure", "#5a9c78", "#2f8a6d"), false, true),
    plain("mode-another-order", "#5a9c78", "#2f8a6d"),
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
    hatched(plain("mode-unclear", "#a39d92", "#6f6c67"), true, false),
    hatched(plain("mode-unexplained", "#a39d92", "#6f6c67"), false, true),
    hatched(plain("mode-wrong-item", "#a39d92", "#6f6c67"), true, true),
    plain("executed-exact", "#0b6e5f", "#4cc2ac"),
    hatched(plain("executed-under", "#2a48c8", "#8ea6ff"), true, false),
    hatched(plain("executed-over", "#b07c10", "#e0ac45"), false, true),
    plain("loss-operand", "#b5330f", "#ff8a66"),
    hatched(plain("loss-operation", "#b5330f", "#ff8a66"), true, false),
    hatched(plain("loss-place", "#d2694a", "#d0603c"), false, true),
    plain("loss-arithmetic", "#b07c10", "#e0ac45"),
    hatched(plain("loss-precision", "#b07c10", "#e0ac45"), true, false),
    hatched(plain("loss-format", "#b07c10", "#e0ac45"), false, true),
    hatched(plain("loss-truncation", "#5f5b54", "#a7a29a"), true, false),
    plain("loss-work-not-shown", "#a39d92", "#6f6c67"),
    hatched(plain("loss-unclear", "#a39d92", "#6f6c67"), true, false),
    hatched(plain("loss-unexplained", "#a39d92", "#6f6c67"), false, true),
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

    /// The light of one of three parts of a colour, which is written from a place on.
    fn linear(colour: &str, at: usize) -> f64 {
        let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    }

    /// Relative luminance (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        0.2126 * linear(colour, 1) + 0.7152 * linear(colour, 3) + 0.0722 * linear(colour, 5)
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

    /// What readers with full sight and with none of one kind of cone see, from linear RGB: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, IEEE
    /// Transactions on Visualization and Computer Graphics 15 (2009) 1291-1298, at severity 1.
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn seen(sight: &[[f64; 3]; 3], colour: &str) -> [f64; 3] {
        let light = [1, 3, 5].map(|at| linear(colour, at));
        let mixed = |row: [f64; 3]| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>();
        oklab(sight.map(|row| mixed(row).clamp(0.0, 1.0)))
    }

    /// Oklab (B. Ottosson, 2020), in which distances are about equal for the eye; two hundredths are just seen.
    #[expect(clippy::many_single_char_names, reason = "the names of the source")]
    fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    #[test]
    fn series_stay_apart_with_every_sight() {
        let colours = SERIES_LOOKS.map(|(colour, _)| colour);
        for (number, one) in colours.iter().enumerate() {
            for (other_number, other) in colours.iter().enumerate().skip(number + 1) {
                for (one, other) in [(one.light, other.light), (one.dark, other.dark)] {
                    for sight in &SIGHTS {
                        let (a, b) = (seen(sight, one), seen(sight, other));
                        let apart =
                            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        let least = if other_number < 4 { 0.11 } else { 0.06 };
                        assert!(apart >= least, "{one} {other}: {apart}");
                    }
                }
            }
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
