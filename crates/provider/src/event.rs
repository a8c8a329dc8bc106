//! The content of a reply, the same for every provider.

use crate::error::Error;
use crate::tool::ToolCall;

/// One event of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A piece of the visible text.
    Text(String),
    /// A piece of the reasoning, or of the provider's summary of it.
    Reasoning(String),
    /// A complete tool call, reported before the stop. A call that was cut at a limit is reported
    /// with its available pieces.
    Call(ToolCall),
    /// JSON that the provider wants back unchanged with the model's turn. It comes at most once,
    /// after the calls.
    Echo(String),
    /// The number of characters in the texts that became U+FFFD, because the bytes were not UTF-8
    /// or a surrogate had no partner. Several of these events add up.
    Replaced(u32),
    /// The tokens so far; a later event replaces an earlier one.
    Usage(Usage),
    /// The reason why the model stopped, at most once in a reply. Usage may follow.
    Stop(Stop),
    /// The model that answers, by its name at the provider.
    Model(String),
    /// A failure; it is the last event.
    Failed(Error),
}

/// Token counts, with the same meaning for every provider. A count that a provider does not report
/// is `None`, not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens of the prompt, including those read from a cache and written to it.
    pub input: Option<u64>,
    /// All generated tokens, including reasoning.
    pub output: Option<u64>,
    /// The part of the output that was reasoning.
    pub reasoning: Option<u64>,
    /// The part of the input that was read from a cache.
    pub cached: Option<u64>,
}

/// The largest plausible token count of a reply: a hundred times the largest context windows.
const MAX_COUNT: u64 = 100_000_000;

impl Usage {
    /// Returns the plausible counts; values above [`MAX_COUNT`] become unknown.
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

    /// Returns the sum of the tokens of two replies. A count that both replies lack stays unknown.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |first: Option<u64>, second: Option<u64>| match (first, second) {
            (None, None) => None,
            _ => Some(first.unwrap_or(0).saturating_add(second.unwrap_or(0))),
        };
        Self {
            input: sum(self.input, other.input),
            output: sum(self.output, other.output),
            reasoning: sum(self.reasoning, other.reasoning),
            cached: sum(self.cached, other.cached),
        }
    }
}

/// The reason why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The model finished.
    Natural,
    /// The model reached a token limit or the end of its context window.
    Length,
    /// The model declined.
    Refusal,
    /// The provider withheld the prompt or the answer.
    Filter,
    /// The model calls a tool.
    Tool,
    /// The reply is complete and names no reason.
    Unsaid,
    /// Any other reason, by the provider's name for it (at most 64 characters).
    Other(String),
}
