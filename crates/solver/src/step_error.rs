//! Constructs an error of a given kind at one step.

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Op, PAPER_PLACES};

use crate::arithmetic_error::Written;
use crate::explain::{SingleErrors, alternatives, operand_replacements, operation_replacements};
use crate::kind::{ArithmeticError, SolverKind};
use crate::rng::SeededRng;
use crate::state::{Line, Memory};
use crate::task::{OperandSource, SolverTask, StepExpression, truncate, unit};
use crate::truth::TrueCause;

/// The kinds that [`SolverKind::Mixed`] draws from. Wrong operands and arithmetic errors are more
/// frequent than the rest.
const MIXED: [SolverKind; 9] = [
    SolverKind::WrongOperand,
    SolverKind::WrongOperand,
    SolverKind::WrongOperand,
    SolverKind::Swapped,
    SolverKind::WrongOperation,
    SolverKind::ArithmeticError(ArithmeticError::OffByOne),
    SolverKind::ArithmeticError(ArithmeticError::Digit),
    SolverKind::ArithmeticError(ArithmeticError::Digit),
    SolverKind::ArithmeticError(ArithmeticError::Carry),
];

/// A step with an error.
#[derive(Clone)]
struct ErroneousStep {
    cause: TrueCause,
    /// The step in its written form.
    work: StepExpression,
    /// The executed operation, or `None` for a look-up.
    op: Option<Op>,
    /// The position and the written value of an operand whose written value does not belong to its
    /// name.
    misread: Option<(usize, String)>,
    value: Number,
    /// The written form of the value; `None` for the usual form.
    text: Option<String>,
}

impl ErroneousStep {
    /// Creates an error in which the expression `work`, computed from the solver's values
    /// `own_values`, gets the result `value`.
    fn new(
        task: &SolverTask<'_>,
        own_values: &[Number],
        cause: TrueCause,
        work: StepExpression,
        value: Number,
    ) -> Self {
        Self { cause, work, op: task.op(work, own_values), misread: None, value, text: None }
    }
}

/// Returns a line with an error for the step with this number, computed from `memory`. Returns
/// `None` if no such error exists.
///
/// An error is always visible at the step: its value does not follow from the solver's values, and
/// does not equal the correct value by chance.
pub(crate) fn fail(
    task: &SolverTask<'_>,
    kind: SolverKind,
    number: u16,
    memory: &Memory,
    shows_operands: bool,
    rng: &mut SeededRng,
) -> Option<Line> {
    if kind == SolverKind::Mixed {
        let kinds = rng.shuffled(MIXED);
        return kinds
            .into_iter()
            .find_map(|kind| fail(task, kind, number, memory, shows_operands, rng));
    }
    let own_values = memory.own_values();
    let following = task.following_values(number, own_values);
    let mut errors = all_errors(task, kind, number, memory, shows_operands);
    errors.retain(|error| {
        let is_whole = error.value.is_integer() || kind == SolverKind::Rounded;
        !following.contains(&error.value)
            && error.value != *task.value(number)
            && task.leads_on(number, &error.value)
            && (is_whole || task.arithmetic != Arithmetic::Integer)
    });
    if kind == SolverKind::Unexplained {
        let explained = SingleErrors::new(task, number, own_values);
        errors.retain(|error| explained.explain(&error.value, &task.text(&error.value)).is_empty());
    }
    let error = rng.take(errors)?;
    let text = error.text.unwrap_or_else(|| task.text(&error.value));
    // Written operands show which operands and operation were used. Then only the kinds of
    // arithmetic errors and rounding can be confused with each other.
    let explained = SingleErrors::new(task, number, own_values);
    let alternatives = match (&error.cause, shows_operands) {
        (_, false) => alternatives(explained.explain(&error.value, &text), &error.cause),
        (TrueCause::ArithmeticError(_) | TrueCause::Rounded, true) => {
            alternatives(explained.arithmetic_causes(&error.value, &text), &error.cause)
        }
        (_, true) => Vec::new(),
    };
    let mut operands = memory.operand_texts(task, error.work);
    if let Some((place, misread)) = error.misread {
        operands[place] = misread;
    }
    Some(Line {
        number,
        expression: error.work,
        op: error.op,
        operands,
        value: error.value,
        text,
        cause: Some(error.cause),
        alternatives,
    })
}

