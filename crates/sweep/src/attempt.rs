//! A stored attempt: one JSON object on one line. It names its task, so that a user can read it
//! without the plan.

use std::fmt;

use serde::{Deserialize, Serialize};
use stepfall_provider::{Stop, Usage};

use crate::money::Micros;
use crate::plan::{Plan, Task};
use crate::slug;
use crate::target::Target;

/// The longest line of a file of attempts that is read, in bytes. A longer line counts as
/// unreadable.
pub const MAX_LINE: usize = 32 << 20;

/// The input and the outcome of one task of a plan. Unknown values are left out of its JSON.
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
    /// The maximum look-back.
    pub look_back: u8,
    /// The seed of the plan's items.
    pub seed: u64,
    /// The index of the item under the seed.
    pub item: u32,
    /// The number of the sample of the item, from 0.
    pub sample: u32,
    /// The visible text; `None` if the attempt was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The reasoning, if it was separate from the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// The number of characters of text and reasoning that replace invalid data from the provider:
    /// bytes that are not UTF-8, or lone surrogates.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replaced: u32,
    /// The reason why the model stopped: `natural`, `length`, `refusal`, `filter`, `tool`, `unsaid`
    /// (not reported), or `other:` followed by the provider's name for the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// The reason why the attempt was given up; `None` if there is a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Try>,
    /// The model that answered, by its name at the provider; `None` if the provider did not report
    /// a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The tokens that the provider reported for the answer, over all turns. Empty if the attempt
    /// was given up.
    #[serde(default, skip_serializing_if = "Tokens::is_empty")]
    pub usage: Tokens,
    /// The start of the last try, in milliseconds from 1970. In a dialogue, a try may have several
    /// requests.
    pub started: u64,
    /// The duration of the last try, in milliseconds.
    #[serde(rename = "took")]
    pub duration_ms: u64,
    /// The time from a request to the first piece of text or reasoning of its reply, in
    /// milliseconds. In a dialogue, the first reply with such a piece counts. `None` if the time is
    /// unknown.
    #[serde(default, rename = "first", skip_serializing_if = "Option::is_none")]
    pub first_output_ms: Option<u64>,
    /// The failed tries before the outcome, at most the last [`MAX_TRIES_KEPT`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<Try>,
    /// The number of requests that were sent for the attempt in all; 0 if no language model was
    /// asked.
    #[serde(default)]
    pub requests: u32,
    /// The settings of the plan that were left out, because the model is known to refuse or ignore
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// The parameters that were left out after the provider had refused them, as paths into the
    /// request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// True if the target is a simulated solver.
    #[serde(default, skip_serializing_if = "is_false")]
    pub simulated: bool,
    /// The known cost of all requests for the attempt, including failed ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Micros>,
}

/// The most failed tries that are stored with an attempt.
pub const MAX_TRIES_KEPT: usize = 10;
/// The longest message of a failed try that is stored, in characters. The rest is cut off.
pub const MAX_TRY_MESSAGE: usize = 300;

/// A try that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// The time of the failure, in milliseconds from 1970.
    pub at: u64,
    /// The kind of failure, such as `rate-limit`, `network` or `timed-out`.
    pub error: String,
    /// The HTTP status, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The message of the provider, the system or the driver, at most [`MAX_TRY_MESSAGE`]
    /// characters. It contains no key, and may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// Tokens, as [`Usage`] counts them. A count that the provider did not report is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tokens {
    /// Tokens of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<u64>,
    /// All generated tokens, reasoning included.
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
    /// Returns whether all counts are unknown.
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

/// The reason why a line is not an attempt of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// The line is longer than [`MAX_LINE`], or a line of a table has too many cells.
    TooLong,
    /// The line is not the JSON of an attempt. Holds the parser's message.
    Json(String),
    /// The attempt has both a text and an error, or neither.
    NoOutcome,
    /// The plan has no task with this number.
    NoSuchTask(u32),
    /// The plan's task with this number is a different one.
    OtherTask(u32),
    /// The line is damaged. Holds the reason.
    Broken(&'static str),
    /// A cell of a table does not hold the content that its column requires.
    Cell {
        /// The name of the column.
        column: &'static str,
        /// The content of the cell, or its first characters.
        found: String,
        /// The required content of the column.
        needs: &'static str,
    },
    /// The line of a table belongs to another run than the lines before it.
    OtherRun,
    /// Text and reasoning do not have as many characters as the table records.
    Changed {
        /// The actual number of characters.
        found: u64,
        /// The recorded number of characters.
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
            Self::OtherTask(number) => write!(f, "attempt {number} of the plan is a different one"),
            Self::Broken(why) => f.write_str(why),
            Self::Cell { column, found, needs } => {
                write!(f, "its column “{column}” needs {needs}, and has “{found}”")
            }
            Self::OtherRun => f.write_str("it belongs to another run than the lines before it"),
            Self::Changed { found, written } => write!(
                f,
                "its text had {written} characters and now has {found}, so a program changed it; use the file as it was first saved"
            ),
        }
    }
}

impl std::error::Error for LineError {}

impl Attempt {
    /// Returns an attempt at a task that has no outcome yet.
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
            duration_ms: 0,
            first_output_ms: None,
            tries: Vec::new(),
            requests: 0,
            omitted: Vec::new(),
            dropped: Vec::new(),
            simulated: target.is_some_and(Target::is_simulated),
            cost: None,
        }
    }

    /// Reads a line, which must be an attempt at a task of the plan. Unknown fields are ignored.
    ///
    /// # Errors
    ///
    /// [`LineError`] if the line is not such an attempt.
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

    /// Returns whether both are attempts at the same task.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        self.target == other.target
            && self.condition == other.condition
            && (self.steps, self.look_back, self.seed) == (other.steps, other.look_back, other.seed)
            && (self.item, self.sample) == (other.item, other.sample)
            && self.simulated == other.simulated
    }

    /// Returns the line, without a line break.
    ///
    /// # Errors
    ///
    /// Errors of the JSON writer; an attempt causes none.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Returns whether there is an answer, even an empty one. An attempt that was given up has no
    /// answer, and never counts as incorrect.
    pub const fn is_answer(&self) -> bool {
        self.text.is_some()
    }

    /// Returns why the model stopped; `None` if no reason is stored.
    pub fn stop(&self) -> Option<Stop> {
        self.stop.as_deref().map(slug::stop)
    }

    /// Returns whether the output was cut at a limit.
    pub fn is_cut(&self) -> bool {
        self.stop() == Some(Stop::Length)
    }

    /// Returns the text that the grader and the page Play read: the reasoning between `<think>` and
    /// `</think>`, then the visible text. Empty if the attempt was given up.
    pub fn transcript(&self) -> String {
        let text = self.text.as_deref().unwrap_or_default();
        stepfall_provider::transcript(self.reasoning.as_deref().unwrap_or_default(), text, true)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
pub(crate) const fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
const fn is_false(value: &bool) -> bool {
    !*value
}
