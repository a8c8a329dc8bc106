//! Tests of code that is followed by its output.

use super::{ALL_CORRECT, answers, grade, item, steps};

/// Returns the steps of the item as Python code, up to step number `last`, and then `print`.
fn code(last: usize, print: &str) -> String {
    let lines = ["s3 = s1 + s2", "s4 = s3 * 9", "s5 = s4 - s2", "s6 = s5 + s1", "s7 = s6 - s2"];
    format!("```python\ns1 = 7\ns2 = 2\n{}\n{print}\n```\n", lines[..last - 2].join("\n"))
}

const OUTPUTS: [&str; 8] = [
    "Running this gives 84.",
    "Running this yields `84`.",
    "Output: 84",
    "Output:\n```\n84\n```",
    "This prints **84**.",
    "The program prints 84.",
    "The script logs 84.",
    "When executed, it returns 84.",
];

#[test]
fn output_is_the_value_of_the_last_printed_name() {
    for print in [
        "print(s7)",
        "print(s3)\nprint(s7)",
        "console.log(s7);",
        "return s7",
        "print(f\"S7 is {s7}\")",
    ] {
        for output in OUTPUTS {
            for last in [3, 4, 6, 7] {
                let text = format!("{}\n{output}", code(last, print));
                assert_eq!(answers(&text), ["84"], "{text}");
                assert_eq!(steps(&text), "", "{text}");
            }
        }
    }
}

#[test]
fn output_without_print_is_the_value_of_the_last_line() {
    for output in OUTPUTS {
        let text = format!("{}\n{output}", code(7, ""));
        assert_eq!(answers(&text), ["84"], "{text}");
        assert_eq!(steps(&text), "", "{text}");
    }
}

#[test]
fn code_and_its_output_do_not_count_as_work() {
    for output in OUTPUTS {
        let text = format!("{}\n{}", code(7, "print(s7)"), output.replace("84", "94"));
        let verdict = grade(&item(), &text);
        assert_eq!(verdict.primary.slug(), "wrong-work-not-shown", "{text}");
        // A trace after the output counts as work.
        let traced = format!("{text}\n\nS3 = 9\nS4 = 81\nS5 = 79\nS6 = 86\nS7 = 84\nAnswer: 84");
        assert_eq!(steps(&traced), ALL_CORRECT, "{traced}");
    }
}

#[test]
fn printed_value_of_an_earlier_step_is_its_claim() {
    let text = format!(
        "{}Output: 81\n\n```python\ns5 = s4 - s2\nprint(s5)\n```\nThis prints 79.",
        code(4, "print(s4)")
    );
    assert_eq!(steps(&text), "S4 right 81, S5 right 79");
}

#[test]
fn printing_a_known_value_makes_no_new_claim() {
    let text = "S3 = S1 + S2  # 9\nprint(S3)\nS4 = S3 * 9  # 81\nprint(S3, S4)\nS5 = 79\nprint(S4)\nS6 = 86";
    assert_eq!(steps(text), "S3 right 9, S4 right 81, S5 right 79, S6 right 86");
    let several =
        format!("{}Output:\n```\n9\n81\n79\n```", code(5, "print(s3)\nprint(s4)\nprint(s5)"));
    assert_eq!(steps(&several), "S3 right 9, S4 right 81, S5 right 79");
}

#[test]
fn answer_with_words_before_its_number_is_read() {
    for text in [
        "Running this gives us the final value of 84.",
        "I arrive at a final answer of 84.",
        "This leaves us with an answer of **84**",
    ] {
        assert_eq!(answers(text), ["84"], "{text}");
        let worked = format!("S3 = 9\nS4 = 81\n{text}");
        assert_eq!(answers(&worked), ["84"], "{worked}");
    }
    assert!(answers("S3 = 9\nThe answer of 84 people was no.").is_empty());
}
