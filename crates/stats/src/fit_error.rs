//! Why there is no fit.

use std::error::Error;
use std::fmt;

/// Why there is no fit. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitError {
    /// There are no items.
    Empty,
    /// An item has no sample, another number of predictors than the first, or one that is no number.
    Item {
        /// Where it stands in its list.
        position: usize,
    },
    /// All attempts are right, or none is.
    NoVariation,
    /// A predictor is the same for all items.
    Constant {
        /// Where it stands among the predictors.
        predictor: usize,
    },
    /// A predictor follows from those before it, so that they cannot be told apart.
    Collinear,
    /// There are no more clusters than coefficients.
    FewClusters {
        /// How many there are.
        clusters: u32,
        /// How many coefficients there are, the intercept among them.
        coefficients: u32,
    },
    /// The steps did not become small.
    NotConverged {
        /// How many were taken.
        iterations: u32,
    },
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there is nothing to fit"),
            Self::Item { position } => write!(
                f,
                "the item at position {position} has no sample, too few or many predictors, or one that is no number"
            ),
            Self::NoVariation => write!(f, "all attempts are right, or none is"),
            Self::Constant { predictor } => {
                write!(f, "the predictor at position {predictor} is the same for all items")
            }
            Self::Collinear => write!(f, "one predictor follows from the others"),
            Self::FewClusters { clusters, coefficients } => {
                write!(
                    f,
                    "{clusters} independent items are too few for {coefficients} coefficients"
                )
            }
            Self::NotConverged { iterations } => {
                write!(f, "the fit did not settle in {iterations} iterations")
            }
        }
    }
}

impl Error for FitError {}
