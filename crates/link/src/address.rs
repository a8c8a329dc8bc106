//! Reading and writing addresses.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use stepfall_procedure::{Condition, KEYS, Seed, Spec, VERSION};

use crate::notice::Notice;
use crate::transcript::{MAX_PACKED, TranscriptError, pack, unpack};

/// The longest address that is read, in bytes: the longest transcript and room for every parameter.
const MAX_ADDRESS: usize = MAX_PACKED + 16_384;
/// The most notices of one address.
const MAX_NOTICES: usize = 20;

/// A place of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// One procedure, asked and graded.
    #[default]
    Play,
}

impl Place {
    /// All places.
    pub const ALL: [Self; 1] = [Self::Play];

    /// The name in the address.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Play => "play",
        }
    }
}

/// Everything that an address says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Link {
    /// The place.
    pub place: Place,
    /// The spec.
    pub spec: Spec,
    /// The seed.
    pub seed: Seed,
    /// The index under the seed.
    pub index: u32,
    /// How the model is asked.
    pub condition: Condition,
    /// What a model wrote; empty where nothing was pasted.
    pub transcript: String,
}

impl Link {
    /// The fragment, `#` included, without the transcript.
    pub fn fragment(&self) -> String {
        let mut fragment = format!("#/{}?v={VERSION}", self.place.slug());
        let mut push = |key: &str, value: &str| {
            fragment.push('&');
            fragment.push_str(key);
            fragment.push('=');
            fragment.push_str(value);
        };
        for (key, value) in self.spec.changed_params() {
            push(key, &value);
        }
        push("seed", &self.seed.number().to_string());
        if self.index > 0 {
            push("index", &self.index.to_string());
        }
        if self.condition != Condition::default() {
            push("condition", self.condition.slug());
        }
        fragment
    }

    /// The fragment with the transcript, where there is one, compressed into it.
    ///
    /// # Errors
    ///
    /// [`TranscriptError`] where the transcript is too long for a link.
    pub fn fragment_with_transcript(&self) -> Result<String, TranscriptError> {
        let mut fragment = self.fragment();
        if !self.transcript.is_empty() {
            fragment.push_str("&t=");
            fragment.push_str(&pack(&self.transcript)?);
        }
        Ok(fragment)
    }
}

/// An address that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// What it says; its spec passes [`Spec::check`].
    pub link: Link,
    /// What could not be understood, and what was taken instead.
    pub notices: Vec<Notice>,
}

/// Reads an address: a whole URL, or its fragment with or without `#`. An empty one is the default link.
pub fn parse(address: &str) -> Parsed {
    let mut parsed = Parsed::default();
    if address.len() > MAX_ADDRESS {
        parsed.notices.push(Notice::TooLong { limit: MAX_ADDRESS });
        return parsed;
    }
    let address = address.trim();
    let fragment = match address.split_once('#') {
        Some((_, fragment)) => fragment,
        None if address.contains("://") => "",
        None => address,
    };
    let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
    let slug = path.trim_matches('/');
    match Place::ALL.into_iter().find(|place| place.slug() == slug) {
        Some(place) => parsed.link.place = place,
        None if slug.is_empty() && query.is_empty() => return parsed,
        None => parsed.notices.push(Notice::UnknownPlace(shortened(slug))),
    }
    read_query(query, &mut parsed);
    parsed.notices.truncate(MAX_NOTICES);
    parsed
}

fn read_query(query: &str, parsed: &mut Parsed) {
    let pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (decoded(key), decoded(value)))
        .collect();
    let of_spec = |(key, _): &&(Cow<'_, str>, Cow<'_, str>)| KEYS.contains(&key.as_ref());
    let params = pairs.iter().filter(of_spec).map(|(key, value)| (key.as_ref(), value.as_ref()));
    let (spec, problems) = Spec::from_params(params);
    let mut version = None;
    for (key, value) in pairs.iter().filter(|pair| !of_spec(pair)) {
        match key.as_ref() {
            "v" => version = Some(value.as_ref()),
            "seed" => match value.parse().ok().and_then(Seed::new) {
                Some(seed) => parsed.link.seed = seed,
                None => parsed.notices.push(Notice::Seed(shortened(value))),
            },
            "index" => match value.parse() {
                Ok(index) => parsed.link.index = index,
                Err(_) => parsed.notices.push(Notice::Index(shortened(value))),
            },
            "condition" => match Condition::from_slug(value) {
                Some(condition) => parsed.link.condition = condition,
                None => parsed.notices.push(Notice::Condition(shortened(value))),
            },
            "t" => match unpack(value) {
                Ok(transcript) => parsed.link.transcript = transcript,
                Err(error) => parsed.notices.push(Notice::Transcript(error)),
            },
            _ => parsed.notices.push(Notice::UnknownKey(shortened(key))),
        }
    }
    match version {
        None => parsed.notices.push(Notice::NoVersion),
        Some(version) if version == VERSION.to_string() => {}
        Some(version) => parsed.notices.push(Notice::Version(shortened(version))),
    }
    parsed.notices.extend(problems.into_iter().map(Notice::Param));
    parsed.link.spec = spec;
    if let Err(problem) = spec.check() {
        parsed.link.spec = spec.nearest_valid();
        let changes = spec.changes_to(&parsed.link.spec);
        parsed.notices.push(Notice::Invalid { problem, changes });
    }
}

/// Percent-encoding undone; bytes that are no UTF-8 become replacement characters, which no parameter has.
fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
