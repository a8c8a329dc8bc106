//! What the first fault of a verdict rests on: the procedure's line beside the answer's.

use stepfall_procedure::{Condition, Operand};
use stepfall_protocol::verdict::{FaultPlace, Mark, Marked, Report, Span};

use super::{Row, Shown, rows};

/// A fault, and what it is seen by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// What is at fault: the name of a step, or the answer.
    pub(crate) name: String,
    /// What the procedure says, with its values.
    pub(crate) procedure: String,
    /// Where the answer says something else; nothing where it says nothing of it.
    pub(crate) answer: Option<Span>,
    /// What may have happened, the likeliest first; empty for what is no value of a step.
    pub(crate) causes: Vec<String>,
}

/// The evidence for the fault that a report names first; nothing where it names none, or one that belongs to no step.
pub(crate) fn evidence(shown: &Shown, report: &Report) -> Option<Evidence> {
    let rows = rows(&shown.item, shown.asked.condition);
    let span = |wanted: &dyn Fn(&Marked) -> bool| {
        report.marks.iter().find(|mark: &&Mark| wanted(&mark.of)).map(|mark| mark.span)
    };
    match &report.visible.root_faults.first()?.place {
        FaultPlace::Step(value) => {
            let position = usize::from(value.number).checked_sub(3)?;
            let step = report.visible.steps.get(position)?;
            let causes = step.causes.iter().map(|cause| cause.sentence(shown.asked.condition));
            Some(Evidence {
                name: value.name.clone(),
                procedure: line(shown, &rows, value.number)?,
                answer: span(
                    &|of| matches!(of, Marked::Step { number, .. } if *number == value.number),
                ),
                causes: causes.collect(),
            })
        }
        FaultPlace::Answer => {
            let last = rows.last()?;
            Some(Evidence {
                name: report.visible.root_faults.first()?.place.name().to_owned(),
                procedure: format!("{} = {}", last.name, last.value),
                answer: span(&|of| matches!(of, Marked::Answer(_))),
                causes: Vec::new(),
            })
        }
        FaultPlace::Equation => None,
    }
}

/// A step with the values of its operands: `S19 = S18 − S14 = 240 − 197 = 43`.
fn line(shown: &Shown, rows: &[Row], number: u16) -> Option<String> {
    let row = rows.get(usize::from(number).checked_sub(1)?)?;
    let expression = row.expression.as_ref()?;
    if shown.asked.condition == Condition::Copy {
        return Some(format!("{} = {expression} = {}", row.name, row.value));
    }
    let step = shown.item.procedure.steps.get(usize::from(number).checked_sub(3)?)?;
    let value = |operand: Operand| match operand {
        Operand::Value(number) => {
            rows.get(usize::from(number).checked_sub(1)?).map(|row| row.value.clone())
        }
        Operand::Constant(constant) => Some(constant.to_string()),
    };
    let right = value(step.right)?;
    let right = if right.starts_with('−') { format!("({right})") } else { right };
    let (left, sign) = (value(step.left)?, stepfall_text::op_sign(step.op));
    Some(format!("{} = {expression} = {left} {sign} {right} = {}", row.name, row.value))
}
