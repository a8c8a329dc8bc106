//! A question to a model, independent of any provider's format.

use crate::tool::{Tool, ToolCall, ToolResult};

/// One turn of a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The user's message.
    User(String),
    /// The model's message.
    Assistant {
        /// The visible text.
        text: String,
        /// The model's tool calls, in their order.
        calls: Vec<ToolCall>,
        /// Data that the provider wants back unchanged: [`Answer::echo`](crate::Answer::echo).
        /// Empty if there is none. Data that cannot be parsed is left out.
        echo: String,
    },
    /// The results of the called tools, in the order of the calls.
    Results(Vec<ToolResult>),
}

/// The amount of reasoning that a model should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// No reasoning, sent as `none`.
    Off,
    /// Sent as `minimal`.
    Minimal,
    /// Sent as `low`.
    Low,
    /// Sent as `medium`.
    Medium,
    /// Sent as `high`.
    High,
    /// Sent as `xhigh`.
    ExtraHigh,
    /// Sent as `max`.
    Max,
}

impl Effort {
    /// All efforts, the lowest first.
    pub const ALL: [Self; 7] =
        [Self::Off, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::ExtraHigh, Self::Max];

    /// Returns the word that most providers use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::ExtraHigh => "xhigh",
            Self::Max => "max",
        }
    }

    /// Returns the number of tokens for models that take a budget instead of a word. No provider
    /// defines its words, so Stepfall chose the numbers. The largest number and the default limit
    /// of Anthropic's format add up to less than 32,000, which Claude Opus 4 requires.
    pub(crate) const fn budget(self) -> u32 {
        match self {
            Self::Off => 0,
            Self::Minimal => 1_024,
            Self::Low => 2_048,
            Self::Medium => 8_192,
            Self::High => 16_384,
            Self::ExtraHigh | Self::Max => 20_480,
        }
    }
}

/// A parameter that may be left out of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// [`ModelRequest::max_output`].
    MaxOutput,
    /// [`ModelRequest::temperature`].
    Temperature,
    /// [`ModelRequest::seed`].
    Seed,
    /// [`ModelRequest::effort`].
    Effort,
    /// [`ModelRequest::context`].
    Context,
}

/// A question to a model. A setting that is `None` is left to the provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelRequest {
    /// The model, by its name at the provider.
    pub model: String,
    /// The dialogue. Its last turn is the user's, or contains the results of tools.
    pub turns: Vec<Turn>,
    /// The tools that the model may call; empty to offer none. A dialogue that has calls must keep
    /// offering its tools, because some providers require that.
    pub tools: Vec<Tool>,
    /// The maximum number of tokens to generate.
    pub max_output: Option<u32>,
    /// The temperature. A value that is not finite is left out.
    pub temperature: Option<f64>,
    /// The seed of the provider's sampling. Every provider with a seed accepts values below 2^31.
    pub seed: Option<u64>,
    /// The amount of reasoning.
    pub effort: Option<Effort>,
    /// The size of the context window in tokens. Only Ollama accepts it, and silently cuts long
    /// prompts without it.
    pub context: Option<u32>,
    /// True if the reply is streamed.
    pub stream: bool,
}

impl ModelRequest {
    /// Creates a streamed question with one prompt. All settings are left to the provider.
    pub fn new(model: &str, prompt: &str) -> Self {
        Self {
            model: model.to_owned(),
            turns: vec![Turn::User(prompt.to_owned())],
            tools: Vec::new(),
            max_output: None,
            temperature: None,
            seed: None,
            effort: None,
            context: None,
            stream: true,
        }
    }
}
