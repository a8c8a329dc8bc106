//! Which parameters a provider's models take.

use crate::ask::{Ask, Effort, Parameter};
use crate::format::Format;

/// How the effort is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EffortAs {
    /// It is refused.
    Refused,
    /// By the word in the format's own place, if it is one of these.
    Words(&'static [Effort]),
    /// By a word in `reasoning`, as `OpenRouter` has it.
    Routed,
    /// By a switch and a word, as `DeepSeek` has it; on where nothing is said.
    Switched,
    /// By a word, beside thinking whose length the model chooses.
    Adaptive,
    /// By a number of tokens.
    Budget,
    /// By one of Gemini's levels.
    Level,
    /// By Ollama's `think`.
    Think,
}

/// When a temperature is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heat {
    Taken,
    /// Refused.
    Refused,
    /// Only where the model does not reason; it does where nothing is said.
    WhenOff,
    /// Only where the model does not reason; it does not where nothing is said.
    UnlessOn,
}

/// What a model takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// The name of the most tokens of output.
    pub(crate) max_output: &'static str,
    /// The name of the seed; empty where there is none.
    pub(crate) seed: &'static str,
    /// When a temperature is taken.
    pub(crate) heat: Heat,
    /// How the effort is told.
    pub(crate) effort: EffortAs,
    /// Whether a stream tells its tokens only on demand.
    pub(crate) stream_options: bool,
}

/// What a provider takes that takes what most do.
const USUAL: Policy = Policy {
    max_output: "max_tokens",
    seed: "seed",
    heat: Heat::Taken,
    effort: EffortAs::Words(&Effort::ALL),
    stream_options: true,
};
/// `OpenAI`'s models that do not reason.
const OPENAI: Policy =
    Policy { max_output: "max_completion_tokens", effort: EffortAs::Refused, ..USUAL };
/// `OpenAI`'s models that reason.
const OPENAI_REASONING: Policy =
    Policy { seed: "", heat: Heat::Refused, effort: USUAL.effort, ..OPENAI };
const RESPONSES: Policy = Policy { max_output: "max_output_tokens", seed: "", ..OPENAI };
const MISTRAL: Policy = Policy {
    seed: "random_seed",
    effort: EffortAs::Words(&[Effort::Off, Effort::High]),
    stream_options: false,
    ..USUAL
};
const THREE_WORDS: EffortAs = EffortAs::Words(&[Effort::Low, Effort::Medium, Effort::High]);
const ANTHROPIC: Policy =
    Policy { seed: "", heat: Heat::Refused, effort: EffortAs::Adaptive, ..USUAL };
const ANTHROPIC_OLD: Policy =
    Policy { heat: Heat::UnlessOn, effort: EffortAs::Budget, ..ANTHROPIC };

/// What a model takes of a provider.
struct Rule {
    /// The provider's slug.
    provider: &'static str,
    /// How the names of the models begin, of which one suffices, behind the last slash.
    models: &'static [&'static str],
    policy: Policy,
}

