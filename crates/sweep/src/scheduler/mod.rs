//! The scheduler: receives the time and the outcomes of calls, and returns the next action.

mod clock;
mod concurrency_limit;
mod limits;
mod next;
mod progress;
mod settle;
mod target_queue;

use std::collections::{BTreeMap, BTreeSet};

use stepfall_provider::{Error, Request, Usage, without_refused};

use self::clock::{Clock, Meter};
use self::concurrency_limit::Jitter;
use self::limits::{LimitCheck, Limits};
use self::target_queue::{Ready, TargetQueue};
use crate::attempt::{Attempt, Try};
use crate::estimate::Estimate;
use crate::ledger::{Balance, LedgerEntry, Spending};
use crate::money::Micros;
use crate::plan::{MAX_ATTEMPTS, Plan, SweepLimits, Task};
use crate::prior_attempt::PriorAttempt;
use crate::store::StoreError;
use crate::target::Target;

pub use self::next::{Call, Next, Pause};
pub use self::progress::{Progress, TargetProgress, TargetState};
pub use self::settle::{FailureOutcome, MAX_RATE_LIMITS, MAX_TRIES};

/// The state of the whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Phase {
    Running,
    Paused(Pause),
    Stopped,
}

/// A call that is under way.
#[derive(Debug, Clone, Copy)]
struct InFlightCall {
    task: Task,
    queue: usize,
    /// The wall time at which the call was sent, in milliseconds from 1970.
    sent: u64,
    /// The moment at which the call was sent, in milliseconds of the clock.
    moment: u64,
    reserved: Micros,
    /// True if the cost of the request has no bound.
    is_unbounded: bool,
}

/// The known state of an attempt that was tried and has no answer yet.
#[derive(Debug, Clone, Default)]
struct Pending {
    /// The number of failures, without rate limits, that count towards [`MAX_TRIES`].
    failures: u32,
    /// The number of rate limits, which count towards [`MAX_RATE_LIMITS`].
    limited: u32,
    requests: u32,
    cost: Option<Micros>,
    /// The tokens of the turns that were answered.
    usage: Usage,
    tries: Vec<Try>,
    dropped: Vec<String>,
}

/// The reasons why no attempt can be tried now.
#[derive(Debug, Default)]
struct WaitReasons {
    /// The first moment at which an attempt may be tried.
    earliest: Option<u64>,
    /// The limit that an attempt would exceed.
    reached: Option<Pause>,
    /// True if an attempt may be within the limits once the cost of the calls under way is known.
    may_fit: bool,
    is_halted: bool,
}

/// A sweep that is under way.
///
/// A driver asks [`Scheduler::next`], carries out the result, and reports the outcome:
///
/// - [`Next::Ask`]: the driver makes the call, and then calls [`Scheduler::on_answered`] or
///   [`Scheduler::on_failure`]. In a dialogue it calls [`Scheduler::on_turn`] for every reply but the last. If
///   a call of a dialogue fails, the next call for the same attempt continues after the replies
///   that the driver holds.
/// - [`Next::Store`]: the driver stores the attempt, and then calls [`Scheduler::on_stored`] or
///   [`Scheduler::on_not_stored`]. The attempt counts only once it is stored.
/// - [`Next::Wait`]: the driver asks again at that time.
///
/// In all cases, the driver also asks again after every report.
///
/// Time may jump or go back: waits are measured by a clock that only goes forwards.
#[derive(Debug)]
pub struct Scheduler {
    plan: Plan,
    estimate: Estimate,
    done: Vec<bool>,
    queues: Vec<TargetQueue>,
    /// The queue that is checked first.
    next_queue: usize,
    in_flight: BTreeMap<u64, InFlightCall>,
    next_id: u64,
    pending: BTreeMap<u32, Pending>,
    unsaved: BTreeMap<u32, Attempt>,
    /// Attempts that have arrived and will be offered to the driver for storage.
    offered: BTreeSet<u32>,
    /// Attempts that could not be stored. They are offered again when the run starts.
    refused: BTreeSet<u32>,
    given_up: BTreeSet<u32>,
    phase: Phase,
    clock: Clock,
    meter: Meter,
    jitter: Jitter,
    limits: Limits,
    /// Spending before the ledger began. It is written to the ledger when the run starts.
    before: Option<Spending>,
    /// Lines of the ledger that must be stored.
    entries: Vec<LedgerEntry>,
    /// The number of replies from any target.
    replies: u64,
}

