//! Addresses of Play, such as `#/play?v=2&steps=25&seed=42`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use stepfall_procedure::{
    Arithmetic, Condition, GENERATOR_VERSION, Item, KEYS, Seed, Spec, Wording, safe_excerpt,
};

use crate::notice::Notice;
use crate::page::{Page, decoded, pairs, slug_and_query};
use crate::source::Source;
use crate::transcript::{
    MAX_PACKED, TranscriptError, pack, pack_procedure, unpack, unpack_procedure,
};

/// The maximum length of an address, in bytes: the longest transcript, the longest procedure, and
/// room for every parameter.
pub const MAX_ADDRESS: usize = 2 * MAX_PACKED + 16_384;
/// The maximum number of unknown keys that are reported.
const MAX_UNKNOWN: usize = 5;
/// The known keys besides those of a spec.
const OTHER_KEYS: [&str; 8] =
    ["v", "seed", "index", "condition", "procedure", "source", "stop", "t"];
/// The keys of a spec that define how a custom procedure is read.
const OF_CUSTOM: [&str; 2] = ["numbers", "wording"];
/// The keys that select an item under a spec.
const DRAWN: [&str; 2] = ["seed", "index"];
/// The value of `stop` for output that was cut at a limit.
const LENGTH: &str = "length";

/// The content of an address of Play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayLink {
    /// The spec of the item.
    pub spec: Spec,
    /// The seed of the item.
    pub seed: Seed,
    /// The index of the item under its seed.
    pub index: u32,
    /// The custom procedure in the address, if there is one. Spec, seed and index are then those of
    /// this item.
    pub custom: Option<Box<Item>>,
    /// The condition under which the model is asked.
    pub condition: Condition,
    /// The version of the generator in the address. The current generator always makes the item, so
    /// a transcript in an address of another version belongs to another item.
    pub generator: u32,
    /// The model's output; empty if there is none.
    pub transcript: String,
    /// The author of the transcript.
    pub source: Source,
    /// True if the output is marked as cut at a limit (`stop=length`).
    pub is_cut: bool,
}

impl Default for PlayLink {
    fn default() -> Self {
        Self {
            spec: Spec::default(),
            seed: Seed::default(),
            index: 0,
            custom: None,
            condition: Condition::default(),
            generator: GENERATOR_VERSION,
            transcript: String::new(),
            source: Source::Model,
            is_cut: false,
        }
    }
}

impl PlayLink {
    /// Returns the fragment, `#` included, without the transcript and its parameters `source` and
    /// `stop`.
    pub fn fragment(&self) -> String {
        let mut fragment = format!("#/{}?v={}", Page::Play.slug(), self.generator);
        let mut push = |key: &str, value: &str| {
            fragment.push('&');
            fragment.push_str(key);
            fragment.push('=');
            fragment.push_str(value);
        };
        let is_custom = self.custom.is_some();
        let params = self.spec.changed_params().into_iter();
        for (key, value) in params.filter(|(key, _)| !is_custom || OF_CUSTOM.contains(key)) {
            push(key, &value);
        }
        if !is_custom {
            push("seed", &self.seed.number().to_string());
        }
        if self.index > 0 && !is_custom {
            push("index", &self.index.to_string());
        }
        if self.condition != Condition::default() {
            push("condition", &self.condition.slug());
        }
        if let Some(custom) = &self.custom {
            push("procedure", &pack_procedure(&custom.text_in(Wording::Assignments)));
        }
        fragment
    }

    /// Returns the fragment for a transcript that is stored outside the address. It has the
    /// parameters `source` and `stop` of the transcript, without its text.
    pub fn fragment_without_text(&self) -> String {
        let mut fragment = self.fragment();
        if self.source != Source::Model {
            fragment.push_str(&format!("&source={}", self.source.text()));
        }
        if self.is_cut {
            fragment.push_str(&format!("&stop={LENGTH}"));
        }
        fragment
    }

