//! Tests of work that names no step and computes in another order than the procedure.

use stepfall_grade::{ArithmeticError, Cause, Mode, Status, Verdict, grade, headline};
use stepfall_procedure::{Condition, Item};

const SUM: &str = "S1 = 415\nS2 = 132\nS3 = S1 - S2\nS4 = S3 + 268\nS5 = S4 - 97\nS6 = S5 + 54\n";
const PRODUCT: &str = "S1 = 36\nS2 = 124\nS3 = S1 * S2\n";

fn graded(procedure: &str, text: &str) -> Verdict {
    let item = Item::from_text(procedure, None).unwrap();
    grade(&item, Condition::Free, text)
}

fn statuses(verdict: &Verdict) -> Vec<Status> {
    verdict.visible.steps.iter().map(|step| step.status).collect()
}

#[track_caller]
fn assert_no_error(procedure: &str, text: &str, primary: Mode) {
    let verdict = graded(procedure, text);
    assert!(verdict.visible.roots.is_empty(), "{:?}\n{text}", verdict.visible.roots);
    assert_eq!(verdict.primary, primary, "{text}");
}

/// Returns the only root error of a text: the number of its step, if it has one, and its cause.
#[track_caller]
fn only_error(procedure: &str, text: &str) -> (Option<u16>, Cause) {
    let verdict = graded(procedure, text);
    let [root] = verdict.visible.roots.as_slice() else {
        panic!("{:?}\n{text}", verdict.visible.roots)
    };
    (root.number, root.cause())
}

#[test]
fn other_order_with_the_correct_answer_has_no_error() {
    let texts = [
        "415 + 268 + 54 = 737\n132 + 97 = 229\n737 - 229 = 508\nAnswer: 508",
        "415 + 268 = 683, 683 + 54 = 737.\n737 - 132 = 605, 605 - 97 = 508\nAnswer: 508",
        "(415 - 132) + (268 - 97) = 283 + 171 = 454\n454 + 54 = 508\nAnswer: 508",
    ];
    for text in texts {
        assert_no_error(SUM, text, Mode::AnotherOrder);
    }
    let texts = [
        "36 × 100 = 3,600\n36 × 24 = 864\n3,600 + 864 = 4,464\n<answer>4464</answer>",
        "* 4 × 36 = 144\n* 20 × 36 = 720\n* 100 × 36 = 3600\nIn all 144 + 720 + 3600 = 4464.\n<answer>4464</answer>",
        "36 × 124 = 36 × (100 + 20 + 4) = 3600 + 720 + 144 = 4464\n<answer>4464</answer>",
    ];
    for text in texts {
        let verdict = graded(PRODUCT, text);
        assert!(verdict.visible.roots.is_empty(), "{:?}\n{text}", verdict.visible.roots);
    }
}

#[test]
fn carrying_and_borrowing_columns_are_no_error() {
    let sum = "S1 = 658\nS2 = 275\nS3 = S1 + S2\n";
    let columns = "8 + 5 = 3, carry 1\n5 + 7 + 1 = 3, carry 1\n6 + 2 + 1 = 9\n<answer>933</answer>";
    assert_no_error(sum, columns, Mode::AnotherOrder);
    let difference = "S1 = 545\nS2 = 352\nS3 = S1 - S2\n";
    let columns = "5 - 2 = 3\n4 - 5 = 9 with a borrowed ten\n4 - 3 = 1\n<answer>193</answer>";
    assert_no_error(difference, columns, Mode::AnotherOrder);
}

#[test]
fn equations_that_match_steps_are_steps_despite_list_numbers() {
    let text = "1) Here is the sum.\n2) 415 - 132 = 283\n3) 283 + 268 = 551\n4) 551 - 97 = 454\n5) 454 + 54 = 508\n<answer>508</answer>";
    let verdict = graded(SUM, text);
    assert_eq!(statuses(&verdict), [Status::Correct; 4]);
    assert_eq!(verdict.primary, Mode::Followed);
    let slipped = text.replace("551", "541").replace("454", "444").replace("508", "498");
    assert_eq!(
        only_error(SUM, &slipped),
        (Some(4), Cause::ArithmeticError(ArithmeticError::Carry))
    );
}