impl Scheduler {
    /// Creates the sweep of a plan that passed its check, with its existing attempts. Attempts with
    /// an answer are not tried again. Attempts that were given up are tried again if the reason may
    /// have passed, or after [`Scheduler::retry_given_up`]. `balance` is the earlier spending, and
    /// `jitter` the seed of the random waits.
    pub fn new(
        plan: Plan,
        estimate: Estimate,
        done: &[PriorAttempt],
        balance: &Balance,
        jitter: u64,
    ) -> Self {
        let mut is_done = vec![false; plan.task_count().min(MAX_ATTEMPTS) as usize];
        let (passed, done): (Vec<PriorAttempt>, Vec<PriorAttempt>) =
            done.iter().partition(|done| done.may_pass && !done.is_answer);
        let known = done.iter().filter(|done| match is_done.get_mut(done.number as usize) {
            Some(place) => !std::mem::replace(place, true),
            None => false,
        });
        let known: Vec<PriorAttempt> = known.copied().collect();
        let queues = plan.targets.iter().zip(0..);
        let queues = queues.map(|(target, at)| TargetQueue::new(&plan, at, target, &is_done));
        let mut scheduler = Self {
            queues: queues.collect(),
            limits: Limits::new(plan.limits),
            plan,
            estimate,
            done: is_done,
            next_queue: 0,
            in_flight: BTreeMap::new(),
            next_id: 0,
            pending: BTreeMap::new(),
            unsaved: BTreeMap::new(),
            offered: BTreeSet::new(),
            refused: BTreeSet::new(),
            given_up: BTreeSet::new(),
            phase: Phase::Paused(Pause::NotStarted),
            clock: Clock::default(),
            meter: Meter::default(),
            jitter: Jitter::new(jitter),
            replies: 0,
            before: Some(balance.spent)
                .filter(|spent| !balance.is_begun && *spent != Spending::default()),
            entries: Vec::new(),
        };
        for done in known {
            scheduler.recall(done);
        }
        for PriorAttempt { number, requests, cost, .. } in passed {
            scheduler.pending.insert(number, Pending { requests, cost, ..Pending::default() });
        }
        let spent = scheduler.recall_paid(balance);
        scheduler.limits.recall(spent);
        for (&number, account) in &balance.accounts {
            let pending = scheduler.pending.entry(number).or_default();
            pending.requests = pending.requests.max(account.requests);
            pending.cost = pending.cost.max(account.cost);
            pending.usage = account.usage();
        }
        scheduler
    }

    /// Restores the cost of each target's most expensive request. Returns the total spending of
    /// earlier sessions, in which requests that had no price at the time now have one.
    fn recall_paid(&mut self, balance: &Balance) -> Spending {
        let mut spent = balance.spent;
        for (&number, paid) in &balance.paid {
            let Some(task) = self.plan.task(number) else { continue };
            let at = usize::from(task.target);
            let (input, output) = paid.unpriced;
            let price = self.plan.targets.get(at).and_then(Target::price);
            if let Some(price) = price.filter(|_| input > 0 || output > 0) {
                let cost = price.of_tokens(input, output);
                spent.pay(Some(cost), cost);
            }
            if let Some(queue) = self.queues.get_mut(at) {
                queue.max_request_cost = queue.max_request_cost.max(paid.max_cost);
            }
        }
        spent
    }

    /// Adds an existing attempt.
    fn recall(&mut self, done: PriorAttempt) {
        let Some(task) = self.plan.task(done.number) else {
            return;
        };
        let queue = &mut self.queues[usize::from(task.target)];
        if done.is_answer {
            queue.answered += 1;
        } else {
            queue.given_up += 1;
            self.given_up.insert(done.number);
            let PriorAttempt { requests, cost, .. } = done;
            self.pending.insert(done.number, Pending { requests, cost, ..Pending::default() });
        }
    }

    /// Returns the plan. Its limits are those that apply at present.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Replaces the limits of requests and of money.
    pub fn set_caps(&mut self, caps: SweepLimits) {
        self.plan.limits = caps;
        self.limits.caps = caps;
    }

    /// Starts the run, or resumes it after a pause or a stop. Calls to halted targets are made
    /// again, and attempts that could not be stored are offered again.
    pub fn start(&mut self, now: u64) {
        self.tick(now);
        self.phase = Phase::Running;
        for queue in &mut self.queues {
            queue.reopen(self.next_id);
        }
        self.offered.append(&mut self.refused);
        self.entries.extend(self.before.take().map(LedgerEntry::Before));
    }

