//! Estimates over several samples of one item.

use stepfall_stats::{Share, all_of, any_of};

/// Returns two shares of all choices of `k` samples: those with at least one correct sample, and
/// those with only correct samples.
fn counted(hits: u32, trials: u32, k: u32) -> (f64, f64) {
    let choices: Vec<u32> = (0u32..1 << trials).filter(|choice| choice.count_ones() == k).collect();
    let correct = (1u32 << hits) - 1;
    let share = |counts: &dyn Fn(u32) -> bool| {
        let counted = choices.iter().filter(|choice| counts(**choice)).count();
        f64::from(u32::try_from(counted).unwrap())
            / f64::from(u32::try_from(choices.len()).unwrap())
    };
    (share(&|choice| choice & correct != 0), share(&|choice| choice & correct == choice))
}

#[test]
fn estimates_equal_the_shares_over_all_choices() {
    for trials in 1..=7 {
        for hits in 0..=trials {
            let samples = Share::new(hits, trials).unwrap();
            for k in 1..=trials {
                let (any, all) = counted(hits, trials, k);
                assert!((any_of(samples, k).unwrap() - any).abs() < 1e-12, "{samples:?} {k}");
                assert!((all_of(samples, k).unwrap() - all).abs() < 1e-12, "{samples:?} {k}");
            }
        }
    }
}

#[test]
fn one_sample_has_the_share_of_correct_samples() {
    let samples = Share::new(3, 8).unwrap();
    assert_eq!((any_of(samples, 1), all_of(samples, 1)), (Some(0.375), Some(0.375)));
}

#[test]
fn too_few_samples_have_no_estimate() {
    let samples = Share::new(1, 2).unwrap();
    for k in [0, 3, u32::MAX] {
        assert_eq!((any_of(samples, k), all_of(samples, k)), (None, None));
    }
    assert_eq!(any_of(Share::new(0, 0).unwrap(), 1), None);
}
