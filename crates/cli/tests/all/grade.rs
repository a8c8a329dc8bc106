//! `stepfall grade` as its users see it.

use std::fs;

use serde_json::Value;

use crate::program::{error, result, result_given, stepfall_given};
use crate::scratch::Scratch;

/// A transcript of the item in [`FIVE`], whose values are 3, 2, 5, 25, 100, 50 and 45. The step S4
/// has an incorrect carry.
const ANSWER_WITH_ERROR: &str = "S3 = S1 + S2 = 3 + 2 = 5\nS4 = S3 * 5 = 5 * 5 = 35\nS5 = S4 * 4 = 35 * 4 = 140\n\
                    S6 = S5 / 2 = 140 / 2 = 70\nS7 = S6 - S3 = 70 - 5 = 65\nAnswer: 65\n";
const FIVE: [&str; 3] = [
    "grade",
    "--procedure",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/items/five-steps.json"),
];

fn grade_item(rest: &[&str], transcript: &str) -> String {
    result_given(&[&FIVE[..], rest].concat(), transcript)
}

fn json(rest: &[&str], transcript: &str) -> Value {
    serde_json::from_str(&grade_item(&[&["--format", "json"], rest].concat(), transcript)).unwrap()
}

#[test]
fn the_text_verdict_has_all_sections() {
    let text = grade_item(&[], ANSWER_WITH_ERROR);
    let (headline, rest) = text.split_once("\n\n").unwrap();
    let record = json(&[], ANSWER_WITH_ERROR);
    assert_eq!(headline.replace('\n', " "), record["headline"].as_str().unwrap());
    assert_eq!(
        rest,
        "\
Correct      45
Answer       65, incorrect (announced)
Outcome      Arithmetic error (slipped). Correct numbers, correct operation,
             incorrect result.

First error: S4, arithmetic error: incorrect carry

    step  model’s value  correct value
  ✓ S3                5              5  correct
      | S3 = S1 + S2 = 3 + 2 = 5
  ✗ S4               35             25  arithmetic error: incorrect carry
      | S4 = S3 * 5 = 5 * 5 = 35
  ~ S5              140            100  inherited
      | S5 = S4 * 4 = 35 * 4 = 140
  ~ S6               70             50  inherited
      | S6 = S5 / 2 = 140 / 2 = 70
  ~ S7               65             45  inherited
      | S7 = S6 - S3 = 70 - 5 = 65

  With S4 corrected, the answer would be 45, correct.

Measures
  steps shown                    5 of 5
  correct values                 1 of 5 shown
  local accuracy                 4 of 5 shown
  correct before the first error 1 of 5
  steps before the first answer  5
"
    );
}

#[test]
fn the_json_verdict_has_answers_steps_errors_and_metrics() {
    let record = json(&[], ANSWER_WITH_ERROR);
    assert_eq!(record["primary"], "slipped");
    assert_eq!(record["answers"]["first"]["value"], "65");
    let step = &record["steps"][1];
    assert_eq!((&step["status"], &step["claimed"]), (&"slip".into(), &"35".into()));
    let span = |key: &str| usize::try_from(step[key].as_u64().unwrap()).unwrap();
    assert_eq!(&ANSWER_WITH_ERROR[span("start")..span("end")], "S4 = S3 * 5 = 5 * 5 = 35");
    assert_eq!(record["root_faults"][0]["slip"], "carry");
    assert_eq!(record["metrics"]["right_given_own"], 4);
    assert_eq!(record["reasoning"], Value::Null);
}

#[test]
fn further_errors_have_a_line_each() {
    let errors = "S3 = 5\nS4 = 24\nS5 = 96\nS6 = 48\nS7 = -43\nThe final answer is -43.";
    let text = grade_item(&[], errors);
    assert!(
        text.contains("\n  With S4 corrected, the answer would still be incorrect.\n"),
        "{text}"
    );
    assert!(text.contains("\nFurther errors\n  S7, "), "{text}");
}

#[test]
fn other_explanations_are_shown() {
    let text =
        grade_item(&[], "S3 = 5\nS4 = 25\nS5 = 100\nS6 = 50\nS7 = -45\nThe final answer is -45.");
    assert!(text.contains("\nFirst error: S7, swapped operands\n"), "{text}");
    assert!(
        text.contains("\n  Other explanations that fit: arithmetic error: lost the sign"),
        "{text}"
    );
}

