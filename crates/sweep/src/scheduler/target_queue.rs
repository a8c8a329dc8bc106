//! The queue of one target's attempts: the next one, and its time.

use std::collections::BTreeSet;

use stepfall_provider::Error;

use super::concurrency_limit::{ConcurrencyLimit, SIMULATED_AT_ONCE};
use crate::attempt::Try;
use crate::failure::Halt;
use crate::money::Micros;
use crate::plan::{MAX_ATTEMPTS, Plan};
use crate::target::Target;

/// The attempts of a target.
#[derive(Debug, Clone)]
pub(super) struct TargetQueue {
    pub(super) target: u16,
    /// True if calls to the target are no requests, because it is not a language model.
    pub(super) is_free: bool,
    /// The number of the target's attempts.
    pub(super) total: u32,
    /// The number of the next attempt that was never tried.
    fresh: Option<u32>,
    /// The index of the attempt after `fresh`, among the target's attempts.
    cursor: u32,
    /// Attempts to try again: the earliest moment, and the number of the attempt.
    pub(super) waiting: BTreeSet<(u64, u32)>,
    pub(super) concurrency: ConcurrencyLimit,
    pub(super) in_flight: u32,
    /// The number of attempts that have arrived and are not stored yet.
    pub(super) unsaved: u32,
    pub(super) answered: u32,
    pub(super) given_up: u32,
    /// The moment before which no call to the target is made.
    pub(super) not_before: u64,
    pub(super) halt: Option<Halt>,
    /// The id of the first call after the user last intervened, perhaps with another key.
    pub(super) first_call_since_intervention: u64,
    /// The number of consecutive calls without a reply.
    pub(super) calls_without_reply: u32,
    /// The number of replies from any target before the first of the consecutive calls without a
    /// reply.
    pub(super) replies_before: u64,
    /// The number of consecutive attempts that were given up for a reason that may apply to all
    /// attempts.
    pub(super) given_up_in_a_row: u32,
    pub(super) last_error: Option<Try>,
    /// The errors in which the target refused a parameter. Later requests leave the parameter out.
    pub(super) refusals: Vec<Error>,
    /// The cost of the most expensive request so far.
    pub(super) max_request_cost: Micros,
}

/// The time from which an attempt of a queue can be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ready {
    Now,
    /// From this moment on.
    At(u64),
    /// After a call under way has ended, or an arrived attempt is stored.
    Full,
    /// After the user has intervened.
    Halted,
    /// Never, because no attempt is left.
    Empty,
}

impl TargetQueue {
    pub(super) fn new(plan: &Plan, target: u16, definition: &Target, done: &[bool]) -> Self {
        let concurrency = match definition {
            Target::Model { .. } => ConcurrencyLimit::new(plan.concurrency),
            Target::Simulated { .. } => ConcurrencyLimit::fixed(SIMULATED_AT_ONCE),
            Target::SmallModel { .. } => ConcurrencyLimit::fixed(plan.concurrency.into()),
        };
        let mut queue = Self {
            target,
            is_free: !definition.is_model(),
            total: plan.per_target(),
            fresh: None,
            cursor: 0,
            waiting: BTreeSet::new(),
            concurrency,
            in_flight: 0,
            unsaved: 0,
            answered: 0,
            given_up: 0,
            not_before: 0,
            halt: None,
            first_call_since_intervention: 0,
            calls_without_reply: 0,
            replies_before: 0,
            given_up_in_a_row: 0,
            last_error: None,
            refusals: Vec::new(),
            max_request_cost: Micros::ZERO,
        };
        queue.advance(plan, done);
        queue
    }

    /// Moves to the next attempt that is not done.
    fn advance(&mut self, plan: &Plan, done: &[bool]) {
        self.fresh = None;
        while self.fresh.is_none() && self.cursor < self.total.min(MAX_ATTEMPTS) {
            let is_open = |number: &u32| done.get(*number as usize) == Some(&false);
            self.fresh = plan.nth(self.target, self.cursor).filter(is_open);
            self.cursor += 1;
        }
    }

    /// Returns whether an attempt can be tried at a moment.
    pub(super) fn ready(&self, moment: u64) -> Ready {
        let Some(due) = self.due() else {
            return Ready::Empty;
        };
        if self.halt.is_some() {
            Ready::Halted
        } else if self.in_flight + self.unsaved >= self.concurrency.size {
            Ready::Full
        } else if due.max(self.not_before) <= moment {
            Ready::Now
        } else {
            Ready::At(due.max(self.not_before))
        }
    }

    /// Returns the moment from which an attempt may be tried; `None` if no attempt is left. No new
    /// attempt is begun while the number of waiting attempts reaches the highest limit of
    /// concurrent calls. Without this rule, if all calls fail, every new attempt would be tried and
    /// fail in turn.
    fn due(&self) -> Option<u64> {
        let begins = self.fresh.is_some() && self.has_room();
        let first = self.waiting.first().map(|&(due, _)| due);
        if begins { Some(0) } else { first }
    }

    fn has_room(&self) -> bool {
        u32::try_from(self.waiting.len()).is_ok_and(|waiting| waiting < self.concurrency.most())
    }

    /// Returns the next attempt to try, if [`TargetQueue::ready`] returned [`Ready::Now`]. An
    /// attempt that has waited comes before one that was never tried.
    pub(super) fn peek(&self, moment: u64) -> Option<u32> {
        match self.waiting.first() {
            Some(&(due, number)) if due <= moment => Some(number),
            _ => self.fresh,
        }
    }

    /// Takes the attempt that [`TargetQueue::peek`] returned.
    pub(super) fn take(&mut self, number: u32, plan: &Plan, done: &[bool]) {
        if self.fresh == Some(number) {
            self.advance(plan, done);
        } else {
            self.waiting.pop_first();
        }
        self.in_flight += 1;
    }

    /// Returns the number of attempts that are not stored yet, neither with an answer nor as given
    /// up.
    pub(super) const fn open(&self) -> u32 {
        self.total.saturating_sub(self.answered).saturating_sub(self.given_up)
    }

    /// Allows calls to the target again after the user has intervened. `next` is the id of the next
    /// call.
    pub(super) fn reopen(&mut self, next: u64) {
        self.first_call_since_intervention = next;
        self.halt = None;
        self.calls_without_reply = 0;
        self.given_up_in_a_row = 0;
    }
}
