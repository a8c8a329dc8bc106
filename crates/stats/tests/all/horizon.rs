//! The horizon: its value, its results outside the lengths, and its interval.

use proptest::prelude::*;
use stepfall_stats::{
    Bracket, Confidence, Horizon, HorizonEstimate, InvalidInput, ItemShare, ItemSharing, Length,
    MIN_ITEMS, Resampling, Share, bracket, horizon,
};

const USUAL: Confidence = Confidence::P95;

const INDEPENDENT: ItemSharing = ItemSharing::Independent;

/// Returns a length whose items have one sample each; `hits` of them are correct.
fn length(steps: u32, hits: u32, items: u32) -> Length {
    let sample = |item| Share::new(u32::from(item < hits), 1).unwrap();
    let shares: Vec<Share> = (0..items).map(sample).collect();
    Length { steps, items: ItemShare::of_one_stratum(&shares) }
}

fn lengths(counts: &[(u32, u32, u32)]) -> Vec<Length> {
    counts.iter().map(|&(steps, hits, items)| length(steps, hits, items)).collect()
}

fn half(counts: &[(u32, u32, u32)]) -> HorizonEstimate {
    horizon(&lengths(counts), INDEPENDENT, 0.5, USUAL, Resampling::seeded(3)).unwrap()
}

/// Returns a horizon as a number of steps, infinite outside the lengths.
fn place(horizon: Horizon) -> f64 {
    match horizon {
        Horizon::BelowShortest(_) => f64::NEG_INFINITY,
        Horizon::At(steps) => steps,
        Horizon::BeyondLongest(_) => f64::INFINITY,
    }
}

/// If the share falls from 60 % to 20 % by a constant factor per step, it passes 50 % after the
/// fraction ln(6 / 5) / ln 3 of the steps. If it falls from 100 % to 5 % (half an attempt in 10
/// replaces 0), it passes 50 % after the fraction ln 2 / ln 20.
#[test]
fn accuracy_falls_by_a_constant_factor_between_lengths() {
    for (counts, steps) in [
        (&[(5, 10, 10), (25, 6, 10), (50, 2, 10)][..], 29.148_9),
        (&[(5, 10, 10), (15, 0, 10)], 7.313_8),
        (&[(15, 7, 10), (25, 4, 10)], 21.012_6),
    ] {
        let Horizon::At(found) = half(counts).horizon else { panic!("{counts:?}") };
        assert!((found - steps).abs() < 5e-5, "{counts:?}: {found}");
    }
}

/// If each step has an error in 1.97 % of attempts, 50 % are correct after 34.8 steps. The
/// estimate is this number for any two lengths around it. A straight line from 25 to 45 steps
/// would give 35.8.
#[test]
fn constant_error_rate_gives_its_exact_horizon() {
    let at = |steps: u32| {
        let correct = 0.9803f64.powi(steps.cast_signed()) * 100_000.0;
        (steps, (0..=100_000).find(|hits| f64::from(*hits) >= correct).unwrap(), 100_000)
    };
    let length = |steps: u32| {
        let (steps, hits, trials) = at(steps);
        let share = Share::new(hits, trials).unwrap();
        Length { steps, items: ItemShare::of_one_stratum(&[share]) }
    };
    for steps in [[25, 45], [5, 95], [34, 36]] {
        let lengths: Vec<Length> = steps.into_iter().map(length).collect();
        let found = horizon(&lengths, INDEPENDENT, 0.5, USUAL, Resampling::seeded(1)).unwrap();
        let Horizon::At(found) = found.horizon else { panic!("{steps:?}") };
        assert!((found - 34.838).abs() < 0.01, "{steps:?}: {found}");
    }
}

