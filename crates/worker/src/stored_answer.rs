//! The stored form of an answer: a header and the transcript.

use serde_json::json;
use stepfall_link::{PlayLink, parse};
use stepfall_protocol::PromptSettings;
use stepfall_protocol::asking::{AnswerEnd, FailureReport};
use stepfall_provider::{Answer, Endpoint};

use crate::page;

/// The end of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// The model finished, or reached the limit of output tokens.
    Answered,
    /// The visitor stopped the answer.
    Stopped,
    /// The answer broke off, for this reason.
    Failed(FailureReport),
}

impl End {
    /// Returns the kind of end, without the reason.
    const fn kind(&self) -> AnswerEnd {
        match self {
            Self::Answered => AnswerEnd::Answered,
            Self::Stopped => AnswerEnd::Stopped,
            Self::Failed(_) => AnswerEnd::Failed,
        }
    }
}

/// Returns the stored name of an end.
const fn word(end: AnswerEnd) -> &'static str {
    match end {
        AnswerEnd::Answered => "answered",
        AnswerEnd::Stopped => "stopped",
        AnswerEnd::Failed => "failed",
    }
}

/// Returns the end with a stored name. An unknown name from another version of the page counts as
/// [`AnswerEnd::Failed`].
pub(crate) fn end_of(stored: &str) -> AnswerEnd {
    let known = [AnswerEnd::Answered, AnswerEnd::Stopped, AnswerEnd::Failed];
    known.into_iter().find(|end| word(*end) == stored).unwrap_or(AnswerEnd::Failed)
}

/// The times of a call, in milliseconds: its start since 1970, its duration, and the time until the
/// first piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    pub(crate) asked: u64,
    pub(crate) took: u64,
    pub(crate) first: Option<u64>,
}

/// Returns the header of an answer as JSON text. It has the provider, the link, the model, times,
/// token counts, the end, and the length of the transcript in bytes. It contains no part of the
/// key, and only the origin of the address.
pub(crate) fn header(
    (endpoint, question): (&Endpoint, &PromptSettings),
    answer: &Answer,
    bytes: usize,
    times: Times,
    end: &End,
) -> String {
    let why = match end {
        End::Failed(why) => Some(&why.message),
        End::Answered | End::Stopped => None,
    };
    let cut = answer.is_cut() || *end != End::Answered;
    let link = PlayLink { is_cut: cut, ..parse(&question.link).link };
    json!({
        "stepfall_answer": 1,
        "link": link.fragment_without_text(),
        "provider": endpoint.provider().slug,
        "origin": endpoint.origin(),
        "model": question.model.trim(),
        "asked": times.asked,
        "took": times.took,
        "first": times.first,
        "input": answer.usage.input,
        "output": answer.usage.output,
        "reasoning": answer.usage.reasoning,
        "end": word(end.kind()),
        "stop": answer.stop.as_ref().map(page::stop),
        "why": why,
        "bytes": bytes,
    })
    .to_string()
}
