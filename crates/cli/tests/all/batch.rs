//! Batches on the command line: suites as files, and graded results.

use std::fs;

use serde_json::{Value, json};

use crate::program::{error, result, stepfall, stepfall_given};
use crate::scratch::Scratch;

/// Writes the suite `quick` with 4 items of each length as JSONL, and returns its questions.
fn questions(folder: &Scratch) -> Vec<Value> {
    let out = folder.to_str().unwrap();
    let made = result(&["batch", "make", "quick", "--for", "jsonl", "--items", "4", "--out", out]);
    let text = fs::read_to_string(made.trim()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns a result file in which every second answer is correct.
fn results(questions: &[Value]) -> String {
    let line = |(at, question): (usize, &Value)| {
        let answer = if at % 2 == 0 { question["target"].as_str().unwrap() } else { "1" };
        let response = format!("Answer: {answer}");
        json!({"id": question["id"], "response": response, "model": "m"}).to_string() + "\n"
    };
    questions.iter().enumerate().map(line).collect()
}

#[test]
fn suites_are_listed_and_written() {
    let listed = result(&["batch", "list"]);
    for (slug, size) in [("quick", "100 items"), ("paper55", "55000 items")] {
        assert!(
            listed.lines().any(|line| line.starts_with(slug) && line.contains(size)),
            "{listed}"
        );
    }
    let folder = Scratch::new();
    let out = folder.to_str().unwrap();
    let make = |rest: &[&str]| result(&[&["batch", "make"], rest, &["--out", out]].concat());
    let named = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.rsplit('/').next().unwrap().to_owned()).collect()
    };
    assert_eq!(
        named(&make(&["quick", "--for", "inspect"])),
        ["stepfall-quick-v1-inspect.jsonl", "stepfall_task.py"]
    );
    let openai = make(&["ladder", "--for", "openai", "--model", "gpt-x", "--items", "1"]);
    let line = fs::read_to_string(openai.trim()).unwrap();
    let first: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    assert_eq!(first["body"]["model"], "gpt-x");
    let custom = make(&[
        "own",
        "--for",
        "csv",
        "--lengths",
        "3,9",
        "--condition",
        "trace,copy",
        "--items",
        "2",
    ]);
    assert_eq!(fs::read_to_string(custom.trim()).unwrap().matches("sf1-").count(), 8);
    // Nothing is overwritten.
    let again = error(&["batch", "make", "quick", "--for", "inspect", "--out", out]);
    assert!(again.contains("already exists"), "{again}");
}

#[test]
fn invalid_batches_are_refused_with_a_reason() {
    for (arguments, wanted) in [
        (&["quick", "--for", "openai"][..], "names the model in every line"),
        (&["loud", "--for", "csv"], "there is no suite “loud”"),
        (&["quick", "--for", "csv", "--steps", "9"], "the suite quick fixes --steps"),
        (&["what-helps", "--for", "csv", "--condition", "copy"], "fixes --condition"),
        (&["quick", "--for", "csv", "--condition", "stepwise"], "needs a dialogue"),
        (&["quick", "--for", "csv", "--temperature", "1"], "have no effect on this target"),
        (&["own", "--for", "csv"], "give numbers of steps with --lengths"),
        (&["quick", "--for", "csv", "--samples", "0"], "0 samples"),
    ] {
        let message = error(&[&["batch", "make"], arguments].concat());
        assert!(message.contains(wanted), "{arguments:?}: {message}");
    }
}

