//! Transcripts from a file, one JSON object with `link` and `transcript` a line, and grading them.
//!
//! the package `stepfall-golden` holds this file too, so that the same is timed in WebAssembly.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use stepfall_grade::{Grader, Stop, Verdict};
use stepfall_link::{Link, parse};
use stepfall_procedure::{Condition, Generator, Item};

/// A transcript with its item.
pub(crate) struct Work {
    pub(crate) item: Item,
    pub(crate) condition: Condition,
    pub(crate) transcript: String,
}

/// What a peer can say about a transcript too: whether the first answer is right, and how many steps come before the first
/// error.
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
        self.grader().grade(&self.transcript, Stop::Unknown)
    }
}

/// Reads a file and makes the items. A line that names no item is left out.
pub(crate) fn works(lines: &str) -> impl Iterator<Item = Work> {
    let mut generator = None;
    lines.lines().filter_map(move |line| {
        let Line { link, transcript } = serde_json::from_str(line).ok()?;
        let link = parse(&link).link;
        let item = item(&link, &mut generator)?;
        Some(Work { item, condition: link.condition, transcript })
    })
}

/// The item of a link, by the generator of the link before it where the spec is the same.
fn item(link: &Link, generator: &mut Option<Generator>) -> Option<Item> {
    if generator.as_ref().is_none_or(|generator| *generator.spec() != link.spec) {
        *generator = Generator::new(link.spec).ok();
    }
    generator.as_ref()?.item(link.seed, link.index).ok()
}

/// Reads and grades a file.
pub(crate) fn scores(lines: &str) -> Vec<Score> {
    let score = |work: Work| {
        let verdict = work.grade();
        let right = verdict.text.first().is_some_and(|answer| answer.correct);
        Score(right, verdict.metrics.before_first_error)
    };
    works(lines).map(score).collect()
}