const fn rule(provider: &'static str, models: &'static [&'static str], policy: Policy) -> Rule {
    Rule { provider, models, policy }
}

/// The models of `OpenAI` that reason.
const REASONING: &[&str] = &["o1", "o3", "o4", "gpt-5", "gpt-6", "gpt-7"];
/// The models of Anthropic that think by a budget.
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

/// The first rule that fits counts. Sources: `OpenAI`'s API description of 2026-08-21, the comments of Anthropic's SDK of 2026-08-19,
/// Google's SDK of 2026-08-21, docs.x.ai and the providers' own pages as of 2026-11-20.
const RULES: &[Rule] = &[
    rule("openai", REASONING, OPENAI_REASONING),
    rule("openai", &[""], OPENAI),
    rule(
        "openai-responses",
        REASONING,
        Policy { heat: Heat::Refused, effort: USUAL.effort, ..RESPONSES },
    ),
    rule("openai-responses", &[""], RESPONSES),
    rule("anthropic", BUDGETED, ANTHROPIC_OLD),
    rule(
        "anthropic",
        &["claude-opus-4-6", "claude-sonnet-4-6"],
        Policy { heat: Heat::UnlessOn, ..ANTHROPIC },
    ),
    rule("anthropic", &[""], ANTHROPIC),
    rule("gemini", &["gemini-2.5"], Policy { effort: EffortAs::Budget, ..USUAL }),
    rule(
        "gemini",
        &["gemini-1", "gemini-2.0", "gemma"],
        Policy { effort: EffortAs::Refused, ..USUAL },
    ),
    rule("gemini", &[""], Policy { effort: EffortAs::Level, ..USUAL }),
    rule("openrouter", &[""], Policy { effort: EffortAs::Routed, stream_options: false, ..USUAL }),
    rule("mistral", &[""], MISTRAL),
    rule("groq", &[""], Policy { effort: THREE_WORDS, ..USUAL }),
    rule(
        "deepseek",
        &[""],
        Policy { seed: "", heat: Heat::WhenOff, effort: EffortAs::Switched, ..USUAL },
    ),
    rule("xai", &["grok-3-mini", "grok-4.3"], USUAL),
    rule("xai", &["grok-3", "grok-4"], Policy { effort: EffortAs::Refused, ..USUAL }),
    rule(
        "cerebras",
        &[""],
        Policy { max_output: "max_completion_tokens", effort: THREE_WORDS, ..USUAL },
    ),
    rule("cohere", &[""], Policy { effort: EffortAs::Budget, ..USUAL }),
    rule("ollama", &[""], Policy { effort: EffortAs::Think, ..USUAL }),
];

/// What a model of a provider takes; what most take where nothing else is known.
pub(crate) fn policy(provider: &str, model: &str) -> Policy {
    let name = model.rsplit('/').next().unwrap_or(model);
    let fits = |rule: &&Rule| {
        rule.provider == provider && rule.models.iter().any(|begin| name.starts_with(begin))
    };
    RULES.iter().find(fits).map_or(USUAL, |rule| rule.policy)
}

impl Policy {
    /// The question without what is not taken, or would be without effect, and what that was.
    pub(crate) fn fitted(&self, ask: &Ask, format: Format) -> (Ask, Vec<Parameter>) {
        let mut fitted = ask.clone();
        let mut omitted = Vec::new();
        let mut omit = |parameter, is_given: bool| {
            if is_given {
                omitted.push(parameter);
            }
        };
        if !self.takes_effort(ask) {
            omit(Parameter::Effort, fitted.effort.take().is_some());
        }
        if !self.takes_heat(fitted.effort) || !ask.temperature.is_some_and(f64::is_finite) {
            omit(Parameter::Temperature, fitted.temperature.take().is_some());
        }
        if self.seed.is_empty() {
            omit(Parameter::Seed, fitted.seed.take().is_some());
        }
        if format != Format::Ollama {
            omit(Parameter::Context, fitted.context.take().is_some());
        }
        (fitted, omitted)
    }

    fn takes_effort(&self, ask: &Ask) -> bool {
        let Some(effort) = ask.effort else {
            return true;
        };
        match self.effort {
            EffortAs::Refused => false,
            EffortAs::Words(words) => words.contains(&effort),
            // These always think, and have no word for the least.
            EffortAs::Adaptive => {
                let always = ask.model.contains("fable") || ask.model.contains("mythos");
                effort != Effort::Minimal && !(always && effort == Effort::Off)
            }
            EffortAs::Routed
            | EffortAs::Switched
            | EffortAs::Budget
            | EffortAs::Level
            | EffortAs::Think => true,
        }
    }

    fn takes_heat(&self, effort: Option<Effort>) -> bool {
        match self.heat {
            Heat::Taken => true,
            Heat::Refused => false,
            Heat::WhenOff => effort == Some(Effort::Off),
            Heat::UnlessOn => effort.is_none_or(|effort| effort == Effort::Off),
        }
    }
}
