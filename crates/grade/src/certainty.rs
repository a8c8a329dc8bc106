//! The certainty of a reading.

/// The certainty with which values are assigned to steps. It is also the certainty of the first
/// error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Certainty {
    /// Names or plain statements assign the values.
    #[default]
    Sure,
    /// The reading is better than any other that was found.
    Likely(Doubt),
    /// No reading is good enough, or two readings are about equally good. No error is named.
    Unclear {
        /// The reason why no conclusion is drawn.
        doubt: Doubt,
        /// The first step about which no conclusion is drawn.
        from: u16,
    },
}

/// The reason why a reading is not sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Values were assigned to steps by the best fit, because names alone do not assign them.
    Fitted,
    /// Another reading, with another first error or none, fits about as well.
    Rivals,
    /// Much of the text belongs to no step in any reading.
    Unexplained,
}

impl Certainty {
    /// Returns the name used in JSON and in labelled transcripts.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely(_) => "likely",
            Self::Unclear { .. } => "unclear",
        }
    }

    /// Returns the reason for doubt, or `None` if the reading is sure.
    pub const fn doubt(self) -> Option<Doubt> {
        match self {
            Self::Sure => None,
            Self::Likely(doubt) | Self::Unclear { doubt, .. } => Some(doubt),
        }
    }

    /// Returns whether the reading is unclear, so that no error is named.
    pub const fn is_unclear(self) -> bool {
        matches!(self, Self::Unclear { .. })
    }
}

impl Doubt {
    /// Returns the name used in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Fitted => "fitted",
            Self::Rivals => "rivals",
            Self::Unexplained => "unexplained",
        }
    }

    /// Returns the reason as a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Fitted => {
                "Values were assigned to steps by what fits best, because the text does not name the step of every value."
            }
            Self::Rivals => {
                "Two readings of the text fit about as well, and find different first errors."
            }
            Self::Unexplained => "Much of what is written belongs to no step in any reading.",
        }
    }
}
