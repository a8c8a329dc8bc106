//! The hazard of the first error, compared with published data and with direct counts.

use proptest::prelude::*;
use stepfall_stats::{
    Confidence, FirstError, InvalidInput, ItemSharing, MAX_STEPS, MIN_ITEMS, ObservedAttempt,
    Share, StepHazard, hazard, wilson,
};

const USUAL: Confidence = Confidence::P95;

/// Returns the hazard of every step. Each attempt is at its own item.
fn each(attempts: &[FirstError]) -> Result<Vec<StepHazard>, InvalidInput> {
    let followed = |(item, first_error): (u64, &FirstError)| ObservedAttempt {
        stratum: 0,
        item,
        first_error: *first_error,
    };
    let followed: Vec<ObservedAttempt> = (0..).zip(attempts).map(followed).collect();
    hazard(&followed, ItemSharing::Independent, 1, USUAL)
}

/// Weeks in remission under 6-mercaptopurine from E. J. Freireich and others, Blood 21 (1963)
/// 699-716. The expected values are from D. R. Cox and D. Oakes, Analysis of Survival Data (1984),
/// tables 1.1 and 4.1. Remissions that still lasted count as cut off.
#[test]
fn survival_matches_the_published_freireich_data() {
    let relapses = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(FirstError::At);
    let lasting = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(FirstError::NotBy);
    let rows = each(&[&relapses[..], &lasting[..]].concat()).unwrap();
    assert_eq!(rows.len(), 35);
    let found: Vec<(u32, u32, u32, String)> = rows
        .iter()
        .filter(|row| row.events > 0)
        .map(|row| (row.from, row.at_risk, row.events, format!("{:.3}", row.survival)))
        .collect();
    let table = [
        (6, 21, 3, "0.857"),
        (7, 17, 1, "0.807"),
        (10, 15, 1, "0.753"),
        (13, 12, 1, "0.690"),
        (16, 11, 1, "0.627"),
        (22, 7, 1, "0.538"),
        (23, 6, 1, "0.448"),
    ];
    assert_eq!(found, table.map(|(week, risk, events, s)| (week, risk, events, s.to_owned())));
}

#[test]
fn step_without_errors_has_a_wilson_interval() {
    let mut attempts = vec![FirstError::NotBy(2); 9];
    attempts.extend([FirstError::At(2), FirstError::NotBy(0)]);
    let rows = each(&attempts).unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].from, rows[0].to, rows[0].at_risk, rows[0].events), (1, 1, 10, 0));
    assert_eq!(rows[0].interval, Some(wilson(Share::new(0, 10).unwrap(), USUAL)));
    assert_eq!((rows[1].from, rows[1].at_risk, rows[1].events), (2, 10, 1));
    assert_eq!(rows[1].interval, Some(wilson(Share::new(1, 10).unwrap(), USUAL)));
    assert!((rows[1].survival - 0.9).abs() < 1e-15);
}

#[test]
fn few_items_have_no_interval_even_with_many_attempts() {
    let fewest = u32::try_from(MIN_ITEMS).unwrap();
    for (items, has_interval) in [(3, false), (fewest - 1, false), (fewest, true)] {
        let attempt = |number: u32| {
            let first_error = FirstError::At(1 + number % 7);
            ObservedAttempt { stratum: number / items, item: (number % items).into(), first_error }
        };
        let attempts: Vec<ObservedAttempt> = (0..8 * items).map(attempt).collect();
        let rows = hazard(&attempts, ItemSharing::Shared, 1, USUAL).unwrap();
        assert_eq!((rows[0].items, rows[0].at_risk), (items, 8 * items));
        assert_eq!(rows[0].interval.is_some(), has_interval, "{items}");
        // If each length has different items, there are eight times as many items.
        let own = hazard(&attempts, ItemSharing::Independent, 1, USUAL).unwrap();
        assert_eq!((own[0].items, own[0].interval.is_some()), (8 * items, true));
    }
}

/// Each of 20 items has six attempts, one per length, that fail at the same step. If lengths share
/// items, the interval equals that of 20 attempts. If each length has different items, it equals
/// that of 120 attempts.
#[test]
fn attempts_at_a_shared_item_that_agree_count_as_one() {
    let attempt = |number: u32| {
        let first_error = FirstError::At(if number % 20 < 3 { 1 } else { 2 });
        ObservedAttempt { stratum: number / 20, item: (number % 20).into(), first_error }
    };
    let attempts: Vec<ObservedAttempt> = (0..120).map(attempt).collect();
    let ask = |items| hazard(&attempts, items, 1, USUAL).unwrap()[0].interval.unwrap();
    let close = |found: stepfall_stats::Interval, hits, trials| {
        let expected = wilson(Share::new(hits, trials).unwrap(), USUAL);
        assert!(
            (found.low - expected.low).abs() < 1e-12 && (found.high - expected.high).abs() < 1e-12
        );
    };
    close(ask(ItemSharing::Shared), 3, 20);
    close(ask(ItemSharing::Independent), 18, 120);
}

