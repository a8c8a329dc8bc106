//! Tests of values that are rounded or reduced after they are shown.

use stepfall_grade::headline;
use stepfall_procedure::Condition;

use super::{decimals, grade, incorrect_steps, residues};

/// Returns a transcript of [`decimals`] with this quotient in the second step, `S4`.
fn rounded(quotient: &str) -> String {
    format!(
        "S3 = 19.76 + 17.01 = 36.77\nS4 = 36.77 / 4 = {quotient}\nS5 = 9.19 - 36.77 = -27.58\n\
         S6 = -27.58 + 19.76 = -7.82\nS7 = -7.82 + 9.19 = 1.37\nS8 = 1.37 / 5 = 0.274 (≈ 0.27)\n\
         Answer: 0.27"
    )
}

#[test]
fn rounded_value_next_to_or_after_the_exact_one_counts() {
    for quotient in [
        "9.1925 (rounded to 9.19)",
        "9.1925 (rounded: 9.19)",
        "9.1925 (≈ 9.19)",
        "9.1925 (~9.19)",
        "9.1925 ~ 9.19",
        "9.1925 [rounded to 9.19]",
        "9.1925 (which we round to 9.19)",
        "9.1925 (round half to even → 9.19)",
        "9.1925 (9.19)",
        "9.1925, rounded to 9.19",
        "9.1925, or 9.19 after rounding",
        "9.1925. Rounded to 2 decimal places, this is 9.19.",
        "9.1925\nRound: 9.19",
        "9.1925, gerundet 9.19",
        "9.1925 (auf zwei Stellen gerundet: 9.19)",
        "9.1925. Arrondi à deux décimales : 9.19",
        "9.1925 (redondeado a 9.19)",
        "9.1925. Redondeando a 2 decimales, 9.19.",
        // The next line continues with the rounded value.
        "9.1925",
    ] {
        assert_eq!(incorrect_steps(&decimals(), &rounded(quotient)), "followed: ", "{quotient}");
    }
    let by_answer = rounded("9.1925").replace(" (≈ 0.27)", "");
    assert_eq!(incorrect_steps(&decimals(), &by_answer), "followed: ");
}

#[test]
fn incorrect_or_missing_rounding_is_an_error() {
    assert_eq!(
        incorrect_steps(&decimals(), &rounded("9.1925 (rounded to 9.20)")),
        "right-answer-wrong-procedure: S4 rounded 9.20, S5 recovered -27.58, S7 recovered 1.37"
    );
    let sentence = headline(
        &decimals(),
        Condition::Trace,
        &grade(&decimals(), &rounded("9.1925 (rounded to 9.20)")),
    );
    assert!(
        sentence.contains("at S4 it did not round as the procedure says: 9.20 instead"),
        "{sentence}"
    );
    let unrounded = "S3 = 36.77\nS4 = 36.77 / 4 = 9.1925\nS5 = 9.1925 - 36.77 = -27.5775";
    assert!(
        incorrect_steps(&decimals(), unrounded).contains("S4 rounded 9.1925"),
        "nothing was rounded"
    );
}

/// Returns a transcript of [`residues`] with this result of the first step, `S3`.
fn reduced(sum: &str) -> String {
    format!(
        "S3 = 94 + 80 = {sum}\nS4 = 77 × 94 = 7238. Reduce mod 97: 7238 - 74×97 = 7238 - 7178 = 60.\n\
         S5 = 60 − 94 = −34. Reduce mod 97: -34 + 97 = 63.\nS6 = 63 + 77 = 140. Reduce mod 97: 43.\n\
         S7 = 43 × 77 = 3311. Reduce mod 97: 13.\nS8 = 13 × 77 = 1001. Reduce mod 97: 31.\nAnswer: 31"
    )
}

#[test]
fn reduced_value_next_to_or_after_the_sum_counts() {
    for sum in [
        "174. Mod 97, that is 77.",
        "174; reduced: 77",
        "174 (≡ 77 mod 97)",
        "174 (mod 97 → 77)",
        "174 (77 mod 97)",
        "174 = 1*97 + 77",
        "174, which reduces to 77",
        "174. Subtract 97: 77.",
        "174. 174 - 97 = 77.",
        "174. Mod 97: 174 - 97 = 77",
        "174 (reduce by 97 to get 77)",
    ] {
        assert_eq!(incorrect_steps(&residues(), &reduced(sum)), "followed: ", "{sum}");
    }
}

#[test]
fn incorrect_or_missing_reduction_is_an_error() {
    let incorrect = incorrect_steps(&residues(), &reduced("174. Reduced modulo 97: 78"));
    assert!(incorrect.starts_with("right-answer-wrong-procedure: S3 slip 78,"), "{incorrect}");
    let missing = incorrect_steps(&residues(), &reduced("174"));
    assert!(missing.contains("S3 slip 174"), "{missing}");
}
