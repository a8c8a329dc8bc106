//! Benchmarks of one item: generating, evaluating and writing it, and the shares of errors that
//! change a step's value or the answer.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use stepfall_procedure::{Arithmetic, Generator, Item, Seed, Spec};

const STEPS: [u16; 4] = [5, 25, 95, 500];

const ARITHMETICS: [(&str, Arithmetic); 5] = [
    ("integer", Arithmetic::Integer),
    ("mod97", Arithmetic::Modular { modulus: 97 }),
    ("decimal2", Arithmetic::Decimal { places: 2 }),
    ("rational", Arithmetic::Rational),
    ("paper", Arithmetic::Paper { places: 3 }),
];

/// The number of items of each case that [`finished`] generates before it measures.
const FINISHED: u64 = 16;

/// Calls `time` for every arithmetic and length that has a generator, with the name of the case.
fn for_each_case(mut time: impl FnMut(BenchmarkId, &Generator)) {
    for (name, numbers) in ARITHMETICS {
        for steps in STEPS {
            if let Ok(generator) = Generator::new(Spec { steps, ..Spec::new(numbers) }) {
                time(BenchmarkId::new(name, steps), &generator);
            }
        }
    }
}

/// Times generating an item and then `work` on it. Every iteration has another seed.
fn fresh(criterion: &mut Criterion, group: &str, work: impl Fn(Item)) {
    let mut group = criterion.benchmark_group(group);
    for_each_case(|case, generator| {
        let mut seed = 0;
        group.bench_function(case, |bencher| {
            bencher.iter(|| {
                seed += 1;
                generator.item(Seed::wrapping(seed), 0).map(&work).ok()
            });
        });
    });
}

/// Times generating, evaluating and writing an item, and the difficulty of its arithmetic.
fn make(criterion: &mut Criterion) {
    fresh(criterion, "make", |item| {
        black_box((item.text(), item.difficulty()));
    });
}

/// Times generating, evaluating and writing an item, and its share of errors that change a step.
fn make_and_step_shares(criterion: &mut Criterion) {
    fresh(criterion, "make-and-step-shares", |item| {
        black_box((item.text(), item.error_share_at_step()));
    });
}

/// Times `work` on items that exist already.
fn finished<T>(criterion: &mut Criterion, group: &str, work: impl Fn(&Item) -> T) {
    let mut group = criterion.benchmark_group(group);
    for_each_case(|case, generator| {
        let items: Vec<Item> =
            (0..FINISHED).filter_map(|seed| generator.item(Seed::wrapping(seed), 0).ok()).collect();
        let mut items = items.iter().cycle();
        group.bench_function(case, |bencher| {
            bencher.iter(|| items.next().map(&work));
        });
    });
}

/// Times the share of single errors that change the answer.
fn answer_shares(criterion: &mut Criterion) {
    finished(criterion, "answer-shares", Item::error_share_in_answer);
}

/// Times the share of arithmetic errors that a later division reveals.
fn betrays(criterion: &mut Criterion) {
    finished(criterion, "betrays", Item::remainder_error_share);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(700));
    targets = make, make_and_step_shares, answer_shares, betrays
}
criterion_main!(benches);
