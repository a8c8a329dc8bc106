//! The ways in which a simulated solver fails, and the rates of failure.

/// An incorrect result of the correct operation on the correct operands.
///
/// Differences are counted in units of the last written digit: in decimals with two places, `4.57`
/// for `4.58` is off by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArithmeticError {
    /// The result has the opposite sign.
    Sign,
    /// The result differs by one unit.
    OffByOne,
    /// One digit differs by at least two, so that neither [`ArithmeticError::OffByOne`] nor
    /// [`ArithmeticError::Carry`] explains it.
    Digit,
    /// The result differs by a power of ten, at least 10.
    Carry,
    /// The result is ten or a hundred times too large or too small.
    Magnitude,
    /// An incorrect result that no other kind explains.
    Other,
}

impl ArithmeticError {
    /// All kinds of arithmetic errors.
    pub const ALL: [Self; 6] =
        [Self::Sign, Self::OffByOne, Self::Digit, Self::Carry, Self::Magnitude, Self::Other];

    /// Returns the name in labels of the corpus, as `tests/corpus/README.md` defines it.
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
/// The comment on each kind names the cases in which the kind is impossible.
/// [`simulate`](crate::simulate) then returns `None`. Kinds that need steps are also impossible
/// under `Condition::AnswerOnly`, and every kind is impossible for an item with too few steps to
/// show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// Everything is correct. Under `Condition::AnswerOnly` only the answer is written.
    Followed,
    /// All steps are correct, and no answer follows the last step. Impossible if the answer is a
    /// rounded form of the last value.
    Unannounced,
    /// Another value within the look-back of the item replaces an operand. Under `Condition::Copy`
    /// that value is looked up. Under `Condition::Unchained` an operand of a nearby step replaces
    /// the operand.
    ///
    /// Impossible if there is no such value, and under `Condition::Unchained` in forms without
    /// operands.
    WrongOperand,
    /// A number that is no earlier value replaces an operand. Under `Condition::Unchained` it is an
    /// operand of no step. Impossible in forms without operands, and under `Condition::Copy`.
    ForeignOperand,
    /// The operands of an operation are swapped whose order matters: `b - a` is computed instead of
    /// `a - b`. Impossible without such a step, and under `Condition::Copy`.
    Swapped,
    /// Another operation of the arithmetic is carried out. If the sign has an unusual meaning, at
    /// least half of the errors carry out its usual operation. Under `Condition::Copy` the value is
    /// looked up in another table.
    WrongOperation,
    /// Operation and operands are correct, but the result is not. Under `Condition::Copy` the
    /// result is another code of the tables. Only the result of the last step may be any number,
    /// because no later step looks it up.
    ///
    /// [`ArithmeticError::Sign`] is impossible for 0 and for residues, and
    /// [`ArithmeticError::Magnitude`] for 0. [`ArithmeticError::Carry`],
    /// [`ArithmeticError::Magnitude`] and [`ArithmeticError::OffByOne`] are impossible for
    /// fractions. [`ArithmeticError::Other`] is impossible in forms without operands, where it
    /// would be [`SolverKind::Unexplained`].
    ArithmeticError(ArithmeticError),
    /// A step before the last has a rounding error: a forbidden or a missing rounding, or one to
    /// another number of places or in the wrong direction. Impossible for whole numbers and
    /// residues, under `Condition::Copy`, and for `paper` items with only whole values.
    Rounded,
    /// A step has a value that no single error explains. Impossible in forms with operands.
    Unexplained,
    /// A step is incorrect, and a later step that depends on it is correct again, without any
    /// remark. Impossible under `Condition::Unchained`, where no step depends on another.
    Recovered,
    /// A step is incorrect, and a later step is correct although it takes an incorrect value.
    /// Impossible if none of 32 drawn errors has this effect. Impossible under `Condition::Copy`,
    /// where different values always lead to different results, and under `Condition::Unchained`.
    Cancellation,
    /// A step is omitted. Steps that use its value take the value before it instead. Impossible
    /// with fewer than three steps, if no omission makes a later step incorrect, and under
    /// `Condition::Unchained`.
    Skipped,
    /// Some steps are carried out correctly but not written. Impossible with fewer than two steps,
    /// and under `Condition::Unchained`, where no other step shows that they were carried out.
    Folded,
    /// An incorrect value is written and corrected before it is used. Impossible in
    /// [`Form::Json`](crate::Form::Json), which has each step once.
    Revised,
    /// Some steps are written twice in the middle of the text. Impossible in
    /// [`Form::Json`](crate::Form::Json), and with fewer than three steps.
    Repeated,
    /// Two neighbouring steps are written in the opposite order. Impossible with fewer than two
    /// steps. If the prompt shuffles its lines, one of the two takes the value of the other, and
    /// the kind is impossible without such neighbours.
    OutOfOrder,
    /// Stops before the end, and answers with the last written value. Impossible with fewer than
    /// two steps, and if each earlier value gives the correct answer.
    Stopped,
    /// Stops before the end without an answer. Impossible with fewer than two steps.
    MissingAnswer,
    /// Writes an incorrect answer before a later step.
    PrematureAnswer,
    /// Writes an incorrect answer, then the correct one. Impossible in
    /// [`Form::Json`](crate::Form::Json), which contains one answer.
    SelfCorrected,
    /// Writes the correct answer, then an incorrect one. Impossible in
    /// [`Form::Json`](crate::Form::Json), which contains one answer.
    TalkedOut,
    /// Continues beyond the last step.
    ExtraSteps,
    /// The text ends inside a step. Impossible with fewer than two steps.
    Truncated,
    /// Refuses the task.
    Refused,
    /// All steps are correct, and the answer is the value of an earlier step. Impossible if the
    /// value of each earlier step occurs twice, equals the answer, or could be an arithmetic error
    /// of the answer.
    AnswerOfAnotherStep,
    /// All steps are correct, and the answer has a wrong digit or sign.
    AnswerMiscopied,
    /// All steps are correct, and nothing explains the incorrect answer.
    AnswerUnexplained,
    /// The answer is correct, but its form makes it another number or an ambiguous one, such as
    /// with too few decimal places. Impossible for whole numbers, which have no such form.
    LostFormat,
    /// Writes only the correct answer. Impossible under `Condition::Unchained`, where the answer
    /// does not depend on the other steps.
    RightWorkNotShown,
    /// Writes only an incorrect answer.
    WrongWorkNotShown,
    /// A step has an error, but the answer is correct. Impossible if none of 32 drawn errors has
    /// this effect, and under `Condition::Unchained`, where every step counts.
    RightAnswerWrongProcedure,
    /// Carries out another item of the same spec correctly. Impossible if no item with other inputs
    /// is found at a nearby index, or if it has the same answer. Impossible under `Condition::Copy`
    /// in forms that do not name the tables, because the values alone do not show which tables they
    /// come from.
    WrongItem,
    /// Each error is drawn at random: a wrong operand, swapped operands, a wrong operation or an
    /// arithmetic error. This is the solver of the demo.
    Mixed,
}

