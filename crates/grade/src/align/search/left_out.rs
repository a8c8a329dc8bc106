//! The numbers that the text writes after a search state, and the cost of leaving some of them out.

use stepfall_number::Number;

use super::{MAX_NUMBERS_AHEAD, Search, State, cost};
use crate::align::mention::Role;

/// The number of latest values of a state with which a number is compared. A number that equals one
/// of these values is a repetition, and leaving it out costs nothing.
const RECENT_VALUES: usize = 8;

/// The numbers that the text writes after the last number that a state has taken.
pub(super) struct FollowingNumbers<'a> {
    /// The index of the first of these numbers among all mentions.
    pub(super) from: usize,
    /// The latest values of the state, from the last on.
    pub(super) recent: [Option<&'a Number>; RECENT_VALUES],
    /// The costs of leaving out the first 0, 1, 2 … numbers, as far as they are computed.
    sums: Vec<u32>,
}

impl Search<'_> {
    pub(super) fn following_numbers(&self, state: &State) -> FollowingNumbers<'_> {
        let from = self.mentions.partition_point(|mention| mention.token <= state.at);
        let mut recent = [None; RECENT_VALUES];
        let mut at = Some(state.node);
        for value in &mut recent {
            let Some(node) = at else { break };
            *value = self.nodes[node].value.as_ref();
            at = self.nodes[node].before;
        }
        FollowingNumbers { from, recent, sums: Vec::new() }
    }

    /// Returns the cost of leaving out the numbers before index `until` that no recent value
    /// explains. Counts at most `MAX_NUMBERS_AHEAD` numbers, and stops adding once the cost is more than
    /// `most`.
    pub(super) fn omission_cost(
        &self,
        ahead: &mut FollowingNumbers<'_>,
        until: usize,
        most: u32,
    ) -> u32 {
        let count =
            until.min(self.mentions.len()).saturating_sub(ahead.from).min(MAX_NUMBERS_AHEAD);
        if let Some(sum) = ahead.sums.get(count) {
            return *sum;
        }
        let mut sum = ahead.sums.last().copied().unwrap_or(0);
        if ahead.sums.is_empty() {
            ahead.sums.push(0);
        }
        while ahead.sums.len() <= count && sum <= most {
            let mention = &self.mentions[ahead.from + ahead.sums.len() - 1];
            let cost = match mention.role {
                Role::Result => cost::LEFT_OUT,
                Role::Loose => cost::PASSED_OVER,
                Role::Operand => 0,
            };
            if cost > 0 && !self.is_recent(ahead, &mention.value) {
                sum += cost;
            }
            ahead.sums.push(sum);
        }
        sum
    }

    /// Returns whether a value is one of the last values, as it is, reduced or rounded.
    fn is_recent(&self, ahead: &FollowingNumbers<'_>, value: &Number) -> bool {
        let settled = || self.procedure.rounded_or_reduced(value);
        ahead.recent.contains(&Some(value))
            || settled().is_some_and(|settled| ahead.recent.contains(&Some(&settled)))
    }

    /// Returns whether at least two values that are not operands come after a token.
    pub(super) fn is_going_on(&self, at: usize) -> bool {
        let after = self.mentions.iter().rev().take_while(|mention| mention.token > at);
        after.filter(|mention| mention.role != Role::Operand).nth(1).is_some()
    }
}
