//! Tests which number is read as the first answer, and that no text makes the grader panic.

use proptest::prelude::*;
use stepfall_grade::{AnswerClaim, AnswerRule, Grader, StopReason};
use stepfall_procedure::{Condition, Generator, Item, NameStyle, Seed, Spec};

fn item(spec: Spec) -> Item {
    Generator::new(spec).unwrap().item(Seed::wrapping(7), 0).unwrap()
}

/// Returns the first answer of a transcript of the default item, whose last value is `S27`.
fn read(transcript: &str) -> Option<AnswerClaim> {
    read_for(&item(Spec::default()), transcript)
}

fn read_for(item: &Item, transcript: &str) -> Option<AnswerClaim> {
    let verdict = Grader::new(item, Condition::Trace).grade(transcript, StopReason::Unknown);
    verdict.visible.first_answer().map(|answer| answer.claim.clone())
}

fn expect(rule: AnswerRule, value: &str, transcripts: &[&str]) {
    let item = item(Spec::default());
    let misread = transcripts.iter().filter_map(|transcript| {
        let claim = read_for(&item, transcript);
        let found = claim.as_ref().map(|claim| (claim.rule, claim.value.to_string()));
        (found != Some((rule, value.to_owned()))).then(|| format!("{transcript:?} as {found:?}"))
    });
    let misread: Vec<String> = misread.collect();
    assert!(misread.is_empty(), "not read as {rule:?} {value}:\n{}", misread.join("\n"));
}

#[test]
fn announced_answers_are_read() {
    expect(
        AnswerRule::Announced,
        "-412",
        &[
            "Answer: -412",
            "answer: −412.",
            "**Answer:** -412",
            "**Answer: -412**",
            "Answer: **-412**",
            "### Final Answer: `-412`",
            "So the final answer is -412, as shown.",
            "The answer is: $-412$",
            "The answer for S27 is -412",
            "Answer = -412",
            "Answer: S27 = -412",
            "Answer: The value of S27 is **-412**.",
            "Answer: S27 = S26 - S25 = 3 - 415 = -412",
            "Answer: 3 - 415 = -412",
            "Final answer:\n\n-412",
            "**Final answer:**\n**-412**\n",
            "{\"steps\": {\"S27\": \"9\"}, \"answer\": \"-412\"}",
            "{\"answer\": -412}",
            "Answer: (-412)",
            "Answer: -412 - done",
            "The final result is -412",
            "Final Answer: The answer is -412",
            "first 5\nthen 7\nAnswer: -412\nAnswer: 3",
        ],
    );
}

#[test]
fn tagged_and_boxed_answers_are_read() {
    let tagged = ["<answer>-412</answer>", "<ANSWER>\nS27 = -412\n</ANSWER> Answer: 5"];
    expect(AnswerRule::Tagged, "-412", &tagged);
    expect(
        AnswerRule::Boxed,
        "-412",
        &[
            "\\boxed{-412}",
            "$$\\boxed{S_{27} = -412}$$",
            "\\boxed{\\text{-412}}",
            "\\boxed{x} and \\boxed{\\boxed{-412}}",
        ],
    );
    expect(AnswerRule::Boxed, "1/2", &["\\[\\boxed{\\frac{1}{2}}\\]"]);
    // An announced answer in a box is read as a boxed one.
    expect(AnswerRule::Boxed, "528", &["The final answer is $\\boxed{528}$"]);
}

#[test]
fn explicit_answers_are_ordered_by_position() {
    expect(AnswerRule::Boxed, "1", &["\\boxed{1} Answer: 2 <answer>3</answer>"]);
    expect(AnswerRule::Announced, "2", &["9\nAnswer: 2 <answer>3</answer> \\boxed{1}"]);
    expect(AnswerRule::Tagged, "3", &["<answer>3</answer> \\boxed{1}\nAnswer: 2"]);
}

#[test]
fn without_explicit_answer_a_lone_number_or_the_last_step_counts() {
    expect(AnswerRule::Alone, "528", &["528", " **528** ", "528.", "$528$\n", "S27 = 3\n528\n\n7"]);
    expect(
        AnswerRule::LastStep,
        "528",
        &[
            "S26 = S1 + S2 = 4 + 9 = 13\nS27 = S26 + S25 = 13 + 515 = 528",
            "S27 = 3\nS27 = 528.",
            "- **S27** = **528**",
        ],
    );
}

