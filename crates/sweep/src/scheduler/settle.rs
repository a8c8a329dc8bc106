//! The outcomes of calls, and their consequences.

use stepfall_provider::{Answer, Error, Usage};

use super::limits::{Billing, LimitCheck};
use super::{InFlightCall, Pause, Pending, Phase, Scheduler};
use crate::attempt::{Attempt, MAX_TRIES_KEPT};
use crate::failure::{CallFailure, FailurePolicy, Halt};
use crate::ledger::{LedgerEntry, Turn};
use crate::money::{Micros, cost};
use crate::reply::Reply;
use crate::slug;
use crate::store::StoreError;

/// The number of tries before an attempt is given up, for temporary failures.
pub const MAX_TRIES: u32 = 6;
/// The number of tries before an attempt is given up, for rate limits.
pub const MAX_RATE_LIMITS: u32 = 20;
/// The number of consecutive calls without a reply after which the target counts as unreachable, or
/// the run as offline.
const MAX_CALLS_WITHOUT_REPLY: u32 = 3;
/// The number of consecutive given-up attempts after which their target is halted.
const MAX_CONSECUTIVE_GIVEN_UP: u32 = 10;
/// The most refused parameters that are remembered for a target.
const MAX_REFUSALS: usize = 4;

/// The consequence of a failed call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FailureOutcome {
    /// The attempt is tried again, at this time in milliseconds from 1970 or later.
    Retry(u64),
    /// The attempt is given up, and must be stored as given up.
    GiveUp,
    /// The target is halted; the attempt is tried again after the user has intervened.
    Halted(Halt),
    /// The run is paused; the attempt is tried again when it goes on.
    Paused(Pause),
    /// No such call is under way, so there is no consequence.
    Unknown,
}

impl Scheduler {
    /// Reports that a call was answered, and offers the attempt for storage. Returns whether the
    /// call was under way.
    pub fn on_answered(&mut self, id: u64, reply: Reply, now: u64) -> bool {
        self.tick(now);
        let Some(call) = self.end_call(id, reply.answer.usage, Billing::Whole, None) else {
            return false;
        };
        let queue = &mut self.queues[call.queue];
        if !queue.is_free {
            self.replies += 1;
            queue.concurrency.widen();
        }
        (queue.calls_without_reply, queue.given_up_in_a_row) = (0, 0);
        let number = call.task.number;
        let pending = self.pending.remove(&number).unwrap_or_default();
        let before = pending.usage;
        let mut attempt = self.record(&call, pending);
        let Reply { answer, first_output_ms: first } = reply;
        let Answer { text, reasoning, replaced, stop, model, usage, omitted, dropped, .. } = answer;
        attempt.text = Some(text);
        attempt.reasoning = Some(reasoning).filter(|reasoning| !reasoning.is_empty());
        attempt.replaced = replaced;
        attempt.stop = stop.as_ref().map(slug::of_stop);
        attempt.model = model;
        attempt.usage = before.plus(usage).into();
        attempt.first_output_ms = first;
        let omitted = omitted.into_iter();
        attempt.omitted =
            omitted.map(|parameter| slug::of_parameter(parameter).to_owned()).collect();
        attempt.dropped = dropped;
        self.arrive(call.queue, attempt);
        true
    }

    /// Reports a reply after which the dialogue goes on, with its tokens and the turn to store in
    /// the ledger. If this returns true, the driver must send the next request as part of the same
    /// call. Otherwise the call is over, and the attempt is tried again when the run, the target
    /// and the limits allow it.
    pub fn on_turn(&mut self, id: u64, usage: Usage, turn: Turn, now: u64) -> bool {
        self.tick(now);
        let Some(mut call) = self.end_call(id, usage, Billing::Whole, Some(turn)) else {
            return false;
        };
        let queue = &mut self.queues[call.queue];
        self.replies += 1;
        queue.concurrency.widen();
        (queue.calls_without_reply, queue.given_up_in_a_row) = (0, 0);
        let number = call.task.number;
        call.reserved = self.reserve(call.queue, number);
        call.is_unbounded = self.is_unbounded(call.queue);
        let pending = self.pending.entry(number).or_default();
        pending.usage = pending.usage.plus(usage);
        let queue = &self.queues[call.queue];
        let may_ask = self.phase == Phase::Running
            && queue.halt.is_none()
            && queue.not_before <= self.clock.elapsed;
        if !may_ask || self.limits.reach(call.reserved, false) != LimitCheck::Within {
            self.put_back(&call);
            return false;
        }
        (pending.failures, pending.limited) = (0, 0);
        self.spend(number, call.reserved);
        self.queues[call.queue].in_flight += 1;
        self.in_flight.insert(id, call);
        true
    }

