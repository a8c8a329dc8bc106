//! Tests of operations after their value, labels in brackets, and values that are corrected.

use super::{answers, incorrect_steps, negative};

/// Returns a transcript of [`negative`] with this line for the fifth step, `S7`. The later values
/// follow from -46 for `S7`.
fn with_fifth(line: &str) -> String {
    format!(
        "S3 = -11\nS4 = -55\nS5 = -46\nS6 = -37\n{line}\nS8 = -92\nS9 = -23\nS10 = -69\nAnswer: -69"
    )
}

#[test]
fn operands_after_the_result_are_read() {
    for line in [
        "S7 = -46 (S6 - S1 = -37 - 9)",
        "S7 = -46 (-37 - 9)",
        "S7 = -46 [S6 - S1]",
        "S7 = -46 (from S6 - S1)",
        "S7 = -46, where S7 = S6 - S1",
        "S7 = -46, where S6 - S1 = -37 - 9",
        "S7 = -46, since -37 - 9 = -46",
        "S7 = -46, from -37 - 9",
        "S7 is -46, because S6 - S1 = -37 - 9 = -46.",
        "S7 = -46  # S6 - S1",
    ] {
        assert_eq!(
            incorrect_steps(&negative(), &with_fifth(line)),
            "lost-operand: S7 wrong-operand -46, S8 inherited -92, S9 inherited -23, S10 inherited -69",
            "{line}"
        );
    }
}

#[test]
fn label_in_brackets_is_no_operand() {
    for open_close in ["()", "[]"] {
        let (open, close) = open_close.split_at(1);
        let line = format!("{open}S7{close} -37 - (-11) = -46");
        let found = incorrect_steps(&negative(), &with_fifth(&line));
        assert!(found.starts_with("slipped: S7 slip -46,"), "{line}: {found}");
    }
    let counted = "(1) 9 - 20 = -11\n(2) -11 * 5 = -55\n(3) -55 + 9 = -46\n(4) -46 + 9 = -37\n\
                   (5) -37 - (-11) = -26\n(6) -26 * 2 = -52\n(7) -52 / 4 = -13\n(8) -13 + -26 = -39";
    assert_eq!(incorrect_steps(&negative(), counted), "followed: ");
}

#[test]
fn correction_without_a_name_replaces_the_value() {
    for line in [
        "S7 = -37 - 11 = -48\nWait, let me recheck: -37 - (-11) = -37 + 11 = -26.",
        "S7 = -37 - 11 = -48\nWait, that is not right. -37 - (-11) = -26.",
        "S7 = -37 - 11 = -48. Hmm, that's wrong: -37 + 11 = -26.",
        "S7 = -37 - 11 = -48 (wait, -37 + 11 = -26)",
        "S7 = -37 - 11 = -48 [correction: -26]",
        "S7 = -48, I mean -26",
        "S7 = -48. I meant -26.",
        // These lines check other steps and correct nothing.
        "S7 = -26\nWait, let me check: -46 + 9 = -37. Yes.",
        "S7 = -26\nWait, let me check S4: -11 * 5 = -55. Yes.",
    ] {
        let transcript = format!(
            "S3 = 9 - 20 = -11\nS4 = -11 * 5 = -55\nS5 = -55 + 9 = -46\nS6 = -46 + 9 = -37\n{line}\n\
             S8 = -26 * 2 = -52\nS9 = -52 / 4 = -13\nS10 = -13 + -26 = -39\nAnswer: -39"
        );
        assert_eq!(incorrect_steps(&negative(), &transcript), "followed: ", "{line}");
    }
}

#[test]
fn escaped_signs_are_read() {
    let escaped = r"S3 = S1 \- S2 = 9 \- 20 = \-11
S4 = S3 \* 5 = \-11 \* 5 = \-55
S5 = &#45;46
S6 = &minus;37
S7 = S6 \- S3 = \-37 \- (\-11) = \-26
S8 = \-52
S9 = \-13
S10 = \-13 + (\-26) = \-39
Answer: \-39";
    assert_eq!(incorrect_steps(&negative(), escaped), "followed: ");
    assert_eq!(
        incorrect_steps(&negative(), "[ANSWER]-39[/ANSWER]"),
        "followed: S3 not-shown, S4 not-shown, S5 not-shown, S6 not-shown, S7 not-shown, S8 not-shown, S9 not-shown, S10 not-shown"
    );
    assert_eq!(answers(r"The answer is \(84\), or \*84\*."), ["84"]);
}
