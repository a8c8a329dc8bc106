//! Constructs an error of a given kind at one step.

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Op, PAPER_PLACES};

use crate::draw::SeededRng;
use crate::explain::{SingleErrors, alternatives, redone, replaced};
use crate::kind::{Kind, Slip};
use crate::slip::Written;
use crate::task::{SolverTask, Source, StepExpression, truncate, unit};
use crate::truth::Cause;
use crate::worker::{Line, Memory};

/// The kinds that [`Kind::Mixed`] draws from. Wrong operands and arithmetic errors are more
/// frequent than the rest.
const MIXED: [Kind; 9] = [
    Kind::WrongOperand,
    Kind::WrongOperand,
    Kind::WrongOperand,
    Kind::Swapped,
    Kind::WrongOperation,
    Kind::Slip(Slip::OffByOne),
    Kind::Slip(Slip::Digit),
    Kind::Slip(Slip::Digit),
    Kind::Slip(Slip::Carry),
];

/// A step with an error.
#[derive(Clone)]
struct ErroneousStep {
    cause: Cause,
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
    /// Creates an error: from the solver's values `own_values`, the expression `work` gets the
    /// result `value`.
    fn new(
        task: &SolverTask<'_>,
        own_values: &[Number],
        cause: Cause,
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
    kind: Kind,
    number: u16,
    memory: &Memory,
    shows_operands: bool,
    draw: &mut SeededRng,
) -> Option<Line> {
    if kind == Kind::Mixed {
        let kinds = draw.shuffled(MIXED);
        return kinds
            .into_iter()
            .find_map(|kind| fail(task, kind, number, memory, shows_operands, draw));
    }
    let own_values = memory.own_values();
    let following = task.following(number, own_values);
    let mut faults = all_faults(task, kind, number, memory, shows_operands);
    faults.retain(|fault| {
        let is_whole = fault.value.is_integer() || kind == Kind::Rounded;
        !following.contains(&fault.value)
            && fault.value != *task.value(number)
            && task.leads_on(number, &fault.value)
            && (is_whole || task.arithmetic != Arithmetic::Integer)
    });
    if kind == Kind::Unexplained {
        let explained = SingleErrors::new(task, number, own_values);
        faults.retain(|fault| explained.explain(&fault.value, &task.text(&fault.value)).is_empty());
    }
    let fault = draw.take(faults)?;
    let text = fault.text.unwrap_or_else(|| task.text(&fault.value));
    // Written operands show which operands and operation were used. Then only the kinds of
    // arithmetic errors and rounding can be confused with each other.
    let explained = SingleErrors::new(task, number, own_values);
    let alternatives = match (&fault.cause, shows_operands) {
        (_, false) => alternatives(explained.explain(&fault.value, &text), &fault.cause),
        (Cause::Slip(_) | Cause::Rounded, true) => {
            alternatives(explained.miscounted(&fault.value, &text), &fault.cause)
        }
        (_, true) => Vec::new(),
    };
    let mut operands = memory.operand_texts(task, fault.work);
    if let Some((place, misread)) = fault.misread {
        operands[place] = misread;
    }
    Some(Line {
        number,
        work: fault.work,
        op: fault.op,
        operands,
        value: fault.value,
        text,
        cause: Some(fault.cause),
        alternatives,
    })
}

fn all_faults(
    task: &SolverTask<'_>,
    kind: Kind,
    number: u16,
    memory: &Memory,
    shows_operands: bool,
) -> Vec<ErroneousStep> {
    let own_values = memory.own_values();
    match kind {
        // Without written operands, no reader could see from which step a wrong operand comes.
        Kind::WrongOperand if task.is_unchained() && !shows_operands => Vec::new(),
        Kind::WrongOperand => wrong_operands(task, number, memory, shows_operands),
        Kind::ForeignOperand if shows_operands => foreign_operands(task, number, memory),
        Kind::Swapped => redo(task, number, own_values, |cause| *cause == Cause::Swapped),
        Kind::WrongOperation => {
            let mut all = redo(task, number, own_values, |cause| *cause != Cause::Swapped);
            // Half of the errors take the usual meaning of the sign, as models most often do.
            let usual = usual_reading(task, number, &all);
            all.extend(usual.into_iter().cycle().take(all.len()));
            all
        }
        Kind::Slip(Slip::Other) if !shows_operands => Vec::new(),
        Kind::Slip(slip) => slips(task, number, own_values, slip, &Cause::Slip(slip)),
        Kind::Unexplained if !shows_operands => {
            slips(task, number, own_values, Slip::Other, &Cause::Unexplained)
        }
        Kind::Rounded if number < task.last() => roundings(task, number, own_values),
        _ => Vec::new(),
    }
}

/// Returns errors in which another value within reach replaces an operand. The step then has either
/// the name of that value or the correct name. If no names are written, only the value differs.
fn wrong_operands(
    task: &SolverTask<'_>,
    number: u16,
    memory: &Memory,
    shows_operands: bool,
) -> Vec<ErroneousStep> {
    let own_values = memory.own_values();
    let right = task.work(number);
    let mut all = Vec::new();
    for (place, taken, work) in replaced(task, number) {
        let Some(value) = task.compute(work, own_values) else {
            continue;
        };
        let Some(taken) = taken else {
            all.push(ErroneousStep::new(
                task,
                own_values,
                Cause::WrongOperand(Vec::new()),
                work,
                value,
            ));
            continue;
        };
        let alike = || {
            let misread = &own_values[usize::from(taken) - 1];
            let is_alike = |other: &u16| own_values[usize::from(*other) - 1] == *misread;
            Cause::WrongOperand(task.earlier(number).filter(is_alike).collect())
        };
        if let StepExpression::Look { .. } = right {
            all.push(ErroneousStep::new(task, own_values, alike(), work, value));
            continue;
        }
        let named = Cause::WrongOperand(vec![taken]);
        all.push(ErroneousStep::new(task, own_values, named, work, value.clone()));
        if shows_operands {
            let misread = Some((place, memory.text(taken)));
            let fault = ErroneousStep::new(task, own_values, alike(), work, value);
            all.push(ErroneousStep { work: right, misread, ..fault });
        }
    }
    all
}

/// Returns errors that change one digit of an operand. The new value must differ from all other
/// available operands.
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
        if let Source::Constant(_) = operand {
            continue;
        }
        let misread =
            Written::new(&texts[place]).map(|written| written.slips(Slip::Digit, task.modulus()));
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
                ..ErroneousStep::new(task, own_values, Cause::WrongOperand(Vec::new()), work, value)
            }));
        }
    }
    all
}

