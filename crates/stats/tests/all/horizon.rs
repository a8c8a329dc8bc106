//! The horizon: where it lies, what lies outside the lengths, and its interval.

use proptest::prelude::*;
use stepfall_stats::{
    Confidence, Horizon, HorizonEstimate, InvalidInput, Length, Resampling, Share, horizon,
};

const USUAL: Confidence = Confidence::USUAL;

/// A length whose items have one sample each, `hits` of them right.
fn length(steps: u32, hits: u32, items: u32) -> Length {
    let sample = |item| Share::new(u32::from(item < hits), 1).unwrap();
    Length { steps, items: (0..items).map(sample).collect() }
}

fn lengths(counts: &[(u32, u32, u32)]) -> Vec<Length> {
    counts.iter().map(|&(steps, hits, items)| length(steps, hits, items)).collect()
}

fn half(counts: &[(u32, u32, u32)]) -> HorizonEstimate {
    horizon(&lengths(counts), 0.5, USUAL, Resampling::seeded(3)).unwrap()
}

/// A horizon as a number of steps, infinite outside the lengths.
fn place(horizon: Horizon) -> f64 {
    match horizon {
        Horizon::BelowShortest(_) => f64::NEG_INFINITY,
        Horizon::At(steps) => steps,
        Horizon::BeyondLongest(_) => f64::INFINITY,
    }
}

#[test]
fn it_lies_on_the_straight_line_between_lengths() {
    assert_eq!(half(&[(5, 10, 10), (25, 6, 10), (50, 2, 10)]).horizon, Horizon::At(31.25));
    assert_eq!(half(&[(5, 10, 10), (15, 0, 10)]).horizon, Horizon::At(10.0));
}

#[test]
fn a_share_that_is_just_reached_counts_as_reached() {
    assert_eq!(
        half(&[(5, 8, 10), (25, 5, 10), (50, 5, 10), (95, 1, 10)]).horizon,
        Horizon::At(50.0)
    );
    assert_eq!(half(&[(5, 5, 10), (25, 3, 10)]).horizon, Horizon::At(5.0));
    assert_eq!(half(&[(5, 8, 10), (95, 5, 10)]).horizon, Horizon::BeyondLongest(95));
}

#[test]
fn a_curve_that_rises_is_pooled_first() {
    // 4 and 8 of 10 are 0.6 at both lengths, which then falls to 0.2.
    assert_eq!(half(&[(10, 4, 10), (20, 8, 10), (30, 2, 10)]).horizon, Horizon::At(22.5));
}

#[test]
fn outside_the_lengths_it_has_values_of_its_own() {
    assert_eq!(
        half(&[(5, 20, 20), (95, 19, 20)]),
        HorizonEstimate {
            horizon: Horizon::BeyondLongest(95),
            low: Horizon::BeyondLongest(95),
            high: Horizon::BeyondLongest(95),
        }
    );
    let short = half(&[(5, 1, 20), (95, 0, 20)]);
    assert_eq!((short.horizon, short.high), (Horizon::BelowShortest(5), Horizon::BelowShortest(5)));
    let single = half(&[(25, 7, 12)]);
    assert_eq!(single.horizon, Horizon::BeyondLongest(25));
    assert_eq!(single.low, Horizon::BelowShortest(25));
}

#[test]
fn the_ends_of_an_interval_may_lie_outside() {
    let estimate = half(&[(5, 5, 8), (95, 3, 8)]);
    assert_eq!(estimate.horizon, Horizon::At(50.0));
    assert_eq!(estimate.low, Horizon::BelowShortest(5));
    assert_eq!(estimate.high, Horizon::BeyondLongest(95));
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
fn a_seed_gives_the_same_interval_for_ever() {
    let counts = [(5, 29, 30), (15, 25, 30), (25, 18, 30), (50, 7, 30), (95, 1, 30)];
    let estimate = half(&counts);
    assert_eq!(estimate, half(&counts));
    let found =
        [estimate.horizon, estimate.low, estimate.high].map(|end| format!("{:.9}", place(end)));
    assert_eq!(found, ["31.818181818", "23.181818182", "40.000000000"]);
}

/// Two lengths of four items with one sample: the number of right ones is binomial in each, and every pair of numbers has its
/// horizon. The ends must be where the distribution of all of them has its tails.
#[test]
fn the_ends_are_those_of_all_resamples() {
    let counts = [(10, 3, 4), (20, 1, 4)];
    let term = |hits: i32, share: f64| -> f64 {
        let ways = [1.0, 4.0, 6.0, 4.0, 1.0][hits.cast_unsigned() as usize];
        ways * share.powi(hits) * (1.0 - share).powi(4 - hits)
    };
    let mut exact: Vec<(f64, f64)> = Vec::new();
    for (first, second) in (0..25).map(|code| (code / 5, code % 5)) {
        let (mut over, mut under) = (f64::from(first) / 4.0, f64::from(second) / 4.0);
        if over < under {
            over = f64::midpoint(over, under);
            under = over;
        }
        let crossing = match (over >= 0.5, under >= 0.5) {
            (false, _) => f64::NEG_INFINITY,
            (true, true) => f64::INFINITY,
            (true, false) => 10.0 + 10.0 * (over - 0.5) / (over - under),
        };
        exact.push((crossing, term(first, 0.75) * term(second, 0.25)));
    }
    for level in [950, 600, 300] {
        let confidence = Confidence::new(level).unwrap();
        let resampling = Resampling { seed: 9, times: 50_000 };
        let estimate = horizon(&lengths(&counts), 0.5, confidence, resampling).unwrap();
        let tail = f64::from(1000 - level) / 2000.0;
        for (end, probability) in [(estimate.low, tail), (estimate.high, 1.0 - tail)] {
            let end = place(end);
            let sum = |held: &dyn Fn(f64) -> bool| -> f64 {
                exact.iter().filter(|(place, _)| held(*place)).map(|(_, term)| term).sum()
            };
            let (below, up_to) =
                (sum(&|place| place < end - 1e-9), sum(&|place| place <= end + 1e-9));
            assert!(below - 0.01 < probability && probability < up_to + 0.01, "{level}: {end}");
        }
    }
}

#[test]
fn what_makes_no_curve_is_refused() {
    let ask = |lengths: &[Length], target| horizon(lengths, target, USUAL, Resampling::seeded(1));
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
    let without = Length { steps: 5, items: vec![Share::new(0, 0).unwrap()] };
    assert_eq!(ask(&[without], 0.5), Err(InvalidInput::NoSamples { item: 0 }));
    let few = horizon(&good, 0.5, USUAL, Resampling { seed: 1, times: 10 });
    assert!(matches!(few, Err(InvalidInput::Resamples { least: 39, .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_higher_share_is_lost_earlier(
        hits in prop::collection::vec(0u32..=12, 1..6),
        (lower, higher) in (0.05..0.5f64, 0.5..0.95f64),
        seed: u64,
    ) {
        let all: Vec<Length> =
            (1..).zip(&hits).map(|(place, &hits)| length(place * 10, hits, 12)).collect();
        let resampling = Resampling { seed, times: 100 };
        let ask = |target| horizon(&all, target, USUAL, resampling).unwrap();
        let (long, short) = (ask(lower), ask(higher));
        prop_assert!(short.horizon <= long.horizon);
        prop_assert!(short.low <= long.low && short.high <= long.high);
        prop_assert!(long.low <= long.high);
    }
}
