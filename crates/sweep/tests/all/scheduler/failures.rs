//! The consequences of each kind of failure.

use stepfall_provider::{Endpoint, ErrorKind, ModelRequest, Provider, classify, without_refused};
use stepfall_solver::SolverKind;
use stepfall_sweep::{
    CallFailure, FailureOutcome, Halt, MAX_RATE_LIMITS, MAX_TRIES, Next, Pause, Plan, Target,
    TargetState, Timeout,
};

use crate::scheduler::harness::{Harness, error, limited, network, plan};

/// Fails the only attempt until it is given up. Returns the number of tries and the waits between
/// them.
fn exhaust(harness: &mut Harness, failure: &CallFailure) -> (u32, Vec<u64>) {
    let (mut tries, mut waits) = (0, Vec::new());
    loop {
        match harness.next() {
            Next::Ask(call) => {
                tries += 1;
                assert_eq!(call.try_number, tries);
                if harness.fail(call, failure) == FailureOutcome::GiveUp {
                    return (tries, waits);
                }
            }
            Next::Wait(until) => {
                waits.push(until - harness.now);
                harness.now = until;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn transient_errors_are_retried_a_few_times_and_then_given_up() {
    for (failure, tries) in [
        (error(ErrorKind::Malformed), MAX_TRIES),
        (error(ErrorKind::Cut), MAX_TRIES),
        (error(ErrorKind::Unknown), MAX_TRIES),
        (CallFailure::TimedOut(Timeout::Silence), MAX_TRIES),
        (error(ErrorKind::RateLimit), MAX_RATE_LIMITS),
        (error(ErrorKind::Overloaded), MAX_TRIES),
        (error(ErrorKind::TooLong), 1),
        (error(ErrorKind::BadParameter), 1),
        (CallFailure::NoSimulation, 1),
    ] {
        let mut harness = Harness::new(1, 1, 4);
        let (tried, waits) = exhaust(&mut harness, &failure);
        assert_eq!(tried, tries, "{failure:?}");
        for (doubled, wait) in (0..).zip(waits) {
            assert!(wait <= (1_000 << doubled).min(60_000), "{wait}");
        }
        let attempt = harness.keep();
        assert!(!attempt.is_answer());
        assert_eq!(attempt.requests, tries);
        assert_eq!(attempt.tries.len(), (tries as usize - 1).min(9));
        let progress = harness.sweep.progress(harness.now);
        assert_eq!((progress.answered, progress.given_up), (0, 1));
        assert_eq!(harness.next(), Next::Finished);
    }
}

#[test]
fn attempts_that_were_given_up_can_be_retried() {
    let mut harness = Harness::new(1, 1, 4);
    exhaust(&mut harness, &CallFailure::TimedOut(Timeout::Silence));
    harness.keep();
    assert_eq!(harness.sweep.retry_given_up(), 1);
    assert_eq!(harness.sweep.retry_given_up(), 0);
    let call = harness.ask();
    assert_eq!(call.try_number, 1);
    harness.answer(call);
    let attempt = harness.keep();
    assert_eq!((attempt.is_answer(), attempt.requests, attempt.tries.len()), (true, 7, 6));
    assert_eq!(harness.next(), Next::Finished);
}

#[test]
fn errors_that_need_the_user_halt_only_their_target() {
    for (kind, halt) in [
        (ErrorKind::WrongKey, Halt::WrongKey),
        (ErrorKind::NoPermission, Halt::NoPermission),
        (ErrorKind::NoCredit, Halt::NoCredit),
        (ErrorKind::NoSuchModel, Halt::NoSuchModel),
        (ErrorKind::NoSuchAddress, Halt::NoSuchAddress),
    ] {
        let mut harness = Harness::new(2, 3, 4);
        let call = harness.ask();
        assert_eq!(harness.fail(call, &error(kind)), FailureOutcome::Halted(halt));
        let state = |harness: &mut Harness| harness.sweep.progress(harness.now).targets[0].state;
        assert_eq!(state(&mut harness), TargetState::Halted(halt));
        let mut asked = 0;
        while let Next::Ask(call) = harness.next() {
            assert_eq!(call.task.target, 1);
            harness.solve(call);
            asked += 1;
        }
        assert_eq!(asked, 3);
        assert_eq!(harness.next(), Next::Paused(Pause::Targets));
        harness.sweep.start(harness.now);
        // The failed call does not count as a try.
        let again = harness.ask();
        assert_eq!((again.task, again.try_number), (call.task, 1));
        assert_eq!(state(&mut harness), TargetState::Working);
    }
}

#[test]
fn one_target_can_be_restarted_alone() {
    let mut harness = Harness::new(2, 1, 4);
    let calls = harness.ask_all();
    for call in calls {
        harness.fail(call, &error(ErrorKind::WrongKey));
    }
    harness.sweep.start_target(1);
    assert_eq!(harness.ask().task.target, 1);
    assert_eq!(harness.next(), Next::Busy);
}

#[test]
fn a_late_error_about_the_previous_key_does_not_halt() {
    let mut harness = Harness::new(1, 4, 4);
    let calls = harness.ask_all();
    harness.fail(calls[0], &error(ErrorKind::WrongKey));
    harness.sweep.start_target(0);
    assert!(matches!(
        harness.fail(calls[1], &error(ErrorKind::WrongKey)),
        FailureOutcome::Retry(_)
    ));
    assert!(matches!(harness.next(), Next::Ask(_)));
}

#[test]
fn without_a_connection_the_run_pauses_and_loses_no_try() {
    let mut harness = Harness::new(1, 9, 3);
    let mut verdicts = Vec::new();
    while verdicts.len() < 3 {
        match harness.next() {
            Next::Ask(call) => verdicts.push(harness.fail(call, &network())),
            Next::Wait(until) => harness.now = until,
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(verdicts[..2], [FailureOutcome::Retry(_), FailureOutcome::Retry(_)]));
    assert_eq!(verdicts[2], FailureOutcome::Paused(Pause::Offline));
    assert_eq!(harness.next(), Next::Paused(Pause::Offline));
    harness.now += 3_600_000;
    harness.sweep.start(harness.now);
    while let Next::Ask(call) = harness.next() {
        assert!(call.try_number <= 2);
        harness.solve(call);
    }
    assert_eq!(harness.next(), Next::Finished);
}

#[test]
fn only_a_silent_target_halts_while_others_reply() {
    let mut harness = Harness::new(2, 20, 4);
    let mut failed = 0;
    while failed < 3 {
        match harness.next() {
            Next::Ask(call) if call.task.target == 0 => {
                failed += 1;
                let verdict = harness.fail(call, &network());
                assert_eq!(verdict == FailureOutcome::Halted(Halt::Unreachable), failed == 3);
            }
            Next::Ask(call) => harness.solve(call),
            Next::Wait(until) => harness.now = until,
            other => panic!("{other:?}"),
        }
    }
    let progress = harness.sweep.progress(harness.now);
    assert_eq!(progress.targets[0].state, TargetState::Halted(Halt::Unreachable));
    assert_eq!(harness.ask().task.target, 1);
}

#[test]
fn a_target_that_fails_every_attempt_is_halted() {
    let mut harness = Harness::new(1, 40, 1);
    let mut lost = 0;
    while let Next::Ask(call) = harness.next() {
        assert_eq!(harness.fail(call, &error(ErrorKind::BadParameter)), FailureOutcome::GiveUp);
        harness.keep();
        lost += 1;
    }
    assert_eq!(lost, 10);
    assert_eq!(harness.next(), Next::Paused(Pause::Targets));
    let progress = harness.sweep.progress(harness.now);
    assert_eq!(progress.targets[0].state, TargetState::Halted(Halt::Failing));
    assert_eq!(progress.targets[0].last_error.as_ref().unwrap().error, "bad-parameter");
}

#[test]
fn too_long_prompts_do_not_halt_a_target() {
    let mut harness = Harness::new(1, 40, 1);
    for _ in 0..40 {
        let call = harness.ask();
        assert_eq!(harness.fail(call, &error(ErrorKind::TooLong)), FailureOutcome::GiveUp);
        harness.keep();
    }
    assert_eq!(harness.next(), Next::Finished);
}

#[test]
fn simulated_attempts_do_not_prove_a_connection() {
    let targets = vec![Target::model("openai", "m"), Target::simulated(SolverKind::Followed, 0)];
    let mut harness = Harness::of(&Plan { targets, ..plan(0, 100, 1) });
    let mut verdict = None;
    while verdict != Some(FailureOutcome::Paused(Pause::Offline)) {
        match harness.next() {
            Next::Ask(call) if call.task.target == 0 => {
                verdict = Some(harness.fail(call, &network()));
            }
            Next::Ask(call) => harness.solve(call),
            Next::Wait(until) => harness.now = until,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_refused_parameter_is_left_out_in_later_requests() {
    let mut harness = Harness::new(1, 2, 1);
    let provider = Provider::find("openai").unwrap();
    let endpoint = Endpoint::new(provider, None, None).unwrap();
    let ask = ModelRequest { temperature: Some(0.5), ..ModelRequest::new("m0", "S1 = 4") };
    let request = endpoint.prepare(&ask).request;
    let body = br#"{"error":{"message":"Unsupported value","param":"temperature"}}"#;
    let refusal = classify(Some(400), &[], body);
    let dropped = without_refused(&request, &refusal).unwrap().dropped;
    let failure = CallFailure::Refused { error: refusal, dropped };
    let call = harness.ask();
    assert_eq!(harness.fail(call, &failure), FailureOutcome::Retry(harness.now));
    let again = harness.ask();
    assert_eq!((again.task, again.try_number), (call.task, 1));
    let (fitted, dropped) = harness.sweep.request_without_refused(0, request.clone());
    assert_eq!(dropped, ["temperature"]);
    assert!(request.body.contains("temperature") && !fitted.body.contains("temperature"));
    // A second refusal of the same attempt is final.
    assert_eq!(harness.fail(again, &failure), FailureOutcome::GiveUp);
    let attempt = harness.keep();
    assert_eq!((attempt.dropped, attempt.requests), (vec!["temperature".to_owned(); 2], 2));
    assert_eq!(harness.sweep.refusals(0).len(), 1);
}

#[test]
fn an_unreadable_wait_becomes_a_back_off() {
    let mut harness = Harness::new(1, 1, 4);
    let call = harness.ask();
    harness.fail(call, &limited(stepfall_provider::Wait::Until("soon".to_owned())));
    let waited = if let Next::Wait(until) = harness.next() { until - harness.now } else { 0 };
    assert!(waited <= 1_000);
}

#[test]
fn messages_are_shortened_and_old_tries_dropped() {
    let mut harness = Harness::new(1, 1, 4);
    let body = format!(r#"{{"error":{{"message":"{}"}}}}"#, "x".repeat(1_000));
    let failure = CallFailure::Provider(classify(Some(429), &[], body.as_bytes()));
    exhaust(&mut harness, &failure);
    let attempt = harness.keep();
    assert_eq!((attempt.tries.len(), attempt.requests), (9, MAX_RATE_LIMITS));
    let error = attempt.error.unwrap();
    assert_eq!((error.status, error.message.len()), (Some(429), 300));
}
