//! Items that are read from their records: the JSON of [`Record`](crate::Record), of this or
//! another version of the generator.
//!
//! A record contains a whole item: its procedure, its values under one condition, and the prompt.
//! So an item outlives the generator that drew it, and a transcript that is kept with its record
//! can be graded for ever.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer};
use stepfall_number::{Budget, Number};

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::constant::{Constant, MAX_CONSTANT};
use crate::custom::Problem;
use crate::exception::ExceptionRule;
use crate::generate::Seed;
use crate::item::Item;
use crate::look_ups::LookUps;
use crate::names::ValueNames;
use crate::op::Op;
use crate::param::ParamError;
use crate::procedure::{MAX_INPUTS, Operand, Procedure, Step};
use crate::requested_steps::RequestedSteps;
use crate::signs::Signs;
use crate::spec::{MAX_STEPS, Spec};
use crate::valid::InvalidSpec;
use crate::{CUSTOM_VERSION, GENERATOR_VERSION};

/// The maximum length of a record, in bytes. An item of 500 steps with long numbers takes a tenth
/// of it.
pub const MAX_RECORD: usize = 8 << 20;

/// The parameter in the record of a procedure with custom names: its key and its value. No spec can
/// choose this value.
const CUSTOM_NAMES: (&str, &str) = ("names", "own");

/// The content of a record besides the procedure, for the condition that it was made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordedContent {
    /// The version of the generator that drew the item.
    pub(crate) generator: u32,
    pub(crate) condition: Condition,
    pub(crate) prompt: String,
    /// All values under the condition, `S1` first.
    pub(crate) values: Vec<Number>,
    /// The steps that the condition asks for.
    pub(crate) requested: RequestedSteps,
}

/// The members of a record that are read. The values of the steps and `answer` are compared with
/// the item. `prompt` is stored unchanged. The other members define the item and its condition.
#[derive(Deserialize)]
struct RawRecord {
    generator: u32,
    spec: BTreeMap<String, String>,
    /// `None` for a custom procedure.
    #[serde(default, deserialize_with = "present")]
    seed: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    index: Option<u32>,
    condition: String,
    inputs: Vec<RawInput>,
    look_ups: Option<RawLookUps>,
    above: Option<String>,
    signs: Option<BTreeMap<String, String>>,
    steps: Vec<RawStep>,
    answer: String,
    prompt: String,
}

#[derive(Deserialize)]
struct RawInput {
    name: String,
    value: String,
}

#[derive(Deserialize)]
struct RawStep {
    name: String,
    op: String,
    left: String,
    right: String,
    value: String,
    operands: Option<[String; 2]>,
    table: Option<String>,
}

#[derive(Deserialize)]
struct RawLookUps {
    start: String,
    tables: BTreeMap<String, BTreeMap<String, String>>,
}

