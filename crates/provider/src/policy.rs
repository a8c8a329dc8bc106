//! Parameters that the models of each provider accept.

use crate::model_request::Effort::{self, ExtraHigh, High, Low, Max, Medium, Minimal, Off};
use crate::model_request::{ModelRequest, Parameter};

/// The form in which the effort is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EffortFormat {
    /// As a word, in the format's default member.
    Word,
    /// As a word in `reasoning`, for `OpenRouter`.
    Routed,
    /// As a switch and a word, for `DeepSeek`, where reasoning is on by default.
    Switched,
    /// As a word, together with a request for thinking whose length the model chooses.
    Adaptive,
    /// As a number of tokens.
    Budget,
}

/// The condition for sending a temperature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TemperatureRule {
    /// The model always accepts a temperature.
    Taken,
    /// The model never accepts a temperature.
    Refused,
    /// The model accepts a temperature only if it does not reason. By default it reasons.
    WhenOff,
    /// The model accepts a temperature only if it does not reason. By default it does not reason.
    UnlessOn,
}

/// The parameters that a model accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// The name of the parameter for the maximum number of output tokens.
    pub(crate) max_output: &'static str,
    /// The name of the seed parameter; empty if there is none.
    pub(crate) seed: &'static str,
    pub(crate) temperature: TemperatureRule,
    pub(crate) effort: EffortFormat,
    /// The accepted efforts; empty if the model does not reason.
    pub(crate) efforts: &'static [Effort],
    /// True if a stream reports its tokens only on request.
    pub(crate) stream_options: bool,
}

/// The policy of most providers.
const DEFAULT: Policy = Policy {
    max_output: "max_tokens",
    seed: "seed",
    temperature: TemperatureRule::Taken,
    effort: EffortFormat::Word,
    efforts: &Effort::ALL,
    stream_options: true,
};
/// The policy of `OpenAI`'s models that do not reason.
const OPENAI: Policy = Policy { max_output: "max_completion_tokens", efforts: &[], ..DEFAULT };
const RESPONSES: Policy = Policy { max_output: "max_output_tokens", seed: "", ..OPENAI };
const ANTHROPIC: Policy = Policy {
    seed: "",
    temperature: TemperatureRule::Refused,
    effort: EffortFormat::Adaptive,
    efforts: &[Off, Low, Medium, High, ExtraHigh, Max],
    ..DEFAULT
};
const GEMINI: Policy = Policy { efforts: &[Minimal, Low, Medium, High], ..DEFAULT };
const BUDGET: Policy = Policy { effort: EffortFormat::Budget, ..DEFAULT };
const MISTRAL: Policy =
    Policy { seed: "random_seed", efforts: &[Off, High], stream_options: false, ..DEFAULT };
const THREE_EFFORTS: &[Effort] = &[Low, Medium, High];

impl Policy {
    /// Returns the policy of `OpenAI`'s models that reason.
    const fn reasoning(self) -> Self {
        Self { seed: "", temperature: TemperatureRule::Refused, efforts: &Effort::ALL, ..self }
    }
}

/// A rule for models of a provider.
struct Rule {
    provider: &'static str,
    /// Prefixes of the models' names after the last slash. One match suffices.
    models: &'static [&'static str],
    policy: Policy,
}

