//! Intervals over resampled items, compared with all resamples of a few items. The draws of one
//! seed are compared with recorded values.

use proptest::prelude::*;
use stepfall_stats::{
    Confidence, Estimate, Interval, InvalidInput, MAX_RESAMPLES, Resampling, Weighted,
    bootstrap_mean,
};

const USUAL: Confidence = Confidence::P95;

fn weighted(totals: &[(f64, f64)]) -> Vec<Weighted> {
    totals.iter().map(|&(total, weight)| Weighted::new(total, weight).unwrap()).collect()
}

/// Returns the means of all resamples of the items, sorted. Each resample is equally likely.
fn all_resamples(totals: &[(f64, f64)]) -> Vec<f64> {
    let items = totals.len();
    let mut means: Vec<f64> = (0..items.pow(u32::try_from(items).unwrap()))
        .map(|mut code| {
            let (mut total, mut weight) = (0.0, 0.0);
            for _ in 0..items {
                total += totals[code % items].0;
                weight += totals[code % items].1;
                code /= items;
            }
            total / weight
        })
        .collect();
    means.sort_by(f64::total_cmp);
    means
}

#[test]
fn ends_match_the_enumeration_of_all_resamples() {
    let totals = [(0.0, 2.0), (1.0, 3.0), (5.0, 5.0), (1.0, 2.0), (2.0, 2.0)];
    let exact = all_resamples(&totals);
    assert_eq!(exact.len(), 3125);
    let resampling = Resampling { seed: 5, times: 100_000 };
    let interval = bootstrap_mean(&weighted(&totals), USUAL, resampling).unwrap().interval;
    // The expanded level of 5 items is `norm.sf(sqrt(5 / 4) * t.ppf(0.975, 4))` (SciPy 1.17). It
    // lies between the share of resamples below an end and the share up to it, within the noise of
    // 100,000 draws.
    for (end, level) in [(interval.low, 0.000_954), (interval.high, 1.0 - 0.000_954)] {
        let share = |count: usize| f64::from(u32::try_from(count).unwrap()) / 3125.0;
        let below = share(exact.partition_point(|&mean| mean < end - 1e-12));
        let up_to = share(exact.partition_point(|&mean| mean <= end + 1e-12));
        assert!(below - 0.000_5 < level && level < up_to + 0.000_5, "{end}: {below} {up_to}");
    }
}

#[test]
fn interval_of_a_seed_is_frozen() {
    let totals: Vec<(f64, f64)> =
        (1..=20).map(|item| (f64::from(item * item * 37 % 101), f64::from(1 + item % 3))).collect();
    let ask = |seed| bootstrap_mean(&weighted(&totals), USUAL, Resampling::seeded(seed)).unwrap();
    assert_eq!(ask(7), ask(7));
    assert_ne!(ask(7), ask(8));
    let Estimate { value, interval } = ask(7);
    let found = [value, interval.low, interval.high].map(|value| format!("{value:.9}"));
    assert_eq!(found, ["28.048780488", "20.956521739", "36.942857143"]);
}

#[test]
fn empty_input_and_invalid_resample_counts_are_refused() {
    let seeded = Resampling::seeded(1);
    assert_eq!(bootstrap_mean(&[], USUAL, seeded), Err(InvalidInput::Empty));
    let items = weighted(&[(1.0, 1.0), (0.0, 1.0)]);
    for (times, level, least) in
        [(38, 950, 39), (1998, 999, 1999), (MAX_RESAMPLES + 1, 950, 39), (0, 1, 2)]
    {
        let refused = Err(InvalidInput::Resamples { least, most: MAX_RESAMPLES });
        let confidence = Confidence::new(level).unwrap();
        assert_eq!(bootstrap_mean(&items, confidence, Resampling { seed: 1, times }), refused);
        let enough = Resampling { seed: 1, times: least };
        assert!(bootstrap_mean(&items, confidence, enough).is_ok());
    }
}

#[test]
fn invalid_totals_and_weights_are_refused() {
    for total in [f64::NAN, f64::INFINITY, -1e16] {
        assert_eq!(Weighted::new(total, 1.0), Err(InvalidInput::Total));
    }
    for weight in [f64::NAN, 0.0, -1.0, f64::INFINITY, 1e-16] {
        assert_eq!(Weighted::new(1.0, weight), Err(InvalidInput::Weight));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn interval_stays_within_the_item_means_and_scales_with_them(
        totals in prop::collection::vec((-50.0..50.0f64, 1u32..6), 1..12),
        seed: u64,
    ) {
        let items = |scale: f64| -> Vec<(f64, f64)> {
            totals.iter().map(|&(total, weight)| (total * scale, f64::from(weight))).collect()
        };
        let resampling = Resampling { seed, times: 200 };
        let plain = bootstrap_mean(&weighted(&items(1.0)), USUAL, resampling).unwrap();
        let doubled = bootstrap_mean(&weighted(&items(2.0)), USUAL, resampling).unwrap();
        let Interval { low, high } = plain.interval;
        prop_assert_eq!(doubled.interval, Interval { low: low * 2.0, high: high * 2.0 });
        let means = items(1.0).into_iter().map(|(total, weight)| total / weight);
        let (least, most) = means.fold((f64::MAX, f64::MIN), |(a, b), mean| (a.min(mean), b.max(mean)));
        prop_assert!(least - 1e-9 <= plain.interval.low && plain.interval.high <= most + 1e-9);
        prop_assert!(plain.interval.low <= plain.interval.high);
    }
}