/// The reason why a text is not the record of an item.
#[derive(Debug)]
pub enum RecordError {
    /// The text is longer than [`MAX_RECORD`].
    TooLong,
    /// The text is not JSON, or a member is missing or of another type.
    Json(serde_json::Error),
    /// A parameter of the spec cannot be parsed.
    Param(ParamError),
    /// A later version of the generator made the record.
    Generator(u32),
    /// The condition does not exist.
    Condition(String),
    /// The spec is invalid by itself.
    Spec(InvalidSpec),
    /// The seed is not below 2^53.
    Seed(u64),
    /// The number of inputs or steps is not possible. A generated item has two inputs, a custom
    /// procedure at most [`MAX_INPUTS`], and the spec gives the number of steps. This error is also
    /// returned if the steps of a custom procedure, read as text, make another procedure.
    Shape,
    /// A value has a name that the spec's kind of names does not allow there.
    Name(String),
    /// An operand of a step is neither an earlier value nor a valid constant. Also returned if a
    /// step of a generated item has only constants.
    Operand {
        /// The name of the step.
        step: String,
        /// The operand as it is written.
        operand: String,
    },
    /// The arithmetic does not have this operation.
    Operation {
        /// The name of the step.
        step: String,
        /// The operation as it is written.
        op: String,
    },
    /// A member that the condition needs is missing or invalid; holds its name.
    RequestedSteps(&'static str),
    /// A value is not a number of the arithmetic, or a division of whole numbers leaves a
    /// remainder.
    Value {
        /// The name of the value, or `answer`.
        name: String,
        /// The value as it is written.
        value: String,
    },
    /// A value is not the result of the procedure.
    Computed {
        /// The name of the value, or `answer`.
        name: String,
        /// The value as it is written.
        value: String,
        /// The result of the procedure.
        computed: String,
    },
    /// A step divides by zero, or its value has too many digits.
    NoValue,
    /// The record is of a custom procedure that is invalid.
    Custom(Problem),
    /// The prompt is empty.
    NoPrompt,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the record has more than {} MiB", MAX_RECORD >> 20),
            Self::Json(error) => write!(f, "this is not the JSON record of an item: {error}"),
            Self::Param(error) => write!(f, "the spec of the record cannot be read: {error}"),
            Self::Generator(version) => {
                write!(
                    f,
                    "the record was made by generator {version}; this program has generator {GENERATOR_VERSION}"
                )
            }
            Self::Condition(slug) => write!(f, "there is no condition “{slug}”"),
            Self::Spec(problem) => write!(f, "the spec of the record is not valid: {problem}"),
            Self::Seed(seed) => write!(f, "the seed {seed} is not below 2^53"),
            Self::Shape => write!(
                f,
                "a record has two inputs (that of a custom procedure up to {MAX_INPUTS}) and as many steps as its spec says, from 1 to {MAX_STEPS}"
            ),
            Self::Name(name) => write!(f, "the name “{name}” is not allowed there"),
            Self::Operand { step, operand } => write!(
                f,
                "the operand “{operand}” of {step} is neither an earlier value nor a constant of at most {MAX_CONSTANT}"
            ),
            Self::Operation { step, op } => {
                write!(f, "the operation “{op}” of {step} does not exist in this arithmetic")
            }
            Self::RequestedSteps(member) => {
                write!(f, "the record lacks the “{member}” that its condition needs")
            }
            Self::Value { name, value } => {
                write!(f, "{name} is “{value}”, which is not a number of this arithmetic")
            }
            Self::Computed { name, value, computed } => {
                write!(f, "{name} is {value} in the record, and the procedure gives {computed}")
            }
            Self::NoValue => write!(f, "a step divides by zero or has a value of too many digits"),
            Self::Custom(problem) => {
                write!(f, "the procedure in the record is not valid: {problem}")
            }
            Self::NoPrompt => write!(f, "the prompt of the record is empty"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Item {
    /// Reads the item of a JSON record, as `stepfall item --format json` prints it. Returns also
    /// the condition that the record was made for.
    ///
    /// The procedure is evaluated again, and a record with other values is refused. Shares, mix and
    /// distances are not read, because they follow from the item. Under the condition of the
    /// record, the prompt, the steps ([`Item::requested_steps`]) and the history of
    /// [`Condition::Primed`] are those of the record.
    ///
    /// # Errors
    ///
    /// The first problem in the record.
    pub fn from_record(text: &str) -> Result<(Self, Condition), RecordError> {
        if text.len() > MAX_RECORD {
            return Err(RecordError::TooLong);
        }
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let written: RawRecord = serde_json::from_str(text).map_err(RecordError::Json)?;
        let is_custom = written.seed.is_none();
        if written.generator > if is_custom { CUSTOM_VERSION } else { GENERATOR_VERSION } {
            return Err(RecordError::Generator(written.generator));
        }
        let condition = Condition::from_slug(&written.condition)
            .ok_or_else(|| RecordError::Condition(written.condition.clone()))?;
        let params = written.spec.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let has_custom_names =
            |(key, value): &(&str, &str)| is_custom && (*key, *value) == CUSTOM_NAMES;
        let (spec, problems) = Spec::from_params(params.filter(|param| !has_custom_names(param)));
        // The record of a generated item contains all parameters, also those that its arithmetic
        // does not use.
        let is_problem = |problem: &ParamError| !matches!(problem, ParamError::NoEffect { .. });
        if let Some(problem) = problems.into_iter().find(is_problem) {
            return Err(RecordError::Param(problem));
        }
        let Some(seed) = written.seed else {
            return written.custom(spec, condition).map(|item| (item, condition));
        };
        spec.check().map_err(RecordError::Spec)?;
        let spec = spec.with_inputs(spec.inputs());
        let seed = Seed::new(seed).ok_or(RecordError::Seed(seed))?;
        written.item(spec, seed, condition).map(|item| (item, condition))
    }
}

/// Deserializes a member that must have a value if it is present. Only an absent member is `None`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    value: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

impl RawRecord {
    /// Reads the item of a custom procedure. The inputs and steps are written as text and read like
    /// the text of a user. The record must agree with the result.
    fn custom(self, spec: Spec, condition: Condition) -> Result<Item, RecordError> {
        let custom = Item::from_text(&self.listing(), Some(spec.arithmetic))
            .map_err(|error| RecordError::Custom(error.problem))?;
        // Names are custom here, even if they are words that a generator draws.
        let spec = Spec { wording: spec.wording, ..custom.spec };
        let mut item = self.item(spec, custom.seed, condition)?;
        item.is_custom = true;
        if item.has_names_of(&custom) && item.procedure == custom.procedure {
            Ok(item)
        } else {
            Err(RecordError::Shape)
        }
    }

    /// Returns the procedure as assignments.
    fn listing(&self) -> String {
        let inputs = self.inputs.iter().map(|input| format!("{} = {}", input.name, input.value));
        let steps = self.steps.iter().map(|step| {
            let RawStep { name, op, left, right, .. } = step;
            if op.starts_with(|first: char| first.is_ascii_alphabetic()) {
                format!("{name} = {op}({left}, {right})")
            } else {
                format!("{name} = {left} {op} {right}")
            }
        });
        inputs.chain(steps).collect::<Vec<_>>().join("\n")
    }

    fn item(self, spec: Spec, seed: Seed, condition: Condition) -> Result<Item, RecordError> {
        let steps = self.steps.len();
        let is_drawn = self.seed.is_some();
        let most_inputs = if is_drawn { 2 } else { MAX_INPUTS };
        if self.inputs.len() > most_inputs
            || is_drawn && self.inputs.len() < 2
            || steps != usize::from(spec.steps)
        {
            return Err(RecordError::Shape);
        }
        let inputs = self.inputs.iter().map(|input| input.name.as_str());
        let names: Vec<&str> =
            inputs.chain(self.steps.iter().map(|step| step.name.as_str())).collect();
        let labels =
            ValueNames::read(&spec, &names).map_err(|name| RecordError::Name(name.to_owned()))?;
        let known: BTreeMap<&str, u16> = names.iter().copied().zip(1..).collect();
        let inputs: Vec<Number> = self
            .inputs
            .iter()
            .map(|RawInput { name, value }| number(spec.arithmetic, name, value))
            .collect::<Result<_, _>>()?;
        let first = self.inputs.len() + 1;
        let procedure = Procedure {
            arithmetic: spec.arithmetic,
            inputs,
            steps: (first..)
                .zip(&self.steps)
                .map(|(number, step)| step.step(spec.arithmetic, &known, number, is_drawn))
                .collect::<Result<_, _>>()?,
        };
        let truth = procedure.evaluate(Budget::default()).map_err(|_| RecordError::NoValue)?;
        // In whole numbers every correct value is whole. Only a history with errors may lead to a
        // division with a remainder.
        let is_uneven =
            |value: &Number| spec.arithmetic == Arithmetic::Integer && !value.is_integer();
        if let Some(at) = truth.iter().position(is_uneven) {
            let (name, value) = (names[at].to_owned(), spec.arithmetic.value_text(&truth[at]));
            return Err(RecordError::Value { name, value });
        }
        if self.prompt.trim().is_empty() {
            return Err(RecordError::NoPrompt);
        }
        let requested = self.requested(&procedure, condition)?;
        let values = self.values(&procedure, &truth, condition, &requested)?;
        let mut item =
            Item::with_labels(spec, seed, self.index.unwrap_or(0), procedure, truth, labels);
        item.recorded = Some(Box::new(RecordedContent {
            generator: self.generator,
            condition,
            prompt: self.prompt,
            values,
            requested,
        }));
        let computed = item.expected_text(condition);
        if self.answer != computed {
            let (name, value) = ("answer".to_owned(), self.answer);
            return Err(RecordError::Computed { name, value, computed });
        }
        Ok(item)
    }

    /// Reads the steps that the condition asks for.
    fn requested(
        &self,
        procedure: &Procedure,
        condition: Condition,
    ) -> Result<RequestedSteps, RecordError> {
        let arithmetic = procedure.arithmetic;
        match condition {
            Condition::Unchained => {
                let operands = |step: &RawStep| {
                    let [left, right] =
                        step.operands.as_ref().ok_or(RecordError::RequestedSteps("operands"))?;
                    Ok([
                        number(arithmetic, &step.name, left)?,
                        number(arithmetic, &step.name, right)?,
                    ])
                };
                self.steps
                    .iter()
                    .map(operands)
                    .collect::<Result<_, _>>()
                    .map(RequestedSteps::Unchained)
            }
            Condition::Copy => {
                let read = || self.look_ups.as_ref()?.read(&self.steps);
                read().map(RequestedSteps::LookUps).ok_or(RecordError::RequestedSteps("look_ups"))
            }
            Condition::Exception => {
                let bound = self.above.as_ref().and_then(|above| above.parse().ok());
                let bound = bound.ok_or(RecordError::RequestedSteps("above"))?;
                Ok(RequestedSteps::Exception(ExceptionRule::above(bound)))
            }
            Condition::Remapped => {
                let operations = arithmetic.operations();
                let meaning = |sign: &Op| {
                    let meaning = self.signs.as_ref()?.get(sign.symbol())?;
                    operations.iter().copied().find(|op| op.symbol() == *meaning)
                };
                let meanings: Option<Vec<Op>> = operations.iter().map(meaning).collect();
                let signs = meanings.and_then(|meanings| Signs::new(operations, &meanings));
                signs.map(RequestedSteps::Remapped).ok_or(RecordError::RequestedSteps("signs"))
            }
            _ => Ok(RequestedSteps::Procedure),
        }
    }

    /// Returns all values under the condition. Compares each with the result of the procedure, but
    /// not those of a history with errors.
    fn values(
        &self,
        procedure: &Procedure,
        truth: &[Number],
        condition: Condition,
        requested: &RequestedSteps,
    ) -> Result<Vec<Number>, RecordError> {
        let arithmetic = match requested {
            RequestedSteps::LookUps(_) => Arithmetic::Integer,
            _ => procedure.arithmetic,
        };
        let looked_up = match requested {
            RequestedSteps::LookUps(look_ups) => look_ups.values(),
            _ => Vec::new(),
        };
        let mut values = procedure.inputs.clone();
        let planted = match condition {
            Condition::Primed { steps, errors: 1.. } => usize::from(steps),
            _ => 0,
        };
        for (at, written) in self.steps.iter().enumerate() {
            let value = number(arithmetic, &written.name, &written.value)?;
            let computed = match condition {
                _ if at < planted => value.clone(),
                _ if !looked_up.is_empty() => looked_up[at + 1].clone(),
                _ if let RequestedSteps::Unchained(operands) = requested => {
                    let [left, right] = &operands[at];
                    arithmetic
                        .apply(procedure.steps[at].op, left, right, Budget::default())
                        .map_err(|_| RecordError::NoValue)?
                }
                Condition::Primed { .. } => procedure
                    .compute(procedure.steps[at], &values, Budget::default())
                    .map_err(|_| RecordError::NoValue)?,
                _ => truth[procedure.inputs.len() + at].clone(),
            };
            if value != computed {
                return Err(RecordError::Computed {
                    name: written.name.clone(),
                    value: written.value.clone(),
                    computed: arithmetic.value_text(&computed),
                });
            }
            values.push(value);
        }
        Ok(values)
    }
}

impl RawStep {
    /// Returns the step that defines the value with this number.
    fn step(
        &self,
        arithmetic: Arithmetic,
        known: &BTreeMap<&str, u16>,
        number: usize,
        is_drawn: bool,
    ) -> Result<Step, RecordError> {
        let operand = |written: &str| {
            let earlier =
                known.get(written).copied().filter(|earlier| usize::from(*earlier) < number);
            let constant = || {
                let constant = Constant::parse(written)?;
                let is_allowed =
                    constant.to_string() == written && (constant.is_plain() || !is_drawn);
                is_allowed.then_some(Operand::Constant(constant))
            };
            earlier.map(Operand::Value).or_else(constant).ok_or_else(|| RecordError::Operand {
                step: self.name.clone(),
                operand: written.to_owned(),
            })
        };
        let custom = Op::CUSTOM.into_iter().filter(|op| !is_drawn && arithmetic.has(*op));
        let mut operations = arithmetic.operations().iter().copied().chain(custom);
        let op = operations.find(|op| self.op == op.symbol());
        let op = op.ok_or_else(|| RecordError::Operation {
            step: self.name.clone(),
            op: self.op.clone(),
        })?;
        let step = Step { op, left: operand(&self.left)?, right: operand(&self.right)? };
        if is_drawn && step.references().next().is_none() {
            let (step, operand) = (self.name.clone(), self.left.clone());
            return Err(RecordError::Operand { step, operand });
        }
        Ok(step)
    }
}

impl RawLookUps {
    fn read(&self, steps: &[RawStep]) -> Option<LookUps> {
        let table = |(name, entries): (&String, &BTreeMap<String, String>)| {
            let entries =
                entries.iter().map(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
            Some((name.clone(), entries.collect::<Option<_>>()?))
        };
        let tables: Vec<_> = self.tables.iter().map(table).collect::<Option<_>>()?;
        let steps: Vec<String> =
            steps.iter().map(|step| step.table.clone()).collect::<Option<_>>()?;
        LookUps::new(&tables, self.start.parse().ok()?, &steps)
    }
}

fn number(arithmetic: Arithmetic, name: &str, value: &str) -> Result<Number, RecordError> {
    let invalid = || RecordError::Value { name: name.to_owned(), value: value.to_owned() };
    let number: Number = value.parse().map_err(|_| invalid())?;
    let belongs = match arithmetic {
        Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => true,
        Arithmetic::Modular { modulus } => {
            number.rem_euclid(modulus).is_some_and(|residue| residue == number)
        }
        Arithmetic::Decimal { places } => number.round(u32::from(places)) == number,
    };
    if belongs { Ok(number) } else { Err(invalid()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::spec::{NameStyle, Wording};

    fn specs() -> Vec<Spec> {
        let mut specs: Vec<Spec> = [
            Arithmetic::Integer,
            Arithmetic::Modular { modulus: 97 },
            Arithmetic::Decimal { places: 2 },
            Arithmetic::Rational,
            Arithmetic::Paper { places: 3 },
        ]
        .map(|numbers| Spec { steps: 8, ..Spec::new(numbers) })
        .into();
        specs.push(Spec { steps: 40, dead: 20, names: NameStyle::Scattered, ..Spec::default() });
        specs.push(Spec { steps: 1, wording: Wording::Json, ..Spec::default() });
        specs
    }

    fn record(item: &Item, condition: Condition) -> serde_json::Value {
        serde_json::to_value(item.record(condition).unwrap()).unwrap()
    }

    #[test]
    fn record_reads_back_as_the_same_item() {
        for spec in specs() {
            let item = Generator::new(spec).unwrap().item(Seed::wrapping(5), 3).unwrap();
            for condition in Condition::OFFERED {
                if !condition.suits(spec.steps) {
                    continue;
                }
                let written = record(&item, condition);
                let (read, read_condition) = Item::from_record(&written.to_string()).unwrap();
                assert_eq!(read_condition, condition);
                assert_eq!((&read.procedure, &read.values), (&item.procedure, &item.values));
                assert_eq!(record(&read, condition), written, "{spec:?} {condition}");
                for other in Condition::PLAIN {
                    assert_eq!(read.prompt(other), item.prompt(other), "{spec:?} {other}");
                }
            }
        }
    }

    /// Reads a record in which the member at a JSON pointer has another value, given as JSON.
    fn changed(pointer: &str, value: &str) -> Result<(Item, Condition), RecordError> {
        let spec = Spec { steps: 8, ..Spec::default() };
        let item = Generator::new(spec).unwrap().item(Seed::wrapping(5), 3).unwrap();
        let mut record = record(&item, Condition::Trace);
        *record.pointer_mut(pointer).unwrap() = serde_json::from_str(value).unwrap();
        Item::from_record(&record.to_string())
    }

    #[test]
    fn invalid_records_are_errors() {
        let message = |pointer: &str, value: &str| changed(pointer, value).unwrap_err().to_string();
        assert!(message("/steps/3/value", "\"-1\"").starts_with("S6 is -1 in the record, and"));
        assert!(message("/answer", "\"7.5\"").starts_with("answer is 7.5 in the record, and"));
        assert!(message("/steps/0/value", "\"x\"").starts_with("S3 is “x”, which is not a number"));
        assert!(
            message("/steps/2/left", "\"S5\"").starts_with("the operand “S5” of S5 is neither")
        );
        assert!(
            message("/steps/2/op", "\"%\"").starts_with("the operation “%” of S5 does not exist")
        );
        assert!(message("/steps/2/name", "\"S6\"").starts_with("the name “S6” is not allowed"));
        assert!(message("/inputs", "[]").starts_with("a record has two inputs"));
        assert!(message("/spec/steps", "\"9\"").starts_with("a record has two inputs"));
        assert!(message("/spec/wording", "\"verse\"").starts_with("the spec of the record"));
        assert!(message("/spec/bound", "\"5\"").starts_with("the spec of the record is not valid"));
        assert!(message("/prompt", "\" \"").starts_with("the prompt of the record is empty"));
        for operand in ["+5", "005", "-5", "1000000000", "5.0"] {
            let error = message("/steps/2/right", &format!("\"{operand}\""));
            assert!(
                error.starts_with(&format!("the operand “{operand}” of S5 is neither")),
                "{error}"
            );
        }
        assert!(message("/condition", "\"verse\"").starts_with("there is no condition “verse”"));
        assert!(
            message("/spec/numbers", "\"mod4294967295\"")
                .starts_with("the spec of the record is not valid")
        );
        assert!(
            message("/spec/lookback", "\"255\"").starts_with("the spec of the record is not valid")
        );
        assert!(message("/seed", "9007199254740992").starts_with("the seed 9007199254740992 is"));
        assert!(message("/generator", "99").starts_with("the record was made by generator 99;"));
        assert!(message("/generator", "null").starts_with("this is not the JSON record"));
        assert!(changed("/generator", "1").is_ok());
    }

    /// Divisions of whole numbers leave no remainder, and every step uses an earlier value.
    #[test]
    fn record_that_breaks_a_generator_rule_is_an_error() {
        let item = Generator::new(Spec { steps: 1, ..Spec::default() }).unwrap();
        let item = item.item(Seed::wrapping(5), 3).unwrap();
        let text = |op: &str, left: &str, right: &str, value: &str| {
            let mut record = record(&item, Condition::Trace);
            record["inputs"][0]["value"] = "7".into();
            record["inputs"][1]["value"] = "2".into();
            record["answer"] = value.into();
            let step = &mut record["steps"][0];
            for (key, text) in [("op", op), ("left", left), ("right", right), ("value", value)] {
                step[key] = text.into();
            }
            Item::from_record(&record.to_string()).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(text("+", "S1", "S2", "9"), Ok(()));
        assert_eq!(
            text("/", "S1", "S2", "7/2"),
            Err("S3 is “7/2”, which is not a number of this arithmetic".to_owned())
        );
        assert_eq!(
            text("+", "7", "2", "9"),
            Err(format!(
                "the operand “7” of S3 is neither an earlier value nor a constant of at most {MAX_CONSTANT}"
            ))
        );
    }

    #[test]
    fn byte_order_mark_before_a_record_is_ignored() {
        let item = Generator::new(Spec::default()).unwrap().item(Seed::wrapping(5), 3).unwrap();
        let text = format!("\u{feff}{}", record(&item, Condition::Trace));
        assert_eq!(Item::from_record(&text).unwrap().0.values, item.values);
    }
}
