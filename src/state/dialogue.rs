//! A dialogue as the engine tells of it. Positions are units of UTF-16.

use super::report::Span;

/// Whose a part of a dialogue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaker {
    /// The model.
    Answered,
    /// Whoever asks it.
    Asked,
    /// Whoever began in its name.
    Given,
    /// Whoever carried out what it wrote.
    CarriedOut,
}

impl Speaker {
    /// By the engine's word.
    pub(crate) fn from_slug(slug: &str) -> Option<Self> {
        Some(match slug {
            "answered" => Self::Answered,
            "asked" => Self::Asked,
            "given" => Self::Given,
            "carried-out" => Self::CarriedOut,
            _ => return None,
        })
    }
}

/// A part of a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) by: Speaker,
    pub(crate) span: Span,
}

/// What there is to know of a dialogue beside its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dialogue {
    /// Who said what, in order.
    pub(crate) parts: Vec<Said>,
    /// What the condition asks about, and what happened on the way, in sentences.
    pub(crate) facts: Vec<String>,
    pub(crate) replies: u32,
    pub(crate) is_over: bool,
    /// What is to be said next; nothing where that is a tool's result.
    pub(crate) next: Option<String>,
}

impl Dialogue {
    /// How far the text goes that was said, without what was carried out at its end.
    pub(crate) fn said_until(&self) -> u32 {
        let said = self.parts.iter().rev().find(|part| part.by != Speaker::CarriedOut);
        said.map_or(0, |part| part.span.end)
    }
}

/// How a model is asked under a condition that is a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Protocol {
    /// What stands there before the first reply as if the model had written it, and what it is asked then.
    pub(crate) opening: Option<(String, String)>,
    /// The text of a dialogue of a simulated executor, and who says what in it.
    pub(crate) shown: Option<(String, Vec<Said>)>,
}

/// The text of a dialogue that goes on: what was said, what is asked next, and the reply.
pub(crate) fn continued(said: &str, asked: &str, reply: &str) -> String {
    format!("{said}\n\n=== asked ===\n{asked}\n\n=== answered ===\n{reply}")
}
