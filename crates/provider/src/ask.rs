//! What is asked of a model, before any provider's format.

use crate::tool::{Tool, ToolCall, ToolResult};

/// One turn of a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// What the one who asks said.
    User(String),
    /// What the model said.
    Assistant {
        /// The visible text.
        text: String,
        /// The tools that it called.
        calls: Vec<ToolCall>,
        /// What its provider wants to have back unchanged: [`Answer::echo`](crate::Answer::echo); empty where there is nothing, and left
        /// out where it cannot be read.
        echo: String,
    },
    /// What the tools that were called gave back, in the order of the calls.
    Results(Vec<ToolResult>),
}

/// How much a model shall reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Not at all.
    Off,
    /// `minimal`.
    Minimal,
    /// `low`.
    Low,
    /// `medium`.
    Medium,
    /// `high`.
    High,
    /// `xhigh`.
    ExtraHigh,
    /// `max`.
    Max,
}

impl Effort {
    /// All of them, the least first.
    pub const ALL: [Self; 7] =
        [Self::Off, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::ExtraHigh, Self::Max];

    /// The word that most providers use.
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

    /// A number of tokens for models that take a budget instead of a word: ours, as no provider says what its words mean. The most
    /// and the limit that Anthropic's format gets where none is asked for stay below 32,000 together, which Claude Opus 4 wants.
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

/// Something that may be left out of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// [`Ask::max_output`].
    MaxOutput,
    /// [`Ask::temperature`].
    Temperature,
    /// [`Ask::seed`].
    Seed,
    /// [`Ask::effort`].
    Effort,
    /// [`Ask::context`].
    Context,
}

/// A question to a model. What is `None` is left to the provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// The model, by the provider's name.
    pub model: String,
    /// The dialogue; its last turn is the user's, or has the results of tools.
    pub turns: Vec<Turn>,
    /// The tools that the model may call; none are offered where it is empty. A dialogue that has calls goes on offering its tools: some
    /// providers want that.
    pub tools: Vec<Tool>,
    /// The most tokens that may be generated.
    pub max_output: Option<u32>,
    /// The temperature; one that is no finite number is left out.
    pub temperature: Option<f64>,
    /// The seed of the provider's sampling; every provider that has one takes those below 2^31.
    pub seed: Option<u64>,
    /// How much to reason.
    pub effort: Option<Effort>,
    /// How many tokens the context window shall hold; only Ollama takes it, and cuts long prompts silently without it.
    pub context: Option<u32>,
    /// Whether the reply shall come in pieces.
    pub stream: bool,
}

impl Ask {
    /// One prompt to a model, streamed, with everything else left to the provider.
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
