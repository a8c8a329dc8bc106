//! Tests of steps that are written as objects with their operands.

use stepfall_grade::{Mode, Verdict, grade};
use stepfall_procedure::{Condition, Item};

/// Returns an item with `S1 = 9`, `S2 = 19` and nine steps.
fn item() -> Item {
    let record = include_str!("../../../../tests/items/nine-steps.json");
    Item::from_record(record).unwrap().0
}

/// The name, the operands and the result of every step.
const STEPS: [(&str, &str, &str, &str); 9] = [
    ("S3", "19", "9", "10"),
    ("S4", "10", "4", "40"),
    ("S5", "40", "10", "30"),
    ("S6", "30", "40", "70"),
    ("S7", "70", "2", "35"),
    ("S8", "35", "40", "75"),
    ("S9", "75", "6", "450"),
    ("S10", "450", "3", "150"),
    ("S11", "150", "5", "750"),
];

fn object((name, left, right, value): (&str, &str, &str, &str)) -> String {
    format!(r#"{{"name": "{name}", "left": "{left}", "right": "{right}", "value": "{value}"}}"#)
}

fn objects() -> Vec<String> {
    STEPS.map(object).to_vec()
}

fn verdict(text: &str) -> Verdict {
    grade(&item(), Condition::Structured, text)
}

#[test]
fn correct_steps_are_correct_in_every_json_form() {
    let list = objects().join(", ");
    let document = format!(r#"{{"steps": [{list}], "answer": "750"}}"#);
    let lines = objects().join("\n");
    let pairs: Vec<String> =
        STEPS.map(|(name, .., value)| format!(r#""{name}": "{value}""#)).to_vec();
    let operations = ["-", "*", "-", "+", "/", "+", "*", "/", "*"];
    let with_operations = (0..9).fold(document.clone(), |text, at| {
        let name = format!(r#""name": "{}", "#, STEPS[at].0);
        text.replace(&name, &format!(r#"{name}"op": "{}", "#, operations[at]))
    });
    let texts = [
        document.clone(),
        with_operations,
        format!("```json\n{}\n```", document.replace("}, ", "},\n  ")),
        format!("Here is the object.\n\n{document}\n\nLet me know if you need more."),
        document.replace('"', "'"),
        document.replace(": \"750\"", ": 750").replace(r#""left": "40""#, r#""left": 40"#),
        format!("[{list}]\n\nAnswer: 750"),
        format!("{lines}\n{{\"answer\": \"750\"}}"),
        format!("{lines}\n"),
        document.replace(r#""value": "70""#, r#""value": "30 + 40 = 70""#),
        document.replace(r#""left": "30", "right": "40""#, r#""left": "S5", "right": "S4""#),
        document.replace(r#""left": "30", "right": "40""#, r#""right": "30", "left": "40""#),
        format!(r#"{{"answer": "750", "steps": [{list}]}}"#),
        format!(r#"{{"steps": {{{}}}, "answer": "750"}}"#, pairs.join(", ")),
    ];
    for text in texts {
        let verdict = verdict(&text);
        let early = text.starts_with(r#"{"answer"#);
        let known = [Mode::Followed, Mode::PrematureAnswer];
        assert!(verdict.modes.iter().all(|mode| known.contains(mode)), "{text}");
        assert_eq!(verdict.modes.contains(&Mode::PrematureAnswer), early, "{text}");
        assert_eq!(verdict.metrics.correct_in_truth, 9, "{text}");
    }
}

#[test]
fn operands_distinguish_causes() {
    let with = |at: usize, step: (&str, &str, &str, &str)| {
        let mut steps = objects();
        steps[at] = object(step);
        let answer = step.3.to_owned();
        steps.truncate(at + 1);
        format!(r#"{{"steps": [{}], "answer": "{answer}"}}"#, steps.join(", "))
    };
    let cause = |text: &str| {
        let verdict = verdict(text);
        verdict.visible.roots.first().map(|root| (root.number, root.cause().slug()))
    };
    for (at, step, expected) in [
        (3, ("S6", "30", "40", "71"), "slip"),
        (3, ("S6", "30", "10", "40"), "wrong-operand"),
        // 60 is S5 + S5: S5 replaces the operand S4.
        (3, ("S6", "30", "30", "60"), "wrong-operand"),
        (3, ("S6", "30", "41", "71"), "wrong-operand"),
        (3, ("S6", "40", "30", "10"), "wrong-operation"),
        (2, ("S5", "10", "40", "-30"), "swapped"),
        (2, ("S5", "40", "10", "50"), "wrong-operation"),
        (2, ("S5", "40", "10", "31"), "slip"),
        (2, ("S5", "S4", "S2", "21"), "wrong-operand"),
        (8, ("S11", "150", "5", "155"), "wrong-operation"),
    ] {
        let number = u16::try_from(at + 3).unwrap();
        assert_eq!(cause(&with(at, step)), Some((Some(number), expected)), "{step:?}");
    }
}

#[test]
fn cut_off_document_has_no_incorrect_step() {
    let list = objects().join(", ");
    let document = format!(r#"{{"steps": [{list}], "answer": "750"}}"#);
    for at in (20..document.len() - 1).filter(|at| document.is_char_boundary(*at)) {
        let verdict = verdict(&document[..at]);
        let incorrect =
            verdict.visible.claimed_steps().filter(|step| step.slug() != "right").count();
        assert_eq!(incorrect, 0, "{}", &document[..at]);
    }
}

#[test]
fn templates_and_examples_make_no_claim() {
    let text = r#"{"steps": [{"name": "S3", "left": "...", "right": "...", "value": "..."}], "answer": "..."}"#;
    assert_eq!(verdict(text).metrics.claimed, 0);
    let example =
        r#"{"steps": [{"name": "C", "left": "4", "right": "9", "value": "13"}], "answer": "13"}"#;
    assert_eq!(verdict(example).metrics.claimed, 0);
}
