//! Limits that no run may exceed.

use stepfall_provider::{Error, Usage, classify};
use stepfall_solver::SolverKind;
use stepfall_sweep::{
    CallFailure, Estimate, Ledger, LedgerEntry, Micros, Next, Pause, Plan, PriorAttempt, Scheduler,
    Settings, Spending, SweepLimits, Target, Timeout, Tokens,
};

use crate::scheduler::harness::{Harness, START, before, plan, priced, reply, usage};

#[test]
fn every_try_counts_as_a_request() {
    let caps = SweepLimits { requests: Some(3), spend: None };
    let mut harness = Harness::of(&Plan { limits: caps, ..plan(1, 9, 1) });
    for _ in 0..2 {
        let call = harness.ask();
        harness.fail(call, &CallFailure::TimedOut(Timeout::Silence));
        harness.now += 60_000;
    }
    let call = harness.ask();
    harness.solve(call);
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
    assert_eq!(harness.sweep.progress(harness.now).asked, 3);
    harness.sweep.start(harness.now);
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
    harness.sweep.set_caps(SweepLimits { requests: Some(4), spend: None });
    harness.sweep.start(harness.now);
    let call = harness.ask();
    harness.solve(call);
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
}

#[test]
fn simulated_attempts_continue_beyond_a_limit() {
    let caps = SweepLimits { requests: Some(1), spend: None };
    let targets = vec![Target::model("openai", "m"), Target::simulated(SolverKind::Followed, 0)];
    let mut harness = Harness::of(&Plan { limits: caps, targets, ..plan(0, 5, 4) });
    let calls = harness.ask_all();
    assert_eq!(calls.iter().filter(|call| call.task.target == 0).count(), 1);
    assert_eq!(calls.len(), 6);
}

#[test]
fn the_spending_limit_includes_open_requests() {
    let most = Estimate::of(&priced(1, 4, 0)).unwrap().targets[0].cost.unwrap().high.unwrap();
    // There is room for at most three requests.
    let mut harness = Harness::of(&priced(9, 64, 3 * most));
    let first = harness.ask();
    harness.sweep.on_answered(first.id, reply("13", usage(most, 0)), START);
    harness.keep();
    let calls = harness.ask_all();
    assert_eq!(calls.len(), 2);
    harness.sweep.on_answered(calls[0].id, reply("13", usage(0, 0)), START);
    harness.keep();
    let more = harness.ask_all();
    assert_eq!(more.len(), 1);
    // While two calls are under way, both count with their possible cost and no other request
    // fits. One reply turns out to be cheap, so another request fits.
    assert_eq!(harness.next(), Next::Busy);
    harness.sweep.on_answered(calls[1].id, reply("13", usage(0, 0)), START);
    harness.keep();
    let last = harness.ask();
    harness.sweep.on_answered(more[0].id, reply("13", usage(most, 0)), START);
    harness.keep();
    harness.sweep.on_answered(last.id, reply("13", usage(0, 1)), START);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
    assert_eq!(harness.sweep.progress(START).cost, Micros(2 * most + 1));
}

#[test]
fn without_an_output_limit_a_request_is_alone_until_its_cost_is_known() {
    let mut harness = Harness::of(&priced(9, 64, 1_000_000));
    let first = harness.ask_all();
    assert_eq!(first.len(), 1);
    assert_eq!(harness.next(), Next::Busy);
    // The cost stays unknown after a part of a reply, and after a reply without tokens.
    let silent = CallFailure::TimedOut(Timeout::Silence);
    harness.sweep.on_failure(first[0].id, &silent, usage(9, 1), START);
    harness.now += 60_000;
    let first = harness.ask_all();
    assert_eq!(first.len(), 1);
    harness.sweep.on_answered(first[0].id, reply("13", Usage::default()), harness.now);
    harness.keep();
    let second = harness.ask_all();
    assert_eq!(second.len(), 1);
    harness.sweep.on_answered(second[0].id, reply("13", usage(100, 50_000)), START);
    harness.keep();
    // From now on each request counts with this cost.
    assert_eq!(harness.ask_all().len(), 3);
    let mut harness = Harness::of(&priced(9, 64, 100_000));
    let first = harness.ask();
    harness.sweep.on_answered(first.id, reply("13", usage(100, 100_000)), START);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
}

#[test]
fn one_request_of_unknown_cost_is_open_over_all_models() {
    let plan = priced(9, 64, 1_000_000);
    let mut other = plan.targets[0].clone();
    if let Target::Model { model, .. } = &mut other {
        "other".clone_into(model);
    }
    let two = Plan { targets: vec![plan.targets[0].clone(), other], ..plan.clone() };
    let mut harness = Harness::of(&two);
    let first = harness.ask_all();
    assert_eq!(first.len(), 1);
    harness.sweep.on_answered(first[0].id, reply("13", usage(100, 100)), START);
    harness.keep();
    // The cost of requests to the first model is bounded. One request to the second model is sent
    // together with them.
    let calls = harness.ask_all();
    let calls_to = |target| calls.iter().filter(|call| call.task.target == target).count();
    assert_eq!((calls_to(0), calls_to(1)), (2, 1));
}

