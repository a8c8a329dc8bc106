//! Dialogues on the command line: printing and reading.

use serde_json::Value;

use crate::program::{result, result_given};

const CONDITIONS: [&str; 12] = [
    "symbolic",
    "stepwise",
    "checkpoints.4",
    "verified.4",
    "calculator",
    "calculator-text",
    "transcribe",
    "explain",
    "review",
    "primed.3",
    "primed.4.1",
    "primed",
];

fn item(condition: &str) -> [&str; 6] {
    ["--steps", "12", "--seed", "42", "--condition", condition]
}

fn simulated(condition: &str, solver: &str) -> String {
    let item_flags = item(condition);
    result(&[&["simulate", "--solver", solver], &item_flags[..]].concat())
}

fn graded(condition: &str, text: &str) -> Value {
    let item_flags = item(condition);
    let text = result_given(&[&["grade", "--format", "json"], &item_flags[..]].concat(), text);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn dialogues_of_solvers_are_graded_as_simulated() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schemas/verdict.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for condition in CONDITIONS {
        for (solver, is_solved) in [("followed", true), ("wrong-operand", false)] {
            let record = graded(condition, &simulated(condition, solver));
            let errors: Vec<String> =
                validator.iter_errors(&record).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new(), "{condition} {record:#}");
            let dialogue = &record["dialogue"];
            assert_eq!(dialogue["end"]["slug"], "complete", "{condition}");
            // The solver's error may be in a step that the prompt already contains.
            let is_open = condition.starts_with("primed") && !is_solved;
            let is_mended = matches!(condition, "verified.4" | "review");
            assert!(
                is_open || dialogue["solved"] == (is_solved || is_mended),
                "{condition} {solver}"
            );
        }
    }
}

#[test]
fn an_open_dialogue_is_graded_with_the_next_question() {
    let item_flags = item("checkpoints.4");
    let dialogue = simulated("checkpoints.4", "followed");
    let (first, _) = dialogue.split_once("\n\n").unwrap();
    let text = result_given(&[&["grade"], &item_flags[..]].concat(), first);
    let ending = "\n\
Dialogue     1 reply. The only turn is correct at the first try. The dialogue is
             not over.

Ask next

Now do S7 to S10.
";
    assert!(text.ends_with(ending), "{text}");
}

#[test]
fn verdicts_show_the_findings_of_their_condition() {
    let cases = [
        ("verified.4", "Told once that a step was incorrect, and fixed it."),
        ("calculator", "1 of 12 calls had wrong operands."),
        ("transcribe", "The program is faithful in 11 of 12 steps."),
        ("symbolic", "The lines are faithful in 11 of 12 steps."),
        (
            "explain",
            "Described 5 of 5 steps correctly; the trace took the correct operands and operation in 4",
        ),
        ("review", "The first answer was incorrect; fixed on review."),
        ("primed.4.1", " own steps are correct given what stands before."),
    ];
    for (condition, expected) in cases {
        let item_flags = item(condition);
        let dialogue = simulated(condition, "wrong-operand");
        let text = result_given(&[&["grade"], &item_flags[..]].concat(), &dialogue);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(expected), "{condition}: {text}");
    }
}

#[test]
fn replies_outside_the_protocol_have_an_outcome() {
    let cases = [
        ("checkpoints.4", "Sorry!\n\n=== answered ===\nI cannot say.", "ignored", "not-in-form"),
        (
            "calculator-text",
            "CALL S3: 3 + 2\n\n=== answered ===\nCALL S3: 3 + 2\n\n=== answered ===\nCALL S3: 3 + 2",
            "looped",
            "",
        ),
    ];
    for (condition, text, end, note) in cases {
        let record = graded(condition, text);
        assert_eq!(record["dialogue"]["end"]["slug"], end, "{record:#}");
        let first = record["dialogue"]["notes"][0]["slug"].as_str().unwrap_or_default();
        assert_eq!(first, note, "{record:#}");
    }
}

#[test]
fn a_prompt_contains_all_messages_before_the_first_reply() {
    let prompt =
        |condition| result(&[&["item", "--format", "prompt"], &item(condition)[..]].concat());
    assert!(prompt("stepwise").ends_with("\nNow do S3.\n"));
    let primed = prompt("primed.3.1");
    let (_, history) = primed.split_once("\n\n=== given ===\nS3 = ").unwrap();
    assert!(history.contains("\n\n=== asked ===\nNow do S6 to S14, and end with"), "{primed}");
}
