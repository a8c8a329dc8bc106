//! `stepfall-dev confusion` as its users see it. The counts are tested next to their code.

use crate::program::{error, result};

#[test]
fn counts_are_reproducible() {
    let first = result(&["confusion", "--count", "532"]);
    assert_eq!(first, result(&["confusion", "--count", "532"]));
    for part in
        ["# Operands shown: ", "# Values only: ", "## Primary mode", "## Status of each step"]
    {
        assert!(first.contains(part), "{part}");
    }
    assert_eq!(first.matches("   target 9").count(), 4);
}

#[test]
fn kind_and_form_options_restrict_the_trials() {
    let text = result(&["confusion", "--kind", "swapped", "--form", "trace", "--count", "60"]);
    assert!(text.contains("60, from 60 draws"), "{text}");
    assert!(!text.contains("Values only"), "{text}");
    let error = error(&["confusion", "--kind", "lazy"]);
    assert!(error.contains("'lazy'"), "{error}");
}

#[test]
fn differences_are_shown_with_both_labels() {
    // The grader does not recognise every transcript of another item, so there are differences.
    let arguments = ["confusion", "--kind", "wrong-item", "--count", "700", "--show", "2"];
    let text = result(&arguments);
    let shown = text.matches("\n== ").count();
    assert!(shown <= 2);
    for part in ["-- truth\n", "-- graded\n", "\nform "] {
        assert_eq!(text.matches(part).count(), shown, "{part}");
    }
}
