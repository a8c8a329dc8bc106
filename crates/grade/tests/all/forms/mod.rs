//! Tests of ways to write steps and answers that are common but easily misread.

mod certain;
mod code;
mod ending;
mod explained;
mod replaced;
mod rows;
mod settled;
mod unnamed;

use std::fs;
use std::path::Path;

use stepfall_grade::{Grader, Reasoning, StopReason, Verdict, answer_text, value_text};
use stepfall_procedure::{Condition, Item};

/// Returns an item with `S1 = 7`, `S2 = 2` and the values 9, 81, 79, 86, 84.
fn item() -> Item {
    let item = recorded("sums-and-a-product");
    let steps = "S3 = S1 + S2\nS4 = S3 * 9\nS5 = S4 - S2\nS6 = S5 + S1\nS7 = S6 - S2";
    assert!(item.prompt(Condition::Trace).contains(steps));
    item
}

/// Returns an item with `S1 = 9`, `S2 = 20` and the values -11, -55, -46, -37, -26, -52, -13, -39.
fn negative() -> Item {
    let item = recorded("negatives");
    assert!(item.prompt(Condition::Trace).contains(FORMULAS));
    item
}

/// Returns an item with `S1 = 19.76`, `S2 = 17.01` and the values 36.77, 9.19, -27.58, -7.82, 1.37,
/// 0.27.
fn decimals() -> Item {
    recorded("decimals")
}

/// Returns an item modulo 97 with `S1 = 94`, `S2 = 80` and the values 77, 60, 63, 43, 13, 31.
fn residues() -> Item {
    recorded("residues")
}

