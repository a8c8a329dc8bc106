//! An attempt as it is kept: one JSON object on one line, understood without the plan.

use std::fmt;

use serde::{Deserialize, Serialize};
use stepfall_provider::{Stop, Usage};

use crate::money::Micros;
use crate::plan::{Plan, Task};
use crate::slug;
use crate::target::Target;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 32 << 20;

/// What was asked for one task of a plan and what came of it. What is not known is left out of its JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The task's number in the plan.
    pub number: u32,
    /// The target's label.
    pub target: String,
    /// The condition's slug.
    pub condition: String,
    /// The length in steps.
    pub steps: u16,
    /// How far the look-back reaches.
    pub look_back: u8,
    /// The seed.
    pub seed: u64,
    /// The index of the item under the seed.
    pub item: u32,
    /// Which sample of the item it is, from 0.
    pub sample: u32,
    /// The visible text; missing where the attempt was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The reasoning, where it came apart from the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// How many of its characters stand for what the provider sent and is none: bytes that are no UTF-8, or half a character.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replaced: u32,
    /// Why the model stopped: `natural`, `length`, `refusal`, `filter`, `tool`, `unsaid` or `other:` and a provider's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Why the attempt was given up; missing where there is a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Try>,
    /// The model that answered, by the provider's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The tokens.
    #[serde(default, skip_serializing_if = "Tokens::is_empty")]
    pub usage: Tokens,
    /// When its last try was sent, in milliseconds from 1970.
    pub started: u64,
    /// How long that try took, in milliseconds.
    pub took: u64,
    /// How long it took until the first piece of text or reasoning, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// The tries that failed before, at most the last [`MAX_TRIES_KEPT`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<Try>,
    /// How many requests were sent for it in all; none where no language model was asked.
    #[serde(default)]
    pub requests: u32,
    /// What the plan asks for and was left out, because the model is known to refuse or ignore it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// What was left out after the provider had refused it, as paths into the request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// Whether a simulated solver wrote it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub simulated: bool,
    /// What its requests cost, as far as that is known, those that failed included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Micros>,
}

/// The most failed tries that are kept with an attempt.
pub const MAX_TRIES_KEPT: usize = 10;
/// The longest message that is kept of a failed try, in characters.
pub const MAX_TRY_MESSAGE: usize = 300;

/// A try that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// When, in milliseconds from 1970.
    pub at: u64,
    /// What kind of failure it was, such as `rate-limit`, `network` or `timed-out`.
    pub error: String,
    /// The HTTP status, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What the provider said, at most [`MAX_TRY_MESSAGE`] characters, without the key.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// Tokens, as [`Usage`] counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tokens {
    /// Of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<u64>,
    /// Of everything that was generated, reasoning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<u64>,
    /// The part of the output that was reasoning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
    /// The part of the input that was read from a cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<u64>,
}

impl Tokens {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl From<Usage> for Tokens {
    fn from(usage: Usage) -> Self {
        let Usage { input, output, reasoning, cached } = usage;
        Self { input, output, reasoning, cached }
    }
}

/// Why a line is no attempt of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// It is longer than [`MAX_LINE`].
    TooLong,
    /// It is no JSON, or ends too early; with the reader's words.
    Json(String),
    /// It has neither a text nor an error, or both.
    NoOutcome,
    /// The plan has no task of this number.
    NoSuchTask(u32),
    /// The plan's task of this number is another one.
    OtherTask(u32),
    /// The line of a table is broken, as this says.
    Broken(&'static str),
    /// A cell of a table does not hold what its column needs.
    Cell {
        /// The name of the column.
        column: &'static str,
        /// What stands there, or its first characters.
        found: String,
        /// What the column needs.
        needs: &'static str,
    },
    /// The line of a table is one of another run than the lines before it.
    OtherRun,
    /// Text and reasoning do not have as many characters as the table says.
    Changed {
        /// How many they have.
        found: u64,
        /// How many they had.
        written: u64,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "it is longer than {MAX_LINE} bytes"),
            Self::Json(error) => write!(f, "it cannot be read: {error}"),
            Self::NoOutcome => f.write_str("it needs either a text or an error"),
            Self::NoSuchTask(number) => write!(f, "the plan has no attempt {number}"),
            Self::OtherTask(number) => write!(f, "attempt {number} of the plan is another one"),
            Self::Broken(why) => f.write_str(why),
            Self::Cell { column, found, needs } => {
                write!(f, "its column “{column}” needs {needs}, and has “{found}”")
            }
            Self::OtherRun => f.write_str("it is of another run than the lines before it"),
            Self::Changed { found, written } => write!(
                f,
                "its text had {written} characters and has {found}, so that a program has cut or rewritten it; \
                 take the file as it was saved first"
            ),
        }
    }
}