#[test]
fn independent_steps_may_come_in_any_order() {
    let procedure = "S1 = 5\nS2 = 8\nS3 = S1 + 1\nS4 = S2 * 2\nS5 = S3 - S4\n";
    assert_no_error(
        procedure,
        "3) 8 * 2 = 16\n4) 5 + 1 = 6\n6 - 16 = -10\n<answer>-10</answer>",
        Mode::Followed,
    );
}

#[test]
fn step_is_recognised_after_its_signs_are_resolved() {
    let product = "S1 = -539\nS2 = -405\nS3 = S1 * S2\n";
    let text = "3. Both are negative, so I multiply 539 by 405.\n539 * 405 = 218,395\n<answer>218395</answer>";
    assert_eq!(
        only_error(product, text),
        (Some(3), Cause::ArithmeticError(ArithmeticError::Carry))
    );
    let sum = "S1 = 5\nS2 = -3\nS3 = S1 - S2\nS4 = S3 * 7\n";
    assert_no_error(sum, "2) 5 + 3 = 8\n3) 8 * 7 = 56\n<answer>56</answer>", Mode::Followed);
}

#[test]
fn incorrect_answer_is_traced_to_the_false_equation() {
    let text = "36 x 100 = 3,600\n36 x 20 = 820\n36 x 4 = 144\n3,600 + 820 + 144 = 4,564\n<answer>4564</answer>";
    assert_eq!(only_error(PRODUCT, text), (None, Cause::Equation(ArithmeticError::Carry)));
    let item = Item::from_text(PRODUCT, None).unwrap();
    let verdict = graded(PRODUCT, text);
    assert_eq!(verdict.primary, Mode::Slipped);
    assert_eq!(
        headline(&item, Condition::Trace, &verdict),
        "In work that goes another way than the procedure, it made a carry error in an equation of its own."
    );
    // A false value that the next words correct is no error.
    let mended = "36 x 100 = 3,600\n36 x 20 = 820, no, 720\n36 x 4 = 144\n<answer>4564</answer>";
    let causes = graded(PRODUCT, mended).visible.roots;
    assert!(!causes.iter().any(|root| matches!(root.cause(), Cause::Equation(_))));
}

#[test]
fn incorrect_answer_without_a_false_equation_blames_no_step() {
    for mark in ["", "1) ", "3) ", "* "] {
        let text = ["36 x 100 = 3,600", "36 x 20 = 720", "36 x 4 = 144"];
        let text = text.map(|line| format!("{mark}{line}\n")).concat() + "<answer>4474</answer>";
        let roots = graded(PRODUCT, &text).visible.roots;
        assert!(roots.iter().all(|root| root.number.is_none()), "{roots:?}\n{text}");
    }
    // An answer that differs from the value of the last step is an error of the answer alone.
    let steps =
        "415 - 132 = 283\n283 + 268 = 551\n551 - 97 = 454\n454 + 54 = 508\n<answer>-508</answer>";
    assert_eq!(only_error(SUM, steps), (None, Cause::ArithmeticError(ArithmeticError::Sign)));
}

#[test]
fn false_equation_is_reported_despite_a_correct_answer() {
    let text = "36 x 100 = 3,600\n36 x 20 = 820\n36 x 4 = 144\n<answer>4464</answer>";
    let verdict = graded(PRODUCT, text);
    let named = [Mode::AnotherOrder, Mode::RightAnswerWrongProcedure];
    let found: Vec<bool> = named.iter().map(|mode| verdict.modes.contains(mode)).collect();
    assert_ne!(found, [true, true], "{:?}", verdict.modes);
    assert_ne!(verdict.primary, Mode::AnotherOrder);
}

#[test]
fn named_value_is_compared_with_the_step_of_that_name() {
    // No step uses S4, so the answer is correct although S4 is incorrect.
    let procedure = "S1 = 5\nS2 = 8\nS3 = S1 + S2\nS4 = S3 - S1\nS5 = S3 * 2\n";
    let named = "S3 = 5 + 8 = 13\nS4 = 13 - 8 = 5\nS5 = 13 * 2 = 26\nAnswer: 26";
    let verdict = graded(procedure, named);
    assert_eq!(verdict.primary, Mode::RightAnswerWrongProcedure);
    assert_eq!(verdict.visible.roots[0].number, Some(4));
}
