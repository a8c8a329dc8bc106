//! The ways in which a simulated solver fails, and the rates of failure.

/// An incorrect result of the correct operation on the correct operands.
///
/// Differences are counted in units of the last written digit: in decimals with two places, `4.57` for `4.58` is off by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slip {
    /// The result has the opposite sign.
    Sign,
    /// The result differs by one unit.
    OffByOne,
    /// One digit differs by at least two, so that neither [`Slip::OffByOne`] nor [`Slip::Carry`] explains it.
    Digit,
    /// The result differs by a power of ten, at least 10.
    Carry,
    /// The result is ten or a hundred times too large or too small.
    Magnitude,
    /// An incorrect result that no other kind explains.
    Other,
}

impl Slip {
    /// All kinds of arithmetic errors.
    pub const ALL: [Self; 6] =
        [Self::Sign, Self::OffByOne, Self::Digit, Self::Carry, Self::Magnitude, Self::Other];

    /// Returns the term of `tests/corpus/README.md`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Sign => "sign",
            Self::OffByOne => "off-by-one",
            Self::Digit => "digit",
            Self::Carry => "carry",
            Self::Magnitude => "magnitude",
            Self::Other => "other",
        }
    }
}

/// The behaviour of a solver, usually an error.
///
/// Each kind describes when [`simulate`](crate::simulate) returns `None`, in sentences that begin
/// with “Not”, “Only” or “Needs”. By default, kinds that need steps return `None` under
/// `Condition::AnswerOnly`. Every kind returns `None` for an item with too few steps to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Everything correct. Under `Condition::AnswerOnly` only the answer is written.
    Followed,
    /// Everything correct, and no answer apart from the last step. Not if the answer is a rounded
    /// form of the last value.
    Unannounced,
    /// Another value within reach replaces an operand. Under `Condition::Copy` another earlier value is looked up. Under `Condition::Unchained` an operand
    /// of another step that is equally near replaces it, if operands are written. Not if nothing else is within reach.
    WrongOperand,
    /// A value that no earlier step has replaces an operand. Under `Condition::Unchained` it is an operand of no step. Only if operands are written, and
    /// not under `Condition::Copy`.
    ForeignOperand,
    /// `a - b` as `b - a`, or `a / b` as `b / a`. Not without such a step, nor under `Condition::Copy`.
    Swapped,
    /// Another operation of the arithmetic. If the sign has an unusual meaning, the solver mostly
    /// takes the usual operation. Under `Condition::Copy` the solver takes another table.
    WrongOperation,
    /// The correct operation on the correct operands with an incorrect result. [`Slip::Sign`] and
    /// [`Slip::Magnitude`] need a value other than 0, and residues have no sign. [`Slip::Carry`],
    /// [`Slip::Magnitude`] and [`Slip::OffByOne`] need a value that is no fraction. [`Slip::Other`]
    /// needs written operands; without them, the error would be [`Kind::Unexplained`]. Under
    /// `Condition::Copy` the result is another code, or any number in the last step. Numbers that
    /// are no codes could not be looked up further.
    Slip(Slip),
    /// A rounding error in a step before the last: rounding is forbidden, missing, to other places
    /// or in the wrong direction. Not in whole numbers and residues, nor under `Condition::Copy`.
    /// Not in `paper` with whole inputs if no fraction occurs.
    Rounded,
    /// A value that no single error explains. Only in forms that write values alone.
    Unexplained,
    /// An incorrect step, and a later one that is silently correct again. Not under `Condition::Unchained`, where no step depends on another.
    Recovered,
    /// An incorrect step, and a later one that is correct although it takes an incorrect value. Not
    /// if none of 32 tried errors leads to such a step. Not under `Condition::Copy`, where
    /// different values always lead to different results, nor under `Condition::Unchained`.
    Cancellation,
    /// An omitted step. Steps that use its value take the value before it instead. Needs three
    /// steps. Not under `Condition::Unchained`.
    Skipped,
    /// Some steps are carried out silently. Needs two steps. Not under `Condition::Unchained`,
    /// where no other step shows that they were carried out.
    Folded,
    /// An incorrect value that is corrected before it is used. Not in [`Form::Json`](crate::Form::Json), whose members occur once.
    Revised,
    /// Some steps written again half-way. Not in [`Form::Json`](crate::Form::Json). Needs three steps.
    Repeated,
    /// Two neighbouring steps in the other order. Needs two steps. If lines are shuffled, one of the two must take the value of the other.
    OutOfOrder,
    /// Stops before the end, and answers with the last written value. Needs two steps.
    Stopped,
    /// Stops before the end without an answer. Needs two steps.
    MissingAnswer,
    /// An incorrect answer before a later step.
    PrematureAnswer,
    /// An incorrect answer, then the correct one. Not in [`Form::Json`](crate::Form::Json), which contains one answer.
    SelfCorrected,
    /// The correct answer, then an incorrect one. Not in [`Form::Json`](crate::Form::Json), which contains one answer.
    TalkedOut,
    /// Continues beyond the last step.
    ExtraSteps,
    /// The text ends inside a step. Needs two steps.
    Truncated,
    /// Refuses the task.
    Refused,
    /// All steps correct, and the answer is the value of another step. Not if every other value is shared, equals the answer, or could be an arithmetic
    /// error of it.
    AnswerOfAnotherStep,
    /// All steps correct, and the last value miscopied.
    AnswerMiscopied,
    /// All steps correct, and an unexplained answer.
    AnswerUnexplained,
    /// The correct answer in a form that makes it another number or an ambiguous one. Not if no such form exists: whole numbers have none.
    LostFormat,
    /// The correct answer alone. Not under `Condition::Unchained`, where it does not depend on the other steps.
    RightWorkNotShown,
    /// An incorrect answer alone.
    WrongWorkNotShown,
    /// An error in a step that does not change the answer. Not under `Condition::Unchained`, where
    /// every step counts.
    RightAnswerWrongProcedure,
    /// Everything correct, but for another item of the same spec. Not if no nearby item with other
    /// inputs is found. Not for look-ups without visible tables, because their values do not reveal
    /// their source.
    WrongItem,
    /// A random mix of wrong operands, swaps, wrong operations and arithmetic errors, drawn for
    /// each error. This is the solver of the demo.
    Mixed,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 38] = [
        Self::Followed,
        Self::Unannounced,
        Self::WrongOperand,
        Self::ForeignOperand,
        Self::Swapped,
        Self::WrongOperation,
        Self::Slip(Slip::Sign),
        Self::Slip(Slip::OffByOne),
        Self::Slip(Slip::Digit),
        Self::Slip(Slip::Carry),
        Self::Slip(Slip::Magnitude),
        Self::Slip(Slip::Other),
        Self::Rounded,
        Self::Unexplained,
        Self::Recovered,
        Self::Cancellation,
        Self::Skipped,
        Self::Folded,
        Self::Revised,
        Self::Repeated,
        Self::OutOfOrder,
        Self::Stopped,
        Self::MissingAnswer,
        Self::PrematureAnswer,
        Self::SelfCorrected,
        Self::TalkedOut,
        Self::ExtraSteps,
        Self::Truncated,
        Self::Refused,
        Self::AnswerOfAnotherStep,
        Self::AnswerMiscopied,
        Self::AnswerUnexplained,
        Self::LostFormat,
        Self::RightWorkNotShown,
        Self::WrongWorkNotShown,
        Self::RightAnswerWrongProcedure,
        Self::WrongItem,
        Self::Mixed,
    ];

    /// Returns the name used in flags and tables.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Followed => "followed",
            Self::Unannounced => "unannounced",
            Self::WrongOperand => "wrong-operand",
            Self::ForeignOperand => "foreign-operand",
            Self::Swapped => "swapped",
            Self::WrongOperation => "wrong-operation",
            Self::Slip(Slip::Sign) => "slip-sign",
            Self::Slip(Slip::OffByOne) => "slip-off-by-one",
            Self::Slip(Slip::Digit) => "slip-digit",
            Self::Slip(Slip::Carry) => "slip-carry",
            Self::Slip(Slip::Magnitude) => "slip-magnitude",
            Self::Slip(Slip::Other) => "slip-other",
            Self::Rounded => "rounded",
            Self::Unexplained => "unexplained",
            Self::Recovered => "recovered",
            Self::Cancellation => "cancellation",
            Self::Skipped => "skipped",
            Self::Folded => "folded",
            Self::Revised => "revised",
            Self::Repeated => "repeated",
            Self::OutOfOrder => "out-of-order",
            Self::Stopped => "stopped",
            Self::MissingAnswer => "missing-answer",
            Self::PrematureAnswer => "premature-answer",
            Self::SelfCorrected => "self-corrected",
            Self::TalkedOut => "talked-out",
            Self::ExtraSteps => "extra-steps",
            Self::Truncated => "truncated",
            Self::Refused => "refused",
            Self::AnswerOfAnotherStep => "answer-of-another-step",
            Self::AnswerMiscopied => "answer-miscopied",
            Self::AnswerUnexplained => "answer-unexplained",
            Self::LostFormat => "lost-format",
            Self::RightWorkNotShown => "right-work-not-shown",
            Self::WrongWorkNotShown => "wrong-work-not-shown",
            Self::RightAnswerWrongProcedure => "right-answer-wrong-procedure",
            Self::WrongItem => "wrong-item",
            Self::Mixed => "mixed",
        }
    }

    /// Returns the kind with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// Returns whether the kind is an error of single steps. If so, [`ErrorFrequency`] determines the number of errors.
    pub const fn is_rated(self) -> bool {
        matches!(
            self,
            Self::WrongOperand
                | Self::ForeignOperand
                | Self::Swapped
                | Self::WrongOperation
                | Self::Slip(_)
                | Self::Rounded
                | Self::Unexplained
                | Self::Mixed
        )
    }
}

