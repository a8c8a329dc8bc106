//! An item as JSON, for the command line and other tools. `schemas/item.schema.json` describes it.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use stepfall_number::NumberError;

use crate::condition::Condition;
use crate::difficulty::Difficulty;
use crate::item::Item;
use crate::look_ups::LookUps;
use crate::op::Op;
use crate::requested_steps::RequestedSteps;
use crate::single_errors::ErrorShare;
use crate::spec::Spec;

/// An item with its prompt for one condition. All values of the procedure are strings, so that no
/// reader turns them into floats.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    /// The version of the generator or of the record format, as [`Item::generator`] returns it.
    pub generator: u32,
    /// The spec, as parameters.
    pub spec: SpecRecord,
    /// The seed; `None` for a custom procedure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The index under the seed; `None` for a custom procedure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The condition that `prompt`, the values and `answer` belong to.
    pub condition: String,
    /// The inputs by name.
    pub inputs: Vec<InputRecord>,
    /// The tables of look-ups, under the condition `copy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_ups: Option<LookUpsRecord>,
    /// The bound of the rule under the condition `exception`: `+` and `-` are exchanged if an
    /// operand is above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
    /// The operation that each printed sign means, under the condition `remapped`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signs: Option<BTreeMap<&'static str, &'static str>>,
    /// The steps in order.
    pub steps: Vec<StepRecord>,
    /// The correct answer, in the form that the prompt asks for.
    pub answer: String,
    /// The prompt under the condition, without a final line break.
    pub prompt: String,
    /// The number of steps that the answer depends on.
    pub live_depth: u16,
    /// The share of single errors that change their step's value.
    pub shows_at_step: ShareRecord,
    /// The share of single errors that change the answer.
    pub shows_in_answer: ShareRecord,
    /// The share of single arithmetic errors after which a later division leaves a remainder.
    /// `None` if the arithmetic allows remainders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub betrays: Option<ShareRecord>,
    /// The difficulty of the arithmetic of all steps.
    pub difficulty: Difficulty,
    /// The number of steps with each operation that generated procedures can have.
    pub mix: MixRecord,
    /// The number of references at each distance, from distance 1.
    pub distances: Vec<u32>,
}

/// A spec as its parameters in order. For a custom procedure, only the parameters that describe it
/// are written, because nothing was drawn within bounds.
#[derive(Debug, Clone)]
pub struct SpecRecord {
    spec: Spec,
    is_custom: bool,
}

/// The parameters that describe a custom procedure.
const DESCRIBING: [&str; 6] = ["steps", "lookback", "ops", "numbers", "wording", "names"];

impl Serialize for SpecRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let params = self.spec.params().into_iter();
        let params = params.filter(|(key, value)| {
            // `ops` is empty if a custom procedure has none of the operations in `Op::ALL`.
            !self.is_custom || DESCRIBING.contains(key) && !value.is_empty()
        });
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in params {
            map.serialize_entry(key, &value)?;
        }
        map.end()
    }
}

/// An input with its name and value.
#[derive(Debug, Clone, Serialize)]
pub struct InputRecord {
    /// The name of the input.
    pub name: String,
    /// The value, as prompts write it.
    pub value: String,
}

/// Tables, and the first value of a chain of look-ups.
#[derive(Debug, Clone, Serialize)]
pub struct LookUpsRecord {
    /// The value of the only input in the prompt.
    pub start: String,
    /// The result of each table for each code.
    pub tables: BTreeMap<String, BTreeMap<String, String>>,
}

/// A step with its operands and its value.
#[derive(Debug, Clone, Serialize)]
pub struct StepRecord {
    /// The name of the value that the step defines.
    pub name: String,
    /// The operation: `+`, `-`, `*` or `/`; in a custom procedure also `//`, `%`, `min`, `max` or
    /// `round`.
    pub op: &'static str,
    /// The operand before the sign: a name or a constant.
    pub left: String,
    /// The operand after the sign: a name or a constant.
    pub right: String,
    /// The exact value of the step under the condition of the record.
    pub value: String,
    /// The two independent operands, under the condition `unchained`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operands: Option<[String; 2]>,
    /// The table in which the previous value is looked up, under the condition `copy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The sign that the prompt prints for `op`, under the conditions `exception` and `remapped`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<&'static str>,
}

