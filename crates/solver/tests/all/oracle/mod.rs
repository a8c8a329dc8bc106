//! An independent derivation of the truth. Statuses follow from comparing claimed values with the
//! correct values and with the solver's values. Modes follow from statuses and answers. Claims are
//! read from the text of the two plainest forms.

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, Op, RequestedSteps};
use stepfall_solver::{
    Form, Location, ReadAnswer, Simulation, Solver, SolverKind, TrueCause, TrueMode, TrueStatus,
    Truth, simulate,
};

type Outcome = Result<(), String>;

/// Returns all pairs of a kind and a form.
pub(crate) fn pairs() -> impl Iterator<Item = (SolverKind, Form)> {
    SolverKind::ALL.into_iter().flat_map(|kind| Form::ALL.map(|form| (kind, form)))
}

/// Runs a simulation, and panics if its truth is inconsistent. Returns `None` if the simulation is
/// impossible.
pub(crate) fn checked(
    item: &Item,
    condition: Condition,
    solver: Solver,
    form: Form,
    seed: u64,
) -> Option<Simulation> {
    let simulation = simulate(item, condition, &solver, form, seed)?;
    if let Err(problem) = check(item, condition, &simulation, form) {
        let Simulation { transcript, truth } = &simulation;
        let name = solver.kind.slug();
        panic!("{name}: {problem}\n{}\n\n{transcript}\n\n{}", item.text(), truth.label());
    }
    Some(simulation)
}

/// Returns the first inconsistency in the truth of a simulation as an error.
fn check(item: &Item, condition: Condition, simulation: &Simulation, form: Form) -> Outcome {
    let truth = &simulation.truth;
    if !truth.modes.contains(&truth.primary) {
        return Err("the primary mode does not hold".to_owned());
    }
    if truth.modes == [TrueMode::WrongItem] {
        return if truth.steps.is_empty() {
            Ok(())
        } else {
            Err("steps of another item".to_owned())
        };
    }
    if !truth.steps.is_empty() {
        statuses(item, condition, truth)?;
    }
    modes(item, condition, truth)?;
    claims(item, simulation, form)
}

/// Checks every status, from the claimed values alone.
fn statuses(item: &Item, condition: Condition, truth: &Truth) -> Outcome {
    let values = item.values_under(condition);
    let inputs = item.procedure.inputs.len();
    let mut own: Vec<Number> = values[..inputs].to_vec();
    if truth.steps.len() != item.procedure.steps.len() {
        return Err("there is not one status for each step".to_owned());
    }
    let requested = item.requested_steps(condition);
    for (position, step) in truth.steps.iter().enumerate() {
        let following = following(item, &requested, position, &own);
        let right = &values[inputs + position];
        let expected = match (&step.claimed, step.status) {
            (None, TrueStatus::NotShown) => {
                own.push(following[0].clone());
                continue;
            }
            (None, TrueStatus::Skipped) => {
                own.push(own[own.len() - 1].clone());
                continue;
            }
            (None, TrueStatus::NotReached) => break,
            (None, _) => return Err(format!("S{} is not claimed", step.number)),
            (Some(value), _) => match (value == right, following.contains(value)) {
                (true, true) => Some(TrueStatus::Correct),
                (true, false) => Some(TrueStatus::Recovered),
                (false, true) => Some(TrueStatus::Inherited),
                (false, false) => None,
            },
        };
        let is_root = truth.roots.iter().any(|root| root.place == Location::Step(step.number));
        if expected.is_some_and(|status| status != step.status) || is_root != expected.is_none() {
            return Err(format!("S{} is {:?}, not {:?}", step.number, expected, step.status));
        }
        let is_incorrect = |number: u16| {
            usize::from(number) > inputs
                && own[usize::from(number) - 1] != values[usize::from(number) - 1]
        };
        let takes_incorrect = item.links_under(&requested, step.number).any(is_incorrect);
        if step.by_cancellation != (takes_incorrect && step.status == TrueStatus::Correct) {
            return Err(format!("S{} is not right by cancellation", step.number));
        }
        own.extend(step.claimed.clone());
    }
    Ok(())
}

