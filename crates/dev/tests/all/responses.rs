//! Collections of responses: what is read of them, what is counted, what is left out.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{error, result};
use crate::scratch::Scratch;

fn completion(text: &str, score: f64) -> Value {
    json!({ "model_answer": "", "full_model_response": text, "score": score })
}

fn write(folder: &Path, path: &str, results: &[(&str, Vec<Value>)]) {
    let asked = |(question, completions): &(&str, Vec<Value>)| json!({ "question": question, "expected_answer": "", "completions": completions });
    let results: Vec<Value> = results.iter().map(asked).collect();
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, json!({ "name": "sums", "results": results }).to_string()).unwrap();
}

/// The words of the first line that begins with a name.
fn row<'o>(output: &'o str, name: &str) -> Vec<&'o str> {
    let line = output.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().skip(1).collect()
}

/// Two models: one that works from left to right, and slips once; one that answers alone.
fn example() -> Scratch {
    let folder = Scratch::new();
    let sum = "Work this out: 52 + 33 - 90 =";
    let done = completion("52 + 33 = 85\n85 - 90 = -5\n\n<answer>-5</answer>", 1.0);
    let slipped = completion("52 + 33 = 75\n75 - 90 = -15\n\n<answer>-15</answer>", 0.01);
    let bare = completion("<answer>-5</answer>", 1.0);
    let unanswered = json!({ "model_answer": null, "full_model_response": null, "score": 0.0 });
    write(
        &folder,
        "easy/lab_one_20250315_163713/arithmetic/sums.json",
        &[
            (sum, vec![done, slipped, unanswered]),
            ("How many legs have 4 dogs?", vec![bare.clone()]),
        ],
    );
    write(&folder, "easy/lab_two_20250316_144841/arithmetic/sums.json", &[(sum, vec![bare])]);
    write(&folder, "easy/lab_two_20250316_144841/arithmetic/other.json", &[(sum, Vec::new())]);
    fs::write(folder.join("easy/summary.json"), "{\"models\": 2}").unwrap();
    fs::write(folder.join("easy/notes.txt"), "no JSON").unwrap();
    folder
}

#[test]
fn responses_are_counted_by_model() {
    let out = result(&["responses", example().to_str().unwrap()]);
    // Responses, read, answered, agreed, worked, own way, right, accused, wrong, traced.
    assert_eq!(row(&out, "lab_one"), ["3", "2", "2", "2", "2", "0", "1", "0", "1", "1"], "{out}");
    assert_eq!(row(&out, "lab_two"), ["1", "1", "1", "1", "0", "0", "0", "0", "0", "0"], "{out}");
    assert_eq!(row(&out, "all"), ["4", "3", "3", "3", "2", "0", "1", "0", "1", "1"], "{out}");
    assert!(out.contains("\nWrong answers, by the cause of the first root fault\n"), "{out}");
    assert!(out.contains(" slip 1\n"), "{out}");
    assert!(out.contains("\n        1 no expression of two numbers or more\n"), "{out}");
}

#[test]
fn tasks_are_chosen_by_name() {
    let out = result(&["responses", example().to_str().unwrap(), "--task", "other,more"]);
    assert_eq!(row(&out, "all"), ["0"; 10], "{out}");
}

#[test]
fn verdicts_are_shown_for_a_careful_reader() {
    let out = result(&["responses", example().to_str().unwrap(), "--show", "5"]);
    assert!(out.starts_with("=== wrong 1 ===\n"), "{out}");
    assert!(out.contains("sums.json, completion 2\nWork this out: 52 + 33 - 90 =\n"), "{out}");
    assert!(out.contains("total = total_1 - 90\n"), "{out}");
    assert!(out.contains("instead of 85"), "{out}");
    assert!(!out.contains("=== wrong 2 ==="), "{out}");
}

#[test]
fn a_folder_that_cannot_be_read_is_an_error() {
    let message = error(&["responses", "no-such-folder"]);
    assert!(message.starts_with("error: no-such-folder cannot be read: "), "{message}");
}
