//! The sign-flip test, compared with all sign patterns, a published example, and McNemar's test.

use std::cmp::Ordering;

use proptest::prelude::*;
use stepfall_stats::{
    FLIPS, InvalidInput, ItemPair, ItemSharing, Pairs, Share, mcnemar_mid_p, sign_flip,
};

fn pair(stratum: u32, item: u32, first: (u32, u32), second: (u32, u32)) -> ItemPair {
    let share = |(hits, trials)| Share::new(hits, trials).unwrap();
    ItemPair { stratum, item: item.into(), first: share(first), second: share(second) }
}

/// Returns items with these differences between the correct attempts of the two runs.
fn differences(all: &[i32]) -> Vec<ItemPair> {
    let item_pair = |(item, difference): (u32, &i32)| {
        let (first, second) = (difference.max(&0), (-difference).max(0));
        pair(0, item, (first.unsigned_abs(), 100), (second.unsigned_abs(), 100))
    };
    (0..).zip(all).map(item_pair).collect()
}

fn flipped(all: &[i32]) -> f64 {
    sign_flip(&differences(all), ItemSharing::Independent, 1).unwrap()
}

/// Charles Darwin's plants of Zea mays, the differences in eighths of an inch. R. A. Fisher, The
/// Design of Experiments (1935), section 21, counts 835 of 32,768 patterns whose sum is above 314,
/// and 28 of that sum.
#[test]
fn p_value_of_darwins_plants_matches_fisher() {
    let found = flipped(&[49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]);
    assert!((found - 1_698.0 / 32_768.0).abs() < 1e-12, "{found}");
}

/// Returns the share of all sign patterns whose sum is farther from 0 than the sum of `all`. A
/// pattern whose sum is equally far counts half.
fn p_value_by_enumeration(all: &[i32]) -> f64 {
    let far = all.iter().sum::<i32>().abs();
    let sum = |ways: u32| -> i32 {
        (0..).zip(all).map(|(place, one)| if ways >> place & 1 == 1 { -one } else { *one }).sum()
    };
    let number = 1u32 << all.len();
    if far == 0 {
        return 1.0;
    }
    let halves = (0..number).map(|ways| match sum(ways).abs().cmp(&far) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    });
    f64::from(halves.sum::<u32>()) / f64::from(2 * number)
}

#[test]
fn p_value_without_a_difference_is_1() {
    for same in [&[0, 0, 0][..], &[3, -3], &[1, -1, 0, 2, -2]] {
        assert!((flipped(same) - 1.0).abs() < 1e-15, "{same:?}");
    }
    // A single difference has two sign patterns. Both are equally far from 0, so each counts half.
    assert!((flipped(&[5]) - 0.5).abs() < 1e-15);
}

/// Three lengths share ten items. The first run is correct at five items at all lengths, the second
/// run at none. Flipping the sign of an item flips it at all lengths: there are ten signs, not
/// thirty.
#[test]
fn shared_item_is_flipped_at_all_its_lengths() {
    let item_pair =
        |number: u32| pair(number / 10, number % 10, (u32::from(number % 10 < 5), 1), (0, 1));
    let pairs: Vec<ItemPair> = (0..30).map(item_pair).collect();
    let ask = |items| sign_flip(&pairs, items, 1).unwrap();
    assert!((ask(ItemSharing::Shared) - 1.0 / 32.0).abs() < 1e-15);
    assert!((ask(ItemSharing::Independent) / (1.0 / 32_768.0) - 1.0).abs() < 1e-12);
}

#[test]
fn uneven_numbers_of_attempts_are_compared_by_shares() {
    // The differences are 1/2, 1/3 and 1/6, their sum is 1. Two of the eight sign patterns reach 1
    // or -1, and each counts half.
    let pairs =
        [pair(0, 0, (1, 2), (0, 3)), pair(0, 1, (1, 3), (0, 2)), pair(0, 2, (1, 2), (1, 3))];
    assert!((sign_flip(&pairs, ItemSharing::Independent, 1).unwrap() - 0.125).abs() < 1e-15);
}