#[test]
fn other_numbers_are_not_read_as_answers() {
    let mut misread = Vec::new();
    for transcript in [
        "",
        "S26 = 4 + 9 = 13",
        "S127 = 5",
        "S28 = S27 + 4 = 9",
        "The answer to step 3 is not 12",
        "Answer: see below",
        "Answer: 4 + 9",
        "Answer:\n1. First",
        "answers: 5",
        "Intermediate answer: 5",
        "1.\n2.",
        "<think>Answer: 5</think>",
        "<think>Answer: 5",
        "\\boxed{x}",
        "End with a line that reads \"Answer: \" followed by the value of S27, as a whole number.",
    ] {
        let claim = read(transcript);
        if claim.is_some() {
            misread.push(format!("{transcript:?} as {claim:?}"));
        }
    }
    assert!(misread.is_empty(), "read:\n{}", misread.join("\n"));
}

#[test]
fn answer_span_covers_exactly_the_number() {
    let transcript = "<think>Answer: 1</think>\nThe answer is “−1,234”.";
    let claim = read(transcript);
    assert_eq!(claim.map(|claim| &transcript[claim.span]), Some("−1,234"));
}

#[test]
fn answer_is_read_from_the_whole_line() {
    let mut misread = Vec::new();
    for (transcript, value) in [
        ("Answer: 110 mod 97 = 13", "13"),
        ("Answer: 110 % 97 = 13", "13"),
        ("Answer: 110%97 = 13", "13"),
        ("Answer: -84 ≡ 13 (mod 97)", "13"),
        ("Answer: $-84 \\equiv 13 \\pmod{97}$", "13"),
        ("Answer: 110 (mod 97) = 13", "13"),
        ("Answer: $4 \\times 9 = 36$", "36"),
        ("Answer: $4 \\cdot 9 = 36$", "36"),
        ("Answer: $72 \\div 2 = 36$", "36"),
        ("Answer: 4 × 9 = 36", "36"),
        ("Answer: 4 * 9 = 36", "36"),
        ("Answer: 4*9 = 36", "36"),
        ("Answer: 4 x 9 = 36", "36"),
        ("Answer: 4 * temple = 36", "36"),
        ("Answer: 72 ÷ 2 = 36", "36"),
        ("Answer: 72 / 2 = 36", "36"),
        ("Answer: 72/2 = 36", "36"),
        ("Answer: 528 // 2 = 264", "264"),
        ("Answer: 528//2 = 264", "264"),
        ("Answer: -271 - -39 = -232", "-232"),
        ("Answer: -271 - (-39) = -232", "-232"),
        ("Answer: -271 − (−39) = -232", "-232"),
        ("Answer: S27 = S26 - S23 = -271 - (-39) = -232.", "-232"),
        ("Answer: S26 - S23 = -232", "-232"),
        ("Answer: 13 + 515 = 528, since S26 = 13", "528"),
        ("Answer: 13 + 515 = 528 since S26 = 13", "528"),
        ("Answer: 528 (13 + 515 = 528)", "528"),
        ("Answer: 13 (mod 97)", "13"),
        ("Answer: 5/3 = 1.667", "5/3"),
        ("Answer: 5/3 ≈ 1.667", "5/3"),
        ("Answer: 1/2 + 7/6 = 5/3 ≈ 1.667", "5/3"),
        ("Answer: $\\frac{5}{3} \\approx 1.667$", "5/3"),
        ("Answer: 5/3 = 1.666...", "5/3"),
        ("Answer: 3/4 = 0.75", "3/4"),
        ("Answer: 5 ÷ 3 ≈ 1.667", "1667/1000"),
    ] {
        let found = read(transcript).map(|claim| claim.value.to_string());
        if found.as_deref() != Some(value) {
            misread.push(format!("{transcript:?} as {found:?}"));
        }
    }
    assert!(misread.is_empty(), "misread:\n{}", misread.join("\n"));
}

