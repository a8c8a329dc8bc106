//! Votes among samples, against cases worked out by hand and against all subsets.

use stepfall_stats::{
    Ballots, Confidence, InvalidInput, ItemMean, ItemShare, Items, MAX_BALLOTS, Share, accuracy,
    mean_accuracy, sign_flip_of_means,
};

fn ballots(right: u32, wrong: &[u32], blank: u32) -> Ballots {
    Ballots { right, wrong: wrong.to_vec(), blank }
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn a_majority_is_the_mean_over_all_ways_to_choose() {
    // Of one sample it is the share.
    close(ballots(2, &[1], 0).majority(1).unwrap(), 2.0 / 3.0);
    close(ballots(2, &[1], 0).majority(3).unwrap(), 1.0);
    // Two of the four ways have two right ones.
    close(ballots(2, &[2], 0).majority(3).unwrap(), 0.5);
    // Two ways have two right ones, and the other two a tie of three answers.
    close(ballots(2, &[1, 1], 0).majority(3).unwrap(), (2.0 + 2.0 / 3.0) / 4.0);
    // A tie of all three, and of the right answer with one that is wrong.
    close(ballots(1, &[1, 1], 0).majority(3).unwrap(), 1.0 / 3.0);
    close(ballots(1, &[1], 1).majority(3).unwrap(), 0.5);
    // What has no answer has no vote, and nobody's vote is wrong.
    close(ballots(1, &[], 2).majority(3).unwrap(), 1.0);
    close(ballots(0, &[], 3).majority(3).unwrap(), 0.0);
    // A right answer that is rarer than a wrong one gains by a vote of few and loses by one of all.
    close(ballots(2, &[3], 0).majority(5).unwrap(), 0.0);
    close(ballots(2, &[3], 0).majority(3).unwrap(), 3.0 / 10.0);
}

/// The same by looking at every subset.
fn by_subsets(given: &Ballots, chosen: u32) -> f64 {
    // Which answer each sample gives: 0 is right, and the last one none.
    let mut answers = vec![0; given.right as usize];
    for (at, number) in given.wrong.iter().enumerate() {
        answers.extend(std::iter::repeat_n(at + 1, *number as usize));
    }
    let blank = given.wrong.len() + 1;
    answers.extend(std::iter::repeat_n(blank, given.blank as usize));
    let (mut ways, mut right) = (0.0, 0.0);
    for set in 0u32..1 << answers.len() {
        if set.count_ones() != chosen {
            continue;
        }
        ways += 1.0;
        let mut votes = vec![0; blank];
        for (at, answer) in answers.iter().enumerate() {
            if set >> at & 1 == 1 && *answer < blank {
                votes[*answer] += 1;
            }
        }
        let most = votes.iter().max().copied().unwrap_or(0);
        if most > 0 && votes[0] == most {
            let sharing = votes.iter().filter(|number| **number == most).count();
            right += 1.0 / f64::from(u32::try_from(sharing).unwrap());
        }
    }
    right / ways
}

#[test]
fn majorities_are_those_of_all_subsets() {
    for given in [
        ballots(3, &[2, 2, 1], 1),
        ballots(1, &[1, 1, 1, 1], 3),
        ballots(4, &[4, 2], 0),
        ballots(0, &[3, 1], 2),
        ballots(5, &[], 4),
        ballots(2, &[2, 2, 2], 1),
    ] {
        for chosen in 1..=given.samples() {
            close(given.majority(chosen).unwrap(), by_subsets(&given, chosen));
        }
    }
}

#[test]
fn pass_is_the_unbiased_estimate() {
    // 1 - C(3, 3) / C(5, 3), and 1 - C(3, 2) / C(5, 2).
    let some = ballots(2, &[2, 1], 0);
    close(some.pass(3).unwrap(), 0.9);
    close(some.pass(2).unwrap(), 0.7);
    close(some.pass(1).unwrap(), 0.4);
    close(some.pass(4).unwrap(), 1.0);
    close(ballots(0, &[5], 0).pass(5).unwrap(), 0.0);
    close(ballots(1, &[], 99).pass(50).unwrap(), 0.5);
}

#[test]
fn a_hundred_samples_are_counted_exactly() {
    let even = ballots(50, &[50], 0);
    close(even.majority(51).unwrap(), 0.5);
    let all = ballots(100, &[], 0);
    close(all.majority(99).unwrap(), 1.0);
    let spread = ballots(2, &[1; 98], 0);
    // The two right ones decide where both are chosen, and tie with all where one is.
    let both = 51.0 * 50.0 / (100.0 * 99.0);
    let one = 2.0 * 51.0 * 49.0 / (100.0 * 99.0);
    assert!((spread.majority(51).unwrap() - (both + one / 51.0)).abs() < 1e-9);
}

#[test]
fn what_cannot_be_chosen_is_refused() {
    let some = ballots(2, &[1], 0);
    for chosen in [0, 4, u32::MAX] {
        let expected = InvalidInput::Votes { chosen, samples: 3 };
        assert_eq!(some.majority(chosen), Err(expected));
        assert_eq!(some.pass(chosen), Err(expected));
    }
    let many = ballots(MAX_BALLOTS + 1, &[], 0);
    assert!(many.majority(1).is_err() && many.pass(1).is_err());
    assert_eq!(Ballots::default().samples(), 0);
}

#[test]
fn means_of_single_attempts_have_the_interval_of_shares() {
    let mean = |(item, right): (u64, bool)| ItemMean {
        stratum: 0,
        item,
        mean: f64::from(u8::from(right)),
        attempts: 1,
    };
    let means: Vec<ItemMean> = (0..10).map(|item| mean((item, item < 7))).collect();
    let shares: Vec<Share> =
        (0..10).map(|item| Share::new(u32::from(item < 7), 1).unwrap()).collect();
    let shares = ItemShare::of_one_stratum(&shares);
    let items = Items::Independent;
    let usual = Confidence::USUAL;
    assert_eq!(mean_accuracy(&means, items, usual), accuracy(&shares, items, usual));
    let mut wrong = means.clone();
    wrong[3].mean = 1.5;
    assert_eq!(mean_accuracy(&wrong, items, usual), Err(InvalidInput::Mean { item: 3 }));
    wrong[3].attempts = 0;
    assert_eq!(mean_accuracy(&wrong, items, usual), Err(InvalidInput::NoSamples { item: 3 }));
    assert_eq!(mean_accuracy(&[], items, usual), Err(InvalidInput::Empty));
}

#[test]
fn differences_of_means_are_flipped_by_item() {
    let one = |item: u64, mean: f64| ItemMean { stratum: 0, item, mean, attempts: 3 };
    let all = |signs: &[f64]| -> Vec<ItemMean> {
        (0..).zip(signs).map(|(item, sign)| one(item, 0.25 * sign)).collect()
    };
    let p = |signs: &[f64]| sign_flip_of_means(&all(signs), Items::Independent, 7).unwrap();
    close(p(&[0.0; 5]), 1.0);
    // Both ways of 2^12 as far: about 1 of 2,048.
    let far = p(&[1.0; 12]);
    assert!((0.000_1..0.002).contains(&far), "{far}");
    let none = p(&[1.0, -1.0, 1.0, -1.0]);
    close(none, 1.0);
}
