//! Errors among the steps: the positions of the errors, and their effects.

use stepfall_number::Number;

use crate::kind::{ArithmeticError, ErrorFrequency, Rate, Solver, SolverKind};
use crate::rng::SeededRng;
use crate::state::{Memory, SolverState, TrueValueRelation};
use crate::step_error::fail;
use crate::task::SolverTask;

/// The maximum number of errors that are tried to get a rare effect.
const TRIES: usize = 32;

/// Carries out every step correctly.
pub(crate) fn follow<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let mut state = SolverState::new(task, shows_operands);
    state.follow_all(rng)?;
    Some(state)
}

/// Makes errors of a kind at as many steps as the frequency requires.
pub(crate) fn fail_at_rate<'w, 'a>(
    task: &'w SolverTask<'a>,
    solver: Solver,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let kind = solver.kind;
    let (sure, rate) = match solver.frequency {
        ErrorFrequency::Once => (true, Rate::default()),
        ErrorFrequency::AtLeastOnce(rate) => (true, rate),
        ErrorFrequency::PerStep(rate) => (false, rate),
    };
    let place = if sure { Some(place(task, kind, shows_operands, rng)?) } else { None };
    let mut state = SolverState::new(task, shows_operands);
    while state.next() <= task.last() {
        let fails = rng.happens(rate) || Some(state.next()) == place;
        if !(fails && state.fail(kind, rng).is_some()) {
            state.follow(rng)?;
        }
    }
    Some(state)
}

/// Returns a random step at which an error of this kind is possible if all earlier steps are
/// correct.
pub(crate) fn place(
    task: &SolverTask<'_>,
    kind: SolverKind,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<u16> {
    let numbers = rng.shuffled(task.first()..=task.last());
    numbers.into_iter().find(|&number| {
        let memory = Memory::of_truth(task, number - 1);
        fail(task, kind, number, &memory, shows_operands, rng).is_some()
    })
}

/// Carries out all steps up to an error of this kind. The error is at a step for which `is_wanted`
/// is true.
fn fail_somewhere<'w, 'a>(
    task: &'w SolverTask<'a>,
    kind: SolverKind,
    shows_operands: bool,
    is_wanted: impl Fn(u16) -> bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let numbers = rng.shuffled((task.first()..=task.last()).filter(|&number| is_wanted(number)));
    let mut state = SolverState::new(task, shows_operands);
    for number in numbers {
        state.back_to(task.first());
        state.follow_until(number, rng)?;
        if state.fail(kind, rng).is_some() {
            return Some(state);
        }
    }
    None
}

/// Makes an error that later steps inherit, and then a step that is correct although the solver's
/// values lead to another value.
pub(crate) fn recover<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let has_users = |number| task.users(number).next().is_some();
    for _ in 0..TRIES {
        let mut state = fail_somewhere(task, SolverKind::Mixed, shows_operands, has_users, rng)?;
        let failed = state.next() - 1;
        state.follow_all(rng)?;
        let is_incorrect = |number: &u16| {
            state.memory.own_values()[usize::from(*number) - 1] != *task.value(*number)
        };
        let incorrect: Vec<u16> = (failed + 1..=task.last()).filter(is_incorrect).collect();
        let Some(&number) = rng.pick(&incorrect) else {
            continue;
        };
        state.back_to(number);
        if state.true_value_relation() == TrueValueRelation::Incorrect {
            state.recover();
            state.follow_all(rng)?;
            return Some(state);
        }
    }
    None
}

/// Makes an error after which a step is correct although it takes an incorrect value.
pub(crate) fn cancel<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let has_users = |number| task.users(number).next().is_some();
    // Rounding can absorb a difference only if it is small, so off-by-one errors are tried too.
    for kind in [SolverKind::Mixed, SolverKind::ArithmeticError(ArithmeticError::OffByOne)]
        .into_iter()
        .cycle()
        .take(TRIES)
    {
        let Some(mut state) = fail_somewhere(task, kind, shows_operands, has_users, rng) else {
            continue;
        };
        let failed = state.next() - 1;
        state.follow_all(rng)?;
        let own_values = state.memory.own_values();
        let is_incorrect = |number: u16| own_values[usize::from(number) - 1] != *task.value(number);
        let takes_incorrect = |number: u16| task.work(number).references().any(is_incorrect);
        if (failed + 1..=task.last()).any(|number| !is_incorrect(number) && takes_incorrect(number))
        {
            return Some(state);
        }
    }
    None
}

/// Makes an error that does not change the answer. Either the answer does not depend on an
/// incorrect value, or each step that takes an incorrect value is correct again.
pub(crate) fn fail_without_effect<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let is_inner = |number| number < task.last();
    let heals = rng.coin();
    for attempt in 0..TRIES {
        let mut state = fail_somewhere(task, SolverKind::Mixed, shows_operands, is_inner, rng)?;
        // An error seldom has no effect by itself. So at least half of the attempts make later
        // steps correct again.
        if heals || attempt >= TRIES / 2 {
            heal(&mut state, rng)?;
        }
        state.follow_all(rng)?;
        if task.answer(&state.last_value()) == task.expected {
            return Some(state);
        }
    }
    None
}

/// Continues so that each step that takes an incorrect value is correct again. Ends early at a step
/// with [`TrueValueRelation::ByRounding`].
fn heal(state: &mut SolverState<'_, '_>, rng: &mut SeededRng) -> Option<()> {
    while state.next() <= state.task.last() {
        match state.true_value_relation() {
            TrueValueRelation::Exact => state.follow(rng)?,
            TrueValueRelation::Incorrect => state.recover(),
            TrueValueRelation::ByRounding => return Some(()),
        }
    }
    Some(())
}

/// Omits a step so that a later step is incorrect.
pub(crate) fn skip<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let mut state = SolverState::new(task, shows_operands);
    for number in rng.shuffled(task.first() + 1..task.last()) {
        let Some(user) = task.users(number).next() else {
            continue;
        };
        state.back_to(task.first());
        state.follow_until(number, rng)?;
        state.skip();
        state.follow_until(user, rng)?;
        if state.true_value_relation() == TrueValueRelation::Incorrect {
            state.follow_all(rng)?;
            return Some(state);
        }
    }
    None
}

/// Carries out about a third of the steps silently: at least one, and not all.
pub(crate) fn fold<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<SolverState<'w, 'a>> {
    let numbers = rng.shuffled(task.first()..=task.last());
    let [folded, claimed, ..] = numbers[..] else {
        return None;
    };
    let mut state = SolverState::new(task, shows_operands);
    while state.next() <= task.last() {
        let number = state.next();
        if number == folded || (number != claimed && rng.below(3) == 0) {
            state.fold(rng)?;
        } else {
            state.follow(rng)?;
        }
    }
    Some(state)
}

/// Returns an incorrect answer: the result of an error in a step that is not written. If that
/// result is correct by chance, returns an unexplained number.
pub(crate) fn incorrect_answer(task: &SolverTask<'_>, rng: &mut SeededRng) -> Option<Number> {
    let mut state = fail_somewhere(task, SolverKind::Mixed, false, |_| true, rng)?;
    state.follow_all(rng)?;
    let answer = task.answer(&state.last_value());
    if answer == task.expected {
        crate::answers::unexplained_answer(task, rng)
    } else {
        Some(answer)
    }
}
