//! Conditions: the ways to ask a model.

use std::fmt;
use std::ops::RangeInclusive;

/// The maximum number of steps that one turn of a dialogue asks for.
pub const MAX_CHUNK: u16 = 100;
/// The largest parameter of [`Condition::Filler`], in steps.
pub const MAX_FILLER: u16 = 500;

/// The way in which the model is asked.
///
/// Plain conditions ([`Condition::is_plain`]) ask once, and the reply is the transcript. The others
/// are dialogues, or a program carries out the reply; the crate `stepfall-condition` implements
/// both kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Condition {
    /// The answer alone, as in the original study.
    AnswerOnly,
    /// One fixed line for each step, then the answer.
    #[default]
    Trace,
    /// Any way of working, with the answer last.
    Free,
    /// A JSON object with the operands' values and the result of every step.
    Structured,
    /// Each step in a separate question, with the correct values of its operands. The model
    /// computes, but has no procedure to follow.
    Isolated,
    /// As many steps as the procedure has, each with given numbers as operands. The numbers are
    /// about as long as those of the procedure. No step uses another, so there is no procedure to
    /// follow.
    Unchained,
    /// A chain of look-ups in tables, one for each step. The model has nothing to compute.
    Copy,
    /// [`Condition::Trace`] with the lines of the procedure in a random order.
    Shuffled,
    /// [`Condition::Trace`] after a text that has nothing to do with the task. The number is the
    /// length of that text, measured in steps with their trace lines, 1 to [`MAX_FILLER`].
    Filler(u16),
    /// [`Condition::Trace`] with one stated rule that exchanges `+` and `-` in some steps.
    Exception,
    /// [`Condition::Trace`] with signs that mean other operations than usual, as the prompt states.
    Remapped,
    /// One line for each step with the names of its operands and its operation. A program carries
    /// out these lines, so that the model computes nothing.
    Symbolic,
    /// A dialogue with one step per turn.
    Stepwise,
    /// A dialogue with this many steps per turn, 2 to [`MAX_CHUNK`].
    Checkpoints(u16),
    /// A dialogue with this many steps per turn, 1 to [`MAX_CHUNK`]. Each turn is checked. At most
    /// twice per turn, a message names the first incorrect or missing step, but not its value.
    Verified(u16),
    /// A tool does the arithmetic; the model chooses the operands and the operation.
    Calculator,
    /// [`Condition::Calculator`] by lines of plain text, for models without tools.
    CalculatorText,
    /// The model writes the procedure as a program, and an interpreter runs it.
    Transcribe,
    /// [`Condition::Trace`], and then a separate question about the operands and operations of some
    /// steps. The answers show whether the model knows a step that it carried out incorrectly.
    Explain,
    /// [`Condition::Trace`], and then a review of the model's own work.
    Review,
    /// [`Condition::Trace`] from a later step on. The steps before it are shown as if the model had
    /// written them.
    Primed {
        /// The number of steps that are shown: at least 1, and fewer than the procedure has.
        steps: u16,
        /// The number of shown steps with an arithmetic error. The values of the other shown steps
        /// follow from the values before them.
        errors: u16,
    },
}

impl Condition {
    /// The plain conditions, with their default parameters.
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

    /// All conditions, with their default parameters. [`Self::Primed`] occurs twice: without and
    /// with an error.
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
        Self::Primed { steps: 4, errors: 0 },
        Self::Primed { steps: 4, errors: 1 },
    ];

    /// Returns the name without parameters, as in `primed`.
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

    /// Returns the name used in links, flags and JSON. Each parameter follows after a full stop,
    /// as in `verified.5` and `primed.10.2`.
    pub fn slug(self) -> String {
        self.to_string()
    }

    /// Returns the condition with this slug. Missing parameters have their default values. `None`
    /// if the name is unknown or a parameter is invalid.
    pub fn from_slug(slug: &str) -> Option<Self> {
        let (word, numbers) =
            slug.split_once('.').map_or((slug, None), |(word, rest)| (word, Some(rest)));
        let usual = Self::OFFERED.into_iter().find(|condition| condition.word() == word)?;
        let Some(numbers) = numbers else {
            return Some(usual);
        };
        let (first, second) = numbers
            .split_once('.')
            .map_or((numbers, None), |(first, second)| (first, Some(second)));
        let only = |range: RangeInclusive<u16>| {
            plain(first).filter(|number| second.is_none() && range.contains(number))
        };
        match usual {
            Self::Filler(_) => only(1..=MAX_FILLER).map(Self::Filler),
            Self::Checkpoints(_) => only(2..=MAX_CHUNK).map(Self::Checkpoints),
            Self::Verified(_) => only(1..=MAX_CHUNK).map(Self::Verified),
            Self::Primed { .. } => {
                let steps = plain(first).filter(|steps| *steps > 0)?;
                let errors = second.map_or(Some(0), plain).filter(|errors| *errors <= steps)?;
                Some(Self::Primed { steps, errors })
            }
            _ => None,
        }
    }

    /// Returns whether the condition asks once, and the reply is the transcript.
    pub fn is_plain(self) -> bool {
        let word = self.word();
        Self::PLAIN.into_iter().any(|plain| plain.word() == word)
    }

    /// Returns whether an attempt is correct only if every step is correct. No step uses another in
    /// these conditions, so the answer alone does not show whether the other steps are correct.
    pub const fn counts_every_step(self) -> bool {
        matches!(self, Self::Isolated | Self::Unchained)
    }

    /// Returns whether the condition suits procedures with this many steps.
    pub const fn suits(self, steps: u16) -> bool {
        match self {
            Self::Primed { steps: primed, .. } => primed < steps,
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
            Self::Primed { steps, errors } => write!(f, ".{steps}.{errors}"),
            _ => Ok(()),
        }
    }
}

/// Parses a number in plain digits, without leading zeros.
fn plain(text: &str) -> Option<u16> {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slug_parses_to_its_condition() {
        for condition in Condition::OFFERED {
            assert_eq!(Condition::from_slug(&condition.slug()), Some(condition));
        }
        assert_eq!(
            Condition::from_slug("primed.10.2"),
            Some(Condition::Primed { steps: 10, errors: 2 })
        );
        assert_eq!(
            Condition::from_slug("primed.10"),
            Some(Condition::Primed { steps: 10, errors: 0 })
        );
        assert_eq!(Condition::from_slug("verified"), Some(Condition::Verified(5)));
    }

    #[test]
    fn other_slugs_parse_to_none() {
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