    /// Reports that a call failed, with the tokens that were reported before. Returns the
    /// consequence, for information; the driver only has to call [`Scheduler::next`].
    pub fn on_failure(
        &mut self,
        id: u64,
        failure: &CallFailure,
        usage: Usage,
        now: u64,
    ) -> FailureOutcome {
        self.tick(now);
        let billing = if failure.may_cost() { Billing::Partial } else { Billing::Reported };
        let Some(call) = self.end_call(id, usage, billing, None) else {
            return FailureOutcome::Unknown;
        };
        if failure.is_reply() {
            self.replies += 1;
            self.queues[call.queue].calls_without_reply = 0;
        }
        let course = failure.policy();
        if course != FailurePolicy::RetryNow {
            let failed = failure.as_try(now);
            let pending = self.pending.entry(call.task.number).or_default();
            if pending.tries.len() == MAX_TRIES_KEPT {
                pending.tries.remove(0);
            }
            pending.tries.push(failed.clone());
            self.queues[call.queue].last_error = Some(failed);
        }
        match course {
            FailurePolicy::RetryNow => self.put_back(&call),
            FailurePolicy::GiveUp => self.give_up(&call),
            FailurePolicy::GiveUpAndCount => self.give_up_and_count(&call),
            FailurePolicy::Halt(_)
                if id < self.queues[call.queue].first_call_since_intervention =>
            {
                self.put_back(&call)
            }
            FailurePolicy::Halt(halt) => {
                self.put_back(&call);
                self.halt(call.queue, halt)
            }
            FailurePolicy::Network => self.on_missing_reply(&call),
            FailurePolicy::WithoutParameter => self.retry_without_parameter(&call, failure),
            FailurePolicy::Retry => self.retry(&call),
            FailurePolicy::ReduceConcurrency => self.reduce_concurrency(id, &call, failure, now),
        }
    }

    /// Reports that an attempt is stored, and returns the attempt; `None` if it was already stored
    /// or is unknown.
    pub fn on_stored(&mut self, number: u32) -> Option<Attempt> {
        let attempt = self.unsaved.remove(&number)?;
        self.offered.remove(&number);
        self.refused.remove(&number);
        if let Some(task) = self.plan.task(number) {
            let queue = &mut self.queues[usize::from(task.target)];
            queue.unsaved = queue.unsaved.saturating_sub(1);
            if attempt.is_answer() {
                queue.answered += 1;
                self.meter.count();
            } else {
                queue.given_up += 1;
                self.given_up.insert(number);
            }
        }
        Some(attempt)
    }

    /// Reports that an attempt could not be stored. The run pauses, and offers the attempt again
    /// when it goes on. Returns false if the attempt is unknown or already stored.
    pub fn on_not_stored(&mut self, number: u32, error: StoreError) -> bool {
        if !self.unsaved.contains_key(&number) {
            return false;
        }
        self.offered.remove(&number);
        self.refused.insert(number);
        if self.phase != Phase::Stopped {
            self.phase = Phase::Paused(Pause::Store(error));
        }
        true
    }

    /// Removes a call from those under way, and counts the tokens and the cost of its last request.
    /// Returns `None` if no such call is under way.
    fn end_call(
        &mut self,
        id: u64,
        usage: Usage,
        billing: Billing,
        turn: Option<Turn>,
    ) -> Option<InFlightCall> {
        let call = self.in_flight.remove(&id)?;
        let queue = &mut self.queues[call.queue];
        queue.in_flight = queue.in_flight.saturating_sub(1);
        if queue.is_free {
            return Some(call);
        }
        let price = self.plan.targets.get(call.queue).and_then(|target| target.price());
        // Without reported tokens the cost is unknown, even if the price is zero.
        let cost =
            price.filter(|_| usage != Usage::default()).and_then(|price| cost(&usage, price));
        // A reply that broke off may cost less than a complete one. Its cost can raise the highest
        // cost, but only a complete reply sets the first one.
        if billing == Billing::Whole || queue.max_request_cost > Micros::ZERO {
            queue.max_request_cost = queue.max_request_cost.max(cost.unwrap_or_default());
        }
        let counted = self.limits.settle(call.reserved, cost, billing);
        self.limits.count(usage.into());
        let attempt = call.task.number;
        let pending = self.pending.entry(attempt).or_default();
        let (request, usage, turn) = (pending.requests, usage.into(), turn.map(Box::new));
        self.entries.push(LedgerEntry::Ended { attempt, request, cost, counted, usage, turn });
        if let Some(cost) = cost {
            pending.cost = Some(pending.cost.unwrap_or(Micros::ZERO) + cost);
        }
        Some(call)
    }

    /// Returns the record of an attempt whose last call has ended.
    fn record(&self, call: &InFlightCall, pending: Pending) -> Attempt {
        Attempt {
            started: call.sent,
            duration_ms: self.clock.elapsed.saturating_sub(call.moment),
            tries: pending.tries,
            requests: pending.requests,
            dropped: pending.dropped,
            cost: pending.cost,
            ..Attempt::of(&self.plan, &call.task)
        }
    }

    fn arrive(&mut self, queue: usize, attempt: Attempt) {
        self.queues[queue].unsaved += 1;
        self.offered.insert(attempt.number);
        self.unsaved.insert(attempt.number, attempt);
    }

