//! What happens on the way besides what was asked for, and how a dialogue ends.

/// Something that a model did besides what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// It did steps that it was not asked for yet. They count.
    Ahead,
    /// It did fewer steps than it was asked for. The others are asked for again.
    Behind,
    /// A reply had nothing of what was asked for, as an apology has not. It was reminded once.
    NotInForm,
    /// It called a tool that there is none of.
    UnknownTool(String),
    /// It called the calculator with something that is no operation on two numbers, or on a step that there is none of.
    Malformed,
    /// An operation has no result, such as a division by zero; or a program could not be run any further there.
    NoValue,
    /// It used a name that has no value.
    NoSuchName(String),
    /// It wrote something that is not run, such as a loop.
    Unsupported(String),
    /// It wrote results where it was not to compute.
    Computed,
}

impl Note {
    /// The name used in JSON and tables.
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

    /// A sentence about it.
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

/// How a dialogue ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With everything that was asked for.
    Complete,
    /// Two replies in a row had nothing of what was asked for.
    Ignored,
    /// The same call came three times in a row.
    Looped,
    /// Calls came to nothing three times in a row.
    Failed,
    /// It took more turns than it could need.
    TooLong,
    /// A reply was cut at a limit.
    Cut,
    /// The model declined.
    Refused,
}

impl End {
    /// The name used in JSON and tables.
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

    /// A sentence about it.
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
