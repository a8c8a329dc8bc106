//! Starting, pausing, stopping and resuming a run, and storing its attempts.

use stepfall_provider::Usage;
use stepfall_solver::SolverKind;
use stepfall_sweep::{
    CallFailure, Estimate, FailureOutcome, Next, Pause, PriorAttempt, Reply, Scheduler, Spending,
    StoreError, Target, TargetState, Timeout, Tokens,
};

use crate::scheduler::harness::{Harness, START, before, plan, reply, sweep, usage};

#[test]
fn nothing_is_asked_before_the_start() {
    let mut sweep = sweep(&plan(1, 2, 4));
    assert_eq!(sweep.next(START), Next::Paused(Pause::NotStarted));
    sweep.start(START);
    assert!(matches!(sweep.next(START), Next::Ask(_)));
}

#[test]
fn an_attempt_counts_only_when_it_is_stored() {
    let mut harness = Harness::new(1, 1, 4);
    let call = harness.ask();
    assert_eq!(harness.next(), Next::Busy);
    harness.answer(call);
    assert_eq!(harness.sweep.progress(harness.now).answered, 0);
    let attempt = harness.keep();
    assert_eq!((attempt.number, attempt.text.as_deref()), (0, Some("Answer: 1")));
    assert_eq!(harness.sweep.progress(harness.now).answered, 1);
    assert_eq!(harness.next(), Next::Finished);
}

#[test]
fn a_reply_is_recorded_with_its_reported_usage() {
    let mut harness = Harness::new(1, 1, 4);
    let call = harness.ask();
    harness.fail(call, &CallFailure::TimedOut(Timeout::Silence));
    harness.wait();
    let call = harness.ask();
    assert_eq!(call.try_number, 2);
    let sent = harness.now;
    harness.now += 700;
    let mut reply = Reply { first_output_ms: Some(40), ..reply("13", usage(5, 6)) };
    reply.answer.model = Some("m-1".to_owned());
    harness.sweep.on_answered(call.id, reply, harness.now);
    let attempt = harness.keep();
    assert_eq!(
        (attempt.started, attempt.duration_ms, attempt.first_output_ms),
        (sent, 700, Some(40))
    );
    assert_eq!((attempt.requests, attempt.tries.len()), (2, 1));
    assert_eq!((attempt.tries[0].at, attempt.tries[0].error.as_str()), (START, "timed-out"));
    assert_eq!((attempt.usage.input, attempt.usage.output), (Some(5), Some(6)));
    assert_eq!((attempt.model.as_deref(), attempt.stop.as_deref()), (Some("m-1"), Some("natural")));
}

#[test]
fn a_full_store_pauses_the_run_and_repeats_no_request() {
    let mut harness = Harness::new(1, 3, 2);
    let calls = harness.ask_all();
    harness.answer(calls[0]);
    assert_eq!(harness.next(), Next::Store(0));
    assert!(harness.sweep.on_not_stored(0, StoreError::Full));
    assert_eq!(harness.next(), Next::Paused(Pause::Store(StoreError::Full)));
    // New answers are offered. Attempts that could not be stored are offered again when the run
    // goes on.
    harness.answer(calls[1]);
    assert_eq!(harness.next(), Next::Store(1));
    harness.sweep.on_not_stored(1, StoreError::Full);
    assert_eq!(harness.next(), Next::Paused(Pause::Store(StoreError::Full)));
    harness.sweep.start(harness.now);
    assert_eq!([harness.keep().number, harness.keep().number], [0, 1]);
    let call = harness.ask();
    assert_eq!((call.task.number, call.id), (2, 2));
    harness.solve(call);
    assert_eq!(harness.next(), Next::Finished);
    assert!(
        harness.sweep.on_stored(2).is_none() && !harness.sweep.on_not_stored(2, StoreError::Full)
    );
}

#[test]
fn an_unstored_answer_occupies_its_slot() {
    let mut harness = Harness::new(1, 9, 2);
    let calls = harness.ask_all();
    harness.answer(calls[0]);
    assert_eq!(harness.next(), Next::Store(0));
    assert_eq!(harness.next(), Next::Busy);
    harness.sweep.on_stored(0);
    assert!(matches!(harness.next(), Next::Ask(_)));
}

#[test]
fn a_pause_lets_calls_finish() {
    let mut harness = Harness::new(1, 9, 4);
    let calls = harness.ask_all();
    assert_eq!(harness.sweep.pause(harness.now), 2);
    assert_eq!(harness.next(), Next::Paused(Pause::Wanted));
    for call in calls {
        harness.solve(call);
    }
    assert_eq!(harness.next(), Next::Paused(Pause::Wanted));
    harness.sweep.start(harness.now);
    assert_eq!(harness.ask().task.number, 2);
}

