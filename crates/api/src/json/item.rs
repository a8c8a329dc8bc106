//! Items and links.

use crate::{Failure, item_of_transcript, opened, opened_item, opening, reason_to_stop};
use serde::Serialize;
use stepfall_grade::Stop;
use stepfall_link::{Notice, Opened, Source};
use stepfall_procedure::{Condition, Item, Record, VERSION};

/// What a link names.
#[derive(Serialize)]
struct Named {
    /// The link as it is written by this version, from `#`.
    link: String,
    /// What was not understood or does not work, each a sentence.
    notices: Vec<String>,
    /// What the link carries of a transcript.
    transcript: String,
    /// Whether a simulated solver wrote it.
    simulated: bool,
    /// Why its model stopped: `unknown` or `length`.
    stop: &'static str,
    #[serde(flatten)]
    item: Record,
    /// What stands there before the first reply, under `primed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
}

/// What stands in a dialogue before the first reply.
#[derive(Serialize)]
struct Opening {
    /// What stands there as if the model had written it.
    given: String,
    /// What is asked then.
    asked: String,
}

#[derive(Serialize)]
struct Shares {
    at_step: u32,
    in_answer: u32,
}

/// The item that a link names, whole or from its `#` or its parameters alone, with its prompt: the JSON of
/// `schemas/item.schema.json` with `link`, `notices` and `transcript` beside it, and `opening` where something stands there before the
/// first reply. Whatever is wrong with a link becomes a notice.
///
/// # Errors
///
/// [`Failure`] where the seed has no item, or its values grow too long.
pub fn item(link: &str) -> Result<String, Failure> {
    let (opened, item) = opened_item(link)?;
    let Opened { mut link, notices, .. } = opened;
    let transcript = std::mem::take(&mut link.transcript);
    let opening = opening(&item, link.condition);
    let opening = opening.map(|opening| Opening { given: opening.given, asked: opening.asked });
    let item = item.record(link.condition)?;
    let notices = notices.iter().map(ToString::to_string).collect();
    let stop = if link.cut { "length" } else { "unknown" };
    let simulated = link.source.is_simulated();
    link.generator = VERSION;
    Ok(json(&Named { link: link.fragment(), notices, transcript, simulated, stop, item, opening }))
}

/// The link as this version writes it, from `#`, with a transcript in it unless that is empty, and with why its model stopped and whether it was
/// a simulated solver instead.
///
/// # Errors
///
/// [`Failure`] for an unknown `stop`, where the transcript is too long for a link, and where the link is not understood in every part: what is
/// handed on is to name what was meant.
pub fn link(link: &str, transcript: &str, stop: &str, simulated: bool) -> Result<String, Failure> {
    let Opened { mut link, notices, .. } = opened(link)?;
    if !notices.is_empty() {
        return Err(not_understood(&notices));
    }
    transcript.clone_into(&mut link.transcript);
    link.cut = reason_to_stop(stop)? == Stop::Length;
    link.source = if simulated { Source::Simulated } else { Source::Model };
    Ok(link.fragment_with_transcript()?)
}

/// How many of the single faults of an item show at their step, and how many in the answer, in thousandths: `{"at_step": 990, "in_answer": 965}`.
/// The second takes longest to know of an item.
///
/// # Errors
///
/// As for [`item`].
pub fn shares(link: &str) -> Result<String, Failure> {
    let crate::Shares { at_step, in_answer } = crate::shares(link)?;
    Ok(json(&Shares { at_step, in_answer }))
}

/// The item that a text names, and the condition under which it is asked: the text is the JSON record of an item, which begins with a brace, or a link.
pub(crate) fn named_item(named: &str) -> Result<(Item, Condition), Failure> {
    if named.trim_start().starts_with('{') {
        return Item::from_record(named).map_err(|error| Failure::Record(error.to_string()));
    }
    item_of_transcript(named)
}

/// The same where it is to be asked or to be graded by: a link has to be understood in every part, since another item would be another question.
pub(crate) fn meant_item(named: &str) -> Result<(Item, Condition), Failure> {
    if named.trim_start().starts_with('{') {
        return named_item(named);
    }
    let (Opened { link, notices, .. }, item) = opened_item(named)?;
    if notices.is_empty() { Ok((item, link.condition)) } else { Err(not_understood(&notices)) }
}

/// That a link is not understood in every part.
fn not_understood(notices: &[Notice]) -> Failure {
    Failure::Notices(notices.iter().map(ToString::to_string).collect())
}

/// Writes JSON. Nothing that is written here can fail: all keys are text.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_only_written_anew_where_it_is_understood() {
        assert_eq!(link("v=2&seed=7", "", "unknown", false).unwrap(), "#/play?v=2&seed=7");
        let failure = link("#/play?v=2&steps=abc&foo=1", "", "unknown", false).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "the link is not understood in every part: Left at its default: steps=abc cannot be read; write steps=25. \
             The parameter “foo” is unknown and was left out."
        );
    }
}
