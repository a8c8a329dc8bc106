//! Starting, keeping, pausing, stopping, going on.

use stepfall_executor::Kind;
use stepfall_provider::Usage;
use stepfall_sweep::{
    Done, Estimate, Failure, Next, Pause, Reply, Spent, StoreError, Sweep, Target, TargetState,
    Timeout, Tokens, Verdict,
};

use crate::scheduler::desk::{Desk, START, before, plan, reply, sweep, usage};

#[test]
fn nothing_happens_before_the_start() {
    let mut sweep = sweep(&plan(1, 2, 4));
    assert_eq!(sweep.next(START), Next::Paused(Pause::NotStarted));
    sweep.start(START);
    assert!(matches!(sweep.next(START), Next::Ask(_)));
}

#[test]
fn an_attempt_counts_only_once_it_is_kept() {
    let mut desk = Desk::new(1, 1, 4);
    let call = desk.ask();
    assert_eq!(desk.next(), Next::Busy);
    desk.answer(call);
    assert_eq!(desk.sweep.progress(desk.now).answered, 0);
    let attempt = desk.keep();
    assert_eq!((attempt.number, attempt.text.as_deref()), (0, Some("Answer: 1")));
    assert_eq!(desk.sweep.progress(desk.now).answered, 1);
    assert_eq!(desk.next(), Next::Finished);
}

#[test]
fn what_arrived_is_recorded_with_what_was_told_of_it() {
    let mut desk = Desk::new(1, 1, 4);
    let call = desk.ask();
    desk.fail(call, &Failure::TimedOut(Timeout::Silence));
    desk.wait();
    let call = desk.ask();
    assert_eq!(call.try_number, 2);
    let sent = desk.now;
    desk.now += 700;
    let mut reply = Reply { first: Some(40), ..reply("13", usage(5, 6)) };
    reply.answer.model = Some("m-1".to_owned());
    desk.sweep.answered(call.id, reply, desk.now);
    let attempt = desk.keep();
    assert_eq!((attempt.started, attempt.took, attempt.first), (sent, 700, Some(40)));
    assert_eq!((attempt.requests, attempt.tries.len()), (2, 1));
    assert_eq!((attempt.tries[0].at, attempt.tries[0].error.as_str()), (START, "timed-out"));
    assert_eq!((attempt.usage.input, attempt.usage.output), (Some(5), Some(6)));
    assert_eq!((attempt.model.as_deref(), attempt.stop.as_deref()), (Some("m-1"), Some("natural")));
}

#[test]
fn a_full_store_pauses_the_run_and_nothing_is_asked_anew() {
    let mut desk = Desk::new(1, 3, 2);
    let calls = desk.ask_all();
    desk.answer(calls[0]);
    assert_eq!(desk.next(), Next::Keep(0));
    assert!(desk.sweep.not_kept(0, StoreError::Full));
    assert_eq!(desk.next(), Next::Paused(Pause::Store(StoreError::Full)));
    // What arrives meanwhile is offered, and what was refused is not, until the run goes on.
    desk.answer(calls[1]);
    assert_eq!(desk.next(), Next::Keep(1));
    desk.sweep.not_kept(1, StoreError::Full);
    assert_eq!(desk.next(), Next::Paused(Pause::Store(StoreError::Full)));
    desk.sweep.start(desk.now);
    assert_eq!([desk.keep().number, desk.keep().number], [0, 1]);
    let call = desk.ask();
    assert_eq!((call.task.number, call.id), (2, 2));
    desk.solve(call);
    assert_eq!(desk.next(), Next::Finished);
    assert!(desk.sweep.kept(2).is_none() && !desk.sweep.not_kept(2, StoreError::Full));
}

#[test]
fn what_waits_to_be_kept_holds_its_place() {
    let mut desk = Desk::new(1, 9, 2);
    let calls = desk.ask_all();
    desk.answer(calls[0]);
    assert_eq!(desk.next(), Next::Keep(0));
    assert_eq!(desk.next(), Next::Busy);
    desk.sweep.kept(0);
    assert!(matches!(desk.next(), Next::Ask(_)));
}

#[test]
fn a_pause_lets_calls_finish() {
    let mut desk = Desk::new(1, 9, 4);
    let calls = desk.ask_all();
    assert_eq!(desk.sweep.pause(desk.now), 2);
    assert_eq!(desk.next(), Next::Paused(Pause::Wanted));
    for call in calls {
        desk.solve(call);
    }
    assert_eq!(desk.next(), Next::Paused(Pause::Wanted));
    desk.sweep.start(desk.now);
    assert_eq!(desk.ask().task.number, 2);
}

