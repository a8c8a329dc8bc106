//! What a reply says, in the same words for every provider.

use crate::error::Error;
use crate::tool::ToolCall;

/// One thing that a reply says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A piece of the visible text.
    Text(String),
    /// A piece of the reasoning, or of the provider's summary of it.
    Reasoning(String),
    /// A whole call of a tool, told before the stop; one that was cut at a limit is told with what came of it.
    Call(ToolCall),
    /// What the provider wants to have back unchanged with the model's turn, as JSON; at most once, after the calls.
    Echo(String),
    /// So many characters of the texts are U+FFFD, since what was sent there is none: bytes that are no UTF-8, or half a character.
    /// Several of them add up.
    Replaced(u32),
    /// The tokens so far; a later one replaces an earlier one.
    Usage(Usage),
    /// Why the model stopped; at most one a reply. Usage may follow.
    Stop(Stop),
    /// The model that answers, by the provider's own name.
    Model(String),
    /// The reply failed; nothing follows.
    Failed(Error),
}

/// Tokens, counted alike for every provider. What a provider does not tell is missing, not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Of the prompt, those read from a cache and written to it included.
    pub input: Option<u64>,
    /// Of everything that was generated, reasoning included.
    pub output: Option<u64>,
    /// The part of the output that was reasoning.
    pub reasoning: Option<u64>,
    /// The part of the input that was read from a cache.
    pub cached: Option<u64>,
}

/// The most tokens that a reply can plausibly report: a hundred times the largest context windows.
const MAX_COUNT: u64 = 100_000_000;

impl Usage {
    /// Returns the counts that can be true; what lies beyond [`MAX_COUNT`] is unknown.
    #[must_use]
    pub(crate) fn plausible(self) -> Self {
        let plausible = |count: Option<u64>| count.filter(|&count| count <= MAX_COUNT);
        Self {
            input: plausible(self.input),
            output: plausible(self.output),
            reasoning: plausible(self.reasoning),
            cached: plausible(self.cached),
        }
    }

    /// The tokens of two replies; what neither told stays unknown.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (None, None) => None,
            (one, other) => Some(one.unwrap_or(0).saturating_add(other.unwrap_or(0))),
        };
        Self {
            input: sum(self.input, other.input),
            output: sum(self.output, other.output),
            reasoning: sum(self.reasoning, other.reasoning),
            cached: sum(self.cached, other.cached),
        }
    }
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It was done.
    Natural,
    /// It was cut at a limit of tokens or at the end of its context window.
    Length,
    /// It declined.
    Refusal,
    /// The provider withheld the prompt or the answer.
    Filter,
    /// It wants a tool called.
    Tool,
    /// The reply is complete and names no reason.
    Unsaid,
    /// A reason of the provider's that is none of these, by its own name (at most 64 characters).
    Other(String),
}
