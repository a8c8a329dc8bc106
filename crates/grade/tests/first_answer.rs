//! What counts as the first answer, by example, and that no text does harm.

use std::time::Instant;

use proptest::prelude::*;
use stepfall_grade::{Asked, Claim, Rule, first_answer};

const ASKED: Asked<'_> = Asked { prompt: "Carry out this procedure.\nAnswer: 1", last: "S27" };

fn read(transcript: &str) -> Option<Claim> {
    first_answer(transcript, ASKED)
}

fn expect(rule: Rule, value: &str, transcripts: &[&str]) {
    for transcript in transcripts {
        let claim = read(transcript);
        let found = claim.as_ref().map(|claim| (claim.rule, claim.value.to_string()));
        assert_eq!(found, Some((rule, value.to_owned())), "{transcript}");
    }
}

#[test]
fn announced() {
    expect(
        Rule::Announced,
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
fn tagged_and_boxed() {
    let tagged = ["<answer>-412</answer>", "<ANSWER>\nS27 = -412\n</ANSWER> Answer: 5"];
    expect(Rule::Tagged, "-412", &tagged);
    expect(
        Rule::Boxed,
        "-412",
        &[
            "\\boxed{-412}",
            "$$\\boxed{S_{27} = -412}$$",
            "\\boxed{\\text{-412}}",
            "\\boxed{x} and \\boxed{\\boxed{-412}}",
        ],
    );
    expect(Rule::Boxed, "1/2", &["\\[\\boxed{\\frac{2}{4}}\\]"]);
    // Announced by the words, not twice.
    expect(Rule::Boxed, "528", &["The final answer is $\\boxed{528}$"]);
}

#[test]
fn explicit_answers_are_ordered_by_position() {
    expect(Rule::Boxed, "1", &["\\boxed{1} Answer: 2 <answer>3</answer>"]);
    expect(Rule::Announced, "2", &["9\nAnswer: 2 <answer>3</answer> \\boxed{1}"]);
    expect(Rule::Tagged, "3", &["<answer>3</answer> \\boxed{1}\nAnswer: 2"]);
}

#[test]
fn without_explicit_answers_a_number_alone_then_the_last_step() {
    expect(Rule::Alone, "528", &["528", " **528** ", "528.", "$528$\n", "S27 = 3\n528\n7"]);
    expect(
        Rule::LastStep,
        "528",
        &[
            "S26 = S1 + S2 = 4 + 9 = 13\nS27 = S26 + S25 = 13 + 515 = 528",
            "S27 = 3\nS27 = 528.",
            "- **S27** = **528**",
        ],
    );
}

#[test]
fn what_is_no_answer() {
    for transcript in [
        "",
        "S26 = 4 + 9 = 13",
        "S127 = 5",
        "S28 = S27 + 4 = 9",
        "The answer to step 3 is not 12",
        "Answer: see below",
        "Answer: 1,5",
        "Answer: 4 + 9",
        "Answer:\n1. First",
        "answers: 5",
        "Intermediate answer: 5",
        "1.\n2.",
        "<think>Answer: 5</think>",
        "<think>Answer: 5",
        "\\boxed{x}",
        "Carry out this procedure.\nAnswer: 1",
        "End with a line that reads \"Answer: \" followed by the value of S27, as a whole number.",
    ] {
        assert_eq!(read(transcript), None, "{transcript}");
    }
}

#[test]
fn spans_hold_the_number() {
    let transcript = "<think>Answer: 1</think>\nThe answer is “−1,234”.";
    let claim = read(transcript);
    assert_eq!(claim.map(|claim| &transcript[claim.span]), Some("−1,234"));
}

#[test]
fn hostile_text_is_read_in_linear_time() {
    for piece in [
        "1",
        "=",
        "S27",
        "S27 = ",
        "\\boxed{",
        "{",
        "\\",
        "<answer>",
        "<answer>1 ",
        "answer: ",
        "answer:\n",
        "answer: =x",
        "answer: the ",
        "final value of ",
        "<think>",
        "</think>",
        "1,",
        "1,111",
        "(",
        "answer: 1/",
        "Answer: \\",
        "a",
        "\n",
        "Carry out this procedure.\nAnswer: 1",
    ] {
        let transcript = piece.repeat(300_000 / piece.len());
        let start = Instant::now();
        std::hint::black_box(read(&transcript));
        let taken = start.elapsed();
        // An unoptimised build on a busy machine; anything quadratic would take minutes.
        assert!(taken.as_secs() < 3, "{piece:?}: {taken:?}");
    }
}

proptest! {
    #[test]
    fn no_text_does_harm(transcript in any::<String>()) {
        read(&transcript);
    }

    #[test]
    fn no_mixture_of_marks_does_harm(pieces in prop::collection::vec(prop::sample::select(vec![
        "Answer", ":", "answer is", "\\boxed{", "}", "{", "<answer>", "</answer>", "<think>", "</think>", "S27", " = ", "\n",
        "-", "−", "4", "1,234", "/", ".", "½", "\\", "*", "\\frac{", "５", "\u{202f}", "e", "“", "Carry out this procedure.\nAnswer: 1",
    ]), 0..40)) {
        let transcript = pieces.concat();
        if let Some(claim) = read(&transcript) {
            prop_assert!(transcript.get(claim.span).is_some_and(|text| !text.is_empty()));
        }
    }

    #[test]
    fn an_announced_integer_is_read(value: i64, before in "[ b-eg-z\n]{0,40}") {
        let transcript = format!("{before}\nAnswer: {value}\n");
        prop_assert_eq!(read(&transcript).map(|claim| claim.value), Some(value.into()));
    }
}