    fn give_up(&mut self, call: &InFlightCall) -> FailureOutcome {
        // The pending state stays, in case the attempt is tried once more.
        let pending = self.pending.entry(call.task.number).or_default().clone();
        let mut attempt = self.record(call, pending);
        attempt.error = attempt.tries.pop();
        self.arrive(call.queue, attempt);
        FailureOutcome::GiveUp
    }

    /// Gives up an attempt for a reason that may apply to all attempts of its target.
    fn give_up_and_count(&mut self, call: &InFlightCall) -> FailureOutcome {
        let queue = &mut self.queues[call.queue];
        queue.given_up_in_a_row += 1;
        if queue.given_up_in_a_row >= MAX_CONSECUTIVE_GIVEN_UP {
            queue.halt = queue.halt.or(Some(Halt::Failing));
        }
        self.give_up(call)
    }

    /// Puts the attempt back, to be tried again at once.
    fn put_back(&mut self, call: &InFlightCall) -> FailureOutcome {
        self.wait_until(call, self.clock.elapsed)
    }

    fn wait_until(&mut self, call: &InFlightCall, moment: u64) -> FailureOutcome {
        self.queues[call.queue].waiting.insert((moment, call.task.number));
        FailureOutcome::Retry(self.clock.wall(moment))
    }

    fn halt(&mut self, queue: usize, halt: Halt) -> FailureOutcome {
        self.queues[queue].halt = Some(halt);
        FailureOutcome::Halted(halt)
    }

    /// Tries again after a random wait, or gives up after too many failures.
    fn retry(&mut self, call: &InFlightCall) -> FailureOutcome {
        let Some(failures) = self.count_failure(call, false) else {
            return self.give_up_and_count(call);
        };
        let wait = self.jitter.back_off(failures);
        self.wait_until(call, self.clock.elapsed.saturating_add(wait))
    }

    /// Sends fewer requests to the target at once. Tries again after the wait that the target asks
    /// for, or after a longer random wait. Gives up after too many failures.
    fn reduce_concurrency(
        &mut self,
        id: u64,
        call: &InFlightCall,
        failure: &CallFailure,
        now: u64,
    ) -> FailureOutcome {
        let hint = failure.wait(now);
        let moment = self.clock.elapsed.saturating_add(hint.unwrap_or_default());
        let queue = &mut self.queues[call.queue];
        queue.concurrency.halve(id, self.next_id);
        queue.not_before = queue.not_before.max(moment);
        let Some(failures) = self.count_failure(call, failure.is_limit()) else {
            return self.give_up_and_count(call);
        };
        // A hint may be a few milliseconds each time, or zero if clocks differ.
        let wait = self.jitter.back_off(failures).max(hint.unwrap_or_default());
        self.wait_until(call, self.clock.elapsed.saturating_add(wait))
    }

    /// Counts a temporary failure. Returns the number of failures of its kind, or `None` if there
    /// are too many.
    fn count_failure(&mut self, call: &InFlightCall, is_limit: bool) -> Option<u32> {
        let pending = self.pending.entry(call.task.number).or_default();
        let (count, most) = if is_limit {
            (&mut pending.limited, MAX_RATE_LIMITS)
        } else {
            (&mut pending.failures, MAX_TRIES)
        };
        *count += 1;
        (*count < most).then_some(*count)
    }

    /// Handles a missing reply. Several missing replies in a row show a problem of the server or
    /// the connection. They halt the target if other targets reply, and otherwise pause the run.
    fn on_missing_reply(&mut self, call: &InFlightCall) -> FailureOutcome {
        let queue = &mut self.queues[call.queue];
        if queue.calls_without_reply == 0 {
            queue.replies_before = self.replies;
        }
        queue.calls_without_reply += 1;
        if queue.calls_without_reply < MAX_CALLS_WITHOUT_REPLY {
            return self.retry(call);
        }
        let others_reply = self.replies > queue.replies_before;
        self.put_back(call);
        if others_reply {
            return self.halt(call.queue, Halt::Unreachable);
        }
        if self.phase == Phase::Running {
            self.phase = Phase::Paused(Pause::Offline);
        }
        FailureOutcome::Paused(Pause::Offline)
    }

    /// Tries again without the refused parameter, which all later requests to the target leave out.
    /// An attempt with a second refused parameter is given up.
    fn retry_without_parameter(
        &mut self,
        call: &InFlightCall,
        failure: &CallFailure,
    ) -> FailureOutcome {
        let CallFailure::Refused { error, dropped } = failure else {
            return self.give_up(call);
        };
        let refusals = &mut self.queues[call.queue].refusals;
        let is_known = refusals.iter().any(|known| is_same(known, error));
        if !is_known && refusals.len() < MAX_REFUSALS {
            refusals.push(error.clone());
        }
        let pending = self.pending.entry(call.task.number).or_default();
        let is_first = pending.dropped.is_empty();
        pending.dropped.push(dropped.clone());
        if is_first { self.put_back(call) } else { self.give_up_and_count(call) }
    }
}

/// Returns whether two errors have the same parameter and message.
fn is_same(first: &Error, second: &Error) -> bool {
    first.parameter == second.parameter && first.message == second.message
}
