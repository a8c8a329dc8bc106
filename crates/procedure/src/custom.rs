//! Custom procedures. A text in any of the four wordings, written by hand or copied from a prompt,
//! becomes an item without a seed.
//!
//! The arithmetic is the one that the caller names, else the one that the text names. Otherwise it
//! is the narrowest that fits the numbers in the text. Everything is checked exactly, and the first
//! problem is reported with its line and column. No part of a procedure is guessed or left out.

mod draft;
mod error;
mod json;
mod listing;
mod solution;
mod split;
mod statement;

use std::collections::BTreeMap;
use std::fmt;

use stepfall_formula::{Literal, Position, folded};
use stepfall_number::{Budget, Number, NumberError};

use self::draft::{Draft, Statement, Term, Value};
pub use self::error::{Problem, ProcedureError};
use self::solution::Solution;
use crate::arithmetic::{Arithmetic, places_of};
use crate::generate::Seed;
use crate::item::Item;
use crate::names::ValueNames;
use crate::op::Op;
use crate::procedure::{DRAWN_INPUTS, MAX_INPUTS, Operand, Procedure, Step};
use crate::sanitize::safe_excerpt;
use crate::spec::{LookBack, MAX_LOOK_BACK, MAX_MODULUS, MAX_STEPS, Spec, Wording};
use crate::text_hash::text_hash;

/// The maximum length of a procedure's text, in bytes.
pub const MAX_PROCEDURE: usize = 65_536;
/// The maximum length of a name, in characters.
pub const MAX_NAME: usize = 32;
/// The maximum number of digits of a value, for numerator and denominator each. Nobody computes
/// longer values by hand, and up to this length every error can be followed to the answer.
pub const MAX_DIGITS: u32 = 100;
/// The smallest and the largest modulus of a custom procedure. The modulus need not be a prime.
pub(crate) const MODULI: (u32, u32) = (11, MAX_MODULUS);

/// Words of programs, prompts and answers. No value may have one of them as its name.
const RESERVED: [&str; 73] = [
    "abs",
    "add",
    "and",
    "answer",
    "as",
    "assert",
    "async",
    "await",
    "be",
    "break",
    "by",
    "call",
    "class",
    "continue",
    "copy",
    "decimal",
    "def",
    "del",
    "divide",
    "divided",
    "elif",
    "else",
    "equal",
    "equals",
    "except",
    "false",
    "final",
    "finally",
    "for",
    "fraction",
    "from",
    "global",
    "if",
    "import",
    "in",
    "int",
    "is",
    "it",
    "lambda",
    "let",
    "minus",
    "mod",
    "modulo",
    "multiply",
    "none",
    "nonlocal",
    "not",
    "null",
    "or",
    "over",
    "pass",
    "plus",
    "print",
    "raise",
    "result",
    "return",
    "round_half_up",
    "step",
    "steps",
    "str",
    "subtract",
    "the",
    "times",
    "to",
    "to_places",
    "to_three_places",
    "true",
    "try",
    "which",
    "while",
    "with",
    "y1",
    "yield",
];

impl Item {
    /// Reads a procedure from a text: assignments, numbered English, Python, or JSON, also as a
    /// record. The text may be a whole prompt of this project. A solution with marks is read like
    /// [`Item::from_solution`].
    ///
    /// The item has no seed: [`Item::is_custom`] holds, and random parts of conditions depend on
    /// its text. `numbers` is the arithmetic. If `numbers` is `None`, the text may name an
    /// arithmetic (`mod 97`, `All values are exact fractions`, `% 97`). Otherwise the arithmetic
    /// follows from the numbers in the text.
    ///
    /// # Errors
    ///
    /// The first problem in the text, with its position.
    pub fn from_text(text: &str, numbers: Option<Arithmetic>) -> Result<Self, ProcedureError> {
        Self::read_text(text, numbers).map(|(item, _)| item)
    }

