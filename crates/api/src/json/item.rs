//! Items and links.

use crate::{ApiError, item_of_transcript, open_link, open_link_with_item, opening, parse_stop};
use serde::Serialize;
use stepfall_grade::StopReason;
use stepfall_link::{Notice, Opened, Source};
use stepfall_procedure::{Condition, GENERATOR_VERSION, Item, Record};

/// The JSON result for a link.
#[derive(Serialize)]
struct Named {
    /// The link in the notation of this version, from `#`.
    link: String,
    /// Sentences about parts of the link that are not understood or have no effect.
    notices: Vec<String>,
    /// The transcript in the link.
    transcript: String,
    /// True if a simulated solver wrote the transcript.
    simulated: bool,
    /// The reason why the model stopped: `unknown` or `length`.
    stop: &'static str,
    #[serde(flatten)]
    item: Record,
    /// The part of the dialogue before the first reply, under `primed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
}

/// The part of a dialogue before the first reply.
#[derive(Serialize)]
struct Opening {
    /// The text in the role of the model.
    given: String,
    /// The request to the model that follows this text.
    asked: String,
}

/// Returns the item of a link with its prompt: the JSON of `schemas/item.schema.json` with `link`,
/// `notices`, `transcript`, `simulated` and `stop`. The link may be whole, begin at its `#`, or
/// consist of its parameters alone. `opening` is present if a dialogue has text before the first
/// reply. Errors in the link become notices.
///
/// # Errors
///
/// [`ApiError`] if the seed has no item, or if its values grow too long.
pub fn item(link: &str) -> Result<String, ApiError> {
    let (opened, item) = open_link_with_item(link)?;
    let Opened { mut link, notices, .. } = opened;
    let transcript = std::mem::take(&mut link.transcript);
    let opening = opening(&item, link.condition);
    let opening = opening.map(|opening| Opening { given: opening.given, asked: opening.asked });
    let item = item.record(link.condition)?;
    let notices = notices.iter().map(ToString::to_string).collect();
    let stop = if link.is_cut { "length" } else { "unknown" };
    let simulated = link.source.is_simulated();
    link.generator = GENERATOR_VERSION;
    Ok(json(&Named { link: link.fragment(), notices, transcript, simulated, stop, item, opening }))
}

/// Returns the link in the notation of this version, from `#`. It contains the transcript unless
/// that is empty. It also contains the reason why the model stopped, and whether a simulated solver
/// wrote the transcript.
///
/// # Errors
///
/// [`ApiError`] for an unknown `stop`, and if the transcript is too long for a link. A link that is
/// not understood completely is an error, too, because a shared link must identify the intended
/// item.
pub fn link(link: &str, transcript: &str, stop: &str, simulated: bool) -> Result<String, ApiError> {
    let Opened { mut link, notices, .. } = open_link(link)?;
    if !notices.is_empty() {
        return Err(not_understood(&notices));
    }
    transcript.clone_into(&mut link.transcript);
    link.is_cut = parse_stop(stop)? == StopReason::Length;
    link.source = if simulated { Source::Simulated } else { Source::Model };
    Ok(link.fragment_with_transcript()?)
}

/// Returns the shares of an item's single errors that are visible at their step and in the answer,
/// in thousandths ([`crate::Shares`]). The JSON is `{"at_step": 990, "in_answer": 965}`. The share
/// for the answer takes longest to compute.
///
/// # Errors
///
/// As for [`item`].
pub fn shares(link: &str) -> Result<String, ApiError> {
    Ok(json(&crate::shares(link)?))
}

/// Returns the item and the condition of a text. The text is a link, or the JSON record of an item,
/// which begins with a brace.
pub(crate) fn parse_item(text: &str) -> Result<(Item, Condition), ApiError> {
    if text.trim_start().starts_with('{') {
        return Item::from_record(text).map_err(|error| ApiError::Record(error.to_string()));
    }
    item_of_transcript(text)
}

/// Does the same as [`parse_item`], but returns an error for a link with parts that are not
/// understood. Such a part might change the item, and thereby the question.
pub(crate) fn strict_item(text: &str) -> Result<(Item, Condition), ApiError> {
    if text.trim_start().starts_with('{') {
        return parse_item(text);
    }
    let (Opened { link, notices, .. }, item) = open_link_with_item(text)?;
    if notices.is_empty() { Ok((item, link.condition)) } else { Err(not_understood(&notices)) }
}

/// Returns the error for a link that is not understood completely.
fn not_understood(notices: &[Notice]) -> ApiError {
    ApiError::Notices(notices.iter().map(ToString::to_string).collect())
}

/// Writes JSON. This cannot fail, because all keys are text.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_rewritten_only_if_all_its_parts_are_understood() {
        assert_eq!(link("v=2&seed=7", "", "unknown", false).unwrap(), "#/play?v=2&seed=7");
        let failure = link("#/play?v=2&steps=abc&foo=1", "", "unknown", false).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "parts of the link are not understood: Left at its default: steps=abc cannot be read; write steps=25. \
             The parameter “foo” is unknown and was left out."
        );
    }
}
