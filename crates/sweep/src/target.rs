//! The targets of a sweep.

use stepfall_link::{Checkpoint, simulated_name};
use stepfall_procedure::{safe_excerpt, safe_line};
use stepfall_provider::{AddressError, Endpoint, Key, Provider};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, SolverKind};

use crate::fixed::Thousandths;
use crate::money::Price;

/// The word before the colon that marks a simulated solver in an address: `simulated:mixed:200`.
pub(crate) const SIMULATED: &str = "simulated";
/// The word before the colon that marks the small model in an address: `specimen:short`.
pub(crate) const SMALL_MODEL: &str = "specimen";
/// The longest name of a model, in characters.
pub const MAX_MODEL: usize = 256;
/// The longest date or source of a price, in characters.
pub const MAX_DATED: usize = 40;

/// A target: a model at a provider, a simulated solver, or the small model. A target never contains
/// a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A language model.
    Model {
        /// The slug of the provider.
        provider: String,
        /// The base address, if it is not the provider's default.
        base: Option<String>,
        /// The model, by its name at the provider.
        model: String,
        /// The size of the model in billions of parameters, if the user knows it.
        size: Option<Thousandths>,
        /// The price of the model's tokens, if it is known.
        price: Option<Price>,
    },
    /// A simulated solver.
    Simulated {
        /// The slug of the solver.
        solver: String,
        /// The slug of the form in which the solver writes.
        form: String,
        /// The failure rate of steps, in ten-thousandths. 0 means a single failure, as for solvers
        /// that can only fail once.
        rate: u32,
    },
    /// The small transformer that runs on the same machine as the sweep.
    SmallModel {
        /// The checkpoint of the small model.
        checkpoint: Checkpoint,
    },
}

impl Target {
    /// Creates a model at a provider's default address, with unknown size and price.
    pub fn model(provider: &str, model: &str) -> Self {
        let (provider, model) = (provider.to_owned(), model.to_owned());
        Self::Model { provider, base: None, model, size: None, price: None }
    }

    /// Creates a simulated solver that writes traces. `rate` is in ten-thousandths.
    pub fn simulated(kind: SolverKind, rate: u32) -> Self {
        let (solver, form) = (kind.slug().to_owned(), Form::Trace.slug().to_owned());
        Self::Simulated { solver, form, rate }
    }

    /// Returns whether the target is a simulated solver.
    pub const fn is_simulated(&self) -> bool {
        matches!(self, Self::Simulated { .. })
    }

    /// Returns whether the target is a language model. Only language models use requests, keys,
    /// tokens and money.
    pub const fn is_model(&self) -> bool {
        matches!(self, Self::Model { .. })
    }

    /// Returns the price of the target's tokens, if it is known.
    pub const fn price(&self) -> Option<&Price> {
        match self {
            Self::Model { price, .. } => price.as_ref(),
            Self::Simulated { .. } | Self::SmallModel { .. } => None,
        }
    }

    /// Returns the display name, unique in a sweep: `openrouter:vendor/name`,
    /// `simulated:mixed:200`.
    pub fn label(&self) -> String {
        match self {
            Self::Model { provider, base, model, .. } => {
                let place = base.as_ref().map(|base| format!(" at {base}")).unwrap_or_default();
                format!("{provider}:{model}{place}")
            }
            Self::Simulated { solver, form, rate } => {
                let trace = form == Form::Trace.slug();
                let form = if trace { String::new() } else { format!(" as {form}") };
                format!("{SIMULATED}:{solver}:{rate}{form}")
            }
            Self::SmallModel { checkpoint } => format!("{SMALL_MODEL}:{}", checkpoint.slug()),
        }
    }

