//! The correct assessment of a transcript, in the terms of `tests/corpus/README.md`.

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::kind::ArithmeticError;

/// The truth about a transcript, which the simulated solver knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// One entry for each step of the procedure, in order. Empty if no step is claimed, and for a
    /// transcript of another item.
    pub steps: Vec<StepTruth>,
    /// The root errors in the order of the text.
    pub roots: Vec<RootTruth>,
    /// All modes that hold, in the order of [`TrueMode::ALL`].
    pub modes: Vec<TrueMode>,
    /// The mode for charts that show one mode per transcript.
    pub primary: TrueMode,
    /// The first answer. Without an answer, the value of the last step if that step is claimed.
    pub first: ReadAnswer,
    /// The last answer; equal to the first one if there is only one.
    pub last: ReadAnswer,
}

impl Truth {
    /// Returns whether some root error has another explanation that is equally plausible to a
    /// reader.
    pub fn is_ambiguous(&self) -> bool {
        self.roots.iter().any(|root| !root.alternatives.is_empty())
    }
}

/// The truth about one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTruth {
    /// The number of the value that the step defines: 3 for `S3`.
    pub number: u16,
    /// The assessment of the claimed value, or the reason why no value is claimed.
    pub status: TrueStatus,
    /// The solver's value: the last claim before the value is used. `None` if the step is not
    /// claimed.
    pub claimed: Option<Number>,
    /// True if the step is correct although a value that it takes is incorrect.
    pub by_cancellation: bool,
}

/// The status of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrueStatus {
    /// Correct compared with the truth and with the solver's values. Under `Condition::Unchained`
    /// both comparisons have the same result.
    Correct,
    /// Incorrect compared with the truth, correct compared with the solver's values.
    Inherited,
    /// Correct compared with the truth, incorrect compared with the solver's values.
    Recovered,
    /// Root error: another value replaces an operand.
    WrongOperand,
    /// Root error: operands swapped.
    Swapped,
    /// Root error: another operation.
    WrongOperation,
    /// Root error: another table.
    WrongTable,
    /// Root error: an incorrect result.
    ArithmeticError,
    /// Root error: the value differs from the correct one only by rounding.
    Rounded,
    /// Root error: no explanation fits.
    Unexplained,
    /// Not claimed, but carried out: later steps follow from its value.
    NotShown,
    /// Not claimed, and left out: later steps take the value before it instead.
    Skipped,
    /// Not claimed, and no later step is claimed either.
    NotReached,
}

impl TrueStatus {
    /// All statuses: three without an own error, seven root errors, three without a claim.
    pub const ALL: [Self; 13] = [
        Self::Correct,
        Self::Inherited,
        Self::Recovered,
        Self::WrongOperand,
        Self::Swapped,
        Self::WrongOperation,
        Self::WrongTable,
        Self::ArithmeticError,
        Self::Rounded,
        Self::Unexplained,
        Self::NotShown,
        Self::Skipped,
        Self::NotReached,
    ];

    /// Returns the name in labels of the corpus, as `tests/corpus/README.md` defines it.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Correct => "right",
            Self::Inherited => "inherited",
            Self::Recovered => "recovered",
            Self::WrongOperand => "wrong-operand",
            Self::Swapped => "swapped",
            Self::WrongOperation => "wrong-operation",
            Self::WrongTable => "wrong-table",
            Self::ArithmeticError => "slip",
            Self::Rounded => "rounded",
            Self::Unexplained => "unexplained",
            Self::NotShown => "not-shown",
            Self::Skipped => "skipped",
            Self::NotReached => "not-reached",
        }
    }
}

/// A root error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootTruth {
    /// The location of the error.
    pub place: Location,
    /// The action that caused the error.
    pub cause: TrueCause,
    /// Other single errors that give the same value and that the form does not rule out. A grader
    /// that names one of these errors is also correct.
    pub alternatives: Vec<TrueCause>,
}

/// The location of a root error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// At the step of the value with this number.
    Step(u16),
    /// In the answer.
    Answer,
}

/// The cause of a root error.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TrueCause {
    /// Another operand was taken: one of the values with these numbers. The values are all equal;
    /// in an alternative, each gives the same result. The list is empty if the operand is no
    /// earlier value, such as an operand of another step under `Condition::Unchained`.
    WrongOperand(Vec<u16>),
    /// The operands were swapped.
    Swapped,
    /// This operation was carried out.
    WrongOperation(Op),
    /// The value was looked up in the table of this name.
    WrongTable(String),
    /// The result is incorrect.
    ArithmeticError(ArithmeticError),
    /// The value differs from the correct one only by rounding.
    Rounded,
    /// No explanation fits.
    Unexplained,
    /// The step was omitted.
    Skipped,
    /// The solver stopped before this step.
    Stopped,
    /// The procedure has no such step.
    Invented,
    /// An incorrect answer comes before at least one step.
    AnswerEarly,
    /// The answer is the value of another step.
    AnswerStep(u16),
    /// The answer miscopies the last value.
    AnswerArithmeticError,
    /// Only the form of the answer is incorrect.
    AnswerForm,
    /// The answer contradicts the last value in no known way.
    AnswerUnexplained,
}

/// An answer as a careful reader understands it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ReadAnswer {
    /// No answer.
    None,
    /// A number that can be read in two ways.
    Ambiguous,
    /// This number.
    Value(Number),
}

/// A failure mode of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrueMode {
    /// The transcript belongs to another item.
    WrongItem,
    /// The model refuses the task.
    Refused,
    /// The text breaks off.
    Truncated,
    /// There is no answer, and the last step is not claimed.
    MissingAnswer,
    /// An answer comes before the first claim of some step.
    PrematureAnswer,
    /// The first answer is incorrect, the last correct.
    SelfCorrected,
    /// The first answer is correct, the last incorrect.
    TalkedOut,
    /// Some steps are claimed, but the last ones are not reached.
    UnderExecuted,
    /// There are steps beyond the procedure.
    ExtraSteps,
    /// The first answer is correct in spite of a root error in the steps.
    RightAnswerWrongProcedure,
    /// A root error is [`TrueCause::WrongOperand`].
    LostOperand,
    /// A root error is [`TrueCause::WrongOperation`], [`TrueCause::WrongTable`] or
    /// [`TrueCause::Swapped`].
    LostOperation,
    /// A step is skipped, repeated or out of order, or the answer is the value of another step.
    LostPlace,
    /// A root error is [`TrueCause::ArithmeticError`] or [`TrueCause::AnswerArithmeticError`].
    Slipped,
    /// There are root errors, and all are [`TrueCause::Rounded`].
    LostPrecision,
    /// Only the form of the answer makes it incorrect.
    LostFormat,
    /// The first answer is incorrect, and no step is claimed.
    WrongWorkNotShown,
    /// Some steps are not shown, and none is skipped.
    Folded,
    /// A root error is [`TrueCause::Unexplained`] or [`TrueCause::AnswerUnexplained`].
    Unexplained,
    /// The first and the last answer are correct, and there is no root error.
    Followed,
}

impl TrueMode {
    /// All modes, in the order of `tests/corpus/README.md`.
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

    /// Returns the name in labels of the corpus, as `tests/corpus/README.md` defines it.
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
