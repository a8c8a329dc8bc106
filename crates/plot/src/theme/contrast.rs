//! The contrast of two colours (WCAG 2.2, section 1.4.3).

use super::Pair;

/// Returns the linear light of the colour channel whose two hexadecimal digits begin at position
/// `at`.
fn linear(colour: &str, at: usize) -> f64 {
    let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// Returns the relative luminance.
pub(super) fn luminance(colour: &str) -> f64 {
    0.2126 * linear(colour, 1) + 0.7152 * linear(colour, 3) + 0.0722 * linear(colour, 5)
}

fn contrast(first: &str, second: &str) -> f64 {
    let (first, second) = (luminance(first) + 0.05, luminance(second) + 0.05);
    (first / second).max(second / first)
}

/// Returns the contrast of a colour on a ground, on light paper or on dark, whichever is less.
pub(super) fn both(pair: Pair, ground: Pair) -> f64 {
    contrast(pair.light, ground.light).min(contrast(pair.dark, ground.dark))
}
