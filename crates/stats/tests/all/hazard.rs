//! The hazard of the first error: a textbook's data, and the definition counted out.

use proptest::prelude::*;
use stepfall_stats::{Confidence, FirstError, InvalidInput, MAX_STEPS, Share, hazard, wilson};

const USUAL: Confidence = Confidence::USUAL;

/// Weeks in remission under 6-mercaptopurine, of which E. J. Freireich and others report in Blood 21 (1963) 699-716, with the estimate as in D. R.
/// Cox and D. Oakes, Analysis of Survival Data (1984), tables 1.1 and 4.1. Remissions that still lasted are cut off.
#[test]
fn the_remissions_of_freireich() {
    let relapses = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(FirstError::At);
    let lasting = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(FirstError::NotBy);
    let rows = hazard(&[&relapses[..], &lasting[..]].concat(), USUAL).unwrap();
    assert_eq!(rows.len(), 35);
    let found: Vec<(u32, u32, u32, String)> = rows
        .iter()
        .filter(|row| row.events > 0)
        .map(|row| (row.step, row.at_risk, row.events, format!("{:.3}", row.survival)))
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
fn a_step_without_errors_has_an_interval_too() {
    let rows =
        hazard(&[FirstError::NotBy(2), FirstError::At(2), FirstError::NotBy(0)], USUAL).unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].step, rows[0].at_risk, rows[0].events), (1, 2, 0));
    assert_eq!(rows[0].hazard.interval, wilson(Share::new(0, 2).unwrap(), USUAL));
    assert_eq!((rows[1].step, rows[1].at_risk, rows[1].events), (2, 2, 1));
    assert!((rows[1].survival - 0.5).abs() < 1e-15);
}

#[test]
fn what_is_no_step_is_refused() {
    assert_eq!(hazard(&[], USUAL), Err(InvalidInput::Empty));
    assert_eq!(hazard(&[FirstError::NotBy(0)], USUAL), Ok(vec![]));
    let refused = |step| Err(InvalidInput::Step { step, most: MAX_STEPS });
    assert_eq!(hazard(&[FirstError::At(0)], USUAL), refused(0));
    assert_eq!(hazard(&[FirstError::NotBy(u32::MAX)], USUAL), refused(u32::MAX));
    assert_eq!(hazard(&[FirstError::At(MAX_STEPS)], USUAL).unwrap().len(), MAX_STEPS as usize);
}

fn first_error() -> impl Strategy<Value = FirstError> {
    prop_oneof![(1u32..30).prop_map(FirstError::At), (0u32..30).prop_map(FirstError::NotBy)]
}

proptest! {
    #[test]
    fn every_row_is_counted_from_the_attempts(attempts in prop::collection::vec(first_error(), 1..80)) {
        let rows = hazard(&attempts, USUAL).unwrap();
        let last = |attempt: &FirstError| match *attempt {
            FirstError::At(step) | FirstError::NotBy(step) => step,
        };
        prop_assert_eq!(rows.len(), attempts.iter().map(last).max().unwrap() as usize);
        let mut survival = 1.0;
        for (step, row) in (1..).zip(&rows) {
            let at_risk = attempts.iter().filter(|attempt| last(attempt) >= step).count();
            let events = attempts.iter().filter(|&&attempt| attempt == FirstError::At(step)).count();
            prop_assert_eq!((row.step, row.at_risk as usize, row.events as usize), (step, at_risk, events));
            survival *= 1.0 - row.hazard.value;
            prop_assert!((row.survival - survival).abs() < 1e-12);
            prop_assert!(row.hazard.interval.contains(row.hazard.value));
        }
    }

    /// Where nothing is cut off before the last step, the survival is the plain share of attempts without an error so far.
    #[test]
    fn without_cutting_off_it_is_a_share(errors in prop::collection::vec(1u32..30, 1..80), whole in 0usize..20) {
        let mut attempts: Vec<FirstError> = errors.iter().copied().map(FirstError::At).collect();
        attempts.resize(errors.len() + whole, FirstError::NotBy(30));
        for row in hazard(&attempts, USUAL).unwrap() {
            let over = errors.iter().filter(|&&step| step > row.step).count() + whole;
            let share = Share::new(u32::try_from(over).unwrap(), u32::try_from(attempts.len()).unwrap());
            prop_assert!((row.survival - share.unwrap().value().unwrap()).abs() < 1e-12);
        }
    }
}