#[test]
fn a_stop_ends_calls_and_keeps_what_came_first() {
    let mut desk = Desk::new(1, 9, 4);
    let calls = desk.ask_all();
    let ids: Vec<u64> = calls.iter().map(|call| call.id).collect();
    assert_eq!(desk.sweep.stop(desk.now), ids);
    assert_eq!(desk.next(), Next::Busy);
    desk.solve(calls[0]);
    assert!(matches!(desk.fail(calls[1], &Failure::Aborted), Verdict::Retry(_)));
    assert_eq!(desk.fail(calls[1], &Failure::Aborted), Verdict::Unknown);
    assert_eq!(desk.next(), Next::Stopped);
    desk.sweep.start(desk.now);
    let call = desk.ask();
    assert_eq!((call.task.number, call.try_number), (1, 1));
}

#[test]
fn an_unknown_call_changes_nothing() {
    let mut desk = Desk::new(1, 1, 4);
    let call = desk.ask();
    desk.answer(call);
    assert!(!desk.sweep.answered(call.id, reply("again", Usage::default()), desk.now));
    assert_eq!(desk.fail(call, &Failure::TimedOut(Timeout::Silence)), Verdict::Unknown);
    assert_eq!(desk.keep().text.as_deref(), Some("Answer: 1"));
    assert_eq!(desk.next(), Next::Finished);
}

#[test]
fn after_a_crash_only_what_is_missing_is_asked() {
    let plan = plan(2, 3, 64);
    let done = |number, is_answer| Done {
        number,
        is_answer,
        may_pass: false,
        cost: None,
        requests: 3,
        tokens: Tokens::default(),
    };
    let spent = Spent { requests: 9, ..Spent::default() };
    let known = [done(0, true), done(1, false), done(5, true), done(5, true), done(99, true)];
    let mut sweep =
        Sweep::new(plan.clone(), Estimate::of(&plan).unwrap(), &known, &before(spent), 1);
    sweep.start(START);
    let progress = sweep.progress(START);
    assert_eq!((progress.total, progress.answered, progress.given_up), (6, 2, 1));
    assert_eq!(progress.asked, 9);
    let mut desk = Desk { sweep, now: START };
    let mut asked: Vec<u32> = Vec::new();
    while let Next::Ask(call) = desk.next() {
        asked.push(call.task.number);
        desk.solve(call);
    }
    asked.sort_unstable();
    assert_eq!(asked, [2, 3, 4]);
    assert_eq!(desk.next(), Next::Finished);
    assert_eq!(desk.sweep.retry_given_up(), 1);
    let call = desk.ask();
    desk.answer(call);
    let attempt = desk.keep();
    assert_eq!((attempt.number, attempt.requests), (1, 4));
    assert_eq!(desk.next(), Next::Finished);
    assert_eq!(desk.sweep.progress(desk.now).answered, 6);
}

#[test]
fn simulated_attempts_come_in_batches_and_are_no_requests() {
    let targets = vec![Target::simulated(Kind::Followed, 0), Target::model("openai", "m")];
    let mut desk = Desk::of(&stepfall_sweep::Plan { targets, ..plan(0, 1_000, 4) });
    let calls = desk.ask_all();
    let simulated = calls.iter().filter(|call| call.task.target == 0).count();
    assert_eq!((simulated, calls.len()), (256, 258));
    assert_eq!(desk.sweep.progress(desk.now).asked, 2);
    for call in calls {
        desk.solve(call);
    }
    assert_eq!(desk.sweep.progress(desk.now).answered, 258);
}

#[test]
fn a_sweep_that_is_stopped_early_has_something_of_every_target() {
    let mut desk = Desk::new(3, 100, 4);
    let mut counts = [0; 3];
    for _ in 0..30 {
        let call = desk.ask();
        counts[usize::from(call.task.target)] += 1;
        desk.solve(call);
    }
    assert_eq!(counts, [10; 3]);
}

#[test]
fn progress_tells_rate_and_time_left() {
    let mut desk = Desk::new(1, 100, 1);
    assert_eq!(desk.sweep.progress(desk.now).eta, None);
    for _ in 0..40 {
        let call = desk.ask();
        desk.now += 2_000;
        desk.solve(call);
    }
    let progress = desk.sweep.progress(desk.now);
    // Thirty a minute, so that sixty take two minutes.
    assert!((28..=32).contains(&progress.rate), "{}", progress.rate);
    assert!((110_000..=130_000).contains(&progress.eta.unwrap()), "{:?}", progress.eta);
    assert_eq!(progress.targets[0].state, TargetState::Working);
    // A night with the lid closed is no active time.
    desk.sweep.pause(desk.now);
    desk.now += 8 * 3_600_000;
    assert_eq!(desk.sweep.progress(desk.now).eta, None);
    assert_eq!(desk.sweep.progress(desk.now).rate, progress.rate);
}
