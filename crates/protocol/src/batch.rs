//! Batches: suites that become files, and result files that are graded.

use serde::{Deserialize, Serialize};
use stepfall_text::Outcome;

use crate::FigureFormat;
use crate::comparison::{ComparedModel, Comparison, PairKind, PairRows, PairsFormat, Side};
use crate::figure::Figure;

/// A request about a batch, from the page to the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BatchRequest {
    /// Asks for the sizes of all suites, and of the selection in this address.
    Suites(String),
    /// Asks for the files of the selection in this address, one after the other.
    Make(String),
    /// Reads the attached file under this number and name.
    Take {
        /// The side of a comparison that the file belongs to.
        side: Side,
        /// The number, chosen by the page.
        id: u32,
        /// The file's name.
        name: String,
        /// The columns, if the visitor has chosen them.
        columns: Option<Columns>,
    },
    /// Removes the responses of both sides, and the files that wait to be read.
    Clear,
    /// Removes the responses of the second side, its waiting files and the comparison.
    ClearSecond,
    /// Asks for figures of the first side, laid out for a width in CSS pixels. They show the
    /// dataset with the most scored responses.
    Figures(u32),
    /// Asks for a figure of the first side as a file.
    File {
        /// The id of the figure.
        figure: String,
        /// The form of the file.
        form: FigureFormat,
        /// True if the picture is for a dark background.
        is_dark: bool,
    },
    /// Asks for rows of the list of the first side's responses.
    Rows {
        /// The outcome to select; `None` for all.
        outcome: Option<Outcome>,
        /// The position of the first requested row.
        from: u32,
    },
    /// Asks for the first side's response with this number, to be opened in Play.
    Open(u32),
    /// Asks for all graded responses of the first side as a file.
    Save(RowsFormat),
    /// Asks for the figures of all datasets of the first side as one HTML file.
    Report,
    /// Compares two results. It replaces a comparison that is still being computed.
    Compare([ComparedModel; 2]),
    /// Asks for rows of the list of compared questions.
    Pairs {
        /// The kind to select; `None` for all.
        kind: Option<PairKind>,
        /// The position of the first requested row.
        from: u32,
    },
    /// Asks for a compared response, to be opened in Play. If the side has several responses to the
    /// question, the first incorrect one is preferred.
    OpenPaired {
        /// The compared result that has the response.
        side: Side,
        /// The id of the question, with sample 0.
        id: String,
    },
    /// Asks for all compared questions as a file.
    SavePairs(PairsFormat),
}

/// The columns of a table that hold ids and outputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The column of the id.
    pub id: String,
    /// The column of the model's output.
    pub output: String,
}

/// The file format of graded responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowsFormat {
    /// One JSON object per line.
    Jsonl,
    /// A table of comma-separated values.
    Csv,
}

/// An event of a batch, from the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BatchEvent {
    /// The sizes of the suites.
    Suites(Suites),
    /// The number of questions written so far, and the number of all questions.
    Making(u64, u64),
    /// The end of writing the files of a selection; the error is a sentence.
    Made(Result<(), String>),
    /// The progress of a file.
    File(BatchFile),
    /// The results of all files of a side so far.
    Outcome(Side, BatchSummary),
    /// The figures of the first side.
    Figures(Vec<Figure>),
    /// Rows of the list of responses.
    Rows(BatchRows),
    /// The comparison of two results.
    Compared(Box<Comparison>),
    /// Rows of the list of compared questions.
    Pairs(PairRows),
}

/// The sizes of the suites.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Suites {
    /// The size of each named suite. If the address names none, the size of its custom selection
    /// follows. A selection whose size is unknown is left out.
    pub suites: Vec<SuiteSize>,
    /// The error in the selection of the address, in a sentence; `None` if it is valid.
    pub error: Option<String>,
}

/// The size of a suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteSize {
    /// The slug of the suite, or `own` for a selection without a suite.
    pub slug: String,
    /// The number of questions, including all samples.
    pub questions: u64,
    /// The minimum number of files for the questions, from the maximum number of lines that the
    /// target of the address allows.
    pub files: u64,
    /// Lower and upper bound of the input tokens.
    pub input: (u64, u64),
    /// Lower and upper bound of the output tokens without reasoning.
    pub output: (u64, u64),
    /// Lower and upper bound of the cost in millionths of a dollar; `None` if the address has no
    /// valid price.
    pub cost: Option<(u64, u64)>,
}

/// The progress of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchFile {
    /// The side of a comparison that the file belongs to.
    pub side: Side,
    /// The number of the file.
    pub id: u32,
    /// The name of the file.
    pub name: String,
    /// The number of bytes that have been read.
    pub read: u64,
    /// The size of the file, in bytes.
    pub size: u64,
    /// The kind of file in words; empty while the file is being read, and if it is not recognised.
    pub kind: String,
    /// The number of responses in the file so far.
    pub found: u64,
    /// The number of graded responses.
    pub graded: u64,
    /// The number of responses that are left out, because the same response was already present.
    pub repeated: u64,
    /// The number of records of procedures, known at the end of the file.
    pub procedures: u64,
    /// True if the file has been read to its end.
    pub is_over: bool,
    /// Errors of the file or of its lines, one sentence each. If there are more than 20, the last
    /// sentence counts the rest.
    pub troubles: Vec<String>,
    /// The names of a table's columns, if the visitor has to choose those of ids and outputs;
    /// otherwise empty.
    pub columns: Vec<String>,
}

/// The results of all responses of a side.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchSummary {
    /// The main result, in one or two sentences; empty if there are no responses.
    pub finding: String,
    /// The share of correct answers among the scored answers, and among all responses. Each is a
    /// text with its interval, and empty without such answers.
    pub shares: [String; 2],
    /// The number of responses with each outcome, in the order of [`Outcome::ALL`].
    pub counts: [u64; 7],
    /// The results of the models by name, at most 50.
    pub models: Vec<ModelOutcomes>,
    /// The names of failure modes with their counts, the most frequent first. The modes `followed`,
    /// `another-order` and `folded` are left out, because they are no failures.
    pub modes: Vec<(String, u64)>,
    /// The number of further responses to a question that already has one, and at most 20 of their
    /// ids.
    pub duplicates: (u64, Vec<String>),
    /// The number of responses that are not graded, and at most 20 of their ids, each with the
    /// reason.
    pub ungraded: (u64, Vec<(String, String)>),
}

/// The results of one model.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ModelOutcomes {
    /// The model's name in the file; empty if the file has none.
    pub model: String,
    /// The share of correct answers among the scored ones with its interval, in words; empty if
    /// none is scored.
    pub share: String,
    /// The number of responses with each outcome, in the order of [`Outcome::ALL`].
    pub counts: [u64; 7],
}

/// Rows of the list of responses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchRows {
    /// The selected outcome; `None` for all.
    pub outcome: Option<Outcome>,
    /// The position of the first row.
    pub from: u32,
    /// The number of rows in the whole list.
    pub total: u32,
    /// The rows from `from` on: as many as one message holds, or fewer at the end of the list.
    pub rows: Vec<BatchRow>,
}

/// A response in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BatchRow {
    /// The number of the response in the batch, from 0.
    pub number: u32,
    /// The outcome of the response.
    pub outcome: Outcome,
    /// The model; empty if the file has no name for it.
    pub model: String,
    /// The slug of the condition.
    pub condition: String,
    /// The number of steps of the procedure.
    pub steps: u16,
    /// The result, in one sentence.
    pub headline: String,
}