    /// Reads a procedure like [`Item::from_text`], and returns also notices for its writer.
    ///
    /// # Errors
    ///
    /// As [`Item::from_text`].
    pub fn read_text(
        text: &str,
        numbers: Option<Arithmetic>,
    ) -> Result<(Self, Vec<ProcedureNotice>), ProcedureError> {
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let source = Source { text };
        if text.len() > MAX_PROCEDURE {
            return Err(source.error(0, Problem::TooLong));
        }
        let draft = match listing::draft(text, numbers) {
            Ok(draft) => draft,
            // The text may be a solution with marks such as `<<16-3=13>>`. It is read as a
            // procedure first, because a remark in a procedure may contain marks.
            Err(_) if solution::has_marks(text) => {
                return Self::from_solution(text, numbers).map(|item| (item, Vec::new()));
            }
            Err(error) => return Err(error.in_text(text)),
        };
        let names = source.names(&draft)?;
        let steps = source.steps(&draft, &names)?;
        let arithmetic = source.arithmetic(&draft, numbers)?;
        let is_inferred = numbers.or(draft.named).is_none();
        let arithmetic = match arithmetic {
            Arithmetic::Decimal { places }
                if is_inferred && draft.operations().any(|op| op == Op::Round) =>
            {
                // The operand of a `round` step must be exact, so values get as many decimal places
                // as their exact results need.
                let exact = source.build(&draft, &names, Arithmetic::Rational, steps.clone());
                let exact = exact.ok().and_then(|exact| places_of_all(&exact));
                Arithmetic::Decimal { places: exact.unwrap_or(6).max(places) }
            }
            arithmetic => arithmetic,
        };
        let item = source.build(&draft, &names, arithmetic, steps)?;
        let mut notices = source.read_as(&draft);
        if is_inferred {
            notices.extend(rounding_notice(&item));
        }
        Ok((item, notices))
    }

    /// Reads a solution with marks such as `<<16-3=13>>`, as in GSM8K.
    ///
    /// If `numbers` is `None`, the arithmetic follows from the values and constants: whole numbers
    /// if all are whole, decimals if six places are enough, and otherwise fractions.
    ///
    /// # Errors
    ///
    /// A text that is too long. The first mark that cannot be read or is not a true equation. The
    /// answer, if neither a mark nor another equation has it as its result.
    pub fn from_solution(text: &str, numbers: Option<Arithmetic>) -> Result<Self, ProcedureError> {
        if text.len() > MAX_PROCEDURE {
            return Err(Source { text }.error(0, Problem::TooLong));
        }
        let solution = Solution::read(text)?;
        let read = |numbers| {
            Self::from_text(&solution.text, Some(numbers))
                .map_err(|error| solution.placed(text, error))
        };
        let exact = read(numbers.unwrap_or(Arithmetic::Rational))?;
        let item = match numbers {
            Some(_) => exact,
            None => match places_of_all(&exact) {
                Some(0) => read(Arithmetic::Integer)?,
                Some(places) => read(Arithmetic::Decimal { places })?,
                None => exact,
            },
        };
        for (position, stated) in solution.results.iter().enumerate() {
            let value = item.value_named(&solution::name(position));
            if value.is_some_and(|value| *value != stated.value) {
                let computed = value.map(ToString::to_string).unwrap_or_default();
                let problem = Problem::Stated { stated: stated.value.to_string(), computed };
                return Err(ProcedureError { place: Position::of(text, stated.at), problem });
            }
        }
        Ok(item)
    }

    fn value_named(&self, name: &str) -> Option<&Number> {
        (1..=self.procedure.last())
            .find(|number| self.name(*number) == name)
            .map(|number| self.value(number))
    }

    /// Returns whether the procedure is custom, so that no seed generates it.
    pub const fn is_custom(&self) -> bool {
        self.is_custom
    }

    /// Returns whether records of [`GENERATOR_VERSION`](crate::VERSION) cannot hold the procedure. Such
    /// records hold two inputs, names in ASCII, and steps of the four operations. One operand of a
    /// step may be a whole constant without a sign.
    pub(crate) fn is_extended(&self) -> bool {
        let is_plain = |operand: Operand| match operand {
            Operand::Value(_) => true,
            Operand::Constant(constant) => constant.is_plain(),
        };
        let is_simple = |step: &Step| {
            step.op.is_drawn()
                && step.references().next().is_some()
                && is_plain(step.left)
                && is_plain(step.right)
        };
        self.is_custom
            && (self.procedure.inputs.len() != usize::from(DRAWN_INPUTS)
                || !self.procedure.steps.iter().all(is_simple)
                || (1..=self.procedure.last()).any(|number| !self.name(number).is_ascii()))
    }