    /// Returns the fragment with the compressed transcript, if there is one.
    ///
    /// # Errors
    ///
    /// [`TranscriptError`] if the transcript is too long for a link.
    pub fn fragment_with_transcript(&self) -> Result<String, TranscriptError> {
        if self.transcript.is_empty() {
            return Ok(self.fragment());
        }
        Ok(self.fragment_without_text() + "&t=" + &pack(&self.transcript)?)
    }
}

/// A parsed address of Play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// The content. Its spec passes [`Spec::check`], or describes a custom procedure.
    pub link: PlayLink,
    /// Parts of the address that could not be understood, and their replacements.
    pub notices: Vec<Notice>,
}

/// Parses an address: a whole URL, its fragment with or without `#`, or its parameters alone. An
/// empty address is the default link.
pub fn parse(address: &str) -> Parsed {
    let mut parsed = Parsed::default();
    if address.len() > MAX_ADDRESS {
        parsed.notices.push(Notice::TooLong { limit: MAX_ADDRESS });
        return parsed;
    }
    let (slug, query) = slug_and_query(address);
    if slug.is_empty() && query.is_empty() {
        return parsed;
    }
    if !slug.is_empty() && slug != Page::Play.slug() {
        parsed.notices.push(Notice::OtherPage(safe_excerpt(slug)));
    }
    read_query(query, &mut parsed);
    parsed
}

fn read_query(query: &str, parsed: &mut Parsed) {
    let pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> =
        pairs(query).map(|(key, value)| (key, decoded(value))).collect();
    let is_of_spec = |(key, _): &&(Cow<'_, str>, Cow<'_, str>)| KEYS.contains(&key.as_ref());
    let params = pairs.iter().filter(is_of_spec).map(|(key, value)| (key.as_ref(), value.as_ref()));
    let (spec, problems) = Spec::from_params(params);
    let value_of = |wanted: &str| {
        pairs.iter().rev().find(|(key, _)| key == wanted).map(|(_, value)| value.as_ref())
    };
    parsed.link.custom = read_custom(value_of, &mut parsed.notices);
    if parsed.link.custom.is_some() {
        let is_unused =
            |key: &str| KEYS.contains(&key) && !OF_CUSTOM.contains(&key) || DRAWN.contains(&key);
        let unused: BTreeSet<&str> =
            pairs.iter().map(|(key, _)| key.as_ref()).filter(|key| is_unused(key)).collect();
        parsed.notices.extend(unused.into_iter().map(|key| Notice::Unused(key.to_owned())));
    } else {
        parsed.notices.extend(problems.into_iter().take(KEYS.len()).map(Notice::Param));
        parsed.link.spec = spec;
        if let Err(problem) = spec.check() {
            parsed.link.spec = spec.nearest_valid();
            let changes = spec.changes_to(&parsed.link.spec);
            parsed.notices.push(Notice::Invalid { problem, changes });
        }
    }
    if let Some(version) = value_of("v").filter(|version| !version.is_empty()) {
        parsed.link.generator = generator(version);
    }
    read_rest(value_of, parsed);
    let has_transcript = !parsed.link.transcript.is_empty();
    match parsed.link.generator {
        GENERATOR_VERSION => {}
        0 | 1 => parsed.notices.push(Notice::Unpublished { has_transcript }),
        _ => {
            let version = safe_excerpt(value_of("v").unwrap_or_default());
            parsed.notices.push(Notice::Version { version, has_transcript });
        }
    }
    let known = |key: &str| KEYS.contains(&key) || OTHER_KEYS.contains(&key);
    let mut unknown: Vec<&str> = Vec::new();
    for (key, _) in pairs.iter().filter(|(key, _)| !key.is_empty() && !known(key)) {
        if unknown.len() < MAX_UNKNOWN && !unknown.contains(&key.as_ref()) {
            unknown.push(key);
        }
    }
    let unknown = unknown.into_iter().map(|key| Notice::UnknownKey(safe_excerpt(key)));
    parsed.notices.extend(unknown);
    for key in KEYS.iter().chain(&OTHER_KEYS) {
        let mut values = pairs.iter().filter(|(known, _)| known == key).map(|(_, value)| value);
        if let Some(first) = values.next()
            && values.any(|other| other != first)
        {
            parsed.notices.push(Notice::Repeated((*key).to_owned()));
        }
    }
}

