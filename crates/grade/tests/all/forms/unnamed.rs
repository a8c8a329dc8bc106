//! Tests of statements that do not name their step.

use super::{FORMULAS, incorrect_steps, negative};

#[test]
fn equations_without_names_before_a_named_answer_are_steps() {
    let transcript = "- 9 - 20 = -11\n- -11 * 5 = -55\n- -55 + 9 = -46\n- -46 + 9 = -37\n- -37 - (-11) = -48\n\
                      - -48 * 2 = -96\n- -96 / 4 = -24\n- -24 + (-48) = -72\n\n**Answer: S10 = -72**";
    assert_eq!(
        incorrect_steps(&negative(), transcript),
        "slipped: S7 slip -48, S8 inherited -96, S9 inherited -24, S10 inherited -72"
    );
}

#[test]
fn formulas_on_the_left_identify_their_steps() {
    let transcript = "S1 - S2 = 9 - 20 = -11\nS3 * 5 = -11 * 5 = -55\nS4 + S1 = -55 + 9 = -46\n\
                      S5 + S1 = -46 + 9 = -37\nS6 - S3 = -37 - (-11) = -26\nS7 * 2 = -26 * 2 = -52\n\
                      S8 / 4 = -52 / 4 = -14\nS9 + S7 = -14 + (-26) = -40\n\nAnswer: -40";
    assert_eq!(incorrect_steps(&negative(), transcript), "slipped: S9 slip -14, S10 inherited -40");
}

#[test]
fn values_listed_after_the_formulas_are_assigned_to_them() {
    for values in [
        "-11\n-55\n-46\n-37\n-26\n-52\n-13\n-39",
        "-11, -55, -46, -37, -26, -52, -13, -39",
        "9\n20\n-11\n-55\n-46\n-37\n-26\n-52\n-13\n-39",
    ] {
        let transcript = format!("Steps:\n{FORMULAS}\n\n{values}\n\nAnswer: -39");
        assert_eq!(incorrect_steps(&negative(), &transcript), "followed: ", "{values}");
    }
    let incorrect = FORMULAS.replace("S6 - S3", "S6 - S1");
    let transcript =
        format!("{incorrect}\n\n-11\n-55\n-46\n-37\n-46\n-92\n-23\n-69\n\nAnswer: -69");
    let found = incorrect_steps(&negative(), &transcript);
    assert!(found.starts_with("lost-operand: S7 wrong-operand -46, S8 inherited"), "{found}");
}

#[test]
fn value_next_to_a_formula_is_its_result() {
    let values = ["-11", "-55", "-46", "-37", "-26", "-52", "-13", "-39"];
    for (open, close) in [("  # ", ""), ("; // ", ""), (" (", ")")] {
        let lines = FORMULAS
            .lines()
            .zip(values)
            .map(|(line, value)| format!("{line}{open}{value}{close}\n"));
        let transcript: String = lines.collect();
        assert_eq!(incorrect_steps(&negative(), &transcript), "followed: ", "{transcript}");
    }
    // Numbers in brackets may also be the values of operands.
    let operands = "S3 = S1 - S2 (20)\nS3 = -11\nS4 = S3 (-11) * 5\nS4 = -55";
    assert_eq!(
        incorrect_steps(&negative(), operands),
        incorrect_steps(&negative(), "S3 = -11\nS4 = -55")
    );
}
