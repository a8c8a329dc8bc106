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
    /// The graded text, which may be older than the text in the field. For a dialogue it is the whole dialogue.
    pub(crate) transcript: Arc<String>,
    pub(crate) report: Arc<Report>,
}

impl Graded {
    /// Returns the report on a text.
    pub(crate) fn new(given: Arc<String>, report: Arc<Report>) -> Self {
        let whole = report.dialogue.as_ref().and_then(|dialogue| dialogue.text.clone());
        Self { transcript: whole.map_or(given, Arc::new), report }
    }
}
