//! Limits of requests and money.

use crate::attempt::Tokens;
use crate::ledger::Spending;
use crate::money::Micros;
use crate::plan::SweepLimits;

/// The requests, tokens and money that a sweep has used, in all sessions.
#[derive(Debug, Clone, Default)]
pub(super) struct Limits {
    pub(super) caps: SweepLimits,
    /// The number of requests that were sent.
    pub(super) sent_requests: u32,
    /// The known cost.
    pub(super) cost: Micros,
    /// The known cost, plus the possible cost of requests whose cost is unknown.
    spent: Micros,
    /// The possible cost of the calls under way.
    reserved: Micros,
    pub(super) input: u64,
    pub(super) output: u64,
}

/// The billed part of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Billing {
    /// The reply is complete and is billed with its reported tokens.
    Whole,
    /// The reply broke off, and may be billed with more than it reported.
    Partial,
    /// The reply is billed with no more than it reported.
    Reported,
}

/// The effect of one more request on the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LimitCheck {
    /// The request is within the limits.
    Within,
    /// The cost of the calls under way decides whether the request is within the limits.
    Perhaps,
    /// The request exceeds the limit of requests.
    Requests,
    /// The request may exceed the limit of money.
    Spend,
}

impl Limits {
    pub(super) fn new(caps: SweepLimits) -> Self {
        Self { caps, ..Self::default() }
    }

    /// Checks whether one more request with this possible cost is within the limits. A call to a
    /// free target is always within, because it is no request.
    pub(super) fn reach(&self, cost: Micros, is_free: bool) -> LimitCheck {
        if is_free {
            return LimitCheck::Within;
        }
        if self.caps.requests.is_some_and(|most| self.sent_requests >= most) {
            return LimitCheck::Requests;
        }
        match self.caps.spend {
            // A request without cost cannot exceed the limit of money.
            Some(most) if cost > Micros::ZERO && self.spent + cost > most => LimitCheck::Spend,
            Some(most) if cost > Micros::ZERO && self.spent + self.reserved + cost > most => {
                LimitCheck::Perhaps
            }
            _ => LimitCheck::Within,
        }
    }

    /// Adds a request that is sent, with its possible cost.
    pub(super) fn ask(&mut self, reserved: Micros) {
        self.sent_requests = self.sent_requests.saturating_add(1);
        self.reserved = self.reserved + reserved;
    }

    /// Takes back a request that was not sent after all.
    pub(super) fn take_back(&mut self, reserved: Micros) {
        self.sent_requests = self.sent_requests.saturating_sub(1);
        self.reserved = self.reserved.minus(reserved);
    }

    /// Adds the spending of earlier sessions of the run.
    pub(super) fn recall(&mut self, spent: Spending) {
        let Spending { requests, cost, counted, input, output } = spent;
        self.sent_requests = requests;
        (self.cost, self.spent) = (cost, counted);
        (self.input, self.output) = (input, output);
    }

    /// Ends a call with its cost, if it is known. Returns the amount that counts against the limit
    /// of money. A complete reply counts with its cost, or with `reserved` if the cost is unknown.
    /// A partial reply counts with the larger of both, and any other with its reported cost.
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
