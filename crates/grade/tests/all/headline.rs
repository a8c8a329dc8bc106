//! Tests of the headline for every primary mode, on transcripts of the corpus.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stepfall_grade::{Grader, Mode, StopReason, headline};
use stepfall_procedure::{Condition, Item};

/// Returns the primary mode of a transcript, and its headline.
fn headline_of(case: &str) -> (Mode, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(case);
    let label = fs::read_to_string(path.with_extension("label")).unwrap();
    let record = fs::read_to_string(path.with_extension("json")).unwrap();
    let (item, condition) = Item::from_record(&record).unwrap();
    let text = fs::read_to_string(path.with_extension("txt")).unwrap();
    let cut = label.lines().any(|line| line == "stop: length");
    let stop = if cut { StopReason::Length } else { StopReason::Unknown };
    let verdict = Grader::new(&item, condition).grade(&text, stop);
    (verdict.primary, headline(&item, condition, &verdict))
}

/// Transcripts of the corpus, with the headline of each.
const SENTENCES: [(&str, &str); 25] = [
    (
        "modes/wrong-item/other-seed-prose-with-inputs",
        "This answers another procedure: its steps do not fit the inputs and steps of this one.",
    ),
    ("modes/refused/json-that-says-no", "The model declined."),
    (
        "modes/truncated/cut-inside-a-number",
        "Correct for all 10 steps shown. The text breaks off after S12, before an answer.",
    ),
    (
        "modes/missing-answer/leaves-the-rest-to-the-reader",
        "Correct for 14 of 25 steps. The work stops after S16, without an answer.",
    ),
    (
        "modes/premature-answer/announces-half-way-then-goes-on",
        "It answered -5 before S18; the steps it wrote afterwards are correct.",
    ),
    (
        "modes/self-corrected/misread-the-own-last-line",
        "It first gave 739, which is incorrect, and then corrected it to 729.",
    ),
    (
        "modes/talked-out/flips-the-sign-at-the-end",
        "It first gave 985, which is correct, and then changed it to -985.",
    ),
    (
        "modes/under-executed/json-short-of-three-steps",
        "Correct for 17 of 20 steps, then it stopped after S19 and gave that value as the answer.",
    ),
    (
        "modes/extra-steps/one-step-more-and-answers-it",
        "All 9 steps are correct. It went on beyond the procedure, to S12.",
    ),
    (
        "modes/right-answer-wrong-procedure/fault-cancels-in-the-last-step",
        "The answer is correct, but at S8 it was off by one: 4 instead of 3; S12 cancels the error.",
    ),
    (
        "modes/lost-operand/by-name-then-truncated-divisions",
        "Correct for 15 of 30 steps. At S18 it used S14 instead of S15; later steps inherit the error.",
    ),
    (
        "modes/lost-operation/plus-for-minus-bulleted",
        "Correct for 6 of 12 steps. At S9 it added, where the procedure subtracts; later steps inherit the error.",
    ),
    (
        "modes/lost-place/step-left-out-of-a-trace",
        "Correct for 3 of 7 steps. It left S6 out; later steps inherit the error.",
    ),
    (
        "modes/lost-place/answers-with-the-last-but-one-step",
        "All 25 steps are correct. The answer, 467, is the value of S26, not of the last step.",
    ),
    (
        "modes/slipped/answer-miscopied",
        "All 7 steps are correct. It miscopied its own last value as -263; -253 is correct.",
    ),
    (
        "modes/folded/folded-with-a-slip",
        "Correct for 9 of 15 steps. At S12 it made a carry error: 98 instead of 108; later steps inherit the error.",
    ),
    (
        "modes/another-order/partial-products",
        "The answer is correct. The work goes another way than the procedure, and none of its equations is incorrect.",
    ),
    (
        "modes/slipped/false-partial-product",
        "In work that goes another way than the procedure, it made a carry error in an equation of its own.",
    ),
    (
        "modes/lost-precision/decimal-in-place-of-a-fraction",
        "At S3 it rounded where the procedure does not: 0.95 instead of 20/21; later steps inherit the error.",
    ),
    (
        "modes/lost-format/decimal-where-a-fraction-is-asked",
        "The answer has the correct value in a form that was not asked for: 2.157 stands for 151/70.",
    ),
    (
        "modes/wrong-work-not-shown/sure-of-itself-without-work",
        "The final answer is incorrect: 1012 instead of 985. No steps are shown that would say why.",
    ),
    (
        "modes/unclear/fractions-two-of-which-are-crossed-out",
        "The final answer is incorrect: 104/27 instead of 572/135; what is written from S4 on could not be assigned to steps with certainty, so no error is named.",
    ),
    (
        "modes/unexplained/answer-out-of-nowhere",
        "All 7 steps are correct. The answer, 1806, is not the value that it had come to.",
    ),
    ("modes/followed/corrects-itself-inside-the-line", "All 11 steps and the answer are correct."),
    (
        "models/answer-only/ao-05",
        "The answer is correct. No steps are shown, so nothing can be said about how it was reached.",
    ),
];

