//! The error category of an incorrect attempt.

use stepfall_condition::{DialogueEnd, Reading};
use stepfall_grade::{Cause, Mode, RootError};

/// The category of an incorrect attempt: the subject of its first root error. Every incorrect
/// attempt has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorCategory {
    /// A value was rounded where the procedure does not round, or not rounded as the procedure
    /// requires.
    Precision,
    /// The work is correct but its form is not: the answer is written in another form or missing.
    /// Or a dialogue ended because replies were not in the requested form.
    Format,
    /// The text was cut at a limit before anything in it was incorrect.
    Truncation,
    /// The correct operation on the correct operands has an incorrect result, or the transcript's
    /// last value was copied incorrectly.
    Arithmetic,
    /// Another value replaced an operand.
    Operand,
    /// Another operation was used, or the correct one with its operands swapped.
    Operation,
    /// A step was left out, not reached, or done although it does not exist. Or the answer came
    /// before the work, or is another step's value.
    Place,
    /// An incorrect or missing answer, without any step that would explain it.
    WorkNotShown,
    /// It is uncertain which value belongs to which step, so no error is named.
    Unclear,
    /// No known cause explains the first error, or the text fits another procedure.
    Unexplained,
}

impl ErrorCategory {
    /// Returns the name in tables.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Precision => "precision",
            Self::Format => "format",
            Self::Truncation => "truncation",
            Self::Arithmetic => "arithmetic",
            Self::Operand => "operand",
            Self::Operation => "operation",
            Self::Place => "place",
            Self::WorkNotShown => "work-not-shown",
            Self::Unclear => "unclear",
            Self::Unexplained => "unexplained",
        }
    }

    /// Returns the error category of an attempt; `None` if its item is solved.
    ///
    /// The earliest root error in the text decides. If several are at one position, the error of a
    /// step decides. Errors in a history that was given to the model do not count. A text that
    /// stops before the last step counts as [`ErrorCategory::Place`], with two exceptions. One is a
    /// text that was cut at a limit, declines or shows no step. The other is a dialogue that ended
    /// because replies were not in the requested form or calls failed.
    ///
    /// Without any root error the text as a whole decides, by the first rule that applies:
    ///
    /// - a text about another procedure is unexplained;
    /// - a text that cannot be assigned to steps with certainty is unclear;
    /// - a text that was cut at a limit is a truncation;
    /// - an answer that is correct but for its form is a matter of format;
    /// - without steps, as when the model declined, the work is not shown;
    /// - an answer that is missing after steps is a matter of format;
    /// - otherwise, as when the model was talked out of its answer, it is unexplained.
    pub fn of(reading: &Reading) -> Option<Self> {
        if reading.score.is_solved {
            return None;
        }
        let verdict = &reading.verdict;
        let has = |mode: Mode| verdict.modes.contains(&mode);
        let first = verdict.visible.roots.iter().min_by_key(|root| root.at);
        Some(match first.map(RootError::cause) {
            Some(Cause::Stopped) => category_of_stop(reading),
            Some(cause) => Self::by(cause),
            None if has(Mode::WrongItem) => Self::Unexplained,
            None if has(Mode::Unclear) => Self::Unclear,
            None if has(Mode::Truncated) => Self::Truncation,
            None if has(Mode::LostFormat) => Self::Format,
            None if !shows_work(reading) => Self::WorkNotShown,
            None if has(Mode::MissingAnswer) => Self::Format,
            None => Self::Unexplained,
        })
    }

    const fn by(cause: Cause) -> Self {
        match cause {
            Cause::Rounded => Self::Precision,
            Cause::Form => Self::Format,
            Cause::ArithmeticError(_) | Cause::Equation(_) => Self::Arithmetic,
            Cause::Operand { .. } => Self::Operand,
            Cause::Operation(_) | Cause::Table(_) | Cause::Swapped => Self::Operation,
            Cause::Skipped
            | Cause::Stopped
            | Cause::Invented
            | Cause::Early
            | Cause::Reports(_) => Self::Place,
            Cause::Unexplained => Self::Unexplained,
        }
    }
}

/// Returns the category of a text that has no error before the step where it stops.
fn category_of_stop(reading: &Reading) -> ErrorCategory {
    let has = |mode: Mode| reading.verdict.modes.contains(&mode);
    match reading.end {
        Some(DialogueEnd::Ignored | DialogueEnd::Failed) => ErrorCategory::Format,
        Some(DialogueEnd::Cut) => ErrorCategory::Truncation,
        _ if has(Mode::Truncated) => ErrorCategory::Truncation,
        _ if has(Mode::Refused) || !shows_work(reading) => ErrorCategory::WorkNotShown,
        _ => ErrorCategory::Place,
    }
}

/// Returns whether a step is claimed.
fn shows_work(reading: &Reading) -> bool {
    reading.verdict.visible.claimed_steps().next().is_some()
}
