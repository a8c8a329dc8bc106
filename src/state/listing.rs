//! The procedure as formatted text, with one row per value.

use stepfall_procedure::{Condition, Item, Operand, RequestedSteps, Step};
use stepfall_text::{op_joined, typeset};

/// A value of the procedure with its computation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The step as the prompt writes it; `None` for an input.
    pub(crate) expression: Option<String>,
    /// The step with the values of its operands and the intended operation; `None` for an input,
    /// and if the prompt already writes the step with values.
    pub(crate) with_values: Option<String>,
    /// The exact value.
    pub(crate) value: String,
    /// True for an input, for a step that the answer depends on, and for every step under
    /// `unchained` and `copy`.
    pub(crate) is_live: bool,
}

/// Returns all values in order under a condition, with the inputs first. The prompt may omit some
/// inputs ([`first_number`]).
pub(crate) fn rows(item: &Item, condition: Condition) -> Vec<Row> {
    let requested = item.requested_steps(condition);
    let live = item.procedure.live_flags();
    let all_count = matches!(requested, RequestedSteps::Unchained(_) | RequestedSteps::LookUps(_));
    let values = item.values_under(condition);
    let texts: Vec<String> =
        values.iter().map(|value| typeset(&item.value_text_under(condition, value))).collect();
    let inputs = texts.iter().zip(1..item.procedure.first_step()).map(|(value, number)| Row {
        name: item.name(number),
        expression: None,
        with_values: None,
        value: value.clone(),
        is_live: true,
    });
    let first = item.procedure.first_step();
    let steps = (first..).zip(&item.procedure.steps);
    let steps = steps.zip(texts.iter().skip(item.procedure.inputs.len()));
    let steps = steps.map(|((number, step), value)| {
        let operands = item.operand_values(&requested, number, &values);
        let operands = operands.into_iter().flatten();
        let operands: Vec<String> =
            operands.map(|value| typeset(&item.value_text_under(condition, &value))).collect();
        let (expression, with_values) =
            prompt_texts_of_step(item, &requested, number, *step, &operands);
        Row {
            name: item.name(number),
            expression: Some(expression),
            with_values,
            value: value.clone(),
            is_live: all_count || live[usize::from(number - first)],
        }
    });
    inputs.chain(steps).collect()
}

/// Returns the number of the first value in a prompt of this condition.
pub(crate) fn first_number(item: &Item, condition: Condition) -> u16 {
    item.inputs_under(condition).start
}

/// Returns a step as the prompt writes it. If the prompt names the operands, also returns the step
/// with their values.
fn prompt_texts_of_step(
    item: &Item,
    requested: &RequestedSteps,
    number: u16,
    step: Step,
    values: &[String],
) -> (String, Option<String>) {
    let name = |operand: Operand| typeset(&item.operand_text(operand));
    // Constants are written without decimal places, even if values have them.
    let value = |side: usize, operand: Operand| match operand {
        Operand::Constant(_) => name(operand),
        Operand::Value(_) => values.get(side).cloned().unwrap_or_default(),
    };
    let (left, right) = (value(0, step.left), value(1, step.right));
    match requested {
        RequestedSteps::LookUps(look_ups) => {
            let table = look_ups.table_name(item.procedure.position_of(number).unwrap_or_default());
            let looked_up = values.first().map(|value| format!("{table}({value})"));
            (format!("{table}({})", item.name(number - 1)), looked_up)
        }
        RequestedSteps::Unchained(_) => (
            op_joined(step.op, &parenthesize_if_signed(left), &parenthesize_if_signed(right)),
            None,
        ),
        RequestedSteps::Procedure | RequestedSteps::Exception(_) | RequestedSteps::Remapped(_) => {
            let printed = item.printed_op(requested, number).unwrap_or(step.op);
            let wrapped = |text: String| {
                if text.starts_with('−') && !printed.is_function() {
                    format!("({text})")
                } else {
                    text
                }
            };
            (
                op_joined(printed, &name(step.left), &wrapped(name(step.right))),
                Some(op_joined(step.op, &left, &wrapped(right))),
            )
        }
    }
}

