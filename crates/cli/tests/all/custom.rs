//! Procedures of one's own on the command line.

use serde_json::Value;
use stepfall_solver::Form;

use crate::program::{error, result, result_given};
use crate::scratch::Scratch;

const CONDITIONS: [&str; 20] = [
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
    "trace",
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
fn what_is_no_procedure_is_an_error_with_line_and_column() {
    let scratch = Scratch::new();
    let path = scratch.file("own-broken.txt", "a = 4\nb = 9\nc = a + d\n");
    assert_eq!(
        error(&["item", "--procedure", &path]),
        format!(
            "error: {path}, line 3, column 9: “d” is used and nowhere set; expected a name that is set above\n"
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
        "error: --wording has no effect on a record, which has all of it; leave it out\n"
    );
}

/// Under every condition a solver that follows is right, and one that takes a wrong operand is not, also by way of a link.
#[test]
fn what_solvers_write_is_graded() {
    let scratch = Scratch::new();
    let path = scratch.file("own-graded.txt", RENT);
    let link = result(&["link", "make", "--procedure", &path]);
    for condition in CONDITIONS {
        for by in [["--procedure", path.as_str()], ["--link", link.trim()]] {
            let given = [&by[..], &["--condition", condition]].concat();
            let text = result(&[&["simulate", "--executor", "followed"], &given[..]].concat());
            let shown = result_given(&[&["grade", "--format", "json"], &given[..]].concat(), &text);
            let shown: Value = serde_json::from_str(&shown).unwrap();
            let plain = &shown["answers"]["first"]["correct"];
            let outcome =
                if shown["dialogue"].is_null() { plain } else { &shown["dialogue"]["solved"] };
            assert_eq!(*outcome, true, "{condition}\n{text}\n{shown:#}");
        }
    }
    let given = ["--procedure", path.as_str()];
    let wrong = [&["simulate", "--executor", "wrong-operand", "--run", "3"], &given[..]].concat();
    let shown = result_given(&[&["grade"], &given[..]].concat(), &result(&wrong));
    assert!(shown.contains("lost-operand"), "{shown}");
}

#[test]
fn every_form_of_writing_is_read_with_custom_names() {
    let scratch = Scratch::new();
    let path = scratch.file("own-forms.txt", RENT);
    for form in Form::ALL.map(Form::slug) {
        let given = ["--procedure", path.as_str()];
        let simulate = ["simulate", "--executor", "followed", "--form", form];
        let text = result(&[&simulate[..], &given].concat());
        let shown = result_given(&[&["grade", "--format", "json"], &given[..]].concat(), &text);
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["primary"], "followed", "{form}\n{text}\n{shown:#}");
    }
}
