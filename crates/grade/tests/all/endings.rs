//! Tests that a full stop at the end of a text changes no verdict. A line break there changes none
//! if the text was not cut at a length limit. An announced answer at the end of a text is read.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use stepfall_grade::{
    AnswerRule, ArithmeticError, Cause, Grader, Mode, StopReason, Verdict, grade,
};
use stepfall_procedure::{Arithmetic, Condition, Item};

use crate::support::corpora::transcripts;
use crate::support::errors::transcript;
use crate::support::forms::Form;
use crate::support::items::for_all;

/// Returns a verdict in which the last sample is empty. Otherwise the verdict would contain the end
/// of the text, which the tests change.
fn graded(grader: &Grader<'_>, text: &str, stop: StopReason) -> Verdict {
    let mut verdict = grader.grade(text, stop);
    if let Some(last) = verdict.samples.last_mut() {
        last.end = last.start;
    }
    verdict
}

/// Returns the text without white space and one full stop at its end. Returns `None` if nothing is
/// left, or if the rest ends with a full stop or an ellipsis.
fn core(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let text = text.strip_suffix('.').unwrap_or(text).trim_end();
    (!text.is_empty() && !text.ends_with(['.', '。', '।', '…'])).then_some(text)
}

/// Returns an ending that changes the verdict, if there is one. In a text that was cut, a line
/// break shows that the last line is complete. So endings with a line break are compared
/// separately.
fn difference(grader: &Grader<'_>, text: &str) -> Option<String> {
    let core = core(text)?;
    let pairs: [(StopReason, &[&str]); 3] = [
        (StopReason::Unknown, &["", ".", "\n", ".\n", ".\n\n", " \n"]),
        (StopReason::Length, &["", "."]),
        (StopReason::Length, &["\n", ".\n"]),
    ];
    pairs.into_iter().find_map(|(stop, endings)| {
        let first = graded(grader, &format!("{core}{}", endings[0]), stop);
        let differs = |ending: &&&str| graded(grader, &format!("{core}{ending}"), stop) != first;
        let other = endings[1..].iter().find(differs)?;
        Some(format!("{stop:?} {other:?}"))
    })
}

/// Returns all transcripts of the corpora, with their items.
fn cases() -> Vec<(PathBuf, Item, Condition, String, StopReason)> {
    transcripts(&["corpus", "transcripts"])
        .into_iter()
        .map(|path| {
            let record = fs::read_to_string(path.with_extension("json")).unwrap();
            let (item, condition) = Item::from_record(&record).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let label = fs::read_to_string(path.with_extension("label")).unwrap();
            let is_cut = label.lines().any(|line| line == "stop: length");
            (
                path,
                item,
                condition,
                text,
                if is_cut { StopReason::Length } else { StopReason::Unknown },
            )
        })
        .collect()
}

#[test]
fn final_full_stop_or_line_break_changes_no_corpus_verdict() {
    let mut incorrect = Vec::new();
    for (path, item, condition, text, _) in cases() {
        let grader = Grader::new(&item, condition).without_reasoning();
        if let Some(difference) = difference(&grader, &text) {
            incorrect.push(format!("{}: {difference}", path.display()));
        }
    }
    assert!(incorrect.is_empty(), "{}\n{}", incorrect.len(), incorrect.join("\n"));
}

#[test]
fn full_stop_or_line_break_after_any_cut_changes_no_verdict() {
    let strategy = (transcript(&Form::ALL), any::<prop::sample::Index>());
    for_all(800, &strategy, |((item, condition, lines), at)| {
        let text = lines.join("\n");
        let text = &text[..text.floor_char_boundary(at.index(text.len() + 1))];
        let found = difference(&Grader::new(&item, condition), text);
        prop_assert!(found.is_none(), "{:?}\n{}", found, text);
        Ok(())
    });
}

#[test]
fn announced_answer_is_read_at_the_end_of_a_text() {
    let mut incorrect = Vec::new();
    let mut count = 0;
    for (path, item, condition, text, stop) in cases() {
        let grader = Grader::new(&item, condition).without_reasoning();
        let verdict = grader.grade(&text, stop);
        let announced = verdict.visible.answers.iter().find(|answer| {
            answer.claim.rule == AnswerRule::Announced
                && text[answer.claim.span.end..].starts_with(['.', '\n'])
        });
        let Some(announced) = announced.map(|answer| answer.claim.clone()) else { continue };
        count += 1;
        let cut = grader.grade(&text[..announced.span.end], StopReason::Unknown);
        let is_read = cut.visible.answers.iter().any(|answer| {
            answer.claim.span == announced.span && answer.claim.value == announced.value
        });
        if !is_read {
            incorrect.push(format!("{}: {:?}", path.display(), cut.primary));
        }
    }
    assert!(count > 500, "{count}");
    assert!(incorrect.is_empty(), "{}\n{}", incorrect.len(), incorrect.join("\n"));
}

#[test]
fn answer_in_the_line_of_the_final_equation_is_read() {
    let procedure = "S1 = 6\nS2 = 4\nS3 = S1 * 8\nS4 = S2 - 9\nS5 = S3 + S4";
    let item = Item::from_text(procedure, Some(Arithmetic::Integer)).unwrap();
    let text = "S3 = 6 * 8 = 48\nS4 = 4 - 9 = -5\n\
                The final equation is S3 + S4 = 48 + -5 = 42. So the answer is 42";
    for ending in ["", ".", "\n", ".\n"] {
        let verdict = grade(&item, Condition::Free, &format!("{text}{ending}"));
        assert_eq!(verdict.primary, Mode::Slipped, "{ending:?}");
        let [root] = verdict.visible.roots.as_slice() else {
            panic!("{:?}", verdict.visible.roots)
        };
        assert_eq!(
            (root.number, root.cause()),
            (Some(5), Cause::ArithmeticError(ArithmeticError::OffByOne))
        );
        assert_eq!(
            verdict.visible.first_answer().map(|answer| answer.is_correct),
            Some(false),
            "{ending:?}"
        );
    }
}

#[test]
fn answer_at_a_length_limit_is_complete_only_after_a_line_break() {
    let procedure = "S1 = 6\nS2 = 4\nS3 = S1 * 8\nS4 = S3 - S2";
    let item = Item::from_text(procedure, Some(Arithmetic::Integer)).unwrap();
    let grader = Grader::new(&item, Condition::Trace);
    let answers = |ending: &str, stop| {
        let text = format!("S3 = 6 * 8 = 48\nS4 = 48 - 4 = 44\nAnswer: 44{ending}");
        grader.grade(&text, stop).visible.first_answer().map(|answer| answer.claim.rule)
    };
    for ending in ["", ".", "\n", ".\n"] {
        assert_eq!(answers(ending, StopReason::Unknown), Some(AnswerRule::Announced), "{ending:?}");
    }
    assert_eq!(answers("", StopReason::Length), answers(".", StopReason::Length));
    assert_eq!(answers("\n", StopReason::Length), Some(AnswerRule::Announced));
}
