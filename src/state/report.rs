//! Verdicts, as the page has them.

use std::sync::Arc;

use stepfall_plot::Standing;
use stepfall_protocol::verdict::{Mode, Report, StepStatus};

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

/// How a step of a status is coloured and signed.
pub(crate) const fn standing(status: StepStatus) -> Standing {
    match status {
        StepStatus::Right => Standing::Right,
        StepStatus::Inherited => Standing::Inherited,
        StepStatus::Recovered => Standing::Recovered,
        StepStatus::Fault => Standing::Fault,
        StepStatus::NotShown => Standing::Unseen,
        StepStatus::Unclear => Standing::Unclear,
        StepStatus::Skipped | StepStatus::NotReached => Standing::Missing,
    }
}

/// How a failure mode is coloured and signed.
pub(crate) const fn standing_of_mode(mode: Mode) -> Standing {
    match mode {
        Mode::Followed => Standing::Right,
        Mode::Folded | Mode::AnotherOrder | Mode::SelfCorrected => Standing::Inherited,
        Mode::Unclear => Standing::Unclear,
        _ => Standing::Fault,
    }
}
