//! Addresses of the Lab: `#/lab?v=2&model=short.1&steps=18&seed=7&flow=bridge:0.15:1`.

use std::fmt;
use std::ops::RangeInclusive;

use stepfall_procedure::{Arithmetic, GENERATOR_VERSION, LookBack, Seed, Spec, safe_excerpt};

use crate::address::{PlayLink, whole};
use crate::notice::Notice;
use crate::page::{Page, parameters, slug_and_query};

/// The version of the small model: its weights and its vocabulary. An address names this version,
/// because other weights write other transcripts.
pub const SMALL_MODEL_VERSION: u32 = 1;
/// The modulus of the small model's arithmetic.
pub const LAB_MODULUS: u32 = 31;
/// The numbers of steps for which the small model has names.
pub const LAB_STEPS: RangeInclusive<u16> = 1..=126;
/// The look-backs in the training data of the small model.
pub const LAB_LOOK_BACKS: RangeInclusive<u8> = 2..=7;
/// The number of layers of the small model.
pub const LAB_LAYERS: u8 = 4;
/// The number of seeds of the Lab. The training data use the seeds from this number on.
pub const LAB_SEEDS: u64 = 1 << 52;
/// The maximum length of an address of the Lab, in bytes.
const MAX_ADDRESS: usize = 4096;
const DEFAULT_STEPS: u16 = 16;
const DEFAULT_LOOK_BACK: u8 = 5;

/// A checkpoint of the small model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Checkpoint {
    /// The checkpoint that was trained on procedures of 1 to 12 steps.
    #[default]
    Short,
    /// The checkpoint that was trained on procedures of 1 to 48 steps.
    Long,
}

impl Checkpoint {
    /// Both checkpoints, the default first.
    pub const ALL: [Self; 2] = [Self::Short, Self::Long];

    /// Returns the name in addresses and of files.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
        }
    }

    /// Returns the maximum number of steps in the checkpoint's training data.
    pub const fn trained_to(self) -> u16 {
        match self {
            Self::Short => 12,
            Self::Long => 48,
        }
    }

    /// Returns the checkpoint with this name; `None` for an unknown name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|checkpoint| checkpoint.slug() == slug)
    }
}

/// A change of the flow of information between the positions of the small model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlowChange {
    /// The Odds-Equal Bridge (arXiv 2604.06695).
    Bridge,
    /// Step Momentum Injection (arXiv 2604.06695).
    Momentum,
    /// A bridge to the previous line of the trace.
    Previous,
    /// A bridge to the lines that the current step needs. These lines are computed from the
    /// procedure.
    Operands,
}

impl FlowChange {
    /// All changes of the flow in display order.
    pub const ALL: [Self; 4] = [Self::Bridge, Self::Momentum, Self::Previous, Self::Operands];

    /// Returns the name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Bridge => "bridge",
            Self::Momentum => "momentum",
            Self::Previous => "previous",
            Self::Operands => "operands",
        }
    }

    /// Returns whether the change is a custom bridge. Only one custom bridge can be active.
    pub const fn is_custom(self) -> bool {
        matches!(self, Self::Previous | Self::Operands)
    }

    /// Returns the default strength and layers, with layers counted from 1. Bridge and momentum
    /// have the paper authors' defaults (arXiv 2604.06695): tau 0.15 in the shallowest quarter,
    /// alpha 0.06 in the deepest quarter. The custom bridges have the defaults of the bridge.
    pub const fn default_setting(self) -> FlowSetting {
        match self {
            Self::Momentum => FlowSetting { change: self, strength: 60, first: 4, last: 4 },
            Self::Bridge | Self::Previous | Self::Operands => {
                FlowSetting { change: self, strength: 150, first: 1, last: 1 }
            }
        }
    }
}

/// A change of the flow, with its strength and its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FlowSetting {
    /// The change that has this strength and these layers.
    pub change: FlowChange,
    /// The strength in thousandths: tau of a bridge, alpha of the momentum.
    pub strength: u16,
    /// The first layer of the change, from 1.
    pub first: u8,
    /// The last layer of the change, at least `first`.
    pub last: u8,
}

