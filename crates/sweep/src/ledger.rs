//! The spending of a run as lines of a ledger. With the ledger, a run that was interrupted can go
//! on within its limits, and its dialogues continue after their last reply.
//!
//! A line is written before a request is sent, and another line after its outcome. In a file the
//! lines are among the attempts, in the order of time. In a store of the browser they have separate
//! keys, which keep the order of each attempt's requests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stepfall_provider::{Answer, ToolCall, Usage};

use crate::attempt::{Tokens, is_zero};
use crate::money::Micros;
use crate::prior_attempt::PriorAttempt;
use crate::slug;

/// The beginning of every line of a ledger.
const BEGINNING: &str = "{\"ledger\":";

/// A line of the ledger of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ledger", rename_all = "kebab-case")]
pub enum LedgerEntry {
    /// The spending before the ledger was begun, as far as it is known.
    Before(Spending),
    /// A request is about to be sent.
    Sent {
        /// The number of the attempt in the plan.
        attempt: u32,
        /// The number of the request within the attempt, from 1.
        request: u32,
        /// The possible cost of the request.
        #[serde(default, skip_serializing_if = "is_nothing")]
        estimate: Micros,
    },
    /// A request has ended, with or without a reply.
    #[serde(rename = "over")]
    Ended {
        /// The number of the attempt in the plan.
        attempt: u32,
        /// The number of the request within the attempt, from 1.
        request: u32,
        /// The cost of the request, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Micros>,
        /// The amount that counts against the limit of money. It is at least the possible cost if
        /// the reply may cost more than it reported. Otherwise it is the reported cost, or 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        counted: Micros,
        /// The tokens of the request and of its reply.
        #[serde(default, skip_serializing_if = "Tokens::is_empty")]
        usage: Tokens,
        /// The reply, if the dialogue goes on after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Box<Turn>>,
    },
}

/// The requests, the money and the tokens that were spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spending {
    /// Requests that were sent.
    pub requests: u32,
    /// The known cost of these requests.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cost: Micros,
    /// The known cost, plus the possible cost of requests whose cost is unknown.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub counted: Micros,
    /// Tokens of the requests, as far as the provider reported them.
    #[serde(default)]
    pub input: u64,
    /// Tokens of the replies, reasoning included, as far as the provider reported them.
    #[serde(default)]
    pub output: u64,
}

impl Spending {
    /// Returns the spending that the attempts record. The actual spending may be higher.
    pub fn of(attempts: &[PriorAttempt]) -> Self {
        let mut spent = Self::default();
        for attempt in attempts {
            spent.requests = spent.requests.saturating_add(attempt.requests);
            spent.pay(attempt.cost, attempt.cost.unwrap_or_default());
            // Simulated attempts report no tokens, so they add nothing here.
            spent.count(attempt.tokens);
        }
        spent
    }

    pub(crate) fn pay(&mut self, cost: Option<Micros>, counted: Micros) {
        self.cost = self.cost + cost.unwrap_or_default();
        self.counted = self.counted + counted;
    }

    fn count(&mut self, usage: Tokens) {
        self.input = self.input.saturating_add(usage.input.unwrap_or_default());
        self.output = self.output.saturating_add(usage.output.unwrap_or_default());
    }
}

/// A reply after which a dialogue goes on, with all data that the next request sends back.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The visible text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reasoning: String,
    /// The tool calls: id, name and arguments of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    calls: Vec<(String, String, String)>,
    /// The data that the provider wants back in the next request.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    echo: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<String>,
    /// Milliseconds from a request to the first piece of text or reasoning of its reply. The first
    /// reply of the dialogue with such a piece counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<u64>,
    /// The number of the reply in the dialogue, from 1; 0 if an earlier version wrote it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) nth: u32,
    /// The number of characters that replace invalid data in the dialogue's replies up to this one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) replaced: u32,
}

impl Turn {
    pub(crate) fn new(answer: &Answer, nth: u32, first: Option<u64>) -> Self {
        let call = |call: &ToolCall| (call.id.clone(), call.name.clone(), call.arguments.clone());
        Self {
            text: answer.text.clone(),
            reasoning: answer.reasoning.clone(),
            calls: answer.calls.iter().map(call).collect(),
            echo: answer.echo.clone(),
            stop: answer.stop.as_ref().map(slug::of_stop),
            first,
            nth,
            replaced: answer.replaced,
        }
    }

