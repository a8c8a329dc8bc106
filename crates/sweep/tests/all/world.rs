//! A sweep in a world where anything goes wrong at any time: calls, time, the store, the machine. Whatever happens, limits are kept,
//! what arrived is kept, and in the end every attempt is answered once or given up.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use stepfall_executor::Kind;
use stepfall_procedure::Condition;
use stepfall_provider::{Error, ErrorKind, Usage, Wait, classify};
use stepfall_sweep::{
    Call, Caps, Done, Estimate, Failure, Memory, Micros, Next, Plan, Price, Reply, Settings, Store,
    Sweep, Target, cost,
};

const RUN: &str = "run";
/// The most tokens of a reply.
const MAX_OUTPUT: u32 = 50;

/// `SplitMix64` (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }
}

struct World {
    plan: Plan,
    estimate: Estimate,
    sweep: Sweep,
    store: Memory,
    dice: Dice,
    now: u64,
    flights: Vec<Call>,
    /// The texts of answers that arrived and were not lost with the machine.
    arrived: BTreeMap<u32, String>,
    serial: u64,
    /// Requests and money of this life of the run and of what it found.
    asked: u32,
    spent: Micros,
    /// Whether nothing goes wrong any more.
    is_kind: bool,
}

fn plan(dice: &mut Dice) -> Plan {
    let price =
        |at| Price { input: Micros(1_000_000 * at), output: Micros(2_000_000), dated: None };
    let model = |at: u64| Target::Model {
        provider: "openai".to_owned(),
        base: None,
        model: format!("m{at}"),
        size: None,
        price: Some(price(at)),
    };
    let mut targets: Vec<Target> = (0..=dice.below(3)).map(model).collect();
    if dice.below(2) == 0 {
        targets.push(Target::simulated(Kind::Mixed, 200));
    }
    let is_capped = dice.below(2) == 0;
    Plan {
        targets,
        conditions: vec![Condition::Trace, Condition::Copy],
        steps: vec![3, 4],
        look_backs: vec![3],
        items: u32::try_from(1 + dice.below(5)).unwrap(),
        samples: u32::try_from(1 + dice.below(2)).unwrap(),
        settings: Settings { max_output: Some(MAX_OUTPUT), ..Settings::default() },
        caps: Caps {
            requests: is_capped.then(|| u32::try_from(1 + dice.below(60)).unwrap()),
            spend: is_capped.then(|| Micros(dice.below(5_000))),
        },
        concurrency: u16::try_from(1 + dice.below(6)).unwrap(),
        ..Plan::default()
    }
}

