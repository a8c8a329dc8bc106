//! Who carries an item out: the way of failing, and how often.

/// A wrong result of the right operation on the right operands.
///
/// Differences are counted in units of the last written place: in decimals with two places, `4.57` for `4.58` is off by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slip {
    /// The sign is turned.
    Sign,
    /// One unit too many or too few.
    OffByOne,
    /// One digit is another one, by two at least, so that neither [`Slip::OffByOne`] nor [`Slip::Carry`] explains it.
    Digit,
    /// A power of ten from 10 upwards too many or too few.
    Carry,
    /// Ten or a hundred times too large or too small.
    Magnitude,
    /// A wrong result that none of the others explains.
    Other,
}

impl Slip {
    /// All kinds of slips.
    pub const ALL: [Self; 6] =
        [Self::Sign, Self::OffByOne, Self::Digit, Self::Carry, Self::Magnitude, Self::Other];

    /// The word of the conventions.
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

/// What a solver does, and mostly does wrong.
///
/// Each says when [`simulate`](crate::simulate) has nothing to give. Where nothing else is said, a kind that needs steps has
/// nothing under `Condition::AnswerOnly`, and a kind has nothing for an item with too few steps to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Everything right. Under `Condition::AnswerOnly` the answer alone.
    Followed,
    /// Everything right, and no answer beside the last step. Not where the answer has to be rounded from the last value.
    Unannounced,
    /// Another value within reach stands for an operand: under `Condition::Copy` another earlier value is looked up, and under `Condition::Unchained` an operand of
    /// another step that is as near is taken, where operands are written. Not where nothing else is within reach.
    WrongOperand,
    /// A value that no earlier one has stands for an operand, or under `Condition::Unchained` one that is an operand of no step. Only where operands are written, and not under `Condition::Copy`.
    ForeignOperand,
    /// `a - b` as `b - a`, or `a / b` as `b / a`. Not without such a step, nor under `Condition::Copy`.
    Swapped,
    /// Another operation of the arithmetic; where the sign means another one than usual, the usual one. Under `Condition::Copy` another table.
    WrongOperation,
    /// The right operation on the right operands with a wrong result. Signs and magnitudes need a value that has them (no
    /// residue has a sign); carries, magnitudes and steps by one need a value that is no fraction; [`Slip::Other`] needs
    /// written operands, since it is [`Kind::Unexplained`] without them. Under `Condition::Copy` the result is another code, or in the last step any number: what is
    /// no code could not be looked up further.
    Slip(Slip),
    /// Rounded where it must not be, not where it must, to other places or in the wrong direction, in a step before the last.
    /// Not in whole numbers and residues, nor under `Condition::Copy`, nor where `paper` has whole inputs and no fraction
    /// comes up.
    Rounded,
    /// A value that no single fault explains. Only in forms that write values alone.
    Unexplained,
    /// A wrong step, and a later one that is silently right again. Not under `Condition::Unchained`, where nothing follows from a step.
    Recovered,
    /// A wrong step, and a later one that is right although it takes a wrong value. Not where some dozens of faults that were
    /// tried bring about no such step, nor under `Condition::Copy`, where another value always leads to another one, nor under `Condition::Unchained`.
    Cancellation,
    /// A step left out; what uses it takes the value before in its place. Needs three steps. Not under `Condition::Unchained`.
    Skipped,
    /// Some steps are carried out silently. Needs two steps. Not under `Condition::Unchained`, where nothing shows that they were.
    Folded,
    /// A wrong value that is corrected before it is used. Not in [`Form::Json`](crate::Form::Json), whose members occur once.
    Revised,
    /// Some steps written again half-way. Not in [`Form::Json`](crate::Form::Json). Needs three steps.
    Repeated,
    /// Two neighbouring steps in the other order. Needs two steps; where lines stand in a drawn order, two of which one takes the other.
    OutOfOrder,
    /// Stops before the end and answers with the last value it has. Needs two steps.
    Stopped,
    /// Stops before the end without an answer. Needs two steps.
    MissingAnswer,
    /// A wrong answer before a later step.
    PrematureAnswer,
    /// A wrong answer, then the right one. Not in [`Form::Json`](crate::Form::Json), which holds one answer.
    SelfCorrected,
    /// The right answer, then a wrong one. Not in [`Form::Json`](crate::Form::Json), which holds one answer.
    TalkedOut,
    /// Goes on beyond the last step.
    ExtraSteps,
    /// The text ends inside a step. Needs two steps.
    Truncated,
    /// Declines.
    Refused,
    /// All steps right, and the answer is the value of another one. Not where every other value is shared, is the answer or
    /// might be a slip of it.
    AnswerOfAnotherStep,
    /// All steps right, and the last value copied wrong.
    AnswerMiscopied,
    /// All steps right, and an answer that nothing explains.
    AnswerUnexplained,
    /// The right answer in a form that makes it another number or an ambiguous one. Not where no such form exists: whole
    /// numbers have none.
    LostFormat,
    /// The right answer alone. Not under `Condition::Unchained`, where it says nothing of the other steps.
    RightWorkNotShown,
    /// A wrong answer alone.
    WrongWorkNotShown,
    /// A fault that does not reach the answer. Not under `Condition::Unchained`, where every step counts.
    RightAnswerWrongProcedure,
    /// Everything right, for another item of the same spec. Not where no other item with other inputs is found, and not for look-ups
    /// whose tables are not shown: their values say nothing of where they come from.
    WrongItem,
    /// Any of wrong operands, swaps, wrong operations and slips, drawn anew for each fault: the solver of the demo.
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

    /// The name used in flags and tables.
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

    /// The kind of that name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// Whether the kind is a fault of single steps, so that [`Placing`] says how many there are.
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
    /// The parts that make certainty.
    pub const WHOLE: u16 = 10_000;

    /// A rate of `parts` in ten thousand; more than all is all.
    pub const fn per_ten_thousand(parts: u16) -> Self {
        Self(if parts > Self::WHOLE { Self::WHOLE } else { parts })
    }

    /// The parts per ten thousand.
    pub const fn parts(self) -> u16 {
        self.0
    }
}

/// How many faults there are, where [`Kind::is_rated`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Placing {
    /// One.
    #[default]
    Once,
    /// One at a step that is drawn evenly, and one at each other step with this probability.
    AtLeastOnce(Rate),
    /// One at each step with this probability, so that there may be none: what makes accuracy collapse with length.
    PerStep(Rate),
}

/// A simulated solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solver {
    /// What it does.
    pub kind: Kind,
    /// How often; without effect where the kind is not rated.
    pub placing: Placing,
}

impl Solver {
    /// A solver that fails once.
    pub const fn once(kind: Kind) -> Self {
        Self { kind, placing: Placing::Once }
    }

    /// The solver of the collapse demo: faults of all sorts, at each step with the same probability.
    pub const fn careless(rate: Rate) -> Self {
        Self { kind: Kind::Mixed, placing: Placing::PerStep(rate) }
    }
}
