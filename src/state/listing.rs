//! The procedure as set text: one row a value.

use stepfall_procedure::{Condition, Item};
use stepfall_text::{op_sign, typeset};

/// A value of the procedure and how it comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The value's name.
    pub(crate) name: String,
    /// What the step does; nothing for an input.
    pub(crate) expression: Option<String>,
    /// The exact value.
    pub(crate) value: String,
    /// Whether the answer depends on it.
    pub(crate) live: bool,
}

/// All values in order, the two inputs first, as the condition has them.
pub(crate) fn rows(item: &Item, condition: Condition) -> Vec<Row> {
    let sources = (condition == Condition::Copy).then(|| item.copy_sources());
    let live = item.procedure.live();
    let values = item.values_under(condition);
    let value = |position: usize| typeset(&item.procedure.arithmetic.value_text(&values[position]));
    let inputs = (1..=2).map(|number| Row {
        name: item.name(number),
        expression: None,
        value: value(usize::from(number) - 1),
        live: true,
    });
    let steps = (3..).zip(&item.procedure.steps).map(|(number, step)| {
        let position = usize::from(number) - 3;
        let expression = match &sources {
            Some(sources) => item.name(sources[position]),
            None => format!(
                "{} {} {}",
                item.operand_text(step.left),
                op_sign(step.op),
                item.operand_text(step.right)
            ),
        };
        Row {
            name: item.name(number),
            expression: Some(expression),
            value: value(position + 2),
            live: live[position],
        }
    });
    inputs.chain(steps).collect()
}

/// A value that is too long for its column, by its beginning and its end; nothing where it fits.
pub(crate) fn shortened(value: &str) -> Option<String> {
    /// The most characters that a column has room for, and how many are left before and after what is left out.
    const MOST: usize = 14;
    const LEFT: (usize, usize) = (7, 4);
    let count = value.chars().count();
    let part = |from: usize, to: usize| value.chars().skip(from).take(to - from);
    (count > MOST)
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
        let condition = Condition::Primed { steps: 4, faults: 1 };
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
            let live = rows.iter().skip(2).filter(|row| row.live).count();
            assert_eq!(live, usize::from(item.live_depth()));
        }
    }
}
