//! Wilson's interval, compared with published examples, its own equation and its published
//! coverage.

use proptest::prelude::*;
use stepfall_stats::{Confidence, Interval, InvalidInput, Share, wilson};

fn usual(hits: u32, trials: u32) -> Interval {
    wilson(Share::new(hits, trials).unwrap(), Confidence::P95)
}

/// R. G. Newcombe, Two-Sided Confidence Intervals for the Single Proportion, Statistics in Medicine
/// 17 (1998) 857-872, table I, method 3.
#[test]
fn wilson_matches_published_examples() {
    for (hits, trials, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let interval = usual(hits, trials);
        assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
        assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
    }
}

#[test]
fn ends_are_exact_for_all_or_no_hits() {
    assert_eq!(usual(0, 0), Interval { low: 0.0, high: 1.0 });
    assert_eq!(usual(0, 7).low.to_bits(), 0.0f64.to_bits());
    assert_eq!(usual(7, 7).high.to_bits(), 1.0f64.to_bits());
    let most = usual(u32::MAX, u32::MAX);
    assert!(most.low > 0.999_999_999 && most.low < 1.0);
}

#[test]
fn more_hits_than_trials_are_refused() {
    assert_eq!(Share::new(4, 3), Err(InvalidInput::Hits { hits: 4, trials: 3 }));
    assert_eq!(Share::new(0, 0).unwrap().value(), None);
    assert_eq!(Share::new(1, 4).unwrap().value(), Some(0.25));
}

/// Returns the probability of every count of hits.
fn binomial(trials: u32, share: f64) -> Vec<f64> {
    let mut terms = vec![(1.0 - share).powi(trials.cast_signed())];
    for hits in 1..=trials {
        let odds = share / (1.0 - share) * f64::from(trials - hits + 1) / f64::from(hits);
        terms.push(terms[hits as usize - 1] * odds);
    }
    terms
}

/// A. Agresti and B. A. Coull, Approximate Is Better than "Exact" for Interval Estimation of
/// Binomial Proportions, The American Statistician 52 (1998) 119-126, table 1. On average
/// over all shares the interval contains the truth close to 95 % of the time, and at no share less
/// than about 83 %. Shares above one half mirror those below.
#[test]
fn coverage_matches_published_figures() {
    for (trials, mean) in [(5, 0.955), (15, 0.953), (30, 0.952), (50, 0.952), (100, 0.951)] {
        let intervals: Vec<Interval> = (0..=trials).map(|hits| usual(hits, trials)).collect();
        let coverage: Vec<f64> = (0..2000)
            .map(|point| {
                let share = (f64::from(point) + 0.5) / 4000.0;
                let holds = binomial(trials, share).into_iter().zip(&intervals);
                holds.filter(|(_, interval)| interval.contains(share)).map(|(term, _)| term).sum()
            })
            .collect();
        let average = coverage.iter().sum::<f64>() / 2000.0;
        assert!((average - mean).abs() < 6e-4, "{trials}: {average}");
        let least = coverage.iter().copied().fold(1.0, f64::min);
        assert!(least > 0.83, "{trials}: {least}");
    }
}

proptest! {
    /// The share is z standard errors away from each end, with the standard error of that end.
    #[test]
    fn ends_solve_the_wilson_equation(hits in 0u32..50_000, misses in 0u32..50_000, level in 1u16..1000) {
        let trials = hits + misses + u32::from(hits + misses == 0);
        let confidence = Confidence::new(level).unwrap();
        let interval = wilson(Share::new(hits, trials).unwrap(), confidence);
        let (share, z) = (f64::from(hits) / f64::from(trials), confidence.z());
        for end in [interval.low, interval.high] {
            let error = z * (end * (1.0 - end) / f64::from(trials)).sqrt();
            prop_assert!(((share - end).abs() - error).abs() < 1e-9, "{interval:?}");
        }
        prop_assert!(0.0 <= interval.low && interval.low <= share);
        prop_assert!(share <= interval.high && interval.high <= 1.0);
    }

    #[test]
    fn interval_of_misses_mirrors_that_of_hits(trials in 0u32..1000, hits in 0u32..1000) {
        let hits = hits.min(trials);
        let (of_hits, of_misses) = (usual(hits, trials), usual(trials - hits, trials));
        prop_assert!((of_hits.low - (1.0 - of_misses.high)).abs() < 1e-15);
        prop_assert!((of_hits.high - (1.0 - of_misses.low)).abs() < 1e-15);
    }

    #[test]
    fn interval_narrows_with_more_trials_or_less_confidence(hits in 0u32..500, misses in 0u32..500, level in 1u16..999) {
        let width = |times: u32, level: u16| {
            let share = Share::new(hits * times, (hits + misses) * times).unwrap();
            let interval = wilson(share, Confidence::new(level).unwrap());
            interval.high - interval.low
        };
        prop_assert!(width(2, level) <= width(1, level));
        prop_assert!(width(1, level) <= width(1, level + 1));
    }
}
