//! The content of the chapters of Learn: items, and the solvers that carry them out.

use stepfall_link::{
    Chapter, LEARN_STEPS, LearnLink, LearnNumber, MismatchCase, PlayLink, SolverRun, Source,
};
use stepfall_procedure::{Arithmetic, Seed, Spec};
use stepfall_protocol::Attempts;

use crate::text::learn::LearnGuess;

/// The number of attempts in the chapter about the collapse.
pub(crate) const ATTEMPTS: u16 = 100;
/// The number of steps at which a solver is compared with itself.
pub(crate) const COMPARED_STEPS: u16 = 25;
/// The error rate per step of the solver that is compared with itself, in ten-thousandths.
pub(crate) const COMPARED_RATE: u32 = 200;
/// The seed of the item that the user carries out.
const OWN_SEED: u64 = 11;
/// The seed of the item in which an operand is incorrect.
const OPERAND_SEED: u64 = 42;
/// The seed of the item in the chapter about exact match.
const CASE_SEED: u64 = 3;
/// Steps of the item with [`OPERAND_SEED`], each with the number of a run in which the simulated
/// solver takes an incorrect operand in that step. Except in step 3, the value that it takes is not
/// an operand of the step.
const OPERAND_RUNS: [(u16, u32); 23] = [
    (3, 34),
    (5, 6),
    (6, 35),
    (7, 2),
    (8, 5),
    (9, 25),
    (10, 57),
    (11, 71),
    (12, 12),
    (13, 62),
    (14, 16),
    (15, 8),
    (16, 56),
    (17, 15),
    (18, 0),
    (19, 21),
    (20, 22),
    (21, 3),
    (22, 13),
    (23, 51),
    (24, 33),
    (25, 10),
    (27, 37),
];

/// Returns the item of a chapter, with its solver if there is one; `None` if the chapter does not
/// show a single item.
pub(crate) fn chapter_link(link: &LearnLink) -> Option<PlayLink> {
    let item = |steps: u16, numbers: Arithmetic, seed: u64| PlayLink {
        spec: Spec { steps, ..Spec::new(numbers) },
        seed: Seed::wrapping(seed),
        ..PlayLink::default()
    };
    let by = |solver: &str, run: u32, link: PlayLink| {
        let (solver, form) = (solver.to_owned(), "trace".to_owned());
        PlayLink { source: Source::Solver(SolverRun { solver, form, rate: 0, run }), ..link }
    };
    let integer_item = |steps, seed| item(steps, Arithmetic::Integer, seed);
    Some(match link.chapter {
        Chapter::Procedure => integer_item(5, OWN_SEED),
        Chapter::Operand => {
            let (_, run) = operand_run(link.get(LearnNumber::Step));
            by("wrong-operand", run, integer_item(25, OPERAND_SEED))
        }
        Chapter::RightAnswer => by(
            "right-answer-wrong-procedure",
            1,
            integer_item(12, link.get(LearnNumber::Draw).into()),
        ),
        Chapter::Instrument => {
            let (solver, numbers) = case(link.case);
            by(solver, 1, item(8, numbers, CASE_SEED))
        }
        Chapter::Collapse | Chapter::Remedies | Chapter::Guide => return None,
    })
}

/// Returns the last step up to `step` that can take an incorrect operand, and the run in which the
/// step does so.
fn operand_run(step: u16) -> (u16, u32) {
    let before = OPERAND_RUNS.iter().rev().find(|(at, _)| *at <= step);
    *before.unwrap_or(&OPERAND_RUNS[0])
}

/// Returns the next multiple of 5 above `at` if `by` is positive, and below `at` otherwise. The
/// result is within the range of the slider.
pub(crate) fn next_length(at: u16, by: i16) -> u16 {
    let next = if by > 0 { at / 5 * 5 + 5 } else { at.saturating_sub(1) / 5 * 5 };
    let range = LearnNumber::At.range();
    next.clamp(*range.start(), *range.end())
}

/// Returns the step that takes an incorrect operand if the user chooses `step`. A few steps cannot
/// take an incorrect operand; the closest earlier step replaces each of them.
pub(crate) fn operand_step(step: u16) -> u16 {
    operand_run(step).0
}

/// Returns the final position of a slider that moves from one step to another. If the target step
/// cannot take an incorrect operand, an upward move ends at the next step that can. Any other move
/// ends at the closest earlier step that can.
pub(crate) fn operand_towards(from: u16, to: u16) -> u16 {
    let mut steps = OPERAND_RUNS.iter().map(|(step, _)| *step);
    let next = if to > from { steps.find(|step| *step >= to) } else { None };
    next.unwrap_or_else(|| operand_step(to))
}

