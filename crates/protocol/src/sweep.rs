//! What a sweep would take, how far it is, and which runs are kept.

use serde::{Deserialize, Serialize};

/// What is wrong with a set-up, and what it would take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What was not understood in the address, which is wrong too: a sentence each.
    pub unread: Vec<String>,
    /// What is to be known of the grid and its conditions, a sentence each.
    pub notes: Vec<String>,
    /// How many attempts it has.
    pub attempts: u32,
    /// What these would take; nothing while something is wrong.
    pub estimate: Option<Estimate>,
}

/// An error in the parameters of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The parameter of the address; `spec` for the parameters of a spec, `unknown` for a parameter that does not exist.
    pub field: String,
    /// A sentence that says what to do, or what was taken instead.
    pub sentence: String,
}

impl Problem {
    /// Returns the error of a parameter.
    pub fn new(field: &str, sentence: impl Into<String>) -> Self {
        Self { field: field.to_owned(), sentence: sentence.into() }
    }
}

/// What a sweep would take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// Tokens of input.
    pub input: Range,
    /// Tokens of output.
    pub output: Range,
    /// Millionths of a dollar, for the models with a price; nothing where none has one.
    pub cost: Option<Range>,
    /// How many models have none.
    pub unpriced: u32,
}

/// An estimated amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Range {
    /// The lower bound.
    pub low: u64,
    /// The upper bound; `None` if it is unknown.
    pub high: Option<u64>,
}

impl Range {
    /// The amount 0.
    pub const ZERO: Self = Self { low: 0, high: Some(0) };

    /// Returns the sum of two amounts, or the largest number.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let high = self.high.zip(other.high).map(|(one, other)| one.saturating_add(other));
        Self { low: self.low.saturating_add(other.low), high }
    }

    /// Returns a multiple of the amount, or the largest number.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        let times = |amount: u64| amount.saturating_mul(count);
        Self { low: times(self.low), high: self.high.map(times) }
    }
}

/// What a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    /// Its attempts are being read.
    Opening,
    /// It is asking.
    Running,
    /// It waits to be gone on with.
    Paused,
    /// A limit has ended it.
    Stopped,
    /// Everything is answered, or was given up.
    Finished,
    /// It is at items that another generator made: it is kept, and neither graded nor gone on with.
    Unpublished,
    /// It runs in another tab.
    Elsewhere,
    /// It is not on this machine.
    Gone,
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Its name in the store.
    pub run: String,
    /// What it is doing.
    pub state: RunState,
    /// Why it is doing nothing, in a sentence; may be empty.
    pub why: String,
    /// How many attempts it has.
    pub total: u32,
    /// How many are answered.
    pub answered: u32,
    /// How many were given up.
    pub given_up: u32,
    /// How many are under way.
    pub in_flight: u32,
    /// How many wait to be tried again.
    pub waiting: u32,
    /// How many requests were sent.
    pub asked: u32,
    /// What they cost, in millionths of a dollar.
    pub cost: u64,
    /// Tokens of input.
    pub input: u64,
    /// Tokens of output.
    pub output: u64,
    /// Answers a minute.
    pub rate: u64,
    /// Milliseconds that are left; nothing where nobody can say.
    pub eta: Option<u64>,
    /// Those who are asked, in their order; none while the attempts are being read.
    pub targets: Vec<TargetProgress>,
}

impl Progress {
    /// A run of which nothing more is known.
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

/// How far one of those is who are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetProgress {
    /// What it is called.
    pub label: String,
    /// What it is doing.
    pub state: TargetState,
    /// How many of its attempts are answered.
    pub answered: u32,
    /// How many were given up.
    pub given_up: u32,
    /// How many attempts it has.
    pub total: u32,
    /// How many are under way.
    pub in_flight: u32,
    /// The last failure in words; may be empty.
    pub error: String,
}

/// What one of those is doing who are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetState {
    /// It is asked.
    Working,
    /// It is waited for after a failure.
    Waiting,
    /// It is not asked any more, because of its failures.
    Halted,
    /// It has nothing left to answer.
    Done,
}

/// A run that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInfo {
    /// Its name in the store.
    pub run: String,
    /// The name that the visitor gave it; may be empty.
    pub name: String,
    /// What it asks of whom, for one without a name.
    pub title: String,
    /// The address of its set-up.
    pub plan: String,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// How many of its attempts are answered.
    pub answered: u32,
    /// How many attempts it has.
    pub total: u32,
    /// What came of it, in a sentence; empty while that is not known.
    pub finding: String,
}
