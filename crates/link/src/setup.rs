//! The set-up of a sweep in its address: parameters by name, and the models. `stepfall_sweep::Plan`
//! interprets and checks them.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use stepfall_procedure::safe_line;

use crate::page::{Page, decoded, pairs, slug_and_query};

/// The maximum length of a set-up, in bytes.
pub const MAX_SETUP: usize = 64 << 10;
/// The defaults of parameters that an address leaves out. For each version `v` they never change.
const DEFAULTS: [(&str, &str); 7] = [
    ("v", "2"),
    ("steps", "5,15,25,45,65,95"),
    ("lookback", "5"),
    ("condition", "trace"),
    ("items", "20"),
    ("samples", "1"),
    ("concurrency", "4"),
];
/// The parameters of an address of Play that [`SweepLink::take_procedure`] does not copy.
const OF_ITEM: [&str; 6] = ["v", "steps", "lookback", "condition", "seed", "index"];
/// The settings and limits of requests.
const SETTINGS: [&str; 6] =
    ["max-output", "temperature", "effort", "context", "max-requests", "max-spend"];
const DEFAULT_MODEL: &str = "simulated:wrong-operand:200";
/// The default failure rate of a simulated solver for each step, in ten-thousandths.
const DEFAULT_RATE: &str = "200";
const MODEL: &str = "model";
const VERSION_KEY: &str = "v";
/// The parameter for a run, which exists only on the machine that made it.
const RUN: &str = "run";
/// The characters that are percent-encoded in values: separators of values, separators of an
/// address, and characters that a pasted address loses.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b';')
    .add(b'<')
    .add(b'=')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The set-up of a sweep, as its address contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepLink {
    /// The decoded parameters except the models.
    pairs: Vec<(String, String)>,
    /// The models that the sweep asks.
    pub models: Vec<LinkedModel>,
    /// The id of the open run; empty if there is none.
    pub run: String,
    /// The version in the address; empty if it has none.
    version: String,
    /// Parameters that occur several times with different values. The last value counts.
    repeated: Vec<String>,
    /// The address of the set-up at the time when the run was opened, without the run. Later
    /// changes of the set-up do not change this address.
    run_plan: String,
    /// True if the address was longer than [`MAX_SETUP`].
    is_cut: bool,
}

/// A model: its name as `provider:model`, and other details such as `size` or `price`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LinkedModel {
    /// The name, as `provider:model`.
    pub name: String,
    more: Vec<(String, String)>,
}

impl LinkedModel {
    /// Creates a model with a name and other details.
    pub fn new(name: String, more: &[(&str, &str)]) -> Self {
        let mut target = Self { name, more: Vec::new() };
        for (key, value) in more {
            target.set(key, value);
        }
        target
    }