#[test]
fn usual_forms_of_answers_are_read() {
    let mut misread = Vec::new();
    for (rule, transcript, value) in [
        (AnswerRule::Announced, "The value of S27 is 528.", "528"),
        (AnswerRule::Announced, "S27 is 528.", "528"),
        (AnswerRule::Announced, "So S27 is **528**", "528"),
        (AnswerRule::LastStep, "S27: 528", "528"),
        (AnswerRule::LastStep, "**S27: 528**", "528"),
        (AnswerRule::Announced, "The result is 528.", "528"),
        (AnswerRule::Announced, "Result: 528", "528"),
        (AnswerRule::LastStep, "\\(S_{27} = 528\\)", "528"),
        (AnswerRule::LastStep, "$S_{27} = 528$", "528"),
        (AnswerRule::LastStep, "S₂₇ = 528", "528"),
        (AnswerRule::LastStep, "S_27 = 528", "528"),
        (AnswerRule::LastStep, "S27 = 13 + 515 = 528 ✅", "528"),
        (AnswerRule::LastStep, "S27 = 528 (whole number)", "528"),
        (AnswerRule::LastStep, "S27 = S26 + S25 -> 528", "528"),
        (AnswerRule::LastStep, "S27 = S26 - S23 = -271 - (-39) = -232", "-232"),
        (AnswerRule::LastStep, "S27 is S26 - S23 = -271 - (-39) = -232", "-232"),
        (AnswerRule::LastStep, "S27 is 13 + 515 = 528", "528"),
        (AnswerRule::LastStep, "{\"S27\": 528}", "528"),
        (AnswerRule::LastStep, "{\"S26\": \"13\", \"S27\": \"528\"}", "528"),
        (AnswerRule::LastStep, "| S26 | 13 |\n| S27 | 528 |", "528"),
        (AnswerRule::Alone, "\\[528\\]", "528"),
        (AnswerRule::Alone, "\\(528\\)", "528"),
        (AnswerRule::Alone, "\\[\n528\n\\]", "528"),
        (AnswerRule::Alone, "528.\n\nThis is the value of the last step.", "528"),
        (AnswerRule::Alone, "528</s>", "528"),
        (AnswerRule::Alone, "528<|im_end|>", "528"),
        (AnswerRule::Alone, "= 528", "528"),
        (AnswerRule::Announced, "Answer:\n\\(528\\)", "528"),
        (AnswerRule::Announced, "Answer:\n528", "528"),
        (AnswerRule::Announced, "Answer:\r\n\r\n528.", "528"),
        (AnswerRule::Announced, "Answer:\nS27 = 13 + 515 = 528", "528"),
        (AnswerRule::Announced, "**Final Answer**\n\n528", "528"),
        (AnswerRule::Announced, "### Answer\n\n**528**", "528"),
        (AnswerRule::Announced, "Answer - 528", "528"),
        (AnswerRule::Announced, "Answer — 528", "528"),
        (AnswerRule::Announced, "The answer is therefore 528.", "528"),
        (AnswerRule::Announced, "So the final answer is: **528**", "528"),
        (AnswerRule::Announced, "The answer is 528. I hope that S27 = 5 helps.", "528"),
        (
            AnswerRule::Announced,
            "```json\n{\"steps\": {\"S3\": \"9\", \"S27\": \"528\"}, \"answer\": \"528\"}\n```",
            "528",
        ),
        (AnswerRule::Boxed, "\\boxed{\\tfrac34}", "3/4"),
        (AnswerRule::Boxed, "\\boxed{\\frac{3}{4}}", "3/4"),
        (AnswerRule::Boxed, "\\boxed{-\\dfrac{3}{4}}", "-3/4"),
    ] {
        let found = read(transcript).map(|claim| (claim.rule, claim.value.to_string()));
        if found != Some((rule, value.to_owned())) {
            misread.push(format!("{transcript:?} as {found:?}"));
        }
    }
    assert!(misread.is_empty(), "misread:\n{}", misread.join("\n"));
}

#[test]
fn word_name_is_recognised_only_before_a_value() {
    let item = item(Spec { names: NameStyle::Scattered, ..Spec::default() });
    let last = item.name(item.procedure.last());
    for (transcript, value) in [
        ("temple = 528", Some("528")),
        ("temple is 528.", Some("528")),
        ("temple: 528", Some("528")),
        ("**temple**: 528", Some("528")),
        ("{\"temple\": 528}", Some("528")),
        ("| temple | 528 |", Some("528")),
        ("temple = olive - apple = 541 - 13 = 528", Some("528")),
        ("The temple in town has 528 steps", None),
        ("The temple x = 528", None),
        ("temples = 528", None),
        ("temple is 528 years old", None),
    ] {
        let transcript = &transcript.replace("temple", &last);
        let found = read_for(&item, transcript).map(|claim| claim.value.to_string());
        assert_eq!(found.as_deref(), value, "{transcript}");
    }
}