    /// Returns the maximum number of digits of values that are computed from an incorrect value.
    ///
    /// In a custom procedure, repeated products could make such values very long, so the limit is
    /// ten times that of correct values ([`MAX_DIGITS`]). Values of generated items never come
    /// near 10,000 digits.
    pub(crate) const fn error_budget(&self) -> Budget {
        if self.is_custom { Budget::digits(10 * MAX_DIGITS) } else { Budget::digits(10_000) }
    }

    /// Marks the item as custom, and replaces its seed by a hash of its text. Conditions start
    /// their random draws, such as the order of shuffled lines, from this hash.
    pub(crate) fn into_custom(mut self) -> Self {
        self.is_custom = true;
        self.seed = key_of(&self);
        self.index = 0;
        self
    }
}

/// Returns the spec that describes a custom procedure.
fn spec_of(procedure: &Procedure, labels: &ValueNames, wording: Wording) -> Spec {
    let mix = procedure.mix();
    let farthest = u8::try_from(procedure.distances().len()).unwrap_or(u8::MAX);
    Spec {
        steps: u16::try_from(procedure.steps.len()).unwrap_or(u16::MAX),
        look_back: LookBack::AtMost(farthest.clamp(1, MAX_LOOK_BACK)),
        operations: Op::ALL.map(|op| u8::from(mix[op.index()] > 0)),
        wording,
        names: labels.naming(),
        ..Spec::new(procedure.arithmetic)
    }
}

/// Returns a hash of the arithmetic, inputs, names and steps of an item, below 2^53. It replaces
/// the seed of a custom procedure.
fn key_of(item: &Item) -> Seed {
    let text = format!("{}\n{}", item.procedure.arithmetic, item.text_in(Wording::Assignments));
    let hash = text_hash(&text);
    Seed::wrapping(hash ^ (hash >> 32))
}

/// A notice for the writer of a custom procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProcedureNotice {
    /// A number is written with a currency sign, a percent sign or special characters: `$1,000` is
    /// 1000, and `5%` is 0.05.
    ReadAs {
        /// The position of the number.
        place: Position,
        /// The number as it is written.
        written: String,
        /// The value that is used.
        value: String,
    },
    /// The results of steps are rounded, because the text has decimals.
    Rounded {
        /// The number of decimal places of all results.
        places: u8,
        /// The name of the first result that is rounded.
        name: String,
    },
}

impl fmt::Display for ProcedureNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadAs { place, written, value } => {
                write!(f, "{place}: “{}” is read as {value}", safe_excerpt(written))
            }
            Self::Rounded { places, name } => write!(
                f,
                "every result is rounded to {places} decimal places, first {name}; choose fractions (rational) or more places for exact values"
            ),
        }
    }
}

/// For each name, the index of the statement of the draft that sets it.
type Known<'d> = BTreeMap<&'d str, usize>;

/// The text of a procedure. Errors need it to compute line and column.
#[derive(Clone, Copy)]
struct Source<'t> {
    text: &'t str,
}

