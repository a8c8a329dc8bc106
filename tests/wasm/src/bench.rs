//! Functions that `cargo xtask bench` times in WebAssembly: making items and grading transcripts.

/// The code that the native bench times, too.
#[path = "../../../crates/grade/benches/grade/work.rs"]
mod work;

use stepfall_grade::{StopReason, Verdict};
use stepfall_link::open;
use stepfall_procedure::Seed;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

use self::work::{Work, scores, works};
use crate::item;

/// Makes `count` items of a link's spec, for the seeds from `seed_from` on. Computes for each its
/// values, its wording, and how many single errors change the value of their step. Returns a sum
/// over the results, so that the compiler cannot remove any part of the work.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub fn bench_make(link: &str, seed_from: u32, count: u32) -> u32 {
    let Ok(opened) = open(link) else { return 0 };
    let seeds = seed_from..seed_from.saturating_add(count);
    let items = seeds.filter_map(|seed| item(&opened, Seed::wrapping(seed.into())).ok());
    items.fold(0, |sum, item| {
        let length = u32::try_from(item.text().len()).unwrap_or(u32::MAX);
        sum.wrapping_add(length).wrapping_add(item.error_share_at_step().shown)
    })
}

/// Transcripts with their items, to be graded repeatedly.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub struct Works(Vec<Work>);

/// Reads a file of transcripts and makes their items.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub fn bench_works(lines: &str) -> Works {
    Works(works(lines).collect())
}

/// Grades `count` transcripts with ready graders, in a cycle, and returns a sum over the verdicts.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub fn bench_grade_ready(works: &Works, count: usize) -> usize {
    let graders: Vec<_> =
        works.0.iter().map(|work| (work.grader(), work.transcript.as_str())).collect();
    let next = graders.iter().cycle().take(count);
    sum(next.map(|(grader, transcript)| grader.grade(transcript, StopReason::Unknown)))
}

/// Grades like [`bench_grade_ready`], but makes the grader ready each time.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub fn bench_grade_from_item(works: &Works, count: usize) -> usize {
    let next = works.0.iter().cycle().take(count);
    sum(next.map(Work::grade))
}

/// Grades a file of transcripts and returns the scores as JSON.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub fn bench_grade_file(lines: &str) -> String {
    serde_json::to_string(&scores(lines)).unwrap_or_default()
}

fn sum(verdicts: impl Iterator<Item = Verdict>) -> usize {
    verdicts.fold(0, |sum, verdict| sum.wrapping_add(verdict.metrics.before_first_error))
}
