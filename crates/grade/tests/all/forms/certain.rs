//! Tests of guesses, separators and corrections, and of the certainty of a verdict.

use stepfall_grade::Certainty;

use super::{answers, grade, incorrect_steps, item, negative, residues, steps};

#[test]
fn guess_before_the_work_is_the_first_answer() {
    let work = "S3 = 9\nS4 = 81\nS5 = 79\nS6 = 86\nS7 = 84";
    for guess in [
        "Best guess: 90",
        "Quick guess: about 90.",
        "Guess: somewhere near 90, I'd say.",
        "Schätzung vorab: 90",
        "My guess is 90.",
    ] {
        assert_eq!(answers(&format!("{guess}\n\n{work}\n\nAnswer: 84")), ["90", "84"], "{guess}");
    }
    // A guess that is mentioned after the answer is no answer.
    for after in ["My guess was 90.", "Not a bad guess! I had 90 in mind.", "The guess: 90"] {
        assert_eq!(answers(&format!("{work}\n\nAnswer: 84. {after}")), ["84"], "{after}");
    }
    assert_eq!(answers(&format!("{work}\n\nNot a bad guess!\n\nAnswer: 84")), ["84"]);
}

#[test]
fn sign_may_be_separated_from_its_number() {
    assert_eq!(answers("Answer: - 84"), ["-84"]);
    assert_eq!(answers("Answer: 90 - 6 = 84"), ["84"]);
}

#[test]
fn commas_separate_cells_and_not_thousands() {
    let rows = "S3,7,+,2,9\nS4,9,*,9,81\nS5,81,-,2,79\nS6,79,+,7,86\nS7,86,-,2,84\nAnswer: 84";
    assert_eq!(incorrect_steps(&item(), rows), "followed: ");
    assert_eq!(
        incorrect_steps(&item(), &rows.replace("9,81", "9,82")),
        "right-answer-wrong-procedure: S4 slip 82, S5 recovered 79"
    );
}

#[test]
fn difference_written_as_a_sum_is_graded_as_a_difference() {
    // Swapped operands are not an error in a sum, but S7 is a difference.
    let read = |line: &str| {
        let item = negative();
        let transcript = format!("S3 = -11\nS4 = -55\nS5 = -46\nS6 = -37\n{line}\nAnswer: 5");
        incorrect_steps(&item, &transcript).split(", ").next().unwrap().to_owned()
    };
    // S7 = S6 - S3 = -37 - (-11).
    assert_eq!(read("S7 = -11 + 37 = 26"), "lost-operation: S7 swapped 26");
    assert_eq!(read("S7 = -37 + 11 = -27"), "slipped: S7 slip -27");
}

#[test]
fn value_corrected_later_is_no_error() {
    let table = "| step | sum | value |\n|---|---|---|\n| S3 | 7 + 2 | 9 |\n| S4 | 9 * 9 | 81 |\n| S5 | 81 - 2 | 79 |\n\
                 | S6 | 79 + 7 | 86 |\n| S7 | 86 - 2 | 94 |\n\n";
    let mended = "The last row is off by ten: it has to be 86 - 2, which makes 84.\n\nAnswer: 84";
    assert_eq!(grade(&item(), &format!("{table}{mended}")).primary.slug(), "followed");
    let unmended = grade(&item(), &format!("{table}Answer: 84"));
    assert_eq!(unmended.primary.slug(), "right-answer-wrong-procedure");
    assert_eq!(unmended.visible.certainty, Certainty::Sure);
}

#[test]
fn reduced_value_after_its_name_is_no_error() {
    let text = "77 is S3, for 94 + 80 = 174, less 97. Then 60 is what S4 makes.";
    let verdict = grade(&residues(), &format!("{text}\n\nAnswer: 31"));
    assert!(verdict.visible.roots.is_empty(), "{verdict:?}");
}

#[test]
fn less_is_read_as_minus() {
    assert_eq!(
        steps("S3: 7 + 2 = 9, S4: 9 times 9 = 81, S5: 81 less 2 = 79\nAnswer: 84"),
        "S3 right 9, S4 right 81, S5 right 79"
    );
}

#[test]
fn error_in_a_plain_equation_is_certain() {
    let plain = grade(&item(), "S3 = 9\nS4 = 9 * 9 = 82\nS5 = 80\nS6 = 87\nS7 = 85\nAnswer: 85");
    assert_eq!(plain.visible.certainty, Certainty::Sure);
    assert_eq!(plain.visible.roots.len(), 1);
}

#[test]
fn comments_after_json_members_are_no_divisions() {
    let object = "{\n  \"S3\": \"9\",   // S1 + S2\n  \"S4\": \"81\",  // S3 * 9\n  \"S5\": \"79\",\n  \"S6\": \"86\",\n  \
                  \"S7\": \"84\"   // S6 - S2\n  \"answer\": \"84\" // value of S7\n}";
    assert_eq!(incorrect_steps(&item(), object), "followed: ");
    assert_eq!(answers(object).first().map(String::as_str), Some("84"));
}

#[test]
fn comma_separated_rows_may_begin_with_a_name() {
    let rows = "S3,S1 + S2,7 + 2,9\nS4,S3 * 9,9 * 9,81\nS5,S4 - S2,81 - 2,79\nS6,S5 + S1,79 + 7,86\n\
                S7,S6 - S2,86 - 2,84\n\nAnswer: 84";
    assert_eq!(incorrect_steps(&item(), rows), "followed: ");
    let incorrect = rows
        .replace("S6,S5 + S1,79 + 7,86", "S6,S5 + S1,79 + 7,96")
        .replace("86 - 2,84", "96 - 2,94");
    assert_eq!(
        incorrect_steps(&item(), &incorrect.replace("Answer: 84", "Answer: 94")),
        "slipped: S6 slip 96, S7 inherited 94"
    );
}

#[test]
fn error_is_at_the_step_that_states_the_value() {
    // The error is at S4, which states the value, and not at S5, which uses it.
    let text = "S3 is 7 + 2, that is 9.\nNow S4, nine times that? I make it 91.\nThen S5 = 91 - 2 = 89.\n\
                With 7 on top S6 = 89 + 7 = 96.\nAnd S7 = 96 - 2 = 94.\n\nAnswer: 94";
    assert_eq!(
        incorrect_steps(&item(), text),
        "slipped: S4 slip 91, S5 inherited 89, S6 inherited 96, S7 inherited 94"
    );
}
