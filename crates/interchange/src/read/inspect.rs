//! Reads samples of Inspect's logs.

use serde_json::Value;

use super::json::{Object, count, id, list, reason, text, truthy};
use super::problem::Problem;
use crate::{Response, ResponseEnd};

/// The prefix of a reference to an attachment. The reference takes the place of a long text.
const ATTACHMENT: &str = "attachment://";

/// Pointers to Stepfall's id. The metadata comes first, because Inspect may have numbered the
/// samples itself.
const IDS: [&str; 2] = ["/metadata/stepfall_id", "/id"];

/// A function that finds an attachment in another member of an archive, by its name.
pub(super) type Lookup<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// Reads one sample of a log. `model` is the model that the head of the log names.
pub(super) fn read(
    sample: &Value,
    model: Option<&str>,
    lookup: Lookup<'_>,
) -> Result<Vec<Response>, Problem> {
    let id = id(sample, &IDS, "id")?;
    let number = count(sample, "/epoch").unwrap_or(1).saturating_sub(1);
    let mut texts = Texts { sample, lookup, is_missing: false };
    let choice = sample.pointer("/output/choices/0");
    let (mut visible, reasoning) =
        match choice.and_then(|choice| choice.pointer("/message/content")) {
            Some(Value::String(content)) => (texts.of(content), String::new()),
            Some(Value::Array(parts)) => texts.parts(parts),
            _ => (String::new(), String::new()),
        };
    if choice.is_none() {
        visible = texts.of(text(sample, "/output/completion").unwrap_or_default());
    }
    let is_missing = texts.is_missing;
    let failure = invalidation(sample)
        .or_else(|| truthy(sample, "/error").and_then(reason))
        .or_else(|| truthy(sample, "/output/error").and_then(reason))
        .or_else(|| is_missing.then(|| "its text is an attachment that the log lacks".to_owned()));
    let limit = text(sample, "/limit/type");
    let stop = choice.and_then(|choice| text(choice, "/stop_reason"));
    let end = match (failure, stop, limit) {
        (Some(reason), ..) => ResponseEnd::Failed(reason),
        (None, Some("max_tokens" | "model_length"), _) | (None, _, Some("token" | "context")) => {
            ResponseEnd::Length
        }
        (None, Some("content_filter"), _) => ResponseEnd::Refusal,
        (None, Some(_), _) => ResponseEnd::Natural,
        (None, None, _) if !visible.is_empty() => ResponseEnd::Natural,
        (None, None, Some(limit)) => {
            ResponseEnd::Failed(format!("the sample was stopped at a limit ({limit})"))
        }
        (None, None, None) => ResponseEnd::Failed("the log has no output for it".to_owned()),
    };
    let named = text(sample, "/output/model").filter(|model| !model.is_empty());
    let counts = |names: &[&str]| {
        let counts =
            names.iter().filter_map(|name| count(sample, &format!("/output/usage/{name}")));
        counts.reduce(u64::saturating_add)
    };
    Ok(vec![Response {
        id,
        sample: u32::try_from(number).unwrap_or(u32::MAX),
        text: visible,
        reasoning,
        end,
        model: model.or(named).map(str::to_owned),
        tokens_in: counts(&["input_tokens", "input_tokens_cache_write", "input_tokens_cache_read"]),
        tokens_out: counts(&["output_tokens"]),
    }])
}

/// Returns the reason why a sample is invalid; `None` if it is valid.
fn invalidation(sample: &Value) -> Option<String> {
    truthy(sample, "/invalidation")?;
    let why = text(sample, "/invalidation/reason").filter(|why| !why.trim().is_empty());
    Some(why.map_or_else(
        || "the sample was invalidated".to_owned(),
        |why| format!("the sample was invalidated: {}", why.trim()),
    ))
}

/// The texts of a sample, including those in attachments.
struct Texts<'a> {
    sample: &'a Value,
    lookup: Lookup<'a>,
    is_missing: bool,
}

impl Texts<'_> {
    fn of(&mut self, text: &str) -> String {
        let Some(name) = text.strip_prefix(ATTACHMENT) else { return text.to_owned() };
        let named = self
            .sample
            .get("attachments")
            .and_then(|attachments| attachments.get(name))
            .and_then(Value::as_str);
        let attachment = named.map(str::to_owned).or_else(|| (self.lookup)(name));
        self.is_missing |= attachment.is_none();
        attachment.unwrap_or_default()
    }

    /// Returns the visible text and the reasoning of a message in parts.
    fn parts(&mut self, parts: &[Value]) -> (String, String) {
        let (mut visible, mut reasoning) = (String::new(), Vec::new());
        for part in parts {
            match text(part, "/type") {
                Some("text") => visible.push_str(&self.of(text(part, "/text").unwrap_or_default())),
                Some("reasoning") => {
                    // Redacted reasoning is encrypted, but its summary may be readable.
                    let is_redacted = truthy(part, "/redacted").is_some();
                    let place = if is_redacted { "/summary" } else { "/reasoning" };
                    let piece = text(part, place).filter(|piece| !piece.is_empty());
                    let piece = piece.or_else(|| text(part, "/summary")).unwrap_or_default();
                    reasoning.push(self.of(piece));
                }
                _ => {}
            }
        }
        reasoning.retain(|piece| !piece.is_empty());
        (visible, reasoning.join("\n\n"))
    }
}

/// Returns whether an object is a log or the head of one.
pub(super) fn is_log(head: &Object) -> bool {
    let is_object = |name: &str| head.get(name).is_some_and(Value::is_object);
    is_object("eval") && (head.contains_key("status") || head.contains_key("version"))
}

/// Returns whether a log has at least one sample.
pub(super) fn has_samples(log: &Object) -> bool {
    log.get("samples").and_then(Value::as_array).is_some_and(|samples| !samples.is_empty())
}

/// Returns the model that the head of a log names.
pub(super) fn model(head: &Value) -> Option<String> {
    text(head, "/eval/model").filter(|model| !model.is_empty()).map(str::to_owned)
}

/// Returns the texts in one list of attachments. Each such list is a member of an archive.
pub(super) fn attachments(attachments: &Value) -> Vec<String> {
    list(attachments, "").iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}