impl FlowSetting {
    /// Returns the strength as text: `0.15`.
    pub fn strength_text(&self) -> String {
        let text = format!("{}.{:03}", self.strength / 1000, self.strength % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Parses a strength from 0 to 1, with up to three decimals; `None` for any other text.
    pub fn read_strength(text: &str) -> Option<u16> {
        let (whole_part, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        if decimals.len() > 3 || (whole_part.is_empty() && decimals.is_empty()) {
            return None;
        }
        let padded =
            format!("{}{decimals:0<3}", if whole_part.is_empty() { "0" } else { whole_part });
        whole(&padded)
            .and_then(|number| u16::try_from(number).ok())
            .filter(|&number| number <= 1000)
    }

    /// Parses a setting such as `bridge:0.15:1-2`. Missing parts have the defaults of the change.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let slug = parts.next()?;
        let mut setting =
            FlowChange::ALL.into_iter().find(|change| change.slug() == slug)?.default_setting();
        if let Some(strength) = parts.next() {
            setting.strength = Self::read_strength(strength)?;
        }
        if let Some(layers) = parts.next() {
            let (first, last) = layers.split_once('-').unwrap_or((layers, layers));
            let layer = |text: &str| {
                let number = whole(text).and_then(|number| u8::try_from(number).ok())?;
                (1..=LAB_LAYERS).contains(&number).then_some(number)
            };
            (setting.first, setting.last) = (layer(first)?, layer(last)?);
        }
        (parts.next().is_none() && setting.first <= setting.last).then_some(setting)
    }
}

impl fmt::Display for FlowSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.change.slug(), self.strength_text(), self.first)?;
        if self.last > self.first {
            write!(f, "-{}", self.last)?;
        }
        Ok(())
    }
}

/// A part of an address of the Lab that was replaced or left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabNotice {
    /// The small model has no such checkpoint.
    Checkpoint(String),
    /// The address was made with another version of the small model.
    SmallModel(String),
    /// A parameter is not a number within its range.
    Number {
        /// The name of the parameter.
        key: &'static str,
        /// The value of the parameter.
        value: String,
        /// The smallest valid number.
        least: u16,
        /// The largest valid number.
        most: u16,
        /// The default, which replaces the value.
        taken: u16,
    },
    /// The seed is not a whole number below 2^52.
    Seed(String),
    /// The small model has no such layer.
    Layer(String),
    /// The procedure has no such step.
    Step {
        /// The number of the procedure's last value.
        last: u16,
    },
    /// A change of the flow cannot be parsed, or occurs twice.
    Flow(String),
    /// Only one custom bridge can be active, so another was left out.
    OneChange {
        /// The bridge that was left out.
        left_out: FlowChange,
        /// The bridge that was kept.
        taken: FlowChange,
    },
}

impl From<LabNotice> for Notice {
    fn from(notice: LabNotice) -> Self {
        Self::Lab(notice)
    }
}

impl fmt::Display for LabNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkpoint(slug) => {
                write!(
                    f,
                    "The small model has no checkpoint “{slug}”: there are “short” and “long”."
                )
            }
            Self::SmallModel(version) => write!(
                f,
                "This link was made with version {version} of the small model; this page has version {SMALL_MODEL_VERSION}, which may write another transcript."
            ),
            Self::Number { key, value, least, most, taken } => write!(
                f,
                "The parameter “{key}” says “{value}”; it may say {least} to {most}, and {taken} was taken."
            ),
            Self::Seed(seed) => write!(
                f,
                "The seed “{seed}” is not a whole number below 2^52 (seeds from there on were used in training); seed 0 was taken."
            ),
            Self::Layer(layer) => {
                write!(
                    f,
                    "The small model has layers 1 to {LAB_LAYERS}, and no layer “{layer}”; all are shown."
                )
            }
            Self::Step { last } => {
                write!(
                    f,
                    "The procedure has steps S3 to S{last}; the step in the link was left out."
                )
            }
            Self::OneChange { left_out, taken } => write!(
                f,
                "The changes “{}” and “{}” of the flow do not go together; the first was left out.",
                left_out.slug(),
                taken.slug()
            ),
            Self::Flow(text) => write!(
                f,
                "The change “{text}” of the flow was not understood and was left out; one is written as bridge:0.15:1, with its strength and its layers."
            ),
        }
    }
}

/// The quantity that the maps of the Lab show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MapOf {
    /// Step-Saliency: attention times its gradient.
    #[default]
    Saliency,
    /// Attention, without its gradient.
    Attention,
}

