//! Simulated solvers. A solver writes a transcript with known errors, and returns the correct
//! assessment of the transcript: its truth.
//!
//! ```
//! use stepfall_solver::{Form, Solver, SolverKind, TrueMode, simulate};
//! use stepfall_procedure::{Condition, Generator, Seed, Spec};
//!
//! let item = Generator::new(Spec::default())?.item(Seed::wrapping(42), 0)?;
//! let solver = Solver::once(SolverKind::WrongOperand);
//! let simulation = simulate(&item, Condition::Trace, &solver, Form::Trace, 7).ok_or("no such error")?;
//! assert!(simulation.transcript.contains("S3 = S1 "));
//! assert!(simulation.truth.modes.contains(&TrueMode::LostOperand));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Simulated solvers measure the grader, and are the demo for users without an API key. To measure
//! the grader independently, this crate shares no code with the grader and does not depend on it. A
//! solver writes its actions and records them, and never reads text.
//!
//! A simulation is a function of item, condition, solver, form and seed. It uses neither a clock
//! nor system randomness nor floating-point numbers.

mod answers;
mod arithmetic_error;
mod explain;
mod form;
mod judge;
mod kind;
mod label;
mod notation;
mod order;
mod rng;
mod script;
mod simulated_agent;
mod state;
mod step_error;
mod steps;
mod task;
mod truth;
mod write;

use stepfall_procedure::{Condition, Generator, Item};

use self::rng::{SeededRng, Stream};
use self::script::{Event, Script, ScriptOutcome};
use self::task::SolverTask;

pub use self::form::Form;
pub use self::kind::{ArithmeticError, ErrorFrequency, Rate, Solver, SolverKind};
pub use self::simulated_agent::{ExecutedStep, SimulatedAgent};
pub use self::truth::{
    Location, ReadAnswer, RootTruth, StepTruth, TrueCause, TrueMode, TrueStatus, Truth,
};

/// A transcript and the truth about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// The text that the solver wrote.
    pub transcript: String,
    /// The correct assessment of the transcript.
    pub truth: Truth,
}

/// The maximum number of items that [`other_item`] tries.
const OTHER_ITEMS: u32 = 16;
/// The replies of a solver that refuses.
const REFUSALS: [&str; 2] = [
    "I'm sorry, but I can't help with that.",
    "I cannot carry out this many steps by hand. Please use a calculator or a short program instead.",
];

/// Carries out an item under a condition, with the errors of the solver, and writes the transcript
/// in a form.
///
/// A solver computes each step from the values that it has written, even if these are incorrect.
/// Under [`Condition::Copy`] it looks these values up. Under [`Condition::Exception`] they
/// determine the operation of a sign. Under [`Condition::Unchained`] every step is independent, and
/// the result is correct only if all steps are correct. The form may differ from the form that the
/// condition requests: a solver may write a table although the condition asks for lines.
///
/// For one seed, all forms that show operands have the same actions, and so have all other forms.
/// Only [`Form::Json`] may differ, because it has room for one answer.
///
/// Returns `None` if the solver cannot fail in this way for this item, condition and form. [`SolverKind`]
/// describes the cases.
pub fn simulate(
    item: &Item,
    condition: Condition,
    solver: &Solver,
    form: Form,
    seed: u64,
) -> Option<Simulation> {
    let task = SolverTask::new(item, condition);
    let mut rng = SeededRng::new(item, seed, Stream::Actions);
    let mut words = SeededRng::new(item, seed, Stream::Words);
    if solver.kind == SolverKind::WrongItem {
        let other = other_item(item)?;
        let other = SolverTask::new(&other, condition);
        // Without the names of the tables, no reader could see that the values of look-ups belong
        // to another item.
        let is_recognisable = match condition {
            Condition::AnswerOnly => false,
            Condition::Copy => form.shows_operands(condition),
            _ => true,
        };
        let is_other = is_recognisable && other.expected != task.expected;
        let script = is_other.then(|| follow_and_answer(&other, form, &mut rng)).flatten()?;
        let script = script.with_outcome(ScriptOutcome::WrongItem);
        let transcript = write::write(&other, &script, form, &mut words);
        return Some(Simulation { transcript, truth: judge::judge(&task, &script) });
    }
    let script = script(&task, *solver, form, &mut rng)?;
    let transcript = write::write(&task, &script, form, &mut words);
    Some(Simulation { transcript, truth: judge::judge(&task, &script) })
}