/// A probability in parts per ten thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rate(u16);

impl Rate {
    /// The number of parts of a probability of 1.
    pub const WHOLE: u16 = 10_000;

    /// Creates a rate of `parts` in ten thousand, capped at 1.
    pub const fn per_ten_thousand(parts: u16) -> Self {
        Self(if parts > Self::WHOLE { Self::WHOLE } else { parts })
    }

    /// Returns the parts per ten thousand.
    pub const fn parts(self) -> u16 {
        self.0
    }
}

/// The number of errors, for kinds for which [`Kind::is_rated`] is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ErrorFrequency {
    /// One error.
    #[default]
    Once,
    /// One error at a uniformly drawn step, and one at each other step with this probability.
    AtLeastOnce(Rate),
    /// One error at each step with this probability, possibly none. This makes accuracy collapse with length.
    PerStep(Rate),
}

/// A simulated solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solver {
    /// The behaviour.
    pub kind: Kind,
    /// The number of errors; it has no effect if the kind is not rated.
    pub frequency: ErrorFrequency,
}

impl Solver {
    /// Creates a solver that fails once.
    pub const fn once(kind: Kind) -> Self {
        Self { kind, frequency: ErrorFrequency::Once }
    }

    /// Creates the solver of the collapse demo: mixed errors ([`Kind::Mixed`]), at each step with the same probability.
    pub const fn careless(rate: Rate) -> Self {
        Self { kind: Kind::Mixed, frequency: ErrorFrequency::PerStep(rate) }
    }
}
