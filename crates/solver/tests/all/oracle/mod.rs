//! An independent derivation of the truth. Statuses follow from comparing claimed values with the
//! correct values and with the solver's values. Modes follow from statuses and answers. Claims are
//! read from the text of the two plainest forms.

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, Op, RequestedSteps};
use stepfall_solver::{
    Cause, Form, Kind, Location, Mode, ReadAnswer, Simulation, Solver, Status, Truth, simulate,
};

type Outcome = Result<(), String>;

/// Returns every kind in every form.
pub(crate) fn pairs() -> impl Iterator<Item = (Kind, Form)> {
    Kind::ALL.into_iter().flat_map(|kind| Form::ALL.map(|form| (kind, form)))
}

/// Simulates, and checks the result.
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

/// Checks the truth of a simulation.
fn check(item: &Item, condition: Condition, simulation: &Simulation, form: Form) -> Outcome {
    let truth = &simulation.truth;
    if !truth.modes.contains(&truth.primary) {
        return Err("the primary mode does not hold".to_owned());
    }
    if truth.modes == [Mode::WrongItem] {
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
    let asks = item.requested_steps(condition);
    for (position, step) in truth.steps.iter().enumerate() {
        let following = following(item, &asks, position, &own);
        let right = &values[inputs + position];
        let expected = match (&step.claimed, step.status) {
            (None, Status::NotShown) => {
                own.push(following[0].clone());
                continue;
            }
            (None, Status::Skipped) => {
                own.push(own[own.len() - 1].clone());
                continue;
            }
            (None, Status::NotReached) => break,
            (None, _) => return Err(format!("S{} is not claimed", step.number)),
            (Some(value), _) => match (value == right, following.contains(value)) {
                (true, true) => Some(Status::Right),
                (true, false) => Some(Status::Recovered),
                (false, true) => Some(Status::Inherited),
                (false, false) => None,
            },
        };
        let is_root = truth.roots.iter().any(|root| root.place == Location::Step(step.number));
        if expected.is_some_and(|status| status != step.status) || is_root != expected.is_none() {
            return Err(format!("S{} is {:?}, not {:?}", step.number, expected, step.status));
        }
        let is_wrong = |number: u16| {
            usize::from(number) > inputs
                && own[usize::from(number) - 1] != values[usize::from(number) - 1]
        };
        let takes_wrong = item.links_under(&asks, step.number).any(is_wrong);
        if step.by_cancellation != (takes_wrong && step.status == Status::Right) {
            return Err(format!("S{} is not right by cancellation", step.number));
        }
        own.extend(step.claimed.clone());
    }
    Ok(())
}

/// Returns the values that follow from the solver's values. For an uneven division of whole numbers
/// these are the fraction, the nearest whole number and the whole number towards zero.
fn following(item: &Item, asks: &RequestedSteps, position: usize, own: &[Number]) -> Vec<Number> {
    if let RequestedSteps::LookUps(look_ups) = asks {
        let looked_up = &own[own.len() - 1];
        let entries = look_ups.entries(look_ups.table(position).unwrap());
        let number = |code: u16| Number::integer(code.into());
        let fits = entries.filter(|(from, _)| number(*from) == *looked_up);
        return fits.map(|(_, to)| number(to)).collect();
    }
    let number = item.procedure.number_at(position);
    let [left, right] = item.operand_values(asks, number, own).unwrap();
    let op = asks.meant(item.printed_op(asks, number).unwrap(), &left, &right);
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
    let all_steps_right = condition != Condition::Unchained
        || truth.steps.iter().all(|step| step.status == Status::Right);
    let (first, last) =
        (truth.first == right && all_steps_right, truth.last == right && all_steps_right);
    let has = |status| truth.steps.iter().any(|step| step.status == status);
    let root = |is: &dyn Fn(&Cause) -> bool| truth.roots.iter().any(|root| is(&root.cause));
    let expected = [
        (Mode::MissingAnswer, truth.first == ReadAnswer::None),
        (Mode::SelfCorrected, truth.first != ReadAnswer::None && !first && last),
        (Mode::TalkedOut, first && !last),
        (Mode::UnderExecuted, has(Status::NotReached)),
        (Mode::LostOperand, has(Status::WrongOperand)),
        (
            Mode::LostOperation,
            has(Status::WrongOperation) || has(Status::WrongTable) || has(Status::Swapped),
        ),
        (Mode::Slipped, has(Status::Slip) || root(&|cause| *cause == Cause::AnswerSlip)),
        (Mode::Folded, has(Status::NotShown) && !has(Status::Skipped)),
        (
            Mode::WrongWorkNotShown,
            truth.steps.is_empty() && truth.first != ReadAnswer::None && !first,
        ),
        (Mode::LostPrecision, !truth.roots.is_empty() && !root(&|cause| *cause != Cause::Rounded)),
        (Mode::Followed, first && last && truth.roots.is_empty()),
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