#[test]
fn a_stop_aborts_calls_and_keeps_earlier_answers() {
    let mut harness = Harness::new(1, 9, 4);
    let calls = harness.ask_all();
    let ids: Vec<u64> = calls.iter().map(|call| call.id).collect();
    assert_eq!(harness.sweep.stop(harness.now), ids);
    assert_eq!(harness.next(), Next::Busy);
    harness.solve(calls[0]);
    assert!(matches!(harness.fail(calls[1], &CallFailure::Aborted), FailureOutcome::Retry(_)));
    assert_eq!(harness.fail(calls[1], &CallFailure::Aborted), FailureOutcome::Unknown);
    assert_eq!(harness.next(), Next::Stopped);
    harness.sweep.start(harness.now);
    let call = harness.ask();
    assert_eq!((call.task.number, call.try_number), (1, 1));
}

#[test]
fn an_unknown_call_changes_nothing() {
    let mut harness = Harness::new(1, 1, 4);
    let call = harness.ask();
    harness.answer(call);
    assert!(!harness.sweep.on_answered(call.id, reply("again", Usage::default()), harness.now));
    assert_eq!(
        harness.fail(call, &CallFailure::TimedOut(Timeout::Silence)),
        FailureOutcome::Unknown
    );
    assert_eq!(harness.keep().text.as_deref(), Some("Answer: 1"));
    assert_eq!(harness.next(), Next::Finished);
}

#[test]
fn after_a_crash_only_missing_attempts_are_asked() {
    let plan = plan(2, 3, 64);
    let done = |number, is_answer| PriorAttempt {
        number,
        is_answer,
        may_pass: false,
        cost: None,
        requests: 3,
        tokens: Tokens::default(),
    };
    let spent = Spending { requests: 9, ..Spending::default() };
    let known = [done(0, true), done(1, false), done(5, true), done(5, true), done(99, true)];
    let mut sweep =
        Scheduler::new(plan.clone(), Estimate::of(&plan).unwrap(), &known, &before(spent), 1);
    sweep.start(START);
    let progress = sweep.progress(START);
    assert_eq!((progress.total, progress.answered, progress.given_up), (6, 2, 1));
    assert_eq!(progress.asked, 9);
    let mut harness = Harness { sweep, now: START };
    let mut asked: Vec<u32> = Vec::new();
    while let Next::Ask(call) = harness.next() {
        asked.push(call.task.number);
        harness.solve(call);
    }
    asked.sort_unstable();
    assert_eq!(asked, [2, 3, 4]);
    assert_eq!(harness.next(), Next::Finished);
    assert_eq!(harness.sweep.retry_given_up(), 1);
    let call = harness.ask();
    harness.answer(call);
    let attempt = harness.keep();
    assert_eq!((attempt.number, attempt.requests), (1, 4));
    assert_eq!(harness.next(), Next::Finished);
    assert_eq!(harness.sweep.progress(harness.now).answered, 6);
}

#[test]
fn simulated_attempts_run_in_batches_without_requests() {
    let targets = vec![Target::simulated(SolverKind::Followed, 0), Target::model("openai", "m")];
    let mut harness = Harness::of(&stepfall_sweep::Plan { targets, ..plan(0, 1_000, 4) });
    let calls = harness.ask_all();
    let simulated = calls.iter().filter(|call| call.task.target == 0).count();
    assert_eq!((simulated, calls.len()), (256, 258));
    assert_eq!(harness.sweep.progress(harness.now).asked, 2);
    for call in calls {
        harness.solve(call);
    }
    assert_eq!(harness.sweep.progress(harness.now).answered, 258);
}

#[test]
fn targets_progress_evenly() {
    let mut harness = Harness::new(3, 100, 4);
    let mut counts = [0; 3];
    for _ in 0..30 {
        let call = harness.ask();
        counts[usize::from(call.task.target)] += 1;
        harness.solve(call);
    }
    assert_eq!(counts, [10; 3]);
}

#[test]
fn progress_reports_rate_and_remaining_time() {
    let mut harness = Harness::new(1, 100, 1);
    assert_eq!(harness.sweep.progress(harness.now).eta, None);
    for _ in 0..40 {
        let call = harness.ask();
        harness.now += 2_000;
        harness.solve(call);
    }
    let progress = harness.sweep.progress(harness.now);
    // The rate is thirty a minute, so sixty attempts take two minutes.
    assert!((28..=32).contains(&progress.rate), "{}", progress.rate);
    assert!((110_000..=130_000).contains(&progress.eta.unwrap()), "{:?}", progress.eta);
    assert_eq!(progress.targets[0].state, TargetState::Working);
    // The hours in which the machine sleeps are not active time.
    harness.sweep.pause(harness.now);
    harness.now += 8 * 3_600_000;
    assert_eq!(harness.sweep.progress(harness.now).eta, None);
    assert_eq!(harness.sweep.progress(harness.now).rate, progress.rate);
}