#[test]
fn transcripts_are_read_from_files_standard_input_and_links() {
    let expected = grade_item(&[], ANSWER_WITH_ERROR);
    let scratch = Scratch::new();
    let path = scratch.file("slip.txt", ANSWER_WITH_ERROR);
    let path = path.as_str();
    assert_eq!(result(&[&FIVE[..], &[path]].concat()), expected);
    assert_eq!(grade_item(&["-"], ANSWER_WITH_ERROR), expected);
    let item_flags = ["--steps", "5", "--seed", "42"];
    let link = result(&[&["link", "make", "--transcript", path], &item_flags[..]].concat());
    let link = link.trim_end();
    let of_link = result(&["grade", "--link", link]);
    assert_eq!(of_link, result(&[&["grade", path], &item_flags[..]].concat()));
    assert!(of_link.contains("Answer       65, incorrect"));
    let answer = result(&[&["item", "--format", "values"], &item_flags[..]].concat());
    let answer = answer.trim_end().rsplit(' ').next().unwrap();
    let correct = scratch.file("right.txt", format!("Answer: {answer}"));
    let expected = format!("Answer       {answer}, correct");
    assert!(result(&["grade", "--link", link, &correct]).contains(&expected));
}

#[test]
fn the_exit_status_does_not_depend_on_the_verdict() {
    for text in ["I cannot do that.", "Answer: 1", "<think>S3 = 5", "\u{1b}[2J{{{"] {
        let text = grade_item(&[], text);
        assert!(text.contains("\nOutcome      "), "{text}");
    }
    let cut = json(&["--stop", "length"], "S3 = S1 + S2 = 3 + 2 = 5\nS4 = S3 * 5 = 5 * 5 = 2");
    assert_eq!(cut["primary"], "truncated");
}

#[test]
fn invalid_utf8_is_graded_with_a_notice() {
    let mut bytes = ANSWER_WITH_ERROR.as_bytes().to_vec();
    bytes.extend(b"\xff\xfe");
    let output = stepfall_given(&FIVE, &bytes);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        errors,
        "notice: standard input is not valid UTF-8; invalid parts are read as \u{FFFD}\n"
    );
    assert!(String::from_utf8(output.stdout).unwrap().contains("65, incorrect"));
}

