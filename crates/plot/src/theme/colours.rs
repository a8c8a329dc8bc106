//! The colours of page, pictures and reports: each by its name, on light paper and on dark.

/// A colour on light paper and its counterpart on dark paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// On light paper.
    pub light: &'static str,
    /// On dark paper.
    pub dark: &'static str,
}

pub(super) const fn pair(light: &'static str, dark: &'static str) -> Pair {
    Pair { light, dark }
}

/// The background of everything.
pub const PAPER: Pair = pair("#faf9f5", "#131418");
/// Text.
pub const INK: Pair = pair("#1c1b1a", "#ece9e2");
/// Secondary text.
pub const SOFT: Pair = pair("#5b5750", "#aca79f");
/// Rules between sections, and the grid of a figure.
pub const LINE: Pair = pair("#e2ded3", "#2e3038");
/// Borders of controls, axes, and marks without a verdict.
pub const EDGE: Pair = pair("#8a857b", "#74716b");
/// Available actions, and the first series of a figure.
pub const ACCENT: Pair = pair("#2a48c8", "#8ea6ff");
/// Correct parts.
pub const CORRECT: Pair = pair("#0b6e5f", "#4cc2ac");
/// Incorrect parts.
pub const INCORRECT: Pair = pair("#b5330f", "#ff8a66");
/// Consequences of errors, and uncertain parts.
pub const DOUBT: Pair = pair("#855800", "#e0ac45");

/// The custom properties of the page's style, without the two dashes before their names.
const TOKENS: [(&str, Pair); 15] = [
    ("paper", PAPER),
    ("raised", pair("#fffefb", "#1a1c21")),
    ("sunk", pair("#f2f0e9", "#0f1013")),
    ("ink", INK),
    ("soft", SOFT),
    ("line", LINE),
    ("edge", EDGE),
    ("accent", ACCENT),
    ("on-accent", pair("#ffffff", "#10131f")),
    ("tint", pair("#e9edfb", "#232a45")),
    ("right", CORRECT),
    ("wrong", INCORRECT),
    ("doubt", DOUBT),
    ("wrong-tint", pair("#fbe9e3", "#3a2019")),
    ("focus-tint", pair("#eef1fc", "#20263d")),
];

/// Returns the colours as a style sheet: custom properties that follow the scheme of the page.
pub fn tokens() -> String {
    let rule = |(name, pair): &(&str, Pair)| {
        format!("--{name}: light-dark({}, {});\n", pair.light, pair.dark)
    };
    format!(":root {{\n{}}}\n", TOKENS.iter().map(rule).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::contrast::both;

    #[test]
    fn texts_have_enough_contrast_on_every_background() {
        let named = |name: &str| TOKENS.iter().find(|(token, _)| *token == name).unwrap().1;
        let grounds = ["paper", "raised", "sunk", "tint", "focus-tint", "wrong-tint"].map(named);
        for text in ["ink", "soft", "accent", "right", "wrong", "doubt"].map(named) {
            for ground in grounds {
                assert!(both(text, ground) >= 4.5, "{text:?} {ground:?}: {}", both(text, ground));
            }
        }
        assert!(both(named("on-accent"), ACCENT) >= 4.5);
        for ground in ["paper", "raised", "sunk"].map(named) {
            assert!(both(EDGE, ground) >= 3.0, "{ground:?}: {}", both(EDGE, ground));
        }
    }
}
