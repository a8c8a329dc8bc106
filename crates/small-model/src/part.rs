//! The roles of the tokens of a transcript.

use crate::task::{SmallModelItem, TRACE_LINE};
use crate::token::Token;

/// The role of a token of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The name at the beginning of a line, or the first token of the summary. It shows whether the
    /// model follows the procedure.
    Line,
    /// The name of an operand. It shows whether the model follows the procedure.
    Name,
    /// The operation of a step. It shows whether the model follows the procedure.
    Operation,
    /// The value of an operand. It shows whether the model finds earlier values.
    Fetch,
    /// The result of an operation. It shows whether the model computes correctly.
    Result,
    /// A fixed sign, or a name that is repeated.
    Mark,
    /// A value that the summary repeats.
    Recall,
    /// The answer.
    Answer,
}

impl Part {
    /// All parts, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Line,
        Self::Name,
        Self::Operation,
        Self::Fetch,
        Self::Result,
        Self::Mark,
        Self::Recall,
        Self::Answer,
    ];

    /// Returns the name in JSON and tables.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Name => "name",
            Self::Operation => "operation",
            Self::Fetch => "fetch",
            Self::Result => "result",
            Self::Mark => "mark",
            Self::Recall => "recall",
            Self::Answer => "answer",
        }
    }
}

/// The parts of a line of the trace, in order.
const LINE: [Part; TRACE_LINE] = [
    Part::Line,
    Part::Mark,
    Part::Name,
    Part::Fetch,
    Part::Operation,
    Part::Name,
    Part::Fetch,
    Part::Mark,
    Part::Mark,
    Part::Result,
    Part::Mark,
];

/// The parts of the summary, in order. Its first token shows that the trace is over.
const SUMMARY: [Part; 8] = [
    Part::Line,
    Part::Mark,
    Part::Recall,
    Part::Mark,
    Part::Recall,
    Part::Mark,
    Part::Answer,
    Part::Mark,
];

/// Returns the transcript of a task with these values, and the role of each of its tokens.
pub fn transcript(task: &SmallModelItem, values: &[u8]) -> Vec<(Token, Part)> {
    let trace = task.trace(values).into_iter().zip(LINE.into_iter().cycle());
    trace.chain(task.summary(values).into_iter().zip(SUMMARY)).collect()
}
