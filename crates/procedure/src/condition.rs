//! How a model is asked to work.

use std::fmt;
use std::ops::RangeInclusive;

/// The most steps that a turn asks for.
pub const MAX_CHUNK: u16 = 100;
/// The most steps that a neutral text is as long as.
pub const MAX_FILLER: u16 = 500;

/// How the model is asked to work.
///
/// Those that are plain ([`Condition::is_plain`]) ask once, and the reply is the transcript. The others are dialogues, or have their reply carried out, for
/// which there is a crate of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Condition {
    /// The answer alone: the setting of the original study.
    AnswerOnly,
    /// One fixed line for each step, then the answer.
    #[default]
    Trace,
    /// Any way of working, the answer last.
    Free,
    /// A JSON object with the operands' values and the result of every step.
    Structured,
    /// Each step alone, asked anew with the true values of its operands: arithmetic, and nothing to follow.
    Isolated,
    /// As many steps with operands of their own that look like those of the procedure: nothing to follow.
    Unchained,
    /// Chains of look-ups in tables: nothing to compute.
    Copy,
    /// Trace, with the lines of the procedure in a drawn order.
    Shuffled,
    /// Trace, behind a neutral text that is as long as the procedure and its trace would be with so many steps, 1 to [`MAX_FILLER`].
    Filler(u16),
    /// Trace, where one stated rule exchanges `+` and `-` in some steps.
    Exception,
    /// Trace, where the signs of the operations mean other operations than usual, as stated.
    Remapped,
    /// One line for each step that says what it joins, by the names of the procedure; our evaluator carries them out. Nothing has to be computed.
    Symbolic,
    /// One step a turn.
    Stepwise,
    /// So many steps a turn, 2 to [`MAX_CHUNK`].
    Checkpoints(u16),
    /// So many steps a turn, 1 to [`MAX_CHUNK`], each turn checked: the model is told which step is wrong, never its value, at most twice a turn.
    Verified(u16),
    /// A tool does the arithmetic; the model says what is to be joined.
    Calculator,
    /// The same by lines of plain text, for models without tools.
    CalculatorText,
    /// The model writes the procedure as a program; our interpreter runs it.
    Transcribe,
    /// Trace, and then, asked anew, what some of the steps join: knowing against doing.
    Explain,
    /// Trace, and then a check of one's own work.
    Review,
    /// Trace from a step on; the steps before it stand there as if the model had written them.
    Primed {
        /// How many steps stand there; at least 1 and fewer than there are.
        steps: u16,
        /// How many of those are slips, with what follows from them.
        faults: u16,
    },
}

impl Condition {
    /// The conditions that ask once and whose reply is read as it is, with usual numbers where they have some.
    pub const PLAIN: [Self; 10] = [
        Self::AnswerOnly,
        Self::Trace,
        Self::Free,
        Self::Structured,
        Self::Unchained,
        Self::Copy,
        Self::Shuffled,
        Self::Filler(95),
        Self::Exception,
        Self::Remapped,
    ];

    /// Every condition, with usual numbers where it has some.
    pub const OFFERED: [Self; 22] = [
        Self::AnswerOnly,
        Self::Trace,
        Self::Free,
        Self::Structured,
        Self::Isolated,
        Self::Unchained,
        Self::Copy,
        Self::Shuffled,
        Self::Filler(95),
        Self::Exception,
        Self::Remapped,
        Self::Symbolic,
        Self::Stepwise,
        Self::Checkpoints(5),
        Self::Verified(5),
        Self::Calculator,
        Self::CalculatorText,
        Self::Transcribe,
        Self::Explain,
        Self::Review,
        Self::Primed { steps: 4, faults: 0 },
        Self::Primed { steps: 4, faults: 1 },
    ];

