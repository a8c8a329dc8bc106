//! What must not be passed.

use stepfall_executor::Kind;
use stepfall_provider::Usage;
use stepfall_sweep::{
    Caps, Done, Entry, Estimate, Failure, Ledger, Micros, Next, Pause, Plan, Spent, Sweep, Target,
    Timeout, Tokens,
};

use crate::scheduler::harness::{Harness, START, before, plan, priced, reply, usage};

#[test]
fn every_try_is_a_request() {
    let caps = Caps { requests: Some(3), spend: None };
    let mut harness = Harness::of(&Plan { caps, ..plan(1, 9, 1) });
    for _ in 0..2 {
        let call = harness.ask();
        harness.fail(call, &Failure::TimedOut(Timeout::Silence));
        harness.now += 60_000;
    }
    let call = harness.ask();
    harness.solve(call);
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
    assert_eq!(harness.sweep.progress(harness.now).asked, 3);
    harness.sweep.start(harness.now);
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
    harness.sweep.set_caps(Caps { requests: Some(4), spend: None });
    harness.sweep.start(harness.now);
    let call = harness.ask();
    harness.solve(call);
    assert_eq!(harness.next(), Next::Paused(Pause::Requests));
}

#[test]
fn simulated_attempts_go_on_beyond_a_limit() {
    let caps = Caps { requests: Some(1), spend: None };
    let targets = vec![Target::model("openai", "m"), Target::simulated(Kind::Followed, 0)];
    let mut harness = Harness::of(&Plan { caps, targets, ..plan(0, 5, 4) });
    let calls = harness.ask_all();
    assert_eq!(calls.iter().filter(|call| call.task.target == 0).count(), 1);
    assert_eq!(calls.len(), 6);
}

#[test]
fn money_is_counted_with_what_is_under_way() {
    let most = Estimate::of(&priced(1, 4, 0)).unwrap().targets[0].cost.unwrap().high.unwrap();
    // Room for three requests at most.
    let mut harness = Harness::of(&priced(9, 64, 3 * most));
    let calls = harness.ask_all();
    assert_eq!(calls.len(), 2);
    harness.sweep.answered(calls[0].id, reply("13", usage(most, 0)), START);
    harness.keep();
    let more = harness.ask_all();
    assert_eq!(more.len(), 1);
    // Nothing more fits while these two may cost what they may, and then it does, since one was cheap.
    assert_eq!(harness.next(), Next::Busy);
    harness.sweep.answered(calls[1].id, reply("13", usage(0, 0)), START);
    harness.keep();
    let last = harness.ask();
    harness.sweep.answered(more[0].id, reply("13", usage(most, 0)), START);
    harness.keep();
    harness.sweep.answered(last.id, reply("13", usage(0, 1)), START);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
    assert_eq!(harness.sweep.progress(START).cost, Micros(2 * most + 1));
}

#[test]
fn a_request_is_expected_to_cost_what_the_dearest_did() {
    let mut harness = Harness::of(&priced(9, 1, 100_000));
    let call = harness.ask();
    harness.sweep.answered(call.id, reply("13", usage(0, 60_000)), START);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
}

#[test]
fn what_may_have_been_billed_counts_although_nobody_reported_it() {
    let high = Estimate::of(&priced(1, 4, 0)).unwrap().targets[0].cost.unwrap().high.unwrap();
    let mut harness = Harness::of(&priced(9, 1, 2 * high));
    let call = harness.ask();
    harness.fail(call, &Failure::TimedOut(Timeout::Silence));
    harness.now += 60_000;
    let call = harness.ask();
    harness.sweep.answered(call.id, reply("13", Usage::default()), harness.now);
    harness.keep();
    assert_eq!(harness.next(), Next::Paused(Pause::Spend));
    assert_eq!(harness.sweep.progress(harness.now).cost, Micros::ZERO);
}

#[test]
fn what_was_spent_before_a_crash_counts() {
    let plan = priced(9, 1, 1_000);
    let cost = Micros(999);
    let done = [Done {
        number: 0,
        is_answer: true,
        may_pass: false,
        cost: Some(cost),
        requests: 1,
        tokens: Tokens::default(),
    }];
    let spent = Spent { requests: 1, cost, counted: cost, ..Spent::default() };
    let mut sweep =
        Sweep::new(plan.clone(), Estimate::of(&plan).unwrap(), &done, &before(spent), 1);
    sweep.start(START);
    assert_eq!(sweep.next(START), Next::Paused(Pause::Spend));
}

#[test]
fn the_cost_of_an_attempt_is_that_of_all_its_requests() {
    let mut harness = Harness::of(&priced(1, 1, 1_000_000));
    let call = harness.ask();
    harness.sweep.failed(call.id, &Failure::TimedOut(Timeout::Silence), usage(100, 7), START);
    harness.now += 60_000;
    let call = harness.ask();
    harness.sweep.answered(call.id, reply("13", usage(100, 20)), harness.now);
    assert_eq!(harness.keep().cost, Some(Micros(227)));
}

/// A run of nine items, of which a request was sent for the first one in an earlier life.
fn taken_up(cost: Option<Micros>, usage: Tokens) -> Sweep {
    let plan = priced(9, 1, 1_000);
    let counted = cost.unwrap_or_default();
    let mut ledger = Ledger::default();
    ledger.take(Entry::Sent { attempt: 0, request: 1, estimate: Micros::ZERO });
    ledger.take(Entry::Over { attempt: 0, request: 1, cost, counted, usage, turn: None });
    let tokens = usage;
    let done = [Done { number: 0, is_answer: true, may_pass: false, cost, requests: 1, tokens }];
    let balance = ledger.balance(&done);
    let mut sweep = Sweep::new(plan.clone(), Estimate::of(&plan).unwrap(), &done, &balance, 1);
    sweep.start(START);
    sweep
}

#[test]
fn the_dearest_request_of_an_earlier_life_is_reserved() {
    let cheap = taken_up(Some(Micros(400)), Tokens::default()).next(START);
    assert!(matches!(cheap, Next::Ask(_)), "{cheap:?}");
    let dear = taken_up(Some(Micros(600)), Tokens::default()).next(START);
    assert_eq!(dear, Next::Paused(Pause::Spend));
}

#[test]
fn tokens_of_a_time_without_a_price_are_paid_for() {
    let tokens = |input| Tokens { input: Some(input), output: Some(0), ..Tokens::default() };
    let few = taken_up(None, tokens(10)).next(START);
    assert!(matches!(few, Next::Ask(_)), "{few:?}");
    assert_eq!(taken_up(None, tokens(999)).next(START), Next::Paused(Pause::Spend));
}