/// Puts a negative number or a fraction in parentheses, since it would be misread next to a sign.
fn parenthesize_if_signed(text: String) -> String {
    if text.starts_with('−') || text.contains('/') { format!("({text})") } else { text }
}

/// Shortens a value that is too long for its column to its beginning and end; `None` if it fits.
pub(crate) fn shortened(value: &str) -> Option<String> {
    /// The maximum number of characters in a column.
    const MAX_CHARACTERS: usize = 14;
    /// The numbers of characters that are kept before and after the ellipsis.
    const LEFT: (usize, usize) = (7, 4);
    let count = value.chars().count();
    let part = |from: usize, to: usize| value.chars().skip(from).take(to - from);
    (count > MAX_CHARACTERS)
        .then(|| part(0, LEFT.0).chain(['…']).chain(part(count - LEFT.1, count)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::{Arithmetic, Generator, Seed, Spec};

    #[test]
    fn long_values_keep_their_ends() {
        assert_eq!(shortened("−332042341/150"), None);
        let long = "−332042341/150750750";
        assert_eq!(shortened(long).as_deref(), Some("−332042…0750"));
    }

    #[test]
    fn rows_after_a_history_follow_from_it() {
        let spec = Spec::new(Arithmetic::Modular { modulus: 97 });
        let item = Generator::new(spec).unwrap().item(Seed::wrapping(42), 0).unwrap();
        let condition = Condition::Primed { steps: 4, errors: 1 };
        let rows = rows(&item, condition);
        assert_ne!(rows[..6], super::rows(&item, Condition::Trace)[..6]);
        assert_eq!(rows.last().unwrap().value, typeset(&item.expected_text(condition)));
    }

    #[test]
    fn rows_end_in_the_expected_answer_under_every_condition() {
        let generator = Generator::new(Spec { dead: 20, ..Spec::default() }).unwrap();
        let item = generator.item(Seed::wrapping(42), 0).unwrap();
        for condition in Condition::PLAIN {
            let rows = rows(&item, condition);
            assert_eq!(rows.len(), 27);
            let expected = typeset(&item.expected_text(condition));
            assert_eq!(rows.last().map(|row| row.value.clone()), Some(expected));
            let live = rows.iter().skip(2).filter(|row| row.is_live).count();
            let is_whole = matches!(condition, Condition::Unchained | Condition::Copy);
            assert_eq!(live, if is_whole { 25 } else { usize::from(item.live_depth()) });
        }
    }

    #[test]
    fn rows_write_the_steps_as_the_prompt_does() {
        let item = Generator::new(Spec { steps: 8, ..Spec::default() }).unwrap();
        let item = item.item(Seed::wrapping(42), 0).unwrap();
        for condition in [
            Condition::Trace,
            Condition::Unchained,
            Condition::Copy,
            Condition::Exception,
            Condition::Remapped,
        ] {
            let listed = item.text_under(condition).replace('*', "×").replace(" / ", " ÷ ");
            let rows = rows(&item, condition);
            for row in rows.iter().skip(usize::from(first_number(&item, condition)) - 1) {
                let right = row.expression.as_ref().unwrap_or(&row.value);
                let line = format!("{} = {right}", row.name);
                let is_listed = listed.lines().any(|listed| typeset(listed) == line);
                assert!(is_listed, "{condition}: {line}\n{listed}");
            }
            let has_values = rows.iter().skip(2).all(|row| row.with_values.is_some());
            assert_eq!(has_values, condition != Condition::Unchained, "{condition}");
        }
        // A prompt that gives signs another meaning does not change the intended computation.
        let computed = |condition| -> Vec<Option<String>> {
            rows(&item, condition).into_iter().map(|row| row.with_values).collect()
        };
        assert_eq!(computed(Condition::Remapped), computed(Condition::Trace));
        assert_eq!(computed(Condition::Exception), computed(Condition::Trace));
    }
}
