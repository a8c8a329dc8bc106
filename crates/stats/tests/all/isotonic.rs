//! The falling fit, compared with the least-squares fit over all ways to pool neighbours.

use proptest::prelude::*;
use stepfall_stats::{InvalidInput, Weighted, decreasing_fit};

/// Converts pairs of a value and a weight into means.
fn points(values: &[(f64, f64)]) -> Vec<Weighted> {
    values.iter().map(|&(value, weight)| Weighted::new(value * weight, weight).unwrap()).collect()
}

/// Returns the fit with the least sum of squares by enumeration. Each candidate divides the points
/// into runs of neighbours and gives each run its mean. Candidates with rising means are left out.
fn nearest(values: &[(f64, f64)]) -> Vec<f64> {
    let fits = (0..1u32 << (values.len() - 1)).map(|cuts| pooled(values, cuts));
    let falling = fits.filter(|fit| fit.is_sorted_by(|a, b| *a >= b - 1e-12));
    falling.min_by(|a, b| squares(values, a).total_cmp(&squares(values, b))).unwrap()
}

/// Splits the points into runs, and returns for each point the weighted mean of its run. A run ends
/// after point `i`, from 0, if bit `i` of `cuts` is set, and after the last point.
fn pooled(values: &[(f64, f64)], cuts: u32) -> Vec<f64> {
    let mut fit = Vec::new();
    let mut from = 0;
    for to in 1..=values.len() {
        if to == values.len() || cuts >> (to - 1) & 1 == 1 {
            let weight: f64 = values[from..to].iter().map(|point| point.1).sum();
            let total: f64 = values[from..to].iter().map(|point| point.0 * point.1).sum();
            fit.resize(to, total / weight);
            from = to;
        }
    }
    fit
}

fn squares(values: &[(f64, f64)], fit: &[f64]) -> f64 {
    values.iter().zip(fit).map(|((value, weight), fit)| weight * (value - fit).powi(2)).sum()
}

#[test]
fn rising_neighbours_are_pooled_by_weight() {
    let fit = decreasing_fit(&points(&[(1.0, 1.0), (0.5, 1.0), (0.8, 2.0), (0.1, 1.0)])).unwrap();
    assert_eq!(fit.len(), 4);
    for (value, expected) in fit.iter().zip([1.0, 0.7, 0.7, 0.1]) {
        assert!((value - expected).abs() < 1e-15);
    }
    assert_eq!(decreasing_fit(&[]), Err(InvalidInput::Empty));
}

#[test]
fn pooled_counts_are_divided_once() {
    let shares = [(1.0, 3.0), (2.0, 3.0), (3.0, 4.0)]
        .map(|(hits, trials)| Weighted::new(hits, trials).unwrap());
    assert_eq!(decreasing_fit(&shares), Ok(vec![0.6; 3]));
}

proptest! {
    #[test]
    fn fit_is_the_least_squares_solution(
        values in prop::collection::vec((0.0..1.0f64, 0.5..20.0f64), 1..9)
    ) {
        let fit = decreasing_fit(&points(&values)).unwrap();
        for (found, expected) in fit.iter().zip(nearest(&values)) {
            prop_assert!((found - expected).abs() < 1e-9, "{fit:?}");
        }
    }

    #[test]
    fn fit_never_rises_keeps_the_mean_and_is_idempotent(
        values in prop::collection::vec((0.0..1.0f64, 0.5..20.0f64), 1..60)
    ) {
        let fit = decreasing_fit(&points(&values)).unwrap();
        prop_assert_eq!(fit.len(), values.len());
        prop_assert!(fit.is_sorted_by(|a, b| a >= b));
        let mean = |all: &[f64]| -> f64 { all.iter().zip(&values).map(|(value, point)| value * point.1).sum() };
        let before: Vec<f64> = values.iter().map(|point| point.0).collect();
        prop_assert!((mean(&fit) - mean(&before)).abs() < 1e-8);
        let again: Vec<(f64, f64)> = fit.iter().zip(&values).map(|(&value, point)| (value, point.1)).collect();
        for (once, twice) in fit.iter().zip(decreasing_fit(&points(&again)).unwrap()) {
            prop_assert!((once - twice).abs() < 1e-12);
        }
    }
}
