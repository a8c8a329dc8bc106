//! Errors in the answer.

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Condition};

use crate::arithmetic_error::Written;
use crate::form::Form;
use crate::kind::ArithmeticError;
use crate::rng::SeededRng;
use crate::script::{Event, Script, ScriptAnswer};
use crate::steps::{follow, incorrect_answer};
use crate::task::SolverTask;
use crate::truth::{ReadAnswer, TrueCause};

/// The sentence before a second answer.
const SECOND_THOUGHT: &str = "Wait, let me check that once more. I made a mistake.";
/// The maximum length of an exact value that replaces a rounded answer, in bytes.
const MAX_EXACT_BYTES: usize = 24;

/// Returns the correct answer in its correct form.
fn correct_reply(task: &SolverTask<'_>) -> ScriptAnswer {
    ScriptAnswer::exactly(task, task.expected.clone(), None)
}

/// Returns whether the solver writes steps: under every condition that asks for steps.
fn shows_work(task: &SolverTask<'_>) -> bool {
    task.condition != Condition::AnswerOnly
}

/// Returns a script with all steps correct and no answer yet. Under `Condition::AnswerOnly` it has
/// no steps.
fn work(task: &SolverTask<'_>, shows_operands: bool, rng: &mut SeededRng) -> Option<Script> {
    if shows_work(task) {
        follow(task, shows_operands, rng).map(Script::of)
    } else {
        Some(Script::without_work(task, Vec::new()))
    }
}

/// Writes an answer without steps.
pub(crate) fn answer_alone(
    task: &SolverTask<'_>,
    is_correct: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let answer = if is_correct { task.expected.clone() } else { incorrect_answer(task, rng)? };
    let bare = ScriptAnswer { is_bare: true, ..ScriptAnswer::exactly(task, answer, None) };
    Some(Script::without_work(task, vec![Event::Reply(bare)]))
}

/// Writes all steps and no separate answer. Returns `None` if the last value is not the answer.
pub(crate) fn steps_without_answer(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let state = follow(task, shows_operands, rng)?;
    (state.last_value() == task.expected).then(|| Script::of(state))
}

/// Returns an incorrect answer that nothing explains: it equals no value of the item, and no kind
/// of arithmetic error except [`ArithmeticError::Other`] gives it.
pub(crate) fn unexplained_answer(task: &SolverTask<'_>, rng: &mut SeededRng) -> Option<Number> {
    let text = task.answer_text(&task.expected);
    let written = Written::new(&text)?;
    let is_new = |value: &Number| !task.values.iter().any(|known| task.answer(known) == *value);
    let is_plain = |value: &Number| written.explaining_errors(&task.answer_text(value)).is_empty();
    let others = rng.shuffled(written.arithmetic_errors(ArithmeticError::Other, task.modulus()));
    others.into_iter().find(|value| is_new(value) && is_plain(value))
}

/// Writes an incorrect answer before at least one step, and the correct answer at the end.
/// [`Form::Json`] has room for one answer, so it has only the incorrect one, before all steps.
pub(crate) fn answer_early(
    task: &SolverTask<'_>,
    form: Form,
    rng: &mut SeededRng,
) -> Option<Script> {
    let shows_operands = form.shows_operands(task.condition);
    let mut script = Script::of(follow(task, shows_operands, rng)?);
    let early =
        ScriptAnswer::exactly(task, unexplained_answer(task, rng)?, Some(TrueCause::AnswerEarly));
    let is_object = form == Form::Json;
    let at = if is_object { 0 } else { rng.below(script.events.len()) };
    script.events.insert(at, Event::Reply(early));
    Some(if is_object { script } else { script.with_answer(task) })
}

/// Writes an incorrect answer, then the correct one.
pub(crate) fn self_correct(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let script = work(task, shows_operands, rng)?;
    let cause = shows_work(task).then_some(TrueCause::AnswerUnexplained);
    let incorrect = ScriptAnswer::exactly(task, unexplained_answer(task, rng)?, cause);
    let script = script.then(Event::Reply(incorrect)).then(Event::Remark(SECOND_THOUGHT));
    Some(script.then(Event::Reply(correct_reply(task))))
}

/// Writes the correct answer, then an incorrect one.
pub(crate) fn talk_out(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let script = work(task, shows_operands, rng)?;
    let incorrect = ScriptAnswer::exactly(task, unexplained_answer(task, rng)?, None);
    let script = script.then(Event::Reply(correct_reply(task))).then(Event::Remark(SECOND_THOUGHT));
    Some(script.then(Event::Reply(incorrect)))
}