impl Source<'_> {
    fn error(self, at: usize, problem: Problem) -> ProcedureError {
        ProcedureError { place: self.place(at), problem }
    }

    fn place(self, at: usize) -> Position {
        Position::of(self.text, at)
    }

    /// Returns a notice for each number with `$`, `%`, or a character outside ASCII other than a
    /// minus.
    fn read_as(self, draft: &Draft) -> Vec<ProcedureNotice> {
        let read_as = |literal: &Literal| {
            let written = &self.text[literal.at..literal.at + literal.len];
            let is_plain =
                |next: char| next.is_ascii() && !matches!(next, '$' | '%') || next == '−';
            (!written.chars().all(is_plain)).then(|| ProcedureNotice::ReadAs {
                place: self.place(literal.at),
                written: written.to_owned(),
                value: literal.text.clone(),
            })
        };
        draft.numbers().filter_map(read_as).collect()
    }

    /// Maps each name to the statement that sets it. Fails if a name is invalid, is set twice, or
    /// differs from another only in capitals. Also fails if there are too many inputs or steps.
    fn names(self, draft: &Draft) -> Result<Known<'_>, ProcedureError> {
        let mut known = Known::new();
        let mut small: BTreeMap<String, usize> = BTreeMap::new();
        let (mut inputs, mut steps) = (0, 0);
        for (at, Statement { name, value, .. }) in draft.statements.iter().enumerate() {
            let place_of = |other: usize| self.place(draft.statements[other].name.at);
            let error = |problem| Err(self.error(name.at, problem));
            let lower = folded(&name.name);
            if name.name.chars().count() > MAX_NAME {
                return error(Problem::LongName);
            }
            let is_function = |op: Op| op.is_function() && op.symbol() == lower;
            let is_used = draft.operations().any(is_function);
            if is_used || RESERVED.binary_search(&lower.as_str()).is_ok() {
                return error(Problem::Reserved(name.name.clone()));
            }
            if let Some(&first) = known.get(name.name.as_str()) {
                return error(Problem::Duplicate {
                    name: name.name.clone(),
                    first: place_of(first),
                });
            }
            if let Some(&first) = small.get(&lower) {
                let first = place_of(first);
                return error(Problem::Capitals { name: name.name.clone(), first });
            }
            match value {
                Value::Input(_) if inputs == MAX_INPUTS => return error(Problem::ManyInputs),
                Value::Input(_) => inputs += 1,
                Value::Step { .. } if steps == MAX_STEPS => return error(Problem::Steps),
                Value::Step { .. } => steps += 1,
            }
            known.insert(&name.name, at);
            small.insert(lower, at);
        }
        Ok(known)
    }

    /// Returns the steps. Each name is replaced by the number of its value.
    fn steps(self, draft: &Draft, known: &Known<'_>) -> Result<Vec<Step>, ProcedureError> {
        let numbers = numbers_of(draft);
        let mut steps = Vec::new();
        for (at, statement) in draft.statements.iter().enumerate() {
            let Value::Step { op, left, right, .. } = &statement.value else { continue };
            let operand = |term: &Term| match term {
                Term::Number(literal) => {
                    let constant = statement::constant(literal).map(Operand::Constant);
                    constant.ok_or_else(|| {
                        self.error(literal.at, Problem::Constant(literal.text.clone()))
                    })
                }
                Term::Name(word) => match known.get(word.name.as_str()) {
                    Some(&set) if set < at => Ok(Operand::Value(numbers[set])),
                    set => Err(self.error(
                        word.at,
                        self.name_problem(draft, known, at, &word.name, set.copied()),
                    )),
                },
            };
            steps.push(Step { op: *op, left: operand(left)?, right: operand(right)? });
        }
        if steps.is_empty() {
            return Err(self.error(draft.end, Problem::NoStep));
        }
        Ok(steps)
    }

    /// Returns the reason why the statement with index `at` cannot use a name. `set` is the index
    /// of the statement that sets the name, if any does.
    fn name_problem(
        self,
        draft: &Draft,
        known: &Known<'_>,
        at: usize,
        name: &str,
        set: Option<usize>,
    ) -> Problem {
        let name = name.to_owned();
        let Some(set) = set else { return Problem::Unset(name) };
        if set == at {
            return Problem::Itself(name);
        }
        let place = self.place(draft.statements[set].name.at);
        if comes_of(draft, known, set, at) {
            let step = draft.statements[at].name.name.clone();
            return Problem::Cycle { step, name, set: place };
        }
        Problem::Early { name, set: place }
    }

    /// Returns the arithmetic that the caller asks for, else the one that the text names. Otherwise
    /// a modulus after a step decides, or else the narrowest arithmetic that fits the numbers.
    /// Fails if a custom procedure cannot have it, or if a step has another modulus.
    fn arithmetic(
        self,
        draft: &Draft,
        asked: Option<Arithmetic>,
    ) -> Result<Arithmetic, ProcedureError> {
        let moduli = || {
            draft.statements.iter().filter_map(|statement| match &statement.value {
                Value::Step { modulo, .. } => modulo.as_ref(),
                Value::Input(_) => None,
            })
        };
        let from_steps = || {
            let modulus = moduli().next()?.text.parse().unwrap_or(u32::MAX);
            Some(Arithmetic::Modular { modulus })
        };
        let arithmetic =
            asked.or(draft.named).or_else(from_steps).unwrap_or_else(|| narrowest(draft));
        let is_allowed = match arithmetic {
            Arithmetic::Integer | Arithmetic::Rational => true,
            Arithmetic::Modular { modulus } => (MODULI.0..=MODULI.1).contains(&modulus),
            Arithmetic::Decimal { places } => (1..=6).contains(&places),
            Arithmetic::Paper { .. } => false,
        };
        let numbers = arithmetic.to_string();
        if !is_allowed {
            return Err(self.error(0, Problem::Numbers(numbers)));
        }
        let same = |modulo: &&Literal| match arithmetic {
            Arithmetic::Modular { modulus } => modulo.text.parse() == Ok(modulus),
            _ => false,
        };
        match moduli().find(|modulo| !same(modulo)) {
            Some(other) => Err(self.error(other.at, Problem::Modulo { numbers })),
            None => Ok(arithmetic),
        }
    }

    /// Evaluates the procedure and makes an item of it.
    fn build(
        self,
        draft: &Draft,
        known: &Known<'_>,
        arithmetic: Arithmetic,
        steps: Vec<Step>,
    ) -> Result<Item, ProcedureError> {
        let inputs = draft.inputs().map(|literal| self.number(arithmetic, literal));
        let inputs = inputs.collect::<Result<_, _>>()?;
        let mut procedure = Procedure { arithmetic, inputs, steps };
        let values = self.evaluate(draft, &mut procedure)?;
        let labels =
            ValueNames::custom(ordered(draft).map(|statement| statement.name.name.as_str()));
        if let Some(answer) = &draft.answer {
            let last = ordered(draft).next_back().map(|statement| &statement.name.name);
            if last != Some(&answer.name) {
                let problem = if known.contains_key(answer.name.as_str()) {
                    Problem::Answer { last: last.cloned().unwrap_or_default() }
                } else {
                    Problem::Unset(answer.name.clone())
                };
                return Err(self.error(answer.at, problem));
            }
        }
        let spec = spec_of(&procedure, &labels, draft.wording);
        let item = Item::with_labels(spec, Seed::default(), 0, procedure, values, labels);
        Ok(item.into_custom())
    }

    fn number(self, arithmetic: Arithmetic, literal: &Literal) -> Result<Number, ProcedureError> {
        if literal.text.len() > MAX_DIGITS as usize {
            return Err(self.error(literal.at, Problem::Digits));
        }
        let not_allowed = || {
            let (value, numbers) = (literal.text.clone(), arithmetic.to_string());
            self.error(literal.at, Problem::Value { value, numbers })
        };
        let number: Number = literal.text.parse().map_err(|_| not_allowed())?;
        let belongs = match arithmetic {
            Arithmetic::Integer => number.is_integer(),
            Arithmetic::Modular { modulus } => {
                number.rem_euclid(modulus).is_some_and(|residue| residue == number)
            }
            Arithmetic::Decimal { places } => number.round(u32::from(places)) == number,
            Arithmetic::Rational | Arithmetic::Paper { .. } => true,
        };
        if !belongs {
            return Err(not_allowed());
        }
        // The arithmetic may write a value in more digits than the text, and that form must be
        // readable again.
        if arithmetic.value_text(&number).len() > MAX_DIGITS as usize {
            return Err(self.error(literal.at, Problem::Digits));
        }
        Ok(number)
    }

    /// Checks that a constant of a step is a number of the arithmetic. Decimal constants may have
    /// more places than the values.
    fn check_constant(self, arithmetic: Arithmetic, term: &Term) -> Result<(), ProcedureError> {
        let Term::Number(literal) = term else { return Ok(()) };
        let is_whole = matches!(arithmetic, Arithmetic::Integer | Arithmetic::Modular { .. });
        if is_whole && literal.text.contains('.') {
            let (value, numbers) = (literal.text.clone(), arithmetic.to_string());
            return Err(self.error(literal.at, Problem::Value { value, numbers }));
        }
        Ok(())
    }

    /// Checks that people and programs agree on the result of a step. No value to be rounded may
    /// be half-way between two results. No decimal division with a remainder may have a negative
    /// operand.
    fn check_rounding(
        self,
        procedure: &Procedure,
        step: Step,
        values: &[Number],
        left: &Term,
    ) -> Result<(), ProcedureError> {
        let value = |operand: Operand| match operand {
            Operand::Value(number) => values[usize::from(number) - 1].clone(),
            Operand::Constant(constant) => constant.number(),
        };
        let (first, second) = (value(step.left), value(step.right));
        let is_decimal = matches!(procedure.arithmetic, Arithmetic::Decimal { .. });
        if matches!(step.op, Op::FloorDiv | Op::Mod)
            && is_decimal
            && (first.is_negative() || second.is_negative())
        {
            return Err(self.error(left.at(), Problem::NegativeRemainder));
        }
        if step.op == Op::Round
            && let Some(places) = places_of(&second)
            && is_halfway(&first, places)
        {
            return Err(self.error(left.at(), Problem::Halfway(first.to_string())));
        }
        Ok(())
    }

    /// Computes all values. Fails at the first step that has no value, or whose value differs from
    /// the one that the text states.
    fn evaluate(
        self,
        draft: &Draft,
        procedure: &mut Procedure,
    ) -> Result<Vec<Number>, ProcedureError> {
        let arithmetic = procedure.arithmetic;
        let mut values = procedure.inputs.clone();
        let written = draft.statements.iter().filter_map(|statement| match &statement.value {
            Value::Step { left, right, .. } => Some((statement, left, right)),
            Value::Input(_) => None,
        });
        for (position, (statement, left, right)) in written.enumerate() {
            let step = &procedure.steps[position];
            for term in [left, right] {
                self.check_constant(arithmetic, term)?;
            }
            if !arithmetic.has(step.op) {
                return Err(self.error(left.at(), Problem::Division));
            }
            self.check_rounding(procedure, *step, &values, left)?;
            let value = match procedure.compute(*step, &values, Budget::digits(MAX_DIGITS)) {
                Ok(value) => value,
                Err(NumberError::DivisionByZero) => {
                    let name = match right {
                        Term::Name(word) => word.name.clone(),
                        Term::Number(literal) => literal.text.clone(),
                    };
                    return Err(self.error(right.at(), Problem::ByZero(name)));
                }
                Err(NumberError::TooLong { .. }) => {
                    return Err(self.error(statement.name.at, Problem::Digits));
                }
            };
            if arithmetic == Arithmetic::Integer && !value.is_integer() {
                let text = |operand: Operand| match operand {
                    Operand::Value(number) => values[usize::from(number) - 1].to_string(),
                    Operand::Constant(constant) => constant.to_string(),
                };
                let (left, right_value) = (text(step.left), text(step.right));
                let problem = Problem::Remainder { left, right: right_value };
                return Err(self.error(right.at(), problem));
            }
            // A floor division with the same result as a plain division becomes one.
            let plain = Step { op: Op::Div, ..*step };
            if step.op == Op::FloorDiv
                && procedure.compute(plain, &values, Budget::default()).as_ref() == Ok(&value)
            {
                procedure.steps[position] = plain;
            }
            if let Some(stated) = &statement.stated
                && stated.text.parse().ok().as_ref() != Some(&value)
            {
                let (stated, at) = (stated.text.clone(), stated.at);
                let problem = Problem::Stated { stated, computed: arithmetic.value_text(&value) };
                return Err(self.error(at, problem));
            }
            values.push(value);
        }
        Ok(values)
    }
}

