//! The interval of a share whose attempts at one item tend to have the same result. It is compared
//! with Wilson's interval in the two extreme cases, and with figures computed by hand.

use proptest::prelude::*;
use stepfall_stats::{
    Confidence, Interval, InvalidInput, ItemShare, ItemSharing, Share, accuracy, wilson,
};

const USUAL: Confidence = Confidence::P95;

fn shares(counts: &[(u32, u32)]) -> Vec<ItemShare> {
    let shares: Vec<Share> =
        counts.iter().map(|&(hits, trials)| Share::new(hits, trials).unwrap()).collect();
    ItemShare::of_one_stratum(&shares)
}

fn interval(counts: &[(u32, u32)]) -> Interval {
    accuracy(&shares(counts), ItemSharing::Independent, USUAL).unwrap().interval
}

fn usual(hits: u32, trials: u32) -> Interval {
    wilson(Share::new(hits, trials).unwrap(), USUAL)
}

fn assert_close(found: Interval, expected: Interval) {
    let distance = (found.low - expected.low).abs().max((found.high - expected.high).abs());
    assert!(distance < 1e-9, "{found:?} {expected:?}");
}

#[test]
fn single_attempts_have_the_wilson_interval() {
    for (hits, items) in (1..60).flat_map(|items| (0..=items).map(move |hits| (hits, items))) {
        let counts: Vec<(u32, u32)> = (0..items).map(|item| (u32::from(item < hits), 1)).collect();
        assert_eq!(interval(&counts), usual(hits, items));
    }
}

#[test]
fn items_without_variation_count_once_each() {
    for (counts, hits, items) in [
        (&[(5, 5); 20][..], 20, 20),
        (&[(0, 5); 20], 0, 20),
        (&[(2, 4), (2, 4)], 1, 2),
        (&[(1, 1)], 1, 1),
    ] {
        assert_close(interval(counts), usual(hits, items));
    }
    let single_item = interval(&[(3, 5)]);
    assert!(single_item.high - single_item.low > 0.75, "{single_item:?}");
}

/// If all attempts at each item agree, an item counts as one attempt. If items differ no more than
/// by chance, all attempts count.
#[test]
fn interval_ranges_from_that_of_items_to_that_of_attempts() {
    let agreeing: Vec<(u32, u32)> =
        (0..40).map(|item| (if item < 30 { 5 } else { 0 }, 5)).collect();
    assert_close(interval(&agreeing), usual(30, 40));
    let even: Vec<(u32, u32)> = (0..40).map(|item| (2 + item % 2, 5)).collect();
    assert_close(interval(&even), usual(100, 200));
}

/// Computed with `SciPy` 1.17 from the formulas in the documentation of [`accuracy`]. The residuals
/// -2, 0, 2, -1, 0, 1, 1, -1, 2, -2 from 3 of 5 have the variance 20 · 10 / 9, times (2.262159 /
/// 1.959964)². So 50 attempts count as 50² · q (1 - q) / 29.6036 with q = 30.5 / 51.
#[test]
fn interval_matches_a_design_effect_computed_by_hand() {
    let hits = [1, 3, 5, 2, 3, 4, 4, 2, 5, 1];
    let found = interval(&hits.map(|hits| (hits, 5)));
    let effective = 20.300_96;
    let z = 1.959_963_985_f64;
    let centre = (0.6 + z * z / (2.0 * effective)) / (1.0 + z * z / effective);
    let half = z / (1.0 + z * z / effective)
        * (0.24 / effective + z * z / (4.0 * effective * effective)).sqrt();
    assert!((found.low - (centre - half)).abs() < 2e-4, "{found:?} {}", centre - half);
    assert!((found.high - (centre + half)).abs() < 2e-4, "{found:?} {}", centre + half);
}

/// Returns the results of ten items at three lengths, with one attempt each. `is_correct` gets the
/// number of the length and the number of the item.
fn falling(is_correct: impl Fn(u32, u32) -> bool) -> Vec<ItemShare> {
    let share = |(stratum, item): (u32, u32)| ItemShare {
        stratum,
        item: item.into(),
        share: Share::new(u32::from(is_correct(stratum, item)), 1).unwrap(),
    };
    (0..30).map(|number| (number / 10, number % 10)).map(share).collect()
}

