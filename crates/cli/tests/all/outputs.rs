//! Commands never destroy files that the user or another program wrote.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::PROGRAM;
use crate::scratch::Scratch;

const RUN: [&str; 7] = ["sweep", "--model", "simulated:mixed:200", "--steps", "5", "--items", "2"];
const RESULTS: &str = "{\"id\":\"x\",\"response\":\"Answer: 1\"}\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// Returns the error of a command, and checks that no file of its folder changed.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let files = || -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().is_file())
            .map(|entry| {
                (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    let before = files();
    let output = run(folder, arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    assert_eq!(files(), before, "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn succeeded(folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
}

/// Returns a folder with the file of a sweep, `run.jsonl`, and a result file, `results.jsonl`.
fn folder() -> Scratch {
    let folder = Scratch::new();
    succeeded(&folder, &[&RUN[..], &["--out", "run.jsonl"]].concat());
    folder.file("results.jsonl", RESULTS);
    folder
}

#[test]
fn input_and_run_files_are_never_overwritten() {
    let folder = folder();
    let grade = ["batch", "grade", "results.jsonl"];
    let cases: [(&[&str], &[&str], &str); 8] = [
        (
            &RUN,
            &["--out", "run.jsonl", "--report", "run.jsonl"],
            "--report is also the file of --out",
        ),
        (
            &RUN,
            &["--out", "new.jsonl", "--report", "./new.jsonl"],
            "--report is also the file of --out",
        ),
        (
            &["sweep"],
            &["--from", "run.jsonl", "--report", "run.jsonl"],
            "is also the file of --from",
        ),
        (
            &["sweep"],
            &["--from", "run.jsonl", "--attempts", "run.jsonl"],
            "is also the file of --from",
        ),
        (&RUN, &["--attempts", "x", "--report", "x"], "--report is also the file of --attempts"),
        (&grade, &["--report", "results.jsonl"], "is also the file of the results"),
        (
            &grade,
            &["--records", "run.jsonl", "--report", "run.jsonl"],
            "is also the file of --records",
        ),
        (&grade, &["--parquet", "y", "--report", "y"], "--report is also the file of --parquet"),
    ];
    for (command, rest, expected) in cases {
        for force in [&[][..], &["--force"]] {
            let errors = refused(&folder, &[command, rest, force].concat());
            assert!(errors.contains(expected) && errors.contains("name another file"), "{errors}");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_to_input_files_are_resolved() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    symlink("run.jsonl", folder.join("soft")).unwrap();
    symlink("later.jsonl", folder.join("nowhere")).unwrap();
    fs::hard_link(folder.join("run.jsonl"), folder.join("hard")).unwrap();
    for (out, report) in [("run.jsonl", "soft"), ("run.jsonl", "hard"), ("soft", "hard")] {
        let errors = refused(&folder, &["sweep", "--from", out, "--report", report]);
        assert!(errors.contains("is also the file of --from"), "{errors}");
    }
    let rest = ["--out", "later.jsonl", "--report", "nowhere"];
    let errors = refused(&folder, &[&RUN[..], &rest].concat());
    assert!(errors.contains("is also the file of --out"), "{errors}");
    // Without a check, the figure `collapse` would be written through the link.
    fs::create_dir(folder.join("figures")).unwrap();
    symlink("../run.jsonl", folder.join("figures/collapse.csv")).unwrap();
    for command in [&["sweep", "--from", "run.jsonl"][..], &["sweep", "--out", "run.jsonl"]] {
        let errors = refused(&folder, &[command, &["--figures", "figures", "--force"]].concat());
        assert!(
            errors.contains("figures/collapse.csv of --figures is also the file of"),
            "{errors}"
        );
    }
}

#[cfg(unix)]
#[test]
fn files_of_the_standard_streams_are_protected() {
    let folder = folder();
    let input = fs::File::open(folder.join("results.jsonl")).unwrap();
    let grade = ["batch", "grade", "--report", "results.jsonl", "--force"];
    let output =
        Command::new(PROGRAM).args(grade).current_dir(&folder).stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read_to_string(folder.join("results.jsonl")).unwrap(), RESULTS);
}

#[test]
fn foreign_files_are_overwritten_only_with_force() {
    let folder = folder();
    let from = ["sweep", "--from", "run.jsonl"];
    for flag in ["--report", "--attempts"] {
        folder.file("notes", "my notes");
        let errors = refused(&folder, &[&from[..], &[flag, "notes"]].concat());
        assert!(errors.contains("notes exists, and Stepfall did not write it;"), "{errors}");
        assert!(errors.contains("--force"), "{errors}");
        succeeded(&folder, &[&from[..], &[flag, "notes", "--force"]].concat());
        // The file is now one that Stepfall wrote.
        succeeded(&folder, &[&from[..], &[flag, "notes"]].concat());
        // A table is not a report, and vice versa.
        let other = if flag == "--report" { "--attempts" } else { "--report" };
        refused(&folder, &[&from[..], &[other, "notes"]].concat());
    }
    folder.file("empty", "");
    succeeded(&folder, &[&from[..], &["--report", "empty"]].concat());
    let errors = refused(&folder, &[&from[..], &["--report", "."]].concat());
    assert!(errors.contains(". is a folder; name a file in it"), "{errors}");
    let errors = refused(&folder, &[&from[..], &["--figures", "notes"]].concat());
    assert!(errors.contains("notes is not a folder"), "{errors}");
}

#[test]
fn figures_replace_only_files_that_stepfall_wrote() {
    let folder = folder();
    let figures = ["sweep", "--from", "run.jsonl", "--figures", "figures"];
    succeeded(&folder, &figures);
    succeeded(&folder, &figures);
    folder.file("figures/own.csv", "a,b\n");
    succeeded(&folder, &figures);
    for name in ["collapse.svg", "collapse.csv"] {
        let path = format!("figures/{name}");
        let before = fs::read(folder.join(&path)).unwrap();
        fs::remove_file(folder.join("figures/collapse.svg")).unwrap();
        folder.file(&path, "mine");
        let errors = refused(&folder, &figures);
        assert!(errors.contains(&format!("{path} exists, and Stepfall")), "{errors}");
        fs::write(folder.join(&path), before).unwrap();
        succeeded(&folder, &[&figures[..], &["--force"]].concat());
    }
    assert_eq!(fs::read_to_string(folder.join("figures/own.csv")).unwrap(), "a,b\n");
}

#[test]
fn a_batch_report_does_not_overwrite_foreign_files() {
    let folder = folder();
    folder.file("notes", "my notes");
    let grade = ["batch", "grade", "results.jsonl", "--report", "notes"];
    let errors = refused(&folder, &grade);
    assert!(errors.contains("notes exists, and Stepfall did not write it;"), "{errors}");
}
