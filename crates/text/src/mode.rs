//! The failure modes of a whole transcript.

use serde::{Deserialize, Serialize};

/// A failure mode, or success. Several modes may apply to a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// The transcript belongs to another procedure.
    WrongItem,
    /// The model declines, and gives no answer.
    Refused,
    /// The reply was cut at a limit, or the text breaks off before any answer.
    Truncated,
    /// No answer is claimed.
    MissingAnswer,
    /// An explicit answer comes before the first claim of some step. A number alone on a line must
    /// come before all claims.
    PrematureAnswer,
    /// The first answer is incorrect, a later one correct.
    SelfCorrected,
    /// The first answer is correct, the last incorrect.
    TalkedOut,
    /// The last claimed step is before the last step of the procedure, and the answer does not
    /// follow correctly from it.
    UnderExecuted,
    /// Steps beyond the procedure are claimed.
    ExtraSteps,
    /// The first answer is correct, but a step or another equation has a root error.
    RightAnswerWrongProcedure,
    /// The first answer is correct, and the work reaches the answer by true equations other than
    /// the steps of the procedure. This is not a failure.
    AnotherOrder,
    /// Another value replaces an operand.
    LostOperand,
    /// Another operation or table replaces the correct one, or the operands are swapped.
    LostOperation,
    /// A step is left out, claimed after a later step, or repeated before new steps. Or the answer
    /// is the value of another step.
    LostPlace,
    /// The arithmetic of a step or of another equation is incorrect, or the answer miscopies the
    /// transcript's last value.
    Slipped,
    /// Every root error of a step is a rounding error. Steps that are missing at the end or
    /// invented do not count.
    LostPrecision,
    /// Only the form of the first answer is incorrect.
    LostFormat,
    /// The first answer is incorrect, and no step is claimed.
    WrongWorkNotShown,
    /// Some steps are not shown, and nothing shows that they were left out. This is a shortcut, not
    /// a failure.
    Folded,
    /// The text could not be assigned to steps with certainty, so no error is named.
    Unclear,
    /// A root error, or an answer, without a known explanation.
    Unexplained,
    /// The first answer is correct, and so is everything that is shown.
    Followed,
}

impl Mode {
    /// All modes, in the order of the documentation.
    pub const ALL: [Self; 22] = [
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
        Self::AnotherOrder,
        Self::LostOperand,
        Self::LostOperation,
        Self::LostPlace,
        Self::Slipped,
        Self::LostPrecision,
        Self::LostFormat,
        Self::WrongWorkNotShown,
        Self::Folded,
        Self::Unclear,
        Self::Unexplained,
        Self::Followed,
    ];

    /// Returns the name used in JSON, charts and labels.
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
            Self::AnotherOrder => "another-order",
            Self::LostOperand => "lost-operand",
            Self::LostOperation => "lost-operation",
            Self::LostPlace => "lost-place",
            Self::Slipped => "slipped",
            Self::LostPrecision => "lost-precision",
            Self::LostFormat => "lost-format",
            Self::WrongWorkNotShown => "wrong-work-not-shown",
            Self::Folded => "folded",
            Self::Unclear => "unclear",
            Self::Unexplained => "unexplained",
            Self::Followed => "followed",
        }
    }

    /// Returns false for modes that occur with correct answers.
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::Followed | Self::Folded | Self::AnotherOrder)
    }

    /// Returns the mode with this slug; `None` for an unknown slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.slug() == slug)
    }

    /// Returns the display name.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the meaning, in a sentence.
    pub const fn meaning(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::WrongItem => ("Another item", "The text fits another procedure than this one."),
            Self::Refused => ("Refused", "It declined to do the task."),
            Self::Truncated => ("Truncated", "The text breaks off."),
            Self::MissingAnswer => ("No answer", "No answer was found in the text."),
            Self::PrematureAnswer => {
                ("Premature answer", "An answer was given before the work was done.")
            }
            Self::SelfCorrected => {
                ("Self-corrected", "The first answer is incorrect, a later one is correct.")
            }
            Self::TalkedOut => {
                ("Abandoned a correct answer", "The first answer is correct, the last one is not.")
            }
            Self::UnderExecuted => ("Stopped early", "It stopped before the last step."),
            Self::ExtraSteps => ("Extra steps", "It went on beyond the last step."),
            Self::RightAnswerWrongProcedure => {
                ("Correct answer, wrong procedure", "The answer is correct although a step is not.")
            }
            Self::AnotherOrder => (
                "Another order",
                "The correct answer by another way than the procedure, with no incorrect equation. This is no failure.",
            ),
            Self::LostOperand => ("Wrong operand", "A step used the wrong value."),
            Self::LostOperation => (
                "Wrong operation",
                "A step used another operation or table, or swapped its operands.",
            ),
            Self::LostPlace => {
                ("Lost place", "Steps were left out, done twice, or done out of order.")
            }
            Self::Slipped => {
                ("Arithmetic error", "Correct numbers, correct operation, incorrect result.")
            }
            Self::LostPrecision => {
                ("Rounding error", "Only rounding separates the values from the correct ones.")
            }
            Self::LostFormat => {
                ("Wrong format", "The value is correct, but not written as the prompt asks.")
            }
            Self::WrongWorkNotShown => (
                "Incorrect, work not shown",
                "The answer is incorrect or incomplete, and no step is shown that says why.",
            ),
            Self::Folded => (
                "Steps omitted",
                "Some steps are not shown, and the rest goes on correctly from them. This is no failure.",
            ),
            Self::Unclear => (
                "Unclear",
                "No error is named where it is not certain which value belongs to which step.",
            ),
            Self::Unexplained => ("Unexplained", "We cannot tell why the first error happened."),
            Self::Followed => {
                ("Correct", "The answer is correct, and so is every step that is shown.")
            }
        }
    }
}
