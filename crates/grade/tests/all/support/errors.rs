//! Transcripts with an error whose position and cause are known.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use stepfall_procedure::{Arithmetic, Condition, Item, Op, Operand};

use super::forms::Form;
use super::items::{condition, item};
use super::trace::{StepError, Trace, trace};

/// Generates an error and the position of its step. The error may be impossible at that step.
fn step_error() -> impl Strategy<Value = (Index, StepErrorSeed)> {
    let seed = prop_oneof![
        3 => (any::<Index>(), any::<bool>()).prop_map(|(took, left)| StepErrorSeed::Operand(took, left)),
        1 => Just(StepErrorSeed::Other(StepError::Swapped)),
        1 => select(&Op::ALL[..]).prop_map(|op| StepErrorSeed::Other(StepError::Operation(op))),
        1 => Just(StepErrorSeed::Other(StepError::Sign)),
        // Whole numbers, because a smaller difference may be a rounding.
        2 => prop_oneof![Just(10i64), Just(-10), Just(100), Just(1), Just(-1), -40i64..40].prop_map(|off| StepErrorSeed::Other(StepError::ArithmeticError(off))),
    ];
    (any::<Index>(), seed)
}

/// An error whose step is not yet known.
#[derive(Debug, Clone, Copy)]
enum StepErrorSeed {
    Operand(Index, bool),
    Other(StepError),
}

impl StepErrorSeed {
    fn at(self, item: &Item, number: u16) -> Option<StepError> {
        match self {
            Self::Other(error) => Some(error),
            Self::Operand(index, left) => {
                let reach = u16::from(item.spec.look_back.reach());
                let near = number.saturating_sub(reach).max(1);
                let step = item.procedure.steps[usize::from(number) - 3];
                let own = if left { step.left } else { step.right };
                let took = near + u16::try_from(index.index(usize::from(number - near))).ok()?;
                (own != Operand::Value(took)).then_some(StepError::Operand { took, left })
            }
        }
    }
}

/// Generates an item of at most `most` steps, and a trace with one error.
pub(crate) fn with_one_error(
    most: u16,
) -> impl Strategy<Value = (Item, Condition, u16, StepError, Trace)> {
    let conditions = prop_oneof![3 => Just(Condition::Trace), 1 => Just(Condition::Free), 1 => Just(Condition::Unchained), 1 => Just(Condition::Copy), 1 => Just(Condition::Exception), 1 => Just(Condition::Remapped)];
    (item(most), conditions, step_error()).prop_filter_map(
        "the step has no such error",
        |(item, condition, (at, seed))| {
            let number = u16::try_from(at.index(item.procedure.steps.len()) + 3).ok()?;
            let error = seed.at(&item, number)?;
            let is_whole = matches!(
                item.procedure.arithmetic,
                Arithmetic::Integer | Arithmetic::Modular { .. }
            );
            if error == StepError::ArithmeticError(0)
                || (matches!(error, StepError::ArithmeticError(-9..=9)) && !is_whole)
            {
                return None;
            }
            let trace = trace(&item, condition, Some((number, error)))?;
            Some((item, condition, number, error, trace))
        },
    )
}

/// Generates a transcript in one of these forms, correct or with an error.
pub(crate) fn transcript(
    forms: &'static [Form],
) -> impl Strategy<Value = (Item, Condition, Vec<String>)> {
    let correct = (item(25), condition()).prop_map(|(item, condition)| {
        let trace = trace(&item, condition, None).unwrap();
        (item, condition, trace)
    });
    let incorrect =
        with_one_error(25).prop_map(|(item, condition, _, _, trace)| (item, condition, trace));
    (prop_oneof![1 => correct, 2 => incorrect], select(forms)).prop_map(
        |((item, condition, trace), form)| {
            let lines = form.write(&trace, item.spec.names);
            (item, condition, lines)
        },
    )
}
