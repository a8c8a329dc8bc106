//! Logistic regression: the effect of each predictor on the odds of a correct answer, separated
//! from the effects of the other predictors.

use crate::cholesky::{Cholesky, Matrix, add_square, dot, square, zeros};
use crate::confidence::Confidence;
use crate::firth::{Row, State, logistic_of, maximum, meat};
use crate::fit_error::FitError;
use crate::interval::{Estimate, Interval};
use crate::share::{Share, count};

/// An item: its share of correct attempts, and its predictors.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The share of the attempts at the item that are correct.
    pub share: Share,
    /// The value of each predictor, in the same order for all items.
    pub predictors: Vec<f64>,
    /// The cluster of the item. Results in the same cluster may depend on each other; clusters are
    /// drawn independently. The cluster is a position in the list of items: the position of this
    /// item, or of the item of which it is a variant.
    pub cluster: usize,
}

/// A value on the scale of log odds, with two standard errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogOdds {
    /// The estimate.
    pub value: f64,
    /// The standard error from the information. This error assumes that all attempts are
    /// independent and that the model is true.
    pub model_error: f64,
    /// The standard error from the differences between clusters ([`logistic`]).
    pub cluster_error: f64,
}

impl LogOdds {
    /// Returns the larger of both errors.
    ///
    /// The error from clusters is too small if there are few clusters, and almost 0 if predictors
    /// separate correct from incorrect attempts. Taking the larger error is the advice of J. D.
    /// Angrist and J.-S. Pischke, Mostly Harmless Econometrics (2009), section 8.1.
    pub const fn error(self) -> f64 {
        self.model_error.max(self.cluster_error)
    }
}

/// A logistic model: `ln(p / (1 - p)) = b0 + b1 x1 + b2 x2 + …`, where `p` is the probability that
/// an attempt is correct.
#[derive(Debug, Clone, PartialEq)]
pub struct Logistic {
    /// The means and standard deviations that centre and scale the predictors during the fit.
    scales: Vec<Scale>,
    /// The coefficients for the scaled predictors, the intercept first.
    coefficients: Vec<f64>,
    /// The covariances of the coefficients from the information.
    model: Matrix,
    /// The covariances of the coefficients from the clusters.
    clustered: Matrix,
    clusters: u32,
    iterations: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Scale {
    mean: f64,
    deviation: f64,
}

/// The least fraction of a predictor's variance that must be independent of the predictors before
/// it.
const APART: f64 = 1e-9;

/// Fits a logistic model to items.
///
/// The likelihood is Firth's: it is multiplied by the square root of the determinant of the
/// information. This removes the first-order bias of the coefficients. It also keeps them finite
/// where a predictor separates correct from incorrect attempts, which is usual in sweeps, since
/// short procedures are always correct.
///
/// A ridge would keep them finite too, but its weight would have to be chosen, and the result would
/// depend on the units of the predictors. Firth's penalty has no weight, and the fit is the same in
/// any unit. It pulls probabilities towards one half, in all by at most half an attempt for each
/// coefficient.
///
/// Newton's steps with the information find the maximum. These steps are those of iteratively
/// reweighted least squares. A step is halved until the likelihood does not fall.
///
/// The second covariance is the sandwich of the sums of scores over clusters. The sandwich is
/// multiplied by `G / (G - 1) × (N - 1) / (N - K)` for `G` clusters, `N` attempts and `K`
/// coefficients. Intervals use the larger of both errors ([`LogOdds::error`]) and Student's
/// distribution with `G - 1` degrees of freedom.
///
/// Exponentials and logarithms differ between machines in their last digit. Therefore fits differ
/// from about the tenth digit on.
///
/// Sources:
///
/// - D. Firth, Bias Reduction of Maximum Likelihood Estimates, Biometrika 80 (1993) 27-38.
/// - G. Heinze and M. Schemper, A Solution to the Problem of Separation in Logistic Regression,
///   Statistics in Medicine 21 (2002) 2409-2419.
/// - The sandwich: K.-Y. Liang and S. L. Zeger, Longitudinal Data Analysis Using Generalized Linear
///   Models, Biometrika 73 (1986) 13-22.
/// - Its correction and the degrees of freedom (section VI): A. C. Cameron and D. L. Miller, A
///   Practitioner's Guide to Cluster-Robust Inference. Journal of Human Resources 50 (2015)
///   317-372.
///
/// # Errors
///
/// [`FitError`] for invalid items, for too few clusters, for predictors whose effects cannot be
/// separated, and for a fit that does not converge.
pub fn logistic(items: &[Observation]) -> Result<Logistic, FitError> {
    let clusters = checked(items)?;
    let scales = scales(items)?;
    let rows: Vec<Row> = items.iter().map(|item| row(item, &scales)).collect();
    let size = scales.len() + 1;
    let mut products = zeros(size);
    for row in &rows {
        add_square(&mut products, &row.x, 1.0);
    }
    Cholesky::new(&products, APART).ok_or(FitError::Collinear)?;
    let coefficients = u32::try_from(size).unwrap_or(u32::MAX);
    if clusters <= coefficients {
        return Err(FitError::FewClusters { clusters, coefficients });
    }
    let (State { coefficients, information, .. }, iterations) = maximum(&rows)?;
    let model = information.inverse();
    let meat = meat(&rows, &coefficients);
    let attempts: f64 = rows.iter().map(|row| row.trials).sum();
    let (independent, size) = (f64::from(clusters), count(&coefficients));
    let correction = independent / (independent - 1.0) * ((attempts - 1.0) / (attempts - size));
    let middle: Matrix = model.iter().map(|row| times(&meat, row, correction)).collect();
    let clustered = middle.iter().map(|row| times(&model, row, 1.0)).collect();
    Ok(Logistic { scales, coefficients, model, clustered, clusters, iterations })
}

impl Logistic {
    /// Returns the number of iterations until the fit converged.
    pub const fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Returns the number of independent clusters.
    pub const fn clusters(&self) -> u32 {
        self.clusters
    }