    /// Converts the turn to the answer that a dialogue takes.
    pub(crate) fn answer(self) -> Answer {
        let call = |(id, name, arguments)| ToolCall { id, name, arguments };
        Answer {
            text: self.text,
            reasoning: self.reasoning,
            calls: self.calls.into_iter().map(call).collect(),
            echo: self.echo,
            stop: self.stop.as_deref().map(slug::stop),
            ..Answer::default()
        }
    }
}

impl LedgerEntry {
    /// Returns whether a line belongs to a ledger. The line may be torn, or another program may
    /// have rewritten it.
    pub fn is_ledger_line(line: &str) -> bool {
        // Within the texts of an attempt, quotation marks have a backslash before them, so the
        // word does not occur between plain quotation marks.
        line.starts_with(BEGINNING) || line.contains("\"ledger\"") && Self::read(line).is_some()
    }

    /// Reads a line; `None` if it is torn or unknown.
    pub fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    /// Returns the line, without a line break.
    ///
    /// # Errors
    ///
    /// Errors of the JSON writer; an entry causes none.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Returns the key of the entry in a store, above the numbers of attempts and below 2^53. The
    /// same entry always has the same key.
    pub fn key(&self) -> u64 {
        /// The smallest key, above all numbers of attempts.
        const FIRST: u64 = 1 << 32;
        let key = |attempt: u32, request: u32, kind: u64| {
            FIRST
                + (u64::from(attempt % (1 << 20)) << 31)
                + (u64::from(request % (1 << 29)) << 1)
                + kind
        };
        match self {
            // No attempt has a request 0.
            Self::Before(_) => FIRST,
            Self::Sent { attempt, request, .. } => key(*attempt, *request, 0),
            Self::Ended { attempt, request, .. } => key(*attempt, *request, 1),
        }
    }
}

/// A ledger, read line by line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    spent: Spending,
    is_begun: bool,
    is_lower_bound: bool,
    /// The possible costs of requests that were sent and have no outcome, by attempt and request.
    sent: BTreeMap<(u32, u32), Micros>,
    accounts: BTreeMap<u32, Account>,
    paid: BTreeMap<u32, RequestCosts>,
}

/// The cost of the requests for an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RequestCosts {
    /// The cost of the most expensive request whose reply was complete.
    pub(crate) max_cost: Micros,
    /// The input and output tokens of the requests whose cost was unknown, for example without a
    /// price.
    pub(crate) unpriced: (u64, u64),
}

/// The requests, the cost and the turns of an attempt, according to the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Account {
    pub(crate) requests: u32,
    /// The number of the last request with an outcome.
    over: u32,
    pub(crate) cost: Option<Micros>,
    /// The turns of the dialogue and their tokens, by request number.
    pub(crate) turns: BTreeMap<u32, (Turn, Tokens)>,
}

/// The spending and the interrupted requests of a run, according to its ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Balance {
    /// The requests, the money and the tokens that were spent. They include the possible cost of
    /// requests that were under way when the run ended.
    pub spent: Spending,
    /// The number of requests that were under way when the run ended.
    pub left_behind: u32,
    /// True if the run was begun without a ledger, so that more may have been spent.
    pub is_lower_bound: bool,
    /// True if there is a ledger.
    pub(crate) is_begun: bool,
    pub(crate) accounts: BTreeMap<u32, Account>,
    pub(crate) paid: BTreeMap<u32, RequestCosts>,
}

impl Balance {
    /// Returns sentences about the unknown part of the spending; empty if all of it is known.
    pub fn unknown(&self) -> Vec<String> {
        let left_behind = match self.left_behind {
            0 => None,
            1 => Some("One request was interrupted; it may still be billed.".to_owned()),
            more => Some(format!("{more} requests were interrupted; they may still be billed.")),
        };
        let requests = self.spent.requests;
        let bound = self.is_lower_bound.then(|| {
            format!(
                "The run was begun without a ledger: at least {requests} requests were sent for it."
            )
        });
        left_behind.into_iter().chain(bound).collect()
    }
}