    /// Parses a model from an address, such as `openai:m;size=7`.
    pub fn read(text: &str) -> Self {
        // Parts are split before they are decoded, because a name may contain a semicolon.
        let mut parts = text.split(';');
        let name = decoded(parts.next().unwrap_or_default()).into_owned();
        let (mut more, mut keys) = (Vec::new(), BTreeSet::new());
        // If a key occurs twice, the last one counts.
        for part in parts.rev().filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let key = decoded(key).into_owned();
            if keys.insert(key.clone()) {
                more.push((key, decoded(value).into_owned()));
            }
        }
        more.reverse();
        Self { name, more }
    }

    /// Formats the model for an address.
    pub fn text(&self) -> String {
        let mut text = encoded(&self.name);
        for (key, value) in &self.more {
            text.push_str(&format!(";{}={}", encoded(key), encoded(value)));
        }
        text
    }

    /// Returns the details besides the name, each with a key and a value.
    pub fn more(&self) -> impl Iterator<Item = (&str, &str)> {
        self.more.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Returns a detail; empty if it is unknown.
    pub fn get(&self, key: &str) -> &str {
        self.more.iter().find(|(known, _)| known == key).map_or("", |(_, value)| value)
    }

    /// Sets a detail; an empty text removes it.
    pub fn set(&mut self, key: &str, value: &str) {
        self.more.retain(|(known, _)| known != key);
        if !value.trim().is_empty() {
            self.more.push((key.to_owned(), value.trim().to_owned()));
        }
    }

    /// Returns the slug of the model's provider; `simulated` for a simulated solver, `specimen` for
    /// the small model, and empty if the name has no colon.
    pub fn provider(&self) -> &str {
        self.name.split_once(':').map_or("", |(provider, _)| provider)
    }

    /// Returns whether the model is a simulated solver.
    pub fn is_simulated(&self) -> bool {
        self.provider() == "simulated"
    }

    /// Returns whether the model is a language model, and neither a simulated solver nor the small
    /// model.
    pub fn is_model(&self) -> bool {
        !self.is_simulated() && self.provider() != "specimen"
    }

    /// Returns the model's name in figures: the name of a language model without its provider,
    /// `simulated wrong operand, 2 %`, or `small model short`.
    pub fn title(&self) -> String {
        let name = self.name.split_once(':').map_or(self.name.as_str(), |(_, name)| name);
        let name = &safe_line(name);
        if self.is_model() {
            return name.clone();
        }
        if !self.is_simulated() {
            return format!("small model {name}");
        }
        let (solver, rate) = name.split_once(':').unwrap_or((name.as_str(), DEFAULT_RATE));
        let rate = match rate.parse().map(|rate: u32| (rate / 100, rate % 100)) {
            Ok((0, 0)) => String::new(),
            Ok((whole, 0)) => format!(", {whole} %"),
            Ok((whole, parts)) => format!(", {whole}.{parts:02} %"),
            Err(_) => format!(", {rate}"),
        };
        let form = match self.get("form") {
            "" | "trace" => String::new(),
            form => format!(", {form}"),
        };
        format!("simulated {}{rate}{}", simulated_name(solver), form.replace('-', " "))
    }
}

/// Returns the display name of a simulated solver from its slug: `wrong operand`, `digit error`.
pub fn simulated_name(slug: &str) -> String {
    match slug {
        "right-answer-wrong-procedure" => "correct answer, wrong procedure".to_owned(),
        "right-work-not-shown" => "correct, work not shown".to_owned(),
        "wrong-work-not-shown" => "incorrect, work not shown".to_owned(),
        "slip-other" => "arithmetic error".to_owned(),
        "slip-transposed" => "transposed digits".to_owned(),
        "slip-off-by-one" => "off-by-one error".to_owned(),
        _ => match slug.strip_prefix("slip-") {
            Some(kind) => format!("{} error", kind.replace('-', " ")),
            None => slug.replace('-', " "),
        },
    }
}

impl SweepLink {
    /// Parses an address: a whole URL, its fragment with or without `#`, or its parameters alone.
    /// An address without parameters is the default set-up. Text beyond [`MAX_SETUP`] is not read.
    pub fn read(address: &str) -> Self {
        let (_, query) = slug_and_query(address);
        let is_cut = query.len() > MAX_SETUP;
        let query = query.get(..query.floor_char_boundary(MAX_SETUP)).unwrap_or_default();
        let mut setup = Self {
            pairs: Vec::new(),
            models: Vec::new(),
            run: String::new(),
            version: String::new(),
            repeated: Vec::new(),
            run_plan: String::new(),
            is_cut,
        };
        let mut positions: BTreeMap<String, usize> = BTreeMap::new();
        for (key, value) in pairs(query) {
            match key.as_ref() {
                MODEL => setup.models.push(LinkedModel::read(value)),
                RUN => setup.run = decoded(value).into_owned(),
                key => {
                    let at = *positions.entry(key.to_owned()).or_insert(setup.pairs.len());
                    let value = decoded(value).into_owned();
                    match setup.pairs.get_mut(at) {
                        Some(pair) if pair.1 == value => {}
                        Some(pair) => {
                            setup.repeated.push(key.to_owned());
                            pair.1 = value;
                        }
                        None => setup.pairs.push((key.to_owned(), value)),
                    }
                }
            }
        }
        setup.repeated.sort();
        setup.repeated.dedup();
        if let Some(at) = positions.get(VERSION_KEY) {
            setup.version.clone_from(&setup.pairs[*at].1);
        }
        // The set-up of an unpublished version becomes a set-up of the current version.
        let is_unpublished = setup.is_unpublished();
        let is_left_out =
            |key: &str, value: &str| value.is_empty() || is_unpublished && key == VERSION_KEY;
        setup.pairs.retain(|(key, value)| !is_left_out(key, value));
        if query.is_empty() {
            setup.models.push(LinkedModel::read(DEFAULT_MODEL));
        }
        setup.run_plan = setup.plan();
        setup
    }