#[test]
fn number_in_the_last_line_is_the_answer() {
    let item = item(Spec::default());
    let grader = Grader::new(&item, Condition::Trace);
    let works = ["Answer: 7\n\nS3 = 9\nS4 = 18\n", "S3 = 9\nS4 = 18\n", "S3 = 9\nS4 = 18\nS5 = \n"];
    let lines = [
        "#### 528",
        "# 528",
        "Final: 528",
        "Final result: **528**.",
        "The result is: 528",
        "Result: 528.",
    ];
    for (work, line) in works.iter().flat_map(|work| lines.map(|line| (work, line))) {
        let text = format!("{work}\n{line}\n");
        let verdict = grader.grade(&text, StopReason::Unknown).visible;
        let last = verdict.last_answer().map(|answer| answer.claim.value.to_string());
        assert_eq!(last.as_deref(), Some("528"), "{text}");
        let claims = verdict.steps.iter().filter(|step| step.claim.is_some());
        assert_eq!(claims.map(|step| step.number).collect::<Vec<_>>(), [3, 4], "{text}");
    }
    // A number in a list is the value of a step, and no answer.
    assert_eq!(read("S3 = 9\n- S4: 18\n- S5:\n- 528"), None);
}

#[test]
fn ambiguous_answers_are_not_read() {
    let mut misread = Vec::new();
    for transcript in [
        "Answer: 1 1/2",
        "Answer: 4 × 9",
        "Answer: 110 mod 97",
        "Answer: 528 - S25",
        "Answer: 4 + temple",
        "Answer: see the step where S3 = 5",
        "S27 is 5 less than S3",
        "S27 = 5 less than S3",
        "S27 = 5 - S25",
        "Result: 5\nResult: 6",
        "1.\n\n2.",
        "\\boxed{528, 529}",
    ] {
        let claim = read(transcript);
        if claim.is_some() {
            misread.push(format!("{transcript:?} as {claim:?}"));
        }
    }
    assert!(misread.is_empty(), "read:\n{}", misread.join("\n"));
    // `1.` numbers the first item of a list, so the value of the last step is the answer.
    expect(
        AnswerRule::LastStep,
        "528",
        &["Answer: 1. S3 = 5\n2. S4 = 6\n25. S27 = 528", "Answer: 1) S3 = 5\n25) S27 = 528"],
    );
}

#[test]
fn number_over_1000_digits_is_no_claim() {
    assert!(read(&format!("Answer: {}", "7".repeat(999))).is_some());
    assert!(read(&format!("Answer: {}", "7".repeat(1_001))).is_none());
}

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic(transcript in any::<String>()) {
        read(&transcript);
    }

    #[test]
    fn mixed_answer_marks_do_not_panic(pieces in prop::collection::vec(prop::sample::select(vec![
        "Answer", ":", "answer is", "\\boxed{", "}", "{", "<answer>", "</answer>", "<think>", "</think>", "S27", " = ", "\n",
        "-", "−", "4", "1,234", "/", ".", "½", "\\", "*", "\\frac{", "５", "\u{202f}", "e", "“",
    ]), 0..40)) {
        let transcript = pieces.concat();
        if let Some(claim) = read(&transcript) {
            prop_assert!(transcript.get(claim.span).is_some_and(|text| !text.is_empty()));
        }
    }

    #[test]
    fn announced_integer_is_read_after_any_text(value: i64, before in "[ b-eg-z\n]{0,40}") {
        let transcript = format!("{before}\nAnswer: {value}\n");
        prop_assert_eq!(read(&transcript).map(|claim| claim.value), Some(value.into()));
    }
}

#[test]
fn latex_spacing_separates_groups_of_digits() {
    let item = item(Spec::default());
    for separator in ["{,}", "\\,", ",\\!", ",\\! ", "{,}\\!", "\\!", "\\;", "\\:", "\\ ", "~"] {
        for (number, value) in [
            (format!("9{separator}500"), "9500"),
            (format!("-1{separator}234{separator}567"), "-1234567"),
        ] {
            for text in [
                format!("The answer is ${number}$."),
                format!("$$\\boxed{{{number}}}$$"),
                format!("S27 = {number}"),
            ] {
                let read = read_for(&item, &text).map(|claim| claim.value.to_string());
                assert_eq!(read.as_deref(), Some(value), "{text}");
            }
        }
    }
    // Two tildes strike out text. A comma before a wide blank separates the elements of a list.
    let struck = read_for(&item, "Answer: ~~94~~ 840").map(|claim| claim.value.to_string());
    assert_ne!(struck.as_deref(), Some("94840"));
    assert_eq!(read_for(&item, "\\boxed{9,\\;500}"), None);
}
