//! What slugs mean, in words for a reader who knows none of them.

use stepfall_grade::{Cause, Mode, Rule, Slip, Status, StepVerdict, value_name};
use stepfall_procedure::{Item, Op};

/// A failure mode.
pub(crate) const fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::WrongItem => "the text belongs to another procedure",
        Mode::Refused => "declines to answer",
        Mode::Truncated => "the text breaks off",
        Mode::MissingAnswer => "gives no answer",
        Mode::PrematureAnswer => "answers before the work is done",
        Mode::SelfCorrected => "the first answer is wrong, a later one right",
        Mode::TalkedOut => "the first answer is right, the last wrong",
        Mode::UnderExecuted => "stops before the last step",
        Mode::ExtraSteps => "goes on beyond the last step",
        Mode::RightAnswerWrongProcedure => "the answer is right, the way to it is not",
        Mode::AnotherOrder => {
            "reaches the right answer by another way than the procedure: no failure"
        }
        Mode::LostOperand => "takes another value for an operand",
        Mode::LostOperation => "takes another operation, or swaps the operands",
        Mode::LostPlace => {
            "loses its place: steps left out, repeated or out of order, or another step's value as answer"
        }
        Mode::Slipped => "gets the arithmetic of a step wrong, or miscopies the last value",
        Mode::LostPrecision => "rounds otherwise than the procedure says",
        Mode::LostFormat => "the answer is right but for its form",
        Mode::WrongWorkNotShown => "the answer is wrong, and no step is shown",
        Mode::Folded => "some steps are not shown: a shortcut, no failure",
        Mode::Unclear => "which value belongs to which step is not certain",
        Mode::Unexplained => "nothing known explains a value",
        Mode::Followed => "follows the procedure to the right answer",
    }
}

/// The cause of a fault, with what an operand stands for where that is known.
pub(crate) fn cause(item: &Item, cause: Cause) -> String {
    let kind = kind(item, cause);
    match cause {
        Cause::Operand { instead_of: Some(operand), .. } => {
            format!("{kind} instead of {}", item.operand_text(operand))
        }
        _ => kind,
    }
}

/// The cause of a fault in so few words that they fit into a row.
fn kind(item: &Item, cause: Cause) -> String {
    match cause {
        Cause::Operand { took: Some(number), .. } => {
            format!("wrong operand: took {}", value_name(item, number))
        }
        Cause::Operand { took: None, .. } => "wrong operand: a foreign value".to_owned(),
        Cause::Swapped => "swapped operands".to_owned(),
        Cause::Operation(op) => format!("wrong operation: {}", operation(op)),
        Cause::Slip(kind) => format!("slip: {}", slip(kind)),
        Cause::Equation(kind) => format!("false by itself: {}", slip(kind)),
        Cause::Rounded => "wrongly rounded".to_owned(),
        Cause::Unexplained => "unexplained".to_owned(),
        Cause::Skipped => "left out".to_owned(),
        Cause::Stopped => "stopped before it".to_owned(),
        Cause::Invented => "not part of the procedure".to_owned(),
        Cause::Early => "given before the work is done".to_owned(),
        Cause::Reports(number) => format!("the value of {}", value_name(item, number)),
        Cause::Form => "in another form than was asked for".to_owned(),
    }
}

const fn operation(op: Op) -> &'static str {
    match op {
        Op::Add => "added",
        Op::Sub => "subtracted",
        Op::Mul => "multiplied",
        Op::Div => "divided",
    }
}

const fn slip(slip: Slip) -> &'static str {
    match slip {
        Slip::Sign => "the sign",
        Slip::Magnitude => "a power of ten",
        Slip::OffByOne => "off by one",
        Slip::Carry => "a carry",
        Slip::Digit => "one digit",
        Slip::Transposed => "two digits exchanged",
        Slip::Other => "the arithmetic",
    }
}

/// The sign of a step's status.
pub(crate) const fn sign(status: Status) -> char {
    match status {
        Status::Right | Status::Recovered => '✓',
        Status::Inherited => '~',
        Status::Fault => '✗',
        Status::NotShown => '·',
        Status::Skipped | Status::NotReached => '–',
        Status::Unclear => '?',
    }
}

/// A step's status.
pub(crate) fn status(item: &Item, step: &StepVerdict) -> String {
    match step.status {
        Status::Right if step.by_cancellation => "right, by cancellation".to_owned(),
        Status::Right => "right".to_owned(),
        Status::Inherited => "follows from the fault".to_owned(),
        Status::Recovered => "right again".to_owned(),
        Status::Fault => {
            let likeliest = step.hypotheses.first().copied().unwrap_or(Cause::Unexplained);
            kind(item, likeliest)
        }
        Status::NotShown => "not shown".to_owned(),
        Status::Skipped => "left out".to_owned(),
        Status::NotReached => "not reached".to_owned(),
        Status::Unclear => "not certain".to_owned(),
    }
}

/// Why a number counts as an answer.
pub(crate) const fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Tagged => "in a tag",
        Rule::Boxed => "in a box",
        Rule::Announced => "announced",
        Rule::Alone => "alone on a line",
        Rule::LastStep => "the value of the last step",
    }
}
