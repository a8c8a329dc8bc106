//! Times the grading of one megabyte of text that repeats a few characters or words.
//!
//! `cargo bench -p stepfall-grade --bench hostile -- --exact 'numbered/"S3"'` times one case.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use stepfall_grade::{Grader, StopReason};
use stepfall_procedure::{Condition, Generator, NameStyle, Seed, Spec};

#[path = "../tests/all/support/hostile.rs"]
mod hostile;

const LENGTH: usize = 1_000_000;

fn hostile_text(criterion: &mut Criterion) {
    for (name, names) in [("numbered", NameStyle::Numbered), ("scattered", NameStyle::Scattered)] {
        let spec = Spec { names, ..Spec::default() };
        let Ok(item) =
            Generator::new(spec).and_then(|generator| generator.item(Seed::wrapping(7), 0))
        else {
            continue;
        };
        let grader = Grader::new(&item, Condition::Trace);
        let mut group = criterion.benchmark_group(name);
        for (piece, text) in hostile::texts(LENGTH).chain(hostile::halves(LENGTH)) {
            group.bench_function(BenchmarkId::from_parameter(format!("{piece:?}")), |bencher| {
                bencher.iter(|| black_box(grader.grade(&text, StopReason::Unknown)));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .without_plots()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(200));
    targets = hostile_text
}
criterion_main!(benches);
