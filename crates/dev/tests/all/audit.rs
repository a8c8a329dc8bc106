//! `stepfall-dev audit` of one item in a file.

use crate::program::{error, result};
use crate::scratch::Scratch;

#[test]
fn single_custom_item_is_audited() {
    let scratch = Scratch::new();
    let procedure = "rent = 412\nrebate = -35\na = rent * 3\nb = a + rebate\nc = b - rent\n";
    let path = scratch.file("own.txt", procedure);
    let shown = result(&["audit", "--procedure", &path]);
    assert!(shown.contains("a custom procedure, numbers=integer, "), "{shown}");
    assert!(shown.contains("\nlive steps "), "{shown}");
    assert!(shown.contains("\ntrapped "), "{shown}");
    assert!(shown.contains("errors that show in the answer  "), "{shown}");
    assert!(shown.ends_with("A fair mix of operations is unknown: that is a property of a family of items, and this is a single one.\n"), "{shown}");
    assert!(
        error(&["audit", "--procedure", &path, "--items", "3"]).contains("cannot be used with")
    );
}

#[test]
fn custom_items_of_any_shape_are_audited() {
    let scratch = Scratch::new();
    for (procedure, live) in [
        ("total = 7 * (2 + 3) - 4\n", "live steps                            3\n"),
        ("x = 5\ny = x * x\nz = y - 3\n", "live steps                            2\n"),
        ("a = 9\nb = 4\nc = 2\nd = a // b\ne = min(d, c) + a % b\n", "  min\n"),
    ] {
        let shown = result(&["audit", "--procedure", &scratch.file("own.txt", procedure)]);
        assert!(shown.contains(live), "{shown}");
    }
}
