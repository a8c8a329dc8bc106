//! Why there is no result.

use std::error::Error;
use std::fmt;

/// What is wrong with an input. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidInput {
    /// There is nothing to work on.
    Empty,
    /// More successes than trials.
    Hits {
        /// The successes.
        hits: u32,
        /// The trials.
        trials: u32,
    },
    /// An item without samples.
    NoSamples {
        /// Where the item stands in its list.
        item: usize,
    },
    /// A total that is no number between -10¹⁵ and 10¹⁵.
    Total,
    /// A weight that is no number between 10⁻¹⁵ and 10¹⁵.
    Weight,
    /// A level of confidence that is not within 1 ‰ to 999 ‰.
    Confidence {
        /// The level in thousandths.
        per_mille: u16,
    },
    /// Too few or too many resamples.
    Resamples {
        /// The fewest with which the ends of the interval are among the resamples.
        least: u32,
        /// The most that are made.
        most: u32,
    },
    /// A share to be crossed that is not between 0 and 1, both left out.
    Target,
    /// Lengths that do not increase.
    Order {
        /// Where the first length stands that is not longer than the one before it.
        position: usize,
    },
    /// A p-value that is no number from 0 to 1.
    Probability {
        /// Where it stands in its list.
        position: usize,
    },
    /// A step that is not within the range that is counted.
    Step {
        /// The step.
        step: u32,
        /// The last step that may be told.
        most: u32,
    },
    /// More attempts than can be counted.
    Attempts,
    /// A mean of an item that is no number from 0 to 1.
    Mean {
        /// Where the item stands in its list.
        item: usize,
    },
}

impl fmt::Display for InvalidInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there is nothing to count"),
            Self::Hits { hits, trials } => write!(f, "{hits} successes in {trials} trials"),
            Self::NoSamples { item } => write!(f, "the item at position {item} has no sample"),
            Self::Total => write!(f, "a total must be a number between -10^15 and 10^15"),
            Self::Weight => write!(f, "a weight must be a number between 10^-15 and 10^15"),
            Self::Confidence { per_mille } => {
                write!(f, "a confidence of {per_mille} thousandths is not within 1 to 999")
            }
            Self::Resamples { least, most } => {
                write!(f, "this confidence takes {least} to {most} resamples")
            }
            Self::Target => write!(f, "the share to be crossed must lie between 0 and 1"),
            Self::Order { position } => {
                write!(f, "the length at position {position} is not longer than the one before")
            }
            Self::Probability { position } => {
                write!(f, "the p-value at position {position} is no number from 0 to 1")
            }
            Self::Step { step, most } => write!(f, "step {step} is not within 1 to {most}"),
            Self::Attempts => write!(f, "there are more than {} attempts", u32::MAX),
            Self::Mean { item } => {
                write!(f, "the mean of the item at position {item} is no number from 0 to 1")
            }
        }
    }
}

impl Error for InvalidInput {}
