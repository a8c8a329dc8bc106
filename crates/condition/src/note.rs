//! Notes on a dialogue, and the ways in which it ends.

/// A note: the model did something else than the question asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// The model did steps before they were asked for, or made several calls in one reply.
    Ahead,
    /// The model did not do the last of the requested steps. The next question begins after the
    /// last step that it did.
    Behind,
    /// A reply, such as an apology, had nothing that was asked for. Except under `isolated`, the
    /// model is then reminded once.
    NotInForm,
    /// The model called an unknown tool.
    UnknownTool(String),
    /// The model called the calculator for an unknown step, or without an operation on two numbers.
    Malformed,
    /// An operation has no result, such as a division by zero. A program ends there.
    NoValue,
    /// The model used a name without a value.
    NoSuchName(String),
    /// The model wrote a statement that is not run, such as a loop.
    Unsupported(String),
    /// The model wrote results although it was not asked to compute.
    Computed,
}

impl Note {
    /// Returns the name in JSON and tables.
    pub const fn slug(&self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::Behind => "behind",
            Self::NotInForm => "not-in-form",
            Self::UnknownTool(_) => "unknown-tool",
            Self::Malformed => "malformed-call",
            Self::NoValue => "no-value",
            Self::NoSuchName(_) => "no-such-name",
            Self::Unsupported(_) => "unsupported",
            Self::Computed => "computed",
        }
    }

    /// Returns a sentence about the note, for users.
    pub fn sentence(&self) -> String {
        match self {
            Self::Ahead => "The model did steps before it was asked for them.".to_owned(),
            Self::Behind => "The model did fewer steps than it was asked for.".to_owned(),
            Self::NotInForm => "A reply had nothing of what was asked for.".to_owned(),
            Self::UnknownTool(name) => {
                format!("The model called “{name}”, a tool that there is none of.")
            }
            Self::Malformed => {
                "A call was no operation on two numbers for a step of the procedure.".to_owned()
            }
            Self::NoValue => "An operation has no result.".to_owned(),
            Self::NoSuchName(name) => format!("“{name}” was used before it had a value."),
            Self::Unsupported(word) => format!("“{word}” is not run: only assignments are."),
            Self::Computed => "The model wrote results where it was not to compute.".to_owned(),
        }
    }
}

/// The way in which a dialogue ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogueEnd {
    /// The last question was answered, correctly or not.
    Complete,
    /// Two replies in a row had nothing that was asked for.
    Ignored,
    /// The model made the same call three times in a row.
    Looped,
    /// All calls of three replies in a row failed.
    Failed,
    /// The dialogue took the maximum number of replies.
    TooLong,
    /// A reply was cut at a limit.
    Cut,
    /// The model declined, or the provider withheld the reply.
    Refused,
}

impl DialogueEnd {
    /// Returns the name in JSON and tables.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Ignored => "ignored",
            Self::Looped => "looped",
            Self::Failed => "failed",
            Self::TooLong => "too-long",
            Self::Cut => "cut",
            Self::Refused => "refused",
        }
    }

    /// Returns a sentence about the end, for users.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Complete => "The dialogue came to its end.",
            Self::Ignored => {
                "The dialogue was ended: two replies in a row had nothing of what was asked for."
            }
            Self::Looped => "The dialogue was ended: the same call came three times in a row.",
            Self::Failed => "The dialogue was ended: calls came to nothing three times in a row.",
            Self::TooLong => "The dialogue was ended: it took more turns than it could need.",
            Self::Cut => "The dialogue was ended where a reply was cut at a limit.",
            Self::Refused => "The dialogue was ended where the model declined.",
        }
    }
}
