//! The history of [`Condition::Primed`](crate::Condition::Primed): the values of the first steps, some of them slips.

use stepfall_number::{Budget, Number};

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::draw::{Draw, Key, Stream};
use crate::item::Item;

/// The largest slip, in units of the last place.
const LARGEST: u32 = 9;
/// How many histories are drawn for one from which every later step comes out even.
const TRIES: u32 = 32;

impl Item {
    /// The inputs and the values of the first `steps` steps, at most all of them, where `faults` of these steps are off by 1 to 9 units of
    /// the last place and every other follows from the values before it. Which steps, and by how much, is drawn from the item.
    ///
    /// Of up to 32 histories the first is taken that leaves the fewest values that no procedure has (fractions among whole numbers, zeros and ones, one of the
    /// few values before once more), in the history itself before those after it. Values are true where none can be computed.
    pub fn primed_values(&self, steps: u16, faults: u16) -> Vec<Number> {
        let steps = usize::from(steps).min(self.procedure.steps.len());
        let faults = usize::from(faults).min(steps);
        let truth = || self.values[..steps + 2].to_vec();
        if faults == 0 {
            return truth();
        }
        let condition = Condition::Primed {
            steps: u16::try_from(steps).unwrap_or(u16::MAX),
            faults: u16::try_from(faults).unwrap_or(u16::MAX),
        };
        if let Some(recorded) = self.recorded_for(condition) {
            return recorded.values[..steps + 2].to_vec();
        }
        let largest = match self.procedure.arithmetic {
            Arithmetic::Modular { modulus } => LARGEST.min(modulus.saturating_sub(1)).max(1),
            _ => LARGEST,
        };
        let key = Key { seed: self.seed.number(), index: self.index, attempt: 0 };
        let mut draw = key.stream(Stream::Slips);
        let mut best = None;
        for _ in 0..TRIES {
            let slips = slips(steps, faults, largest, &mut draw);
            let Some(mut values) = self.values_with(&slips) else {
                continue;
            };
            let bad = |count: usize| (0..count).filter(|at| self.is_bad(&values, *at)).count();
            let badness = (bad(steps + 2), bad(values.len()));
            values.truncate(steps + 2);
            if best.as_ref().is_none_or(|(least, _)| badness < *least) {
                best = Some((badness, values));
            }
            if badness.1 == 0 {
                break;
            }
        }
        best.map_or_else(truth, |(_, values)| values)
    }

    /// All values that follow from a history: [`Item::primed_values`], and what the other steps give. They are true where that cannot be computed.
    pub fn continued_values(&self, steps: u16, faults: u16) -> Vec<Number> {
        let mut values = self.primed_values(steps, faults);
        for step in &self.procedure.steps[values.len() - 2..] {
            match self.procedure.compute(*step, &values, Budget::default()) {
                Ok(value) => values.push(value),
                Err(_) => return self.values.clone(),
            }
        }
        values
    }

    /// Whether a value would not have been drawn: a fraction among whole numbers, zero or one, or one of the few before it once more.
    fn is_bad(&self, values: &[Number], at: usize) -> bool {
        let value = &values[at];
        let is_whole = self.procedure.arithmetic == Arithmetic::Integer;
        let is_small = value.is_zero() || value.abs() == Number::integer(1);
        let reach = usize::from(self.spec.look_back.reach());
        let is_again = values[at.saturating_sub(reach)..at].contains(value);
        is_whole && !value.is_integer() || at > 1 && (is_small || is_again)
    }

    /// All values, where the result of some steps is off by so many units; nothing where one cannot be computed.
    fn values_with(&self, slips: &[i64]) -> Option<Vec<Number>> {
        let budget = Budget::default();
        let arithmetic = self.procedure.arithmetic;
        let unit = match arithmetic {
            Arithmetic::Decimal { places } => {
                Number::fraction(1, 10i64.checked_pow(u32::from(places))?)?
            }
            _ => Number::integer(1),
        };
        let mut values = self.procedure.inputs.to_vec();
        for (position, step) in self.procedure.steps.iter().enumerate() {
            let mut value = self.procedure.compute(*step, &values, budget).ok()?;
            if let Some(&slip) = slips.get(position).filter(|slip| **slip != 0) {
                value = value.add(&unit.mul(&Number::integer(slip), budget).ok()?, budget).ok()?;
                if let Arithmetic::Modular { modulus } = arithmetic {
                    value = value.rem_euclid(modulus)?;
                }
            }
            values.push(value);
        }
        Some(values)
    }
}

/// By how many units each of the first steps is off: `faults` of them by 1 to `largest` up or down, the others by none.
fn slips(steps: usize, faults: usize, largest: u32, draw: &mut Draw) -> Vec<i64> {
    let mut slips = vec![0; steps];
    let mut left = faults;
    for (position, slip) in slips.iter_mut().enumerate() {
        let open = u32::try_from(steps - position).unwrap_or(u32::MAX);
        if (draw.below_u32(open) as usize) < left {
            let size = i64::from(1 + draw.below_u32(largest));
            *slip = if draw.below_u32(2) == 0 { size } else { -size };
            left -= 1;
        }
    }
    slips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Seed, Spec};

    fn item(spec: Spec, seed: u64) -> Item {
        Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
    }

    /// The positions of steps whose value does not follow from those before it.
    fn departures(item: &Item, values: &[Number]) -> usize {
        let follows = |position: usize| {
            let step = item.procedure.steps[position];
            item.procedure.compute(step, values, Budget::default()).unwrap() == values[position + 2]
        };
        (0..values.len() - 2).filter(|position| !follows(*position)).count()
    }

    #[test]
    fn a_history_without_faults_is_true() {
        let item = item(Spec::default(), 3);
        assert_eq!(item.primed_values(10, 0), item.values[..12]);
        assert_eq!(item.primed_values(999, 0), item.values);
    }

    #[test]
    fn so_many_steps_of_a_history_are_slips() {
        let all = [
            Arithmetic::Integer,
            Arithmetic::Modular { modulus: 97 },
            Arithmetic::Decimal { places: 2 },
            Arithmetic::Rational,
        ];
        for spec in all.map(Spec::new) {
            for seed in 0..40 {
                let item = item(spec, seed);
                for faults in 1..=4 {
                    let values = item.primed_values(8, faults);
                    assert_eq!(departures(&item, &values), usize::from(faults), "{spec:?} {seed}");
                }
            }
        }
    }

    #[test]
    fn a_history_is_the_same_every_time() {
        let item = item(Spec::default(), 42);
        assert_eq!(item.primed_values(8, 2), item.primed_values(8, 2));
    }
}