/// Carries out all steps correctly and answers.
fn follow_and_answer(task: &SolverTask<'_>, form: Form, rng: &mut SeededRng) -> Option<Script> {
    let state = steps::follow(task, form.shows_operands(task.condition), rng)?;
    Some(Script::of(state).with_answer(task))
}

/// Returns the script of a solver of any kind except [`SolverKind::WrongItem`].
fn script(
    task: &SolverTask<'_>,
    solver: Solver,
    form: Form,
    rng: &mut SeededRng,
) -> Option<Script> {
    let kind = solver.kind;
    let shows = form.shows_operands(task.condition);
    let is_object = form == Form::Json;
    match kind {
        // Under `Condition::Unchained`, the answer depends on the last step alone.
        SolverKind::RightWorkNotShown
        | SolverKind::Folded
        | SolverKind::RightAnswerWrongProcedure
            if task.is_unchained() =>
        {
            return None;
        }
        SolverKind::RightWorkNotShown => return answers::answer_alone(task, true, rng),
        SolverKind::WrongWorkNotShown => return answers::answer_alone(task, false, rng),
        SolverKind::Refused => {
            let refusal = Event::Remark(rng.pick(&REFUSALS)?);
            let script = Script::without_work(task, vec![refusal]);
            return Some(script.with_outcome(ScriptOutcome::Refused));
        }
        SolverKind::SelfCorrected
        | SolverKind::TalkedOut
        | SolverKind::Revised
        | SolverKind::Repeated
            if is_object =>
        {
            return None;
        }
        SolverKind::SelfCorrected => return answers::self_correct(task, shows, rng),
        SolverKind::TalkedOut => return answers::talk_out(task, shows, rng),
        SolverKind::LostFormat => return answers::misform(task, shows, rng),
        _ => {}
    }
    if task.condition == Condition::AnswerOnly {
        return match kind {
            SolverKind::Followed => answers::answer_alone(task, true, rng),
            _ => None,
        };
    }
    let state = match kind {
        SolverKind::Followed => steps::follow(task, shows, rng),
        SolverKind::Recovered => steps::recover(task, shows, rng),
        SolverKind::Cancellation => steps::cancel(task, shows, rng),
        SolverKind::RightAnswerWrongProcedure => steps::fail_without_effect(task, shows, rng),
        SolverKind::Skipped => steps::skip(task, shows, rng),
        SolverKind::Folded => steps::fold(task, shows, rng),
        SolverKind::Unannounced => return answers::steps_without_answer(task, shows, rng),
        SolverKind::Revised => return order::revise(task, shows, rng),
        SolverKind::Repeated => return order::repeat(task, shows, rng),
        SolverKind::OutOfOrder => return order::reorder(task, shows, rng),
        SolverKind::Stopped => return order::stop(task, shows, rng),
        SolverKind::MissingAnswer => return order::leave(task, shows, rng),
        SolverKind::Truncated => return order::cut(task, shows, rng),
        SolverKind::ExtraSteps => return order::go_on(task, shows, rng),
        SolverKind::PrematureAnswer => return answers::answer_early(task, form, rng),
        SolverKind::AnswerOfAnotherStep => return answers::answer_another(task, shows, rng),
        SolverKind::AnswerMiscopied => return answers::miscopy(task, shows, rng),
        SolverKind::AnswerUnexplained => return answers::contradict(task, shows, rng),
        _ => steps::fail_at_rate(task, solver, shows, rng),
    };
    Some(Script::of(state?).with_answer(task))
}

/// Returns the first following item of the same seed whose inputs all differ from those of `item`.
/// Returns `None` if none of the next [`OTHER_ITEMS`] items is such an item. Near the maximum
/// index, preceding items are tried.
fn other_item(item: &Item) -> Option<Item> {
    let generator = Generator::new(item.spec).ok()?;
    let index = |by| item.index.checked_add(by).or_else(|| item.index.checked_sub(by));
    (1..=OTHER_ITEMS).filter_map(|by| generator.item(item.seed, index(by)?).ok()).find(|other| {
        (1..item.procedure.first_step()).all(|number| other.value(number) != item.value(number))
    })
}
