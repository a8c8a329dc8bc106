//! Separates new violations from known ones. Two violations are the same if their rules and
//! excerpts are equal. Their files and lines may differ.

use std::collections::HashMap;

use crate::prose::rules::{Rule, Violation};

/// Violations of an older state, and how often each occurs.
#[derive(Default)]
pub(super) struct Known(HashMap<(Rule, String), usize>);

impl Known {
    /// Adds violations of the older state.
    pub(super) fn add(&mut self, violations: Vec<Violation>) {
        for violation in violations {
            *self.0.entry((violation.rule, violation.excerpt)).or_default() += 1;
        }
    }

    /// Removes one occurrence of a violation, and returns whether there was one.
    pub(super) fn take(&mut self, violation: &Violation) -> bool {
        let key = (violation.rule, violation.excerpt.clone());
        self.0.get_mut(&key).is_some_and(|count| {
            let is_known = *count > 0;
            *count = count.saturating_sub(1);
            is_known
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_known_occurrence_matches_once() {
        let violation = |rule, line| Violation {
            line,
            rule,
            excerpt: "What it is.".to_owned(),
            advice: String::new(),
        };
        let mut known = Known::default();
        known.add(vec![violation(Rule::Riddle, 1), violation(Rule::Riddle, 2)]);
        assert!(known.take(&violation(Rule::Riddle, 9)) && !known.take(&violation(Rule::Long, 9)));
        assert!(
            known.take(&violation(Rule::Riddle, 9)) && !known.take(&violation(Rule::Riddle, 9))
        );
    }
}
