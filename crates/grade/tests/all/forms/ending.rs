//! Tests of texts that begin with an answer, end inside a line, or are error messages.

use stepfall_grade::{Grader, StopReason, headline};
use stepfall_procedure::Condition;

use super::{FORMULAS, incorrect_steps, lines, negative, recorded};

const NOTHING_SHOWN: &str = "S3 not-shown, S4 not-shown, S5 not-shown, S6 not-shown, S7 not-shown, \
                             S8 not-shown, S9 not-shown, S10 not-shown";

#[test]
fn last_value_alone_shows_no_work() {
    let item = negative();
    let verdict = Grader::new(&item, Condition::AnswerOnly).grade("S10 = -41", StopReason::Unknown);
    assert_eq!(verdict.primary.slug(), "wrong-work-not-shown");
    let verdict = Grader::new(&item, Condition::Trace).grade("S10 = -41", StopReason::Unknown);
    assert!(!headline(&item, Condition::Trace, &verdict).contains("Followed"), "nothing was shown");
    for answer in ["-41", "Answer: -41", "Output: -41"] {
        assert_eq!(
            incorrect_steps(&item, &format!("Steps:\n{FORMULAS}\n\n{answer}")),
            format!("wrong-work-not-shown: {NOTHING_SHOWN}"),
            "{answer}"
        );
    }
}

#[test]
fn number_before_the_work_is_a_premature_answer() {
    let work = lines("NAME = VALUE");
    assert_eq!(
        incorrect_steps(&negative(), &format!("-41\n\nExplanation:\n{work}")),
        "premature-answer: "
    );
    let right = super::grade(&negative(), &format!("-39\n\n{work}"));
    let modes: Vec<_> = right.modes.iter().map(|mode| mode.slug()).collect();
    assert_eq!(modes, ["premature-answer", "followed"]);
    assert_eq!(incorrect_steps(&negative(), &format!("{work}\n\n-39")), "followed: ");
}

#[test]
fn line_with_fewer_terms_than_the_others_is_truncated() {
    let complete = "S3 = S1 - S2 = 9 - 20 = -11\nS4 = S3 * 5 = -11 * 5 = -55\nS5 = S4 + S1 = -55 + 9 = -46\n\
                 S6 = S5 + S1 = -46 + 9 = -37\nS7 = S6 - S3 = -37 + 11 = -26";
    let cut = format!("{complete}\nS8 = S7 * 2 = -2");
    let rest = "S8 not-reached, S9 not-reached, S10 not-reached";
    assert_eq!(incorrect_steps(&negative(), &cut), format!("truncated: {rest}"));
    // A line break or a full stop does not complete the line. A line with as many terms as the
    // others is complete.
    for ending in ["\n", "."] {
        let text = format!("{cut}{ending}");
        assert_eq!(incorrect_steps(&negative(), &text), format!("truncated: {rest}"), "{ending:?}");
    }
    assert_eq!(incorrect_steps(&negative(), complete), format!("missing-answer: {rest}"));
    let last =
        format!("{complete}\nS8 = S7 * 2 = -26 * 2 = -52\nS9 = S8 / 4 = -52 / 4 = -13\nS10 = -39");
    assert_eq!(incorrect_steps(&negative(), &last), "followed: ");
}

#[test]
fn http_error_code_is_no_answer() {
    for error in ["Error 429: Too many requests.", "HTTP 503 Service unavailable."] {
        assert_eq!(
            incorrect_steps(&negative(), error),
            format!("missing-answer: {NOTHING_SHOWN}"),
            "{error}"
        );
    }
}

#[test]
fn rounded_quotient_that_is_carried_on_is_inherited() {
    let item = recorded("ten-steps");
    let transcript = "S3 = 10/5 = 2\nS4 = 5 - 2 = 3\nS5 = 3 + 5 = 8\nS6 = 8 + 10 = 18\nS7 = 18 + 10 = 28\n\
                      S8 = 28 * 8 = 226\nS9 = 226/7 = 32.29\nS10 = 32.29*9 = 290.57\nS11 = 290.57-28 = 262.57\n\
                      S12 = 262.57 - 28 = 234.57\nAnswer: 234.57";
    assert_eq!(
        incorrect_steps(&item, transcript),
        "slipped: S8 slip 226, S9 inherited 32.29, S10 inherited 290.57, S11 inherited 262.57, S12 inherited 234.57"
    );
}

#[test]
fn short_text_without_end_punctuation_is_not_truncated() {
    for text in [
        "idk",
        "OK",
        "null",
        "N/A",
        "No idea",
        "Je ne sais pas",
        "I am not sure what to do with this",
        // The last word of these sentences does not require a continuation.
        "Sure! I'll start with the inputs and work",
        "I'll go through it line by line:\n\nThe first line adds both",
        "Error: rate limit exceeded",
        "Error: overloaded. Please try again later",
        "429 Too Many Requests",
        "<html><head><title>502 Bad Gateway</title></head></html>",
        r#"{"error":"overloaded"}"#,
        r#"{"type":"error","error":{"type":"invalid_request_error","code":"too_long","param":"none"}}"#,
        r#"{"error":{"type":"overloaded_error","message":"Overloaded. Try again later"}}"#,
    ] {
        let expected = format!("missing-answer: {NOTHING_SHOWN}");
        assert_eq!(incorrect_steps(&negative(), text), expected, "{text}");
    }
    for text in [
        "Je ne peux pas faire cela",
        "Das kann ich nicht, denn ich kann nicht rechnen",
        "Lo siento, no puedo hacerlo",
    ] {
        assert!(incorrect_steps(&negative(), text).starts_with("refused: "), "{text}");
    }
}

#[test]
fn text_that_ends_in_mid_sentence_or_object_is_truncated() {
    for text in [
        "Let me work through this step by step. First, I need to",
        "To begin with, the",
        "Sure, here is the solution:",
        r#"{"steps": [{"name"#,
        r#"{"error": "none", "steps"#,
    ] {
        let cut = format!("truncated: {NOTHING_SHOWN}");
        assert_eq!(incorrect_steps(&negative(), text), cut, "{text}");
    }
}
