//! Words for the causes, statuses and answer rules of a verdict.

use stepfall_grade::{AnswerRule, Cause, Status, StepVerdict, table_name, value_name};
use stepfall_procedure::{Condition, Item};
use stepfall_text::{error_name, op_sign, operand};

/// Returns the cause of an error. For a wrong operand of a step, the text includes the correct
/// operand if it is known.
pub(super) fn cause(
    item: &Item,
    condition: Condition,
    number: Option<u16>,
    cause: Cause,
) -> String {
    let kind = kind(item, condition, cause);
    match (number, cause) {
        (Some(number), Cause::Operand { instead_of: Some(operand), .. }) => {
            format!("{kind} instead of {}", item.operand_text_under(condition, number, operand))
        }
        _ => kind,
    }
}

/// Returns the cause of an error in few words that fit into a row.
fn kind(item: &Item, condition: Condition, cause: Cause) -> String {
    let kind = error_name(cause.slug());
    match cause {
        Cause::Operand { took: Some(number), .. } => {
            format!("{kind}: {}", operand(condition, Some(&value_name(item, number)), None))
        }
        Cause::Operand { took: None, .. } if condition == Condition::Unchained => {
            format!("{kind}: another number")
        }
        Cause::Operand { took: None, .. } => format!("{kind}: a value of no step"),
        Cause::Operation(op) => format!("{kind}: used {}", op_sign(op)),
        Cause::Table(table) => {
            format!("{kind}: looked up in table {}", table_name(item, condition, table))
        }
        Cause::ArithmeticError(arithmetic_error) | Cause::Equation(arithmetic_error) => {
            format!("{kind}: {}", arithmetic_error.name())
        }
        Cause::Reports(number) => format!("the value of {}", value_name(item, number)),
        _ => kind.to_owned(),
    }
}

pub(super) const fn sign(status: Status) -> char {
    match status {
        Status::Correct | Status::Recovered => '✓',
        Status::Inherited => '~',
        Status::RootError => '✗',
        Status::NotShown => '·',
        Status::Skipped | Status::NotReached => '–',
        Status::Unclear => '?',
        Status::Given => '›',
    }
}

/// Returns a step's status in words. For a root error, returns its likeliest cause instead.
pub(super) fn status(item: &Item, condition: Condition, step: &StepVerdict) -> String {
    match step.status {
        Status::Correct if step.by_cancellation => "correct, by cancellation".to_owned(),
        Status::RootError => {
            let likeliest = step.hypotheses.first().copied().unwrap_or(Cause::Unexplained);
            kind(item, condition, likeliest)
        }
        status => status.name().to_owned(),
    }
}

/// Returns the reason why a number counts as an answer.
pub(super) const fn rule(rule: AnswerRule) -> &'static str {
    match rule {
        AnswerRule::Tagged => "in a tag",
        AnswerRule::Boxed => "in a box",
        AnswerRule::Announced => "announced",
        AnswerRule::Alone => "alone on a line",
        AnswerRule::LastStep => "the value of the last step",
    }
}