#[test]
fn share_equal_to_the_target_counts_as_reached() {
    assert_eq!(
        half(&[(5, 8, 10), (25, 5, 10), (50, 5, 10), (95, 1, 10)]).horizon,
        Horizon::At(50.0)
    );
    assert_eq!(half(&[(5, 5, 10), (25, 3, 10)]).horizon, Horizon::At(5.0));
    assert_eq!(half(&[(5, 8, 10), (95, 5, 10)]).horizon, Horizon::BeyondLongest(95));
}

#[test]
fn rising_shares_are_pooled_before_the_horizon_is_read() {
    // The shares 0.4 and 0.8 rise, so both become 0.6. From 20 to 30 steps the curve falls to 0.2
    // and passes 0.5 after the fraction ln(6 / 5) / ln 3 of the ten steps.
    let found = half(&[(10, 4, 10), (20, 8, 10), (30, 2, 10)]).horizon;
    assert!((place(found) - 21.659_6).abs() < 5e-5, "{found:?}");
}

#[test]
fn horizon_outside_the_lengths_is_reported_as_such() {
    let (below, beyond) = (Horizon::BelowShortest(5), Horizon::BeyondLongest(95));
    for (counts, horizon, interval) in [
        (&[(5, 20, 20), (95, 19, 20)][..], beyond, (beyond, beyond)),
        (&[(5, 1, 20), (95, 0, 20)], below, (below, below)),
        (
            &[(25, 7, 12)],
            Horizon::BeyondLongest(25),
            (Horizon::BelowShortest(25), Horizon::BeyondLongest(25)),
        ),
        (&[(5, 6, 10), (95, 4, 10)], half(&[(5, 6, 10), (95, 4, 10)]).horizon, (below, beyond)),
    ] {
        assert_eq!(half(counts), HorizonEstimate { horizon, interval: Some(interval) });
    }
}

#[test]
fn few_items_have_a_horizon_and_no_interval() {
    let fewest = u32::try_from(MIN_ITEMS).unwrap();
    for (items, has_interval) in [(2, false), (fewest - 1, false), (fewest, true)] {
        let estimate = half(&[(5, items, items), (25, 0, items)]);
        assert!(matches!(estimate.horizon, Horizon::At(_)));
        assert_eq!(estimate.interval.is_some(), has_interval, "{items}");
    }
    // The length with the fewest items decides. If lengths share items, the number of different
    // items decides.
    let uneven = lengths(&[(5, 20, 20), (25, 1, 4)]);
    let ask = |items| horizon(&uneven, items, 0.5, USUAL, Resampling::seeded(3)).unwrap().interval;
    assert_eq!(ask(INDEPENDENT), None);
    assert!(ask(ItemSharing::Shared).is_some());
}

/// Every item is correct up to some length and incorrect at all longer ones. If lengths share
/// items, the interval is wider than if each length has different items.
#[test]
fn shared_items_are_resampled_together() {
    let counts = [(5, 18, 20), (15, 15, 20), (25, 11, 20), (45, 6, 20), (95, 2, 20)];
    let all = lengths(&counts);
    let ends = |items| {
        let found = horizon(&all, items, 0.5, USUAL, Resampling::seeded(3)).unwrap();
        let (low, high) = found.interval.unwrap();
        (place(low), place(high))
    };
    let (own, shared) = (ends(INDEPENDENT), ends(ItemSharing::Shared));
    assert!(shared.1 - shared.0 > own.1 - own.0, "{own:?} {shared:?}");
    let at_one_length =
        horizon(&all[2..3], INDEPENDENT, 0.5, USUAL, Resampling::seeded(3)).unwrap();
    let shared_at_one_length =
        horizon(&all[2..3], ItemSharing::Shared, 0.5, USUAL, Resampling::seeded(3)).unwrap();
    assert_eq!(at_one_length, shared_at_one_length);
}

#[test]
fn horizons_are_ordered_by_size() {
    let all = [
        Horizon::BelowShortest(5),
        Horizon::At(5.0),
        Horizon::At(94.0),
        Horizon::BeyondLongest(95),
    ];
    assert!(all.is_sorted_by(|a, b| a < b));
}

