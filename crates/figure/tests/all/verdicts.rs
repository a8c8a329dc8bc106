//! The parts of a verdict that a row contains.

use stepfall_condition::read;
use stepfall_figure::{AttemptCosts, Row, TaskKey};
use stepfall_grade::{Mode, StepCount, StopReason};
use stepfall_number::Number;
use stepfall_procedure::{Condition, Item};
use stepfall_stats::FirstError;

fn item() -> Item {
    let record = include_str!("../../../../tests/items/six-steps.json");
    Item::from_record(record).unwrap().0
}

fn row(transcript: &str, stop: StopReason) -> Row {
    row_under(Condition::Trace, transcript, stop)
}

fn row_under(condition: Condition, transcript: &str, stop: StopReason) -> Row {
    let item = item();
    let task = TaskKey { target: 0, condition, steps: 6, look_back: 5, item: 0, sample: 0 };
    let reading = read(&item, condition, transcript, stop);
    Row::of(task, &item, false, &reading, AttemptCosts::default())
}

/// Returns the lines of some steps, counted from 1, with the value of one of them off by 500.
fn lines(steps: impl IntoIterator<Item = u16>, incorrect: Option<u16>) -> String {
    let item = item();
    let line = |step: u16| {
        let value = item.value(step + 2).to_string();
        let off: i64 =
            value.parse::<i64>().unwrap() + if incorrect == Some(step) { 500 } else { 0 };
        format!("S{} = {}\n", step + 2, Number::integer(off))
    };
    steps.into_iter().map(line).collect()
}

fn answer(right: bool) -> String {
    let item = item();
    if right { format!("Answer: {}", item.answer_text()) } else { "Answer: 4711".to_owned() }
}

#[test]
fn a_correct_transcript_has_no_error() {
    let row = row(&(lines(1..=6, None) + &answer(true)), StopReason::Unknown);
    assert!(
        row.is_first_answer_correct
            && row.is_last_answer_correct
            && row.is_any_answer_correct
            && row.is_first_answer_close
    );
    assert_eq!(row.primary, Mode::Followed);
    assert_eq!(row.executed, Some(StepCount::Exact));
    assert_eq!(row.first_error, FirstError::NotBy(6));
    assert_eq!((row.correct_given_own, row.claimed), (6, 6));
}

#[test]
fn the_first_incorrect_step_is_the_first_error() {
    let row = row(&(lines(1..=6, Some(3)) + &answer(false)), StopReason::Unknown);
    assert!(!row.is_first_answer_correct && !row.is_any_answer_correct);
    assert_eq!(row.first_error, FirstError::At(3));
    assert_eq!(row.claimed, 6);
    assert!(row.correct_given_own < 6);
}

#[test]
fn a_truncated_transcript_is_known_up_to_its_last_step() {
    let row = row(&lines(1..=4, None), StopReason::Length);
    assert_eq!(row.primary, Mode::Truncated);
    assert_eq!(row.first_error, FirstError::NotBy(4));
    assert_eq!(row.executed, Some(StepCount::Under));
}

#[test]
fn an_error_before_truncation_is_the_first_error() {
    let row = row(&lines(1..=4, Some(2)), StopReason::Length);
    assert_eq!(row.first_error, FirstError::At(2));
}

#[test]
fn stopping_early_is_an_error_in_the_first_missing_step() {
    let row = row(&(lines(1..=4, None) + &answer(false)), StopReason::Unknown);
    assert_eq!(row.primary, Mode::UnderExecuted);
    assert_eq!(row.first_error, FirstError::At(5));
}

#[test]
fn work_that_is_not_shown_is_no_error() {
    let silent = row(&answer(true), StopReason::Unknown);
    assert_eq!((silent.first_error, silent.executed), (FirstError::NotBy(0), None));
    let folded = row(&(lines([1, 2, 6], None) + &answer(true)), StopReason::Unknown);
    assert_eq!((folded.first_error, folded.claimed), (FirstError::NotBy(6), 3));
}

#[test]
fn later_answers_are_scored_separately_from_the_first() {
    let text = format!("{}Answer: 4711\nWait, no.\n{}", lines(1..=6, None), answer(true));
    let row = row(&text, StopReason::Unknown);
    assert_eq!(
        (row.is_first_answer_correct, row.is_last_answer_correct, row.is_any_answer_correct),
        (false, true, true)
    );
}

#[test]
fn the_answer_under_unchained_is_the_values_of_all_steps() {
    let item = item();
    let values = item.values_under(Condition::Unchained);
    let written = |incorrect: Option<u16>| {
        let line = |number: u16| {
            let value = values[usize::from(number) - 1].to_string();
            let off: i64 =
                value.parse::<i64>().unwrap() + if incorrect == Some(number) { 500 } else { 0 };
            format!("S{number} = {off}\n")
        };
        let lines: String = (3..=8).map(line).collect();
        row_under(
            Condition::Unchained,
            &format!("{lines}Answer: {}", values[7]),
            StopReason::Unknown,
        )
    };
    let (right, fourth, fifth) = (written(None), written(Some(4)), written(Some(5)));
    assert_eq!([right, fourth, fifth].map(|row| row.is_solved), [true, false, false]);
    // The last value is correct in all of them, and still the answers differ.
    assert_eq!(written(Some(4)).answer, fourth.answer);
    assert_ne!(fourth.answer, fifth.answer);
    assert_ne!(fourth.answer, right.answer);
    let silent = row_under(Condition::Unchained, "I do not know.", StopReason::Unknown);
    assert_eq!(silent.answer, None);
}
