//! The history of [`Condition::Primed`](crate::Condition::Primed): the values of the first steps,
//! some with arithmetic errors.

use std::fmt;

use stepfall_number::{Budget, Number};

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::item::Item;
use crate::op::Op;
use crate::rng::{Key, SeededRng, Stream};

/// The largest arithmetic error, in units of the last place.
const MAX_ERROR: u32 = 9;
/// The maximum number of histories with several errors that are drawn to find an admissible one.
const MAX_HISTORY_DRAWS: u32 = 256;

/// The reason why an item cannot be asked under a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsuitableItem {
    /// The history has as many steps as the procedure, or more.
    Steps {
        /// The number of steps in the history.
        given: u16,
        /// The number of steps in the procedure.
        steps: u16,
    },
    /// The condition needs an input, and the procedure has none.
    NoInput,
    /// The calculator of the condition lacks an operation of the procedure.
    Operation(Op),
    /// A later division leaves a remainder after every possible arithmetic error in the history.
    /// With several errors, this holds for every draw that was tried.
    Uneven {
        /// The number of arithmetic errors in the history.
        errors: u16,
    },
}

impl fmt::Display for UnsuitableItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps { given, steps } => write!(
                f,
                "the history has {given} steps and the procedure has only {steps}; choose a shorter history"
            ),
            Self::Operation(op) => write!(
                f,
                "the calculator has only + - * /, and the procedure needs {op}; choose another condition"
            ),
            Self::NoInput => write!(
                f,
                "the procedure has no input to begin the look-ups with; set the first number on a separate line, or choose another condition"
            ),
            Self::Uneven { errors } => {
                match errors {
                    ..=1 => write!(f, "this item has no error after which")?,
                    _ => write!(
                        f,
                        "of {MAX_HISTORY_DRAWS} draws of {errors} errors for this item there is none after which"
                    )?,
                }
                write!(
                    f,
                    " every division still comes out even, as its prompt says; choose numbers=mod97, where a model can continue after every error, or another item"
                )
            }
        }
    }
}

impl std::error::Error for UnsuitableItem {}

impl Item {
    /// Checks whether the item can be asked under a condition.
    ///
    /// # Errors
    ///
    /// The reason why the item cannot be asked; its message suggests what to do.
    pub fn check_condition(&self, condition: Condition) -> Result<(), UnsuitableItem> {
        if condition == Condition::Copy && self.procedure.inputs.is_empty() {
            return Err(UnsuitableItem::NoInput);
        }
        if matches!(condition, Condition::Calculator | Condition::CalculatorText) {
            let other = self.procedure.steps.iter().find(|step| !step.op.is_drawn());
            return other.map_or(Ok(()), |step| Err(UnsuitableItem::Operation(step.op)));
        }
        let Condition::Primed { steps: given, errors } = condition else {
            return Ok(());
        };
        let steps = u16::try_from(self.procedure.steps.len()).unwrap_or(u16::MAX);
        if !condition.suits(steps) {
            return Err(UnsuitableItem::Steps { given, steps });
        }
        self.history(given, errors).map(|_| ()).ok_or(UnsuitableItem::Uneven { errors })
    }

    /// Returns the inputs and the values of the first `steps` steps, at most all of them.
    ///
    /// In `errors` of these steps the result is off by 1 to 9 units of the last place. Every other
    /// value follows from the values before it. A draw that depends only on the item decides which
    /// steps are off and by how much.
    ///
    /// In whole numbers, a history is admissible only if no later division leaves a remainder. If
    /// there is no such history, or none among 256 draws of several errors ([`Item::check_condition`]), the
    /// values are correct.
    pub fn primed_values(&self, steps: u16, errors: u16) -> Vec<Number> {
        let truth = || {
            self.values
                [..self.procedure.inputs.len() + usize::from(steps).min(self.procedure.steps.len())]
                .to_vec()
        };
        self.history(steps, errors).unwrap_or_else(truth)
    }

