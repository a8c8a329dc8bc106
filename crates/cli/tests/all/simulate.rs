//! `stepfall simulate` as its users see it.

use serde_json::Value;

use crate::program::{error, result, result_given, stepfall};

const ITEM: [&str; 6] = ["--steps", "12", "--seed", "42", "--solver", "slip-carry"];

fn simulated(rest: &[&str]) -> String {
    result(&[&["simulate"], &ITEM[..], rest].concat())
}

#[test]
fn a_simulated_transcript_has_the_requested_error() {
    let transcript = simulated(&[]);
    assert_eq!(transcript, simulated(&["--run", "0", "--form", "trace"]));
    assert_ne!(transcript, simulated(&["--run", "1"]));
    assert!(transcript.starts_with("S3 = S1 + S2 = "), "{transcript}");
    assert!(simulated(&["--condition", "structured"]).starts_with('{'));
    let item = ["grade", "--steps", "12", "--seed", "42", "--format", "json"];
    let verdict: Value = serde_json::from_str(&result_given(&item, &transcript)).unwrap();
    assert_eq!(verdict["root_faults"][0]["slip"], "carry");
}

#[test]
fn jsonl_lines_contain_transcript_and_truth() {
    let lines = simulated(&["--format", "jsonl", "--count", "4", "--run", "2"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let runs: Vec<u64> = lines.iter().map(|line| line["run"].as_u64().unwrap()).collect();
    assert_eq!(runs, [2, 3, 4, 5]);
    for line in &lines {
        assert_eq!(line["simulated"], true);
        assert_eq!(line["link"], "#/play?v=2&steps=12&seed=42");
        assert_eq!(line["truth"]["primary"], "slipped");
        assert_eq!(line["truth"]["root_faults"][0]["slip"], "carry");
        assert_eq!(line["truth"]["steps"].as_array().unwrap().len(), 12);
    }
    let alone = simulated(&["--run", "3"]);
    assert_eq!(lines[1]["transcript"].as_str().unwrap(), alone.trim_end_matches('\n'));
}

#[test]
fn a_higher_rate_causes_more_errors() {
    let errors = |rate: &str| {
        let rate = ["--rate", rate, "--steps", "100", "--count", "20", "--format", "jsonl"];
        let lines = result(&[&["simulate"], &rate[..]].concat());
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|line| line["truth"]["root_faults"].as_array().unwrap().len()).sum::<usize>()
    };
    let [none, few, many] = ["0", "0.5", "10"].map(errors);
    assert!(none == 0 && few > 0 && many > 5 * few, "{none}, {few}, {many}");
}

#[test]
fn errors_state_the_remedy() {
    let cases: [(&[&str], &str); 6] = [
        (&["--solver", "lazy"], "possible values: followed, unannounced, wrong-operand"),
        (&["--form", "song"], "possible values: trace, bullets, prose"),
        (&["--rate", "200"], "error: --rate 200 is not a percentage from 0 to 100"),
        (&["--rate", "2", "--solver", "skipped"], "--rate has no effect with --solver skipped"),
        (&["--count", "2"], "error: add --format jsonl to print several transcripts\n"),
        (
            &["--solver", "skipped", "--condition", "answer-only"],
            "error: the solver skipped cannot make its error in this item and in the form trace; choose another --run",
        ),
    ];
    for (arguments, expected) in cases {
        let error = error(&[&["simulate"], arguments].concat());
        assert!(error.contains(expected), "{arguments:?} says {error}");
    }
}

#[test]
fn runs_without_a_transcript_are_left_out_with_a_notice() {
    let arguments = ["simulate", "--solver", "skipped", "--condition", "answer-only"];
    let output = stepfall(&[&arguments[..], &["--count", "3", "--format", "jsonl"]].concat());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.starts_with("notice: run 0 is left out: the solver skipped"), "{errors}");
    assert_eq!(errors.lines().count(), 4);
}