/// If the shares have no small common denominator, a sample of the sign patterns is drawn. The
/// observed pattern is counted with the sample, so the result is never 0.
#[test]
fn sampled_p_value_is_close_to_exact_and_never_0() {
    let primes = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
    let clear: Vec<ItemPair> =
        (0..).zip(primes).map(|(item, prime)| pair(0, item, (prime, prime), (0, 53))).collect();
    let p = |seed| sign_flip(&clear, ItemSharing::Independent, seed).unwrap();
    assert!(p(1) >= 1.0 / f64::from(FLIPS + 1));
    assert!((p(1) - 2.0 / 4_096.0).abs() < 8e-4 && (p(2) - 2.0 / 4_096.0).abs() < 8e-4);
    assert_eq!(p(3).to_bits(), p(3).to_bits());
    let many: Vec<ItemPair> = (0..200)
        .map(|item| {
            let prime = primes[item as usize % 12];
            pair(0, item, (prime, prime), (0, 53))
        })
        .collect();
    let least = sign_flip(&many, ItemSharing::Independent, 1).unwrap();
    assert!((least - 1.0 / f64::from(FLIPS + 1)).abs() < 1e-15, "{least}");
}

#[test]
fn p_value_is_exact_for_many_items_with_many_attempts() {
    // 400 items with five attempts each at six lengths. The normal distribution gives 0.0455.
    let item_pair = |number: u32| {
        let (length, item) = (number / 400, number % 400);
        let first = if item < 220 { 3 } else { 2 };
        pair(length, item, (first, 5), (if item < 220 { 2 } else { 3 }, 5))
    };
    let pairs: Vec<ItemPair> = (0..2_400).map(item_pair).collect();
    let p = sign_flip(&pairs, ItemSharing::Shared, 1).unwrap();
    let plain = mcnemar_mid_p(Pairs { only_first: 220, only_second: 180, ..Pairs::default() });
    assert!((p - plain).abs() < 1e-15, "{p} {plain}");
}

#[test]
fn items_without_attempts_are_refused() {
    assert_eq!(sign_flip(&[], ItemSharing::Shared, 1), Err(InvalidInput::Empty));
    let bare = [pair(0, 0, (1, 1), (0, 1)), pair(0, 1, (0, 0), (0, 1))];
    assert_eq!(sign_flip(&bare, ItemSharing::Shared, 1), Err(InvalidInput::NoSamples { item: 1 }));
}

proptest! {
    #[test]
    fn p_value_is_the_share_of_all_sign_patterns(all in prop::collection::vec(-6i32..=6, 1..13)) {
        prop_assert!((flipped(&all) - p_value_by_enumeration(&all)).abs() < 1e-12);
    }

    #[test]
    fn single_attempts_have_the_mid_p_value_of_mcnemar(outcomes in prop::collection::vec((0u32..2, 0u32..2), 1..200)) {
        let item_pair = |(item, (first, second)): (u32, &(u32, u32))| pair(item % 4, item, (*first, 1), (*second, 1));
        let pairs: Vec<ItemPair> = (0..).zip(&outcomes).map(item_pair).collect();
        let count_of = |outcome: (u32, u32)| u32::try_from(outcomes.iter().filter(|it| **it == outcome).count()).unwrap();
        let counts = Pairs { only_first: count_of((1, 0)), only_second: count_of((0, 1)), ..Pairs::default() };
        let found = sign_flip(&pairs, ItemSharing::Independent, 1).unwrap();
        prop_assert_eq!(found.to_bits(), mcnemar_mid_p(counts).to_bits());
    }

    #[test]
    fn exchanging_the_runs_keeps_the_p_value(all in prop::collection::vec((0u32..=5, 0u32..=3), 1..60)) {
        let p_value = |is_exchanged: bool| {
            let pairs: Vec<ItemPair> = (0..).zip(&all).map(|(item, (first, second))| {
                let (first, second) = ((*first, 5), (*second, 3));
                let (first, second) = if is_exchanged { (second, first) } else { (first, second) };
                pair(0, item, first, second)
            }).collect();
            sign_flip(&pairs, ItemSharing::Independent, 1).unwrap()
        };
        prop_assert_eq!(p_value(false).to_bits(), p_value(true).to_bits());
    }
}
