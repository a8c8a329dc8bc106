//! The verdict on a transcript. Positions are in UTF-16 code units, as in JavaScript.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use stepfall_text::{ArithmeticError, Cause, Mode, Status, ValueRef};

/// A range of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The position of the first unit.
    pub start: u32,
    /// The end, exclusive.
    pub end: u32,
}

/// The report on a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The result, in one sentence.
    pub headline: String,
    /// The reason why the assignment of values to steps is uncertain, in one sentence; `None` if it
    /// is certain.
    pub doubt: Option<String>,
    /// The main failure mode; `followed` if there is no failure.
    pub primary: Mode,
    /// All failure modes that apply.
    pub modes: Vec<Mode>,
    /// The verdict on the visible text.
    pub visible: Arc<TextVerdict>,
    /// The reasoning, if there is any.
    pub reasoning: Option<Reasoning>,
    /// The recognized parts of the text, in order and without overlaps.
    pub marks: Vec<Mark>,
    /// The ranges of the samples, if there are several.
    pub samples: Vec<Span>,
    /// The dialogue, if the condition is one.
    pub dialogue: Option<Dialogue>,
}

impl Report {
    /// Returns whether the report is about an unfinished dialogue.
    pub fn is_open(&self) -> bool {
        self.dialogue.as_ref().is_some_and(|dialogue| !dialogue.is_over)
    }
}

/// The reasoning in a transcript, judged as if there were no other text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasoning {
    /// The ranges in the text, in order.
    pub spans: Vec<Span>,
    /// The result, in one sentence.
    pub headline: String,
    /// The verdict on the reasoning.
    pub verdict: Arc<TextVerdict>,
}

/// The verdict on the visible text or the reasoning. It contains no positions, so it stays the same
/// while the surrounding text changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextVerdict {
    /// The correct answer, in the notation of the item.
    pub expected: String,
    /// The first answer; `None` if there is no answer.
    pub first: Option<GradedAnswer>,
    /// The last answer; the same as `first` if there is only one.
    pub last: Option<GradedAnswer>,
    /// The steps of the procedure, in order.
    pub steps: Vec<Step>,
    /// The errors that do not follow from an earlier one.
    pub root_errors: Vec<RootError>,
}

impl TextVerdict {
    /// Returns the position in `steps` of the step that defines the value with this number. Returns
    /// `None` for an input, and if there are no steps.
    pub fn position_of(&self, number: u16) -> Option<usize> {
        Some(usize::from(number.checked_sub(self.steps.first()?.number)?))
    }

    /// Returns the step that defines the value with this number; `None` for an input or an unknown
    /// number.
    pub fn step(&self, number: u16) -> Option<&Step> {
        self.steps.get(self.position_of(number)?)
    }

    /// Returns the steps that the model had to do, without the steps of a prefilled history.
    pub fn required_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.status != Status::Given)
    }
}

/// An answer that the grader read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedAnswer {
    /// The value, in the notation of the item.
    pub value: String,
    /// True if the value is exactly correct.
    pub is_correct: bool,
}

/// A step of the procedure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent of each other")]
pub struct Step {
    /// The number of the value that the step defines. Inputs have the lowest numbers, from 1.
    pub number: u16,
    /// The status of its claim, or of the missing claim.
    pub status: Status,
    /// The claimed value that counts.
    pub claimed: Option<String>,
    /// The possible causes of the incorrect value, the likeliest first; only for
    /// [`Status::RootError`].
    pub causes: Vec<Cause>,
    /// True if the value is correct although it depends on an earlier incorrect value.
    pub by_cancellation: bool,
    /// True if the transcript repeats the step with the same value.
    pub repeated: bool,
    /// True if the transcript has another value for the step, earlier or later.
    pub revised: bool,
    /// True if the step comes after a later step.
    pub out_of_order: bool,
}

/// An error that does not follow from an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootError {
    /// The location of the error.
    pub place: ErrorLocation,
    /// True if the answer would be correct without this error; `None` if that is unknown.
    pub repaired: Option<bool>,
}

/// The location of an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorLocation {
    /// The value of a step.
    Step(ValueRef),
    /// An equation that belongs to no step.
    Equation,
    /// The answer.
    Answer,
}

impl ErrorLocation {
    /// Returns the name of the step's value, or `equation` or `answer`.
    pub fn name(&self) -> &str {
        match self {
            Self::Step(value) => &value.name,
            Self::Equation => "equation",
            Self::Answer => "answer",
        }
    }
}

/// A range of the transcript, and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The position in the transcript, or in the whole text of a dialogue.
    pub span: Span,
    /// The meaning of the range.
    pub of: MarkKind,
}

/// The meaning of a range of the transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkKind {
    /// A claim for a step.
    Step {
        /// The number of the value that the step defines.
        number: u16,
        /// The status of the step.
        status: Status,
    },
    /// An answer; `true` if it is correct.
    Answer(bool),
    /// Text that does not count, because a later reply repeats the requested part.
    Withdrawn,
}

/// A dialogue, in addition to its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialogue {
    /// The whole text, if it differs from the input. All positions refer to the whole text.
    pub text: Option<String>,
    /// The parts with their roles, in order.
    pub parts: Vec<MessageSpan>,
    /// Facts about what the condition tests and about the course of the dialogue, in sentences.
    pub facts: Vec<String>,
    /// The number of the model's replies.
    pub replies: u32,
    /// True if the dialogue has ended.
    pub is_over: bool,
    /// The next message to the model; `None` if the dialogue has ended, or if a tool's result is
    /// next.
    pub next: Option<String>,
}

impl Dialogue {
    /// Returns the end of the last part that is not a tool's result; 0 if there is none.
    pub fn messages_end(&self) -> u32 {
        let part = self.parts.iter().rev().find(|part| part.role != Role::Evaluator);
        part.map_or(0, |part| part.span.end)
    }
}

/// A part of a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageSpan {
    /// The author of the part.
    pub role: Role,
    /// The position in the whole text of the dialogue.
    pub span: Span,
}

/// The author of a part of a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A reply of the model.
    Model,
    /// A message to the model.
    User,
    /// Prefilled text, presented as the model's output.
    Prefilled,
    /// The result of evaluating the model's output.
    Evaluator,
}