impl World {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let plan = plan(&mut dice);
        let estimate = Estimate::of(&plan).unwrap();
        let now = dice.below(2_000_000_000_000);
        let mut sweep = Sweep::new(plan.clone(), estimate.clone(), &[], seed);
        sweep.start(now);
        Self {
            plan,
            estimate,
            sweep,
            store: Memory::default(),
            dice,
            now,
            flights: Vec::new(),
            arrived: BTreeMap::new(),
            serial: 0,
            asked: 0,
            spent: Micros::ZERO,
            is_kind: false,
        }
    }

    /// Something happens.
    fn step(&mut self) {
        match self.dice.below(20) {
            0..=8 => _ = self.drive(),
            9..=13 => self.settle(),
            14..=15 => self.now += self.dice.below(5_000),
            16 => match self.dice.below(6) {
                0 => self.now = self.now.saturating_sub(self.dice.below(10_000_000)),
                1 => self.now += self.dice.below(100_000_000),
                _ => self.now += 60_000,
            },
            17 => self.sweep.start(self.now),
            18 => match self.dice.below(8) {
                0 => assert_eq!(self.sweep.pause(self.now), self.flights.len()),
                1 => self.stop(),
                2 => _ = self.sweep.retry_given_up(),
                3 => self.store.limit(None),
                4 => self.store.limit(Some(0)),
                _ => {}
            },
            _ => {
                if self.dice.below(6) == 0 {
                    self.crash();
                }
            }
        }
    }

    /// The driver does what it is told.
    fn drive(&mut self) -> Next {
        let next = self.sweep.next(self.now);
        match &next {
            Next::Ask(call) => {
                let answered = self.arrived.contains_key(&call.task.number);
                assert!(!answered, "{} was asked again", call.task.number);
                let others = self.flights.iter();
                assert!(others.clone().all(|other| other.task.number != call.task.number));
                let target = call.task.target;
                let beside = others.filter(|other| other.task.target == target).count();
                if !self.plan.targets[usize::from(target)].is_simulated() {
                    assert!(beside < usize::from(self.plan.concurrency));
                    self.asked += 1;
                    assert!(self.plan.caps.requests.is_none_or(|most| self.asked <= most));
                }
                self.flights.push(*call);
            }
            Next::Keep(number) => {
                let attempt = self.sweep.unkept()[number].clone();
                match self.store.keep(RUN, &attempt) {
                    Ok(()) => assert!(self.sweep.kept(*number)),
                    Err(error) => assert!(self.sweep.not_kept(*number, error)),
                }
            }
            Next::Wait(until) => assert!(*until > self.now),
            Next::Busy => assert!(!self.flights.is_empty() || !self.sweep.unkept().is_empty()),
            Next::Finished => assert!(self.flights.is_empty() && self.sweep.unkept().is_empty()),
            Next::Paused(_) | Next::Stopped => {}
        }
        next
    }

    /// Something comes of a call.
    fn settle(&mut self) {
        if self.flights.is_empty() {
            return;
        }
        let at = usize::try_from(self.dice.below(self.flights.len() as u64)).unwrap();
        let call = self.flights.swap_remove(at);
        let output = self.dice.below(u64::from(MAX_OUTPUT) + 1);
        let usage =
            Usage { input: Some(self.dice.below(9)), output: Some(output), ..Usage::default() };
        let is_answer = self.is_kind || self.dice.below(3) > 0;
        let usage = if is_answer || self.dice.below(2) == 0 { usage } else { Usage::default() };
        let target = &self.plan.targets[usize::from(call.task.target)];
        if usage != Usage::default() {
            let cost = target.price().and_then(|price| cost(&usage, price));
            self.spent = self.spent + cost.unwrap_or_default();
        }
        if is_answer {
            self.serial += 1;
            let text = format!("Answer: {}", self.serial);
            self.arrived.insert(call.task.number, text.clone());
            let mut reply = Reply::simulated(text);
            reply.answer.usage = usage;
            assert!(self.sweep.answered(call.id, reply, self.now));
        } else {
            let failure = self.failure();
            self.sweep.failed(call.id, &failure, usage, self.now);
        }
    }

    fn failure(&mut self) -> Failure {
        use ErrorKind as Kind;
        let kinds = [
            Kind::WrongKey,
            Kind::NoPermission,
            Kind::NoCredit,
            Kind::NoSuchModel,
            Kind::NoSuchAddress,
            Kind::RateLimit,
            Kind::Overloaded,
            Kind::TooLong,
            Kind::BadParameter,
            Kind::Malformed,
            Kind::Cut,
            Kind::Unknown,
        ];
        let kind = kinds[usize::try_from(self.dice.below(12)).unwrap()];
        let wait = match self.dice.below(4) {
            0 => Some(Wait::Millis(self.dice.below(100_000))),
            1 => Some(Wait::Until("2026-10-21T07:28:00Z".to_owned())),
            _ => None,
        };
        let error = Error { kind, wait, ..classify(Some(400), &[], b"told") };
        match self.dice.below(6) {
            0 => Failure::Network("gone".to_owned()),
            1 => Failure::TimedOut,
            2 => Failure::Refused { error, dropped: "temperature".to_owned() },
            3 => Failure::Aborted,
            _ => Failure::Provider(error),
        }
    }

    fn stop(&mut self) {
        let ids: BTreeSet<u64> = self.sweep.stop(self.now).into_iter().collect();
        assert_eq!(ids, self.flights.iter().map(|call| call.id).collect());
        for call in std::mem::take(&mut self.flights) {
            self.sweep.failed(call.id, &Failure::Aborted, Usage::default(), self.now);
        }
        let next = self.drive();
        assert!(matches!(next, Next::Stopped | Next::Keep(_)), "{next:?}");
        self.sweep.start(self.now);
    }

    /// The machine goes away, with all that is not stored, and the run is opened again.
    fn crash(&mut self) {
        for number in self.sweep.unkept().keys() {
            self.arrived.remove(number);
        }
        self.flights.clear();
        let stored = self.store.load(RUN, &self.plan).unwrap();
        let done: Vec<Done> = stored.iter().map(Done::from).collect();
        self.asked = done.iter().map(|done| done.requests).sum();
        self.spent =
            done.iter().filter_map(|done| done.cost).fold(Micros::ZERO, |sum, cost| sum + cost);
        self.sweep = Sweep::new(self.plan.clone(), self.estimate.clone(), &done, self.serial);
        self.sweep.start(self.now);
    }

    /// What holds at all times.
    fn look(&mut self) {
        let progress = self.sweep.progress(self.now);
        assert!(self.plan.caps.spend.is_none_or(|most| self.spent <= most));
        assert_eq!(progress.in_flight as usize, self.flights.len());
        assert_eq!((progress.asked, progress.cost), (self.asked, self.spent));
        let stored = self.store.load(RUN, &self.plan).unwrap();
        let answered = stored.iter().filter(|attempt| attempt.is_answer()).count();
        assert_eq!(progress.answered as usize, answered);
        assert!(progress.given_up as usize <= stored.len() - answered);
        for (number, text) in &self.arrived {
            let kept =
                stored.iter().find(|attempt| attempt.number == *number && attempt.is_answer());
            let arrived = kept.or_else(|| self.sweep.unkept().get(number));
            assert_eq!(arrived.and_then(|attempt| attempt.text.as_ref()), Some(text));
        }
    }

    /// Nothing goes wrong any more, and the sweep comes to its end.
    fn finish(&mut self) {
        self.is_kind = true;
        self.plan.caps = Caps::default();
        self.sweep.set_caps(self.plan.caps);
        self.store.limit(None);
        self.sweep.start(self.now);
        self.sweep.retry_given_up();
        for _ in 0..20_000 {
            match self.drive() {
                Next::Wait(until) if self.flights.is_empty() => self.now = until,
                Next::Wait(_) | Next::Busy => self.settle(),
                Next::Paused(_) | Next::Stopped => self.sweep.start(self.now),
                Next::Finished => break,
                Next::Ask(_) | Next::Keep(_) => {}
            }
        }
        assert_eq!(self.sweep.next(self.now), Next::Finished);
        let stored = self.store.load(RUN, &self.plan).unwrap();
        let numbers: Vec<u32> = stored.iter().map(|attempt| attempt.number).collect();
        assert_eq!(numbers, (0..self.plan.tasks()).collect::<Vec<_>>());
        for attempt in &stored {
            assert_eq!(attempt.text.as_ref(), self.arrived.get(&attempt.number));
        }
        let progress = self.sweep.progress(self.now);
        assert_eq!(progress.answered + progress.given_up, self.plan.tasks());
    }
}

