//! The verdict on a transcript. Positions are units of UTF-16, as JavaScript counts them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

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
    /// The likeliest reason why the value is wrong; of [`StepStatus::Fault`] alone.
    pub cause: Option<Cause>,
    /// How many other causes fit.
    pub other_causes: u32,
    /// Right although an earlier value that it depends on is wrong.
    pub by_cancellation: bool,
    /// Given again with the same value.
    pub repeated: bool,
    /// Given earlier or later with another value.
    pub revised: bool,
    /// Given after a later step.
    pub out_of_order: bool,
}

/// What a step's claim is worth, or what the absence of one means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepStatus {
    /// Right in truth, and right given own values.
    Right,
    /// Wrong in truth, right given own values.
    Inherited,
    /// Right in truth, though wrong given own values.
    Recovered,
    /// A root fault.
    Fault,
    /// No claim, and nothing shows that the step was left out.
    NotShown,
    /// No claim, and a later claim shows that the step was left out.
    Skipped,
    /// No claim, and none of a later step.
    NotReached,
    /// What is written could not be assigned to the step with certainty.
    Unclear,
}

/// Why the value of a step is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Another value stands for an operand.
    Operand {
        /// That value; nothing where it belongs to no step.
        took: Option<Value>,
        /// The operand, a name or a constant, that it stands for; nothing where it may be either.
        instead_of: Option<String>,
    },
    /// The operands are exchanged.
    Swapped,
    /// The operation with this sign stands for the right one.
    Operation(char),
    /// Operands and operation are right, the arithmetic is not; or an equation of no step is false by itself.
    Slip(Slip),
    /// Only rounding parts the value from the right one.
    Rounded,
    /// Nothing known explains the value.
    Unexplained,
}

/// A kind of arithmetic slip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slip {
    /// The value is negated.
    Sign,
    /// The value is a power of ten too large or too small.
    Magnitude,
    /// One unit in the last place too much or too little.
    OffByOne,
    /// A larger power of ten too much or too little.
    Carry,
    /// Exactly one digit differs.
    Digit,
    /// Two neighbouring digits are exchanged.
    Transposed,
    /// Anything else.
    Other,
}

/// A value of the procedure, or one beyond its last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// Its number, from 1.
    pub number: u16,
    /// Its name.
    pub name: String,
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

/// A way to fail, or to succeed. Several can hold at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// The transcript belongs to another procedure.
    WrongItem,
    /// The model declines.
    Refused,
    /// The text breaks off.
    Truncated,
    /// No answer is claimed.
    MissingAnswer,
    /// An answer stands before the work is done.
    PrematureAnswer,
    /// The first answer is wrong, a later one right.
    SelfCorrected,
    /// The first answer is right, the last wrong.
    TalkedOut,
    /// It stopped before the last step.
    UnderExecuted,
    /// It went on beyond the last step.
    ExtraSteps,
    /// The first answer is right, and a root fault stands in the steps.
    RightAnswerWrongProcedure,
    /// The right answer by another way than the procedure: no failure.
    AnotherOrder,
    /// Another value stood for an operand.
    LostOperand,
    /// Another operation, or exchanged operands.
    LostOperation,
    /// Steps left out, done twice, or out of order.
    LostPlace,
    /// The arithmetic of a step is wrong.
    Slipped,
    /// Every root fault is one of rounding.
    LostPrecision,
    /// Only the form of the first answer is wrong.
    LostFormat,
    /// The first answer is wrong, and no step is claimed.
    WrongWorkNotShown,
    /// Some steps are not shown: a shortcut, no failure.
    Folded,
    /// What is written could not be assigned to steps with certainty.
    Unclear,
    /// Nothing known explains a root fault, or an answer.
    Unexplained,
    /// The first answer is right, and nothing is wrong in what is shown.
    Followed,
}
