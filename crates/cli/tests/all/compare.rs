//! Two result files, compared item by item on the command line.

use std::fs;

use serde_json::{Value, json};

use crate::program::{error, result, stepfall};
use crate::scratch::Scratch;

/// Returns twenty questions of 3 steps, with this number of samples of each.
fn questions(folder: &Scratch, samples: &str) -> Vec<Value> {
    questions_of(folder, "3", "20", samples)
}

/// Returns questions with this number of items of each length, and of samples of each item.
fn questions_of(folder: &Scratch, lengths: &str, items: &str, samples: &str) -> Vec<Value> {
    let out = folder.to_str().unwrap();
    let make = ["batch", "make", "own", "--for", "jsonl", "--condition", "trace", "--out", out];
    let sizes = ["--lengths", lengths, "--items", items, "--samples", samples];
    let path = result(&[&make[..], &sizes].concat());
    let text = fs::read_to_string(path.trim()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns a result file of JSON lines. `is_correct` decides by the position of the question.
fn results(questions: &[Value], model: &str, is_correct: impl Fn(usize) -> bool) -> String {
    let line = |(at, question): (usize, &Value)| {
        let answer = if is_correct(at) { question["target"].as_str().unwrap() } else { "1" };
        let response = format!("Answer: {answer}");
        json!({"id": question["id"], "response": response, "model": model}).to_string() + "\n"
    };
    questions.iter().enumerate().map(line).collect()
}

/// Returns the cells after the name in the first row of the report that begins with this name.
fn row<'a>(report: &'a str, name: &str) -> Vec<&'a str> {
    let found = report.lines().find(|line| line.trim_start().starts_with(name));
    let line = found.unwrap_or_else(|| panic!("no row {name} in\n{report}"));
    line.trim_start().strip_prefix(name).unwrap().split_whitespace().collect()
}

#[test]
fn single_replies_are_compared_by_mcnemars_test() {
    let folder = Scratch::new();
    let questions = questions(&folder, "1");
    let first = folder.file("first.jsonl", results(&questions, "model-a", |at| at % 5 != 0));
    // The order and the format of the files do not matter.
    let rows: Vec<String> = results(&questions, "model-b", |at| at % 2 == 0)
        .lines()
        .rev()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let cell = |name: &str| line[name].as_str().unwrap().to_owned();
            format!("{},{},{}", cell("id"), cell("response"), cell("model"))
        })
        .collect();
    let second = folder.file("second.csv", format!("id,response,model\n{}\n", rows.join("\n")));
    let report = result(&["batch", "compare", &first, &second]);
    assert!(report.contains("20 questions are in both files, 0 only in the first"), "{report}");
    assert_eq!(row(&report, "model-a")[0], "80.0");
    assert_eq!(row(&report, "model-b")[0], "50.0");
    // The interval is Newcombe's (method 10). Of the 20 questions, 8 are correct in both files, 8
    // only in the first, 2 only in the second, and 2 in neither.
    assert_eq!(row(&report, "difference, points"), ["+30.0", "+0.5", "+53.4"]);
    for (name, count) in [
        ("correct in both", "8"),
        ("correct only in the first", "8"),
        ("correct only in the second", "2"),
        ("correct in neither", "2"),
    ] {
        assert_eq!(row(&report, name), [count], "{report}");
    }
    // The two-sided mid-p value of 2 of 10 discordant questions: 2 × (1 + 10 + 45 / 2) / 1024.
    assert!(report.contains("McNemar's mid-p test, two-sided: p = 0.065."), "{report}");
    let swapped = result(&["batch", "compare", &second, &first]);
    assert_eq!(row(&swapped, "difference, points")[0], "-30.0");
    assert!(swapped.contains("p = 0.065."), "{swapped}");
}

#[test]
fn questions_in_only_one_file_are_reported() {
    let folder = Scratch::new();
    let questions = questions(&folder, "1");
    let twice = results(&questions[..15], "m", |_| true) + &results(&questions[..2], "m", |_| true);
    let first = folder.file("first.jsonl", twice);
    let second = folder.file("second.jsonl", results(&questions[3..16], "n", |at| at == 0));
    let report = result(&["batch", "compare", &first, &second]);
    assert!(
        report
            .contains("12 questions are in both files, 3 only in the first, 1 only in the second"),
        "{report}"
    );
    assert!(report.contains("15 responses."), "{report}");
    let id = |at: usize| questions[at]["id"].as_str().unwrap();
    let (_, lists) = report.split_once("Only in the first file:").unwrap();
    let (of_first, of_second) = lists.split_once("Only in the second file:").unwrap();
    for at in 0..3 {
        assert!(of_first.contains(id(at)), "{report}");
    }
    assert!(of_second.contains(id(15)), "{report}");
    let output = stepfall(&["batch", "compare", &first, &second, "--format", "jsonl"]);
    let rows: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 16);
    let of = |at: usize| rows.iter().find(|row| row["id"] == id(at)).unwrap();
    let all = json!({"correct": 1, "scored": 1, "replies": 1});
    assert_eq!(
        (&of(0)["in"], &of(0)["first"], &of(0)["second"]),
        (&json!("first"), &all, &json!(null))
    );
    assert_eq!((&of(15)["in"], &of(15)["first"]), (&json!("second"), &json!(null)));
    assert_eq!((&of(3)["in"], &of(3)["second"]), (&json!("both"), &all));
    let table = stepfall(&["batch", "compare", &first, &second, "--format", "csv"]).stdout;
    let table = String::from_utf8(table).unwrap();
    assert!(
        table.contains(&format!("{},trace,", id(0))) && table.contains(",first,1,1,1,,,\r\n"),
        "{table}"
    );
}