/// Returns the notice that results are rounded, if any result is.
fn rounding_notice(item: &Item) -> Option<ProcedureNotice> {
    let Arithmetic::Decimal { places } = item.spec.arithmetic else { return None };
    let exact = Procedure { arithmetic: Arithmetic::Rational, ..item.procedure.clone() };
    let is_rounded = |(number, step): &(u16, &Step)| {
        let value = exact.compute(**step, &item.values, Budget::default());
        value.is_ok_and(|value| value != *item.value(*number))
    };
    let mut steps = (item.procedure.first_step()..).zip(&item.procedure.steps);
    let (number, _) = steps.find(is_rounded)?;
    Some(ProcedureNotice::Rounded { places, name: item.name(number) })
}

/// Returns the number of decimal places that all values and constants of a procedure need; `None`
/// if they need more than six.
fn places_of_all(item: &Item) -> Option<u8> {
    let constants = item.procedure.steps.iter().flat_map(|step| [step.left, step.right]);
    let constants = constants.map(|operand| item.operand_value(operand));
    let places = |value: &Number| (0..=6).find(|places| value.round(u32::from(*places)) == *value);
    item.values
        .iter()
        .cloned()
        .chain(constants)
        .try_fold(0, |most: u8, value| Some(most.max(places(&value)?)))
}

