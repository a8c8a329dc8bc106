//! An answer as it is kept: a header, and the transcript beside it.

use serde_json::json;
use stepfall_link::{Link, parse};
use stepfall_protocol::Question;
use stepfall_protocol::asking::{AnswerEnd, Failure};
use stepfall_provider::{Answer, Endpoint};

use crate::page;

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// The model was done, or was cut off at a limit.
    Answered,
    /// The visitor stopped it.
    Stopped,
    /// It broke off, because of this.
    Failed(Failure),
}

impl End {
    /// The same without why.
    const fn kind(&self) -> AnswerEnd {
        match self {
            Self::Answered => AnswerEnd::Answered,
            Self::Stopped => AnswerEnd::Stopped,
            Self::Failed(_) => AnswerEnd::Failed,
        }
    }
}

/// The word by which the end of an answer is kept.
const fn word(end: AnswerEnd) -> &'static str {
    match end {
        AnswerEnd::Answered => "answered",
        AnswerEnd::Stopped => "stopped",
        AnswerEnd::Failed => "failed",
    }
}

/// The end of an answer by its word. What another version of the page has kept counts as broken off.
pub(crate) fn end_of(kept: &str) -> AnswerEnd {
    let known = [AnswerEnd::Answered, AnswerEnd::Stopped, AnswerEnd::Failed];
    known.into_iter().find(|end| word(*end) == kept).unwrap_or(AnswerEnd::Failed)
}

/// Times of a call, in milliseconds: when it was asked since 1970, how long it took, and how long it was to the first piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    pub(crate) asked: u64,
    pub(crate) took: u64,
    pub(crate) first: Option<u64>,
}

/// The header of an answer, as JSON text: who was asked for what, when, how it ended, and the length of the transcript in bytes. Nothing in
/// it comes from the key, or from the address but its origin.
pub(crate) fn header(
    (endpoint, question): (&Endpoint, &Question),
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
    let link = Link { cut, ..parse(&question.link).link };
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