    /// Returns the values of [`Item::primed_values`]; `None` if there is no admissible history.
    fn history(&self, steps: u16, errors: u16) -> Option<Vec<Number>> {
        let steps = usize::from(steps).min(self.procedure.steps.len());
        let errors = usize::from(errors).min(steps);
        let inputs = self.procedure.inputs.len();
        if errors == 0 {
            return Some(self.values[..inputs + steps].to_vec());
        }
        let condition = Condition::Primed {
            steps: u16::try_from(steps).unwrap_or(u16::MAX),
            errors: u16::try_from(errors).unwrap_or(u16::MAX),
        };
        if let Some(recorded) = self.recorded_for(condition) {
            return Some(recorded.values[..inputs + steps].to_vec());
        }
        let largest = match self.procedure.arithmetic {
            Arithmetic::Modular { modulus } => MAX_ERROR.min(modulus.saturating_sub(1)).max(1),
            _ => MAX_ERROR,
        };
        let mut rng =
            Key::new(&self.spec, self.seed.number(), self.index).stream(Stream::HistoryErrors);
        let admissible = |offsets: &[i64]| {
            let mut values = self.values_with(offsets)?;
            let is_whole = self.procedure.arithmetic == Arithmetic::Integer;
            if is_whole && !values.iter().all(Number::is_integer) {
                return None;
            }
            values.truncate(inputs + steps);
            Some(values)
        };
        if errors > 1 {
            return (0..MAX_HISTORY_DRAWS)
                .find_map(|_| admissible(&draw_offsets(steps, errors, largest, &mut rng)));
        }
        // Single errors are few enough to try all of them.
        let mut open: Vec<(usize, i64)> = (0..steps)
            .flat_map(|at| (1..=i64::from(largest)).flat_map(move |size| [(at, size), (at, -size)]))
            .collect();
        while let Ok(left @ 1..) = u32::try_from(open.len()) {
            let (at, offset) = open.swap_remove(rng.below_u32(left) as usize);
            let mut offsets = vec![0; steps];
            offsets[at] = offset;
            if let Some(values) = admissible(&offsets) {
                return Some(values);
            }
        }
        None
    }

    /// Returns all values that follow from a history: [`Item::primed_values`], and the results of
    /// the other steps. If a value cannot be computed, returns the correct values.
    pub fn continued_values(&self, steps: u16, errors: u16) -> Vec<Number> {
        let mut values = self.primed_values(steps, errors);
        for step in &self.procedure.steps[values.len() - self.procedure.inputs.len()..] {
            match self.procedure.compute(*step, &values, Budget::default()) {
                Ok(value) => values.push(value),
                Err(_) => return self.values.clone(),
            }
        }
        values
    }

    /// Computes all values, and adds `offsets[i]` units of the last place to the result of the step
    /// at position `i`. `None` if a value cannot be computed.
    fn values_with(&self, offsets: &[i64]) -> Option<Vec<Number>> {
        let budget = Budget::default();
        let arithmetic = self.procedure.arithmetic;
        let unit = match arithmetic {
            Arithmetic::Decimal { places } => {
                Number::fraction(1, 10i64.checked_pow(u32::from(places))?)?
            }
            _ => Number::integer(1),
        };
        let mut values = self.procedure.inputs.clone();
        for (position, step) in self.procedure.steps.iter().enumerate() {
            let mut value = self.procedure.compute(*step, &values, budget).ok()?;
            if let Some(&offset) = offsets.get(position).filter(|offset| **offset != 0) {
                value =
                    value.add(&unit.mul(&Number::integer(offset), budget).ok()?, budget).ok()?;
                if let Arithmetic::Modular { modulus } = arithmetic {
                    value = value.rem_euclid(modulus)?;
                }
            }
            values.push(value);
        }
        Some(values)
    }
}