#[test]
fn neighbouring_steps_are_pooled() {
    let attempts = [
        FirstError::At(1),
        FirstError::At(4),
        FirstError::NotBy(5),
        FirstError::NotBy(2),
        FirstError::At(5),
    ];
    let followed = attempts.map(|first_error| ObservedAttempt { stratum: 0, item: 0, first_error });
    let rows = hazard(&followed, ItemSharing::Shared, 3, USUAL).unwrap();
    let found: Vec<_> =
        rows.iter().map(|row| (row.from, row.to, row.at_risk, row.events)).collect();
    // In steps 1 to 3, one attempt is at risk once, one twice, and three are at risk three times.
    assert_eq!(found, [(1, 3, 12, 1), (4, 5, 5, 2)]);
    assert!((rows[0].hazard - 1.0 / 12.0).abs() < 1e-15);
    // 4/5 after step 1, times 2/3 in step 4 and 1/2 in step 5.
    assert!((rows[0].survival - 0.8).abs() < 1e-15);
    assert!((rows[1].survival - 0.8 / 3.0).abs() < 1e-15);
}

#[test]
fn invalid_steps_and_empty_input_are_refused() {
    assert_eq!(each(&[]), Err(InvalidInput::Empty));
    assert_eq!(each(&[FirstError::NotBy(0)]), Ok(vec![]));
    let attempts = [ObservedAttempt { stratum: 0, item: 0, first_error: FirstError::At(1) }];
    assert_eq!(hazard(&attempts, ItemSharing::Shared, 0, USUAL), Err(InvalidInput::Empty));
    let refused = |step| Err(InvalidInput::Step { step, most: MAX_STEPS });
    assert_eq!(each(&[FirstError::At(0)]), refused(0));
    assert_eq!(each(&[FirstError::NotBy(u32::MAX)]), refused(u32::MAX));
    assert_eq!(each(&[FirstError::At(MAX_STEPS)]).unwrap().len(), MAX_STEPS as usize);
}

fn first_error() -> impl Strategy<Value = FirstError> {
    prop_oneof![(1u32..30).prop_map(FirstError::At), (0u32..30).prop_map(FirstError::NotBy)]
}

proptest! {
    #[test]
    fn every_row_matches_a_direct_count_of_attempts(attempts in prop::collection::vec(first_error(), 1..80)) {
        let rows = each(&attempts).unwrap();
        let last = |attempt: &FirstError| match *attempt {
            FirstError::At(step) | FirstError::NotBy(step) => step,
        };
        prop_assert_eq!(rows.len(), attempts.iter().map(last).max().unwrap() as usize);
        let mut survival = 1.0;
        for (step, row) in (1..).zip(&rows) {
            let at_risk = attempts.iter().filter(|attempt| last(attempt) >= step).count();
            let events = attempts.iter().filter(|&&attempt| attempt == FirstError::At(step)).count();
            prop_assert_eq!((row.from, row.at_risk as usize, row.events as usize), (step, at_risk, events));
            survival *= 1.0 - row.hazard;
            prop_assert!((row.survival - survival).abs() < 1e-12);
            prop_assert!(row.interval.is_none_or(|interval| interval.contains(row.hazard)));
            prop_assert_eq!(row.interval.is_some(), at_risk >= MIN_ITEMS);
        }
    }

    /// If nothing is cut off before the last step, the survival is the share of attempts without an
    /// error so far.
    #[test]
    fn survival_without_censoring_is_the_share_without_an_error(errors in prop::collection::vec(1u32..30, 1..80), whole in 0usize..20) {
        let mut attempts: Vec<FirstError> = errors.iter().copied().map(FirstError::At).collect();
        attempts.resize(errors.len() + whole, FirstError::NotBy(30));
        for row in each(&attempts).unwrap() {
            let over = errors.iter().filter(|&&step| step > row.from).count() + whole;
            let share = Share::new(u32::try_from(over).unwrap(), u32::try_from(attempts.len()).unwrap());
            prop_assert!((row.survival - share.unwrap().value().unwrap()).abs() < 1e-12);
        }
    }
}
