//! The lines that stand in a history as if a model had written them.

use stepfall_number::Number;
use stepfall_procedure::{Item, Operand};

/// The lines of the first steps, from values that may be slips.
pub(crate) fn history(item: &Item, steps: u16, faults: u16) -> String {
    let values = item.primed_values(steps, faults);
    let last = u16::try_from(values.len()).unwrap_or(u16::MAX);
    (3..=last).map(|number| line(item, number, &values)).collect::<Vec<_>>().join("\n")
}

/// The line of a step as `Condition::Trace` asks for it, from own values.
fn line(item: &Item, number: u16, own: &[Number]) -> String {
    let step = item.procedure.steps[usize::from(number) - 3];
    let arithmetic = item.procedure.arithmetic;
    let value = |operand| match operand {
        Operand::Value(number) => own
            .get(usize::from(number) - 1)
            .map(|value| arithmetic.value_text(value))
            .unwrap_or_default(),
        Operand::Constant(_) => item.operand_text(operand),
    };
    let in_brackets = |text: String| {
        if text.starts_with('-') || text.contains('/') { format!("({text})") } else { text }
    };
    let [left, right] = [step.left, step.right].map(|operand| in_brackets(value(operand)));
    let result = own.get(usize::from(number) - 1).map(|value| arithmetic.value_text(value));
    format!(
        "{} = {} {sign} {} = {left} {sign} {right} = {}",
        item.name(number),
        item.operand_text(step.left),
        item.operand_text(step.right),
        result.unwrap_or_default(),
        sign = step.op.symbol(),
    )
}
