//! Draws the items of a plan on demand.

use std::collections::BTreeMap;

use stepfall_procedure::{Generator, Item};

use crate::plan::{Plan, Task};

/// The generators of a plan's specs by length and look-back, each created once.
#[derive(Debug, Default)]
pub struct Items(BTreeMap<(u16, u8), Option<Generator>>);

impl Items {
    /// Returns the item of a task of the plan; `None` if the plan has no procedures for it.
    pub fn item(&mut self, plan: &Plan, task: &Task) -> Option<Item> {
        let cell = (task.steps, task.look_back);
        let generator = self.0.entry(cell).or_insert_with(|| Generator::new(plan.spec(task)).ok());
        generator.as_ref()?.item(plan.seed, task.item).ok()
    }
}