#[test]
fn lengths_have_rows_with_adjusted_tests() {
    let folder = Scratch::new();
    let questions = questions_of(&folder, "3,5", "10", "1");
    // At 3 steps the second file has six correct answers fewer. At 5 steps the files are equal.
    let first = folder.file("first.jsonl", results(&questions, "a", |_| true));
    let second = folder.file("second.jsonl", results(&questions, "b", |at| at >= 6));
    let report = result(&["batch", "compare", &first, &second]);
    let rows: Vec<Vec<&str>> = report
        .lines()
        .filter(|line| line.trim_start().starts_with("trace "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    let cells = |row: &[&str]| row[2..7].join(" ");
    assert_eq!(cells(&rows[0]), "3 10 100.0 40.0 +60.0", "{report}");
    assert_eq!(cells(&rows[1]), "5 10 100.0 100.0 0.0", "{report}");
    // Holm's method doubles the mid-p value at 3 steps, 1 / 64, since there are two tests.
    assert_eq!((rows[0][9], rows[1][9]), ("0.031", "1.000"), "{report}");
}

#[test]
fn several_samples_are_compared_by_item() {
    let folder = Scratch::new();
    let questions = questions(&folder, "4");
    // Each item has four samples. Two are correct in the first file, and one in the second file.
    let first = folder.file("first.jsonl", results(&questions, "a", |at| at % 4 < 2));
    let second = folder.file("second.jsonl", results(&questions, "b", |at| at % 4 < 1));
    let report = result(&["batch", "compare", &first, &second]);
    assert!(report.contains("20 questions are in both files"), "{report}");
    assert_eq!(row(&report, "difference, points")[0], "+25.0");
    assert_eq!(row(&report, "better in the first"), ["20"]);
    assert!(report.contains("Sign-flip test by item (mid-p), two-sided: p < 0.001."), "{report}");
    // There are 6 pairs of samples. If two of four samples are correct, 5 pairs contain a correct
    // sample, and 1 pair has only correct samples.
    assert_eq!(row(&report, "pass@2")[..3], ["83.3", "50.0", "+33.3"]);
    assert_eq!(row(&report, "pass^2")[..3], ["16.7", "0.0", "+16.7"]);
    assert_eq!(row(&report, "pass@4")[..3], ["100.0", "100.0", "0.0"]);
    assert_eq!(row(&report, "pass^4")[..3], ["0.0", "0.0", "0.0"]);
}

#[test]
fn replies_without_a_score_are_left_out_and_then_counted_as_incorrect() {
    let folder = Scratch::new();
    let questions = questions(&folder, "1");
    let first = folder.file("first.jsonl", results(&questions, "a", |_| true));
    let lines: String = results(&questions, "b", |_| true)
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            if at < 6 {
                line["response"] = json!("I would rather not.");
            }
            line.to_string() + "\n"
        })
        .collect();
    let second = folder.file("second.jsonl", lines);
    let report = result(&["batch", "compare", &first, &second]);
    assert_eq!(row(&report, "difference, points")[0], "0.0");
    let text = report.replace('\n', " ");
    assert!(text.contains("Of those in both, 6 questions are left out"), "{report}");
    let counted = "count as incorrect: 100.0 % and 70.0 % of 20 questions, difference +30.0 points";
    assert!(text.contains(counted), "{report}");
}

#[test]
fn models_of_one_file_are_compared() {
    let folder = Scratch::new();
    let questions = questions(&folder, "1");
    let both = results(&questions, "a", |_| true) + &results(&questions, "b", |at| at % 2 == 0);
    let both = folder.file("both.jsonl", both);
    let message = error(&["batch", "compare", &both, &both]);
    assert!(message.contains("choose one with --first-model: a, b"), "{message}");
    let models = ["--first-model", "a", "--second-model", "b"];
    let report = result(&[&["batch", "compare", &both, &both], &models[..]].concat());
    assert_eq!((row(&report, "a  ")[0], row(&report, "b  ")[0]), ("100.0", "50.0"), "{report}");
    let message = error(&["batch", "compare", &both, &both, "--first-model", "c"]);
    assert!(message.contains("has no responses of c; there are a, b"), "{message}");
}

#[test]
fn files_without_a_common_question_are_an_error() {
    let folder = Scratch::new();
    let questions = questions(&folder, "1");
    let first = folder.file("first.jsonl", results(&questions[..3], "a", |_| true));
    let second = folder.file("second.jsonl", results(&questions[3..], "b", |_| true));
    let message = error(&["batch", "compare", &first, &second]);
    assert!(message.contains("no question in common"), "{message}");
    let message = error(&["batch", "compare", &first, "missing.jsonl"]);
    assert!(message.contains("missing.jsonl"), "{message}");
    let message = error(&["batch", "compare", "-", "-"]);
    assert!(message.contains("only one of the two files"), "{message}");
}