impl std::error::Error for LineError {}

impl Attempt {
    /// The attempt at a task before anything has come of it.
    pub(crate) fn of(plan: &Plan, task: &Task) -> Self {
        let target = plan.target(task);
        Self {
            number: task.number,
            target: target.map(Target::label).unwrap_or_default(),
            condition: task.condition.slug(),
            steps: task.steps,
            look_back: task.look_back,
            seed: plan.seed.number(),
            item: task.item,
            sample: task.sample,
            text: None,
            reasoning: None,
            replaced: 0,
            stop: None,
            error: None,
            model: None,
            usage: Tokens::default(),
            started: 0,
            took: 0,
            first: None,
            tries: Vec::new(),
            requests: 0,
            omitted: Vec::new(),
            dropped: Vec::new(),
            simulated: target.is_some_and(Target::is_simulated),
            cost: None,
        }
    }

    /// Reads a line, which must be an attempt at a task of the plan. Fields that are unknown are ignored.
    ///
    /// # Errors
    ///
    /// [`LineError`] where it is none.
    pub fn read(line: &str, plan: &Plan) -> Result<Self, LineError> {
        if line.len() > MAX_LINE {
            return Err(LineError::TooLong);
        }
        let attempt: Self =
            serde_json::from_str(line).map_err(|error| LineError::Json(error.to_string()))?;
        if attempt.text.is_some() == attempt.error.is_some() {
            return Err(LineError::NoOutcome);
        }
        let number = attempt.number;
        let task = plan.task(number).ok_or(LineError::NoSuchTask(number))?;
        if attempt.is_at(&Self::of(plan, &task)) {
            Ok(attempt)
        } else {
            Err(LineError::OtherTask(number))
        }
    }

    /// Whether both are attempts at the same task.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        self.target == other.target
            && self.condition == other.condition
            && (self.steps, self.look_back, self.seed) == (other.steps, other.look_back, other.seed)
            && (self.item, self.sample) == (other.item, other.sample)
            && self.simulated == other.simulated
    }

    /// The line, without a line break.
    ///
    /// # Errors
    ///
    /// The writer's, which has none for an attempt.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Whether there is an answer, be it an empty one. What was given up has none, and is never counted as wrong.
    pub const fn is_answer(&self) -> bool {
        self.text.is_some()
    }

    /// Why the model stopped.
    pub fn stop(&self) -> Option<Stop> {
        self.stop.as_deref().map(slug::stop)
    }

    /// Whether the output was cut at a limit.
    pub fn is_cut(&self) -> bool {
        self.stop() == Some(Stop::Length)
    }

    /// What the grader and Play read: reasoning in `<think>` before the text. Empty where the attempt was given up.
    pub fn transcript(&self) -> String {
        let text = self.text.as_deref().unwrap_or_default();
        stepfall_provider::transcript(self.reasoning.as_deref().unwrap_or_default(), text, true)
    }
}

/// Whether there is none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
pub(crate) const fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
const fn is_false(value: &bool) -> bool {
    !*value
}
