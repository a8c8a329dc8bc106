//! An item: one procedure, generated or custom, with its exact values and names.

use stepfall_number::{Number, NumberError};

use crate::condition::Condition;
use crate::generate::Seed;
use crate::names::ValueNames;
use crate::procedure::{Operand, Procedure};
use crate::recorded::RecordedContent;
use crate::single_errors::{self, ErrorShare};
use crate::spec::Spec;
use crate::{CUSTOM_VERSION, GENERATOR_VERSION};

/// A procedure with its spec, its exact values and their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The spec. For a custom procedure it only describes the number of steps, operations,
    /// arithmetic, look-back, wording and kind of names.
    pub spec: Spec,
    /// The seed. For a custom procedure ([`Item::is_custom`]) it is a hash of the procedure's text.
    /// The random parts of conditions are drawn from it.
    pub seed: Seed,
    /// The index of the item among those of its seed, from 0. It is 0 for a custom procedure.
    pub index: u32,
    /// The arithmetic, the inputs and the steps.
    pub procedure: Procedure,
    /// The exact values of all inputs and steps, `S1` first.
    pub values: Vec<Number>,
    labels: ValueNames,
    pub(crate) is_custom: bool,
    /// The content of the record from which the item was read; `None` for any other item.
    pub(crate) recorded: Option<Box<RecordedContent>>,
}

impl Item {
    pub(crate) fn new(
        spec: Spec,
        seed: Seed,
        index: u32,
        procedure: Procedure,
        values: Vec<Number>,
    ) -> Self {
        let labels = ValueNames::draw(&spec, seed, index);
        Self::with_labels(spec, seed, index, procedure, values, labels)
    }

    pub(crate) fn with_labels(
        spec: Spec,
        seed: Seed,
        index: u32,
        procedure: Procedure,
        values: Vec<Number>,
        labels: ValueNames,
    ) -> Self {
        Self { spec, seed, index, procedure, values, labels, is_custom: false, recorded: None }
    }

    /// Returns the version in the item's record. An item that was read from a record has the
    /// version of that record. Any other item has [`GENERATOR_VERSION`], or [`CUSTOM_VERSION`] if it is a
    /// custom procedure that records of [`GENERATOR_VERSION`] cannot hold.
    pub fn generator(&self) -> u32 {
        let version = if self.is_extended() { CUSTOM_VERSION } else { GENERATOR_VERSION };
        self.recorded.as_ref().map_or(version, |recorded| recorded.generator)
    }

    /// Returns the content of the item's record, if that record was made for this condition.
    pub(crate) fn recorded_for(&self, condition: Condition) -> Option<&RecordedContent> {
        self.recorded.as_deref().filter(|recorded| recorded.condition == condition)
    }

    /// Returns whether the values have the same names as those of another item.
    pub(crate) fn has_names_of(&self, other: &Self) -> bool {
        self.labels == other.labels
    }

    /// Returns the value with this number, from 1.
    pub fn value(&self, number: u16) -> &Number {
        &self.values[usize::from(number) - 1]
    }

    /// Returns the name of the value with this number, from 1.
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

    /// Returns an operand as it is written: a name or a constant.
    pub fn operand_text(&self, operand: Operand) -> String {
        let mut text = String::new();
        self.push_operand(operand, &mut text);
        text
    }

    /// Returns the exact value of an operand: an earlier value or a constant.
    pub fn operand_value(&self, operand: Operand) -> Number {
        match operand {
            Operand::Value(number) => self.value(number).clone(),
            Operand::Constant(value) => value.number(),
        }
    }

    /// Returns the value of the last step.
    pub fn last_value(&self) -> &Number {
        &self.values[self.values.len() - 1]
    }

    /// Returns the exact answer: the last value, rounded to three places in `paper`.
    pub fn answer(&self) -> Number {
        self.procedure.arithmetic.answer(self.last_value())
    }

    /// Returns the answer in the form that a prompt asks for.
    pub fn answer_text(&self) -> String {
        self.procedure.arithmetic.answer_text(&self.answer())
    }

    /// Returns the number of live steps, on which the last value depends.
    pub fn live_depth(&self) -> u16 {
        let live = self.procedure.live_flags().into_iter().filter(|&live| live).count();
        u16::try_from(live).unwrap_or(u16::MAX)
    }

    /// Returns the share of single errors that change the value of the step in which they occur.
    pub fn error_share_at_step(&self) -> ErrorShare {
        single_errors::shows_at_step(self)
    }

    /// Returns the share of single errors that change the answer.
    ///
    /// # Errors
    ///
    /// [`NumberError::TooLong`] if an incorrect value exceeds the digit budget.
    pub fn error_share_in_answer(&self) -> Result<ErrorShare, NumberError> {
        single_errors::shows_in_answer(self)
    }
}