    /// Returns whether the address was longer than [`MAX_SETUP`], so that its end was not read.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the version in the address; empty if it has none.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns whether the address is of a generator that was never published.
    pub fn is_unpublished(&self) -> bool {
        matches!(self.version.as_str(), "0" | "1")
    }

    /// Returns the parameters except the models, in order, each with a key and a value. Parameters
    /// with an empty value are left out.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Returns the parameters that occur several times with different values. The last value
    /// counts.
    pub fn repeated(&self) -> &[String] {
        &self.repeated
    }

    /// Returns the address that opens the same set-up on every machine.
    pub fn plan(&self) -> String {
        let page = Page::Sweep.slug();
        let mut fragment = format!("#/{page}?v={}", encoded(&self.get(VERSION_KEY)));
        for (key, value) in self.pairs.iter().filter(|(key, _)| key != VERSION_KEY) {
            fragment.push_str(&format!("&{}={}", encoded(key), encoded(value)));
        }
        for model in &self.models {
            fragment.push_str(&format!("&{MODEL}={}", model.text()));
        }
        fragment
    }

    /// Returns the address with the open run. If no run is open, returns [`SweepLink::plan`].
    pub fn fragment(&self) -> String {
        if self.run.is_empty() {
            return self.plan();
        }
        format!("{}&{RUN}={}", self.run_plan, encoded(&self.run))
    }

    /// Opens a run with the current set-up.
    pub fn open(&mut self, run: &str) {
        self.run_plan = self.plan();
        run.clone_into(&mut self.run);
    }

    /// Returns the base addresses that differ from the providers' defaults.
    pub fn bases(&self) -> impl Iterator<Item = &str> {
        self.models.iter().map(|target| target.get("base")).filter(|base| !base.is_empty())
    }

    /// Returns the value of a parameter, or its default.
    pub fn get(&self, key: &str) -> String {
        let pair = self.pairs.iter().find(|(known, _)| known == key);
        let default = || DEFAULTS.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        pair.map(|(_, value)| value.as_str()).or_else(default).unwrap_or_default().to_owned()
    }

    /// Sets a parameter; an empty text removes it.
    pub fn set(&mut self, key: &str, value: &str) {
        self.repeated.retain(|known| known != key);
        let found = self.pairs.iter_mut().find(|(known, _)| known == key);
        match found {
            _ if value.is_empty() => self.pairs.retain(|(known, _)| known != key),
            Some((_, before)) => value.clone_into(before),
            None => self.pairs.push((key.to_owned(), value.to_owned())),
        }
    }

    /// Returns whether a word is in the list of a parameter.
    pub fn has(&self, key: &str, word: &str) -> bool {
        self.get(key).split(',').any(|item| item.trim() == word)
    }

    /// Adds a word to the list of a parameter, or removes the word if it is in the list.
    pub fn toggle(&mut self, key: &str, word: &str) {
        let list = self.get(key);
        let mut words: Vec<&str> = list.split(',').map(str::trim).collect();
        words.retain(|item| !item.is_empty());
        if words.contains(&word) {
            words.retain(|item| *item != word);
        } else {
            words.push(word);
        }
        let list = words.join(",");
        // An empty value would mean the default.
        self.set(key, if list.is_empty() { "," } else { &list });
    }

    /// Replaces the parameters of the procedure by those in an address of Play. Does not copy the
    /// number of steps, the look-back, the condition, the seed and the index.
    pub fn take_procedure(&mut self, play: &str) {
        self.pairs.retain(|(key, _)| is_of_sweep(key));
        let (_, query) = slug_and_query(play);
        for (key, value) in pairs(query).filter(|(key, _)| !OF_ITEM.contains(&key.as_ref())) {
            self.set(&key, &decoded(value));
        }
    }

    /// Describes the changed parameters of the procedure, as text for the user; empty for the
    /// default procedure.
    pub fn procedure(&self) -> String {
        let changed = self.pairs.iter().filter(|(key, _)| !is_of_sweep(key));
        changed.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
    }
}

