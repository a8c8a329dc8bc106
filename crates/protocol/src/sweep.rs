//! Checks and progress of a sweep, and the list of stored runs.

use serde::{Deserialize, Serialize};

/// The errors of a set-up, and its estimated size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupCheck {
    /// The errors of the address and of the plan.
    pub problems: Vec<Problem>,
    /// The sentences of the errors in the address, such as parts that cannot be parsed. `problems`
    /// contains these errors, too.
    pub unread: Vec<String>,
    /// Notes on the grid and its conditions, one sentence each.
    pub notes: Vec<String>,
    /// The number of planned attempts.
    pub attempts: u32,
    /// The estimated size; `None` if there is an error.
    pub estimate: Option<SizeEstimate>,
}

/// An error in the parameters of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The parameter of the address; `spec` for the parameters of a spec, `unknown` for a parameter
    /// that does not exist.
    pub field: String,
    /// A sentence that recommends a correction, or names the value used instead.
    pub sentence: String,
}

impl Problem {
    /// Returns the error of a parameter.
    pub fn new(field: &str, sentence: impl Into<String>) -> Self {
        Self { field: field.to_owned(), sentence: sentence.into() }
    }
}

/// The estimated size of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeEstimate {
    /// The estimated number of input tokens.
    pub input: EstimateRange,
    /// The estimated number of output tokens.
    pub output: EstimateRange,
    /// Millionths of a dollar, for the models with a price; `None` if no model has one.
    pub cost: Option<EstimateRange>,
    /// The number of models without a price.
    pub unpriced: u32,
}

/// An estimated amount: a lower and an upper bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EstimateRange {
    /// The lower bound.
    pub low: u64,
    /// The upper bound; `None` if it is unknown.
    pub high: Option<u64>,
}

impl EstimateRange {
    /// The amount 0.
    pub const ZERO: Self = Self { low: 0, high: Some(0) };

    /// Returns the sum of two amounts, saturating at the largest number.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let high = self.high.zip(other.high).map(|(one, other)| one.saturating_add(other));
        Self { low: self.low.saturating_add(other.low), high }
    }

    /// Returns a multiple of the amount, saturating at the largest number.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        let times = |amount: u64| amount.saturating_mul(count);
        Self { low: times(self.low), high: self.high.map(times) }
    }
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    /// The worker is reading the run's attempts.
    Opening,
    /// The worker is making requests.
    Running,
    /// The run sends no requests, and can be continued.
    Paused,
    /// The run was stopped, and its requests were ended.
    Stopped,
    /// Every attempt is answered, or was given up.
    Finished,
    /// Another version of the generator made the items. The run is stored, but cannot be graded or
    /// continued.
    Unpublished,
    /// The run is active in another tab.
    Elsewhere,
    /// The run does not exist. The store has no readable header of it, or it was not begun because
    /// a key is invalid.
    Gone,
}

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunProgress {
    /// The run's name in the store.
    pub run: String,
    /// The state of the run.
    pub state: RunState,
    /// The reason for the state, in a sentence; may be empty.
    pub why: String,
    /// The number of planned attempts.
    pub total: u32,
    /// The number of answered attempts.
    pub answered: u32,
    /// The number of attempts that were given up.
    pub given_up: u32,
    /// The number of attempts in progress.
    pub in_flight: u32,
    /// The number of attempts that wait for a retry.
    pub waiting: u32,
    /// The number of requests sent in all sessions of the run, including failed ones.
    pub asked: u32,
    /// The known cost of these requests, in millionths of a dollar.
    pub cost: u64,
    /// The number of input tokens of all requests.
    pub input: u64,
    /// The number of output tokens of all requests.
    pub output: u64,
    /// Answers per minute, over about the last minute of active time.
    pub rate: u64,
    /// The estimated remaining time, in milliseconds; `None` if it is unknown.
    pub eta: Option<u64>,
    /// The targets in their order; empty while the attempts are being read, and if the run cannot
    /// be graded.
    pub targets: Vec<TargetReport>,
}

impl RunProgress {
    /// Returns the progress of a run that has only a name and a state.
    pub fn new(run: &str, state: RunState) -> Self {
        Self {
            run: run.to_owned(),
            state,
            why: String::new(),
            total: 0,
            answered: 0,
            given_up: 0,
            in_flight: 0,
            waiting: 0,
            asked: 0,
            cost: 0,
            input: 0,
            output: 0,
            rate: 0,
            eta: None,
            targets: Vec::new(),
        }
    }
}

/// The progress of one target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetReport {
    /// The name of the target.
    pub label: String,
    /// The state of the target.
    pub state: TargetStatus,
    /// The number of answered attempts.
    pub answered: u32,
    /// The number of attempts that were given up.
    pub given_up: u32,
    /// The number of planned attempts.
    pub total: u32,
    /// The number of attempts in progress.
    pub in_flight: u32,
    /// The reason why the target was halted, and its last failure, in words; empty if there is
    /// neither.
    pub error: String,
}

/// The state of one target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetStatus {
    /// The target receives requests.
    Working,
    /// The target pauses after a failure.
    Waiting,
    /// The target receives no more requests, because of its failures.
    Halted,
    /// The target has no attempts left.
    Done,
}

/// A stored run, as the list of runs shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// The run's name in the store.
    pub run: String,
    /// The name from the visitor; may be empty.
    pub name: String,
    /// A title made from the conditions and models, for a run without a name.
    pub title: String,
    /// The address of the set-up.
    pub plan: String,
    /// The start time, in milliseconds since 1970.
    pub started: u64,
    /// The number of answered attempts.
    pub answered: u32,
    /// The number of planned attempts.
    pub total: u32,
    /// The main finding, in a sentence; empty while it is unknown.
    pub finding: String,
}