    /// Allows calls to a halted target again, for example after the user has entered another key.
    pub fn start_target(&mut self, target: u16) {
        if let Some(queue) = self.queues.get_mut(usize::from(target)) {
            queue.reopen(self.next_id);
        }
    }

    /// Pauses the run: no further requests are sent. Calls under way can still receive their reply.
    /// Returns the number of these calls.
    pub fn pause(&mut self, now: u64) -> usize {
        self.tick(now);
        if self.phase == Phase::Running {
            self.phase = Phase::Paused(Pause::Wanted);
        }
        self.in_flight.len()
    }

    /// Stops the run: no further requests are sent. Returns the calls under way. The driver must
    /// end each call and report it with [`CallFailure::Aborted`](crate::CallFailure::Aborted),
    /// unless its reply came first.
    pub fn stop(&mut self, now: u64) -> Vec<u64> {
        self.tick(now);
        self.phase = Phase::Stopped;
        self.in_flight.keys().copied().collect()
    }

    /// Schedules all attempts that were given up for another try, and returns their number.
    pub fn retry_given_up(&mut self) -> usize {
        let numbers = std::mem::take(&mut self.given_up);
        for &number in &numbers {
            let Some(task) = self.plan.task(number) else {
                continue;
            };
            let queue = &mut self.queues[usize::from(task.target)];
            queue.given_up = queue.given_up.saturating_sub(1);
            queue.waiting.insert((0, number));
            if let Some(pending) = self.pending.get_mut(&number) {
                (pending.failures, pending.limited) = (0, 0);
                pending.dropped.clear();
            }
        }
        numbers.len()
    }

    /// Returns the attempts that have arrived and are not stored yet, by number.
    pub const fn unsaved(&self) -> &BTreeMap<u32, Attempt> {
        &self.unsaved
    }

    /// Returns the errors in which a target refused a parameter. Later requests to the target leave
    /// the parameter out.
    pub fn refusals(&self, target: u16) -> &[Error] {
        self.queues.get(usize::from(target)).map_or(&[], |queue| &queue.refusals)
    }

    /// Returns a request to a target without the parameters that the target has refused, and the
    /// names of these parameters.
    pub fn request_without_refused(
        &self,
        target: u16,
        mut request: Request,
    ) -> (Request, Vec<String>) {
        let mut dropped = Vec::new();
        for error in self.refusals(target) {
            if let Some(retry) = without_refused(&request, error) {
                request = retry.request;
                dropped.push(retry.dropped);
            }
        }
        (request, dropped)
    }

    /// Returns the next action. The running time does not depend on the number of attempts; it
    /// grows slightly with the number of targets.
    pub fn next(&mut self, now: u64) -> Next {
        self.tick(now);
        if let Some(number) = self.offered.pop_first() {
            return Next::Store(number);
        }
        match &self.phase {
            Phase::Running => {}
            Phase::Paused(pause) => return Next::Paused(pause.clone()),
            Phase::Stopped if self.in_flight.is_empty() => return Next::Stopped,
            Phase::Stopped => return Next::Busy,
        }
        let mut left = WaitReasons::default();
        for step in 0..self.queues.len() {
            let at = (self.next_queue + step) % self.queues.len();
            if let Some((task, reserved)) = self.ready_task(at, &mut left) {
                return Next::Ask(self.ask(at, task, reserved, now));
            }
        }
        self.idle(left)
    }

    /// Returns the attempt that a queue can try now, with its possible cost. Otherwise returns
    /// `None`, and records in `left` what the queue waits for.
    fn ready_task(&self, at: usize, left: &mut WaitReasons) -> Option<(Task, Micros)> {
        let (queue, moment) = (&self.queues[at], self.clock.elapsed);
        let number = match queue.ready(moment) {
            Ready::Now => queue.peek(moment)?,
            Ready::At(due) => {
                left.earliest = Some(left.earliest.unwrap_or(due).min(due));
                return None;
            }
            Ready::Halted => {
                left.is_halted = true;
                return None;
            }
            Ready::Full | Ready::Empty => return None,
        };
        let task = self.plan.task(number)?;
        // A request without a cost bound waits until no other such request is under way.
        if self.plan.limits.spend.is_some()
            && self.is_unbounded(at)
            && self.in_flight.values().any(|call| call.is_unbounded)
        {
            left.may_fit = true;
            return None;
        }
        let reserved = self.reserve(at, task.number);
        match self.limits.reach(reserved, queue.is_free) {
            LimitCheck::Within => return Some((task, reserved)),
            LimitCheck::Perhaps => left.may_fit = true,
            LimitCheck::Requests => left.reached = Some(Pause::Requests),
            LimitCheck::Spend => left.reached = left.reached.take().or(Some(Pause::Spend)),
        }
        None
    }

