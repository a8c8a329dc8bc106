//! Existing attempts, as input for a run that goes on.

use crate::attempt::{Attempt, Tokens};
use crate::failure::may_pass;
use crate::money::Micros;

/// The information that a scheduler needs about an existing attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// The task's number.
    pub number: u32,
    /// True if there is an answer; otherwise the attempt was given up.
    pub is_answer: bool,
    /// True if it was given up for a reason that may have passed, so that it is asked again when the run goes on.
    pub may_pass: bool,
    /// The cost of its requests.
    pub cost: Option<Micros>,
    /// The number of requests that were sent for it.
    pub requests: u32,
    /// The tokens of its answer.
    pub tokens: Tokens,
}

impl From<&Attempt> for Done {
    fn from(attempt: &Attempt) -> Self {
        let &Attempt { number, cost, requests, usage: tokens, .. } = attempt;
        let may_pass = attempt.error.as_ref().is_some_and(|error| may_pass(&error.error));
        Self { number, is_answer: attempt.is_answer(), may_pass, cost, requests, tokens }
    }
}