fn all_errors(
    task: &SolverTask<'_>,
    kind: SolverKind,
    number: u16,
    memory: &Memory,
    shows_operands: bool,
) -> Vec<ErroneousStep> {
    let own_values = memory.own_values();
    match kind {
        // Without written operands, no reader could see from which step a wrong operand comes.
        SolverKind::WrongOperand if task.is_unchained() && !shows_operands => Vec::new(),
        SolverKind::WrongOperand => wrong_operands(task, number, memory, shows_operands),
        SolverKind::ForeignOperand if shows_operands => foreign_operands(task, number, memory),
        SolverKind::Swapped => redo(task, number, own_values, |cause| *cause == TrueCause::Swapped),
        SolverKind::WrongOperation => {
            let mut all = redo(task, number, own_values, |cause| *cause != TrueCause::Swapped);
            // At least half of the errors take the usual meaning of the sign, as models most often
            // do.
            let usual = usual_reading(task, number, &all);
            all.extend(usual.into_iter().cycle().take(all.len()));
            all
        }
        SolverKind::ArithmeticError(ArithmeticError::Other) if !shows_operands => Vec::new(),
        SolverKind::ArithmeticError(arithmetic_error) => arithmetic_errors(
            task,
            number,
            own_values,
            arithmetic_error,
            &TrueCause::ArithmeticError(arithmetic_error),
        ),
        SolverKind::Unexplained if !shows_operands => arithmetic_errors(
            task,
            number,
            own_values,
            ArithmeticError::Other,
            &TrueCause::Unexplained,
        ),
        SolverKind::Rounded if number < task.last() => roundings(task, number, own_values),
        _ => Vec::new(),
    }
}

/// Returns errors in which another value within the look-back replaces an operand. The step has the
/// name of that value. If operands are shown, a second error has the correct name with that value.
fn wrong_operands(
    task: &SolverTask<'_>,
    number: u16,
    memory: &Memory,
    shows_operands: bool,
) -> Vec<ErroneousStep> {
    let own_values = memory.own_values();
    let correct = task.work(number);
    let mut all = Vec::new();
    for (place, taken, work) in operand_replacements(task, number) {
        let Some(value) = task.compute(work, own_values) else {
            continue;
        };
        let Some(taken) = taken else {
            all.push(ErroneousStep::new(
                task,
                own_values,
                TrueCause::WrongOperand(Vec::new()),
                work,
                value,
            ));
            continue;
        };
        let alike = || {
            let misread = &own_values[usize::from(taken) - 1];
            let is_alike = |other: &u16| own_values[usize::from(*other) - 1] == *misread;
            TrueCause::WrongOperand(task.earlier(number).filter(is_alike).collect())
        };
        if let StepExpression::Look { .. } = correct {
            all.push(ErroneousStep::new(task, own_values, alike(), work, value));
            continue;
        }
        let named = TrueCause::WrongOperand(vec![taken]);
        all.push(ErroneousStep::new(task, own_values, named, work, value.clone()));
        if shows_operands {
            let misread = Some((place, memory.text(taken)));
            let error = ErroneousStep::new(task, own_values, alike(), work, value);
            all.push(ErroneousStep { work: correct, misread, ..error });
        }
    }
    all
}

/// Returns errors that change one digit of an operand. The new value must differ from all operands
/// that are available at the step.
fn foreign_operands(task: &SolverTask<'_>, number: u16, memory: &Memory) -> Vec<ErroneousStep> {
    let own_values = memory.own_values();
    let work = task.work(number);
    let StepExpression::Compute(join) = work else {
        return Vec::new();
    };
    let (Some(left), Some(right)) =
        (task.operand(join.left, own_values), task.operand(join.right, own_values))
    else {
        return Vec::new();
    };
    let texts = memory.operand_texts(task, work);
    let known = known_operands(task, number, own_values);
    let mut all = Vec::new();
    for (place, operand) in work.operands().into_iter().enumerate() {
        if let OperandSource::Constant(_) = operand {
            continue;
        }
        let misread = Written::new(&texts[place])
            .map(|written| written.arithmetic_errors(ArithmeticError::Digit, task.modulus()));
        let is_foreign = |value: &Number| !known.contains(value);
        for foreign in misread.unwrap_or_default().into_iter().filter(is_foreign) {
            let mut values = [left.clone(), right.clone()];
            values[place] = foreign;
            let [left, right] = &values;
            let Some(op) = task.op_between(work, left, right) else {
                continue;
            };
            all.extend(task.apply(op, left, right).map(|value| ErroneousStep {
                op: Some(op),
                misread: Some((place, task.text(&values[place]))),
                ..ErroneousStep::new(
                    task,
                    own_values,
                    TrueCause::WrongOperand(Vec::new()),
                    work,
                    value,
                )
            }));
        }
    }
    all
}

