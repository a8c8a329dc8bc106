//! Graded attempts of a simulated solver: the steps of each attempt before its first error, and the
//! difference between two runs of the same solver.

use stepfall_api::ApiError;
use stepfall_grade::{Grader, StopReason, Verdict};
use stepfall_procedure::{Condition, Generator, Seed, Spec};
use stepfall_protocol::{Attempts, RunComparison};
use stepfall_solver::{Form, Rate, Solver, simulate};
use stepfall_stats::{Confidence, ItemPair, ItemSharing, Share, paired_difference};

/// The maximum number of attempts of a job, so that it takes no noticeable time.
const MAX_ATTEMPTS: u32 = 200;

/// Returns the verdicts on attempts at items of a seed, in the run with this number.
fn verdicts(setup: &Attempts, run: u64) -> Result<Vec<Verdict>, ApiError> {
    let refused = |why: &dyn std::fmt::Display| ApiError::Selection(why.to_string());
    let rate = u16::try_from(setup.rate).unwrap_or(Rate::WHOLE);
    let solver = Solver::careless(Rate::per_ten_thousand(rate));
    let spec = Spec { steps: setup.steps, ..Spec::default() };
    let generator = Generator::new(spec).map_err(|why| refused(&why))?;
    let verdict = |index: u32| {
        let item =
            generator.item(Seed::wrapping(setup.seed), index).map_err(|why| refused(&why))?;
        let simulation = simulate(&item, Condition::Trace, &solver, Form::Trace, run)
            .ok_or(ApiError::NothingToSimulate)?;
        Ok(Grader::new(&item, Condition::Trace).grade(&simulation.transcript, StopReason::Unknown))
    };
    (0..setup.items.min(MAX_ATTEMPTS)).map(verdict).collect()
}

/// Returns, for each attempt, the number of steps before the first one that is incorrect or
/// missing. It is `None` if every step is correct.
pub(super) fn correct_steps(setup: &Attempts) -> Result<Vec<Option<u16>>, ApiError> {
    let first_incorrect = |verdict: &Verdict| {
        let mut steps = (0..).zip(&verdict.visible.steps);
        let is_incorrect =
            |value: Option<_>, expected| value.is_none_or(|value: &_| value != expected);
        let found = steps.find(|(_, step)| {
            is_incorrect(step.claim.as_ref().map(|claim| &claim.value), &step.expected)
        });
        found.map(|(before, _)| before)
    };
    Ok(verdicts(setup, 1)?.iter().map(first_incorrect).collect())
}

/// Compares two runs of the same solver over the same items.
pub(super) fn compare_two_runs(setup: &Attempts) -> Result<RunComparison, ApiError> {
    let runs = [verdicts(setup, 1)?, verdicts(setup, 2)?];
    let share = |verdict: &Verdict| Share::new(u32::from(verdict.visible.is_correct()), 1);
    let pair = |(item, (first_verdict, second_verdict)): (u64, (&Verdict, &Verdict))| {
        let (first, second) = (share(second_verdict).ok()?, share(first_verdict).ok()?);
        Some(ItemPair { stratum: 0, item, first, second })
    };
    let pairs: Vec<ItemPair> = (0..).zip(runs[0].iter().zip(&runs[1])).filter_map(pair).collect();
    let apart = paired_difference(&pairs, ItemSharing::Independent, Confidence::P95);
    let interval = apart.map_err(|why| ApiError::Selection(why.to_string()))?.interval;
    let right = |run: &Vec<Verdict>| {
        u32::try_from(run.iter().filter(|verdict| verdict.visible.is_correct()).count())
            .unwrap_or(MAX_ATTEMPTS)
    };
    let [first, second] = &runs;
    Ok(RunComparison {
        correct: [right(first), right(second)],
        items: u32::try_from(pairs.len()).unwrap_or(MAX_ATTEMPTS),
        interval: [interval.low, interval.high].map(tenths),
    })
}

/// Converts a share to tenths of a percentage point.
#[expect(clippy::cast_possible_truncation, reason = "a share lies between -1 and 1")]
fn tenths(share: f64) -> i32 {
    (share * 1_000.0).round() as i32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use super::*;

    fn attempts_of(rate: u32, items: u32) -> Attempts {
        Attempts { rate, steps: 95, seed: 1, items }
    }

    #[test]
    fn attempts_end_at_their_first_incorrect_step() {
        assert_eq!(correct_steps(&attempts_of(0, 5)).unwrap(), [None; 5]);
        let all = correct_steps(&attempts_of(10_000, 5)).unwrap();
        assert_eq!(all, [Some(0); 5]);
        let some = correct_steps(&attempts_of(200, 100)).unwrap();
        let left = |steps: u16| {
            some.iter().filter(|first| first.is_none_or(|first| first >= steps)).count()
        };
        // The expected share is 0.98 to the power of the steps: 90, 60 and 15 in a hundred. The
        // ranges are three standard errors wide on each side.
        assert!((81..=99).contains(&left(5)), "{}", left(5));
        assert!((45..=75).contains(&left(25)), "{}", left(25));
        assert!((4..=26).contains(&left(95)), "{}", left(95));
        assert_eq!(correct_steps(&attempts_of(0, 100_000)).unwrap().len(), 200);
    }

    #[test]
    fn two_runs_of_one_solver_differ_only_by_chance() {
        let comparison =
            compare_two_runs(&Attempts { steps: 25, ..attempts_of(200, 100) }).unwrap();
        let [low, high] = comparison.interval;
        assert!(low < 0 && high > 0, "{comparison:?}");
        assert_eq!(comparison.items, 100);
        let same = compare_two_runs(&attempts_of(0, 20)).unwrap();
        assert_eq!((same.correct, same.items), ([20, 20], 20));
        let [low, high] = same.interval;
        assert!(low == -high && (1..=250).contains(&high), "{same:?}");
        assert!(compare_two_runs(&attempts_of(0, 0)).is_err());
    }

    #[test]
    fn chance_differences_are_as_frequent_as_learn_states() {
        // The number of draws in a hundred with a difference of ten points or more.
        let apart = |items: u32| {
            let is_apart = |seed: &u64| {
                let comparison = compare_two_runs(&Attempts {
                    steps: 25,
                    seed: *seed,
                    ..attempts_of(200, items)
                })
                .unwrap();
                let [first, second] = comparison.correct;
                first.abs_diff(second) * 10 >= items
            };
            (1..=100).filter(is_apart).count()
        };
        let (few, many) = (apart(20), apart(100));
        assert!((55..=67).contains(&few) && (12..=22).contains(&many), "{few} and {many}");
    }
}