/// Returns whether a parameter belongs to the sweep, and not to its procedures.
fn is_of_sweep(key: &str) -> bool {
    OF_ITEM.contains(&key)
        || DEFAULTS.iter().any(|(known, _)| *known == key)
        || SETTINGS.contains(&key)
}

pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back() {
        let address = "#/sweep?v=2&steps=5,25&inputs=2..9&model=openrouter:a/b%3Bc;size=7;price=0.15/0.6@2026-11-01&model=simulated:mixed:200&run=12";
        let setup = SweepLink::read(address);
        assert_eq!(setup.models[0].name, "openrouter:a/b;c");
        assert_eq!((setup.models[0].get("size"), setup.models[0].provider()), ("7", "openrouter"));
        assert!(setup.models[1].is_simulated());
        assert_eq!(setup.run, "12");
        assert_eq!(SweepLink::read(&setup.fragment()), setup);
        assert!(!setup.plan().contains("run="));
        // Later changes of the set-up do not change the address of an open run.
        let mut changed = setup.clone();
        changed.set("max-requests", "9");
        assert_eq!(changed.fragment(), setup.fragment());
        assert!(changed.plan().contains("max-requests=9"));
    }

    #[test]
    fn a_long_address_is_cut_and_marked() {
        let long = format!("#/sweep?v=2{}", "&model=openai:x".repeat(6_000));
        let setup = SweepLink::read(&long);
        assert!(setup.is_cut() && (4_000..4_400).contains(&setup.models.len()));
        assert!(!SweepLink::read(&long[..60_000]).is_cut());
    }

    #[test]
    fn models_have_readable_titles() {
        for (address, title) in [
            ("openrouter:meta/llama-3:free", "meta/llama-3:free"),
            ("simulated:wrong-operand:200", "simulated wrong operand, 2 %"),
            ("simulated:mixed", "simulated mixed, 2 %"),
            (
                "simulated:slip-digit:5;form=value-lines",
                "simulated digit error, 0.05 %, value lines",
            ),
            (
                "simulated:right-answer-wrong-procedure",
                "simulated correct answer, wrong procedure, 2 %",
            ),
            ("simulated:slip-other:0", "simulated arithmetic error"),
            ("simulated:followed:0;form=trace", "simulated followed"),
            ("simulated:mixed:some", "simulated mixed, some"),
            ("specimen:short", "small model short"),
        ] {
            assert_eq!(LinkedModel::read(address).title(), title);
        }
    }

    #[test]
    fn missing_parameters_have_defaults() {
        let setup = SweepLink::read("#/sweep");
        assert_eq!(setup.get("items"), "20");
        assert_eq!(setup.models.len(), 1);
        assert!(setup.has("condition", "trace") && setup.has("steps", "95"));
        assert_eq!(setup.plan(), "#/sweep?v=2&model=simulated:wrong-operand:200");
    }

    #[test]
    fn the_last_repeated_option_of_a_model_counts() {
        let model = LinkedModel::read("openai:m;size=7;base=b;size=8;;price=1/2");
        let more: Vec<(&str, &str)> = model.more().collect();
        assert_eq!(more, [("base", "b"), ("size", "8"), ("price", "1/2")]);
        let many: Vec<String> = (0..12_000).map(|number| format!(";{number}")).collect();
        assert_eq!(LinkedModel::read(&format!("openai:m{}", many.concat())).more().count(), 12_000);
    }

    #[test]
    fn the_last_entry_of_a_list_can_be_removed() {
        let mut setup = SweepLink::read("#/sweep?v=2");
        setup.toggle("condition", "free");
        assert_eq!(setup.get("condition"), "trace,free");
        setup.toggle("condition", "trace");
        setup.toggle("condition", "free");
        assert!(!setup.has("condition", "trace") && !setup.has("condition", "free"));
    }

    #[test]
    fn a_procedure_from_play_is_applied_without_its_steps_and_seed() {
        let mut setup = SweepLink::read("#/sweep?v=2&steps=5&items=9&numbers=mod97");
        setup.take_procedure("#/play?v=2&steps=60&seed=7&bound=5000&wording=json");
        assert_eq!(setup.get("steps"), "5");
        assert_eq!((setup.get("items"), setup.get("numbers")), ("9".to_owned(), String::new()));
        assert_eq!(setup.procedure(), "bound 5000, wording json");
    }
}