#[test]
fn interval_of_a_seed_is_frozen() {
    let counts = [(5, 29, 30), (15, 25, 30), (25, 18, 30), (50, 7, 30), (95, 1, 30)];
    let estimate = half(&counts);
    assert_eq!(estimate, half(&counts));
    let (low, high) = estimate.interval.unwrap();
    let found = [estimate.horizon, low, high].map(|end| format!("{:.9}", place(end)));
    assert_eq!(found, ["29.826071147", "22.279933062", "39.079269866"]);
}

/// Two lengths have ten items each, with one attempt per item. In a resample, the number of correct
/// items at each length is binomial, and each pair of numbers gives one horizon. So the exact
/// distribution of the horizon is known, and the ends of the interval must be its quantiles. The
/// tail probability is that of the expanded interval: `norm.sf(sqrt(10 / 9) * t.ppf(p, 9))`.
#[test]
fn ends_match_the_exact_distribution_of_resamples() {
    let counts = [(10, 7, 10), (20, 3, 10)];
    let term = |hits: u32, share: f64| -> f64 {
        let ways = (0..hits).fold(1.0, |ways, one| ways * f64::from(10 - one) / f64::from(one + 1));
        ways * share.powi(hits.cast_signed()) * (1.0 - share).powi((10 - hits).cast_signed())
    };
    let mut exact: Vec<(f64, f64)> = Vec::new();
    for (first, second) in (0..121).map(|code| (code / 11, code % 11)) {
        let (mut over, mut under) = (f64::from(first) / 10.0, f64::from(second) / 10.0);
        if over < under {
            over = f64::midpoint(over, under);
            under = over;
        }
        let crossing = match (over >= 0.5, under >= 0.5) {
            (false, _) => f64::NEG_INFINITY,
            (true, true) => f64::INFINITY,
            (true, false) => {
                10.0 + 10.0 * (over / 0.5f64).ln() / (over / f64::max(under, 0.05)).ln()
            }
        };
        exact.push((crossing, term(first, 0.7) * term(second, 0.3)));
    }
    for (level, tail) in [(950, 0.008_55), (600, 0.175_9), (300, 0.337_5)] {
        let confidence = Confidence::new(level).unwrap();
        let resampling = Resampling { seed: 9, times: 50_000 };
        let estimate =
            horizon(&lengths(&counts), INDEPENDENT, 0.5, confidence, resampling).unwrap();
        let (low, high) = estimate.interval.unwrap();
        for (end, probability) in [(low, tail), (high, 1.0 - tail)] {
            let end = place(end);
            let sum = |is_counted: &dyn Fn(f64) -> bool| -> f64 {
                exact.iter().filter(|(place, _)| is_counted(*place)).map(|(_, term)| term).sum()
            };
            let (below, up_to) =
                (sum(&|place| place < end - 1e-9), sum(&|place| place <= end + 1e-9));
            assert!(below - 0.01 < probability && probability < up_to + 0.01, "{level}: {end}");
        }
    }
}