/// The content of an address of the Lab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabLink {
    /// The number of steps of the procedure.
    pub steps: u16,
    /// The largest look-back of the steps.
    pub look_back: u8,
    /// The seed of the item.
    pub seed: Seed,
    /// The checkpoint that writes the trace.
    pub model: Checkpoint,
    /// The checkpoint for comparison, if there is one.
    pub against: Option<Checkpoint>,
    /// The changes of the flow in the comparison.
    pub flow: Vec<FlowSetting>,
    /// The quantity in the maps.
    pub map: MapOf,
    /// True if rows of tokens are pooled unchanged. Otherwise each row is scaled to the sum 1
    /// first.
    pub is_plain: bool,
    /// The layer that is shown, from 1; `None` for all.
    pub layer: Option<u8>,
    /// The number of the value whose step is selected; `None` if no step is selected.
    pub step: Option<u16>,
    /// The version of the small model in the address; `u32::MAX` if it is not a number.
    pub model_version: u32,
}

impl Default for LabLink {
    fn default() -> Self {
        Self {
            steps: DEFAULT_STEPS,
            look_back: DEFAULT_LOOK_BACK,
            seed: Seed::default(),
            model: Checkpoint::Short,
            against: None,
            flow: Vec::new(),
            map: MapOf::Saliency,
            is_plain: false,
            layer: None,
            step: None,
            model_version: SMALL_MODEL_VERSION,
        }
    }
}

impl LabLink {
    /// Returns the content of the Lab for an address without parameters. The trace of its item has
    /// an error at the selected step, and the selected layer attends to the lines that a step
    /// needs.
    pub fn first() -> Self {
        Self { seed: Seed::wrapping(24), step: Some(17), layer: Some(2), ..Self::default() }
    }

    /// Returns whether the content has a comparison.
    pub const fn is_compared(&self) -> bool {
        self.against.is_some() || !self.flow.is_empty()
    }

    /// Returns the fragment, `#` included.
    pub fn fragment(&self) -> String {
        let defaults = Self::default();
        let mut fragment = format!("#/{}?v={GENERATOR_VERSION}", Page::Lab.slug());
        let mut push = |key: &str, value: &str| fragment.push_str(&format!("&{key}={value}"));
        push("model", &format!("{}.{SMALL_MODEL_VERSION}", self.model.slug()));
        if let Some(against) = self.against {
            push("against", against.slug());
        }
        push("steps", &self.steps.to_string());
        if self.look_back != defaults.look_back {
            push("lookback", &self.look_back.to_string());
        }
        push("seed", &self.seed.number().to_string());
        if !self.flow.is_empty() {
            let flow: Vec<String> = self.flow.iter().map(FlowSetting::to_string).collect();
            push("flow", &flow.join(","));
        }
        if self.map == MapOf::Attention {
            push("map", "attention");
        }
        if self.is_plain {
            push("norm", "plain");
        }
        if let Some(layer) = self.layer {
            push("layer", &layer.to_string());
        }
        if let Some(step) = self.step {
            push("step", &step.to_string());
        }
        fragment
    }

    /// Returns the link to the same item in Play.
    pub fn item(&self) -> PlayLink {
        PlayLink { spec: self.spec(), seed: self.seed, ..PlayLink::default() }
    }

    /// Returns the spec of the Lab's procedures.
    pub fn spec(&self) -> Spec {
        let numbers = Arithmetic::Modular { modulus: LAB_MODULUS };
        let look_back = LookBack::AtMost(self.look_back);
        Spec { steps: self.steps, look_back, ..Spec::new(numbers) }
    }

    /// Adds a change of the flow. Only one custom bridge can be active; returns the bridge that was
    /// replaced, if any.
    pub fn add(&mut self, setting: FlowSetting) -> Option<FlowChange> {
        let is_other = |other: &FlowSetting| setting.change.is_custom() && other.change.is_custom();
        let replaced = self.flow.iter().position(is_other).map(|at| self.flow.remove(at).change);
        self.flow.push(setting);
        replaced
    }

    /// Parses an address: a whole URL, its fragment with or without `#`, or its parameters alone.
    /// An address without parameters has the content of [`LabLink::first`]. Invalid parts keep
    /// their defaults and are reported.
    pub fn read(address: &str) -> (Self, Vec<Notice>) {
        let mut link = Self::default();
        let mut notices = Vec::new();
        if address.len() > MAX_ADDRESS {
            return (link, vec![Notice::TooLong { limit: MAX_ADDRESS }]);
        }
        let (_, query) = slug_and_query(address);
        if query.is_empty() {
            return (Self::first(), notices);
        }
        let mut seen = parameters(query, &mut notices);
        // The valid steps, and the text of a notice about them, depend on the number of steps.
        seen.sort_by_key(|(key, _)| key == "step");
        for (key, value) in &seen {
            link.take(key, value, &mut notices);
        }
        if link.step.is_some_and(|step| !(3..=link.steps + 2).contains(&step)) {
            link.step = None;
            notices.push(LabNotice::Step { last: link.steps + 2 }.into());
        }
        if link.against == Some(link.model) && link.flow.is_empty() {
            link.against = None;
        }
        (link, notices)
    }

