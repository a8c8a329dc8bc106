//! The verdict that Play shows, and its state while the worker grades.

use std::sync::Arc;

use stepfall_protocol::verdict::Report;

/// The verdict on the transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is no transcript to grade.
    None,
    /// The worker is grading the transcript.
    Waiting,
    Judged(Arc<Graded>),
    /// Grading failed for this reason.
    Failed(String),
}

/// A report with the text that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Graded {
    /// The graded text, which may be older than the text in the input field. For a dialogue this is
    /// the text of the whole dialogue.
    pub(crate) transcript: Arc<String>,
    pub(crate) report: Arc<Report>,
}

impl Graded {
    /// Combines a text with its report.
    pub(crate) fn new(transcript: Arc<String>, report: Arc<Report>) -> Self {
        let dialogue_text = report.dialogue.as_ref().and_then(|dialogue| dialogue.text.clone());
        Self { transcript: dialogue_text.map_or(transcript, Arc::new), report }
    }
}