/// Returns the operands that are available at a step: the solver's values before it, or under
/// `Condition::Unchained` the operands of all steps.
fn known_operands(task: &SolverTask<'_>, number: u16, own_values: &[Number]) -> Vec<Number> {
    if !task.is_unchained() {
        return own_values[..usize::from(number) - 1].to_vec();
    }
    let operands = (task.first()..=task.last()).flat_map(|step| task.work(step).operands());
    operands.filter_map(|operand| task.operand(operand, own_values)).collect()
}

fn redo(
    task: &SolverTask<'_>,
    number: u16,
    own_values: &[Number],
    is_wanted: impl Fn(&TrueCause) -> bool,
) -> Vec<ErroneousStep> {
    operation_replacements(task, number, own_values)
        .into_iter()
        .filter(|(cause, _)| is_wanted(cause))
        .filter_map(|(cause, work)| {
            Some(ErroneousStep::new(task, own_values, cause, work, task.compute(work, own_values)?))
        })
        .collect()
}

/// Returns the error that reads the printed sign of a step with its usual meaning, if the sign has
/// another meaning here.
fn usual_reading(
    task: &SolverTask<'_>,
    number: u16,
    all: &[ErroneousStep],
) -> Option<ErroneousStep> {
    let StepExpression::Compute(join) = task.work(number) else {
        return None;
    };
    let reads = |error: &&ErroneousStep| error.cause == TrueCause::WrongOperation(join.sign);
    all.iter().find(reads).cloned()
}

/// Returns errors with an incorrect result of the correct operation.
fn arithmetic_errors(
    task: &SolverTask<'_>,
    number: u16,
    own_values: &[Number],
    arithmetic_error: ArithmeticError,
    cause: &TrueCause,
) -> Vec<ErroneousStep> {
    let work = task.work(number);
    let Some(correct) = task.compute(work, own_values).map(|value| task.text(&value)) else {
        return Vec::new();
    };
    let Some(written) = Written::new(&correct) else {
        return Vec::new();
    };
    // Several kinds of arithmetic errors may fit one value. `ArithmeticError::Other` requires that
    // no other kind fits.
    let explained = SingleErrors::new(task, number, own_values);
    let is_plain = |value: &Number| {
        arithmetic_error != ArithmeticError::Other
            || explained.arithmetic_causes(value, &task.text(value)).is_empty()
    };
    let values =
        written.arithmetic_errors(arithmetic_error, task.modulus()).into_iter().filter(is_plain);
    values.map(|value| ErroneousStep::new(task, own_values, cause.clone(), work, value)).collect()
}

/// Returns errors whose results differ from the correct one only by rounding.
fn roundings(task: &SolverTask<'_>, number: u16, own_values: &[Number]) -> Vec<ErroneousStep> {
    let Some(exact) = task.exact(number, own_values) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut push = |value: Option<Number>, places: u32| {
        all.extend(value.map(|value| (value.to_fixed(places), value)));
    };
    match task.arithmetic {
        Arithmetic::Decimal { places } => {
            let places = u32::from(places);
            push(Some(exact.round(places - 1)), places - 1);
            push(Some(exact.round(places + 1)), places + 1);
            push(Some(exact.round(places + 2)), places + 2);
            push(wrong_direction(&exact, places), places);
        }
        Arithmetic::Rational => {
            for places in [0, 2, 3, 4] {
                push(Some(exact.round(places)), places);
            }
            push(truncate(&exact, 2), 2);
        }
        Arithmetic::Paper { .. } => {
            for places in 1..=PAPER_PLACES {
                push(Some(exact.round(places)), places);
            }
            push(truncate(&exact, PAPER_PLACES), PAPER_PLACES);
        }
        Arithmetic::Integer | Arithmetic::Modular { .. } => {}
    }
    let error = |(text, value)| ErroneousStep {
        text: Some(text),
        ..ErroneousStep::new(task, own_values, TrueCause::Rounded, task.work(number), value)
    };
    all.into_iter().map(error).collect()
}

/// Returns the value rounded to `places` in the wrong direction; `None` if no rounding is needed.
fn wrong_direction(exact: &Number, places: u32) -> Option<Number> {
    let (nearest, cut) = (exact.round(places), truncate(exact, places)?);
    if cut == *exact {
        return None;
    }
    if cut != nearest {
        return Some(cut);
    }
    let unit = unit(places)?;
    let unit = if exact.is_negative() { unit.neg() } else { unit };
    cut.add(&unit, Budget::default()).ok()
}
