//! Parts that add up to the whole.

use proptest::prelude::*;
use stepfall_stats::{InvalidInput, apportion};

#[test]
fn remaining_parts_go_to_the_largest_remainders() {
    assert_eq!(apportion(&[1, 1, 1], 1000), Ok(vec![334, 333, 333]));
    assert_eq!(apportion(&[2, 1], 10_000), Ok(vec![6667, 3333]));
    assert_eq!(apportion(&[0, 5, 0], 1000), Ok(vec![0, 1000, 0]));
    assert_eq!(
        apportion(&[u32::MAX, u32::MAX], u32::MAX),
        Ok(vec![u32::MAX / 2 + 1, u32::MAX / 2])
    );
    assert_eq!(apportion(&[3, 4], 0), Ok(vec![0, 0]));
}

/// The usual example of Hamilton's method: 10 seats for six parties with 100,000 votes.
#[test]
fn parts_match_the_usual_example_of_hamiltons_method() {
    let votes = [47_000, 16_000, 15_800, 12_000, 6_100, 3_100];
    assert_eq!(apportion(&votes, 10), Ok(vec![5, 2, 1, 1, 1, 0]));
}

#[test]
fn empty_or_zero_counts_are_refused() {
    assert_eq!(apportion(&[], 1000), Err(InvalidInput::Empty));
    assert_eq!(apportion(&[0, 0], 1000), Err(InvalidInput::Empty));
}

proptest! {
    #[test]
    fn parts_add_up_and_are_rounded_shares(
        counts in prop::collection::vec(prop_oneof![0u32..40, any::<u32>()], 1..25),
        whole in prop_oneof![Just(1000u32), Just(10_000), any::<u32>()],
    ) {
        let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        prop_assume!(all > 0);
        let parts = apportion(&counts, whole).unwrap();
        prop_assert_eq!(parts.iter().map(|&part| u64::from(part)).sum::<u64>(), u64::from(whole));
        for (&count, &part) in counts.iter().zip(&parts) {
            let exact = u64::from(count) * u64::from(whole);
            prop_assert!((exact / all..=exact.div_ceil(all)).contains(&u64::from(part)));
        }
        for (a, b) in (0..counts.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            prop_assert!(counts[a] <= counts[b] || parts[a] >= parts[b]);
        }
    }
}
