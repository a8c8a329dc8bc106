//! Addresses of Batch: the suite, the target, and the settings that differ from the defaults.

use std::fmt;

use stepfall_procedure::{
    Condition, GENERATOR_VERSION, KEYS, MAX_STEPS, ParamError, Seed, Spec, Suite, safe_excerpt,
};

use crate::address::whole;
use crate::decimal::read_price;
use crate::notice::Notice;
use crate::page::{Page, parameters, slug_and_query};
use crate::setup::encoded;

/// The maximum length of an address of Batch, in bytes.
const MAX_ADDRESS: usize = 8_192;
/// The maximum length of a model's name, in characters. A longer name is cut.
const MAX_MODEL: usize = 200;
/// The maximum number of items of a spec.
pub const BATCH_ITEMS: u32 = 10_000;
/// The default number of items of each spec in a custom selection.
pub const CUSTOM_ITEMS: u32 = 20;
/// The maximum number of samples of an item.
pub const BATCH_SAMPLES: u16 = 100;
/// The maximum number of lengths, and the maximum number of conditions, in a custom selection.
const MAX_LISTED: usize = 50;

/// The service or framework that takes a file of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ExportTarget {
    /// `OpenAI`'s batch service with chat completions, which Azure, Groq, Mistral, Together and
    /// others support too.
    #[default]
    OpenAi,
    /// `OpenAI`'s batch service with responses.
    OpenAiResponses,
    /// Anthropic's message batches. The file is the body of the request that creates a batch.
    Anthropic,
    /// Gemini's batch mode.
    Gemini,
    /// A dataset of Inspect AI, with a task that grades the replies.
    Inspect,
    /// Tests of promptfoo, with a configuration and an assertion that grades the replies.
    Promptfoo,
    /// A task of lm-evaluation-harness.
    LmEval,
    /// One JSON object per line.
    Jsonl,
    /// A CSV table.
    Csv,
}

impl ExportTarget {
    /// All targets in display order.
    pub const ALL: [Self; 9] = [
        Self::OpenAi,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::Inspect,
        Self::Promptfoo,
        Self::LmEval,
        Self::Jsonl,
        Self::Csv,
    ];

    /// Returns the name used on the command line and in links.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Inspect => "inspect",
            Self::Promptfoo => "promptfoo",
            Self::LmEval => "lm-eval",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }

    /// Returns the target with this slug; `None` for an unknown slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.slug() == slug)
    }

    /// Returns the display name of the target.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "OpenAI batch",
            Self::OpenAiResponses => "OpenAI batch (responses)",
            Self::Anthropic => "Anthropic batch",
            Self::Gemini => "Gemini batch",
            Self::Inspect => "Inspect",
            Self::Promptfoo => "promptfoo",
            Self::LmEval => "lm-evaluation-harness",
            Self::Csv => "CSV",
            Self::Jsonl => "JSONL",
        }
    }

    /// Returns whether the lines of the file name the model.
    pub const fn names_model(self) -> bool {
        matches!(self, Self::OpenAi | Self::OpenAiResponses | Self::Anthropic)
    }

    /// Returns whether the lines of the file have settings for the model, such as the maximum
    /// number of tokens of a reply.
    pub const fn has_settings(self) -> bool {
        self.names_model() || matches!(self, Self::Gemini)
    }
}

/// The content of an address of Batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BatchLink {
    /// The suite; `None` for a custom selection of lengths and conditions.
    pub suite: Option<Suite>,
    /// The spec without the parameters that the suite fixes. A custom selection replaces only its
    /// number of steps.
    pub base: Spec,
    /// The numbers of steps of a custom selection; empty with a suite.
    pub lengths: Vec<u16>,
    /// The conditions of a custom selection. With a suite, at most one condition, which replaces
    /// the suite's default condition.
    pub conditions: Vec<Condition>,
    /// The number of items of each spec; `None` for the default number.
    pub items: Option<u32>,
    /// The number of samples of each item.
    pub samples: u16,
    /// The seed from which the items are drawn.
    pub seed: Seed,
    /// The target of the file.
    pub target: ExportTarget,
    /// The model; empty if none is named.
    pub model: String,
    /// The maximum number of tokens of a reply; `None` if the address sets none.
    pub max_output: Option<u32>,
    /// The price of a million tokens of input and of output in dollars, as in `0.15/0.6`; empty if
    /// unknown.
    pub price: String,
}

