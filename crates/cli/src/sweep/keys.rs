//! API keys, which come only from environment variables. Each key goes to one origin. An address
//! that only a link or a file names gets a key only if the user names the variable.

use std::collections::{BTreeMap, BTreeSet};

use stepfall_provider::{Endpoint, Key, Provider};
use stepfall_sweep::{Plan, Problem, Target};

use super::error::SweepError;

/// The general variable, used if the provider's usual one is not set.
const ANY: &str = "STEPFALL_KEY";
/// The usual variables for keys, by provider.
const KEY_VARIABLES: [(&str, &str); 14] = [
    ("openrouter", "OPENROUTER_API_KEY"),
    ("openai", "OPENAI_API_KEY"),
    ("openai-responses", "OPENAI_API_KEY"),
    ("anthropic", "ANTHROPIC_API_KEY"),
    ("gemini", "GEMINI_API_KEY"),
    ("mistral", "MISTRAL_API_KEY"),
    ("groq", "GROQ_API_KEY"),
    ("deepseek", "DEEPSEEK_API_KEY"),
    ("xai", "XAI_API_KEY"),
    ("together", "TOGETHER_API_KEY"),
    ("fireworks", "FIREWORKS_API_KEY"),
    ("cohere", "COHERE_API_KEY"),
    ("cerebras", "CEREBRAS_API_KEY"),
    ("huggingface", "HF_TOKEN"),
];

pub(super) struct Sources<'a> {
    /// The variables that the user named: `NAME`, `PROVIDER=NAME` or `ORIGIN=NAME`.
    pub(super) named: &'a [String],
    /// True if the user typed the models, so that they are not from a link or a file.
    pub(super) are_typed: bool,
    /// Returns the value of a variable.
    pub(super) variable: &'a dyn Fn(&str) -> Option<String>,
}

/// Returns the endpoints of the plan's targets, each with its key if it has one. Simulated solvers
/// and the small model have `None`.
pub(super) fn endpoints(
    plan: &Plan,
    sources: &Sources<'_>,
) -> Result<Vec<Option<Endpoint>>, SweepError> {
    let mut endpoints = Vec::new();
    let mut origins: BTreeMap<String, String> = BTreeMap::new();
    let general = sources.general(plan)?;
    let several = general.len() > 1;
    for target in &plan.targets {
        let Some(bare) = endpoint(target, None)? else {
            endpoints.push(None);
            continue;
        };
        let is_official = matches!(target, Target::Model { base: None, .. });
        let Some((variable, key)) = sources.key(&bare, is_official)? else {
            endpoints.push(Some(bare));
            continue;
        };
        let origin = bare.origin().to_owned();
        // A local server needs no key. It gets the general key only if no other origin could get
        // that key.
        if variable == ANY && bare.provider().is_local && several && sources.named(&bare).is_none()
        {
            endpoints.push(Some(bare));
            continue;
        }
        let first = origins.entry(variable.clone()).or_insert_with(|| origin.clone());
        if *first != origin {
            return Err(SweepError::TwoOrigins { variable, origins: [first.clone(), origin] });
        }
        endpoints.push(endpoint(target, Some(key))?);
    }
    sources.check_owners(&endpoints)?;
    Ok(endpoints)
}

fn endpoint(target: &Target, key: Option<Key>) -> Result<Option<Endpoint>, SweepError> {
    let problem = |sentence| SweepError::Plan(vec![Problem::new("model", sentence)]);
    let endpoint = target.endpoint(key).map_err(|error| {
        problem(format!("The address of {} cannot be used: {error}.", target.label()))
    })?;
    if endpoint.as_ref().is_some_and(|endpoint| endpoint.provider().is_in_page) {
        return Err(problem(format!(
            "The model {} runs only in a browser: open the address of this sweep there.",
            target.label()
        )));
    }
    Ok(endpoint)
}

impl Sources<'_> {
    /// Returns the origins that could get the general key.
    fn general(&self, plan: &Plan) -> Result<BTreeSet<String>, SweepError> {
        let mut origins = BTreeSet::new();
        for target in &plan.targets {
            let Some(bare) = endpoint(target, None)? else { continue };
            let is_official = matches!(target, Target::Model { base: None, .. });
            if self.key(&bare, is_official)?.is_some_and(|(variable, _)| variable == ANY) {
                origins.insert(bare.origin().to_owned());
            }
        }
        Ok(origins)
    }

    /// Returns the key for an endpoint, and the variable that contains it. Returns `None` if the
    /// endpoint is used without a key.
    fn key(
        &self,
        endpoint: &Endpoint,
        is_official: bool,
    ) -> Result<Option<(String, Key)>, SweepError> {
        let provider = endpoint.provider();
        if let Some(variable) = self.named(endpoint) {
            let text = (self.variable)(variable);
            let key = text.as_deref().and_then(Key::new);
            let variable = variable.to_owned();
            let key = key
                .ok_or(SweepError::BadKey { variable: variable.clone(), is_set: text.is_some() })?;
            return Ok(Some((variable, key)));
        }
        if !(is_official || self.are_typed) {
            return Ok(None);
        }
        let usual = usual(provider).filter(|_| is_official);
        for variable in usual.into_iter().chain([ANY]) {
            if let Some(text) = (self.variable)(variable).filter(|text| !text.is_empty()) {
                let bad = || SweepError::BadKey { variable: variable.to_owned(), is_set: true };
                let key = Key::new(&text).ok_or_else(bad)?;
                return Ok(Some((variable.to_owned(), key)));
            }
        }
        // A server on the user's machine may need no key.
        if is_official && !provider.is_local {
            return Err(SweepError::NoKey { provider: provider.slug, variable: usual });
        }
        Ok(None)
    }

    /// Returns the variable that the user named for the origin of an endpoint, for its provider, or
    /// for all targets.
    fn named(&self, endpoint: &Endpoint) -> Option<&str> {
        let variable_of = |owner: &str| {
            let mut named = self.named.iter().map(|named| parted(named));
            named.find(|(named_owner, _)| *named_owner == owner).map(|(_, variable)| variable)
        };
        variable_of(endpoint.origin())
            .or_else(|| variable_of(endpoint.provider().slug))
            .or_else(|| variable_of(""))
    }

    /// Checks that the owner of each named variable is the origin or the provider of a target.
    fn check_owners(&self, endpoints: &[Option<Endpoint>]) -> Result<(), SweepError> {
        for (owner, _) in self.named.iter().map(|named| parted(named)) {
            let is = |endpoint: &Endpoint| {
                owner == endpoint.origin() || owner == endpoint.provider().slug
            };
            if !owner.is_empty() && !endpoints.iter().flatten().any(is) {
                return Err(SweepError::UnknownOwner(owner.to_owned()));
            }
        }
        Ok(())
    }
}

