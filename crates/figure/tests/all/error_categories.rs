//! The error category of an incorrect attempt.

use stepfall_condition::{Dialogue, Reading, read};
use stepfall_figure::ErrorCategory;
use stepfall_grade::StopReason;
use stepfall_procedure::{Arithmetic, Condition, Generator, Item, Seed, Spec};
use stepfall_provider::Answer;

fn item() -> Item {
    let record = include_str!("../../../../tests/items/six-steps.json");
    Item::from_record(record).unwrap().0
}

fn reading(text: &str, stop: StopReason) -> Reading {
    read(&item(), Condition::Trace, text, stop)
}

fn error_category(text: &str) -> Option<ErrorCategory> {
    ErrorCategory::of(&reading(text, StopReason::Unknown))
}

/// Returns lines with the true values of some steps, counted from 1.
fn lines(steps: impl IntoIterator<Item = u16>) -> String {
    let item = item();
    let line = |step: u16| format!("S{} = {}\n", step + 2, item.value(step + 2));
    steps.into_iter().map(line).collect()
}

fn answer() -> String {
    format!("Answer: {}", item().answer_text())
}

#[test]
fn a_solved_attempt_has_no_loss() {
    assert_eq!(error_category(&(lines(1..=6) + &answer())), None);
}

#[test]
fn a_text_that_ends_early_is_truncated_or_lost_its_place() {
    let text = lines(1..=4);
    assert_eq!(error_category(&(text.clone() + "Answer: 4711")), Some(ErrorCategory::Place));
    let cut = reading(&text, StopReason::Length);
    assert_eq!(ErrorCategory::of(&cut), Some(ErrorCategory::Truncation));
    let cut = reading("", StopReason::Length);
    assert_eq!(ErrorCategory::of(&cut), Some(ErrorCategory::Truncation));
}

#[test]
fn an_error_in_a_truncated_text_precedes_truncation() {
    let incorrect = item().values[2].to_string().parse::<i64>().unwrap() + 1;
    let cut = reading(&format!("S3 = {incorrect}\n"), StopReason::Length);
    assert_eq!(ErrorCategory::of(&cut), Some(ErrorCategory::Arithmetic));
}

#[test]
fn an_answer_without_steps_is_work_not_shown() {
    for text in ["Answer: 4711", "", "I cannot help with that."] {
        assert_eq!(error_category(text), Some(ErrorCategory::WorkNotShown), "{text}");
    }
}

#[test]
fn the_value_of_another_step_as_answer_is_a_lost_place() {
    let item = item();
    let other = item.value(6).to_string();
    assert_eq!(
        error_category(&(lines(1..=6) + &format!("Answer: {other}"))),
        Some(ErrorCategory::Place)
    );
}

#[test]
fn a_correct_value_in_another_format_is_a_format_loss() {
    let spec = Spec { steps: 6, ..Spec::new(Arithmetic::Decimal { places: 2 }) };
    let generator = Generator::new(spec).unwrap();
    let rounded = (0..50).find_map(|seed| {
        let item = generator.item(Seed::wrapping(seed), 0).ok()?;
        let last = item.last_value();
        let whole = last.round(0);
        if whole == *last {
            return None;
        }
        let mut text = String::new();
        for number in 3..=item.procedure.last() {
            text += &format!("S{number} = {}\n", item.value(number).to_decimal()?);
        }
        text += &format!("Answer: {whole}");
        Some(ErrorCategory::of(&read(&item, Condition::Trace, &text, StopReason::Unknown)))
    });
    assert_eq!(rounded, Some(Some(ErrorCategory::Format)));
}

#[test]
fn errors_in_a_given_history_are_not_the_models() {
    let item = item();
    let condition = Condition::Primed { steps: 3, errors: 1 };
    let mut dialogue = Dialogue::new(&item, condition);
    dialogue.on_answer(&Answer { text: "I am sorry.".to_owned(), ..Answer::default() });
    let reading = read(&item, condition, &dialogue.text(), StopReason::Unknown);
    assert_eq!(ErrorCategory::of(&reading), Some(ErrorCategory::WorkNotShown));
}

#[test]
fn ignoring_the_protocol_of_a_dialogue_is_a_format_loss() {
    let item = item();
    let condition = Condition::Checkpoints(3);
    let mut dialogue = Dialogue::new(&item, condition);
    let sorry = || Answer { text: "I am sorry.".to_owned(), ..Answer::default() };
    dialogue.on_answer(&Answer { text: lines(1..=3), ..Answer::default() });
    dialogue.on_answer(&sorry());
    dialogue.on_answer(&sorry());
    assert!(dialogue.request().is_none());
    let reading = read(&item, condition, &dialogue.text(), StopReason::Unknown);
    assert_eq!(ErrorCategory::of(&reading), Some(ErrorCategory::Format));
}
