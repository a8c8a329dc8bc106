//! `stepfall simulate` as its users see it.

use serde_json::Value;

use crate::program::{error, result, result_given};

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
fn a_higher_rate_causes_more_errors() {
    let errors = |rate: &str| {
        let item = ["--steps", "100"];
        let transcript = result(&[&["simulate", "--rate", rate], &item[..]].concat());
        let grade = [&["grade", "--format", "json"], &item[..]].concat();
        let verdict: Value = serde_json::from_str(&result_given(&grade, &transcript)).unwrap();
        verdict["root_faults"].as_array().unwrap().len()
    };
    let [none, few, many] = ["0", "2", "20"].map(errors);
    assert!(none == 0 && few > 0 && many > 2 * few, "{none}, {few}, {many}");
}

#[test]
fn errors_state_the_remedy() {
    let cases: [(&[&str], &str); 5] = [
        (&["--solver", "lazy"], "possible values: followed, unannounced, wrong-operand"),
        (&["--form", "song"], "possible values: trace, bullets, prose"),
        (&["--rate", "200"], "error: --rate 200 is not a percentage from 0 to 100"),
        (&["--rate", "2", "--solver", "skipped"], "--rate has no effect with --solver skipped"),
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
