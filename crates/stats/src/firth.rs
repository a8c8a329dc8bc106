//! The maximum of Firth's likelihood, and the scores of clusters at this maximum.

use crate::cholesky::{Cholesky, Matrix, add_square, dot, zeros};
use crate::fit_error::FitError;

/// The maximum number of iterations.
const ITERATIONS: u32 = 250;
/// The fit has converged if a step changes each coefficient by less than this, in log odds per
/// standard deviation of a predictor.
const SETTLED: f64 = 1e-10;
/// The largest step of a coefficient in one iteration, as in G. Heinze's `logistf`.
const MAX_COEFFICIENT_STEP: f64 = 5.0;

/// An item in the form that the fit uses.
pub(crate) struct Row {
    pub(crate) x: Vec<f64>,
    pub(crate) hits: f64,
    pub(crate) trials: f64,
    pub(crate) cluster: usize,
}

/// Returns the probability for these log odds, and its complement. Both have their full relative
/// precision, also near 0.
pub(crate) fn logistic_of(odds: f64) -> (f64, f64) {
    let small = (-odds.abs()).exp();
    let (less, more) = (small / (1.0 + small), 1.0 / (1.0 + small));
    if odds < 0.0 { (less, more) } else { (more, less) }
}

/// The fit at given coefficients.
pub(crate) struct State {
    pub(crate) coefficients: Vec<f64>,
    pub(crate) information: Cholesky,
    /// The logarithm of Firth's likelihood.
    likelihood: f64,
}

impl State {
    /// Evaluates the fit. Returns `None` if the information has no inverse or the likelihood is not
    /// finite.
    fn at(rows: &[Row], coefficients: Vec<f64>) -> Option<Self> {
        let mut information = zeros(coefficients.len());
        let mut likelihood = 0.0;
        for row in rows {
            let odds = dot(&row.x, &coefficients);
            let (correct, incorrect) = logistic_of(odds);
            add_square(&mut information, &row.x, row.trials * correct * incorrect);
            // For the probability `p` of a correct attempt, `ln p` is `less + min(odds, 0)`, and
            // `ln(1 - p)` is `less - max(odds, 0)`.
            let less = -(1.0 + (-odds.abs()).exp()).ln();
            let more = odds.min(0.0) * row.hits - odds.max(0.0) * (row.trials - row.hits);
            likelihood += row.trials * less + more;
        }
        let information = Cholesky::new(&information, 0.0)?;
        likelihood += information.half_log_determinant();
        likelihood.is_finite().then_some(Self { coefficients, information, likelihood })
    }

    /// Returns Newton's step, shortened to [`MAX_COEFFICIENT_STEP`]. Firth's score adds to each
    /// residual the leverage of its attempts times `1/2 - p`.
    fn step(&self, rows: &[Row]) -> Vec<f64> {
        let mut score = vec![0.0; self.coefficients.len()];
        for row in rows {
            let (correct, incorrect) = logistic_of(dot(&row.x, &self.coefficients));
            let leverage =
                row.trials * correct * incorrect * dot(&row.x, &self.information.solve(&row.x));
            let residual = row.hits - row.trials * correct + leverage * (0.5 - correct);
            score.iter_mut().zip(&row.x).for_each(|(sum, x)| *sum += residual * x);
        }
        let step = self.information.solve(&score);
        let longest = longest(&step);
        let shrink =
            if longest > MAX_COEFFICIENT_STEP { MAX_COEFFICIENT_STEP / longest } else { 1.0 };
        step.iter().map(|part| part * shrink).collect()
    }
}

/// Returns the largest change of a coefficient in a step.
fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |longest, part| part.abs().max(longest))
}

/// Returns the state at the maximum of Firth's likelihood, and the number of iterations.
pub(crate) fn maximum(rows: &[Row]) -> Result<(State, u32), FitError> {
    let size = rows.first().map_or(0, |row| row.x.len());
    let mut state = State::at(rows, vec![0.0; size]).ok_or(FitError::Collinear)?;
    for iteration in 1..=ITERATIONS {
        let step = state.step(rows);
        let is_settled = longest(&step) < SETTLED;
        let along = |shrink: f64| {
            let moved =
                state.coefficients.iter().zip(&step).map(|(at, part)| at + shrink * part).collect();
            State::at(rows, moved)
        };
        // The likelihood is a sum over all attempts, so its last digits are rounding errors. A
        // decrease within these digits counts as none.
        let least = state.likelihood - 1e-12 * state.likelihood.abs().max(1.0);
        let halves = std::iter::successors(Some(1.0), |shrink| Some(shrink / 2.0)).take(30);
        let next = halves.filter_map(along).find(|next| next.likelihood >= least);
        state = next.ok_or(FitError::NotConverged { iterations: iteration })?;
        if is_settled {
            return Ok((state, iteration));
        }
    }
    Err(FitError::NotConverged { iterations: ITERATIONS })
}

/// Returns the sum of the outer products of the clusters' scores: the middle matrix of the sandwich
/// estimator.
pub(crate) fn meat(rows: &[Row], coefficients: &[f64]) -> Matrix {
    let mut scores = vec![vec![0.0; coefficients.len()]; rows.len()];
    for row in rows {
        let residual = row.hits - row.trials * logistic_of(dot(&row.x, coefficients)).0;
        scores[row.cluster].iter_mut().zip(&row.x).for_each(|(sum, x)| *sum += residual * x);
    }
    let mut meat = zeros(coefficients.len());
    for score in &scores {
        add_square(&mut meat, score, 1.0);
    }
    meat
}