#[test]
fn results_are_graded_in_order_on_any_number_of_cores() {
    let folder = Scratch::new();
    let questions = questions(&folder);
    let file = folder.file("results.jsonl", results(&questions));
    let text = result(&["batch", "grade", &file]);
    assert!(text.starts_with("10 of 20 scored answers are correct (50.0 %"), "{text}");
    let rows = |cores: &str| {
        let output = stepfall(&["batch", "grade", &file, "--format", "jsonl", "--cores", cores]);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let with_one_thread = rows("1");
    assert_eq!(with_one_thread, rows("3"));
    let ids: Vec<Value> = with_one_thread
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
        .collect();
    assert_eq!(ids, questions.iter().map(|question| question["id"].clone()).collect::<Vec<_>>());
    // Standard input is a file like any other.
    let from_input = stepfall_given(&["batch", "grade", "-"], results(&questions).as_bytes());
    assert_eq!(String::from_utf8(from_input.stdout).unwrap(), text);
    let table = stepfall(&["batch", "grade", &file, "--format", "csv"]).stdout;
    assert_eq!(String::from_utf8(table).unwrap().lines().count(), 21);
    let report = folder.join("report.html");
    result(&["batch", "grade", &file, "--report", report.to_str().unwrap()]);
    assert!(fs::read_to_string(report).unwrap().contains("<svg"));
}

#[test]
fn bad_results_are_reported_and_the_rest_is_graded() {
    let folder = Scratch::new();
    let questions = questions(&folder);
    let mut lines = results(&questions);
    lines.push_str("{\"id\": \"gsm8k-1\", \"response\": \"7\"}\n{\"id\": \"sf1-");
    lines.push_str(&results(&questions[..1]));
    let file = folder.file("results.jsonl", &lines);
    let table = folder.file("own.csv", "key,said\n1,7\n");
    let output = stepfall(&["batch", "grade", &file, &table]);
    let (text, notices) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.starts_with("10 of 20 scored"), "{text}");
    assert!(text.contains("One response is not graded."), "{text}");
    assert!(text.contains("gsm8k-1: the id is not from Stepfall"), "{text}");
    let refused = folder.file(
        "refused.jsonl",
        json!({"id": questions[0]["id"], "response": "No.", "stop": "refusal"}).to_string(),
    );
    let text = result(&["batch", "grade", &refused]);
    assert!(text.starts_with("The response could not be scored.\n"), "{text}");
    assert!(
        notices.contains("choose the columns with --id and --output; the file has key, said"),
        "{notices}"
    );
    let id = questions[0]["id"].as_str().unwrap();
    let target = questions[0]["target"].as_str().unwrap();
    let custom = folder.file("own.csv", format!("key,said\n{id},Answer: {target}\n"));
    let graded = result(&["batch", "grade", &custom, "--id", "key", "--output", "said"]);
    assert!(graded.starts_with("1 of 1 scored answers is correct"), "{graded}");
    let named = ["batch", "grade", &custom, "--id", "key", "--output", "said", "--model", "m-1"];
    let row = stepfall(&[&named[..], &["--format", "jsonl"]].concat()).stdout;
    assert_eq!(serde_json::from_slice::<Value>(&row).unwrap()["model"], "m-1");
    let absent = error(&["batch", "grade", "no-such-file.jsonl"]);
    assert!(absent.contains("no-such-file.jsonl cannot be read"), "{absent}");
}

#[test]
fn custom_procedures_are_graded_by_their_records() {
    let folder = Scratch::new();
    let out = folder.to_str().unwrap();
    let procedure = folder.file("own.txt", "a = 7\nb = 5\nc = a + b\nd = c - a\n");
    let made = result(&[
        "batch",
        "make",
        "own",
        "--for",
        "jsonl",
        "--procedure",
        &procedure,
        "--out",
        out,
    ]);
    let [questions, records]: [&str; 2] = made.lines().collect::<Vec<_>>().try_into().unwrap();
    let question: Value = serde_json::from_str(&fs::read_to_string(questions).unwrap()).unwrap();
    let line =
        json!({"id": question["id"], "response": "c = 7 + 5 = 12\nd = 12 - 7 = 5\nAnswer: 5"});
    let file = folder.file("results.jsonl", line.to_string());
    let without = String::from_utf8(stepfall(&["batch", "grade", &file]).stdout).unwrap();
    assert!(without.starts_with("No response could be graded."), "{without}");
    assert!(without.contains("the id belongs to a custom procedure"), "{without}");
    let with = result(&["batch", "grade", &file, "--records", records]);
    assert!(with.starts_with("1 of 1 scored answers is correct"), "{with}");
}
