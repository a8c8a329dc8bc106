//! The list of attempts of a run, a part at a time.

use serde::{Deserialize, Serialize};

/// Rows of the list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rows {
    /// The place of the first one in the list.
    pub from: u32,
    /// How many rows the whole list has.
    pub total: u32,
    /// Which attempts these are, in words; empty where they are all.
    pub said: String,
    /// The rows, as many as were asked for or as there are.
    pub rows: Vec<Row>,
}

/// An attempt in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Row {
    /// Its number in the run.
    pub number: u32,
    /// How it went.
    pub outcome: AttemptOutcome,
    /// What the columns say: model, condition, length and look-back, item, failure mode or why there is none, time and tokens.
    pub cells: [String; 6],
}

/// How an attempt went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttemptOutcome {
    /// The answer that counts is right, and so is the first one.
    Right,
    /// The answer that counts is right after a wrong first one.
    Later,
    /// The answer that counts is wrong, or there is none.
    Wrong,
    /// It has no answer yet, or was given up.
    Missing,
}
