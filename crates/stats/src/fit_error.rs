//! Errors of a logistic fit.

use std::error::Error;
use std::fmt;

/// The reason why a fit failed. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitError {
    /// There are no items.
    Empty,
    /// An item has no sample or a cluster that is no position in the list. Or it has a different
    /// number of predictors than the first item, or a predictor that is not finite.
    Item {
        /// The position of the item in its list.
        position: usize,
    },
    /// All attempts are correct, or none is.
    NoVariation,
    /// A predictor is the same for all items.
    Constant {
        /// The position of the predictor.
        predictor: usize,
    },
    /// A predictor follows from those before it, so that their effects cannot be separated.
    Collinear,
    /// There are no more clusters than coefficients.
    FewClusters {
        /// The number of clusters.
        clusters: u32,
        /// The number of coefficients, including the intercept.
        coefficients: u32,
    },
    /// The iteration did not converge.
    NotConverged {
        /// The number of iterations after which the fit was given up.
        iterations: u32,
    },
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there is nothing to fit"),
            Self::Item { position } => write!(
                f,
                "the item at position {position} has no sample, no cluster, too few or too many predictors, or a predictor that is not a number"
            ),
            Self::NoVariation => write!(f, "all attempts are correct, or none is"),
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
                write!(f, "the fit did not converge in {iterations} iterations")
            }
        }
    }
}

impl Error for FitError {}
