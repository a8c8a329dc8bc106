//! Tests which operand the grader reports as replaced by another value.

use stepfall_grade::{ArithmeticError, Cause, headline};
use stepfall_procedure::{Condition, Op, Operand};

use super::negative;

/// Returns the part of the headline that describes the first error. The transcript is one of
/// [`negative`] with this line for the fifth step, `S7`.
fn described_error(fifth: &str) -> String {
    let item = negative();
    let transcript = format!("S3 = -11\nS4 = -55\nS5 = -46\nS6 = -37\n{fifth}\nAnswer: 5");
    let headline = headline(&item, Condition::Trace, &super::grade(&item, &transcript));
    let (_, sentence) = headline.split_once(". ").unwrap();
    sentence.split(['.', ';']).next().unwrap().to_owned()
}

#[test]
fn written_operands_decide_which_operand_was_replaced() {
    for fifth in [
        "S7 = S6 - S1 = -37 - 9 = -46",
        "S7 = S6 - S1 = -46",
        "S7 = -37 - 9 = -46",
        "S7 = S6 (-37) minus S1 (9) is -46.",
        "Subtract S1 from S6 to get S7 = -46",
        // The result is incorrect too.
        "S7 = S6 - S1 = -37 - 9 = -40",
        // The order of the operands is incorrect too.
        "S7 = S1 - S6 = 9 + 37 = 46",
    ] {
        assert_eq!(described_error(fifth), "At S7 it used S1 instead of S3", "{fifth}");
    }
    assert_eq!(described_error("S7 = S4 - S3 = -55 + 11 = -44"), "At S7 it used S4 instead of S6");
    assert_eq!(described_error("S7 = S6 - S6 = -37 + 37 = 0"), "At S7 it used S6 instead of S3");
    assert_eq!(described_error("S7 = S3 - S3 = 0"), "At S7 it used S3 instead of S6");
    assert_eq!(
        described_error("S7 = -37 - 12 = -49"),
        "At S7 it used a value that belongs to none of the steps instead of S3"
    );
}

#[test]
fn replaced_constant_is_a_wrong_operand() {
    for eighth in ["S8 = S7 * 3 = -26 * 3 = -78", "S8 = S7 * 3 = -78"] {
        assert_eq!(
            described_error(&format!("S7 = -26\n{eighth}")),
            "At S8 it used a value that belongs to none of the steps instead of 2",
            "{eighth}"
        );
    }
    assert_eq!(
        described_error("S7 = -26\nS8 = S6 * 2 = -37 * 2 = -74"),
        "At S8 it used S6 instead of S7",
        "the constant is correct"
    );
}

#[test]
fn without_operands_the_value_decides_what_was_replaced() {
    assert_eq!(described_error("S7 = 9"), "At S7 it used S5 instead of S3");
    assert_eq!(described_error("S7 = -35"), "At S7 it used S5 instead of S6");
}

#[test]
fn two_replaced_operands_are_reported_together() {
    assert_eq!(
        described_error("S7 = S5 - S4 = -46 + 55 = 9"),
        "At S7 it used S5, where the procedure says S6 − S3"
    );
}

#[test]
fn lost_sign_with_correct_names_is_a_sign_error() {
    let item = negative();
    let causes = |fifth: &str| {
        let transcript = format!("S3 = -11\nS4 = -55\nS5 = -46\nS6 = -37\n{fifth}\nAnswer: 5");
        let verdict = super::grade(&item, &transcript);
        verdict.visible.roots[0].causes.clone()
    };
    let sign = Cause::ArithmeticError(ArithmeticError::Sign);
    assert_eq!(causes("S7 = S6 - S3 = -37 - 11 = -48"), [sign]);
    assert_eq!(causes("S7 = S6 - S3 = 37 - (-11) = 48"), [sign]);
    // The written operation is correct, but the result is that of an operand without its sign.
    assert_eq!(causes("S7 = S6 - S3 = -37 - (-11) = -48"), [sign]);
    assert_eq!(causes("S7 = -37 - (-11) = -48"), [sign]);
    assert_eq!(causes("S7 = S6 - S3 = -48"), [sign]);
    // No sign is lost here: a difference of ten is a carry error.
    assert_eq!(
        causes("S7 = S6 - S3 = -37 - (-11) = -36"),
        [Cause::ArithmeticError(ArithmeticError::Carry)]
    );
}

#[test]
fn names_outrank_a_value_that_another_step_shares() {
    let item = negative();
    let causes = |names: &str| {
        let transcript =
            format!("S3 = -11\nS4 = -55\nS5 = 11\nS6 = -37\nS7 = {names}-37 - 11 = -48\nAnswer: 5");
        let verdict = super::grade(&item, &transcript);
        verdict.visible.steps[4].hypotheses.clone()
    };
    let sign = Cause::ArithmeticError(ArithmeticError::Sign);
    let other = Cause::Operand { took: Some(5), instead_of: Some(Operand::Value(3)) };
    assert_eq!(causes("S6 - S3 = "), [sign, other]);
    // Without names, another operation is a possible cause, but the value of S5 is not.
    assert_eq!(causes(""), [Cause::Operation(Op::Add), sign]);
}
