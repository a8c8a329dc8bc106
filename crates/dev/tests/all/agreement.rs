//! The agreement of verdicts with careful readers, on transcripts of a model.

use std::path::Path;
use std::process::Command;

use crate::PROGRAM;

/// Returns three figures of the cases in some folders of `tests/transcripts`: the number of cases,
/// and the percentage whose first root error agrees with the label. The third is the number of
/// cases without an error in which the grader reports one, as `0 of 612`.
fn figures(folders: &[&str]) -> (u32, f64, String) {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    let output = Command::new(PROGRAM)
        .arg("agreement")
        .args(folders.iter().map(|folder| transcripts.join(folder)))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let all = text.lines().find(|line| line.starts_with("all")).unwrap();
    let cells: Vec<&str> = all.split_whitespace().collect();
    // The row is `all CASES FIRST % STEP % ACCUSED of RIGHT ...`.
    (cells[1].parse().unwrap(), cells[2].parse().unwrap(), cells[6..9].join(" "))
}

#[test]
fn correct_work_has_no_reported_error_and_first_errors_are_found() {
    let (cases, agreed, accused) = figures(&["open", "held-out", "fresh", "later", "latest"]);
    assert_eq!(cases, 948);
    assert_eq!(accused, "0 of 612");
    assert!(agreed >= 95.0, "{agreed}");
}
