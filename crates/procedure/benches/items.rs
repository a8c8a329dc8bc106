//! How long one item takes: making, evaluating and wording it, and both shares of faults that show.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use stepfall_procedure::{Arithmetic, Generator, Item, Seed, Spec};

const STEPS: [u16; 4] = [5, 25, 95, 500];

const ARITHMETICS: [(&str, Arithmetic); 5] = [
    ("integer", Arithmetic::Integer),
    ("mod97", Arithmetic::Modular { modulus: 97 }),
    ("decimal2", Arithmetic::Decimal { places: 2 }),
    ("rational", Arithmetic::Rational),
    ("paper", Arithmetic::Paper { places: 3 }),
];

/// What is timed of an item, by the name of the group.
const WORK: [(&str, fn(&Generator, u64)); 3] = [
    ("make", |generator, seed| {
        black_box(item(generator, seed).map(|item| item.text()));
    }),
    ("make-and-step-shares", |generator, seed| {
        black_box(item(generator, seed).map(|item| (item.text(), item.shows_at_step())));
    }),
    ("answer-shares", |_, _| {}),
];

fn item(generator: &Generator, seed: u64) -> Option<Item> {
    generator.item(Seed::wrapping(seed), 0).ok()
}

fn items(criterion: &mut Criterion) {
    for (group, work) in WORK {
        let mut group_of = criterion.benchmark_group(group);
        for (name, numbers) in ARITHMETICS {
            for steps in STEPS {
                let Ok(generator) = Generator::new(Spec { steps, ..Spec::new(numbers) }) else {
                    continue;
                };
                group_of.throughput(Throughput::Elements(steps.into()));
                // The answer-level shares are timed on finished items: they are asked for on demand.
                let finished: Vec<Item> =
                    (0..16).filter_map(|seed| item(&generator, seed)).collect();
                let mut seed = 0;
                group_of.bench_function(BenchmarkId::new(name, steps), |bencher| {
                    bencher.iter(|| {
                        seed += 1;
                        if group == "answer-shares" {
                            let item = &finished[usize::try_from(seed % 16).unwrap_or(0)];
                            black_box(item.shows_in_answer().ok());
                        } else {
                            work(&generator, seed);
                        }
                    });
                });
            }
        }
        group_of.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(700));
    targets = items
}
criterion_main!(benches);
