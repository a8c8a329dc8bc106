//! Attempts of several turns.

use stepfall_procedure::Condition;
use stepfall_sweep::{CallFailure, Estimate, Micros, Next, Pause, Plan, SweepLimits, Turn};

use crate::scheduler::harness::{Harness, error, plan, priced, reply, usage};
use stepfall_provider::{ErrorKind, Wait};

#[test]
fn an_attempt_sums_tokens_requests_and_cost_of_all_turns() {
    let mut harness = Harness::of(&priced(1, 1, 1_000_000));
    let call = harness.ask();
    assert!(harness.sweep.on_turn(call.id, usage(10, 1), Turn::default(), harness.now));
    assert_eq!(harness.next(), Next::Busy);
    harness.now += 500;
    assert!(harness.sweep.on_turn(call.id, usage(20, 2), Turn::default(), harness.now));
    assert!(harness.sweep.on_answered(call.id, reply("whole", usage(30, 3)), harness.now));
    let attempt = harness.keep();
    assert_eq!((attempt.usage.input, attempt.usage.output), (Some(60), Some(6)));
    assert_eq!((attempt.requests, attempt.duration_ms), (3, 500));
    assert_eq!(attempt.cost, Some(Micros(66)));
    let progress = harness.sweep.progress(harness.now);
    assert_eq!((progress.asked, progress.cost, progress.in_flight), (3, Micros(66), 0));
}

#[test]
fn a_dialogue_that_fails_is_resumed_by_a_later_call() {
    let mut harness = Harness::new(1, 1, 1);
    let call = harness.ask();
    assert!(harness.sweep.on_turn(call.id, usage(10, 1), Turn::default(), harness.now));
    harness.fail(call, &error(ErrorKind::RateLimit));
    harness.wait();
    let again = harness.ask();
    assert_eq!(again.task, call.task);
    assert!(harness.sweep.on_answered(again.id, reply("whole", usage(20, 2)), harness.now));
    let attempt = harness.keep();
    assert_eq!((attempt.usage.output, attempt.requests, attempt.tries.len()), (Some(3), 3, 1));
}

#[test]
fn a_dialogue_stops_at_the_request_limit_and_resumes_above_it() {
    let plan = Plan { limits: SweepLimits { requests: Some(2), spend: None }, ..plan(1, 1, 1) };
    let mut harness = Harness::of(&plan);
    let call = harness.ask();
    assert!(harness.sweep.on_turn(call.id, usage(1, 1), Turn::default(), harness.now));
    assert!(!harness.sweep.on_turn(call.id, usage(1, 1), Turn::default(), harness.now));
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
    harness.sweep.set_caps(SweepLimits::default());
    harness.sweep.start(harness.now);
    let again = harness.ask();
    assert!(harness.sweep.on_answered(again.id, reply("whole", usage(1, 1)), harness.now));
    assert_eq!(harness.keep().usage.output, Some(3));
}

#[test]
fn a_pause_stops_a_dialogue_and_a_start_resumes_it() {
    let mut harness = Harness::new(1, 1, 1);
    let call = harness.ask();
    harness.sweep.pause(harness.now);
    assert!(!harness.sweep.on_turn(call.id, usage(1, 1), Turn::default(), harness.now));
    assert!(matches!(
        harness.fail(call, &CallFailure::Aborted),
        stepfall_sweep::FailureOutcome::Unknown
    ));
    harness.sweep.start(harness.now);
    assert_eq!(harness.ask().task, call.task);
}

#[test]
fn a_wait_hint_to_one_dialogue_delays_all_of_its_target() {
    let mut harness = Harness::new(1, 2, 2);
    let calls = harness.ask_all();
    harness.fail(calls[0], &error(ErrorKind::RateLimit));
    assert!(
        harness.sweep.on_turn(calls[1].id, usage(1, 1), Turn::default(), harness.now),
        "without a hint"
    );
    harness.now += 120_000;
    let call = harness.ask();
    let hinted = CallFailure::Provider(stepfall_provider::Error {
        kind: ErrorKind::RateLimit,
        wait: Some(Wait::Millis(5_000)),
        ..stepfall_provider::classify(Some(429), &[], b"told")
    });
    harness.fail(call, &hinted);
    assert!(!harness.sweep.on_turn(calls[1].id, usage(1, 1), Turn::default(), harness.now));
}

#[test]
fn the_estimate_of_a_dialogue_includes_repeated_turns() {
    let estimate = |condition| {
        let plan = Plan { conditions: vec![condition], steps: vec![25], ..priced(1, 1, 1) };
        Estimate::of(&plan).unwrap()
    };
    let (once, by_step) = (estimate(Condition::Trace), estimate(Condition::Stepwise));
    assert_eq!((once.total.requests, by_step.total.requests), (1, 25));
    assert!(by_step.total.input.low > 20 * once.total.input.low);
    let outputs = [once.total.output.low, by_step.total.output.low];
    assert!(outputs[1] >= outputs[0] && outputs[1] < outputs[0] + 30, "{outputs:?}");
    assert_eq!(estimate(Condition::Calculator).total.requests, 26);
    assert_eq!(estimate(Condition::Explain).total.requests, 2);
}

#[test]
fn a_history_longer_than_a_procedure_is_a_problem() {
    let condition = Condition::Primed { steps: 4, errors: 0 };
    let plan = Plan { conditions: vec![condition], steps: vec![3, 5], ..plan(1, 1, 1) };
    let problems = plan.check().unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].sentence.contains("Leave out the lengths 3,"), "{problems:?}");
}

#[test]
fn an_exception_without_sums_is_a_problem() {
    let with = |operations: &str| {
        let mut plan =
            Plan { conditions: vec![Condition::Exception], steps: vec![5], ..plan(1, 1, 1) };
        plan.base.set("ops", operations).unwrap();
        plan.check()
    };
    assert_eq!(with("add,mul"), Ok(()));
    let problems = with("mul,div").unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].sentence.contains("with + or −"), "{problems:?}");
}
