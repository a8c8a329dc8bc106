//! Verdicts, as the page has them.

use std::sync::Arc;

use stepfall_protocol::verdict::Report;

/// What is known about the transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is nothing to judge.
    None,
    /// The worker is at it.
    Waiting,
    Judged(Arc<Graded>),
    /// There is no verdict, because of this.
    Failed(String),
}

/// A report with the text that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Graded {
    /// It may be older than what is being written. Of a dialogue it is the whole, also where less was given.
    pub(crate) transcript: String,
    pub(crate) report: Arc<Report>,
}

impl Graded {
    /// A report on a text that was given.
    pub(crate) fn new(given: String, report: Arc<Report>) -> Self {
        let whole = report.dialogue.as_ref().and_then(|dialogue| dialogue.text.clone());
        Self { transcript: whole.unwrap_or(given), report }
    }
}