impl SolverKind {
    /// All kinds, with one entry for each kind of arithmetic error.
    pub const ALL: [Self; 38] = [
        Self::Followed,
        Self::Unannounced,
        Self::WrongOperand,
        Self::ForeignOperand,
        Self::Swapped,
        Self::WrongOperation,
        Self::ArithmeticError(ArithmeticError::Sign),
        Self::ArithmeticError(ArithmeticError::OffByOne),
        Self::ArithmeticError(ArithmeticError::Digit),
        Self::ArithmeticError(ArithmeticError::Carry),
        Self::ArithmeticError(ArithmeticError::Magnitude),
        Self::ArithmeticError(ArithmeticError::Other),
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
            Self::ArithmeticError(ArithmeticError::Sign) => "slip-sign",
            Self::ArithmeticError(ArithmeticError::OffByOne) => "slip-off-by-one",
            Self::ArithmeticError(ArithmeticError::Digit) => "slip-digit",
            Self::ArithmeticError(ArithmeticError::Carry) => "slip-carry",
            Self::ArithmeticError(ArithmeticError::Magnitude) => "slip-magnitude",
            Self::ArithmeticError(ArithmeticError::Other) => "slip-other",
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

    /// Returns the kind with this name, or `None` if there is none.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// Returns whether the kind is an error of single steps. If so, [`ErrorFrequency`] determines
    /// the number of errors.
    pub const fn is_rated(self) -> bool {
        matches!(
            self,
            Self::WrongOperand
                | Self::ForeignOperand
                | Self::Swapped
                | Self::WrongOperation
                | Self::ArithmeticError(_)
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

/// The number of errors, for kinds for which [`SolverKind::is_rated`] is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ErrorFrequency {
    /// One error, at a uniformly drawn step at which it is possible.
    #[default]
    Once,
    /// One error at a uniformly drawn step at which it is possible, and one at each other step with
    /// this probability.
    AtLeastOnce(Rate),
    /// One error at each step with this probability, possibly none. This makes accuracy collapse
    /// with length.
    PerStep(Rate),
}

/// A simulated solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solver {
    /// The behaviour.
    pub kind: SolverKind,
    /// The number of errors; it has no effect if the kind is not rated.
    pub frequency: ErrorFrequency,
}

impl Solver {
    /// Creates a solver that fails once.
    pub const fn once(kind: SolverKind) -> Self {
        Self { kind, frequency: ErrorFrequency::Once }
    }

    /// Creates the solver of the collapse demo: mixed errors ([`SolverKind::Mixed`]), at each step with
    /// the same probability.
    pub const fn careless(rate: Rate) -> Self {
        Self { kind: SolverKind::Mixed, frequency: ErrorFrequency::PerStep(rate) }
    }
}
