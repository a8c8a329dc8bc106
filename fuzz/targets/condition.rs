//! Dialogues are hostile input. All spans of the verdict are inside the text of the reading, and
//! that text reads back to the same reading.
//!
//! The first byte chooses the item, a line of `grade.items`. The second chooses the condition, and
//! whether the output was cut. The rest is the text.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use stepfall_condition::read;
use stepfall_grade::StopReason;
use stepfall_link::open;
use stepfall_procedure::{Condition, Item};

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let item = |link: &str| {
        let opened = open(link).expect("a link to an item");
        opened.generator.item(opened.link.seed, opened.link.index).expect("an item")
    };
    include_str!("grade.items").lines().map(item).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let [which, how, text @ ..] = bytes else { return };
    let item = &ITEMS[usize::from(*which) % ITEMS.len()];
    let condition = Condition::OFFERED[usize::from(*how & 0x7F) % Condition::OFFERED.len()];
    if !condition.suits(item.spec.steps) {
        return;
    }
    let stop = if *how < 0x80 { StopReason::Unknown } else { StopReason::Length };
    let reading = read(item, condition, &String::from_utf8_lossy(text), stop);
    for step in reading.verdict.visible.claimed_steps() {
        assert!(step.claim.iter().all(|claim| reading.text.get(claim.span.clone()).is_some()));
    }
    for answer in &reading.verdict.visible.answers {
        assert!(reading.text.get(answer.claim.span.clone()).is_some());
    }
    assert!(reading.hidden.iter().all(|range| reading.text.get(range.clone()).is_some()));
    assert_eq!(read(item, condition, &reading.text, stop), reading, "a text reads back");
});
