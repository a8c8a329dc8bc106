//! Requests and money against what must not be passed.

use crate::attempt::Tokens;
use crate::ledger::Spent;
use crate::money::Micros;
use crate::plan::Caps;

/// What a sweep has taken so far, in all its lives.
#[derive(Debug, Clone, Default)]
pub(super) struct Limits {
    pub(super) caps: Caps,
    /// Requests that were sent.
    pub(super) asked: u32,
    /// What is known to have been spent.
    pub(super) cost: Micros,
    /// The same, and what requests without known cost may have cost.
    spent: Micros,
    /// What the calls under way may cost.
    reserved: Micros,
    pub(super) input: u64,
    pub(super) output: u64,
}

/// How much of a reply is billed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Billing {
    /// All of it, with the tokens that it reported.
    Whole,
    /// Perhaps more than it reported, since it broke off.
    Partial,
    /// No more than it reported.
    Reported,
}

/// Whether one more request keeps within the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// It does.
    Within,
    /// It depends on what the calls under way will cost.
    Perhaps,
    /// It passes the limit of requests.
    Requests,
    /// It may pass the limit of money.
    Spend,
}

impl Limits {
    pub(super) fn new(caps: Caps) -> Self {
        Self { caps, ..Self::default() }
    }

    /// Whether a request that may cost so much keeps within the limits. What is free is no request.
    pub(super) fn reach(&self, cost: Micros, is_free: bool) -> Reach {
        if is_free {
            return Reach::Within;
        }
        if self.caps.requests.is_some_and(|most| self.asked >= most) {
            return Reach::Requests;
        }
        match self.caps.spend {
            // What costs nothing passes no limit.
            Some(most) if cost > Micros::ZERO && self.spent + cost > most => Reach::Spend,
            Some(most) if cost > Micros::ZERO && self.spent + self.reserved + cost > most => {
                Reach::Perhaps
            }
            _ => Reach::Within,
        }
    }

    /// Takes in a request that is sent and may cost so much.
    pub(super) fn ask(&mut self, reserved: Micros) {
        self.asked = self.asked.saturating_add(1);
        self.reserved = self.reserved + reserved;
    }

    /// Takes back a request that was not sent after all.
    pub(super) fn take_back(&mut self, reserved: Micros) {
        self.asked = self.asked.saturating_sub(1);
        self.reserved = self.reserved.minus(reserved);
    }

    /// Takes in what was spent in earlier lives of the run.
    pub(super) fn recall(&mut self, spent: Spent) {
        let Spent { requests, cost, counted, input, output } = spent;
        self.asked = requests;
        (self.cost, self.spent) = (cost, counted);
        (self.input, self.output) = (input, output);
    }

    /// Ends a call with its cost, where that is known. Returns what counts against the limit: the cost, or else what the call may have cost. A reply that
    /// broke off counts with the larger of both.
    pub(super) fn settle(
        &mut self,
        reserved: Micros,
        cost: Option<Micros>,
        billing: Billing,
    ) -> Micros {
        self.reserved = self.reserved.minus(reserved);
        let counted = match billing {
            Billing::Whole => cost.unwrap_or(reserved),
            Billing::Partial => cost.unwrap_or_default().max(reserved),
            Billing::Reported => cost.unwrap_or_default(),
        };
        self.cost = self.cost + cost.unwrap_or_default();
        self.spent = self.spent + counted;
        counted
    }

    pub(super) fn count(&mut self, tokens: Tokens) {
        self.input = self.input.saturating_add(tokens.input.unwrap_or_default());
        self.output = self.output.saturating_add(tokens.output.unwrap_or_default());
    }
}
