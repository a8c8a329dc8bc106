//! The time to group a run of 21,000 attempts, and to make and draw its figures:
//! `cargo bench -p stepfall-figure --bench summary`.

#[path = "../tests/all/runs/mod.rs"]
mod runs;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use stepfall_figure::{Measure, Summary};

fn summary(criterion: &mut Criterion) {
    let run = runs::sweep(&runs::LENGTHS, 140, 1);
    let summary = Summary::of(&run);
    criterion.bench_function("group", |b| b.iter(|| Summary::of(black_box(&run))));
    criterion.bench_function("collapse", |b| b.iter(|| summary.collapse(Measure::First)));
    criterion.bench_function("modes", |b| b.iter(|| summary.modes()));
    criterion.bench_function("hazard", |b| b.iter(|| summary.hazard()));
    criterion.bench_function("paired", |b| {
        b.iter(|| summary.paired(&summary.with_first(), Measure::First));
    });
    let figure = summary.collapse(Measure::First);
    criterion.bench_function("draw", |b| b.iter(|| figure.scene(720)));
    let mut slow = criterion.benchmark_group("resampled");
    slow.sample_size(10);
    slow.bench_function("horizon", |b| b.iter(|| Summary::of(&run).horizon(Measure::First)));
}

criterion_group!(benches, summary);
criterion_main!(benches);
