//! The names of an item's values, to be looked up.

use std::collections::BTreeMap;

use stepfall_procedure::Item;

/// From names to numbers.
#[derive(Debug, Clone)]
pub(crate) struct Names(BTreeMap<String, u16>);

impl Names {
    pub(crate) fn new(item: &Item) -> Self {
        let name = |number: u16| (item.name(number).to_ascii_lowercase(), number);
        Self((1..=item.procedure.last()).map(name).collect())
    }

    /// The number of the value of that name, in capitals or not.
    pub(crate) fn number(&self, name: &str) -> Option<u16> {
        self.0.get(&name.to_ascii_lowercase()).copied()
    }

    /// The number of the step of that name.
    pub(crate) fn step(&self, name: &str) -> Option<u16> {
        self.number(name).filter(|number| *number > 2)
    }
}
