//! The list of attempts of a run, in parts.

use serde::{Deserialize, Serialize};

/// Rows of the list of attempts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AttemptRows {
    /// The position of the first row in the list.
    pub from: u32,
    /// The number of rows in the whole list.
    pub total: u32,
    /// A description of the selected attempts; empty if all are selected.
    pub description: String,
    /// The rows from `from` on: as many as one message holds, or fewer at the end of the list.
    pub rows: Vec<AttemptRow>,
}

/// An attempt in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AttemptRow {
    /// The number of the attempt in the run.
    pub number: u32,
    /// The outcome, which determines the sign in the list.
    pub outcome: AttemptOutcome,
    /// The text of the columns: model, condition, length and look-back, item, failure mode or the
    /// reason for its absence, time and tokens.
    pub cells: [String; 6],
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttemptOutcome {
    /// The answer that counts and the first answer are correct.
    Correct,
    /// The answer that counts is correct, after an incorrect first answer.
    Later,
    /// The answer that counts is incorrect or missing.
    Incorrect,
    /// The attempt has no answer yet, or was given up.
    Missing,
}