    /// Returns the next action when no attempt can be tried now.
    fn idle(&mut self, left: WaitReasons) -> Next {
        let WaitReasons { earliest, reached, may_fit, is_halted } = left;
        let is_final = reached == Some(Pause::Requests) || (earliest.is_none() && !may_fit);
        if let Some(pause) = reached.filter(|_| is_final) {
            return self.pause_for(pause);
        }
        match earliest {
            Some(due) => Next::Wait(self.clock.wall(due)),
            None if !self.in_flight.is_empty() || !self.unsaved.is_empty() => Next::Busy,
            None if is_halted => self.pause_for(Pause::Targets),
            None => Next::Finished,
        }
    }

    fn pause_for(&mut self, pause: Pause) -> Next {
        self.phase = Phase::Paused(pause.clone());
        Next::Paused(pause)
    }

    /// Returns the possible cost of a request: the estimated cost, or that of the target's most
    /// expensive request so far if it is higher.
    fn reserve(&self, queue: usize, number: u32) -> Micros {
        let Some(price) = self.plan.targets.get(queue).and_then(|target| target.price()) else {
            return Micros::ZERO;
        };
        self.estimate.request(number, &self.plan, price).max(self.queues[queue].max_request_cost)
    }

    /// Returns whether the cost of a queue's next request has no bound: output has a price but no
    /// limit, and no cost of the target is known.
    fn is_unbounded(&self, queue: usize) -> bool {
        let price = self.plan.targets.get(queue).and_then(Target::price);
        self.plan.settings.max_output.is_none()
            && price.is_some_and(|price| price.output > Micros::ZERO)
            && self.queues[queue].max_request_cost == Micros::ZERO
    }

    fn ask(&mut self, at: usize, task: Task, reserved: Micros, now: u64) -> Call {
        let is_unbounded = self.is_unbounded(at);
        let queue = &mut self.queues[at];
        queue.take(task.number, &self.plan, &self.done);
        self.next_queue = at + 1;
        let id = self.next_id;
        self.next_id += 1;
        let pending = self.pending.entry(task.number).or_default();
        let try_number = pending.failures + pending.limited + 1;
        let is_free = queue.is_free;
        let moment = self.clock.elapsed;
        let call = InFlightCall { task, queue: at, sent: now, moment, reserved, is_unbounded };
        self.in_flight.insert(id, call);
        if !is_free {
            self.spend(task.number, reserved);
        }
        Call { id, task, try_number }
    }

    /// Counts a request that is about to be sent, and writes it to the ledger.
    fn spend(&mut self, number: u32, reserved: Micros) {
        let pending = self.pending.entry(number).or_default();
        pending.requests = pending.requests.saturating_add(1);
        self.limits.ask(reserved);
        let request = pending.requests;
        self.entries.push(LedgerEntry::Sent { attempt: number, request, estimate: reserved });
    }

    /// Takes back a call whose request was not sent, because its ledger line could not be stored.
    pub fn on_not_sent(&mut self, id: u64, now: u64) {
        self.tick(now);
        let Some(call) = self.in_flight.remove(&id) else { return };
        let queue = &mut self.queues[call.queue];
        queue.in_flight = queue.in_flight.saturating_sub(1);
        queue.waiting.insert((self.clock.elapsed, call.task.number));
        self.limits.take_back(call.reserved);
        if let Some(pending) = self.pending.get_mut(&call.task.number) {
            pending.requests = pending.requests.saturating_sub(1);
        }
    }

    /// Pauses the run after a failure of the store, unless the run is stopped.
    pub fn pause_for_store(&mut self, error: &StoreError) {
        if self.phase != Phase::Stopped {
            self.phase = Phase::Paused(Pause::Store(error.clone()));
        }
    }

    /// Removes and returns the ledger lines that must be stored, in their order. A request may be
    /// sent once its line is stored.
    pub fn take_entries(&mut self) -> Vec<LedgerEntry> {
        std::mem::take(&mut self.entries)
    }

    fn tick(&mut self, now: u64) {
        let passed = self.clock.tick(now);
        if self.phase == Phase::Running {
            self.meter.pass(passed);
        }
    }
}
