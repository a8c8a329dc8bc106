//! `stepfall lab`.

use crate::program::{error, result};

#[test]
fn one_item_is_written_alike_every_time() {
    let run = || result(&["lab", "run", "--steps", "10", "--seed", "42"]);
    let text = run();
    assert_eq!(text, run());
    assert_eq!(text.lines().filter(|line| line.starts_with('S') && line.contains('=')).count(), 12);
    assert!(text.contains("Every line follows the procedure."), "{text}");
    // Longer than it was taught.
    let long = result(&["lab", "run", "--steps", "40", "--seed", "42"]);
    assert!(long.contains("First fault: the line of "), "{long}");
}

#[test]
fn accuracy_is_told_by_length_and_by_kind_of_token() {
    let text = result(&["lab", "accuracy", "--steps", "3,10", "--items", "6"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| 10 |")).collect();
    let [free, led] = rows[..] else { panic!("{text}") };
    assert!(free.starts_with("| 10 | 6 | 100.0 (61.0 to 100.0) | 100.0"), "{free}");
    assert_eq!(led, "| 10 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |");
}

#[test]
fn saliency_and_histories_are_told() {
    let saliency = result(&["lab", "saliency", "--steps", "6", "--items", "2"]);
    assert_eq!(saliency.lines().filter(|line| line.starts_with("| 6 |")).count(), 16);
    let history = result(&["lab", "history", "--before", "3", "--errors", "1", "--items", "6"]);
    assert!(history.contains("| 3 | 100.0 (61.0 to 100.0) of 6 | 100.0"), "{history}");
    let flow = result(&["lab", "flow", "--steps", "2", "--items", "2", "--validation", "1"]);
    assert_eq!(flow.lines().filter(|line| line.starts_with("| 2 |")).count(), 6);
}

#[test]
fn what_the_specimen_was_never_taught_is_refused() {
    let taught = error(&["lab", "accuracy", "--seed", "4503599627370496", "--items", "1"]);
    assert!(taught.contains("2^52"), "{taught}");
    let long = error(&["lab", "accuracy", "--steps", "127"]);
    assert!(long.contains("127 is no number of steps from 1 to 126"), "{long}");
}
