//! The outcome of a response in a batch.

use serde::{Deserialize, Serialize};

/// The outcome of a response. Responses without a usable answer are not counted as incorrect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The answer that counts is correct.
    Correct,
    /// The answer that counts is incorrect.
    Incorrect,
    /// The text has several possible readings, or fits another procedure.
    Unclear,
    /// No answer was found in the text.
    Unparsed,
    /// The reply was cut at a limit, and has no answer before the cut. A cut reply with an answer
    /// counts as correct or incorrect.
    Truncated,
    /// The model or a filter declined.
    Refused,
    /// There is no reply: the call failed.
    Errored,
}

impl Outcome {
    /// All outcomes in display order; those that are scored come first.
    pub const ALL: [Self; 7] = [
        Self::Correct,
        Self::Incorrect,
        Self::Unclear,
        Self::Unparsed,
        Self::Truncated,
        Self::Refused,
        Self::Errored,
    ];

    /// Returns the name used in files.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Incorrect => "wrong",
            Self::Unclear => "unclear",
            Self::Unparsed => "unparsed",
            Self::Truncated => "truncated",
            Self::Refused => "refused",
            Self::Errored => "errored",
        }
    }

    /// Returns the display name.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the sign in lists.
    pub const fn sign(self) -> &'static str {
        self.words().1
    }

    /// Returns the meaning, in a sentence.
    pub const fn meaning(self) -> &'static str {
        self.words().2
    }

    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Correct => ("Correct", "✓", "The answer that counts equals the exact value."),
            Self::Incorrect => ("Incorrect", "✕", "The answer is incorrect."),
            Self::Unclear => {
                ("Unclear", "?", "The text can be read in several ways, or fits another procedure.")
            }
            Self::Unparsed => ("Unparsed", "–", "No answer was found in the text."),
            Self::Truncated => ("Truncated", "…", "Cut off before any answer."),
            Self::Refused => ("Refused", "∅", "The model or a filter declined."),
            Self::Errored => ("Errored", "!", "The call failed: there is no response."),
        }
    }
}
