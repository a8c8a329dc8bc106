//! Tests that the fast paths of the grader change no verdict. The tests add blanks or reasoning to
//! texts, so that the grader takes its general path, and compare the verdicts.
//!
//! In addition, debug assertions in the grader compare both paths for every text that takes a fast
//! path, in every test.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use stepfall_grade::{Grader, StopReason, Verdict};
use stepfall_procedure::{Condition, Item};

use crate::support::errors::transcript;
use crate::support::forms::Form;
use crate::support::items::for_all;
use crate::support::pieces::PIECES;

fn graded(item: &Item, condition: Condition, text: &str) -> Verdict {
    Grader::new(item, condition).grade(text, StopReason::Unknown)
}

/// Asserts that blanks at the end of a text, and at the ends of its lines, change only positions.
fn is_read_alike(item: &Item, condition: Condition, text: &str) -> Result<(), TestCaseError> {
    let verdict = graded(item, condition, text);
    // In texts with another ending, a final blank may decide whether the text counts as cut off.
    if !text.ends_with([' ', '\n']) && text.ends_with(|last: char| last.is_ascii_digit()) {
        let mut trailing = graded(item, condition, &format!("{text} \n"));
        // The position of a root error may be the end of the text, which the blanks move.
        for root in &mut trailing.visible.roots {
            root.at = root.at.min(text.len());
        }
        prop_assert_eq!(&verdict, &trailing, "{}", text);
    }
    let blanks = graded(item, condition, &text.replace('\n', " \n"));
    // One blank is added for each line, so a position moves by the number of lines before it.
    let lines_before = |at: usize| text[..at].matches('\n').count();
    for (step, other) in verdict.visible.steps.iter().zip(&blanks.visible.steps) {
        let mut other = other.clone();
        if let (Some(claim), Some(other)) = (&step.claim, &mut other.claim) {
            for (span, other) in
                [(&claim.span, &mut other.span), (&claim.value_span, &mut other.value_span)]
            {
                let shifted =
                    span.start + lines_before(span.start)..span.end + lines_before(span.end);
                prop_assert_eq!(&shifted, &*other, "S{}: {}", step.number, text);
                other.clone_from(span);
            }
        }
        prop_assert_eq!(step, &other, "{}", text);
    }
    prop_assert_eq!(&verdict.modes, &blanks.modes, "{}", text);
    prop_assert_eq!(verdict.metrics, blanks.metrics, "{}", text);
    prop_assert_eq!(verdict.visible.roots.len(), blanks.visible.roots.len(), "{}", text);
    for (root, other) in verdict.visible.roots.iter().zip(&blanks.visible.roots) {
        prop_assert_eq!(&root.causes, &other.causes, "{}", text);
        prop_assert_eq!(root.repaired, other.repaired, "{}", text);
    }
    Ok(())
}

#[test]
fn trailing_blanks_change_no_verdict_of_plain_lines() {
    let strategy = transcript(&[Form::Lines, Form::ValuesOnly]);
    for_all(300, &strategy, |(item, condition, lines)| {
        is_read_alike(&item, condition, &lines.join("\n"))
    });
}

#[test]
fn trailing_blanks_change_no_verdict_of_altered_plain_lines() {
    let digit = (any::<Index>(), b'0'..=b'9');
    let strategy = (transcript(&[Form::Lines]), prop::collection::vec(digit, 1..3), any::<Index>());
    for_all(300, &strategy, |((item, condition, lines), changes, dropped)| {
        let mut text = lines.join("\n").into_bytes();
        for (at, digit) in changes {
            let digits: Vec<usize> =
                (0..text.len()).filter(|&at| text[at].is_ascii_digit()).collect();
            text[digits[at.index(digits.len())]] = digit;
        }
        let text = String::from_utf8(text).unwrap();
        is_read_alike(&item, condition, &text)?;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.remove(dropped.index(lines.len()));
        is_read_alike(&item, condition, &lines.join("\n"))
    });
}

#[test]
fn skipped_realignment_of_cut_or_incorrect_texts_loses_nothing() {
    // Debug assertions search for another reading wherever the grader reports that there is none.
    let strategy = (transcript(&[Form::Lines]), any::<Index>(), -3i64..3);
    for_all(200, &strategy, |((item, condition, lines), cut, answer)| {
        let begun = lines[..cut.index(lines.len())].join("\n");
        graded(&item, condition, &begun);
        graded(&item, condition, &format!("{begun}\n\nAnswer: {answer}"));
        let complete = lines[..lines.len() - 1].join("\n");
        graded(&item, condition, &format!("{complete}\nAnswer: {answer}"));
        graded(
            &item,
            condition,
            &format!("{complete}\nAnswer: {answer}\n\nWait, no.\n\nAnswer: 7"),
        );
        Ok(())
    });
}

#[test]
fn reasoning_does_not_change_the_verdict_on_the_visible_text() {
    // These pieces break off in an object, decline, state other inputs, or begin another sample.
    const ODD: &[&str] =
        &["\n", " ", "{\"S3\": ", "I cannot.", "S1 = 7\nS2 = 8\n", "Answer: 7\n", "---\n"];
    let piece = prop_oneof![select(PIECES), select(ODD), Just("S3 = S1 + S2 = 3\n")];
    let thought = prop::collection::vec(piece, 0..30);
    let forms = transcript(&[Form::Lines, Form::ValuesOnly]);
    let mark = prop_oneof![8 => Just("</think>\n\n"), 1 => Just("</think>"), 1 => Just("")];
    for_all(600, &(forms, thought, mark), |((item, condition, lines), thought, mark)| {
        let text = format!("<think>{}{mark}{}", thought.concat(), lines.join("\n"));
        for stop in [StopReason::Unknown, StopReason::Length] {
            let with_reasoning = Grader::new(&item, condition).grade(&text, stop);
            let visible = Grader::new(&item, condition).without_reasoning().grade(&text, stop);
            let expected = Verdict { reasoning: None, ..with_reasoning };
            prop_assert_eq!(visible, expected, "{}", text);
        }
        Ok(())
    });
}
