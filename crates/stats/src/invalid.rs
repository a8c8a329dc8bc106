//! Errors of invalid input.

use std::error::Error;
use std::fmt;

/// An error in an input. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidInput {
    /// There is no data, or a width is 0.
    Empty,
    /// There are more successes than trials.
    Hits {
        /// The number of successes.
        hits: u32,
        /// The number of trials.
        trials: u32,
    },
    /// An item has no samples.
    NoSamples {
        /// The position of the item in its list.
        item: usize,
    },
    /// A total is not a number between -10¹⁵ and 10¹⁵.
    Total,
    /// A weight is not a number between 10⁻¹⁵ and 10¹⁵.
    Weight,
    /// A level of confidence is not within 1 ‰ to 999 ‰.
    Confidence {
        /// The level in thousandths.
        per_mille: u16,
    },
    /// There are too few or too many resamples.
    Resamples {
        /// The minimum number of resamples, so that the ends of the interval are among them.
        least: u32,
        /// The maximum number of resamples.
        most: u32,
    },
    /// The target share is not strictly between 0 and 1.
    Target,
    /// Lengths do not increase.
    Order {
        /// The position of the first length that is not longer than the one before it.
        position: usize,
    },
    /// A p-value is not a number from 0 to 1.
    Probability {
        /// The position of the p-value in its list.
        position: usize,
    },
    /// A step is not within the range that is counted.
    Step {
        /// The step.
        step: u32,
        /// The last step that is allowed.
        most: u32,
    },
    /// A row of a hazard has more than 2³² - 1 steps at risk.
    Attempts,
    /// The mean of an item is not within its range.
    Mean {
        /// The position of the item in its list.
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
            Self::Target => write!(f, "the target share must be between 0 and 1"),
            Self::Order { position } => {
                write!(f, "the length at position {position} is not longer than the one before")
            }
            Self::Probability { position } => {
                write!(f, "the p-value at position {position} is not a number from 0 to 1")
            }
            Self::Step { step, most } => write!(f, "step {step} is not within 1 to {most}"),
            Self::Attempts => write!(f, "there are more than {} steps at risk", u32::MAX),
            Self::Mean { item } => {
                write!(f, "the mean of the item at position {item} is not a number from -1 to 1")
            }
        }
    }
}

impl Error for InvalidInput {}