/// Returns the values that follow from the solver's values at the step with this position, from 0.
/// For an uneven division of whole numbers these are the fraction, the nearest whole number and the
/// whole number towards zero.
fn following(
    item: &Item,
    requested: &RequestedSteps,
    position: usize,
    own: &[Number],
) -> Vec<Number> {
    if let RequestedSteps::LookUps(look_ups) = requested {
        let looked_up = &own[own.len() - 1];
        let entries = look_ups.entries(look_ups.table(position).unwrap());
        let number = |code: u16| Number::integer(code.into());
        let fits = entries.filter(|(from, _)| number(*from) == *looked_up);
        return fits.map(|(_, to)| number(to)).collect();
    }
    let number = item.procedure.number_at(position);
    let [left, right] = item.operand_values(requested, number, own).unwrap();
    let op = requested.meaning(item.printed_op(requested, number).unwrap(), &left, &right);
    let arithmetic = item.procedure.arithmetic;
    let Ok(exact) = arithmetic.apply(op, &left, &right, Budget::default()) else {
        return Vec::new();
    };
    let mut all = vec![exact.clone()];
    if let (Arithmetic::Integer, Op::Div, Some((top, bottom))) =
        (arithmetic, op, exact.to_fraction())
    {
        all.push(exact.round(0));
        all.push(Number::integer(top / bottom));
    }
    all
}

/// Checks the modes, which follow from statuses, roots and answers.
fn modes(item: &Item, condition: Condition, truth: &Truth) -> Outcome {
    let right = ReadAnswer::Value(item.expected(condition));
    let all_steps_correct = condition != Condition::Unchained
        || truth.steps.iter().all(|step| step.status == TrueStatus::Correct);
    let (first, last) =
        (truth.first == right && all_steps_correct, truth.last == right && all_steps_correct);
    let has = |status| truth.steps.iter().any(|step| step.status == status);
    let root = |is: &dyn Fn(&TrueCause) -> bool| truth.roots.iter().any(|root| is(&root.cause));
    let expected = [
        (TrueMode::MissingAnswer, truth.first == ReadAnswer::None),
        (TrueMode::SelfCorrected, truth.first != ReadAnswer::None && !first && last),
        (TrueMode::TalkedOut, first && !last),
        (TrueMode::UnderExecuted, has(TrueStatus::NotReached)),
        (TrueMode::LostOperand, has(TrueStatus::WrongOperand)),
        (
            TrueMode::LostOperation,
            has(TrueStatus::WrongOperation)
                || has(TrueStatus::WrongTable)
                || has(TrueStatus::Swapped),
        ),
        (
            TrueMode::Slipped,
            has(TrueStatus::ArithmeticError)
                || root(&|cause| *cause == TrueCause::AnswerArithmeticError),
        ),
        (TrueMode::Folded, has(TrueStatus::NotShown) && !has(TrueStatus::Skipped)),
        (
            TrueMode::WrongWorkNotShown,
            truth.steps.is_empty() && truth.first != ReadAnswer::None && !first,
        ),
        (
            TrueMode::LostPrecision,
            !truth.roots.is_empty() && !root(&|cause| *cause != TrueCause::Rounded),
        ),
        (TrueMode::Followed, first && last && truth.roots.is_empty()),
    ];
    for (mode, holds) in expected {
        if truth.modes.contains(&mode) != holds {
            return Err(format!("{} holds: {holds}", mode.slug()));
        }
    }
    Ok(())
}

/// Checks the claims: in the two forms with a plain line for each step, the last written value of a
/// step is the claimed one.
fn claims(item: &Item, simulation: &Simulation, form: Form) -> Outcome {
    if !matches!(form, Form::Trace | Form::ValueLines) {
        return Ok(());
    }
    for step in &simulation.truth.steps {
        let start = format!("{} = ", item.name(step.number));
        let line = simulation.transcript.lines().rfind(|line| line.starts_with(&start));
        let value = line.and_then(|line| line.rsplit(" = ").next()?.parse::<Number>().ok());
        if value != step.claimed {
            return Err(format!("S{} is written as {line:?}", step.number));
        }
    }
    Ok(())
}