#[test]
fn an_unreadable_transcript_is_an_error() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let advice = "\n  give a file with the model's output, or - for standard input\n";
    for path in ["/no/such/file", folder] {
        let error = error(&["grade", path]);
        let begin = format!("error: {path} cannot be read: ");
        assert!(error.starts_with(&begin) && error.ends_with(advice), "{error}");
    }
    let scratch = Scratch::new();
    let path = scratch.file("one.txt", ANSWER_WITH_ERROR);
    let error = error(&[&FIVE[..], &["--sample", "2", &path]].concat());
    assert!(error.contains("there is no sample 2: the transcript contains only one"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_an_error() {
    let error = error(&["grade", "/dev/zero"]);
    assert!(error.contains("/dev/zero is larger than 32 MiB"), "{error}");
}

#[test]
fn samples_are_graded_one_by_one() {
    let correct = ANSWER_WITH_ERROR.replace("35\nS5", "25\nS5").replace("35 *", "25 *");
    let correct = correct.replace("140", "100").replace("70", "50").replace("65", "45");
    let both = format!("{ANSWER_WITH_ERROR}\n---\n\n{correct}");
    let text = grade_item(&[], &both);
    assert!(text.contains("seems to contain 2 samples"), "{text}");
    assert_eq!(json(&["--sample", "1"], &both)["primary"], "slipped");
    assert_eq!(json(&["--sample", "2"], &both)["primary"], "followed");
    let error = stepfall_given(&[&FIVE[..], &["--sample", "3"]].concat(), both.as_bytes());
    assert!(String::from_utf8(error.stderr).unwrap().contains("contains 2, numbered from 1"));
}

#[test]
fn verdicts_fit_the_terminal_without_control_characters() {
    let kinds = ["mixed", "skipped", "stopped", "extra-steps", "self-corrected", "wrong-item"];
    for kind in kinds {
        for numbers in ["integer", "decimal2", "rational", "paper"] {
            for form in ["trace", "prose", "json", "table", "sentence"] {
                let item = ["--numbers", numbers, "--seed", "5", "--names", "scattered"];
                let simulate = ["simulate", "--solver", kind, "--form", form];
                let output = crate::program::stepfall(&[&simulate[..], &item[..]].concat());
                let transcript = String::from_utf8(output.stdout).unwrap();
                if transcript.is_empty() {
                    // The solver cannot make its error with this arithmetic and form.
                    continue;
                }
                let hostile = transcript.replace("= ", "= \u{1b}[31m\t\u{7}");
                let text = result_given(&[&["grade"], &item[..]].concat(), &hostile);
                for line in text.lines() {
                    assert!(line.chars().count() <= 80, "{kind}, {numbers}, {form}: {line}");
                    assert!(!line.chars().any(char::is_control), "{kind}, {numbers}: {line:?}");
                }
            }
        }
    }
}

#[test]
fn utf16_files_are_read_and_empty_input_is_reported() {
    let mut wide = vec![0xFF, 0xFE];
    wide.extend("Answer: −40\r\n".encode_utf16().flat_map(u16::to_le_bytes));
    let output = stepfall_given(&[&FIVE[..], &["--format", "json"]].concat(), &wide);
    let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdict["answers"]["first"]["value"], "-40");
    let output = stepfall_given(&FIVE, b" \n");
    assert!(String::from_utf8(output.stderr).unwrap().contains("contains no text"));
}

#[test]
fn item_files_are_read_and_other_files_are_refused() {
    let record =
        |name: &str| format!("{}/../../tests/items/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let five = record("five-steps");
    let text = result(&["item", "--procedure", &five]);
    assert!(text.starts_with("S1 = 3\nS2 = 2\nS3 = S1 + S2\n"), "{text}");
    // The printed record can be read again and gives the same item.
    let printed = result(&["item", "--procedure", &five, "--format", "json"]);
    assert!(printed.contains("\"generator\": 1,"), "{printed}");
    let scratch = Scratch::new();
    let again = scratch.file("printed-item.json", &printed);
    assert_eq!(result(&["item", "--procedure", &again, "--format", "json"]), printed);
    assert!(error(&["link", "make", "--procedure", &five]).contains("this item has no link"));
    let broken =
        fs::read_to_string(&five).unwrap().replace("\"value\": \"25\"", "\"value\": \"26\"");
    let broken = scratch.file("broken-item.json", broken);
    assert_eq!(
        error(&["item", "--procedure", &broken]),
        format!(
            "error: {broken} contains no valid item: S4 is 26 in the record, and the procedure gives 25\n"
        )
    );
    assert!(
        error(&["item", "--procedure", "nowhere.json"])
            .starts_with("error: nowhere.json cannot be read")
    );
    for flags in [["--seed", "1"], ["--steps", "5"], ["--ops", "add"], ["--link", "#/play"]] {
        let message = error(&[&["item", "--procedure", &five][..], &flags].concat());
        assert!(message.contains("cannot be used with"), "{message}");
    }
}

/// The answer in a link of an unpublished generator belongs to an item that the current generator
/// does not make.
#[test]
fn an_answer_to_an_item_of_an_unpublished_generator_is_not_graded() {
    let scratch = Scratch::new();
    let path = scratch.file("answer-of-then.txt", "Answer: 45");
    let make = ["link", "make", "--steps", "5", "--seed", "42", "--transcript", &path];
    let link = result(&make).trim_end().replace("v=2", "v=1");
    let message = error(&["grade", "--link", &link]);
    assert!(
        message.contains("notice: The link was made with an unpublished generator;"),
        "{message}"
    );
    assert!(
        message.contains("is not graded, because generator 2 cannot make its item"),
        "{message}"
    );
    let output = stepfall_given(&["item", "--link", "#/play?v=1&steps=5&seed=42"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        result(&["item", "--steps", "5", "--seed", "42"])
    );
    assert!(String::from_utf8(output.stderr).unwrap().contains("has another procedure"));
}

#[test]
fn a_correct_last_step_under_unchained_is_not_reported_as_incorrect() {
    let item = ["grade", "--steps", "5", "--seed", "42", "--condition", "unchained"];
    // The step S5 has an incorrect carry.
    let text = result_given(
        &item,
        "S3 = 859 + (-256) = 603\nS4 = 120 * 3 = 360\nS5 = 909 - 829 = 90\nS6 = 54 / 2 = 27\n\
         S7 = 21 * 3 = 63\nAnswer: 63\n",
    );
    assert!(
        text.contains("\nAnswer       63, correct, though not every step is (announced)\n"),
        "{text}"
    );
    let correct =
        result_given(&item, "S3 = 603\nS4 = 360\nS5 = 80\nS6 = 27\nS7 = 63\nAnswer: 63\n");
    assert!(correct.contains("\nAnswer       63, correct (announced)\n"), "{correct}");
}