impl Ledger {
    /// Adds an entry. The entries of an attempt must come in their order; a repeated entry counts
    /// once.
    pub fn take(&mut self, entry: LedgerEntry) {
        match entry {
            LedgerEntry::Before(spent) => {
                if !std::mem::replace(&mut self.is_lower_bound, true) {
                    self.add(spent);
                }
            }
            LedgerEntry::Sent { attempt, request, estimate } => {
                let account = self.accounts.entry(attempt).or_default();
                if request > account.requests {
                    account.requests = request;
                    self.sent.insert((attempt, request), estimate);
                    self.spent.requests = self.spent.requests.saturating_add(1);
                }
            }
            LedgerEntry::Ended { attempt, request, cost, counted, usage, turn } => {
                let account = self.accounts.entry(attempt).or_default();
                if request <= account.over {
                    return;
                }
                account.over = request;
                let paid = self.paid.entry(attempt).or_default();
                if let Some(cost) = cost {
                    // If the counted amount exceeds the reported cost, the reply broke off. Its
                    // cost may then be lower than that of a complete reply.
                    if counted <= cost {
                        paid.max_cost = paid.max_cost.max(cost);
                    }
                } else {
                    let (input, output) = &mut paid.unpriced;
                    *input = input.saturating_add(usage.input.unwrap_or_default());
                    *output = output.saturating_add(usage.output.unwrap_or_default());
                }
                if self.sent.remove(&(attempt, request)).is_none() {
                    account.requests = account.requests.max(request);
                    self.spent.requests = self.spent.requests.saturating_add(1);
                }
                if let Some(cost) = cost {
                    account.cost = Some(account.cost.unwrap_or_default() + cost);
                }
                if let Some(turn) = turn {
                    account.turns.insert(request, (*turn, usage));
                }
                self.spent.pay(cost, counted);
                self.spent.count(usage);
            }
        }
        self.is_begun = true;
    }

    fn add(&mut self, spent: Spending) {
        self.spent.requests = self.spent.requests.saturating_add(spent.requests);
        self.spent.pay(Some(spent.cost), spent.counted);
        self.spent.input = self.spent.input.saturating_add(spent.input);
        self.spent.output = self.spent.output.saturating_add(spent.output);
    }

    /// Returns the balance for these attempts. Requests that were under way count with their
    /// possible cost. If the attempt of such a request is stored after all, the attempt's known
    /// cost counts instead.
    pub fn balance(mut self, attempts: &[PriorAttempt]) -> Balance {
        if !self.is_begun {
            let spent = Spending::of(attempts);
            let is_lower_bound = spent.requests > 0;
            return Balance { spent, is_lower_bound, ..Balance::default() };
        }
        for attempt in attempts {
            let Some(account) = self.accounts.get_mut(&attempt.number) else { continue };
            // The `over` line of the attempt's last request is missing. Earlier requests without an
            // outcome were under way when the run ended.
            if let Some(estimate) = self.sent.remove(&(attempt.number, attempt.requests)) {
                let paid = account.cost.unwrap_or_default();
                let cost = attempt.cost.map(|cost| cost.minus(paid));
                self.spent.pay(cost, cost.unwrap_or(estimate));
                account.cost = account.cost.max(attempt.cost);
            }
            if attempt.is_answer {
                self.accounts.remove(&attempt.number);
            }
        }
        let left_behind = u32::try_from(self.sent.len()).unwrap_or(u32::MAX);
        for estimate in self.sent.into_values() {
            self.spent.counted = self.spent.counted + estimate;
        }
        let Self { spent, is_lower_bound, accounts, paid, .. } = self;
        Balance { spent, left_behind, is_lower_bound, is_begun: true, accounts, paid }
    }
}

impl Account {
    /// Returns the sum of the tokens of all turns.
    pub(crate) fn usage(&self) -> Usage {
        let usage_of = |tokens: &Tokens| {
            let &Tokens { input, output, reasoning, cached } = tokens;
            Usage { input, output, reasoning, cached }
        };
        let turns = self.turns.values().map(|(_, usage)| usage_of(usage));
        turns.fold(Usage::default(), Usage::plus)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
const fn is_nothing(amount: &Micros) -> bool {
    amount.0 == 0
}