/// Returns the solver whose error illustrates a case, and its arithmetic.
const fn case(case: MismatchCase) -> (&'static str, Arithmetic) {
    match case {
        MismatchCase::ArithmeticError => ("slip-digit", Arithmetic::Integer),
        MismatchCase::Operand => ("wrong-operand", Arithmetic::Integer),
        MismatchCase::Rounded => ("rounded", Arithmetic::Rational),
        MismatchCase::Format => ("lost-format", Arithmetic::Decimal { places: 3 }),
        MismatchCase::CutOff => ("truncated", Arithmetic::Integer),
        MismatchCase::Refused => ("refused", Arithmetic::Integer),
    }
}

/// Returns the correct classification of a case.
pub(crate) const fn right_guess(case: MismatchCase) -> LearnGuess {
    match case {
        MismatchCase::ArithmeticError | MismatchCase::Rounded | MismatchCase::Format => {
            LearnGuess::Followed
        }
        MismatchCase::Operand => LearnGuess::Lost,
        MismatchCase::CutOff | MismatchCase::Refused => LearnGuess::Unknown,
    }
}

/// Returns the attempts that a chapter shows; `None` if the chapter shows no attempts.
pub(crate) fn attempts(link: &LearnLink) -> Option<Attempts> {
    let seed = link.get(LearnNumber::Draw).into();
    match link.chapter {
        Chapter::Collapse => Some(Attempts {
            rate: link.get(LearnNumber::Rate).into(),
            steps: LEARN_STEPS,
            seed,
            items: ATTEMPTS.into(),
        }),
        Chapter::Remedies => Some(Attempts {
            rate: COMPARED_RATE,
            steps: COMPARED_STEPS,
            seed,
            items: link.get(LearnNumber::Items).into(),
        }),
        _ => None,
    }
}

/// The number of correct steps of each attempt in the initial state of the collapse, one byte per
/// attempt. A test compares the numbers with the worker's.
const FIRST_ATTEMPTS: &[u8] = include_bytes!("learn/attempts.bin");
/// The byte of an attempt without an error.
const NEVER_WRONG: u8 = u8::MAX;

/// Returns the stored attempts of the initial state of the collapse; `None` for other attempts,
/// which the worker must make.
pub(crate) fn known_attempts(of: &Attempts) -> Option<Vec<Option<u16>>> {
    let first = attempts(&LearnLink::of(Chapter::Collapse))?;
    let attempt = |correct: &u8| (*correct != NEVER_WRONG).then(|| (*correct).into());
    (*of == first).then(|| FIRST_ATTEMPTS.iter().map(attempt).collect())
}

/// Returns an attempt of the collapse, to be opened in Play.
pub(crate) fn attempt(link: &LearnLink, index: u32) -> PlayLink {
    let (solver, form) = ("mixed".to_owned(), "trace".to_owned());
    let rate = link.get(LearnNumber::Rate).into();
    PlayLink {
        spec: Spec { steps: LEARN_STEPS, ..Spec::default() },
        seed: Seed::wrapping(link.get(LearnNumber::Draw).into()),
        index,
        source: Source::Solver(SolverRun { solver, form, rate, run: 1 }),
        ..PlayLink::default()
    }
}

/// Returns the number of attempts whose first `steps` steps are correct.
pub(crate) fn correct_attempts(attempts: &[Option<u16>], steps: u16) -> usize {
    attempts.iter().filter(|right| right.is_none_or(|right| right >= steps)).count()
}

/// Returns how many of a hundred attempts are expected to have their first `steps` steps correct.
/// `rate` is the error rate per step in ten-thousandths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
pub(crate) fn expected(rate: u16, steps: u16) -> u32 {
    (all_correct_probability(rate, steps) * 100.0).round() as u32
}