proptest! {
    #[test]
    fn whatever_happens_every_attempt_is_answered_once_or_given_up(seed in any::<u64>()) {
        let mut world = World::new(seed);
        for step in 0..400 {
            world.step();
            if step % 8 == 0 {
                world.look();
            }
        }
        world.finish();
        world.look();
    }
}

#[test]
fn two_hundred_thousand_attempts_are_scheduled_one_by_one() {
    let targets = vec![Target::simulated(Kind::Followed, 0), Target::model("openai", "m")];
    let plan = Plan {
        targets,
        steps: vec![3],
        items: 1_000,
        samples: 100,
        concurrency: 64,
        ..Plan::default()
    };
    let mut sweep = Sweep::new(plan.clone(), Estimate::of(&plan).unwrap(), &[], 1);
    let (mut now, mut kept) = (0, 0);
    sweep.start(now);
    loop {
        now += 1;
        match sweep.next(now) {
            Next::Ask(call) => {
                assert!(sweep.answered(call.id, Reply::simulated(String::new()), now));
            }
            Next::Keep(number) => kept += u32::from(sweep.kept(number)),
            other => {
                assert_eq!(other, Next::Finished);
                break;
            }
        }
    }
    assert_eq!((kept, sweep.progress(now).answered), (200_000, 200_000));
}