#[test]
fn every_primary_mode_has_its_headline() {
    let mut modes = BTreeSet::new();
    for (case, sentence) in SENTENCES {
        let (mode, headline_of) = headline_of(case);
        assert_eq!(headline_of, sentence, "{case}");
        modes.insert(mode);
    }
    // `Folded` is never the primary mode.
    let named = Mode::ALL.into_iter().filter(|mode| *mode != Mode::Folded);
    assert_eq!(modes, named.collect());
}

#[test]
fn headline_does_not_credit_steps_that_are_not_shown() {
    // The values are 3, 2, 5, 25, 100, 50 and 45.
    let record = include_str!("../../../../tests/items/five-steps.json");
    let (item, condition) = Item::from_record(record).unwrap();
    let cases = [
        (
            "Answer: 45",
            "The answer is correct. No steps are shown, so nothing can be said about how it was reached.",
        ),
        (
            "Answer: 46",
            "The final answer is incorrect: 46 instead of 45. No steps are shown that would say why.",
        ),
        ("S7 = 45\nAnswer: 45", "The answer is correct. Only 1 of 5 steps is shown, and correct."),
        (
            "S3 = 5\nS4 = 25\nS5 = 100\nS6 = 50\nAnswer: 45",
            "The answer is correct. 4 of 5 steps are shown, all correct.",
        ),
        (
            "S3 = 5\nS4 = 25\nAnswer: 46",
            "Only 2 of 5 steps are shown, all correct. The final answer is incorrect.",
        ),
        (
            "S7 = 46\nAnswer: 46",
            "Only 1 of 5 steps is shown. At S7 it was off by one: 46 instead of 45.",
        ),
        (
            "S3 = 5\nS6 = 51\nS7 = 46\nAnswer: 46",
            "3 of 5 steps are shown. At S6 it was off by one: 51 instead of 50; later steps inherit the error.",
        ),
        (
            "S3 = 5\nS4 = 25\nS5 = 100\nS6 = 50\nS7 = 45\nAnswer: 45",
            "All 5 steps and the answer are correct.",
        ),
    ];
    for (transcript, sentence) in cases {
        let verdict = Grader::new(&item, condition).grade(transcript, StopReason::Unknown);
        assert_eq!(headline(&item, condition, &verdict), sentence, "{transcript}");
    }
}

#[test]
fn unchained_headline_does_not_call_a_correct_last_step_incorrect() {
    let record = include_str!("../../../../tests/items/five-steps.json");
    let (item, _) = Item::from_record(record).unwrap();
    let values = item.values_under(Condition::Unchained);
    let transcript = format!("S3 = {}\nAnswer: {}", values[2], values[6]);
    let verdict = Grader::new(&item, Condition::Unchained).grade(&transcript, StopReason::Unknown);
    assert_eq!(
        headline(&item, Condition::Unchained, &verdict),
        "Only 1 of 5 steps is shown, and correct. The value of S7 is correct, and all steps are asked for."
    );
}