    fn take(&mut self, key: &str, value: &str, notices: &mut Vec<Notice>) {
        let number = |text: &str| whole(text).and_then(|number| u16::try_from(number).ok());
        let word = |key, word| Notice::Word { key, value: safe_excerpt(value), word };
        match key {
            "v" => {
                if value != GENERATOR_VERSION.to_string() {
                    notices.push(Notice::Version {
                        version: safe_excerpt(value),
                        has_transcript: false,
                    });
                }
            }
            "model" => {
                let (slug, version) = value.split_once('.').unwrap_or((value, ""));
                match Checkpoint::from_slug(slug) {
                    Some(model) => self.model = model,
                    None => notices.push(LabNotice::Checkpoint(safe_excerpt(slug)).into()),
                }
                self.model_version = whole(version)
                    .and_then(|version| u32::try_from(version).ok())
                    .unwrap_or(if version.is_empty() { SMALL_MODEL_VERSION } else { u32::MAX });
                if self.model_version != SMALL_MODEL_VERSION {
                    notices.push(LabNotice::SmallModel(safe_excerpt(version)).into());
                }
            }
            "against" => match Checkpoint::from_slug(value) {
                Some(model) => self.against = Some(model),
                None => notices.push(LabNotice::Checkpoint(safe_excerpt(value)).into()),
            },
            "steps" => match number(value).filter(|steps| LAB_STEPS.contains(steps)) {
                Some(steps) => self.steps = steps,
                None => notices.push(
                    LabNotice::Number {
                        key: "steps",
                        value: safe_excerpt(value),
                        least: *LAB_STEPS.start(),
                        most: *LAB_STEPS.end(),
                        taken: DEFAULT_STEPS,
                    }
                    .into(),
                ),
            },
            "lookback" => {
                let reach = number(value).and_then(|reach| u8::try_from(reach).ok());
                match reach.filter(|reach| LAB_LOOK_BACKS.contains(reach)) {
                    Some(reach) => self.look_back = reach,
                    None => notices.push(
                        LabNotice::Number {
                            key: "lookback",
                            value: safe_excerpt(value),
                            least: u16::from(*LAB_LOOK_BACKS.start()),
                            most: u16::from(*LAB_LOOK_BACKS.end()),
                            taken: u16::from(DEFAULT_LOOK_BACK),
                        }
                        .into(),
                    ),
                }
            }
            "seed" => match whole(value).filter(|&seed| seed < LAB_SEEDS).and_then(Seed::new) {
                Some(seed) => self.seed = seed,
                None => notices.push(LabNotice::Seed(safe_excerpt(value)).into()),
            },
            "flow" => {
                for text in value.split(',').filter(|text| !text.is_empty()) {
                    match FlowSetting::read(text) {
                        Some(setting)
                            if self.flow.iter().all(|other| other.change != setting.change) =>
                        {
                            let left_out = self.add(setting);
                            notices.extend(left_out.map(|left_out| {
                                LabNotice::OneChange { left_out, taken: setting.change }.into()
                            }));
                        }
                        _ => notices.push(LabNotice::Flow(safe_excerpt(text)).into()),
                    }
                }
            }
            "map" => match value {
                "saliency" => self.map = MapOf::Saliency,
                "attention" => self.map = MapOf::Attention,
                _ => notices.push(word("map", "attention")),
            },
            "norm" => match value {
                "shares" => self.is_plain = false,
                "plain" => self.is_plain = true,
                _ => notices.push(word("norm", "plain")),
            },
            "layer" => {
                let layer = number(value).and_then(|layer| u8::try_from(layer).ok());
                match layer.filter(|layer| (1..=LAB_LAYERS).contains(layer)) {
                    Some(layer) => self.layer = Some(layer),
                    None => notices.push(LabNotice::Layer(safe_excerpt(value)).into()),
                }
            }
            "step" => match number(value.strip_prefix('S').unwrap_or(value)) {
                Some(step) => self.step = Some(step),
                None => notices.push(LabNotice::Step { last: self.steps + 2 }.into()),
            },
            key => notices.push(Notice::UnknownKey(safe_excerpt(key))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_reads_back() {
        let address = "#/lab?v=2&model=long.1&against=short&steps=40&lookback=7&seed=99&flow=bridge:0.15:1-2,momentum:0.06:4&map=attention&norm=plain&layer=3&step=12";
        let (link, notices) = LabLink::read(address);
        assert_eq!(notices, []);
        assert_eq!(link.fragment(), address);
        assert_eq!((link.model, link.against), (Checkpoint::Long, Some(Checkpoint::Short)));
        assert_eq!(
            link.flow[0],
            FlowSetting { change: FlowChange::Bridge, strength: 150, first: 1, last: 2 }
        );
        assert_eq!(link.item().fragment(), "#/play?v=2&steps=40&lookback=7&numbers=mod31&seed=99");
    }

    #[test]
    fn missing_parameters_have_defaults() {
        let (link, notices) = LabLink::read("#/lab");
        assert_eq!((link, notices), (LabLink::first(), Vec::new()));
        let (link, _) = LabLink::read("#/lab?flow=momentum,bridge");
        assert_eq!(
            link.flow,
            [FlowChange::Momentum.default_setting(), FlowChange::Bridge.default_setting()]
        );
    }

    #[test]
    fn invalid_parts_are_reported_and_the_rest_is_applied() {
        for (query, notice) in [
            ("model=medium.1", "The small model has no checkpoint “medium”"),
            ("model=short.7", "made with version 7 of the small model"),
            ("model=short.x", "made with version x of the small model"),
            ("steps=0", "1 to 126"),
            ("steps=999", "1 to 126"),
            ("lookback=9", "2 to 7"),
            ("seed=4503599627370496", "2^52"),
            ("flow=bridge:2", "bridge:2"),
            ("flow=bridge:0.1:3-2", "bridge:0.1:3-2"),
            ("flow=bridge,bridge:0.3", "bridge:0.3"),
            ("flow=wormhole", "wormhole"),
            (
                "flow=previous,operands:0.3",
                "“previous” and “operands” of the flow do not go together",
            ),
            ("layer=5", "“5”"),
            ("step=x&steps=40", "S3 to S42"),
            ("step=S30", "S3 to S18"),
            ("map=heat", "attention"),
            ("colour=red", "colour"),
            ("v=9", "version 9"),
            ("steps=4&steps=5", "several times"),
        ] {
            let (link, notices) = LabLink::read(&format!("#/lab?v=2&seed=7&{query}"));
            let messages: Vec<String> = notices.iter().map(Notice::to_string).collect();
            assert!(
                messages.iter().any(|message| message.contains(notice)),
                "{query}: {messages:?}"
            );
            assert!(link.seed.number() == 7 || query.starts_with("seed"));
        }
    }

    #[test]
    fn parameters_without_a_name_are_ignored() {
        let (link, notices) = LabLink::read("#/lab?v=2&%%%&&&=&=x&seed=7");
        assert_eq!((link.seed.number(), notices), (7, Vec::new()));
    }

    #[test]
    fn only_the_last_custom_bridge_applies() {
        let (link, _) = LabLink::read("#/lab?v=2&flow=previous,bridge,operands:0.3");
        let changes: Vec<FlowChange> = link.flow.iter().map(|setting| setting.change).collect();
        assert_eq!(changes, [FlowChange::Bridge, FlowChange::Operands]);
    }

    #[test]
    fn strengths_have_three_decimals() {
        for (text, strength) in [
            ("0.15", Some(150)),
            (".5", Some(500)),
            ("1", Some(1000)),
            ("0.0625", None),
            ("1.001", None),
            ("", None),
            (".", None),
            ("x", None),
        ] {
            assert_eq!(FlowSetting::read_strength(text), strength, "{text}");
        }
        assert_eq!(
            FlowSetting { strength: 0, ..FlowChange::Bridge.default_setting() }.strength_text(),
            "0"
        );
    }

    proptest! {
        #[test]
        fn any_address_is_read_and_reads_back(address in "(#/lab\\?)?([a-z]{1,8}=[ -~]{0,12}&){0,6}") {
            let (link, _) = LabLink::read(&address);
            let (reread, notices) = LabLink::read(&link.fragment());
            prop_assert_eq!(notices, []);
            prop_assert_eq!(LabLink { model_version: SMALL_MODEL_VERSION, ..link }, reread);
        }
    }
}