/// Draws the amount by which each of the first steps is off. The amount is 1 to `largest`, up or
/// down, for `errors` of the steps, and 0 for the others.
fn draw_offsets(steps: usize, errors: usize, largest: u32, rng: &mut SeededRng) -> Vec<i64> {
    let mut offsets = vec![0; steps];
    let mut left = errors;
    for (position, offset) in offsets.iter_mut().enumerate() {
        let open = u32::try_from(steps - position).unwrap_or(u32::MAX);
        if (rng.below_u32(open) as usize) < left {
            let size = i64::from(1 + rng.below_u32(largest));
            *offset = if rng.below_u32(2) == 0 { size } else { -size };
            left -= 1;
        }
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Seed, Spec};

    fn item(spec: Spec, seed: u64) -> Item {
        Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
    }

    /// Counts the steps whose value does not follow from those before it.
    fn departures(item: &Item, values: &[Number]) -> usize {
        let follows = |position: usize| {
            let step = item.procedure.steps[position];
            item.procedure.compute(step, values, Budget::default()).unwrap() == values[position + 2]
        };
        (0..values.len() - 2).filter(|position| !follows(*position)).count()
    }

    #[test]
    fn history_without_errors_has_the_item_values() {
        let item = item(Spec::default(), 3);
        assert_eq!(item.primed_values(10, 0), item.values[..12]);
        assert_eq!(item.primed_values(999, 0), item.values);
    }

    #[test]
    fn history_has_the_requested_number_of_errors() {
        let all = [
            Arithmetic::Integer,
            Arithmetic::Modular { modulus: 97 },
            Arithmetic::Decimal { places: 2 },
            Arithmetic::Rational,
        ];
        for spec in all.map(Spec::new) {
            let mut refused = 0;
            for seed in 0..40 {
                let item = item(spec, seed);
                for errors in 1..=4 {
                    let condition = Condition::Primed { steps: 8, errors };
                    let values = item.primed_values(8, errors);
                    if item.check_condition(condition).is_err() {
                        refused += 1;
                        assert_eq!(values, item.values[..10]);
                        continue;
                    }
                    assert_eq!(departures(&item, &values), usize::from(errors), "{spec:?} {seed}");
                    let rest = item.continued_values(8, errors);
                    let is_whole = spec.arithmetic == Arithmetic::Integer;
                    assert!(!is_whole || rest.iter().all(Number::is_integer));
                }
            }
            assert_eq!(refused > 0, spec.arithmetic == Arithmetic::Integer, "{refused} {spec:?}");
        }
    }

    #[test]
    fn fewer_long_integer_items_suit_a_history_with_an_error() {
        let takes = |steps: u16| {
            let generator = Generator::new(Spec { steps, ..Spec::default() }).unwrap();
            let condition = Condition::Primed { steps: 4, errors: 1 };
            let items = (0..200).map(|seed| generator.item(Seed::wrapping(seed), 0).unwrap());
            items.filter(|item| item.check_condition(condition).is_ok()).count()
        };
        assert_eq!([25, 45, 95].map(takes), [55, 21, 10]);
    }

    #[test]
    fn unsuitable_items_are_refused_with_a_reason() {
        let item = item(Spec { steps: 5, ..Spec::default() }, 1);
        let refusal =
            |steps| item.check_condition(Condition::Primed { steps, errors: 0 }).unwrap_err();
        assert_eq!(
            refusal(5).to_string(),
            "the history has 5 steps and the procedure has only 5; choose a shorter history"
        );
        assert_eq!(item.check_condition(Condition::Primed { steps: 4, errors: 0 }), Ok(()));
        let [single, several] = [1, 3].map(|errors| UnsuitableItem::Uneven { errors }.to_string());
        assert!(
            single.starts_with("this item has no error") && single.contains("numbers=mod97"),
            "{single}"
        );
        assert!(
            several.starts_with("of 256 draws of 3 errors for this item there is none"),
            "{several}"
        );
    }

    #[test]
    fn history_is_reproducible() {
        let item = item(Spec::default(), 42);
        assert_eq!(item.primed_values(8, 2), item.primed_values(8, 2));
    }
}
