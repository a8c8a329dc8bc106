//! Errors among the steps: the positions of the errors, and their effects.

use stepfall_number::Number;

use crate::draw::SeededRng;
use crate::kind::{ArithmeticError, ErrorFrequency, Kind, Rate, Solver};
use crate::step_error::fail;
use crate::task::SolverTask;
use crate::worker::{Memory, TrueValueRelation, Worker};

/// The maximum number of errors that are tried to get a rare effect.
const TRIES: usize = 32;

/// Carries out every step correctly.
pub(crate) fn follow<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let mut worker = Worker::new(task, shows_operands);
    worker.follow_all(draw)?;
    Some(worker)
}

/// Makes errors of a kind at as many steps as the frequency requires.
pub(crate) fn fail_at_rate<'w, 'a>(
    task: &'w SolverTask<'a>,
    solver: Solver,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let kind = solver.kind;
    let (sure, rate) = match solver.frequency {
        ErrorFrequency::Once => (true, Rate::default()),
        ErrorFrequency::AtLeastOnce(rate) => (true, rate),
        ErrorFrequency::PerStep(rate) => (false, rate),
    };
    let place = if sure { Some(place(task, kind, shows_operands, draw)?) } else { None };
    let mut worker = Worker::new(task, shows_operands);
    while worker.next() <= task.last() {
        let fails = draw.happens(rate) || Some(worker.next()) == place;
        if !(fails && worker.fail(kind, draw).is_some()) {
            worker.follow(draw)?;
        }
    }
    Some(worker)
}

/// Returns a random step at which an error of this kind is possible if all earlier steps are
/// correct.
pub(crate) fn place(
    task: &SolverTask<'_>,
    kind: Kind,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<u16> {
    let numbers = draw.shuffled(task.first()..=task.last());
    numbers.into_iter().find(|&number| {
        let memory = Memory::of_truth(task, number - 1);
        fail(task, kind, number, &memory, shows_operands, draw).is_some()
    })
}

/// Carries out all steps up to an error of this kind. The error is at a step for which `is_wanted`
/// is true.
fn fail_somewhere<'w, 'a>(
    task: &'w SolverTask<'a>,
    kind: Kind,
    shows_operands: bool,
    is_wanted: impl Fn(u16) -> bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let numbers = draw.shuffled((task.first()..=task.last()).filter(|&number| is_wanted(number)));
    let mut worker = Worker::new(task, shows_operands);
    for number in numbers {
        worker.back_to(task.first());
        worker.follow_until(number, draw)?;
        if worker.fail(kind, draw).is_some() {
            return Some(worker);
        }
    }
    None
}

/// Makes an error that later steps inherit, and then a step that is correct although the solver's
/// values lead to another value.
pub(crate) fn recover<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let has_users = |number| task.users(number).next().is_some();
    for _ in 0..TRIES {
        let mut worker = fail_somewhere(task, Kind::Mixed, shows_operands, has_users, draw)?;
        let failed = worker.next() - 1;
        worker.follow_all(draw)?;
        let is_incorrect = |number: &u16| {
            worker.memory.own_values()[usize::from(*number) - 1] != *task.value(*number)
        };
        let incorrect: Vec<u16> = (failed + 1..=task.last()).filter(is_incorrect).collect();
        let Some(&number) = draw.pick(&incorrect) else {
            continue;
        };
        worker.back_to(number);
        if worker.correctness() == TrueValueRelation::Incorrect {
            worker.recover();
            worker.follow_all(draw)?;
            return Some(worker);
        }
    }
    None
}

/// Makes an error after which a step is correct although it takes an incorrect value.
pub(crate) fn cancel<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let has_users = |number| task.users(number).next().is_some();
    // Rounding can absorb a difference only if it is small, so off-by-one errors are tried too.
    for kind in [Kind::Mixed, Kind::ArithmeticError(ArithmeticError::OffByOne)]
        .into_iter()
        .cycle()
        .take(TRIES)
    {
        let Some(mut worker) = fail_somewhere(task, kind, shows_operands, has_users, draw) else {
            continue;
        };
        let failed = worker.next() - 1;
        worker.follow_all(draw)?;
        let own_values = worker.memory.own_values();
        let is_incorrect = |number: u16| own_values[usize::from(number) - 1] != *task.value(number);
        let takes_incorrect = |number: u16| task.work(number).references().any(is_incorrect);
        if (failed + 1..=task.last()).any(|number| !is_incorrect(number) && takes_incorrect(number))
        {
            return Some(worker);
        }
    }
    None
}

/// Makes an error that does not change the answer. Either the answer does not depend on an
/// incorrect value, or each step that takes an incorrect value is correct again.
pub(crate) fn fail_without_effect<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let is_inner = |number| number < task.last();
    let heals = draw.coin();
    for attempt in 0..TRIES {
        let mut worker = fail_somewhere(task, Kind::Mixed, shows_operands, is_inner, draw)?;
        // An error seldom has no effect by itself. So at least half of the attempts make later
        // steps correct again.
        if heals || attempt >= TRIES / 2 {
            heal(&mut worker, draw)?;
        }
        worker.follow_all(draw)?;
        if task.answer(&worker.last_value()) == task.expected {
            return Some(worker);
        }
    }
    None
}

/// Continues so that each step that takes an incorrect value is correct again. Ends early at a step
/// with [`TrueValueRelation::ByRounding`].
fn heal(worker: &mut Worker<'_, '_>, draw: &mut SeededRng) -> Option<()> {
    while worker.next() <= worker.task.last() {
        match worker.correctness() {
            TrueValueRelation::Exact => worker.follow(draw)?,
            TrueValueRelation::Incorrect => worker.recover(),
            TrueValueRelation::ByRounding => return Some(()),
        }
    }
    Some(())
}

/// Omits a step so that a later step is incorrect.
pub(crate) fn skip<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let mut worker = Worker::new(task, shows_operands);
    for number in draw.shuffled(task.first() + 1..task.last()) {
        let Some(user) = task.users(number).next() else {
            continue;
        };
        worker.back_to(task.first());
        worker.follow_until(number, draw)?;
        worker.skip();
        worker.follow_until(user, draw)?;
        if worker.correctness() == TrueValueRelation::Incorrect {
            worker.follow_all(draw)?;
            return Some(worker);
        }
    }
    None
}

/// Carries out about a third of the steps silently: at least one, and not all.
pub(crate) fn fold<'w, 'a>(
    task: &'w SolverTask<'a>,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Worker<'w, 'a>> {
    let numbers = draw.shuffled(task.first()..=task.last());
    let [folded, claimed, ..] = numbers[..] else {
        return None;
    };
    let mut worker = Worker::new(task, shows_operands);
    while worker.next() <= task.last() {
        let number = worker.next();
        if number == folded || (number != claimed && draw.below(3) == 0) {
            worker.fold(draw)?;
        } else {
            worker.follow(draw)?;
        }
    }
    Some(worker)
}

/// Returns an incorrect answer: the result of an error in a step that is not written. If that
/// result is correct by chance, returns an unexplained number.
pub(crate) fn incorrect_answer(task: &SolverTask<'_>, draw: &mut SeededRng) -> Option<Number> {
    let mut worker = fail_somewhere(task, Kind::Mixed, false, |_| true, draw)?;
    worker.follow_all(draw)?;
    let answer = task.answer(&worker.last_value());
    if answer == task.expected { crate::answers::unexplained(task, draw) } else { Some(answer) }
}
