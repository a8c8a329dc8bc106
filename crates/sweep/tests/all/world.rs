//! Runs in a world where the network, the clock, the disk and the machine fail at any time.
//!
//! In every history the limits hold, and no stored answer is requested again. Only stored attempts
//! count. The ledger is never below the requests and the cost that the servers counted, and every
//! run ends.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use stepfall_procedure::Condition;
use stepfall_provider::{Endpoint, Head, Provider};
use stepfall_small_model::WrittenAnswer;
use stepfall_solver::SolverKind;
use stepfall_sweep::{
    Action, Batch, Driver, Estimate, Header, LedgerEntry, Micros, Next, Plan, Price, Reply,
    ReplyEnd, ReplyTimeouts, Run, Scheduler, Settings, StoreError, SweepLimits, Target,
};

/// The number of histories; `STEPFALL_HISTORIES` sets another one.
const HISTORIES: u64 = 4_000;
/// The number of different plans in the histories.
const PLANS: u64 = 48;
/// The maximum number of tokens in a reply.
const MAX_OUTPUT: u64 = 50;

/// The random generator `SplitMix64` (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }

    fn at(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }
}

fn plan(dice: &mut Dice) -> Plan {
    let price = |at| Price { input: Micros(at), output: Micros(2_000_000), dated: None };
    let model = |at: u64| Target::Model {
        provider: "mistral".to_owned(),
        base: None,
        model: format!("m{at}"),
        size: None,
        price: Some(price(at)),
    };
    let mut targets: Vec<Target> = (0..=dice.below(2)).map(model).collect();
    if dice.below(3) == 0 {
        targets.push(Target::simulated(SolverKind::Mixed, 200));
    }
    let conditions = [
        vec![Condition::Trace, Condition::Stepwise],
        vec![Condition::Stepwise],
        vec![Condition::Review, Condition::Verified(1)],
        vec![Condition::Trace],
    ];
    Plan {
        targets,
        conditions: conditions[dice.at(conditions.len())].clone(),
        steps: vec![3],
        look_backs: vec![3],
        items: u32::try_from(1 + dice.below(3)).unwrap(),
        samples: u32::try_from(1 + dice.below(2)).unwrap(),
        settings: Settings {
            max_output: Some(u32::try_from(MAX_OUTPUT).unwrap()),
            ..Settings::default()
        },
        concurrency: u16::try_from(1 + dice.below(5)).unwrap(),
        ..Plan::default()
    }
}

static MADE: LazyLock<Vec<(Plan, Estimate)>> = LazyLock::new(|| {
    let plans = (0..PLANS).map(|seed| plan(&mut Dice(seed)));
    plans
        .map(|plan| {
            let estimate = Estimate::of(&plan).unwrap();
            (plan, estimate)
        })
        .collect()
});

/// A file, and the data from its lines.
#[derive(Default)]
struct Disk {
    bytes: Vec<u8>,
    answered: BTreeSet<u32>,
    /// The number of stored turns of each attempt.
    turns: BTreeMap<u32, usize>,
    /// The requests in the ledger, by attempt and number.
    requested: BTreeSet<(u32, u32)>,
}

impl Disk {
    fn append(&mut self, line: &str) {
        self.bytes.extend_from_slice(line.as_bytes());
        self.bytes.push(b'\n');
        self.note(line);
    }

    fn note(&mut self, line: &str) {
        if !LedgerEntry::is_ledger_line(line) {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = value["text"].as_str().unwrap_or_default();
            let replaced = value["replaced"].as_u64().unwrap_or_default();
            assert_eq!(text.matches('\u{fffd}').count() as u64, replaced, "{line}");
            let number = value["number"].as_u64().filter(|_| value["text"].is_string());
            self.answered.extend(number.map(|number| u32::try_from(number).unwrap()));
            return;
        }
        match LedgerEntry::read(line).unwrap() {
            LedgerEntry::Before(_) => {}
            LedgerEntry::Sent { attempt, request, .. } => {
                _ = self.requested.insert((attempt, request));
            }
            LedgerEntry::Ended { attempt, request, turn, .. } => {
                self.requested.insert((attempt, request));
                *self.turns.entry(attempt).or_default() += usize::from(turn.is_some());
            }
        }
    }

