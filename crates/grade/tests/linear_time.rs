//! That no text takes longer than in proportion to its length.

use std::time::Instant;

use proptest::prelude::*;
use stepfall_grade::{Asked, Claim, first_answer};

const ASKED: Asked<'_> = Asked { prompt: "Carry out this procedure.\nAnswer: 1", last: "S27" };

fn read(transcript: &str) -> Option<Claim> {
    first_answer(transcript, ASKED)
}

#[test]
fn hostile_text_is_read_in_linear_time() {
    let long_line = format!("{}\n", "7".repeat(4_900));
    for piece in [
        "1",
        "=",
        "S27",
        "S27 = ",
        "S27 is ",
        "S27 = 1 (",
        "S27 is 1 ",
        "S27 is 1 + ",
        "S27 is 1 - a ",
        "S27 is 1 (S27\n",
        "\\boxed{",
        "\\boxed{1",
        "{",
        "\\",
        "<answer>",
        "<answer>1 ",
        "Answer: ",
        "answer: ",
        "answer: 1 (",
        "answer = ",
        "answer: 1 - ",
        "answer: 1 - a",
        "answer=",
        "answer:\n",
        "answer: =x",
        "answer: the ",
        "answer: 1/3 + 1\n",
        "final value of ",
        "final value is ",
        "final result: ",
        "final value = ",
        "final value: final value of S27 ",
        "result: ",
        "Result is 1 + 1\n",
        "-\n",
        "1.\n",
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
        &long_line,
    ] {
        let transcript = piece.repeat(300_000 / piece.len());
        let start = Instant::now();
        std::hint::black_box(read(&transcript));
        let taken = start.elapsed();
        // An unoptimised build on a busy machine; anything quadratic would take minutes.
        assert!(taken.as_secs() < 3, "{piece:?}: {taken:?}");
    }
}

/// Not a test of correctness: `cargo test --release -- --ignored --nocapture` prints what one megabyte takes.
#[test]
#[ignore = "prints timings"]
fn timings() {
    let long_line = format!("{}\n", "7".repeat(4_900));
    for piece in [
        "Answer: ",
        "answer: 1/3 + 1\n",
        "-\n",
        "1.\n",
        "final value is ",
        "final result: ",
        "final value = ",
        "final value: final value of S27 ",
        "answer=",
        "answer: 1 (",
        "S27 = ",
        "S27 is 1 ",
        "S27 is 1 + ",
        &long_line,
    ] {
        let transcript = piece.repeat(1_000_000 / piece.len());
        let start = Instant::now();
        std::hint::black_box(read(&transcript));
        println!("{:?} {:?}", start.elapsed(), &piece[..piece.len().min(40)]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn mixtures_of_announcements_take_linear_time(pieces in prop::collection::vec(prop::sample::select(vec![
        "answer", "final value", "final result", "result", "S27", " is ", ": ", " = ", " of ", " the ", "final ", " for ",
        "value ", "equals ", " - ", "(", "1", " + ", "x ", "**", "\n", "\\boxed{", "≈",
    ]), 1..8)) {
        let piece = pieces.concat();
        let transcript = piece.repeat(100_000 / piece.len());
        let start = Instant::now();
        std::hint::black_box(read(&transcript));
        prop_assert!(start.elapsed().as_secs() < 2, "{piece:?}");
    }
}
