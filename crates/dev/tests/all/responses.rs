//! Collections of responses: reading, counts, and left out questions.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{error, result};
use crate::scratch::Scratch;

fn completion(text: &str, score: f64) -> Value {
    json!({ "model_answer": "", "full_model_response": text, "score": score })
}

fn write(folder: &Path, path: &str, results: &[(&str, Vec<Value>)]) {
    let result = |(question, completions): &(&str, Vec<Value>)| json!({ "question": question, "expected_answer": "", "completions": completions });
    let results: Vec<Value> = results.iter().map(result).collect();
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, json!({ "name": "sums", "results": results }).to_string()).unwrap();
}

/// Returns the words after the name in the first line that begins with this name.
fn row<'o>(output: &'o str, name: &str) -> Vec<&'o str> {
    let line = output.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().skip(1).collect()
}

/// Writes the responses of two models into a folder. One model works from left to right, and makes
/// an arithmetic error in one of its responses. The other model writes only an answer.
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
    // The columns are: responses, read, answered, agreed, another, same error, worked, own way,
    // right, accused, wrong, traced.
    let of = |name| row(&out, name).join(" ");
    assert_eq!(of("lab_one"), "3 2 2 2 0 - 2 0 1 0 1 1", "{out}");
    assert_eq!(of("lab_two"), "1 1 1 1 0 - 0 0 0 0 0 0", "{out}");
    assert_eq!(of("all"), "4 3 3 3 0 - 2 0 1 0 1 1", "{out}");
    assert!(out.contains("\nWrong answers, by the cause of the first root error\n"), "{out}");
    assert!(out.contains(" slip 1\n"), "{out}");
    assert!(out.contains("\n        1 no expression of two numbers or more\n"), "{out}");
}

#[test]
fn task_option_selects_tasks_by_name() {
    let out = result(&["responses", example().to_str().unwrap(), "--task", "other,more"]);
    assert_eq!(row(&out, "all"), "0 0 0 0 0 - 0 0 0 0 0 0".split(' ').collect::<Vec<_>>(), "{out}");
}

#[test]
fn show_option_prints_transcripts_with_their_verdicts() {
    let out = result(&["responses", example().to_str().unwrap(), "--show", "5"]);
    assert!(out.starts_with("=== wrong 1 ===\n"), "{out}");
    assert!(out.contains("sums.json, completion 2\nWork this out: 52 + 33 - 90 =\n"), "{out}");
    assert!(out.contains("S99 = S99_1 - 90\n"), "{out}");
    assert!(out.contains("instead of 85"), "{out}");
    assert!(!out.contains("=== wrong 2 ==="), "{out}");
}

#[test]
fn other_collection_formats_are_recognised() {
    let folder = Scratch::new();
    let operation = json!({
        "model": "adder", "variant": "int_add", "operands": [12, 30], "raw_response": "12 + 30 = 42",
        "classification": "Correct", "parsed": 42,
    });
    fs::write(folder.join("results.jsonl"), format!("{operation}\n{{}}\n")).unwrap();
    let annotated = |first: Value| {
        json!({
            "input": "((1 + 2) * (3 + 4)) =", "target": "21", "answer": "24", "mistake_index": first,
            "steps": ["A = (1 + 2) = 3.", "B = (3 + 4) = 8.", "A * B = 3 * 8 = 24. So the answer is 24"],
        })
    };
    let lines = format!("{}\n{}\n", annotated(json!(1)), annotated(json!(0)));
    fs::write(folder.join("annotated.jsonl"), lines).unwrap();
    let output = json!({
        "input": "Q: 9 + 9 =\nA: 18\n\nQ: 5 + 6 =\nA: Let's think step by step.",
        "prediction": "5 + 6 = 11. So the answer is 11.\n\nQ: 1 + 1 =", "target": "11",
    });
    fs::create_dir_all(folder.join("code/cot")).unwrap();
    fs::write(folder.join("code/cot/hard.json"), json!({ "outputs": [output] }).to_string())
        .unwrap();
    let solved = json!({
        "question": "Ann has 5 eggs and buys 6.", "ground_truth": "5+6=<<5+6=11>>11\nA: 11",
        "6b": { "is_correct": true, "solution": "5 + 6 = <<5+6=11>>11\nA: 11" },
    });
    fs::write(folder.join("solutions.jsonl"), solved.to_string()).unwrap();
    let out = result(&["responses", folder.to_str().unwrap()]);
    // The first columns are: responses, read, answered, agreed, another, same error.
    let of = |name| row(&out, name)[..6].join(" ");
    assert_eq!(of("adder"), "1 1 1 1 0 -", "{out}");
    // Two annotators disagree about the same text.
    assert_eq!(of("PaLM-2"), "2 2 2 2 0 1/2", "{out}");
    assert_eq!(of("6b"), "1 1 1 1 0 -", "{out}");
}

#[test]
fn a_folder_that_cannot_be_read_is_an_error() {
    let message = error(&["responses", "no-such-folder"]);
    assert!(message.starts_with("error: no-such-folder cannot be read: "), "{message}");
}
