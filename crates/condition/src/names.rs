//! The names of the values of an item.

use std::collections::BTreeMap;

use stepfall_formula::folded;
use stepfall_procedure::Item;

/// A map from the names of an item's values to the numbers of these values.
#[derive(Debug, Clone)]
pub(crate) struct NameIndex {
    numbers: BTreeMap<String, u16>,
    first_step: u16,
}

impl NameIndex {
    pub(crate) fn new(item: &Item) -> Self {
        let name = |number: u16| (folded(&item.name(number)), number);
        let mut numbers: BTreeMap<String, u16> = (1..=item.procedure.last()).map(name).collect();
        // Models also write `d_1` as `d₁` or `d1`.
        let squashed: Vec<(String, u16)> = numbers
            .iter()
            .filter(|(name, _)| name.contains('_'))
            .map(|(name, number)| (name.replace('_', ""), *number))
            .collect();
        for (name, number) in squashed {
            numbers.entry(name).or_insert(number);
        }
        Self { numbers, first_step: item.procedure.first_step() }
    }

    /// Returns the number of the value with this name. Capitals do not matter.
    pub(crate) fn number(&self, name: &str) -> Option<u16> {
        self.numbers.get(&folded(name)).copied()
    }

    /// Returns the number of the step with this name; `None` for an input or an unknown name.
    pub(crate) fn step(&self, name: &str) -> Option<u16> {
        self.number(name).filter(|number| *number >= self.first_step)
    }
}