/// Lengths with different shares leave less to chance than a single share: of 30 attempts only ten
/// could have had another result. The smoothed shares are 10.5 / 11, 5.5 / 11 and 0.5 / 11. So the
/// variance is 10 (2 · 5.25 / 121 + 0.25) = 3.3678, compared with 30 · 0.25.
#[test]
fn strata_that_differ_narrow_the_interval() {
    let shares = falling(|length, item| length == 0 || (length == 1 && item < 5));
    let found = accuracy(&shares, ItemSharing::Independent, USUAL).unwrap();
    let effective = 30.0 * 7.5 / 3.367_768_6;
    let z = 1.959_963_985_f64;
    let half = z * (0.25 / effective + z * z / (4.0 * effective * effective)).sqrt()
        / (1.0 + z * z / effective);
    assert_close(found.interval, Interval { low: 0.5 - half, high: 0.5 + half });
    assert!(found.interval.high - found.interval.low < usual(15, 30).high - usual(15, 30).low);
}

/// Items that are correct at all lengths or at none count once each, not once per attempt.
#[test]
fn shared_items_count_once_across_lengths() {
    let shares = falling(|_, item| item < 5);
    let ask = |items| accuracy(&shares, items, USUAL).unwrap().interval;
    assert_close(ask(ItemSharing::Shared), usual(5, 10));
    assert!(ask(ItemSharing::Independent).high < usual(5, 10).high - 0.05);
}

#[test]
fn items_without_attempts_are_refused() {
    let ask = |shares: &[ItemShare]| accuracy(shares, ItemSharing::Shared, USUAL);
    assert_eq!(ask(&[]), Err(InvalidInput::Empty));
    assert_eq!(ask(&shares(&[(1, 2), (0, 0)])), Err(InvalidInput::NoSamples { item: 1 }));
}

proptest! {
    #[test]
    fn interval_contains_the_share_and_is_no_wider_than_that_of_items(
        hits in prop::collection::vec(0u32..=5, 1..60)
    ) {
        let counts: Vec<(u32, u32)> = hits.iter().map(|hits| (*hits, 5)).collect();
        let estimate = accuracy(&shares(&counts), ItemSharing::Independent, USUAL).unwrap();
        let Interval { low, high } = estimate.interval;
        prop_assert!(0.0 <= low && low <= estimate.value + 1e-12);
        prop_assert!(estimate.value <= high + 1e-12 && high <= 1.0);
        let (all, trials): (u32, u32) = (hits.iter().sum(), 5 * u32::try_from(hits.len()).unwrap());
        let attempts = usual(all, trials);
        prop_assert!(low <= attempts.low + 1e-12 && attempts.high <= high + 1e-12);
        // Wilson's interval for as many trials as items. The number of hits need not be whole.
        let items = f64::from(trials) / 5.0;
        let (share, z) = (estimate.value, 1.959_963_985_f64);
        let half = z * (share * (1.0 - share) / items + z * z / (4.0 * items * items)).sqrt();
        prop_assert!(high - low <= 2.0 * half / (1.0 + z * z / items) + 1e-9);
    }

    #[test]
    fn interval_of_misses_mirrors_that_of_hits(hits in prop::collection::vec(0u32..=5, 1..60), shared: bool) {
        let items = if shared { ItemSharing::Shared } else { ItemSharing::Independent };
        let ask = |is_mirrored: bool| {
            let share = |(number, hits): (u32, &u32)| ItemShare {
                stratum: number % 3,
                item: (number / 3).into(),
                share: Share::new(if is_mirrored { 5 - hits } else { *hits }, 5).unwrap(),
            };
            let shares: Vec<ItemShare> = (0..).zip(&hits).map(share).collect();
            accuracy(&shares, items, USUAL).unwrap().interval
        };
        let (of_hits, of_misses) = (ask(false), ask(true));
        prop_assert!((of_hits.low - (1.0 - of_misses.high)).abs() < 1e-9);
        prop_assert!((of_hits.high - (1.0 - of_misses.low)).abs() < 1e-9);
    }
}
