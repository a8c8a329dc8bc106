//! Texts around the arcs and the table of steps.

#![expect(missing_docs, reason = "a text says what it is")]

use stepfall_plot::StepCategory;

use crate::category::category;

pub const SCRIPTED: &str = "a script that errs on purpose";
pub const MINIMAP: &str = "All steps";
pub const NEXT_FAULT: &str = "Next error ›";
pub const ROWS: &str = "Rows";
pub const ALL_STEPS: &str = "All steps";
pub const AROUND_FAULTS: &str = "Around errors";
pub const UNFOLD: &str = "Show";
pub const POINT_AT: &str = "Point at a step to read it, or go from step to step with ← and →.";

/// Reports which of several errors is in focus.
pub fn fault_of(number: usize, count: usize) -> String {
    format!("Error {number} of {count}")
}

/// Describes several steps in one row, by the first and the last name, with a count per category.
pub fn folded(from: &str, to: &str, counts: &[(StepCategory, usize)]) -> String {
    let counts: Vec<String> = counts
        .iter()
        .map(|(category, count)| format!("{count} {}", self::category(*category)))
        .collect();
    if counts.is_empty() {
        return format!("{from} to {to}");
    }
    format!("{from} to {to}: {}", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_stretch_says_what_is_in_it() {
        let counts = [(StepCategory::Right, 12), (StepCategory::Unseen, 2)];
        assert_eq!(folded("S3", "S16", &counts), "S3 to S16: 12 correct, 2 not shown");
        assert_eq!(folded("S1", "S2", &[]), "S1 to S2");
    }
}