    /// Returns a shorter name for figures and lists: `name` of a model at any provider, `simulated
    /// wrong operand, 2 %`, `small model short`. Another target of the sweep may have the same
    /// name. The name is on one line, and contains no character that changes the writing direction.
    ///
    /// ```
    /// # use stepfall_sweep::Target;
    /// assert_eq!(Target::model("openai", "gpt\u{202e}4").name(), "gpt\u{fffd}4");
    /// ```
    pub fn name(&self) -> String {
        match self {
            // In a sentence, a character that changes the writing direction would also affect the
            // words after the name.
            Self::Model { model, .. } => safe_line(model),
            Self::Simulated { solver, form, rate } => {
                let solver = simulated_name(solver);
                let trace = form == Form::Trace.slug();
                let form =
                    if trace { String::new() } else { format!(", {}", form.replace('-', " ")) };
                let rate = match (rate / 100, rate % 100) {
                    (0, 0) => String::new(),
                    (whole, 0) => format!(", {whole} %"),
                    (whole, parts) => format!(", {whole}.{parts:02} %"),
                };
                format!("simulated {solver}{rate}{form}")
            }
            Self::SmallModel { checkpoint } => format!("small model {}", checkpoint.slug()),
        }
    }

    /// Returns the endpoint of a model with a key; `None` for a simulated solver, for the small
    /// model and for an unknown provider.
    ///
    /// # Errors
    ///
    /// [`AddressError`] if the base address is invalid.
    pub fn endpoint(&self, key: Option<Key>) -> Result<Option<Endpoint>, AddressError> {
        let Self::Model { provider, base, .. } = self else {
            return Ok(None);
        };
        let provider = Provider::find(provider);
        provider.map(|provider| Endpoint::new(provider, base.as_deref(), key)).transpose()
    }

    /// Returns the simulated solver and its form; `None` for any other target and for unknown
    /// names.
    pub fn solver(&self) -> Option<(Solver, Form)> {
        let Self::Simulated { solver, form, rate } = self else {
            return None;
        };
        let kind = SolverKind::from_slug(solver)?;
        let parts = u16::try_from(*rate).unwrap_or(Rate::WHOLE);
        let frequency = match parts {
            0 => ErrorFrequency::Once,
            _ if kind.is_rated() => ErrorFrequency::PerStep(Rate::per_ten_thousand(parts)),
            _ => ErrorFrequency::Once,
        };
        Some((Solver { kind, frequency }, Form::from_slug(form)?))
    }

    /// Returns the problem of the target itself, as a sentence with a remedy; `None` if it has
    /// none.
    pub(crate) fn problem(&self) -> Option<String> {
        let has_control = |text: &str| text.chars().any(char::is_control);
        match self {
            Self::SmallModel { .. } => None,
            Self::Simulated { solver, form, rate } => {
                if SolverKind::from_slug(solver).is_none() {
                    Some(format!(
                        "There is no simulated solver “{}”; “mixed” is one.",
                        safe_excerpt(solver)
                    ))
                } else if Form::from_slug(form).is_none() {
                    Some(format!("There is no form “{}”; “trace” is one.", safe_excerpt(form)))
                } else if *rate > u32::from(Rate::WHOLE) {
                    Some(format!("The rate {rate} is in ten-thousandths; write at most 10000."))
                } else {
                    None
                }
            }
            Self::Model { provider, model, price, .. } => {
                if Provider::find(provider).is_none() {
                    return Some(format!(
                        "There is no provider “{}”; “openrouter” is one.",
                        safe_excerpt(provider)
                    ));
                }
                if model.is_empty() || model.chars().count() > MAX_MODEL || has_control(model) {
                    return Some(format!(
                        "Name the model of {provider} in 1 to {MAX_MODEL} characters, as the provider writes it."
                    ));
                }
                let dated = price.as_ref().and_then(|price| price.dated.as_deref());
                if dated.is_some_and(|dated| {
                    dated.is_empty() || dated.chars().count() > MAX_DATED || has_control(dated)
                }) {
                    return Some(format!(
                        "Say in 1 to {MAX_DATED} characters when the price of {} held.",
                        safe_excerpt(model)
                    ));
                }
                let error = self.endpoint(None).err()?;
                let model = safe_excerpt(model);
                Some(format!("The address of {provider}:{model} cannot be used: {error}."))
            }
        }
    }
}
