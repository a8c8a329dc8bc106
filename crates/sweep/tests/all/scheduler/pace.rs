//! The number of concurrent calls, and the waits between calls.

use stepfall_provider::{ErrorKind, Wait};
use stepfall_sweep::{FailureOutcome, Next, TargetState};

use crate::scheduler::harness::{Harness, START, error, limited};

fn window(harness: &mut Harness) -> u32 {
    harness.sweep.progress(harness.now).targets[0].concurrency
}

#[test]
fn concurrency_grows_with_replies_up_to_the_limit() {
    let mut harness = Harness::new(1, 100, 4);
    let mut sizes = Vec::new();
    for _ in 0..5 {
        let calls = harness.ask_all();
        sizes.push(calls.len());
        for call in calls {
            harness.solve(call);
        }
    }
    assert_eq!(sizes, [2, 3, 4, 4, 4]);
    assert_eq!(Harness::new(1, 9, 1).ask_all().len(), 1);
}

#[test]
fn concurrency_halves_once_for_all_open_calls() {
    let mut harness = Harness::new(1, 500, 8);
    while window(&mut harness) < 8 {
        for call in harness.ask_all() {
            harness.solve(call);
        }
    }
    let calls = harness.ask_all();
    assert_eq!(calls.len(), 8);
    for call in calls {
        harness.fail(call, &error(ErrorKind::Overloaded));
        assert_eq!(window(&mut harness), 4);
    }
    harness.now += 1_000;
    let calls = harness.ask_all();
    assert_eq!(calls.len(), 4);
    harness.fail(calls[0], &error(ErrorKind::RateLimit));
    assert_eq!(window(&mut harness), 2);
    // Failures other than rate limits and overload do not reduce the concurrency.
    harness.fail(calls[1], &error(ErrorKind::Malformed));
    assert_eq!(window(&mut harness), 2);
}

#[test]
fn a_wait_hint_applies_to_its_whole_target_only() {
    for (wait, millis) in [
        (Wait::Millis(7_000), 7_000),
        (Wait::Until("2025-11-24T16:00:09.5Z".to_owned()), 10_000),
        (Wait::Until("Mon, 24 Nov 2025 16:00:30 GMT".to_owned()), 30_000),
        (Wait::Millis(u64::MAX), 86_400_000),
    ] {
        let mut harness = Harness::new(2, 1, 4);
        let calls = harness.ask_all();
        harness.fail(calls[0], &limited(wait));
        let until = START + millis;
        assert_eq!(harness.sweep.progress(START).targets[0].state, TargetState::Waiting(until));
        harness.solve(calls[1]);
        assert_eq!(harness.next(), Next::Wait(until));
        harness.now = until - 1;
        assert_eq!(harness.next(), Next::Wait(until));
        harness.now = until;
        assert_eq!(harness.ask().task, calls[0].task);
    }
}

#[test]
fn very_short_hints_do_not_exhaust_an_attempt() {
    let mut harness = Harness::new(1, 1, 4);
    let mut verdict = FailureOutcome::Unknown;
    while verdict != FailureOutcome::GiveUp {
        match harness.next() {
            Next::Ask(call) => verdict = harness.fail(call, &limited(Wait::Millis(20))),
            Next::Wait(until) => harness.now = until,
            other => panic!("{other:?}"),
        }
    }
    assert!(harness.now - START > 120_000, "{}", harness.now - START);
}

#[test]
fn waiting_attempts_are_asked_before_new_ones() {
    let mut harness = Harness::new(1, 9, 4);
    let call = harness.ask();
    harness.fail(call, &limited(Wait::Millis(5_000)));
    assert_eq!(harness.wait(), 5_000);
    assert_eq!(harness.ask().task, call.task);
}

#[test]
fn no_attempt_begins_while_many_wait() {
    let mut harness = Harness::new(1, 1_000, 8);
    let mut begun = 0;
    // Everything fails at once, and no time passes.
    for _ in 0..1_000 {
        while let Next::Ask(call) = harness.next() {
            begun += u32::from(call.try_number == 1);
            harness.fail(call, &error(ErrorKind::RateLimit));
        }
    }
    assert_eq!(begun, 8);
}

#[test]
fn clock_jumps_do_not_extend_a_wait() {
    let mut harness = Harness::new(1, 1, 4);
    let call = harness.ask();
    harness.now += 365 * 86_400_000;
    harness.fail(call, &limited(Wait::Millis(10_000)));
    harness.now = START;
    assert_eq!(harness.next(), Next::Wait(START + 10_000));
    harness.now = START + 4_000;
    assert_eq!(harness.next(), Next::Wait(START + 10_000));
    harness.now = 0;
    assert_eq!(harness.next(), Next::Wait(6_000));
    harness.now = u64::MAX;
    let call = harness.ask();
    harness.fail(call, &limited(Wait::Millis(10_000)));
    assert!(matches!(harness.next(), Next::Ask(_) | Next::Wait(_)));
}