/// Writes all steps correctly, and answers with the value of an earlier step. No other value of the
/// item gives the same answer, and neither does an arithmetic error in the correct answer.
pub(crate) fn answer_another(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let answers: Vec<Number> = task.values.iter().map(|value| task.answer(value)).collect();
    let text = task.answer_text(&task.expected);
    let correct = Written::new(&text)?;
    let is_single = |number: &u16| {
        let answer = &answers[usize::from(*number) - 1];
        let is_alone = answers.iter().filter(|other| *other == answer).count() == 1;
        is_alone && correct.explaining_errors(&task.answer_text(answer)).is_empty()
    };
    let number = rng.take((task.first()..task.last()).filter(is_single).collect())?;
    let cause = Some(TrueCause::AnswerStep(number));
    let reply = ScriptAnswer::exactly(task, task.answer(task.value(number)), cause);
    Some(work(task, shows_operands, rng)?.then(Event::Reply(reply)))
}

/// Writes all steps correctly, and an answer with one changed digit or the opposite sign. The
/// answer equals no value of the item.
pub(crate) fn miscopy(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let text = task.answer_text(&task.expected);
    let written = Written::new(&text)?;
    let mut incorrect = written.arithmetic_errors(ArithmeticError::Digit, task.modulus());
    incorrect.extend(written.arithmetic_errors(ArithmeticError::Sign, task.modulus()));
    incorrect.retain(|value| !task.values.iter().any(|known| task.answer(known) == *value));
    let reply =
        ScriptAnswer::exactly(task, rng.take(incorrect)?, Some(TrueCause::AnswerArithmeticError));
    Some(work(task, shows_operands, rng)?.then(Event::Reply(reply)))
}

/// Writes all steps correctly, and an incorrect answer that nothing explains.
pub(crate) fn contradict(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let incorrect = ScriptAnswer::exactly(
        task,
        unexplained_answer(task, rng)?,
        Some(TrueCause::AnswerUnexplained),
    );
    Some(work(task, shows_operands, rng)?.then(Event::Reply(incorrect)))
}

/// Writes the correct answer in a form that makes it another number or an ambiguous one, such as
/// with fewer decimal places.
pub(crate) fn misform(
    task: &SolverTask<'_>,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Script> {
    let plain = task.answer_text(&task.expected);
    let correct = Written::new(&plain)?;
    // The form alone must explain the incorrect answer.
    let is_plain = |(text, reading): &(String, ReadAnswer)| {
        let is_step = |known: &Number| ReadAnswer::Value(task.answer(known)) == *reading;
        correct.explaining_errors(text).is_empty() && !task.values.iter().any(is_step)
    };
    let (text, reading) = rng.take(misforms(task).into_iter().filter(is_plain).collect())?;
    let reply = ScriptAnswer { text, reading, cause: Some(TrueCause::AnswerForm), is_bare: false };
    Some(work(task, shows_operands, rng)?.then(Event::Reply(reply)))
}

fn misforms(task: &SolverTask<'_>) -> Vec<(String, ReadAnswer)> {
    let correct = &task.expected;
    let plain = task.answer_text(correct);
    let mut all = Vec::new();
    let mut push = |text: String, value: Number| {
        if value != *correct {
            all.push((text, ReadAnswer::Value(value)));
        }
    };
    let rounded = |places| (correct.to_fixed(places), correct.round(places));
    let places = plain.split_once('.').map_or(0, |(_, places)| places.len());
    for fewer in (0..places).rev().take(2).filter_map(|places| u32::try_from(places).ok()) {
        let (text, value) = rounded(fewer);
        push(text, value);
    }
    if plain.contains('/') {
        for places in [2, 3, 4] {
            let (text, value) = rounded(places);
            push(text, value);
        }
    }
    let last = task.values.last().unwrap_or(correct);
    if let Arithmetic::Paper { .. } = task.arithmetic
        && task.text(last).len() <= MAX_EXACT_BYTES
    {
        push(task.text(last), last.clone());
    }
    // A comma before three digits may be a decimal comma or separate thousands. In items of whole
    // numbers it can only separate thousands, so it is ambiguous only in decimals.
    if let Some((whole, places)) = plain.split_once('.') {
        let digits = whole.trim_start_matches('-');
        if places.len() == 3 && (1..=3).contains(&digits.len()) && digits != "0" {
            all.push((format!("{whole},{places}"), ReadAnswer::Ambiguous));
        }
    }
    all
}
