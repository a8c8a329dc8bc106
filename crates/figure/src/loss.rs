//! What a wrong attempt lost first.

use stepfall_condition::{End, Reading};
use stepfall_grade::{Cause, Mode, RootFault};

/// What a wrong attempt lost first: the one thing that its first root fault is about. Every wrong attempt has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// A value was rounded where it must not be, or not where it must.
    Precision,
    /// The work is right and its form is not: the answer is written in another form or missing, or a dialogue ended because replies were not in the form
    /// that was asked for.
    Format,
    /// The text was cut at a limit before anything in it was wrong.
    Truncation,
    /// The right operation on the right operands has a wrong result, or the own last value was copied wrong.
    Arithmetic,
    /// Another value stood for an operand.
    Operand,
    /// Another operation, or the right one with its operands swapped.
    Operation,
    /// A step was left out, done that is none, or not reached; or the answer came before the work or is another step's value.
    Place,
    /// A wrong answer, or none, without any step that would say why.
    WorkNotShown,
    /// Which value belongs to which step is not certain, so no fault is named.
    Unclear,
    /// Nothing known explains the first fault, or the text fits another procedure.
    Unexplained,
}

impl Loss {
    /// The name used in tables.
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

    /// What an attempt lost first; nothing where its item is solved.
    ///
    /// That is said by its earliest root fault in the text; of several at one place by that of a step. Slips in a history that was given to the model are
    /// none of its own. A text that stops before the last step lost its place, unless it was cut at a limit, or a dialogue ended there because its replies
    /// were not in form, or because the model declined. Without any root fault the text as a whole says it:
    ///
    /// - what was cut at a limit is a truncation;
    /// - what speaks of another procedure is unexplained;
    /// - what cannot be assigned to steps with certainty is unclear;
    /// - an answer that is right but for its form, and a missing one after steps, are a matter of format;
    /// - without steps, as where the model declined, the work is not shown;
    /// - else, as where the model was talked out of its answer, it is unexplained.
    pub fn of(reading: &Reading) -> Option<Self> {
        if reading.score.solved {
            return None;
        }
        let verdict = &reading.verdict;
        let has = |mode: Mode| verdict.modes.contains(&mode);
        let first = verdict.text.roots.iter().min_by_key(|root| root.at);
        Some(match first.map(RootFault::cause) {
            Some(Cause::Stopped) => stopped(reading),
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

    /// What is lost by a cause.
    const fn by(cause: Cause) -> Self {
        match cause {
            Cause::Rounded => Self::Precision,
            Cause::Form => Self::Format,
            Cause::Slip(_) | Cause::Equation(_) => Self::Arithmetic,
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

/// What is lost where nothing is wrong up to a step that is not reached.
fn stopped(reading: &Reading) -> Loss {
    let has = |mode: Mode| reading.verdict.modes.contains(&mode);
    match reading.end {
        Some(End::Ignored | End::Failed) => Loss::Format,
        Some(End::Cut) => Loss::Truncation,
        _ if has(Mode::Truncated) => Loss::Truncation,
        _ if has(Mode::Refused) || !shows_work(reading) => Loss::WorkNotShown,
        _ => Loss::Place,
    }
}

/// Whether a step is claimed.
fn shows_work(reading: &Reading) -> bool {
    reading.verdict.text.claimed().next().is_some()
}