/// A part of an address of Batch that was left out or replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchNotice {
    /// The suite does not exist.
    Suite(String),
    /// The target does not exist.
    Target(String),
    /// A parameter is not a number within its range.
    Number {
        /// The name of the parameter.
        key: &'static str,
        /// The value of the parameter.
        value: String,
        /// The smallest valid number.
        least: u32,
        /// The largest valid number.
        most: u32,
    },
    /// The price cannot be parsed.
    Price(String),
    /// The suite fixes this parameter, so its value in the address was ignored.
    Owned(String),
}

impl From<BatchNotice> for Notice {
    fn from(notice: BatchNotice) -> Self {
        Self::Batch(notice)
    }
}

impl fmt::Display for BatchNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suite(slug) => write!(f, "There is no suite “{slug}”; “ladder” was taken."),
            Self::Target(slug) => {
                write!(f, "No file is written for “{slug}”; “openai” was taken.")
            }
            Self::Number { key, value, least, most } => write!(
                f,
                "The parameter “{key}” says “{value}”; it may say {least} to {most}, and the usual was taken."
            ),
            Self::Price(value) => write!(
                f,
                "The price “{value}” was left out; it is dollars for a million tokens in and out, as in 0.15/0.6."
            ),
            Self::Owned(key) => {
                write!(f, "The suite has a “{key}” of its own; the one in the link was left out.")
            }
        }
    }
}

impl BatchLink {
    /// Returns whether the target needs the name of a model and none is set.
    pub fn lacks_model(&self) -> bool {
        self.target.names_model() && self.model.trim().is_empty()
    }

    /// Returns the content of Batch for an address without parameters.
    pub fn first() -> Self {
        Self { suite: Some(Suite::Ladder), samples: 1, ..Self::default() }
    }

    /// Returns a custom selection with the spec, number of steps, condition and seed of Play, and
    /// with 100 items.
    pub fn of_play(base: &Spec, seed: Seed, condition: Condition) -> Self {
        Self {
            base: Spec { steps: Spec::default().steps, ..*base },
            lengths: vec![base.steps],
            conditions: vec![condition],
            items: Some(100),
            samples: 1,
            seed,
            ..Self::default()
        }
    }

    /// Returns the fragment, `#` included.
    pub fn fragment(&self) -> String {
        let mut fragment = format!("#/{}?v={GENERATOR_VERSION}", Page::Batch.slug());
        let mut push = |key: &str, value: &str| fragment.push_str(&format!("&{key}={value}"));
        push("suite", self.suite.map_or("own", Suite::slug));
        if self.suite.is_none() {
            push("lengths", &list_text(self.lengths.iter()));
        }
        if self.suite.is_none() || !self.conditions.is_empty() {
            push("condition", &list_text(self.conditions.iter()));
        }
        for (key, value) in self.base.changed_params() {
            if key != "steps" && !self.suite.is_some_and(|suite| suite.fixes(key)) {
                push(key, &value);
            }
        }
        if let Some(items) = self.items {
            push("items", &items.to_string());
        }
        if self.samples != 1 {
            push("samples", &self.samples.to_string());
        }
        if self.seed != Seed::default() {
            push("seed", &self.seed.number().to_string());
        }
        push("for", self.target.slug());
        if !self.model.is_empty() {
            push("model", &encoded(&self.model));
        }
        if let Some(most) = self.max_output {
            push("max-output", &most.to_string());
        }
        if !self.price.is_empty() {
            push("price", &self.price);
        }
        fragment
    }

