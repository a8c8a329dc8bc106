//! Existing attempts, as input for a run that goes on.

use crate::attempt::{Attempt, Tokens};
use crate::failure::may_pass;
use crate::money::Micros;

/// The data about an existing attempt that a scheduler needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriorAttempt {
    /// The number of the task.
    pub number: u32,
    /// True if there is an answer; otherwise the attempt was given up.
    pub is_answer: bool,
    /// True if the attempt was given up for a reason that may have passed. It is then tried again
    /// when the run goes on.
    pub may_pass: bool,
    /// The known cost of the attempt's requests.
    pub cost: Option<Micros>,
    /// The number of requests that were sent for the attempt.
    pub requests: u32,
    /// The tokens that the provider reported for the attempt's answer.
    pub tokens: Tokens,
}

impl From<&Attempt> for PriorAttempt {
    fn from(attempt: &Attempt) -> Self {
        let &Attempt { number, cost, requests, usage: tokens, .. } = attempt;
        let may_pass = attempt.error.as_ref().is_some_and(|error| may_pass(&error.error));
        Self { number, is_answer: attempt.is_answer(), may_pass, cost, requests, tokens }
    }
}
