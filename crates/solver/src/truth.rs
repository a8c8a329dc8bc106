//! What a careful reader would say about a transcript, in the words of `tests/corpus/README.md`.

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::kind::Slip;

/// The truth about a transcript, known to the one who wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// One entry for each step of the procedure, in order; empty where no step is claimed and for a transcript of another
    /// item.
    pub steps: Vec<StepTruth>,
    /// The root faults in the order of the text.
    pub roots: Vec<RootTruth>,
    /// All modes that hold, in the order of [`Mode::ALL`].
    pub modes: Vec<Mode>,
    /// The one mode for charts with one label.
    pub primary: Mode,
    /// The first answer.
    pub first: Answer,
    /// The last answer; the first one where there is one only.
    pub last: Answer,
}

impl Truth {
    /// Whether some root fault has another explanation that a reader could hold with the same right.
    pub fn is_ambiguous(&self) -> bool {
        self.roots.iter().any(|root| !root.alternatives.is_empty())
    }
}

/// What holds for one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTruth {
    /// The number of its value, from 3.
    pub number: u16,
    /// The status.
    pub status: Status,
    /// The own value: the last claim before it is used. Nothing where the step is not claimed.
    pub claimed: Option<Number>,
    /// Whether the step is right although a value that it takes is wrong.
    pub by_cancellation: bool,
}

/// The status of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Right in truth and given own values. Under `Condition::Unchained` these are the same.
    Right,
    /// Wrong in truth, right given own values.
    Inherited,
    /// Right in truth, wrong given own values.
    Recovered,
    /// Root fault: another value stands for an operand.
    WrongOperand,
    /// Root fault: operands swapped.
    Swapped,
    /// Root fault: another operation.
    WrongOperation,
    /// Root fault: another table.
    WrongTable,
    /// Root fault: a wrong result.
    Slip,
    /// Root fault: only rounding parts the value from the right one.
    Rounded,
    /// Root fault: nothing fits.
    Unexplained,
    /// Not claimed, and what follows agrees with it.
    NotShown,
    /// Not claimed, and what follows does not agree.
    Skipped,
    /// Not claimed, nor anything after it.
    NotReached,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Right,
        Self::Inherited,
        Self::Recovered,
        Self::WrongOperand,
        Self::Swapped,
        Self::WrongOperation,
        Self::WrongTable,
        Self::Slip,
        Self::Rounded,
        Self::Unexplained,
        Self::NotShown,
        Self::Skipped,
        Self::NotReached,
    ];

    /// The word of the conventions.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Inherited => "inherited",
            Self::Recovered => "recovered",
            Self::WrongOperand => "wrong-operand",
            Self::Swapped => "swapped",
            Self::WrongOperation => "wrong-operation",
            Self::WrongTable => "wrong-table",
            Self::Slip => "slip",
            Self::Rounded => "rounded",
            Self::Unexplained => "unexplained",
            Self::NotShown => "not-shown",
            Self::Skipped => "skipped",
            Self::NotReached => "not-reached",
        }
    }
}

/// A root fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootTruth {
    /// Where it is.
    pub place: Place,
    /// What was done.
    pub cause: Cause,
    /// Other single faults that give the same value and that the form does not rule out. A reader who names one of them is
    /// not wrong.
    pub alternatives: Vec<Cause>,
}

/// Where a root fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// At the step of the value with this number.
    Step(u16),
    /// In the answer.
    Answer,
}

/// The cause of a root fault.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Another value was taken: one of these, which are all alike; none of the earlier ones where the list is empty, as under `Condition::Unchained`, where it may
    /// be an operand of another step.
    WrongOperand(Vec<u16>),
    /// The operands were swapped.
    Swapped,
    /// This operation was carried out.
    WrongOperation(Op),
    /// The value was looked up in the table of this name.
    WrongTable(String),
    /// The result is wrong.
    Slip(Slip),
    /// Only rounding parts the value from the right one.
    Rounded,
    /// Nothing fits.
    Unexplained,
    /// The step was left out.
    Skipped,
    /// The first step that was not carried out.
    Stopped,
    /// A step that the procedure does not have.
    Invented,
    /// A wrong answer was given before the end.
    AnswerEarly,
    /// The answer is the value of another step.
    AnswerStep(u16),
    /// The answer miscopies the last value.
    AnswerSlip,
    /// The answer is right but for its form.
    AnswerForm,
    /// The answer contradicts the last value in no known way.
    AnswerUnexplained,
}

/// An answer as a reader takes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Answer {
    /// None.
    None,
    /// A number that can be read in two ways.
    Ambiguous,
    /// This number.
    Value(Number),
}

/// A failure mode of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// The transcript belongs to another item.
    WrongItem,
    /// The model declines.
    Refused,
    /// The text breaks off.
    Truncated,
    /// There is no answer.
    MissingAnswer,
    /// An answer comes before the claim of a later step.
    PrematureAnswer,
    /// The first answer is wrong, a later one right.
    SelfCorrected,
    /// The first answer is right, the last wrong.
    TalkedOut,
    /// Steps are missing at the end.
    UnderExecuted,
    /// There are steps beyond the procedure.
    ExtraSteps,
    /// The first answer is right in spite of a root fault in the steps.
    RightAnswerWrongProcedure,
    /// A root `wrong-operand`.
    LostOperand,
    /// A root `wrong-operation` (also another table) or `swapped`.
    LostOperation,
    /// A step skipped, repeated or out of order, or the answer of another step.
    LostPlace,
    /// A root `slip`, or an answer copied wrong.
    Slipped,
    /// Every root fault is `rounded`.
    LostPrecision,
    /// Only the form of the answer makes it wrong.
    LostFormat,
    /// A wrong answer without any step.
    WrongWorkNotShown,
    /// Some steps are not shown, and none is skipped.
    Folded,
    /// A root `unexplained`, or an answer that nothing explains.
    Unexplained,
    /// The first answer is right and nothing is wrong in what is shown.
    Followed,
}

impl Mode {
    /// All of them, in the order of the conventions.
    pub const ALL: [Self; 20] = [
        Self::WrongItem,
        Self::Refused,
        Self::Truncated,
        Self::MissingAnswer,
        Self::PrematureAnswer,
        Self::SelfCorrected,
        Self::TalkedOut,
        Self::UnderExecuted,
        Self::ExtraSteps,
        Self::RightAnswerWrongProcedure,
        Self::LostOperand,
        Self::LostOperation,
        Self::LostPlace,
        Self::Slipped,
        Self::LostPrecision,
        Self::LostFormat,
        Self::WrongWorkNotShown,
        Self::Folded,
        Self::Unexplained,
        Self::Followed,
    ];

    /// The word of the conventions.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::WrongItem => "wrong-item",
            Self::Refused => "refused",
            Self::Truncated => "truncated",
            Self::MissingAnswer => "missing-answer",
            Self::PrematureAnswer => "premature-answer",
            Self::SelfCorrected => "self-corrected",
            Self::TalkedOut => "talked-out",
            Self::UnderExecuted => "under-executed",
            Self::ExtraSteps => "extra-steps",
            Self::RightAnswerWrongProcedure => "right-answer-wrong-procedure",
            Self::LostOperand => "lost-operand",
            Self::LostOperation => "lost-operation",
            Self::LostPlace => "lost-place",
            Self::Slipped => "slipped",
            Self::LostPrecision => "lost-precision",
            Self::LostFormat => "lost-format",
            Self::WrongWorkNotShown => "wrong-work-not-shown",
            Self::Folded => "folded",
            Self::Unexplained => "unexplained",
            Self::Followed => "followed",
        }
    }
}