    /// Parses an address: a whole URL, its fragment with or without `#`, or its parameters alone.
    /// Invalid parts keep their defaults and are reported.
    pub fn read(address: &str) -> (Self, Vec<Notice>) {
        let mut notices = Vec::new();
        if address.len() > MAX_ADDRESS {
            return (Self::first(), vec![Notice::TooLong { limit: MAX_ADDRESS }]);
        }
        let (_, query) = slug_and_query(address);
        let seen = parameters(query, &mut notices);
        let mut link = Self::first();
        let value_of = |wanted: &str| {
            seen.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str())
        };
        match value_of("suite") {
            None => {}
            Some("own") => {
                link.suite = None;
                link.lengths = vec![5, 15, 25, 45, 95];
                link.conditions = vec![Condition::default()];
            }
            Some(slug) => match Suite::from_slug(slug) {
                Some(suite) => link.suite = Some(suite),
                None => notices.push(BatchNotice::Suite(safe_excerpt(slug)).into()),
            },
        }
        let suite = link.suite;
        let of_spec = |key: &str| KEYS.contains(&key) && key != "steps";
        let is_owned =
            |key: &str| KEYS.contains(&key) && suite.is_some_and(|suite| suite.fixes(key));
        let params = seen.iter().filter(|(key, _)| of_spec(key) && !is_owned(key));
        let params = params.map(|(key, value)| (key.as_str(), value.as_str()));
        let (spec, problems): (Spec, Vec<ParamError>) = Spec::from_params(params);
        notices.extend(problems.into_iter().map(Notice::Param));
        link.base = spec;
        for (key, value) in &seen {
            if is_owned(key) {
                notices.push(BatchNotice::Owned(safe_excerpt(key)).into());
            } else if !of_spec(key) {
                link.take(key, value, &mut notices);
            }
        }
        (link, notices)
    }

    fn take(&mut self, key: &str, value: &str, notices: &mut Vec<Notice>) {
        let mut number = |key: &'static str, most: u32| {
            let read = whole(value).and_then(|number| u32::try_from(number).ok());
            let read = read.filter(|number| (1..=most).contains(number));
            if read.is_none() {
                let value = safe_excerpt(value);
                notices.push(BatchNotice::Number { key, value, least: 1, most }.into());
            }
            read
        };
        match key {
            "suite" => {}
            "v" => {
                if value != GENERATOR_VERSION.to_string() {
                    notices.push(Notice::Version {
                        version: safe_excerpt(value),
                        has_transcript: false,
                    });
                }
            }
            "items" => self.items = number("items", BATCH_ITEMS),
            "samples" => {
                let read = number("samples", BATCH_SAMPLES.into());
                self.samples = read.and_then(|read| u16::try_from(read).ok()).unwrap_or(1);
            }
            "max-output" => self.max_output = number("max-output", 10_000_000),
            "seed" => match whole(value).and_then(Seed::new) {
                Some(seed) => self.seed = seed,
                None => notices.push(Notice::Seed(safe_excerpt(value))),
            },
            "for" => match ExportTarget::from_slug(value) {
                Some(target) => self.target = target,
                None => notices.push(BatchNotice::Target(safe_excerpt(value)).into()),
            },
            "price" if read_price(value).is_some() => value.clone_into(&mut self.price),
            "price" => notices.push(BatchNotice::Price(safe_excerpt(value)).into()),
            "model" => self.model = value.chars().take(MAX_MODEL).collect(),
            "lengths" if self.suite.is_none() => {
                self.lengths.clear();
                for text in value.split(',').filter(|text| !text.is_empty()).take(MAX_LISTED) {
                    let read = whole(text).and_then(|number| u16::try_from(number).ok());
                    match read.filter(|steps| (1..=MAX_STEPS).contains(steps)) {
                        Some(steps) if !self.lengths.contains(&steps) => self.lengths.push(steps),
                        Some(_) => {}
                        None => notices.push(
                            BatchNotice::Number {
                                key: "lengths",
                                value: safe_excerpt(text),
                                least: 1,
                                most: MAX_STEPS.into(),
                            }
                            .into(),
                        ),
                    }
                }
            }
            "condition" => match self.suite {
                Some(suite) if suite.fixes_condition() => {
                    notices.push(BatchNotice::Owned("condition".to_owned()).into());
                }
                _ => self.take_conditions(value, notices),
            },
            _ => notices.push(Notice::UnknownKey(safe_excerpt(key))),
        }
    }

    fn take_conditions(&mut self, value: &str, notices: &mut Vec<Notice>) {
        self.conditions.clear();
        let most = if self.suite.is_some() { 1 } else { MAX_LISTED };
        for slug in value.split(',').filter(|slug| !slug.is_empty()).take(most) {
            match Condition::from_slug(slug) {
                Some(condition) if !self.conditions.contains(&condition) => {
                    self.conditions.push(condition);
                }
                Some(_) => {}
                None => notices.push(Notice::Condition(safe_excerpt(slug))),
            }
        }
    }
}