#[test]
fn invalid_targets_and_lengths_are_refused() {
    let ask = |lengths: &[Length], target| {
        horizon(lengths, INDEPENDENT, target, USUAL, Resampling::seeded(1))
    };
    let good = lengths(&[(5, 1, 2), (25, 1, 2)]);
    for target in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert_eq!(ask(&good, target), Err(InvalidInput::Target));
    }
    assert_eq!(ask(&[], 0.5), Err(InvalidInput::Empty));
    assert_eq!(ask(&[Length { steps: 5, items: vec![] }], 0.5), Err(InvalidInput::Empty));
    for steps in [(25, 5), (5, 5)] {
        let unordered = lengths(&[(steps.0, 1, 2), (steps.1, 1, 2)]);
        assert_eq!(ask(&unordered, 0.5), Err(InvalidInput::Order { position: 1 }));
    }
    let bare = Share::new(0, 0).unwrap();
    let without = Length { steps: 5, items: ItemShare::of_one_stratum(&[bare]) };
    assert_eq!(ask(&[without], 0.5), Err(InvalidInput::NoSamples { item: 0 }));
    let few = horizon(&good, INDEPENDENT, 0.5, USUAL, Resampling { seed: 1, times: 10 });
    assert!(matches!(few, Err(InvalidInput::Resamples { least: 39, .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn higher_target_has_a_shorter_horizon(
        hits in prop::collection::vec(0u32..=12, 1..6),
        (lower, higher) in (0.05..0.5f64, 0.5..0.95f64),
        seed: u64,
    ) {
        let all: Vec<Length> =
            (1..).zip(&hits).map(|(place, &hits)| length(place * 10, hits, 12)).collect();
        let resampling = Resampling { seed, times: 100 };
        let ask = |target| horizon(&all, INDEPENDENT, target, USUAL, resampling).unwrap();
        let (long, short) = (ask(lower), ask(higher));
        prop_assert!(short.horizon <= long.horizon);
        let (long, short) = (long.interval.unwrap(), short.interval.unwrap());
        prop_assert!(short.0 <= long.0 && short.1 <= long.1);
        prop_assert!(long.0 <= long.1);
    }
}

fn enclosing(counts: &[(u32, u32, u32)]) -> (Option<u32>, Option<u32>) {
    let Bracket { above, below } = bracket(&lengths(counts), INDEPENDENT, 0.5, USUAL).unwrap();
    (above, below)
}

#[test]
fn bracket_names_the_lengths_that_enclose_the_horizon() {
    // The interval for 15 of 20 starts at 53.1 %, the interval for 14 of 20 at 48.1 %.
    for (counts, expected) in [
        (&[(5, 20, 20), (14, 15, 20), (16, 5, 20), (25, 0, 20)][..], (Some(14), Some(16))),
        (&[(5, 20, 20), (14, 14, 20), (16, 6, 20), (25, 0, 20)], (Some(5), Some(25))),
        (&[(5, 20, 20), (95, 15, 20)], (Some(95), None)),
        (&[(5, 5, 20), (95, 0, 20)], (None, Some(5))),
        (&[(5, 10, 20), (95, 9, 20)], (None, None)),
        // A length whose interval includes the target ends the sequence, whatever follows it.
        (&[(5, 10, 20), (15, 20, 20), (25, 0, 20), (95, 9, 20)], (None, None)),
    ] {
        assert_eq!(enclosing(counts), expected, "{counts:?}");
    }
    assert_eq!(bracket(&[], INDEPENDENT, 0.0, USUAL), Err(InvalidInput::Target));
    let turned = lengths(&[(25, 1, 2), (5, 1, 2)]);
    assert_eq!(bracket(&turned, INDEPENDENT, 0.5, USUAL), Err(InvalidInput::Order { position: 1 }));
}

/// The estimated horizon is never outside the lengths of [`bracket`].
#[test]
fn estimate_lies_between_the_enclosing_lengths() {
    let hits = [20, 16, 11, 15, 5, 0];
    for (first, second, third) in hits
        .into_iter()
        .flat_map(|a| hits.map(|b| (a, b)))
        .flat_map(|(a, b)| hits.map(|c| (a, b, c)))
    {
        let counts = [(5, first, 20), (15, second, 20), (25, third, 20)];
        let (above, below) = enclosing(&counts);
        let place = match half(&counts).horizon {
            Horizon::BelowShortest(_) => 0.0,
            Horizon::At(steps) => steps,
            Horizon::BeyondLongest(_) => 100.0,
        };
        assert!(above.is_none_or(|above| f64::from(above) <= place), "{counts:?}");
        assert!(below.is_none_or(|below| place <= f64::from(below)), "{counts:?}");
    }
}