/// A share of the single errors of an item.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ShareRecord {
    /// The number of errors with the effect: they change the step, change the answer, or lead to a
    /// remainder.
    pub shown: u32,
    /// The number of all errors.
    pub of: u32,
    /// `shown / of`, rounded to four places; 1 if `of` is 0.
    pub share: f64,
}

impl From<ErrorShare> for ShareRecord {
    fn from(ErrorShare { shown, of }: ErrorShare) -> Self {
        let ten_thousandths = match u64::from(of) {
            0 => 10_000,
            all => (u64::from(shown) * 20_000 + all) / (2 * all),
        };
        let ten_thousandths = u32::try_from(ten_thousandths).unwrap_or(10_000);
        Self { shown, of, share: f64::from(ten_thousandths) / 10_000.0 }
    }
}

/// The number of steps with each operation that generated procedures can have.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct MixRecord {
    /// Additions.
    pub add: u32,
    /// Subtractions.
    pub sub: u32,
    /// Multiplications.
    pub mul: u32,
    /// Divisions.
    pub div: u32,
}

impl From<&LookUps> for LookUpsRecord {
    fn from(look_ups: &LookUps) -> Self {
        let entries = |table| {
            look_ups.entries(table).map(|(from, to)| (from.to_string(), to.to_string())).collect()
        };
        let tables = look_ups.names().iter().enumerate();
        Self {
            start: look_ups.start().to_string(),
            tables: tables.map(|(table, name)| (name.clone(), entries(table))).collect(),
        }
    }
}

impl Item {
    /// Returns the item as a record with the prompt of one condition.
    ///
    /// # Errors
    ///
    /// [`NumberError::TooLong`] if an incorrect value exceeds the digit budget.
    pub fn record(&self, condition: Condition) -> Result<Record, NumberError> {
        let arithmetic = self.procedure.arithmetic;
        let requested = self.requested_steps(condition);
        let values = self.values_under(condition);
        let steps = self.procedure.steps.iter().enumerate().map(|(position, step)| StepRecord {
            name: self.name(self.procedure.number_at(position)),
            op: step.op.symbol(),
            left: self.operand_text(step.left),
            right: self.operand_text(step.right),
            value: self
                .value_text_under(condition, &values[self.procedure.inputs.len() + position]),
            operands: match &requested {
                RequestedSteps::Unchained(operands) => {
                    Some(operands[position].each_ref().map(|value| arithmetic.value_text(value)))
                }
                _ => None,
            },
            table: match &requested {
                RequestedSteps::LookUps(look_ups) => Some(look_ups.table_name(position).to_owned()),
                _ => None,
            },
            printed: self
                .printed_op(&requested, self.procedure.number_at(position))
                .filter(|_| requested.changes_signs())
                .map(Op::symbol),
        });
        let input = |number| InputRecord {
            name: self.name(number),
            value: arithmetic.value_text(self.value(number)),
        };
        let mix = self.procedure.mix();
        Ok(Record {
            generator: self.generator(),
            spec: SpecRecord { spec: self.spec, is_custom: self.is_custom() },
            seed: Some(self.seed.number()).filter(|_| !self.is_custom()),
            index: Some(self.index).filter(|_| !self.is_custom()),
            condition: condition.slug(),
            inputs: (1..self.procedure.first_step()).map(input).collect(),
            look_ups: match &requested {
                RequestedSteps::LookUps(look_ups) => Some(look_ups.into()),
                _ => None,
            },
            above: match &requested {
                RequestedSteps::Exception(exception) => Some(exception.bound().to_string()),
                _ => None,
            },
            signs: match &requested {
                RequestedSteps::Remapped(signs) => {
                    let pairs = arithmetic.operations().iter();
                    Some(pairs.map(|op| (op.symbol(), signs.meaning(*op).symbol())).collect())
                }
                _ => None,
            },
            steps: steps.collect(),
            answer: self.expected_text(condition),
            prompt: self.prompt(condition),
            live_depth: self.live_depth(),
            shows_at_step: self.error_share_at_step().into(),
            shows_in_answer: self.error_share_in_answer()?.into(),
            betrays: Some(self.remainder_error_share())
                .filter(|share| share.of > 0)
                .map(ShareRecord::from),
            difficulty: self.difficulty(),
            mix: MixRecord {
                add: mix[Op::Add.index()],
                sub: mix[Op::Sub.index()],
                mul: mix[Op::Mul.index()],
                div: mix[Op::Div.index()],
            },
            distances: self.procedure.distances(),
        })
    }
}
