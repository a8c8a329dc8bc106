//! Custom procedures on the command line.

use serde_json::Value;
use stepfall_solver::Form;

use crate::program::{error, result, result_given, stepfall};
use crate::scratch::Scratch;

const CONDITIONS: [&str; 19] = [
    "answer-only",
    "trace",
    "free",
    "structured",
    "unchained",
    "copy",
    "exception",
    "remapped",
    "symbolic",
    "stepwise",
    "checkpoints.4",
    "verified.4",
    "calculator",
    "calculator-text",
    "transcribe",
    "explain",
    "review",
    "primed.2",
    "primed.2.1",
];

const RENT: &str = "# what is left\nbase_rent = 412\nRebate2 = -35\na = base_rent × 3\nnew_1 = a + Rebate2\nTotal = new_1 - base_rent\nb = Total * 4\nx = b / 2\nLast = x − a\n";

#[test]
fn a_procedure_in_a_file_is_an_item() {
    let scratch = Scratch::new();
    let path = scratch.file("own-item.txt", RENT);
    assert!(result(&["item", "--procedure", &path]).ends_with("Last = x - a\n"));
    assert!(
        result(&["item", "--procedure", &path, "--format", "values"]).ends_with("Last = 342\n")
    );
    let english = result(&["item", "--procedure", &path, "--wording", "english"]);
    assert!(english.contains("4. Add a and Rebate2 and call the result new_1.\n"), "{english}");
    let decimals =
        result(&["item", "--procedure", &path, "--numbers", "decimal1", "--format", "values"]);
    assert!(decimals.ends_with("Last = 342.0\n"), "{decimals}");
    let record = result(&["item", "--procedure", &path, "--format", "json", "--condition", "copy"]);
    let again = scratch.file("own-item.json", &record);
    assert_eq!(result(&["item", "--procedure", &again, "--format", "json"]), record);
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schemas/item.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let read: Value = serde_json::from_str(&record).unwrap();
    let errors: Vec<String> = validator.iter_errors(&read).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new(), "{read:#}");
}

#[test]
fn an_invalid_procedure_is_an_error_with_line_and_column() {
    let scratch = Scratch::new();
    let path = scratch.file("own-broken.txt", "a = 4\nb = 9\nc = a + d\n");
    assert_eq!(
        error(&["item", "--procedure", &path]),
        format!(
            "error: {path}, line 3, column 9: “d” is used but never set; expected a name that is set above\n"
        )
    );
    let path = scratch.file("own-flags.txt", RENT);
    assert!(error(&["item", "--procedure", &path, "--seed", "4"]).contains("cannot be used with"));
    assert!(
        error(&["item", "--procedure", &path, "--wording", "verse"])
            .contains("there is no wording “verse”")
    );
    let record =
        scratch.file("own-flags.json", result(&["item", "--procedure", &path, "--format", "json"]));
    assert_eq!(
        error(&["item", "--procedure", &record, "--wording", "json"]),
        "error: --wording has no effect, because the record defines the whole item; leave it out\n"
    );
}

/// Under each of [`CONDITIONS`], transcripts without errors are graded as correct, for the file of
/// the item and for its link. Under the default condition, an incorrect operand is recognised.
#[test]
fn transcripts_of_solvers_for_custom_procedures_are_graded() {
    let scratch = Scratch::new();
    let path = scratch.file("own-graded.txt", RENT);
    let link = result(&["link", "make", "--procedure", &path]);
    for condition in CONDITIONS {
        for by in [["--procedure", path.as_str()], ["--link", link.trim()]] {
            let flags = [&by[..], &["--condition", condition]].concat();
            let text = result(&[&["simulate", "--solver", "followed"], &flags[..]].concat());
            let verdict =
                result_given(&[&["grade", "--format", "json"], &flags[..]].concat(), &text);
            let verdict: Value = serde_json::from_str(&verdict).unwrap();
            let plain = &verdict["answers"]["first"]["correct"];
            let outcome =
                if verdict["dialogue"].is_null() { plain } else { &verdict["dialogue"]["solved"] };
            assert_eq!(*outcome, true, "{condition}\n{text}\n{verdict:#}");
        }
    }
    let flags = ["--procedure", path.as_str()];
    let incorrect = [&["simulate", "--solver", "wrong-operand", "--run", "3"], &flags[..]].concat();
    let text = result_given(&[&["grade"], &flags[..]].concat(), &result(&incorrect));
    assert!(text.contains("lost-operand"), "{text}");
}

#[test]
fn every_form_is_graded_with_custom_names() {
    let scratch = Scratch::new();
    let path = scratch.file("own-forms.txt", RENT);
    for form in Form::ALL.map(Form::slug) {
        let flags = ["--procedure", path.as_str()];
        let simulate = ["simulate", "--solver", "followed", "--form", form];
        let text = result(&[&simulate[..], &flags].concat());
        let verdict = result_given(&[&["grade", "--format", "json"], &flags[..]].concat(), &text);
        let verdict: Value = serde_json::from_str(&verdict).unwrap();
        assert_eq!(verdict["primary"], "followed", "{form}\n{text}\n{verdict:#}");
    }
}

/// Returns standard output and standard error of a command that succeeds.
fn outputs(arguments: &[&str]) -> (String, String) {
    let output = stepfall(arguments);
    assert!(output.status.success());
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn solutions_with_calculator_marks_become_items() {
    let scratch = Scratch::new();
    let lines = [
        r#"{"question": "…", "answer": "She has 16 - 3 = <<16-3=13>>13.\n#### 13"}"#,
        "",
        r#"{"question": "…", "answer": "It is <<16-3=14>>14.\n#### 14"}"#,
        r#"{"question": "…", "ground_truth": "<<48/2=24>>24, so 48 + 24 = 72.\nA: 72"}"#,
    ];
    let path = scratch.file("solutions.jsonl", lines.join("\n"));
    let (records, messages) = outputs(&["item", "--from-solution", &path, "--format", "json"]);
    assert!(
        messages.contains("line 3, solution line 1, column 14: the text says 14"),
        "{messages}"
    );
    assert!(messages.ends_with("2 of 3 solutions were read\n"), "{messages}");
    let records: Vec<Value> =
        records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 2);
    assert_eq!((&records[0]["answer"], &records[1]["answer"]), (&"13".into(), &"72".into()));
    let single = scratch.file("solution.txt", "So <<2*3=6>>6 and <<6+4=10>>10.");
    let (text, _) = outputs(&["item", "--from-solution", &single]);
    assert_eq!(text, "value_1 = 2 * 3\nvalue_2 = value_1 + 4\n");
    let none = scratch.file("none.txt", "It is <<16-3=14>>14.");
    let message = error(&["item", "--from-solution", &none]);
    assert!(message.contains("solution line 1, column 14: the text says 14"), "{message}");
    assert!(message.ends_with("contains no readable solution\n"), "{message}");
}

#[test]
fn readings_of_currencies_and_percentages_are_reported() {
    let scratch = Scratch::new();
    let path = scratch.file("tax.txt", "price = $1,250\ntax = price * 5%\n");
    let (answer, messages) = outputs(&["item", "--procedure", &path, "--format", "values"]);
    assert!(messages.ends_with("tax.txt, line 2, column 15: “5%” is read as 0.05\n"), "{messages}");
    assert_eq!(answer, "price = 1250.00\ntax = 62.50\n");
    assert_eq!(
        result_given(&["item", "--procedure", "-"], "3 + 4 * 5 ="),
        "total_1 = 4 * 5\ntotal = 3 + total_1\n"
    );
}
