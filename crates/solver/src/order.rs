//! Errors in the selection and the order of the written steps.

use crate::kind::SolverKind;
use crate::rng::SeededRng;
use crate::script::{Event, Script, ScriptAnswer, ScriptOutcome};
use crate::state::SolverState;
use crate::steps::follow;
use crate::task::SolverTask;

/// The sentence before a correction.
const CORRECTION: &str = "Wait, that is wrong. Let me redo this step.";

/// Writes an incorrect value and corrects it immediately.
pub(crate) fn revise(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let mut state = SolverState::new(task, shows_operands);
    for number in rng.shuffled(task.first()..=task.last()) {
        state.back_to(task.first());
        state.follow_until(number, rng)?;
        if state.fail(SolverKind::Mixed, rng).is_none() {
            continue;
        }
        let incorrect = state.lines.pop()?;
        state.back_to(number);
        state.follow_all(rng)?;
        let mut script = Script::of(state);
        let at = usize::from(number - task.first());
        script.events.splice(at..at, [Event::Claim(incorrect), Event::Remark(CORRECTION)]);
        return Some(script.with_answer(task));
    }
    None
}

/// Writes some steps twice in the middle of the text.
pub(crate) fn repeat(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let mut script = Script::of(follow(task, shows_operands, rng)?);
    let steps = script.events.len();
    if steps < 3 {
        return None;
    }
    // At least two steps are repeated, and at least one new step follows them.
    let end = 2 + rng.below(steps - 2);
    let start = rng.below(end - 1).max(end.saturating_sub(4));
    let repeated: Vec<Event> = script.events[start..end].to_vec();
    script.events.splice(end..end, repeated);
    Some(script.with_answer(task).with_outcome(ScriptOutcome::Disordered))
}

/// Exchanges two neighbouring steps, preferably independent ones. If the prompt shuffles its lines,
/// independent steps may come in any order, so a step is exchanged with one that depends on it.
pub(crate) fn reorder(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let mut script = Script::of(follow(task, shows_operands, rng)?);
    let numbers = rng.shuffled(task.first()..task.last());
    let is_free = |number: u16| !task.work(number + 1).takes(number);
    let number = if task.item.is_shuffled(task.condition) {
        *numbers.iter().find(|number| !is_free(**number))?
    } else {
        *numbers.iter().find(|number| is_free(**number)).or(numbers.first())?
    };
    let at = usize::from(number - task.first());
    script.events.swap(at, at + 1);
    Some(script.with_answer(task).with_outcome(ScriptOutcome::Disordered))
}

/// Writes the first steps and answers with the value of the last of them.
pub(crate) fn stop(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let is_incorrect = |number: &u16| task.answer(task.value(*number)) != task.expected;
    let number = rng.take((task.first()..task.last()).filter(is_incorrect).collect())?;
    let mut state = SolverState::new(task, shows_operands);
    state.follow_until(number + 1, rng)?;
    Some(Script::of(state).with_answer(task))
}

/// Writes the first steps and no answer.
pub(crate) fn leave(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let number = rng.take((task.first()..task.last()).collect())?;
    let mut state = SolverState::new(task, shows_operands);
    state.follow_until(number + 1, rng)?;
    Some(Script::of(state))
}

/// Writes the first steps and a step without its result.
pub(crate) fn cut(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let number = rng.take((task.first() + 1..=task.last()).collect())?;
    let mut state = SolverState::new(task, shows_operands);
    state.follow_until(number, rng)?;
    let line = state.line(task.value(number).clone());
    Some(Script::of(state).then(Event::Cut(line)).with_outcome(ScriptOutcome::Truncated))
}

/// Writes all steps and an additional step. The answer is the last value of the item, or the
/// additional value.
pub(crate) fn go_on(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let state = follow(task, shows_operands, rng)?;
    let line = state.invent(rng)?;
    let correct = state.last_value();
    let last = if rng.coin() { line.value.clone() } else { correct.clone() };
    let is_incorrect = task.answer(&line.value) != task.expected;
    let last = if is_incorrect { last } else { correct };
    let reply = Event::Reply(ScriptAnswer::of(task, &last));
    Some(Script::of(state).then(Event::Claim(line)).then(reply))
}