/// Splits a named variable into its owner and its name. The owner is empty if the variable is for
/// all targets.
fn parted(named: &str) -> (&str, &str) {
    named.rsplit_once('=').unwrap_or(("", named))
}

fn usual(provider: &Provider) -> Option<&'static str> {
    KEY_VARIABLES.iter().find(|(slug, _)| *slug == provider.slug).map(|(_, variable)| *variable)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: [(&str, &str); 4] = [
        ("OPENAI_API_KEY", "invented-1"),
        ("STEPFALL_KEY", "invented-2"),
        ("MINE", "invented-3"),
        ("BLANK", " "),
    ];

    /// Returns the variable whose key is sent to each target, or `none`.
    fn keys(models: &[&str], named: &[&str], are_typed: bool) -> Result<Vec<String>, String> {
        let address = format!("#/sweep?v=2&model={}", models.join("&model="));
        let named: Vec<String> = named.iter().map(|&named| named.to_owned()).collect();
        let variable =
            |name: &str| SET.iter().find(|(set, _)| *set == name).map(|(_, key)| (*key).to_owned());
        let sources = Sources { named: &named, are_typed, variable: &variable };
        let endpoints = endpoints(&Plan::read(&address).0, &sources);
        let endpoints = endpoints.map_err(|error| error.to_string())?;
        let variable_of_key = |endpoint: Option<Endpoint>| {
            let key = endpoint.as_ref().and_then(Endpoint::key);
            let is_key = |text: &str| key.is_some() && key == Key::new(text).as_ref();
            let name = SET.iter().find(|(_, text)| is_key(text)).map(|(name, _)| *name);
            name.unwrap_or("none").to_owned()
        };
        Ok(endpoints.into_iter().map(variable_of_key).collect())
    }

    #[test]
    fn the_key_of_a_provider_is_preferred_to_the_general_one() {
        for (models, expected) in [
            (&["openai:m", "openai-responses:m"][..], &["OPENAI_API_KEY", "OPENAI_API_KEY"][..]),
            (&["anthropic:m"], &["STEPFALL_KEY"]),
            (&["openai:m", "groq:m"], &["OPENAI_API_KEY", "STEPFALL_KEY"]),
            (&["ollama:m", "simulated:mixed"], &["STEPFALL_KEY", "none"]),
            (&["ollama:m", "anthropic:m"], &["none", "STEPFALL_KEY"]),
            (&["compatible:m;base=https://a.example"], &["STEPFALL_KEY"]),
            (&["openai:m;base=https://a.example"], &["STEPFALL_KEY"]),
        ] {
            assert_eq!(keys(models, &[], true).unwrap(), expected, "{models:?}");
        }
    }

    #[test]
    fn a_base_address_from_a_link_gets_no_key_unless_named() {
        let models = ["openai:m;base=https://evil.example"];
        assert_eq!(keys(&models, &[], false).unwrap(), ["none"]);
        assert_eq!(keys(&["openai:m"], &[], false).unwrap(), ["OPENAI_API_KEY"]);
        assert_eq!(keys(&models, &["MINE"], false).unwrap(), ["MINE"]);
        let local = ["ollama:m;base=https://evil.example"];
        assert_eq!(keys(&local, &[], false).unwrap(), ["none"]);
        assert_eq!(keys(&local, &[], true).unwrap(), ["STEPFALL_KEY"]);
    }

    #[test]
    fn a_key_goes_to_one_origin() {
        let two = ["anthropic:m", "groq:m"];
        let error = keys(&two, &[], true).unwrap_err();
        assert!(
            error.starts_with("the key in STEPFALL_KEY would be sent to https://api.anthropic.com")
        );
        assert!(keys(&two, &["MINE"], true).unwrap_err().contains("--key-env"));
        assert_eq!(keys(&two, &["groq=MINE"], true).unwrap(), ["STEPFALL_KEY", "MINE"]);
        let origin = "https://api.groq.com=MINE";
        assert_eq!(keys(&two, &[origin], true).unwrap(), ["STEPFALL_KEY", "MINE"]);
    }

    #[test]
    fn unusable_keys_are_reported() {
        for (models, named, expected) in [
            (&["openai:m"], "NONE", "the environment variable NONE is not set"),
            (&["openai:m"], "BLANK", "the environment variable BLANK does not contain a valid key"),
            (
                &["openai:m"],
                "mistral=MINE",
                "--key-env mistral=…: the plan has no model at mistral",
            ),
        ] {
            let error = keys(models, &[named], true).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