    /// Returns the file after a crash, without its incomplete last line.
    fn torn(mut bytes: Vec<u8>) -> Self {
        let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        bytes.truncate(end);
        let mut disk = Self::default();
        String::from_utf8(bytes).unwrap().lines().for_each(|line| disk.append(line));
        disk
    }

    fn run(&self) -> Run {
        let run = Run::read_lines(std::str::from_utf8(&self.bytes).unwrap().lines()).unwrap();
        assert_eq!(run.bad_lines, 0, "{:?}", run.bad);
        run
    }
}

/// A request that has reached a server.
struct Served {
    call: u64,
    attempt: u32,
    has_head: bool,
}

struct World {
    plan: Plan,
    estimate: Estimate,
    driver: Driver,
    dice: Dice,
    now: u64,
    disk: Disk,
    is_full: bool,
    /// Batches on their way to the disk.
    storing: Vec<Batch>,
    served: Vec<Served>,
    /// The numbers of requests and the cost that the servers counted, over all sessions of the run.
    requests: u32,
    cost: Micros,
    /// The number of requests that were never sent, although their lines may be stored. The run was
    /// stopped between storing and sending.
    unsent: u32,
    /// True if no further request fails.
    is_kind: bool,
    /// The number of the last answer, which its text contains.
    serial: u64,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let made = &*MADE;
        let (mut plan, estimate) = made[dice.at(made.len())].clone();
        if dice.below(2) == 0 {
            plan.limits = SweepLimits {
                requests: Some(u32::try_from(1 + dice.below(40)).unwrap()),
                spend: Some(Micros(dice.below(4_000))),
            };
        }
        let now = dice.below(2_000_000_000_000);
        let mut disk = Disk::default();
        disk.append(&Header::new(&plan, "", 0).line().unwrap());
        let driver = Self::driver(&plan, &estimate, &disk.run(), seed);
        let mut world = Self {
            plan,
            estimate,
            driver,
            dice,
            now,
            disk,
            is_full: false,
            storing: Vec::new(),
            served: Vec::new(),
            requests: 0,
            cost: Micros::ZERO,
            unsent: 0,
            is_kind: false,
            serial: 0,
        };
        world.driver.start(now);
        world
    }

    fn driver(plan: &Plan, estimate: &Estimate, run: &Run, jitter: u64) -> Driver {
        let done = run.prior_attempts();
        let mut driver = Driver::new(plan.clone(), estimate.clone(), &done, run.balance(), jitter);
        let provider = Provider::find("mistral").unwrap();
        let endpoint = |target: &Target| {
            (!target.is_simulated()).then(|| Endpoint::new(provider, None, None).unwrap())
        };
        driver.set_endpoints(plan.targets.iter().map(endpoint).collect());
        driver.set_timeouts(ReplyTimeouts { stall: 100_000, total: 400_000 });
        driver
    }

    /// Lets a random event happen.
    fn step(&mut self) {
        match self.dice.below(24) {
            0..=8 => _ = self.drive(),
            9..=14 => self.serve(),
            15..=17 => self.store(),
            18..=19 => self.now += self.dice.below(5_000),
            20 => match self.dice.below(6) {
                0 => self.now = self.now.saturating_sub(self.dice.below(10_000_000)),
                1 => self.now += self.dice.below(100_000_000),
                _ => self.now += 60_000,
            },
            21 => self.driver.start(self.now),
            22 => match self.dice.below(9) {
                8 => self.leave(),
                0 => _ = self.driver.scheduler().pause(self.now),
                1 => self.stop(),
                2 => _ = self.driver.scheduler().retry_given_up(),
                3..=5 => self.is_full = false,
                _ => self.is_full = true,
            },
            _ => {
                if self.dice.below(4) == 0 {
                    self.crash();
                }
            }
        }
    }

    /// Performs the driver's next action.
    fn drive(&mut self) -> Action {
        let step = self.driver.next(self.now);
        match &step {
            Action::Store(batch) => {
                assert!(self.storing.is_empty());
                self.storing.push(batch.clone());
            }
            Action::Send { call, request, .. } => self.send(*call, &request.body),
            Action::Write { call, question } => {
                let text = format!("written about {}", question.link);
                let came = Ok(WrittenAnswer { text, is_cut: false });
                self.driver.on_small_model_answer(*call, question, came, self.now);
            }
            Action::Abort(call) => self.served.retain(|served| served.call != *call),
            Action::Wait(until) => assert!(*until > self.now),
            Action::Finished => {
                assert!(self.served.is_empty() && self.storing.is_empty());
                assert!(self.driver.scheduler().unsaved().is_empty());
            }
            Action::Busy | Action::Paused(_) | Action::Stopped => {}
        }
        step
    }

    fn send(&mut self, call: u64, body: &str) {
        let task = self.driver.task(call).unwrap();
        assert!(!self.disk.answered.contains(&task.number), "{} was asked again", task.number);
        // The line of the request is on the disk, and no stored turn is requested again.
        let asked = body.matches("\"assistant\"").count();
        let turns = self.disk.turns.get(&task.number).copied().unwrap_or_default();
        assert!(asked >= turns, "a turn of {} was asked again", task.number);
        self.requests += 1;
        let requested = self.disk.requested.len();
        assert!(
            requested >= self.requests as usize,
            "a request was sent before its line was stored"
        );
        assert!(self.plan.limits.requests.is_none_or(|most| self.requests <= most));
        assert!(self.served.iter().all(|other| other.attempt != task.number));
        let target = task.target;
        let in_flight = |other: &&Served| self.plan.task(other.attempt).unwrap().target == target;
        let in_flight = self.served.iter().filter(in_flight).count();
        assert!(in_flight < usize::from(self.plan.concurrency));
        self.served.push(Served { call, attempt: task.number, has_head: false });
    }

    /// Stores the next batch, or reports that the disk is full.
    fn store(&mut self) {
        if self.storing.is_empty() {
            return;
        }
        // A file appends batches in their order.
        let batch = self.storing.remove(0);
        if self.is_full {
            self.driver.on_not_stored(batch.id, &StoreError::Full, self.now);
            return;
        }
        for line in &batch.lines {
            self.disk.append(&line.text);
        }
        let stored = self.driver.on_stored(batch.id);
        let attempts = batch.lines.iter().filter(|line| line.key < u64::from(u32::MAX)).count();
        assert_eq!(stored.len(), attempts);
    }

    /// Answers a request, or lets it fail.
    fn serve(&mut self) {
        if self.served.is_empty() {
            return;
        }
        let at = self.dice.at(self.served.len());
        let call = self.served[at].call;
        let is_bad = !self.is_kind && self.dice.below(4) == 0;
        if is_bad {
            return self.fail(at);
        }
        if !std::mem::replace(&mut self.served[at].has_head, true) {
            self.driver.on_head(call, Head::new(200), self.now);
            if self.dice.below(2) == 0 {
                return;
            }
        }
        self.serial += 1;
        let attempt = self.served.swap_remove(at).attempt;
        let output = self.dice.below(MAX_OUTPUT + 1);
        self.bill(attempt, output);
        // Some replies contain a lone surrogate, which is replaced and counted.
        let half = if self.dice.below(4) == 0 { "\\ud83d " } else { "" };
        let text = format!("S3 = {0}\\n{half}Answer: {0}", self.serial);
        let body = format!(
            r#"{{"choices":[{{"message":{{"content":"{text}"}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":1,"completion_tokens":{output}}}}}"#
        );
        let (first, second) = body.split_at(self.dice.at(body.len()));
        self.driver.on_bytes(call, first.as_bytes(), self.now);
        self.driver.on_bytes(call, second.as_bytes(), self.now);
        self.driver.on_end(call, ReplyEnd::End, self.now);
    }

    /// Adds a reply to the cost on the servers.
    fn bill(&mut self, attempt: u32, output: u64) {
        let target = self.plan.task(attempt).unwrap().target;
        let price = self.plan.targets[usize::from(target)].price().unwrap();
        self.cost = self.cost + price.of_tokens(1, output);
    }

    /// Lets a request fail. Its server may have counted it nevertheless.
    fn fail(&mut self, at: usize) {
        let Served { call, attempt, has_head } = self.served.swap_remove(at);
        let reply = match self.dice.below(14) {
            0 => (401, r#"{"error":{"message":"invalid key"}}"#),
            1 => (402, r#"{"error":{"message":"no credit"}}"#),
            2 => (404, r#"{"error":{"message":"model not found"}}"#),
            3 | 4 => (429, r#"{"error":{"message":"rate limit"}}"#),
            5 | 6 => (500, "gone"),
            7 => (400, r#"{"error":{"message":"the prompt is too long: context length"}}"#),
            8 => (
                400,
                r#"{"error":{"message":"temperature is not supported","param":"temperature"}}"#,
            ),
            9 => {
                self.driver.on_end(call, ReplyEnd::Unreached("refused".to_owned()), self.now);
                return;
            }
            10 => {
                let output = self.dice.below(MAX_OUTPUT + 1);
                self.bill(attempt, output);
                self.driver.on_end(call, ReplyEnd::Lost("reset".to_owned()), self.now);
                return;
            }
            11 => {
                // The reply has no new content until the driver gives it up.
                let output = self.dice.below(MAX_OUTPUT + 1);
                self.bill(attempt, output);
                for _ in 0..12 {
                    self.now += 60_000;
                    self.driver.on_head(call, Head::new(200), self.now - 59_999);
                    self.driver.on_bytes(call, b": still here\n\n \n", self.now);
                    self.driver.on_bytes(
                        call,
                        b"data: {\"choices\":[{\"delta\":{\"content\":\" \"}}]}\n\n",
                        self.now,
                    );
                }
                return;
            }
            _ => {
                // The reply breaks off.
                let output = self.dice.below(MAX_OUTPUT + 1);
                self.bill(attempt, output);
                if !has_head {
                    self.driver.on_head(call, Head::new(200), self.now);
                }
                self.driver.on_bytes(
                    call,
                    b"data: {\"choices\":[{\"delta\":{\"content\":\"S3\"}}]}\n\n",
                    self.now,
                );
                self.driver.on_end(call, ReplyEnd::Lost("reset".to_owned()), self.now);
                return;
            }
        };
        self.driver.on_head(call, Head::new(reply.0), self.now);
        self.driver.on_bytes(call, reply.1.as_bytes(), self.now);
        self.driver.on_end(call, ReplyEnd::End, self.now);
    }

    /// Ends all calls under way. Lines of requests that are not sent yet may be on their way to the
    /// disk.
    fn stop(&mut self) {
        let writing = self.driver.running_call_count() - self.open();
        self.unsent += u32::try_from(writing).unwrap();
        self.driver.stop(self.now);
        for served in std::mem::take(&mut self.served) {
            let output = self.dice.below(MAX_OUTPUT + 1);
            self.bill(served.attempt, output);
        }
    }

    /// Drops the run and opens it again. Everything that has arrived is stored.
    fn leave(&mut self) {
        if self.is_full {
            return;
        }
        self.stop();
        let storing = std::mem::take(&mut self.storing);
        let left = self.driver.unsaved_lines();
        let arrived = self.disk.answered.len()
            + self
                .driver
                .scheduler()
                .unsaved()
                .values()
                .filter(|attempt| attempt.is_answer())
                .count();
        for line in storing.iter().flat_map(|batch| &batch.lines).chain(&left) {
            self.disk.append(&line.text);
        }
        assert_eq!(self.disk.answered.len(), arrived);
        self.unsent = u32::try_from(self.disk.requested.len()).unwrap() - self.requests;
        self.driver = Self::driver(&self.plan, &self.estimate, &self.disk.run(), self.serial);
        self.check();
        self.driver.start(self.now);
    }

    /// Stops the machine. A part of the lines on their way to the disk has arrived, and the last
    /// one may be torn.
    fn crash(&mut self) {
        for served in std::mem::take(&mut self.served) {
            let output = self.dice.below(MAX_OUTPUT + 1);
            self.bill(served.attempt, output);
        }
        let storing = std::mem::take(&mut self.storing);
        let lines: Vec<String> =
            storing.into_iter().flat_map(|batch| batch.lines).map(|line| line.text).collect();
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        let torn = self.dice.at(text.len() + 1);
        let mut bytes = std::mem::take(&mut self.disk.bytes);
        if !self.is_full {
            bytes.extend_from_slice(&text.as_bytes()[..torn]);
        }
        self.disk = Disk::torn(bytes);
        // These requests were not sent, although their lines are stored.
        self.unsent = u32::try_from(self.disk.requested.len()).unwrap() - self.requests;
        self.driver = Self::driver(&self.plan, &self.estimate, &self.disk.run(), self.serial);
        self.check();
        self.driver.start(self.now);
    }

    /// Returns the number of requests that the driver still waits for.
    fn open(&self) -> usize {
        self.served.iter().filter(|served| self.driver.task(served.call).is_some()).count()
    }

    /// Checks the invariants.
    fn check(&mut self) {
        let progress = self.driver.scheduler().progress(self.now);
        assert!(self.plan.limits.spend.is_none_or(|most| self.cost <= most), "{}", self.cost);
        let open = self.open();
        assert!(open <= progress.in_flight as usize);
        assert_eq!(progress.in_flight as usize, self.driver.running_call_count());
        let run = self.disk.run();
        let answered = run.attempts.values().filter(|attempt| attempt.is_answer()).count();
        assert_eq!(progress.answered as usize, answered, "only stored answers count");
        let Spent { requests, counted } = Spent::of(&run);
        assert!(requests >= self.requests, "the ledger is below the cost that the servers counted");
        let writing: usize = self.driver.running_call_count();
        assert!(requests as usize <= self.requests as usize + self.unsent as usize + writing);
        // Requests count with their possible cost while they are under way, and until their outcome
        // is stored.
        assert!(counted >= self.cost, "{counted} is less than {}", self.cost);
    }

    /// Runs to the end without limits and without further failures.
    fn finish(&mut self) {
        self.is_kind = true;
        self.is_full = false;
        self.plan.limits = SweepLimits::default();
        self.driver.scheduler().set_caps(self.plan.limits);
        self.driver.scheduler().retry_given_up();
        self.driver.start(self.now);
        let mut is_over = false;
        for _ in 0..20_000 {
            match self.drive() {
                Action::Wait(_) | Action::Busy | Action::Paused(_) | Action::Stopped
                    if !self.storing.is_empty() =>
                {
                    self.store();
                }
                Action::Wait(_) | Action::Busy if !self.served.is_empty() => self.serve(),
                Action::Wait(until) => self.now = until,
                Action::Paused(_) | Action::Stopped => self.driver.start(self.now),
                Action::Finished => {
                    is_over = true;
                    break;
                }
                Action::Busy
                | Action::Store(_)
                | Action::Send { .. }
                | Action::Write { .. }
                | Action::Abort(_) => {}
            }
        }
        assert!(is_over, "the run does not end");
        let run = self.disk.run();
        let numbers: BTreeSet<u32> = run.attempts.keys().copied().collect();
        assert_eq!(numbers, (0..self.plan.task_count()).collect());
        self.check();
    }
}

/// The spending according to the lines on the disk.
struct Spent {
    requests: u32,
    counted: Micros,
}

impl Spent {
    fn of(run: &Run) -> Self {
        let spent = run.balance().spent;
        Self { requests: spent.requests, counted: spent.counted }
    }
}

/// Runs one history: 120 random events, and then the rest of the run without failures.
fn run_history(seed: u64) {
    let mut world = World::new(seed);
    for step in 0..120 {
        world.step();
        if step % 30 == 0 {
            world.check();
        }
    }
    world.finish();
}

#[test]
fn random_histories_keep_limits_and_lose_no_paid_answer() {
    let asked = std::env::var("STEPFALL_HISTORIES").ok().and_then(|count| count.parse().ok());
    for seed in 0..asked.unwrap_or(HISTORIES) {
        if let Err(panic) = std::panic::catch_unwind(|| run_history(seed)) {
            println!("in history {seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn two_hundred_thousand_attempts_are_scheduled_one_by_one() {
    let targets = vec![Target::simulated(SolverKind::Followed, 0), Target::model("openai", "m")];
    let plan = Plan {
        targets,
        steps: vec![3],
        items: 1_000,
        samples: 100,
        concurrency: 64,
        ..Plan::default()
    };
    let balance = stepfall_sweep::Balance::default();
    let mut sweep = Scheduler::new(plan.clone(), Estimate::of(&plan).unwrap(), &[], &balance, 1);
    let (mut now, mut stored) = (0, 0);
    sweep.start(now);
    loop {
        now += 1;
        match sweep.next(now) {
            Next::Ask(call) => {
                assert!(sweep.on_answered(call.id, Reply::simulated(String::new()), now));
                sweep.take_entries();
            }
            Next::Store(number) => stored += u32::from(sweep.on_stored(number).is_some()),
            other => {
                assert_eq!(other, Next::Finished);
                break;
            }
        }
    }
    assert_eq!((stored, sweep.progress(now).answered), (200_000, 200_000));
}