/// Reads the custom procedure, with its arithmetic and wording. Reports parts that cannot be
/// parsed.
fn read_custom<'a>(
    value_of: impl Fn(&str) -> Option<&'a str>,
    notices: &mut Vec<Notice>,
) -> Option<Box<Item>> {
    let packed = value_of("procedure").filter(|packed| !packed.is_empty())?;
    let text = match unpack_procedure(packed) {
        Ok(text) => text,
        Err(error) => {
            notices.push(Notice::PackedProcedure(error));
            return None;
        }
    };
    let mut report = |error| notices.push(Notice::Param(error));
    // An address omits `numbers` for whole numbers, because these follow from the numbers in the
    // text.
    let numbers = value_of("numbers").map(str::parse::<Arithmetic>);
    let numbers = numbers.and_then(|read| read.map_err(&mut report).ok());
    // Without `numbers` in the address, `%` is a remainder and not the modulus of the arithmetic.
    let numbers = numbers.or_else(|| text.contains('%').then_some(Arithmetic::Integer));
    match Item::from_text(&text, numbers) {
        Ok(mut item) => {
            let mut spec = item.spec;
            if let Some(Err(error)) =
                value_of("wording").map(|wording| spec.set("wording", wording))
            {
                report(error);
            }
            item.spec = spec;
            Some(Box::new(item))
        }
        Err(error) => {
            notices.push(Notice::Procedure(error));
            None
        }
    }
}

/// Reads everything except the spec. If a key occurs twice, the last one counts.
fn read_rest<'a>(value_of: impl Fn(&str) -> Option<&'a str>, parsed: &mut Parsed) {
    let Parsed { link, notices } = parsed;
    if let Some(custom) = &link.custom {
        (link.spec, link.seed, link.index) = (custom.spec, custom.seed, custom.index);
    }
    if let Some(seed) = value_of("seed").filter(|_| link.custom.is_none()) {
        match whole(seed).and_then(Seed::new) {
            Some(seed) => link.seed = seed,
            None => notices.push(Notice::Seed(safe_excerpt(seed))),
        }
    }
    if let Some(index) = value_of("index").filter(|_| link.custom.is_none()) {
        match whole(index).and_then(|index| u32::try_from(index).ok()) {
            Some(index) => link.index = index,
            None => notices.push(Notice::Index(safe_excerpt(index))),
        }
    }
    if let Some(condition) = value_of("condition") {
        match Condition::from_slug(condition) {
            Some(condition) => link.condition = condition,
            None => notices.push(Notice::Condition(safe_excerpt(condition))),
        }
    }
    let unknown = |key, value, word| Notice::Word { key, value: safe_excerpt(value), word };
    if let Some(source) = value_of("source") {
        let is_understood;
        (link.source, is_understood) = Source::read(source);
        match (is_understood, &link.source) {
            (true, _) => {}
            (false, Source::Model) => notices.push(unknown("source", source, "simulated")),
            (false, Source::Simulated | Source::Solver(_)) => {
                notices.push(Notice::Solver(safe_excerpt(source)));
            }
            (false, Source::SmallModel(_)) => {
                notices.push(Notice::Checkpoint(safe_excerpt(source)));
            }
        }
    }
    match value_of("stop") {
        Some(LENGTH) => link.is_cut = true,
        None | Some("") => {}
        Some(stop) => notices.push(unknown("stop", stop, LENGTH)),
    }
    if let Some(packed) = value_of("t") {
        match unpack(packed) {
            Ok(transcript) => link.transcript = transcript,
            Err(error) => notices.push(Notice::Transcript(error)),
        }
    }
}

/// Parses the version of a generator. An invalid text becomes a version that does not exist.
fn generator(version: &str) -> u32 {
    whole(version).and_then(|version| u32::try_from(version).ok()).unwrap_or(u32::MAX)
}

/// Parses a whole number in plain digits. `None` if the text has other characters or no digit, or
/// if the number exceeds 64 bits.
pub(crate) fn whole(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
