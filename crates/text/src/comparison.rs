//! Texts about two batch results that are compared question by question.

/// The head of the table of estimates over several samples.
pub const PASS_COLUMNS: [&str; 7] =
    ["samples", "first, %", "second, %", "difference", "low", "high", "p"];
/// The note below the table of estimates over several samples.
pub const PASS_NOTE: &str = "pass@k: at least one of k samples is correct; pass^k: all are. Intervals resample items; p is that of the sign-flip test by item.";
/// The head of the table of conditions and lengths.
pub const GROUP_COLUMNS: [&str; 10] = [
    "condition",
    "look-back",
    "steps",
    "questions",
    "first, %",
    "second, %",
    "difference",
    "low",
    "high",
    "p",
];
/// The note below the table of conditions and lengths.
pub const GROUP_NOTE: &str = "p is adjusted after Holm for all rows.";

/// Reports how many questions both results have. `unscored` of them are not compared.
pub fn compared_overlap(both: u64, unscored: u64, only_first: u64, only_second: u64) -> String {
    let are = |questions: u64| match questions {
        1 => "1 question is".to_owned(),
        _ => format!("{questions} questions are"),
    };
    let overlap = format!(
        "{} in both files, {only_first} only in the first, {only_second} only in the second.",
        are(both)
    );
    match unscored {
        0 => overlap,
        _ => format!(
            "{overlap} Of those in both, {} left out: a file has no reply to them that could be scored.",
            are(unscored)
        ),
    }
}

/// Returns the names of the four kinds of compared questions. `is_single` means that each side has
/// one reply to each item.
pub const fn pair_names(is_single: bool) -> [&'static str; 4] {
    if is_single {
        [
            "correct in both",
            "correct only in the first",
            "correct only in the second",
            "correct in neither",
        ]
    } else {
        ["all correct in both", "better in the first", "better in the second", "else equal"]
    }
}

/// Reports the name and the p-value of the test of a comparison.
pub fn compared_test(is_single: bool, p: f64) -> String {
    let name = if is_single {
        "McNemar's mid-p test, two-sided"
    } else {
        "Sign-flip test by item (mid-p), two-sided"
    };
    format!(
        "{name}: {}. Intervals are at 95 %; that of the difference is for paired shares.",
        p_value(p)
    )
}

/// Reports the result if replies that could not be scored count as incorrect.
pub fn compared_with_unscored(
    shares: [f64; 2],
    questions: usize,
    [difference, low, high]: [f64; 3],
    p: f64,
) -> String {
    let [first, second] = shares.map(percent);
    let questions = match questions {
        1 => "1 question".to_owned(),
        _ => format!("{questions} questions"),
    };
    format!(
        "If replies that could not be scored count as incorrect: {first} % and {second} % of {questions}, difference {} points ({} to {}), {}.",
        points(difference),
        points(low),
        points(high),
        p_value(p),
    )
}

/// Formats a share in per cent, with one decimal place and without the sign.
pub fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// Formats a difference of shares in percentage points, with its sign.
pub fn points(difference: f64) -> String {
    let text = format!("{:+.1}", difference * 100.0);
    if text == "-0.0" || text == "+0.0" { "0.0".to_owned() } else { text }
}

/// Formats a p-value for a table.
pub fn p_cell(p: f64) -> String {
    if p < 0.0005 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// Formats a p-value for a sentence.
fn p_value(p: f64) -> String {
    if p < 0.0005 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign_and_small_p_values_a_bound() {
        assert_eq!((points(0.125), points(-0.3)), ("+12.5".to_owned(), "-30.0".to_owned()));
        assert_eq!((points(0.0), points(-0.000_1)), ("0.0".to_owned(), "0.0".to_owned()));
        assert_eq!((p_cell(0.000_4), p_cell(0.065_4)), ("< 0.001".to_owned(), "0.065".to_owned()));
    }

    #[test]
    fn one_question_is_singular() {
        let one = "1 question is in both files, 0 only in the first, 2 only in the second.";
        assert_eq!(compared_overlap(1, 0, 0, 2), one);
        let left_out = compared_overlap(3, 1, 0, 0);
        assert!(left_out.contains("Of those in both, 1 question is left out"), "{left_out}");
    }
}
