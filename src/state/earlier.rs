//! What Play was answered before.

use stepfall_link::parse;

use super::asked::Asked;

/// An answer that is kept in this browser.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Earlier {
    /// The number under which it is kept.
    pub(crate) number: u32,
    /// The link to what was asked.
    pub(crate) link: String,
    pub(crate) model: String,
    /// How it ended: `answered`, `stopped` or `failed`.
    pub(crate) end: String,
    /// Milliseconds since 1970.
    pub(crate) asked: f64,
    /// Of the transcript.
    pub(crate) bytes: u32,
}

impl Earlier {
    /// The prompt that was answered.
    pub(crate) fn of(&self) -> Asked {
        Asked::of(&parse(&self.link).link)
    }
}
