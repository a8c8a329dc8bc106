//! The verdict on a transcript. Positions are units of UTF-16, as JavaScript counts them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use stepfall_text::{Cause, Mode, Slip, Status as StepStatus, Value};

/// A stretch of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// What there is to say of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// What happened, in one sentence.
    pub headline: String,
    /// Why it is not sure which value belongs to which step, in one sentence; nothing where it is.
    pub doubt: Option<String>,
    /// The failure mode to name.
    pub primary: Mode,
    /// All failure modes that hold.
    pub modes: Vec<Mode>,
    /// What was read in the visible text.
    pub visible: Arc<TextVerdict>,
    /// The reasoning, where there is any.
    pub reasoning: Option<Reasoning>,
    /// What was read in the text, in its order and without overlaps.
    pub marks: Vec<Mark>,
    /// The parts that hold one sample each, where there are several.
    pub samples: Vec<Span>,
    /// The dialogue, where the condition is one.
    pub dialogue: Option<Dialogue>,
}

impl Report {
    /// Whether it is about a dialogue that is not over.
    pub fn is_open(&self) -> bool {
        self.dialogue.as_ref().is_some_and(|dialogue| !dialogue.is_over)
    }
}

/// The reasoning in a transcript, judged as if it were all that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasoning {
    /// Where it stands, in order.
    pub spans: Vec<Span>,
    /// What happened in it, in one sentence.
    pub headline: String,
    /// What was read in it.
    pub verdict: Arc<TextVerdict>,
}

/// What was read in the visible text, or in the reasoning. It does not say where, so that it stays the same while text is written around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextVerdict {
    /// The right answer.
    pub expected: String,
    /// The first answer.
    pub first: Option<Answer>,
    /// The last answer.
    pub last: Option<Answer>,
    /// The steps from S3 on.
    pub steps: Vec<Step>,
    /// The faults that do not follow from an earlier one.
    pub root_faults: Vec<RootFault>,
}

impl TextVerdict {
    /// The steps that were to be done, without those of a history that was given.
    pub fn own(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.status != StepStatus::Given)
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The number.
    pub value: String,
    /// Whether it is the exact value.
    pub is_correct: bool,
}

/// A step of the procedure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "any of these may hold beside any other")]
pub struct Step {
    /// What its claim is worth, or what the absence of one means.
    pub status: StepStatus,
    /// The claimed value that counts.
    pub claimed: Option<String>,
    /// The reasons that may be why the value is wrong, the likeliest first; of [`StepStatus::Fault`] alone.
    pub causes: Vec<Cause>,
    /// Right although an earlier value that it depends on is wrong.
    pub by_cancellation: bool,
    /// Given again with the same value.
    pub repeated: bool,
    /// Given earlier or later with another value.
    pub revised: bool,
    /// Given after a later step.
    pub out_of_order: bool,
}

/// A fault that does not follow from an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootFault {
    /// What is at fault.
    pub place: FaultPlace,
    /// Whether the answer would be right but for this; nothing where that is not known.
    pub repaired: Option<bool>,
}

/// What is at fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultPlace {
    /// The value of a step.
    Step(Value),
    /// An equation that belongs to no step.
    Equation,
    /// The answer.
    Answer,
}

impl FaultPlace {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Step(value) => &value.name,
            Self::Equation => "equation",
            Self::Answer => "answer",
        }
    }
}

/// A stretch of the transcript, and what was read there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Where.
    pub span: Span,
    /// What.
    pub of: Marked,
}

/// What was read in a stretch of the transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Marked {
    /// A step.
    Step {
        /// The number of its value, from 3.
        number: u16,
        /// What it is worth.
        status: StepStatus,
    },
    /// An answer, and whether it is right.
    Answer(bool),
    /// What no longer counts, because it was asked for and given once more.
    Withdrawn,
}

/// A dialogue, beside its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialogue {
    /// The whole text, where it is another than the one that was given. All positions are those of the whole.
    pub text: Option<String>,
    /// Who said what, in order.
    pub parts: Vec<Part>,
    /// What the condition asks about, and what happened on the way, in sentences.
    pub facts: Vec<String>,
    /// How many replies there are.
    pub replies: u32,
    /// Whether it has come to an end.
    pub is_over: bool,
    /// What is to be said next; nothing where that is a tool's result.
    pub next: Option<String>,
}

impl Dialogue {
    /// How far the text goes that was said, without what was carried out at its end.
    pub fn said_until(&self) -> u32 {
        let said = self.parts.iter().rev().find(|part| part.role != Role::Evaluator);
        said.map_or(0, |part| part.span.end)
    }
}

/// A part of a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Whose it is.
    pub role: Role,
    /// Where it stands.
    pub span: Span,
}

/// Whose a part of a dialogue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// The model answered it.
    Model,
    /// The model was asked it.
    User,
    /// It stood there as if the model had written it.
    Prefilled,
    /// It came of what the model wrote, when that was carried out.
    Evaluator,
}
