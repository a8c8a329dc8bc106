//! Batches: suites that become files, and result files that are graded.

use serde::{Deserialize, Serialize};
use stepfall_text::Outcome;

use crate::Form;
use crate::figure::Figure;

/// What the page wants of the worker that keeps a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BatchRequest {
    /// What each suite takes, and the selection of this address.
    Suites(String),
    /// The files of the selection of this address, one after the other.
    Make(String),
    /// To take the file that comes beside this in, under this number and by this name.
    Take {
        /// The number, chosen by the page.
        id: u32,
        /// The file's name.
        name: String,
        /// The columns, where the visitor has chosen some.
        columns: Option<Columns>,
    },
    /// To take everything away.
    Clear,
    /// The figures, laid out for a width in CSS pixels.
    Figures(u32),
    /// A figure as a file.
    File {
        /// Its name among the figures.
        figure: String,
        /// The form of the file.
        form: Form,
        /// Whether it is for a dark ground.
        is_dark: bool,
    },
    /// Rows of the list of responses.
    Rows {
        /// Of which outcome; nothing for all.
        outcome: Option<Outcome>,
        /// The place of the first one that is wanted.
        from: u32,
    },
    /// A response, to be opened in Play.
    Open(u32),
    /// All graded responses as a file.
    Save(RowsForm),
    /// A report with all figures as a file.
    Report,
}

/// Which columns of a table hold what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The one with the id.
    pub id: String,
    /// The one with what the model wrote.
    pub output: String,
}

/// How graded responses are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowsForm {
    /// A JSON object a line.
    Jsonl,
    /// A table.
    Csv,
    /// A log that Inspect's viewer opens.
    Inspect,
}

/// What the worker says of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BatchEvent {
    /// What suites take.
    Suites(Suites),
    /// So many of so many questions are written into files.
    Making(u64, u64),
    /// The files of a selection are written; or why they are not.
    Made(Result<(), String>),
    /// How far a file is.
    File(BatchFile),
    /// What came of all files so far.
    Outcome(BatchSummary),
    /// The figures.
    Figures(Vec<Figure>),
    /// Rows of the list of responses.
    Rows(BatchRows),
}

/// What suites take.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Suites {
    /// By the suites' names; `own` is the selection of one's own.
    pub suites: Vec<SuiteSize>,
    /// What is wrong with the selection of the address.
    pub trouble: Option<String>,
}

/// What a suite takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteSize {
    /// Its name.
    pub slug: String,
    /// How many questions it has.
    pub questions: u64,
    /// How many files its questions take at least, for whom the address names.
    pub files: u64,
    /// Tokens in, from and to.
    pub input: (u64, u64),
    /// Tokens out without reasoning, from and to.
    pub output: (u64, u64),
    /// What that costs in millionths of a dollar, from and to, where the address says a price.
    pub cost: Option<(u64, u64)>,
}

/// How far a file is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchFile {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// How many bytes of it are read.
    pub read: u64,
    /// How many it has.
    pub size: u64,
    /// What kind it is, in words; empty while that is not known.
    pub kind: String,
    /// How many responses were found, and how many of them are graded.
    pub found: u64,
    /// How many of them are graded.
    pub graded: u64,
    /// How many of them were there before.
    pub repeated: u64,
    /// How many records of procedures it has.
    pub procedures: u64,
    /// Whether it is read to its end.
    pub is_over: bool,
    /// What is wrong with it or with lines of it.
    pub troubles: Vec<String>,
    /// The columns of a table of which nobody knows which is which.
    pub columns: Vec<String>,
}

/// What came of all responses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchSummary {
    /// What it comes to, in a sentence.
    pub finding: String,
    /// The share of scored answers that are correct, and that of all responses, each with its interval, in words; empty where there is none.
    pub shares: [String; 2],
    /// How many responses came to what, in the order of [`Outcome::ALL`].
    pub counts: [u64; 7],
    /// What came of the responses of each model, where there are several.
    pub models: Vec<ModelOutcomes>,
    /// The failure modes of wrong answers by their names, the most frequent first.
    pub modes: Vec<(String, u64)>,
    /// Responses to a question that had one already, and the ids of the first ones.
    pub duplicates: (u64, Vec<String>),
    /// Responses that are not graded, and the ids of the first ones with why.
    pub ungraded: (u64, Vec<(String, String)>),
}

/// What came of the responses of one model.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ModelOutcomes {
    /// The model, by the file's own name; empty where it has none.
    pub model: String,
    /// The share of its scored answers that are correct, with its interval, in words; empty where none is scored.
    pub share: String,
    /// How many responses came to what, in the order of [`Outcome::ALL`].
    pub counts: [u64; 7],
}

/// Rows of the list of responses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchRows {
    /// Of which outcome; nothing for all.
    pub outcome: Option<Outcome>,
    /// The place of the first one.
    pub from: u32,
    /// How many there are.
    pub total: u32,
    /// The rows.
    pub rows: Vec<BatchRow>,
}

/// A response in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BatchRow {
    /// Its number.
    pub number: u32,
    /// What came of it.
    pub outcome: Outcome,
    /// The model; empty where the file names none.
    pub model: String,
    /// The name of the condition.
    pub condition: String,
    /// The number of steps.
    pub steps: u16,
    /// What happened, in one sentence.
    pub headline: String,
}