/// Returns whether a value is half-way between two numbers with this many decimal places.
fn is_halfway(value: &Number, places: u32) -> bool {
    // A value with more decimal places is half-way exactly if its double fits into `places`.
    let double = value.add(value, Budget::default());
    value.round(places) != *value && double.is_ok_and(|double| double.round(places) == double)
}

/// Returns the statements in the order of their values' numbers: the inputs first.
fn ordered(draft: &Draft) -> impl DoubleEndedIterator<Item = &Statement> {
    let is_input = |statement: &&Statement| matches!(statement.value, Value::Input(_));
    let inputs = draft.statements.iter().filter(is_input);
    inputs.chain(draft.statements.iter().filter(move |statement| !is_input(statement)))
}

/// Returns, for each statement, the number of the value that it sets.
fn numbers_of(draft: &Draft) -> Vec<u16> {
    let mut inputs = 0;
    let mut steps = u16::try_from(draft.inputs().count()).unwrap_or(u16::MAX);
    let number = |statement: &Statement| {
        let next = match statement.value {
            Value::Input(_) => &mut inputs,
            Value::Step { .. } => &mut steps,
        };
        *next += 1;
        *next
    };
    draft.statements.iter().map(number).collect()
}

/// Returns whether a statement uses the value of the statement `source`, directly or through other
/// statements.
fn comes_of(draft: &Draft, known: &Known<'_>, statement: usize, source: usize) -> bool {
    let mut seen = vec![false; draft.statements.len()];
    let mut open = vec![statement];
    while let Some(at) = open.pop() {
        if at == source {
            return true;
        }
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        if let Value::Step { left, right, .. } = &draft.statements[at].value {
            let uses = [left, right].into_iter().filter_map(|term| match term {
                Term::Name(word) => known.get(word.name.as_str()).copied(),
                Term::Number(_) => None,
            });
            open.extend(uses);
        }
    }
    false
}

/// Returns the narrowest arithmetic that contains all numbers in the text. If all are whole but a
/// step divides two of them with a remainder, it returns fractions.
fn narrowest(draft: &Draft) -> Arithmetic {
    let mut places = 0;
    for Literal { text, .. } in draft.numbers() {
        if text.contains('/') {
            return Arithmetic::Rational;
        }
        places = text.split_once('.').map_or(0, |(_, part)| part.len()).max(places);
    }
    let is_uneven = |statement: &Statement| match &statement.value {
        Value::Step {
            op: Op::Div, left: Term::Number(left), right: Term::Number(right), ..
        } => {
            let pair = left.text.parse::<i64>().ok().zip(right.text.parse::<i64>().ok());
            pair.is_some_and(|(left, right)| left.checked_rem(right).is_some_and(|rest| rest != 0))
        }
        _ => false,
    };
    match u8::try_from(places) {
        Ok(0) if draft.statements.iter().any(is_uneven) => Arithmetic::Rational,
        Ok(0) => Arithmetic::Integer,
        places => Arithmetic::Decimal { places: places.unwrap_or(6).min(6) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
    }
}
