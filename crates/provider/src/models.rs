//! Lists of models, in the format of any provider.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::classify::classify;
use crate::error::{Error, ErrorKind};
use crate::json::{count, has, list, shortened, text};
use crate::key::Key;
use crate::key_redactor::KeyRedactor;
use crate::reply::{Head, MAX_BODY};

/// The maximum number of models that are read from one list.
pub const MAX_MODELS: usize = 10_000;
/// The maximum length of a model's name, in characters.
const MAX_NAME: usize = 256;

/// A model in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The name used in requests.
    pub id: String,
    /// The display name, if it differs from the id.
    pub name: Option<String>,
    /// The size of the model's context in tokens, if the list contains it.
    pub context: Option<u64>,
    /// The price of a token, if the list contains it.
    pub price: Option<Price>,
}

/// The price of a token in US dollars, as decimal numbers that are written as in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The price of an input token.
    pub input: String,
    /// The price of an output token.
    pub output: String,
}

/// A page of a list of models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelPage {
    /// The models in the order of the list, without duplicates. Models that the list marks as
    /// writing no text, such as models for embeddings or images, are left out.
    pub models: Vec<Model>,
    /// The token of the next page, for [`Endpoint::models_path`](crate::Endpoint::models); `None` on the
    /// last page.
    pub next: Option<String>,
}

impl ModelPage {
    /// Parses a list of models.
    ///
    /// # Errors
    ///
    /// [`Error`] if the reply is not a list. The sent key is removed from the texts of the error,
    /// and whole occurrences of the key from the names of models.
    pub fn read(head: &Head, body: &[u8], key: Option<&Key>) -> Result<Self, Error> {
        let mut models = Self::read_unredacted(head, body).map_err(|error| match key {
            Some(key) => error.redacted(key),
            None => error,
        })?;
        let mut redactor = KeyRedactor::new(key);
        for model in &mut models.models {
            model.id = redactor.whole(&model.id);
            model.name = model.name.as_deref().map(|name| redactor.whole(name));
        }
        Ok(models)
    }

    fn read_unredacted(head: &Head, body: &[u8]) -> Result<Self, Error> {
        if !(200..300).contains(&head.status) {
            return Err(classify(Some(head.status), &head.headers, body));
        }
        let malformed = || Error::plain(ErrorKind::Malformed, "the reply is no list of models");
        if body.len() > MAX_BODY {
            return Err(malformed());
        }
        let value: Value = serde_json::from_slice(body).map_err(|_| malformed())?;
        if has(&value, "/error") {
            return Err(classify(None, &[], body));
        }
        let places = ["", "/data", "/models"];
        let is_list = |place: &&&str| value.pointer(place).is_some_and(Value::is_array);
        let place = places.iter().find(is_list).ok_or_else(malformed)?;
        let mut seen = BTreeSet::new();
        let models =
            list(&value, place).iter().filter(|entry| is_text_model(entry)).filter_map(model);
        let models = models.filter(|model| seen.insert(model.id.clone())).take(MAX_MODELS);
        Ok(Self { models: models.collect(), next: next(&value) })
    }
}

/// Returns whether a model writes text. A model counts as writing unless the list shows otherwise.
fn is_text_model(entry: &Value) -> bool {
    let among = |place, wanted: &[&str]| {
        let words = list(entry, place);
        words.is_empty()
            || words.iter().filter_map(Value::as_str).any(|word| wanted.contains(&word))
    };
    let chats = entry.pointer("/capabilities/completion_chat").and_then(Value::as_bool);
    let kind = text(entry, "/type").unwrap_or_default();
    among("/supportedGenerationMethods", &["generateContent"])
        && among("/endpoints", &["chat"])
        && among("/architecture/output_modalities", &["text"])
        && chats != Some(false)
        && !matches!(
            kind,
            "embedding"
                | "embeddings"
                | "rerank"
                | "image"
                | "audio"
                | "video"
                | "transcribe"
                | "moderation"
        )
}

fn model(entry: &Value) -> Option<Model> {
    let id = ["/id", "/model", "/name"].iter().find_map(|place| text(entry, place))?;
    let id = id.strip_prefix("models/").unwrap_or(id);
    let names = ["/display_name", "/displayName", "/name"];
    let name = names.iter().find_map(|place| text(entry, place));
    let name = name.filter(|name| name.strip_prefix("models/").unwrap_or(name) != id);
    let contexts = [
        "/context_length",
        "/context_window",
        "/max_context_length",
        "/inputTokenLimit",
        "/max_input_tokens",
        "/max_model_len",
    ];
    // An id that is too long is not shortened, because it would then name another model.
    let fits = !id.is_empty() && id.chars().count() <= MAX_NAME;
    fits.then(|| Model {
        id: id.to_owned(),
        name: name.map(|name| shortened(name, MAX_NAME)),
        context: contexts.iter().find_map(|place| count(entry, place)),
        price: price(entry),
    })
}

/// Returns the prices in the format of `OpenRouter`. A price of -1, for a route whose price varies,
/// gives `None`.
fn price(entry: &Value) -> Option<Price> {
    let price_at = |place| {
        let price = text(entry, place).filter(|price| price.len() <= 32)?;
        let is_price = price.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        (is_price && price.parse::<f64>().is_ok()).then(|| price.to_owned())
    };
    Some(Price { input: price_at("/pricing/prompt")?, output: price_at("/pricing/completion")? })
}

fn next(value: &Value) -> Option<String> {
    let has_more = value.get("has_more").and_then(Value::as_bool) == Some(true);
    let last = text(value, "/last_id").filter(|_| has_more);
    let tokens = ["/nextPageToken", "/next_page_token"];
    let token = last.or_else(|| tokens.iter().find_map(|place| text(value, place)))?;
    (!token.is_empty() && token.len() <= 2_048).then(|| token.to_owned())
}