/// Returns the operands available at a step: the solver's values. If steps take no values, these
/// are the operands of all steps.
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
    is_wanted: impl Fn(&Cause) -> bool,
) -> Vec<ErroneousStep> {
    redone(task, number, own_values)
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
    let reads = |fault: &&ErroneousStep| fault.cause == Cause::WrongOperation(join.sign);
    all.iter().find(reads).cloned()
}

/// Returns errors with an incorrect result of the correct operation.
fn slips(
    task: &SolverTask<'_>,
    number: u16,
    own_values: &[Number],
    slip: Slip,
    cause: &Cause,
) -> Vec<ErroneousStep> {
    let work = task.work(number);
    let Some(right) = task.compute(work, own_values).map(|value| task.text(&value)) else {
        return Vec::new();
    };
    let Some(written) = Written::new(&right) else {
        return Vec::new();
    };
    // Several kinds of arithmetic errors may fit one value. `Slip::Other` requires that no other
    // kind fits.
    let explained = SingleErrors::new(task, number, own_values);
    let is_plain = |value: &Number| {
        slip != Slip::Other || explained.miscounted(value, &task.text(value)).is_empty()
    };
    let values = written.slips(slip, task.modulus()).into_iter().filter(is_plain);
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
    let fault = |(text, value)| ErroneousStep {
        text: Some(text),
        ..ErroneousStep::new(task, own_values, Cause::Rounded, task.work(number), value)
    };
    all.into_iter().map(fault).collect()
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
