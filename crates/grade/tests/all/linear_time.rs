//! That no text takes longer than in proportion to its length.
//!
//! What is compared is one long text with as much work in short ones, so that a busy or a slow machine delays both alike: they take the
//! same time where reading is linear, and the long one sixteen times as long where anything is quadratic. How long a megabyte takes in an optimised
//! build is for `cargo bench -p stepfall-grade --bench hostile` to say.

use std::hint::black_box;
use std::time::{Duration, Instant};

use stepfall_grade::{Grader, Stop};
use stepfall_procedure::{Condition, Generator, Item, Names, Seed, Spec};

use crate::support::hostile;

const SHORT: usize = 2_500;
const TIMES: u32 = 16;

/// How many times as long the long text may take: far from both one and sixteen.
const LIMIT: u32 = 4;

/// A long text that is read so quickly, even by a build for tests, needs no comparison.
const QUICK: Duration = Duration::from_millis(40);

/// How often a text is measured that seems to take too long.
const ATTEMPTS: usize = 5;

fn item(names: Names) -> Item {
    let generator = Generator::new(Spec { names, ..Spec::default() }).unwrap();
    generator.item(Seed::wrapping(7), 0).unwrap()
}

fn taken(grader: &Grader<'_>, text: &str, times: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..times {
        black_box(grader.grade(text, Stop::Unknown));
    }
    start.elapsed()
}

fn in_proportion(grader: &Grader<'_>, piece: &str, short: &str, long: &str) {
    let holds = || {
        let of_long = taken(grader, long, 1);
        of_long < QUICK || of_long < taken(grader, short, TIMES) * LIMIT
    };
    assert!((0..ATTEMPTS).any(|_| holds()), "{piece:?}, again and again");
}

#[test]
fn hostile_text_takes_time_in_proportion() {
    let (numbered, scattered) = (item(Names::Numbered), item(Names::Scattered));
    let numbered = Grader::new(&numbered, Condition::Trace);
    let scattered = Grader::new(&scattered, Condition::Inline);
    let texts = hostile::texts(SHORT).zip(hostile::texts(SHORT * TIMES as usize));
    for (at, ((piece, short), (_, long))) in texts.enumerate() {
        // Most of the pieces are names that only the first knows.
        let grader = if at % 4 == 3 { &scattered } else { &numbered };
        in_proportion(grader, &piece, &short, &long);
    }
}

#[test]
fn what_looks_back_takes_time_in_proportion() {
    let numbered = item(Names::Numbered);
    let grader = Grader::new(&numbered, Condition::Trace);
    // The same of each of two things is less than the square of the whole: it shows in longer texts.
    let short = SHORT * 4;
    let texts = hostile::halves(short).zip(hostile::halves(short * TIMES as usize));
    for ((piece, short), (_, long)) in texts.step_by(3) {
        in_proportion(&grader, &piece, &short, &long);
    }
}
