//! What each token of a transcript is about.

use crate::task::{SpecimenItem, TRACE_LINE};
use crate::token::Token;

/// What a token of a transcript is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Which line comes next, or that the trace is over: following.
    Line,
    /// Which value a step takes: following.
    Name,
    /// Which operation a step carries out: following.
    Operation,
    /// The value that a name has: memory.
    Fetch,
    /// The result of an operation: arithmetic.
    Result,
    /// A sign that stands in every line.
    Mark,
    /// A value that the summary repeats.
    Recall,
    /// The answer.
    Answer,
}

impl Part {
    /// All parts, in the order in which tables have them.
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

    /// The name in JSON and tables.
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

/// The parts of the summary, in order. That it begins tells that the trace is over.
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

/// The transcript of a task that follows the procedure with values, and what each of its tokens is about.
pub fn transcript(task: &SpecimenItem, values: &[u8]) -> Vec<(Token, Part)> {
    let trace = task.trace(values).into_iter().zip(LINE.into_iter().cycle());
    trace.chain(task.summary(values).into_iter().zip(SUMMARY)).collect()
}
