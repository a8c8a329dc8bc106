//! Transcripts are hostile input. Any transcript has a verdict, and all spans of the verdict are
//! inside the transcript.
//!
//! The first byte chooses the item, a line of `grade.items`. The second chooses the condition, and
//! whether the output was cut. The rest is the transcript.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use stepfall_grade::{Grader, StopReason};
use stepfall_link::open;
use stepfall_procedure::{Condition, Item};

#[path = "../../crates/grade/tests/all/support/invariants.rs"]
mod invariants;

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let item = |link: &str| {
        let opened = open(link).expect("a link to an item");
        opened.generator.item(opened.link.seed, opened.link.index).expect("an item")
    };
    include_str!("grade.items").lines().map(item).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let [which, how, transcript @ ..] = bytes else { return };
    let item = &ITEMS[usize::from(*which) % ITEMS.len()];
    let condition = Condition::PLAIN[usize::from(*how & 0x7F) % Condition::PLAIN.len()];
    let stop = if *how < 0x80 { StopReason::Unknown } else { StopReason::Length };
    let transcript = String::from_utf8_lossy(transcript);
    let verdict = Grader::new(item, condition).grade(&transcript, stop);
    invariants::hold(item, &transcript, &verdict);
});
