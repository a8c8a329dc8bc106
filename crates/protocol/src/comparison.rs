//! Two batch results that are compared question by question.

use serde::{Deserialize, Serialize};

/// One of the two sides of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Side {
    /// The first set of responses.
    #[default]
    First,
    /// The second set of responses.
    Second,
}

/// The responses that are compared: those of one model of a side.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ComparedModel {
    /// The side that has the responses.
    pub side: Side,
    /// The model; `None` for all responses of the side.
    pub model: Option<String>,
}

/// The result of one question for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PairKind {
    /// All scored replies of both sides are correct.
    Both,
    /// The first side has the larger share of correct replies among its scored ones.
    OnlyFirst,
    /// The second side has the larger share of correct replies among its scored ones.
    OnlySecond,
    /// Both sides have the same share of correct replies among their scored ones, and not all of
    /// these are correct.
    Neither,
    /// Both sides have responses, but at least one side has none that could be scored.
    Unscored,
    /// Only the first side has a response.
    InFirst,
    /// Only the second side has a response.
    InSecond,
}

impl PairKind {
    /// All kinds in display order. Only questions of the first four kinds count in the comparison.
    pub const ALL: [Self; 7] = [
        Self::Both,
        Self::OnlyFirst,
        Self::OnlySecond,
        Self::Neither,
        Self::Unscored,
        Self::InFirst,
        Self::InSecond,
    ];
}

/// Two results compared, in words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Comparison {
    /// The number of questions of each kind, in the order of [`PairKind::ALL`].
    pub counts: [u64; 7],
    /// The result for the questions that are scored on both sides; `None` if there are none.
    pub scored: Option<ScoredPairs>,
    /// The result if replies that could not be scored count as incorrect, in a sentence. Empty if
    /// all replies are scored, or if no question has replies of both sides.
    pub with_unscored: String,
}

impl Comparison {
    /// Returns the number of questions of a kind.
    pub const fn count(&self, kind: PairKind) -> u64 {
        self.counts[kind as usize]
    }

    /// Returns whether any question has replies of both sides.
    pub const fn has_pairs(&self) -> bool {
        self.scored.is_some() || !self.with_unscored.is_empty()
    }
}

/// The result for the questions that are scored on both sides. Numbers are formatted: shares in
/// per cent, differences in percentage points.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScoredPairs {
    /// The share of correct replies of each side, and the difference. Each has its value and the
    /// bounds of its 95 % interval.
    pub shares: [[String; 3]; 3],
    /// True if each side has one scored reply to each item, and no two questions have the same
    /// item. The test is then McNemar's.
    pub is_single: bool,
    /// The test and its p-value, in a sentence.
    pub test: String,
    /// Estimates of pass@k and pass^k: name, first share, second share, difference, the bounds of
    /// its interval, p-value. Empty if some question has only one reply of a side.
    pub passes: Vec<[String; 7]>,
    /// The result of each group: condition, look-back, steps, questions, first share, second share,
    /// difference, the bounds of its interval, adjusted p-value. Empty if there is only one group.
    pub groups: Vec<[String; 10]>,
}

/// Rows of the list of compared questions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PairRows {
    /// The position of the first row.
    pub from: u32,
    /// The number of rows in the whole list.
    pub total: u32,
    /// The rows from `from` on: as many as one message holds, or fewer at the end of the list.
    pub rows: Vec<PairRow>,
}

/// A question in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PairRow {
    /// The position of the question in the comparison, from 0.
    pub number: u32,
    /// The result for both sides.
    pub kind: PairKind,
    /// The id of the question, with sample 0.
    pub id: String,
    /// The slug of the condition.
    pub condition: String,
    /// The number of steps of the procedure.
    pub steps: u16,
    /// The replies of each side in words; `None` for a side without a response.
    pub replies: [Option<String>; 2],
}

/// The file format of compared questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairsFormat {
    /// One JSON object per line.
    Jsonl,
    /// A table of comma-separated values.
    Csv,
}