#[test]
fn an_output_limit_or_no_spending_limit_allows_concurrency() {
    let plan = priced(9, 64, 1_000_000);
    let settings = Settings { max_output: Some(900), ..Settings::default() };
    assert_eq!(Harness::of(&Plan { settings, ..plan.clone() }).ask_all().len(), 2);
    assert_eq!(Harness::of(&Plan { limits: SweepLimits::default(), ..plan }).ask_all().len(), 2);
}

#[test]
fn an_interrupted_reply_counts_as_its_estimate() {
    let high = Estimate::of(&priced(1, 4, 0)).unwrap().targets[0].cost.unwrap().high.unwrap();
    let failure = |after_output| {
        let overloaded = classify(Some(502), &[], b"Bad Gateway");
        CallFailure::Provider(Error { after_output, ..overloaded })
    };
    // The cases are: whether the reply had begun, the reported tokens, and the cost that counts.
    for (after_output, usage, counted) in [
        (false, Usage::default(), 0),
        (true, Usage::default(), high),
        (true, usage(1, 0), high),
        (true, usage(high, 1), high + 1),
    ] {
        let mut harness = Harness::of(&priced(9, 1, 9 * high));
        let call = harness.ask();
        harness.sweep.on_failure(call.id, &failure(after_output), usage, START);
        let entries = harness.sweep.take_entries();
        let over = entries.iter().find_map(|entry| match entry {
            LedgerEntry::Ended { counted, .. } => Some(*counted),
            _ => None,
        });
        assert_eq!(over, Some(Micros(counted)), "{after_output} {usage:?}");
    }
}

#[test]
fn the_expected_cost_of_a_request_is_the_highest_so_far() {
    let mut harness = Harness::of(&priced(9, 1, 100_000));
    let call = harness.ask();
    harness.sweep.on_answered(call.id, reply("13", usage(0, 60_000)), START);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
}

#[test]
fn unreported_usage_counts_as_its_estimate() {
    let high = Estimate::of(&priced(1, 4, 0)).unwrap().targets[0].cost.unwrap().high.unwrap();
    let mut harness = Harness::of(&priced(9, 1, 2 * high));
    let call = harness.ask();
    harness.fail(call, &CallFailure::TimedOut(Timeout::Silence));
    harness.now += 60_000;
    let call = harness.ask();
    harness.sweep.on_answered(call.id, reply("13", Usage::default()), harness.now);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
    assert_eq!(harness.sweep.progress(harness.now).cost, Micros::ZERO);
}

#[test]
fn spending_before_a_crash_counts() {
    let plan = priced(9, 1, 1_000);
    let cost = Micros(999);
    let done = [PriorAttempt {
        number: 0,
        is_answer: true,
        may_pass: false,
        cost: Some(cost),
        requests: 1,
        tokens: Tokens::default(),
    }];
    let spent = Spending { requests: 1, cost, counted: cost, ..Spending::default() };
    let mut sweep =
        Scheduler::new(plan.clone(), Estimate::of(&plan).unwrap(), &done, &before(spent), 1);
    sweep.start(START);
    assert_eq!(sweep.next(START), Next::Paused(Pause::Spend));
}

#[test]
fn the_cost_of_an_attempt_includes_all_its_requests() {
    let mut harness = Harness::of(&priced(1, 1, 1_000_000));
    let call = harness.ask();
    harness.sweep.on_failure(
        call.id,
        &CallFailure::TimedOut(Timeout::Silence),
        usage(100, 7),
        START,
    );
    harness.now += 60_000;
    let call = harness.ask();
    harness.sweep.on_answered(call.id, reply("13", usage(100, 20)), harness.now);
    assert_eq!(harness.keep().cost, Some(Micros(227)));
}

/// Returns a sweep of nine items. An earlier session of the run sent a request for the first item.
fn resumed(cost: Option<Micros>, usage: Tokens) -> Scheduler {
    let plan = priced(9, 1, 1_000);
    let counted = cost.unwrap_or_default();
    let mut ledger = Ledger::default();
    ledger.take(LedgerEntry::Sent { attempt: 0, request: 1, estimate: Micros::ZERO });
    ledger.take(LedgerEntry::Ended { attempt: 0, request: 1, cost, counted, usage, turn: None });
    let tokens = usage;
    let done =
        [PriorAttempt { number: 0, is_answer: true, may_pass: false, cost, requests: 1, tokens }];
    let balance = ledger.balance(&done);
    let mut sweep = Scheduler::new(plan.clone(), Estimate::of(&plan).unwrap(), &done, &balance, 1);
    sweep.start(START);
    sweep
}

#[test]
fn the_highest_cost_before_a_restart_is_reserved() {
    let cheap = resumed(Some(Micros(400)), Tokens::default()).next(START);
    assert!(matches!(cheap, Next::Ask(_)), "{cheap:?}");
    let dear = resumed(Some(Micros(600)), Tokens::default()).next(START);
    assert_eq!(dear, Next::Paused(Pause::Spend));
}

#[test]
fn earlier_tokens_without_a_price_are_charged() {
    let tokens = |input| Tokens { input: Some(input), output: Some(0), ..Tokens::default() };
    let few = resumed(None, tokens(10)).next(START);
    assert!(matches!(few, Next::Ask(_)), "{few:?}");
    assert_eq!(resumed(None, tokens(999)).next(START), Next::Paused(Pause::Spend));
}