const fn rule(provider: &'static str, models: &'static [&'static str], policy: Policy) -> Rule {
    Rule { provider, models, policy }
}

/// The reasoning models of `OpenAI`.
const REASONING: &[&str] = &["o1", "o3", "o4", "gpt-5"];
/// The models of Anthropic whose thinking has a token budget.
const BUDGETED: &[&str] = &[
    "claude-3",
    "claude-opus-4-0",
    "claude-opus-4-1",
    "claude-opus-4-2",
    "claude-opus-4-5",
    "claude-sonnet-4-0",
    "claude-sonnet-4-2",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
];

/// The rules; the first match counts. Sources: `OpenAI`'s API description of 2026-08-21, the
/// comments of Anthropic's SDK of 2026-08-19, Google's SDK of 2026-08-21, docs.x.ai and the
/// providers' own pages as of 2026-11-20.
const RULES: &[Rule] = &[
    rule("browser", &[""], Policy { seed: "", efforts: &[], ..DEFAULT }),
    rule("gguf", &[""], Policy { efforts: &[], ..DEFAULT }),
    rule("openai", REASONING, OPENAI.reasoning()),
    rule("openai", &[""], OPENAI),
    rule("openai-responses", REASONING, RESPONSES.reasoning()),
    rule("openai-responses", &[""], RESPONSES),
    rule(
        "anthropic",
        BUDGETED,
        Policy { seed: "", temperature: TemperatureRule::UnlessOn, ..BUDGET },
    ),
    rule(
        "anthropic",
        &["claude-opus-4-6", "claude-sonnet-4-6"],
        Policy { temperature: TemperatureRule::WhenOff, ..ANTHROPIC },
    ),
    rule(
        "anthropic",
        &["claude-fable", "claude-mythos"],
        Policy { efforts: &[Low, Medium, High, ExtraHigh, Max], ..ANTHROPIC },
    ),
    rule("anthropic", &[""], ANTHROPIC),
    rule(
        "gemini",
        &["gemini-2.5-pro"],
        Policy { efforts: &[Minimal, Low, Medium, High, ExtraHigh, Max], ..BUDGET },
    ),
    rule("gemini", &["gemini-2.5"], BUDGET),
    rule("gemini", &["gemini-1", "gemini-2.0", "gemma"], Policy { efforts: &[], ..DEFAULT }),
    rule("gemini", &[""], GEMINI),
    rule(
        "openrouter",
        &[""],
        Policy { effort: EffortFormat::Routed, stream_options: false, ..DEFAULT },
    ),
    rule("mistral", &[""], MISTRAL),
    rule("groq", &[""], Policy { efforts: THREE_EFFORTS, ..DEFAULT }),
    rule(
        "deepseek",
        &[""],
        Policy {
            seed: "",
            temperature: TemperatureRule::WhenOff,
            effort: EffortFormat::Switched,
            ..DEFAULT
        },
    ),
    rule("xai", &["grok-3-mini", "grok-4.3"], DEFAULT),
    rule("xai", &["grok-3", "grok-4"], Policy { efforts: &[], ..DEFAULT }),
    rule(
        "cerebras",
        &[""],
        Policy { max_output: "max_completion_tokens", efforts: THREE_EFFORTS, ..DEFAULT },
    ),
    rule("cohere", &[""], BUDGET),
    rule("ollama", &[""], Policy { efforts: &[Off, Low, Medium, High, Max], ..DEFAULT }),
];

/// Returns the policy of a provider's model, or [`DEFAULT`] if no rule matches.
pub(crate) fn policy(provider: &str, model: &str) -> Policy {
    let name = model.rsplit('/').next().unwrap_or(model);
    let fits = |rule: &&Rule| {
        rule.provider == provider && rule.models.iter().any(|begin| name.starts_with(begin))
    };
    RULES.iter().find(fits).map_or(DEFAULT, |rule| rule.policy)
}

impl Policy {
    /// Removes the parameters that the model refuses or that would have no effect, and returns the
    /// request and the removed parameters. `takes_context` is true if the format has a parameter
    /// for the context.
    pub(crate) fn fit(
        &self,
        request: &ModelRequest,
        takes_context: bool,
    ) -> (ModelRequest, Vec<Parameter>) {
        let mut fitted = request.clone();
        let mut omitted = Vec::new();
        let mut omit = |parameter, was_set: bool| {
            if was_set {
                omitted.push(parameter);
            }
        };
        if request.effort.is_some_and(|effort| !self.efforts.contains(&effort)) {
            omit(Parameter::Effort, fitted.effort.take().is_some());
        }
        if !self.takes_temperature(fitted.effort)
            || !request.temperature.is_some_and(f64::is_finite)
        {
            omit(Parameter::Temperature, fitted.temperature.take().is_some());
        }
        if self.seed.is_empty() {
            omit(Parameter::Seed, fitted.seed.take().is_some());
        }
        if !takes_context {
            omit(Parameter::Context, fitted.context.take().is_some());
        }
        (fitted, omitted)
    }

    fn takes_temperature(&self, effort: Option<Effort>) -> bool {
        match self.temperature {
            TemperatureRule::Taken => true,
            TemperatureRule::Refused => false,
            TemperatureRule::WhenOff => effort == Some(Off),
            TemperatureRule::UnlessOn => effort.is_none_or(|effort| effort == Off),
        }
    }
}
