//! Batches: items as files for batch services and other tools, and result files as responses that
//! can be graded.
//!
//! This crate uses no disk and no network. The caller writes files line by line and passes in their
//! contents piece by piece.

mod bits;
mod comparison;
mod grade;
mod id;
mod question;
mod read;
mod response;
mod rows;
mod selection;
mod tally;
mod write;

pub use self::comparison::{
    BatchComparison, ComparedQuestion, ComparisonReport, Group, ReplyCounts, pair_line, pair_row,
    pairs_head,
};
pub use self::grade::{BatchGrader, Graded, GradedRecord, Ungraded};
pub use self::id::{IdError, ItemId, MAX_ID, MAX_SAMPLES, QuestionId, custom_hash};
pub use self::question::{Question, asks_once};
pub use self::read::{
    ColumnChoice, FileKind, FileProblem, FileReader, FileReport, Location, MAX_COLUMNS,
    MAX_INFLATED, MAX_LINE, MAX_MEMBER, MAX_MEMBERS, MAX_PLACES, MAX_PROBLEMS, MAX_ZIP, Problem,
    ShownThinking, UnsupportedFormat, shown_thinking,
};
pub use self::response::{Response, ResponseEnd};
pub use self::rows::{graded_head, graded_row};
pub use self::selection::{MAX_QUESTIONS, OWN, QuestionSet, SelectionError, Tokens};
pub use self::tally::{Cell, Counts, Dataset, Datasets, MAX_LISTED, Scored, Tally, modes_by_count};
pub use self::write::{AskSettings, Export, FilePart, Limits, Parts, limits};
pub use stepfall_protocol::comparison::{Comparison, PairKind, ScoredPairs, Side};
pub use stepfall_text::Outcome;
