//! How sure a reading is.

/// How sure it is which value belongs to which step, and so which fault is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Certainty {
    /// Names, or plain statements, say it.
    #[default]
    Sure,
    /// The reading makes more sense than any other that was found.
    Likely(Doubt),
    /// No reading makes enough sense, or two make about as much. No fault is named.
    Unclear {
        /// Why.
        doubt: Doubt,
        /// The number of the first value from which on nothing is said.
        from: u16,
    },
}

/// Why a reading is not sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Values were assigned to steps by what fits, since names alone do not say it.
    Fitted,
    /// Another reading, with another first fault or none, fits about as well.
    Rivals,
    /// Much of what is written belongs to no step in any reading.
    Unexplained,
}

impl Certainty {
    /// The name used in JSON and in labels.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely(_) => "likely",
            Self::Unclear { .. } => "unclear",
        }
    }

    /// Why it is not sure; nothing where it is.
    pub const fn doubt(self) -> Option<Doubt> {
        match self {
            Self::Sure => None,
            Self::Likely(doubt) | Self::Unclear { doubt, .. } => Some(doubt),
        }
    }

    /// Whether no fault is named.
    pub const fn is_unclear(self) -> bool {
        matches!(self, Self::Unclear { .. })
    }
}

impl Doubt {
    /// The name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Fitted => "fitted",
            Self::Rivals => "rivals",
            Self::Unexplained => "unexplained",
        }
    }

    /// The same in one sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Fitted => {
                "Values were assigned to steps by what fits best, since the text does not say it step by step."
            }
            Self::Rivals => {
                "Two readings of the text fit about as well, and find different first errors."
            }
            Self::Unexplained => "Much of what is written belongs to no step in any reading.",
        }
    }
}