/// Returns a transcript with a line for each step of [`negative`]. In the line, `NAME`, `VALUE` and
/// `#` are replaced by the name, the value and the number of the step.
fn lines(line: &str) -> String {
    let values = ["-11", "-55", "-46", "-37", "-26", "-52", "-13", "-39"];
    let lines = (3..).zip(values).map(|(number, value)| {
        line.replace("NAME", &format!("S{number}"))
            .replace("VALUE", value)
            .replace('#', &number.to_string())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The steps of [`negative`].
const FORMULAS: &str = "S3 = S1 - S2\nS4 = S3 * 5\nS5 = S4 + S1\nS6 = S5 + S1\nS7 = S6 - S3\n\
                        S8 = S7 * 2\nS9 = S8 / 4\nS10 = S9 + S7";

/// Returns an item of `tests/items`.
fn recorded(name: &str) -> Item {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/items").join(name);
    let record = fs::read_to_string(path.with_extension("json")).unwrap();
    Item::from_record(&record).unwrap().0
}

/// Returns the primary mode, and the status and value of the steps that are not correct. Example:
/// `slipped: S7 slip -27, S8 inherited -54`.
fn incorrect_steps(item: &Item, transcript: &str) -> String {
    let verdict = grade(item, transcript);
    let steps = verdict.visible.steps.iter().filter(|step| step.slug() != "right").map(|step| {
        let claim = step.claim.as_ref();
        let value =
            claim.map(|claim| format!(" {}", value_text(item, Condition::Trace, &claim.value)));
        format!("S{} {}{}", step.number, step.slug(), value.unwrap_or_default())
    });
    format!("{}: {}", verdict.primary.slug(), steps.collect::<Vec<_>>().join(", "))
}

fn grade(item: &Item, transcript: &str) -> Verdict {
    Grader::new(item, Condition::Trace).grade(transcript, StopReason::Unknown)
}

/// Returns the values of the answers in a transcript of [`item`], in the order of the text.
fn answers(transcript: &str) -> Vec<String> {
    let item = item();
    let answers = grade(&item, transcript).visible.answers;
    let text = |value| answer_text(&item, Condition::Trace, value);
    answers.iter().map(|answer| text(&answer.claim.value)).collect()
}

/// Returns the claimed steps in a transcript of [`item`], with their status and value. Example:
/// `S5 wrong-operand 74`.
fn steps(transcript: &str) -> String {
    let item = item();
    let verdict = grade(&item, transcript);
    let claimed = verdict.visible.claimed_steps().map(|step| {
        let claim = step.claim.as_ref().unwrap();
        format!(
            "S{} {} {}",
            step.number,
            step.slug(),
            value_text(&item, Condition::Trace, &claim.value)
        )
    });
    claimed.collect::<Vec<_>>().join(", ")
}

const ALL_CORRECT: &str = "S3 right 9, S4 right 81, S5 right 79, S6 right 86, S7 right 84";

#[test]
fn corrected_answer_counts_as_a_second_answer() {
    for transcript in [
        "Answer: 94 → corrected: 84",
        "Answer: 94. Sorry, I meant 84.",
        "Answer: 94\n\nActually, that's wrong. 84.",
        "Answer: ~~94~~ 84",
        "The answer is 94. Wait, no: 84.",
    ] {
        assert_eq!(answers(transcript), ["94", "84"], "{transcript}");
    }
}

#[test]
fn text_that_corrects_nothing_adds_no_answer() {
    for transcript in [
        "Answer: 84. Wait, let me check: 9 * 9 = 81. Yes.",
        "Answer: 84. Actually I made 3 mistakes on the way.",
        "Answer: 84 | Confidence: 9/10",
        "Answer: 84. If instead S3 were 10, the answer would be 93.",
        "Is the answer 94? No. The answer is 84.",
        "| Final answer | 84 |",
        "Answer:\t84",
        r#"{"steps": {"S6": "86", "S7": "94"}, "final_answer": "84"}"#,
        r#"{"finalAnswer": 84}"#,
        r#"{"final_value": 84}"#,
    ] {
        assert_eq!(answers(transcript), ["84"], "{transcript}");
    }
}

#[test]
fn struck_out_value_is_revised() {
    let transcript = "S3 = 9\nS4 = 81\nS5 = ~~76~~ 79\nS6 = 86\nS7 = 84";
    assert_eq!(steps(transcript), ALL_CORRECT);
    assert!(grade(&item(), transcript).visible.steps[2].is_revised);
}

#[test]
fn equations_without_names_are_assigned_to_steps() {
    for transcript in [
        "7 + 2 = 9, 9 * 9 = 81, 81 - 2 = 79, 79 + 7 = 86, 86 - 2 = 84",
        "7 plus 2 is 9. 9 times 9 is 81. 81 minus 2 is 79. 79 plus 7 is 86. 86 minus 2 is 84.",
        "2 + 7 = 9\n9 × 9 = 81\n81 − 2 = 79\n79 + 7 = 86\n86 − 2 = 84\nAnswer: 84",
    ] {
        assert_eq!(steps(transcript), ALL_CORRECT, "{transcript}");
    }
    assert_eq!(
        steps("7 + 2 = 9\n9 * 9 = 81\n81 - 7 = 74\n74 + 7 = 81\n81 - 2 = 79\nAnswer: 79"),
        "S3 right 9, S4 right 81, S5 wrong-operand 74, S6 inherited 81, S7 inherited 79"
    );
    // A step that is left out does not shift the other equations to other steps.
    assert_eq!(
        steps("7 + 2 = 9\n9 * 9 = 81\n79 + 7 = 86\n86 - 2 = 84"),
        "S3 right 9, S4 right 81, S6 right 86, S7 right 84"
    );
    // A text without relation to the item has no steps.
    assert_eq!(steps("I have 3 + 4 = 7 apples, and 7 * 2 = 14 pears."), "");
}

#[test]
fn equation_before_a_name_gives_its_operands() {
    let transcript = "7 + 2 = 9, so S3 = 9. 9 * 9 = 81, so S4 = 81. 81 - 7 = 74. So S5 = 74.";
    let verdict = grade(&item(), transcript);
    let fifth = verdict.visible.steps[2].claim.as_ref().unwrap();
    assert!(fifth.operation_by_value.is_some(), "the operands are written");
    assert_eq!(verdict.visible.steps[2].hypotheses.len(), 1);
}

#[test]
fn extra_table_columns_are_not_values() {
    for transcript in [
        "| Step | Operation | Value | Check |\n|---|---|---|---|\n| S3 | 7 + 2 | 9 | 1/1 |\n\
         | S4 | 9 * 9 | 81 | 2 |\n| S5 | 81 - 2 | 79 | 3 |\n| S6 | 79 + 7 | 86 | 4 |\n\
         | S7 | 86 - 2 | 84 | 5 |",
        "| Step | Operands | Result |\n|---|---|---|\n| S3 | 7, 2 | 9 |\n| S4 | 9, 9 | 81 |\n\
         | S5 | 81, 2 | 79 |\n| S6 | 79, 7 | 86 |\n| S7 | 86, 2 | 84 |",
        "| Step | S1 | S2 | S3 | S4 | S5 | S6 | S7 |\n|---|---|---|---|---|---|---|---|\n\
         | 1 | 7 | 2 | 9 | | | | |\n| 2 | 7 | 2 | 9 | 81 | | | |\n| 3 | 7 | 2 | 9 | 81 | 79 | | |\n\
         | 4 | 7 | 2 | 9 | 81 | 79 | 86 | |\n| 5 | 7 | 2 | 9 | 81 | 79 | 86 | 84 |",
    ] {
        assert_eq!(steps(transcript), ALL_CORRECT, "{transcript}");
    }
}

#[test]
fn comments_after_print_are_values() {
    let code = "S3 = S1 + S2\nprint(S3)  # 9\nS4 = S3 * 9\nprint(S4)  # 81\nS5 = S4 - S2\nprint(S5)  # 79\n\
                S6 = S5 + S1\nprint(S6)  # 86\nS7 = S6 - S2\nprint(S7)  # 84";
    assert_eq!(steps(code), ALL_CORRECT);
}

#[test]
fn makes_introduces_the_value_of_the_next_name() {
    assert_eq!(
        steps("S3 = 9\nS4 = 81\nS5 = 79\nS6 should be 50, which makes S7 48."),
        "S3 right 9, S4 right 81, S5 right 79, S6 unexplained 50, S7 inherited 48"
    );
}

#[test]
fn row_of_numbers_lists_the_step_values() {
    assert_eq!(steps("9 81 79 86 84"), ALL_CORRECT);
    // Blanks between groups of three digits could also separate the thousands of one number.
    assert_eq!(
        steps("S3 = 9, then 121 232 343 454 565 and so on"),
        "S3 right 9",
        "a row is neither a number nor a claim"
    );
}

#[test]
fn other_reasoning_marks_and_refusals_are_recognised() {
    let item = item();
    let kimi = grade(&item, "◁think▷the answer is 99◁/think▷\nAnswer: 84");
    assert!(kimi.reasoning.is_some());
    assert_eq!(kimi.primary.slug(), "followed");
    let unable = grade(&item, "I am not able to run programs of this kind.");
    assert_eq!(unable.primary.slug(), "refused");
}

#[test]
fn reasoning_has_its_own_verdict_and_span() {
    let item = item();
    let places = |reasoning: &Reasoning| -> Vec<(usize, usize)> {
        reasoning.spans.iter().map(|span| (span.start, span.end)).collect()
    };
    let text = "So: <think>S3 = 9, S4 = 80, S5 = 78\nAnswer: 78</think>\nAnswer: 84";
    let verdict = grade(&item, text);
    assert_eq!(verdict.primary.slug(), "followed");
    let reasoning = verdict.reasoning.unwrap();
    assert_eq!(places(&reasoning), [(4, text.rfind("\nAnswer").unwrap())]);
    assert_eq!(reasoning.verdict.primary.slug(), "slipped");
    assert_eq!(reasoning.verdict.reasoning, None);
    // Without an opening mark, the reasoning is everything up to the end of the closing mark.
    let open = grade(&item, "S3 = 9</think>S4 = 81");
    assert_eq!(places(&open.reasoning.unwrap()), [(0, 14)]);
    // Without a closing mark, the reasoning is everything from the opening mark on, and is cut off.
    let cut = grade(&item, "Let me see. <think>S3 = 9").reasoning.unwrap();
    assert_eq!(places(&cut), [(12, 25)]);
    assert_eq!(cut.verdict.primary.slug(), "truncated");
    let silent = grade(&item, "<think>Hm.</think>Answer: 84").reasoning.unwrap();
    assert_eq!(silent.verdict.primary.slug(), "missing-answer");
    assert!(grade(&item, "<think></think>Answer: 84").reasoning.is_none());
    assert!(grade(&item, "<think>\n\n</think>\n\nAnswer: 84").reasoning.is_none());
    let quoted = grade(&item, "I write no `<think>` here.\nAnswer: 84");
    assert_eq!((quoted.primary.slug(), quoted.reasoning), ("followed", None));
}

#[test]
fn fraction_answer_is_read_for_a_whole_number_item() {
    assert_eq!(answers("Answer: -999/25"), ["-39.96"]);
    assert_eq!(answers("Answer: 5/3"), ["5/3"]);
}

#[test]
fn hexadecimal_numbers_are_not_read() {
    for answer in ["0x54", "0X54", "0b1010100", "0o124", "0x1F4", "-0x54", "0x54 = 84", "0x"] {
        for text in [format!("Answer: {answer}"), format!("<answer>{answer}</answer>")] {
            assert!(answers(&text).is_empty(), "{text}");
        }
    }
    assert_eq!(answers("Answer: 84 (0x54)"), ["84"]);
    // A product with zero, or another product without blanks, is not a hexadecimal number.
    let transcript = "S3 = 9\nS4 = 9x9=81\nS5 = 79\nS6 = 0x7 = 0\nS7 = 0 x 2 = 0\nAnswer: 0";
    let read = "S3 right 9, S4 right 81, S5 right 79, S6 unexplained 0, S7 wrong-operation 0";
    assert_eq!(steps(transcript), read);
}
