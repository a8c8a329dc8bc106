//! A sweep of small items, and helpers to drive it.

use stepfall_provider::{Error, ErrorKind, Usage, Wait, classify};
use stepfall_sweep::{
    Attempt, Balance, Call, CallFailure, Estimate, FailureOutcome, Ledger, LedgerEntry, Micros,
    Next, Plan, Price, Reply, Scheduler, Spending, SweepLimits, Target,
};

/// The time at which sweeps start.
pub(crate) const START: u64 = 1_764_000_000_000;

/// A sweep and the current time.
pub(crate) struct Harness {
    pub(crate) sweep: Scheduler,
    pub(crate) now: u64,
}

/// Returns a plan with items of three steps for some models at one provider.
pub(crate) fn plan(targets: u16, items: u32, concurrency: u16) -> Plan {
    let targets = (0..targets).map(|at| Target::model("openai", &format!("m{at}")));
    Plan { targets: targets.collect(), steps: vec![3], items, concurrency, ..Plan::default() }
}

/// Returns a plan for one model, with a price of one millionth of a dollar a token. `spend` is the
/// limit of money.
pub(crate) fn priced(items: u32, concurrency: u16, spend: u64) -> Plan {
    let price = Price { input: Micros(1_000_000), output: Micros(1_000_000), dated: None };
    let model = Target::Model {
        provider: "openai".to_owned(),
        base: None,
        model: "m".to_owned(),
        size: None,
        price: Some(price),
    };
    let caps = SweepLimits { spend: Some(Micros(spend)), requests: None };
    Plan { targets: vec![model], limits: caps, ..plan(0, items, concurrency) }
}

pub(crate) fn sweep(plan: &Plan) -> Scheduler {
    Scheduler::new(plan.clone(), Estimate::of(plan).unwrap(), &[], &Balance::default(), 1)
}

impl Harness {
    /// Creates and starts a sweep of some models.
    pub(crate) fn new(targets: u16, items: u32, concurrency: u16) -> Self {
        Self::of(&plan(targets, items, concurrency))
    }

    pub(crate) fn of(plan: &Plan) -> Self {
        let mut harness = Self { sweep: sweep(plan), now: START };
        harness.sweep.start(START);
        harness
    }

    pub(crate) fn next(&mut self) -> Next {
        self.sweep.next(self.now)
    }

    /// Returns the call to make now.
    pub(crate) fn ask(&mut self) -> Call {
        match self.next() {
            Next::Ask(call) => call,
            other => panic!("no call: {other:?}"),
        }
    }

    /// Returns all calls to make now.
    pub(crate) fn ask_all(&mut self) -> Vec<Call> {
        let mut calls = Vec::new();
        while let Next::Ask(call) = self.next() {
            calls.push(call);
        }
        calls
    }

    /// Answers a call, without storing the attempt.
    pub(crate) fn answer(&mut self, call: Call) {
        assert!(self.sweep.on_answered(call.id, reply("Answer: 1", Usage::default()), self.now));
    }

    /// Stores the attempt that is offered first.
    pub(crate) fn keep(&mut self) -> Attempt {
        match self.next() {
            Next::Store(number) => {
                let attempt = self.sweep.unsaved()[&number].clone();
                assert!(self.sweep.on_stored(number).is_some());
                attempt
            }
            other => panic!("no attempt to store: {other:?}"),
        }
    }

    /// Answers a call and stores the attempt.
    pub(crate) fn solve(&mut self, call: Call) {
        self.answer(call);
        self.keep();
    }

    pub(crate) fn fail(&mut self, call: Call, failure: &CallFailure) -> FailureOutcome {
        self.sweep.on_failure(call.id, failure, Usage::default(), self.now)
    }

    /// Waits as long as the sweep requires, and returns the duration.
    pub(crate) fn wait(&mut self) -> u64 {
        match self.next() {
            Next::Wait(until) => {
                let waited = until - self.now;
                self.now = until;
                waited
            }
            other => panic!("nothing to wait for: {other:?}"),
        }
    }
}

pub(crate) fn reply(text: &str, usage: Usage) -> Reply {
    let mut reply = Reply::simulated(text.to_owned());
    reply.answer.usage = usage;
    reply
}

pub(crate) fn usage(input: u64, output: u64) -> Usage {
    Usage { input: Some(input), output: Some(output), ..Usage::default() }
}

/// Returns a provider's error of this kind.
pub(crate) fn error(kind: ErrorKind) -> CallFailure {
    CallFailure::Provider(Error { kind, ..classify(Some(500), &[], b"told") })
}

/// Returns a rate limit with which the provider requests a wait.
pub(crate) fn limited(wait: Wait) -> CallFailure {
    CallFailure::Provider(Error {
        kind: ErrorKind::RateLimit,
        wait: Some(wait),
        ..classify(Some(429), &[], b"")
    })
}

pub(crate) fn network() -> CallFailure {
    CallFailure::Network("Failed to fetch".to_owned())
}

/// Returns the balance of a run with this earlier spending.
pub(crate) fn before(spent: Spending) -> Balance {
    let mut ledger = Ledger::default();
    ledger.take(LedgerEntry::Before(spent));
    ledger.balance(&[])
}
