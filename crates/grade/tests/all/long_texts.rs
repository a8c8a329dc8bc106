//! Tests that no text is too long or too odd to be graded.
//!
//! Reading takes time proportional to the length of a text. These tests have no clock, but at these
//! lengths anything quadratic takes minutes instead of a part of a second.
//! `cargo bench -p stepfall-grade --bench hostile` times a megabyte in an optimised build.

use stepfall_grade::{Grader, StopReason};
use stepfall_procedure::{Condition, Generator, Item, NameStyle, Seed, Spec};

use crate::support::hostile;

const LENGTH: usize = 300_000;

fn item(names: NameStyle) -> Item {
    let generator = Generator::new(Spec { names, ..Spec::default() }).unwrap();
    generator.item(Seed::wrapping(7), 0).unwrap()
}

fn is_graded(grader: &Grader<'_>, piece: &str, text: &str) {
    let verdict = grader.grade(text, StopReason::Unknown);
    assert!(verdict.modes.contains(&verdict.primary), "{piece:?}");
    let is_within = |part: &std::ops::Range<usize>| text.get(part.clone()).is_some();
    assert!(verdict.samples.iter().all(is_within), "{piece:?}");
}

#[test]
fn long_hostile_texts_are_graded() {
    let (numbered, scattered) = (item(NameStyle::Numbered), item(NameStyle::Scattered));
    let numbered = Grader::new(&numbered, Condition::Trace);
    let scattered = Grader::new(&scattered, Condition::Unchained);
    for (at, (piece, text)) in hostile::texts(LENGTH).enumerate() {
        // Names in the pieces are numbered, so the grader for scattered names gets fewer texts.
        let grader = if at % 4 == 3 { &scattered } else { &numbered };
        is_graded(grader, &piece, &text);
    }
}

#[test]
fn long_texts_with_backward_references_are_graded() {
    let numbered = item(NameStyle::Numbered);
    let grader = Grader::new(&numbered, Condition::Trace);
    for (piece, text) in hostile::halves(LENGTH).step_by(3) {
        is_graded(&grader, &piece, &text);
    }
}
