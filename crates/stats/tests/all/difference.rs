//! The difference of two runs with several attempts at an item, or at lengths that share items.
//! Tests of single attempts are in `paired`.

use proptest::prelude::*;
use stepfall_stats::{
    Confidence, Estimate, InvalidInput, ItemPair, ItemSharing, Share, paired_difference,
};

fn pair(stratum: u32, item: u32, first: (u32, u32), second: (u32, u32)) -> ItemPair {
    let share = |(hits, trials)| Share::new(hits, trials).unwrap();
    ItemPair { stratum, item: item.into(), first: share(first), second: share(second) }
}

fn difference(pairs: &[ItemPair], items: ItemSharing) -> Estimate {
    paired_difference(pairs, items, Confidence::P95).unwrap()
}

fn width(estimate: Estimate) -> f64 {
    estimate.interval.high - estimate.interval.low
}

/// Returns the numbers of correct attempts, 0 or 1, of both runs at an item. Of twenty items, the
/// first run is correct at twelve and the second at eight.
fn outcome(item: u32) -> (u32, u32) {
    (u32::from(item < 12), u32::from(item % 5 < 2))
}

#[test]
fn attempts_that_agree_count_about_as_one() {
    let pairs = |times: u32| -> Vec<ItemPair> {
        let pair = |item| {
            let (first, second) = outcome(item);
            pair(0, item, (first * times, times), (second * times, times))
        };
        (0..20).map(pair).collect()
    };
    let (single, five) = (
        difference(&pairs(1), ItemSharing::Independent),
        difference(&pairs(5), ItemSharing::Independent),
    );
    assert!((single.value - 0.2).abs() < 1e-12 && (five.value - 0.2).abs() < 1e-12);
    // The intervals differ only by the continuity correction of half an attempt, which is a smaller
    // share of more attempts.
    assert!((width(single) - width(five)).abs() < 0.06, "{single:?} {five:?}");
}

#[test]
fn shared_items_that_agree_at_all_lengths_count_about_as_one() {
    let pairs = |lengths: u32| -> Vec<ItemPair> {
        let pair = |number: u32| {
            let (first, second) = outcome(number % 20);
            pair(number / 20, number % 20, (first, 1), (second, 1))
        };
        (0..20 * lengths).map(pair).collect()
    };
    let single_length = difference(&pairs(1), ItemSharing::Shared);
    let shared = difference(&pairs(6), ItemSharing::Shared);
    let independent = difference(&pairs(6), ItemSharing::Independent);
    assert!(
        (shared.value - single_length.value).abs() < 1e-12
            && (independent.value - single_length.value).abs() < 1e-12
    );
    assert!(
        (width(shared) / width(single_length) - 1.0).abs() < 0.12,
        "{single_length:?} {shared:?}"
    );
    // If each length has different items, there are six times as many items.
    assert!(
        (width(independent) / width(single_length) - 1.0 / 6f64.sqrt()).abs() < 0.1,
        "{single_length:?} {independent:?}"
    );
}

#[test]
fn lengths_are_weighted_by_attempts_equally_in_both_runs() {
    let long = (0..30).map(|item| pair(0, item, (1, 1), (0, 1)));
    let short = (0..10).map(|item| pair(1, item, (0, 4), (4, 4)));
    let pairs: Vec<ItemPair> = long.chain(short).collect();
    let found = difference(&pairs, ItemSharing::Independent);
    assert!((found.value - (30.0 - 40.0) / 70.0).abs() < 1e-12, "{found:?}");
    // More attempts at the items of one length do not change the difference between the runs.
    let even = [pair(0, 0, (2, 2), (4, 4)), pair(1, 0, (0, 2), (0, 2))];
    assert!(difference(&even, ItemSharing::Independent).value.abs() < 1e-12);
}

#[test]
fn items_without_attempts_are_refused() {
    let bare = [pair(0, 0, (1, 1), (0, 0))];
    let found = paired_difference(&bare, ItemSharing::Shared, Confidence::P95);
    assert_eq!(found, Err(InvalidInput::NoSamples { item: 0 }));
}

proptest! {
    #[test]
    fn interval_contains_the_difference_and_mirrors_if_runs_swap(
        all in prop::collection::vec((0u32..=5, 0u32..=3, 0u32..3), 1..60),
        shared: bool,
    ) {
        let items = if shared { ItemSharing::Shared } else { ItemSharing::Independent };
        let ask = |is_exchanged: bool| {
            let pairs: Vec<ItemPair> = (0..).zip(&all).map(|(item, (first, second, stratum))| {
                let (first, second) = ((*first, 5), (*second, 3));
                let (first, second) = if is_exchanged { (second, first) } else { (first, second) };
                pair(*stratum, item, first, second)
            }).collect();
            difference(&pairs, items)
        };
        let (found, exchanged) = (ask(false), ask(true));
        prop_assert!((found.value + exchanged.value).abs() < 1e-12);
        prop_assert!((found.interval.low + exchanged.interval.high).abs() < 1e-9);
        prop_assert!(-1.0 <= found.interval.low && found.interval.low <= found.value);
        prop_assert!(found.value <= found.interval.high && found.interval.high <= 1.0);
    }
}
