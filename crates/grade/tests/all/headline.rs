//! The sentence that says what happened, for every primary mode, on transcripts of the corpus.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stepfall_grade::{Grader, Mode, Stop, headline};
use stepfall_procedure::Item;

/// The primary mode of a transcript, and the sentence.
fn told(case: &str) -> (Mode, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(case);
    let label = fs::read_to_string(path.with_extension("label")).unwrap();
    let record = fs::read_to_string(path.with_extension("json")).unwrap();
    let (item, condition) = Item::from_record(&record).unwrap();
    let text = fs::read_to_string(path.with_extension("txt")).unwrap();
    let cut = label.lines().any(|line| line == "stop: length");
    let stop = if cut { Stop::Length } else { Stop::Unknown };
    let verdict = Grader::new(&item, condition).grade(&text, stop);
    (verdict.primary, headline(&item, &verdict))
}

const SENTENCES: [(&str, &str); 25] = [
    (
        "modes/wrong-item/other-seed-prose-with-inputs",
        "This seems to be an answer to another procedure: it does not fit the inputs and steps of this one.",
    ),
    ("modes/refused/json-that-says-no", "Declined to answer."),
    ("modes/truncated/cut-inside-a-number", "The text breaks off after S12, before any answer."),
    (
        "modes/missing-answer/leaves-the-rest-to-the-reader",
        "Gave no answer; the work stops after 14 steps.",
    ),
    (
        "modes/premature-answer/announces-half-way-then-goes-on",
        "Answered -5 before the work was done; 9 is right.",
    ),
    (
        "modes/self-corrected/misread-the-own-last-line",
        "Answered 739 at first, which is wrong, and then corrected it to 729, which is right.",
    ),
    (
        "modes/talked-out/flips-the-sign-at-the-end",
        "Gave the right answer, 985, and then changed it to -985, which is wrong.",
    ),
    (
        "modes/under-executed/json-short-of-three-steps",
        "Followed for 17 steps; it stopped before S20.",
    ),
    (
        "modes/extra-steps/one-step-more-and-answers-it",
        "Followed for 9 steps; it went on beyond the procedure, to S12.",
    ),
    (
        "modes/right-answer-wrong-procedure/fault-cancels-in-the-last-step",
        "The answer, 11, is right, but the procedure was not followed: at S8 it was off by one: 4 instead of 3.",
    ),
    (
        "modes/lost-operand/by-name-then-truncated-divisions",
        "Followed for 15 steps; at S18 it used S14 instead of S15; the rest follows from that.",
    ),
    (
        "modes/lost-operation/plus-for-minus-bulleted",
        "Followed for 6 steps; at S9 it added, where the procedure subtracts; the rest follows from that.",
    ),
    (
        "modes/lost-place/step-left-out-of-a-trace",
        "Followed for 3 steps; it left S6 out; the rest follows from that.",
    ),
    (
        "modes/lost-place/answers-with-the-last-but-one-step",
        "Followed all 25 steps; the answer, 467, is the value of S26, not of the last step.",
    ),
    (
        "modes/slipped/answer-miscopied",
        "Followed all 7 steps; it miscopied its own last value as -263; -253 is right.",
    ),
    (
        "modes/folded/folded-with-a-slip",
        "Followed for 9 steps; at S12 it lost or gained a carry: 98 instead of 108; the rest follows from that.",
    ),
    (
        "modes/another-order/partial-products",
        "Right: 4464. The work goes another way than the procedure, and none of its equations is false.",
    ),
    (
        "modes/slipped/false-partial-product",
        "In work that goes another way than the procedure, it lost or gained a carry in an equation of its own.",
    ),
    (
        "modes/lost-precision/decimal-in-place-of-a-fraction",
        "At S3 it rounded where the procedure does not: 0.95 instead of 20/21; the rest follows from that.",
    ),
    (
        "modes/lost-format/decimal-where-a-fraction-is-asked",
        "Has the right value in a form that was not asked for: 2.157 stands for 151/70.",
    ),
    (
        "modes/wrong-work-not-shown/sure-of-itself-without-work",
        "Answered 1012, where 985 is right; no step was found that would say why.",
    ),
    (
        "modes/unclear/fractions-two-of-which-are-crossed-out",
        "Answered 104/27, where 572/135 is right; what is written from S4 on could not be assigned to steps with certainty, so no fault is named.",
    ),
    (
        "modes/unexplained/answer-out-of-nowhere",
        "Followed all 7 steps; the answer, 1806, is not the value that it had come to.",
    ),
    (
        "modes/followed/corrects-itself-inside-the-line",
        "Followed all 11 steps to the right answer, 891.",
    ),
    ("models/answer-only/ao-05", "The answer, 155, is right; no step was found."),
];

#[test]
fn every_mode_has_a_plain_sentence() {
    let mut modes = BTreeSet::new();
    for (case, sentence) in SENTENCES {
        let (mode, told) = told(case);
        assert_eq!(told, sentence, "{case}");
        modes.insert(mode);
    }
    // A shortcut is never the one to name.
    let named = Mode::ALL.into_iter().filter(|mode| *mode != Mode::Folded);
    assert_eq!(modes, named.collect());
}