/// Returns the probability that all steps are correct. `rate` is the error rate per step in
/// ten-thousandths.
pub(crate) fn all_correct_probability(rate: u16, steps: u16) -> f64 {
    (1.0 - f64::from(rate) / 10_000.0).powi(steps.into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use std::sync::Arc;

    use stepfall_procedure::Generator;
    use stepfall_protocol::verdict::{Cause, Mode, Report};
    use stepfall_protocol::{CountCorrectSteps, Grade, Simulate};
    use stepfall_text::Status;
    use stepfall_worker::Compute;

    use super::*;

    #[test]
    fn arrow_keys_move_to_multiples_of_five_within_the_slider() {
        let after = |at: u16| (next_length(at, -1), next_length(at, 1));
        assert_eq!(after(25), (20, 30));
        assert_eq!(after(23), (20, 25));
        assert_eq!((after(1), after(95)), ((1, 5), (90, 95)));
    }

    /// Returns the verdict on the transcript that the solver of a scene writes.
    fn verdict(scene: &PlayLink) -> Arc<Report> {
        let Source::Solver(by) = scene.source.clone() else { panic!("the scene has no solver") };
        let link = PlayLink { source: Source::Model, ..scene.clone() }.fragment();
        let SolverRun { solver, form, rate, run } = by;
        let simulate = Simulate { link: link.clone(), solver, form, rate, run };
        let transcript = simulate.compute().unwrap().into();
        Grade { link, transcript, is_cut: false }.compute().unwrap()
    }

    /// Returns the number of the first step that is neither correct nor inherited.
    fn first_error(report: &Report) -> Option<u16> {
        let is_error = |status: Status| !matches!(status, Status::Correct | Status::Inherited);
        Some(report.visible.steps.iter().find(|step| is_error(step.status))?.number)
    }

    #[test]
    fn the_first_error_is_a_lost_operand_at_the_chosen_step() {
        let mut link = LearnLink::of(Chapter::Operand);
        for step in LearnNumber::Step.range() {
            link.set(LearnNumber::Step, step);
            let report = verdict(&chapter_link(&link).unwrap());
            let (at, _) = operand_run(step);
            assert_eq!(first_error(&report), Some(at));
            assert!(at <= step && step - at <= 1);
            assert_eq!(report.primary, Mode::LostOperand, "S{step}");
            let after = &report.visible.steps[usize::from(at) - 2..];
            assert!(after.iter().all(|step| step.status == Status::Inherited), "S{step}");
        }
    }

    #[test]
    fn the_used_value_is_no_operand_of_the_step() {
        let mut link = LearnLink::of(Chapter::Operand);
        // Before step 3 the only values are its operands.
        for (step, _) in OPERAND_RUNS.into_iter().filter(|(step, _)| *step > 3) {
            link.set(LearnNumber::Step, step);
            let scene = chapter_link(&link).unwrap();
            let item = Generator::new(scene.spec).unwrap().item(scene.seed, scene.index).unwrap();
            let report = verdict(&scene);
            let causes = &report.visible.step(step).unwrap().causes;
            let [Cause::Operand { took: Some(took), instead_of: Some(_) }] = causes.as_slice()
            else {
                panic!("S{step}: {causes:?}")
            };
            let operands = stepfall_plot::links(&item, scene.condition);
            assert!(!operands.contains(&(took.number, step)), "S{step} uses {}", took.name);
        }
    }

    #[test]
    fn correct_answers_can_hide_incorrect_steps() {
        let mut link = LearnLink::of(Chapter::RightAnswer);
        for draw in [1, 2, 3, 50, 999] {
            link.set(LearnNumber::Draw, draw);
            let report = verdict(&chapter_link(&link).unwrap());
            assert_eq!(report.primary, Mode::RightAnswerWrongProcedure, "{draw}");
        }
    }

    #[test]
    fn cases_have_the_failure_mode_of_their_name() {
        for (case, mode) in MismatchCase::ALL.into_iter().zip([
            Mode::Slipped,
            Mode::LostOperand,
            Mode::LostPrecision,
            Mode::LostFormat,
            Mode::Truncated,
            Mode::Refused,
        ]) {
            let mut link = LearnLink::of(Chapter::Instrument);
            link.case = case;
            assert_eq!(verdict(&chapter_link(&link).unwrap()).primary, mode, "{case:?}");
        }
    }

    #[test]
    fn an_opened_attempt_is_the_one_that_was_counted() {
        let link = LearnLink::of(Chapter::Collapse);
        let counted = CountCorrectSteps(attempts(&link).unwrap()).compute().unwrap();
        for index in [0, 1, 7, 99] {
            let report = verdict(&attempt(&link, index));
            let right = counted[usize::try_from(index).unwrap()];
            let first_incorrect =
                report.visible.steps.iter().position(|step| step.status != Status::Correct);
            assert_eq!(right.map(usize::from), first_incorrect, "{index}");
        }
    }

    #[test]
    fn the_committed_first_attempts_equal_those_of_the_worker() {
        let first = attempts(&LearnLink::of(Chapter::Collapse)).unwrap();
        let made = CountCorrectSteps(first).compute().unwrap();
        let byte =
            |correct: &Option<u16>| correct.map_or(NEVER_WRONG, |steps| steps.try_into().unwrap());
        let bytes: Vec<u8> = made.iter().map(byte).collect();
        let out = concat!(env!("CARGO_MANIFEST_DIR"), "/target/attempts.bin");
        if bytes != FIRST_ATTEMPTS {
            std::fs::write(out, bytes).unwrap();
            panic!(
                "src/state/learn/attempts.bin differs from the attempts of the worker, which are in {out}"
            );
        }
        assert_eq!(known_attempts(&first), Some(made));
        assert_eq!(known_attempts(&Attempts { seed: first.seed + 1, ..first }), None);
    }

    #[test]
    fn remaining_attempts_are_counted_and_expected() {
        let attempts = [None, Some(0), Some(5), Some(24)];
        assert_eq!(
            [1, 5, 6, 24, 25].map(|steps| correct_attempts(&attempts, steps)),
            [3, 3, 2, 2, 1]
        );
        assert_eq!(
            [(0, 95), (200, 25), (200, 95)].map(|(rate, steps)| expected(rate, steps)),
            [100, 60, 15]
        );
    }
}
