//! Transcripts from a file, and their grading. Each line of the file is a JSON object with `link`
//! and `transcript`.
//!
//! The package `stepfall-golden` includes this file too, to time the same grading in WebAssembly.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use stepfall_grade::{Grader, StopReason, Verdict};
use stepfall_link::{PlayLink, parse};
use stepfall_procedure::{Condition, Generator, Item};

/// A transcript with its item.
pub(crate) struct Work {
    pub(crate) item: Item,
    pub(crate) condition: Condition,
    pub(crate) transcript: String,
}

/// The part of a verdict that other graders can compute too: whether the first answer is correct,
/// and the number of steps before the first error.
#[derive(Serialize)]
pub(crate) struct Score(bool, usize);

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    link: Cow<'a, str>,
    transcript: String,
}

impl Work {
    pub(crate) fn grader(&self) -> Grader<'_> {
        Grader::new(&self.item, self.condition)
    }

    pub(crate) fn grade(&self) -> Verdict {
        self.grader().grade(&self.transcript, StopReason::Unknown)
    }
}

/// Reads a file and makes the items. Skips lines that name no item.
pub(crate) fn works(lines: &str) -> impl Iterator<Item = Work> {
    let mut generator = None;
    lines.lines().filter_map(move |line| {
        let Line { link, transcript } = serde_json::from_str(line).ok()?;
        let link = parse(&link).link;
        let item = item(&link, &mut generator)?;
        Some(Work { item, condition: link.condition, transcript })
    })
}

/// Returns the item of a link. Reuses the previous generator if the spec is the same.
fn item(link: &PlayLink, generator: &mut Option<Generator>) -> Option<Item> {
    if generator.as_ref().is_none_or(|generator| *generator.spec() != link.spec) {
        *generator = Generator::new(link.spec).ok();
    }
    generator.as_ref()?.item(link.seed, link.index).ok()
}

/// Reads and grades a file.
pub(crate) fn scores(lines: &str) -> Vec<Score> {
    let score = |work: Work| {
        let verdict = work.grade();
        let is_correct = verdict.visible.first_answer().is_some_and(|answer| answer.is_correct);
        Score(is_correct, verdict.metrics.before_first_error)
    };
    works(lines).map(score).collect()
}