    /// Returns the increase of the log odds for one unit of a predictor, or `None` if there is no
    /// such predictor.
    pub fn coefficient(&self, predictor: usize) -> Option<LogOdds> {
        let scale = self.scales.get(predictor)?;
        let mut direction = vec![0.0; self.coefficients.len()];
        direction[predictor + 1] = 1.0 / scale.deviation;
        Some(self.along(&direction))
    }

    /// Returns the log odds of a correct answer at these predictors; the intercept if all are 0.
    /// Returns `None` if the number of predictors differs from that of the fit.
    pub fn log_odds(&self, predictors: &[f64]) -> Option<LogOdds> {
        let fits = predictors.len() == self.scales.len();
        fits.then(|| self.along(&scaled(predictors, &self.scales)))
    }

    /// Returns the factor by which the odds of a correct answer change if a predictor increases by
    /// `by`, with its interval. Returns `None` if there is no such predictor.
    pub fn odds_ratio(
        &self,
        predictor: usize,
        by: f64,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let coefficient = self.coefficient(predictor)?;
        let (value, error) = (coefficient.value * by, coefficient.error() * by.abs());
        Some(self.around(value, error, confidence, f64::exp))
    }

    /// Returns the probability of a correct answer at these predictors, with its interval. Returns
    /// `None` if the number of predictors differs from that of the fit.
    pub fn probability(&self, predictors: &[f64], confidence: Confidence) -> Option<Estimate> {
        let at = self.log_odds(predictors)?;
        Some(self.around(at.value, at.error(), confidence, |odds| logistic_of(odds).0))
    }

    fn along(&self, direction: &[f64]) -> LogOdds {
        let error = |covariance| square(covariance, direction).max(0.0).sqrt();
        LogOdds {
            value: dot(&self.coefficients, direction),
            model_error: error(&self.model),
            cluster_error: error(&self.clustered),
        }
    }

    fn around(
        &self,
        value: f64,
        error: f64,
        confidence: Confidence,
        scale: fn(f64) -> f64,
    ) -> Estimate {
        let reach = confidence.t(self.clusters - 1) * error;
        let interval = Interval { low: scale(value - reach), high: scale(value + reach) };
        Estimate { value: scale(value), interval }
    }
}

/// Checks the items and returns the number of clusters.
fn checked(items: &[Observation]) -> Result<u32, FitError> {
    let first = items.first().ok_or(FitError::Empty)?;
    let is_incorrect = |item: &Observation| {
        item.share.trials() == 0
            || item.cluster >= items.len()
            || item.predictors.len() != first.predictors.len()
            || item.predictors.iter().any(|value| !value.is_finite())
    };
    if let Some(position) = items.iter().position(is_incorrect) {
        return Err(FitError::Item { position });
    }
    let is_correct = |item: &Observation| item.share.hits() == item.share.trials();
    if items.iter().all(is_correct) || items.iter().all(|item| item.share.hits() == 0) {
        return Err(FitError::NoVariation);
    }
    let mut is_used = vec![false; items.len()];
    for item in items {
        is_used[item.cluster] = true;
    }
    let clusters = is_used.into_iter().filter(|is_used| *is_used).count();
    Ok(u32::try_from(clusters).unwrap_or(u32::MAX))
}

/// Returns the mean and the standard deviation of each predictor, or an error if one is constant.
fn scales(items: &[Observation]) -> Result<Vec<Scale>, FitError> {
    let predictors = items.first().map_or(0, |first| first.predictors.len());
    let scale = |predictor: usize| {
        let values = || items.iter().map(|item| item.predictors[predictor]);
        let mean = values().sum::<f64>() / count(items);
        let deviation =
            (values().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count(items)).sqrt();
        // A deviation within rounding errors counts as 0.
        let is_varied = deviation > 1e-12 * mean.abs() && deviation.is_finite();
        is_varied.then_some(Scale { mean, deviation }).ok_or(FitError::Constant { predictor })
    };
    (0..predictors).map(scale).collect()
}

/// Returns a one for the intercept, then the centred and scaled predictors.
fn scaled(predictors: &[f64], scales: &[Scale]) -> Vec<f64> {
    let others = predictors.iter().zip(scales).map(|(x, scale)| (x - scale.mean) / scale.deviation);
    std::iter::once(1.0).chain(others).collect()
}

fn row(item: &Observation, scales: &[Scale]) -> Row {
    Row {
        x: scaled(&item.predictors, scales),
        hits: f64::from(item.share.hits()),
        trials: f64::from(item.share.trials()),
        cluster: item.cluster,
    }
}

/// Returns the product of a symmetric matrix, a vector and a number.
fn times(matrix: &Matrix, vector: &[f64], factor: f64) -> Vec<f64> {
    matrix.iter().map(|row| factor * dot(row, vector)).collect()
}