/// Formats a list for an address. An empty list is a comma, because a parameter without a value has
/// no effect.
fn list_text<T: fmt::Display>(values: impl Iterator<Item = T>) -> String {
    let list = values.map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    if list.is_empty() { ",".to_owned() } else { list }
}

#[cfg(test)]
mod tests {
    use stepfall_procedure::{Arithmetic, Wording};

    use super::*;

    #[test]
    fn written_links_read_back() {
        let named = BatchLink {
            base: Spec { wording: Wording::English, ..Spec::new(Arithmetic::Rational) },
            lengths: vec![7, 90],
            conditions: vec![Condition::Copy, Condition::Filler(50)],
            items: Some(3),
            samples: 4,
            seed: Seed::wrapping(9),
            target: ExportTarget::Gemini,
            model: "a b/c&d=é".to_owned(),
            max_output: Some(900),
            price: "0.15/0.6".to_owned(),
            suite: None,
        };
        let suites = Suite::ALL.map(|suite| BatchLink { suite: Some(suite), ..BatchLink::first() });
        for link in suites.into_iter().chain([named, BatchLink::first()]) {
            let fragment = link.fragment();
            assert_eq!(BatchLink::read(&fragment), (link, Vec::new()), "{fragment}");
        }
        assert_eq!(BatchLink::read("#/batch").0, BatchLink::first());
        assert_eq!(BatchLink::first().fragment(), "#/batch?v=2&suite=ladder&for=openai");
    }

    #[test]
    fn an_empty_list_stays_empty() {
        for (address, fragment) in [
            (
                "#/batch?v=2&suite=own&lengths=it",
                "#/batch?v=2&suite=own&lengths=,&condition=trace&for=openai",
            ),
            (
                "#/batch?v=2&suite=own&lengths=5&condition=loud",
                "#/batch?v=2&suite=own&lengths=5&condition=,&for=openai",
            ),
        ] {
            let (link, _) = BatchLink::read(address);
            assert_eq!(link.fragment(), fragment);
            assert_eq!(BatchLink::read(fragment), (link, Vec::new()));
        }
    }

    #[test]
    fn invalid_parts_are_reported() {
        let (link, notices) = BatchLink::read(
            "#/batch?v=9&suite=gsm8k&for=excel&items=0&samples=x&seed=-1&condition=loud&zoo=1&lookback=z&price=free",
        );
        assert_eq!(link, BatchLink::first());
        assert_eq!(notices.len(), 10, "{notices:?}");
        let (link, notices) =
            BatchLink::read("#/batch?v=2&suite=what-helps&numbers=rational&condition=copy");
        assert_eq!(link.base, Spec::default());
        assert!(link.conditions.is_empty());
        assert_eq!(notices.len(), 2, "{notices:?}");
        let (link, notices) = BatchLink::read("#/batch?v=2&suite=own&lengths=5,5,501,9&%%%=1&&=");
        assert_eq!((link.lengths, notices.len()), (vec![5, 9], 2));
    }
}
