//! Measures the scheduler's time per attempt, from asking for the next action until the attempt
//! counts as stored: `cargo bench -p stepfall-sweep --bench scheduler`.
//!
//! A round is a whole sweep of 20,000 attempts whose replies arrive at once. Each failed attempt is
//! tried once more.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use stepfall_provider::Usage;
use stepfall_sweep::{
    Balance, CallFailure, Estimate, Next, Plan, Reply, Scheduler, Target, Timeout,
};

const ATTEMPTS: u32 = 20_000;

/// Returns a plan of ten lengths, 1,000 items and two models without a price.
fn plan() -> Plan {
    let targets = vec![Target::model("mistral", "a"), Target::model("groq", "b")];
    let steps = (0..10).map(|tens| 5 + 10 * tens).collect();
    Plan { targets, steps, items: ATTEMPTS / 20, concurrency: 16, ..Plan::default() }
}

/// Runs a sweep to its end. A first try gets no reply if the id of its call, modulo 1,000, is below
/// `failing`.
fn run(mut sweep: Scheduler, failing: u64) -> Scheduler {
    let mut now = 1_764_000_000_000;
    sweep.start(now);
    loop {
        match sweep.next(now) {
            Next::Ask(call) if call.try_number == 1 && call.id % 1_000 < failing => {
                sweep.on_failure(
                    call.id,
                    &CallFailure::TimedOut(Timeout::Silence),
                    Usage::default(),
                    now,
                );
            }
            Next::Ask(call) => {
                let reply = Reply::simulated("Answer: 1".to_owned());
                sweep.on_answered(call.id, reply, now);
            }
            Next::Store(number) => {
                black_box(sweep.unsaved().get(&number).map(stepfall_sweep::Attempt::line));
                sweep.on_stored(number);
            }
            Next::Wait(until) => now = until,
            _ => return sweep,
        }
    }
}

fn scheduler(criterion: &mut Criterion) {
    let plan = plan();
    let estimate = Estimate::of(&plan).unwrap_or_else(|refusal| panic!("{refusal}"));
    let sweep = || Scheduler::new(plan.clone(), estimate.clone(), &[], &Balance::default(), 1);
    let done = run(sweep(), 0).progress(0).answered;
    assert_eq!(done, ATTEMPTS, "every attempt is timed");
    let mut group = criterion.benchmark_group("scheduler");
    group.sample_size(20);
    for (name, failing) in [("answered", 0), ("one-in-twenty-fails", 50)] {
        group.bench_function(name, |bencher| {
            bencher.iter_batched(sweep, |sweep| run(sweep, failing), BatchSize::LargeInput);
        });
    }
    group.finish();
}

criterion_group!(benches, scheduler);
criterion_main!(benches);
