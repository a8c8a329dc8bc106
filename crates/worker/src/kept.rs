//! An answer as it is kept: a header, and the transcript beside it.

use serde_json::json;
use stepfall_link::{Link, parse};
use stepfall_protocol::Question;
use stepfall_protocol::asking::Failure;
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
    /// The word by which it is kept, and told to the page.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
        }
    }
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
        "end": end.word(),
        "stop": answer.stop.as_ref().map(page::stop),
        "why": why,
        "bytes": bytes,
    })
    .to_string()
}