    /// The name without numbers.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AnswerOnly => "answer-only",
            Self::Trace => "trace",
            Self::Free => "free",
            Self::Structured => "structured",
            Self::Isolated => "isolated",
            Self::Unchained => "unchained",
            Self::Copy => "copy",
            Self::Shuffled => "shuffled",
            Self::Filler(_) => "filler",
            Self::Exception => "exception",
            Self::Remapped => "remapped",
            Self::Symbolic => "symbolic",
            Self::Stepwise => "stepwise",
            Self::Checkpoints(_) => "checkpoints",
            Self::Verified(_) => "verified",
            Self::Calculator => "calculator",
            Self::CalculatorText => "calculator-text",
            Self::Transcribe => "transcribe",
            Self::Explain => "explain",
            Self::Review => "review",
            Self::Primed { .. } => "primed",
        }
    }

    /// The name used in links, flags and JSON: the word, and its numbers after full stops, as in `verified.5` and `primed.10.2`.
    pub fn slug(self) -> String {
        self.to_string()
    }

    /// The condition of that name. A number that is left out is a usual one.
    pub fn from_slug(slug: &str) -> Option<Self> {
        let (word, numbers) =
            slug.split_once('.').map_or((slug, None), |(word, rest)| (word, Some(rest)));
        let usual = Self::OFFERED.into_iter().find(|condition| condition.word() == word)?;
        let Some(numbers) = numbers else {
            return Some(usual);
        };
        let (first, second) =
            numbers.split_once('.').map_or((numbers, None), |(one, two)| (one, Some(two)));
        let only = |range: RangeInclusive<u16>| {
            plain(first).filter(|number| second.is_none() && range.contains(number))
        };
        match usual {
            Self::Filler(_) => only(1..=MAX_FILLER).map(Self::Filler),
            Self::Checkpoints(_) => only(2..=MAX_CHUNK).map(Self::Checkpoints),
            Self::Verified(_) => only(1..=MAX_CHUNK).map(Self::Verified),
            Self::Primed { .. } => {
                let steps = plain(first).filter(|steps| *steps > 0)?;
                let faults = second.map_or(Some(0), plain).filter(|faults| *faults <= steps)?;
                Some(Self::Primed { steps, faults })
            }
            _ => None,
        }
    }

    /// Whether it asks once and the reply is read as it is.
    pub fn is_plain(self) -> bool {
        let word = self.word();
        Self::PLAIN.into_iter().any(|plain| plain.word() == word)
    }

    /// Whether every step has to be right, and not an answer that the others lead to: where no step uses another.
    pub const fn counts_every_step(self) -> bool {
        matches!(self, Self::Isolated | Self::Unchained)
    }

    /// Whether procedures of so many steps can be asked for so.
    pub const fn suits(self, steps: u16) -> bool {
        match self {
            Self::Primed { steps: given, .. } => given < steps,
            _ => true,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Self::Filler(number) | Self::Checkpoints(number) | Self::Verified(number) => {
                write!(f, ".{number}")
            }
            Self::Primed { steps, faults } => write!(f, ".{steps}.{faults}"),
            _ => Ok(()),
        }
    }
}

/// A number as it is written without signs and without zeros before it.
fn plain(text: &str) -> Option<u16> {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for condition in Condition::OFFERED {
            assert_eq!(Condition::from_slug(&condition.slug()), Some(condition));
        }
        assert_eq!(
            Condition::from_slug("primed.10.2"),
            Some(Condition::Primed { steps: 10, faults: 2 })
        );
        assert_eq!(
            Condition::from_slug("primed.10"),
            Some(Condition::Primed { steps: 10, faults: 0 })
        );
        assert_eq!(Condition::from_slug("verified"), Some(Condition::Verified(5)));
    }

    #[test]
    fn other_names_are_none() {
        for slug in [
            "",
            "inline",
            "trace.1",
            "verified.",
            "verified.0",
            "verified.05",
            "verified.+5",
            "verified.101",
            "filler.0",
            "filler.501",
            "shuffled.2",
            "verified.5.1",
            "checkpoints.1",
            "primed.0",
            "primed.3.4",
            "primed.3.",
            "primed.3.1.1",
            "primed.99999",
        ] {
            assert_eq!(Condition::from_slug(slug), None, "{slug}");
        }
    }
}
