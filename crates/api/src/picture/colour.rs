//! The colours of the picture, on light paper.

use stepfall_plot::{StepCategory, colours};

pub(super) const PAPER: &str = colours::PAPER.light;
pub(super) const INK: &str = colours::INK.light;
pub(super) const SOFT: &str = colours::SOFT.light;
pub(super) const ERROR: &str = colours::INCORRECT.light;
pub(super) const CORRECT: &str = colours::CORRECT.light;
pub(super) const INHERITED: &str = colours::DOUBT.light;
/// The colour of marks and arcs whose step has no verdict, or is missing, not shown, unclear or
/// given.
pub(super) const EDGE: &str = colours::EDGE.light;

/// Returns the colour of a mark.
pub(super) const fn mark_colour(category: Option<StepCategory>) -> &'static str {
    match category {
        Some(StepCategory::Correct) => CORRECT,
        Some(StepCategory::RootError) => ERROR,
        Some(StepCategory::Inherited | StepCategory::Recovered) => INHERITED,
        Some(
            StepCategory::Missing
            | StepCategory::NotShown
            | StepCategory::Unclear
            | StepCategory::Given,
        )
        | None => EDGE,
    }
}

/// Returns the colour of a sign on paper.
pub(super) const fn sign_colour(category: StepCategory) -> &'static str {
    match category {
        StepCategory::Missing
        | StepCategory::NotShown
        | StepCategory::Unclear
        | StepCategory::Given => SOFT,
        category => mark_colour(Some(category)),
    }
}

/// Returns the colour of an arc. Arcs of correct, inherited and recovered steps are paler than the
/// marks.
pub(super) const fn arc_colour(category: Option<StepCategory>) -> &'static str {
    match category {
        Some(StepCategory::Correct) => "#4a9183",
        Some(StepCategory::Inherited | StepCategory::Recovered) => "#a37f33",
        category => mark_colour(category),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(colour: &str) -> f64 {
        (luminance(PAPER) + 0.05) / (luminance(colour) + 0.05)
    }

    #[test]
    fn colours_of_lines_and_texts_have_enough_contrast() {
        let categories = [
            StepCategory::Correct,
            StepCategory::Inherited,
            StepCategory::Recovered,
            StepCategory::RootError,
            StepCategory::NotShown,
            StepCategory::Unclear,
            StepCategory::Missing,
            StepCategory::Given,
        ];
        for colour in [INK, SOFT, ERROR].into_iter().chain(categories.map(sign_colour)) {
            assert!(contrast(colour) >= 4.5, "{colour}: {}", contrast(colour));
        }
        for category in categories.map(Some).into_iter().chain([None]) {
            for colour in [mark_colour(category), arc_colour(category)] {
                assert!(contrast(colour) >= 3.0, "{colour}: {}", contrast(colour));
            }
        }
    }
}
