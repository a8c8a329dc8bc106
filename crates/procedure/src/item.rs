//! An item: one procedure of a spec, or of one's own, with its exact values and names.

use stepfall_number::{Number, NumberError};

use crate::condition::Condition;
use crate::fault::{self, Share};
use crate::generate::Seed;
use crate::names::Labels;
use crate::procedure::{Operand, Procedure};
use crate::recorded::Recorded;
use crate::spec::Spec;
use crate::{CUSTOM_VERSION, VERSION};

/// One procedure of a spec, evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The spec; of a procedure of one's own a description: its steps, operations, arithmetic and how far it looks back.
    pub spec: Spec,
    /// The seed. A procedure of one's own ([`Item::is_custom`]) has none: what stands here is made from its text, and conditions draw from it.
    pub seed: Seed,
    /// The index under that seed.
    pub index: u32,
    /// The procedure.
    pub procedure: Procedure,
    /// All exact values, `S1` first.
    pub values: Vec<Number>,
    labels: Labels,
    /// Whether it was drawn from no seed.
    pub(crate) is_custom: bool,
    /// What its record says, where the item was read from one.
    pub(crate) recorded: Option<Box<Recorded>>,
}

impl Item {
    pub(crate) fn new(
        spec: Spec,
        seed: Seed,
        index: u32,
        procedure: Procedure,
        values: Vec<Number>,
    ) -> Self {
        let labels = Labels::draw(&spec, seed, index);
        Self::with_labels(spec, seed, index, procedure, values, labels)
    }

    pub(crate) fn with_labels(
        spec: Spec,
        seed: Seed,
        index: u32,
        procedure: Procedure,
        values: Vec<Number>,
        labels: Labels,
    ) -> Self {
        Self { spec, seed, index, procedure, values, labels, is_custom: false, recorded: None }
    }

    /// The version of the generator that drew the item; [`CUSTOM_VERSION`] of a custom procedure that records of [`VERSION`] cannot hold.
    pub fn generator(&self) -> u32 {
        let version = if self.is_extended() { CUSTOM_VERSION } else { VERSION };
        self.recorded.as_ref().map_or(version, |recorded| recorded.generator)
    }

    /// What the item's record says, where it was read from one that was made for this condition.
    pub(crate) fn recorded_for(&self, condition: Condition) -> Option<&Recorded> {
        self.recorded.as_deref().filter(|recorded| recorded.condition == condition)
    }

    /// Whether the values are called as those of another item.
    pub(crate) fn has_names_of(&self, other: &Self) -> bool {
        self.labels == other.labels
    }

    /// The value with this number, from 1.
    pub fn value(&self, number: u16) -> &Number {
        &self.values[usize::from(number) - 1]
    }

    /// The name of the value with this number, from 1.
    pub fn name(&self, number: u16) -> String {
        let mut name = String::new();
        self.labels.push(number, &mut name);
        name
    }

    /// Appends the name of the value with this number.
    pub(crate) fn push_name(&self, number: u16, out: &mut String) {
        self.labels.push(number, out);
    }

    /// Appends an operand as it is written: a name or a constant.
    pub(crate) fn push_operand(&self, operand: Operand, out: &mut String) {
        match operand {
            Operand::Value(number) => self.labels.push(number, out),
            Operand::Constant(value) => match value.to_whole().map(u32::try_from) {
                Some(Ok(whole)) => crate::names::push_small(whole, out),
                _ => out.push_str(&value.to_string()),
            },
        }
    }

    /// An operand as it is written: a name or a constant.
    pub fn operand_text(&self, operand: Operand) -> String {
        let mut text = String::new();
        self.push_operand(operand, &mut text);
        text
    }

    /// The value of an operand.
    pub fn operand_value(&self, operand: Operand) -> Number {
        match operand {
            Operand::Value(number) => self.value(number).clone(),
            Operand::Constant(value) => value.number(),
        }
    }

    /// The value of the last step.
    pub fn last_value(&self) -> &Number {
        &self.values[self.values.len() - 1]
    }

    /// The exact answer: the last value, rounded to three places in `paper`.
    pub fn answer(&self) -> Number {
        self.procedure.arithmetic.answer(self.last_value())
    }

    /// The answer as it is to be written.
    pub fn answer_text(&self) -> String {
        self.procedure.arithmetic.answer_text(&self.answer())
    }

    /// The number of live steps.
    pub fn live_depth(&self) -> u16 {
        let live = self.procedure.live().into_iter().filter(|&live| live).count();
        u16::try_from(live).unwrap_or(u16::MAX)
    }

    /// The share of single faults that change the value of the step in which they happen.
    pub fn shows_at_step(&self) -> Share {
        fault::shows_at_step(self)
    }

    /// The share of single faults that change the answer.
    ///
    /// # Errors
    ///
    /// [`NumberError::TooLong`] where a faulty value passes the digit budget.
    pub fn shows_in_answer(&self) -> Result<Share, NumberError> {
        fault::shows_in_answer(self)
    }
}
