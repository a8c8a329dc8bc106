//! `stepfall-dev confusion` as its users see it. The counts are tested next to their code.

use crate::program::result;

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
