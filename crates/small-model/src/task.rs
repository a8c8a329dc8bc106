//! An item as tokens of the small model: names, two queries, prompt, trace and summary.

use std::fmt;

use stepfall_procedure::{Arithmetic, Item, Op, Operand, Procedure, Step, text_hash};

use crate::lesson::LOOK_BACKS;
use crate::token::{MODULUS, NAMES, Token};

/// The number of tokens of a line of the prompt, such as `S7 = S6 * S3 ;`.
pub const PROMPT_LINE: usize = 6;
/// The number of tokens of a line of the trace, such as `S7 : S6 4 * S3 9 > S7 5 ;`.
pub const TRACE_LINE: usize = 11;
/// The number of tokens of the summary: its mark, three names with their values, its end.
pub const SUMMARY: usize = 8;
/// The maximum number of steps, because each value needs its own name.
pub const MAX_STEPS: u16 = NAMES as u16 - 2;

/// The largest look-back in the training data.
const FARTHEST: u16 = *LOOK_BACKS.end() as u16;

/// The reason why an item does not fit the training of the small model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsupportedItem {
    /// The item's numbers are not residues modulo 31.
    Numbers,
    /// The item has more values than there are names.
    Steps,
    /// A step of the item has a constant.
    Constant,
    /// The item has a larger look-back than the training data.
    LookBack,
    /// The item's lines are shuffled.
    Lines,
    /// The item's seed belongs to the training data.
    Seed,
    /// The condition is not in the training data.
    Condition,
}

impl fmt::Display for UnsupportedItem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers => write!(
                out,
                "the small model computes only modulo {MODULUS}; set numbers to mod{MODULUS}"
            ),
            Self::Steps => write!(out, "the small model has names for at most {MAX_STEPS} steps"),
            Self::Constant => {
                write!(
                    out,
                    "the small model cannot read constants in steps; set a look-back of at least 2"
                )
            }
            Self::LookBack => write!(
                out,
                "the small model uses values from at most {FARTHEST} steps back; set a look-back up to {FARTHEST}"
            ),
            Self::Lines => {
                write!(
                    out,
                    "the small model reads the lines of a procedure only in their order; set lines to ordered"
                )
            }
            Self::Seed => write!(
                out,
                "the small model was trained with procedures of this seed; choose a seed below 2^52"
            ),
            Self::Condition => write!(
                out,
                "the small model writes a trace, gives the answer alone, or continues a history; choose trace, answer-only or primed"
            ),
        }
    }
}

/// An item as the small model reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmallModelItem {
    steps: Vec<Step>,
    inputs: [u8; 2],
    /// The name of each value, `S1` first, in ascending order.
    names: Vec<u8>,
    /// The numbers of the two values that the summary repeats.
    queries: [u16; 2],
}

impl SmallModelItem {
    /// Converts an item.
    ///
    /// # Errors
    ///
    /// Returns [`UnsupportedItem`] if the small model was not trained for such an item.
    pub fn of(item: &Item) -> Result<Self, UnsupportedItem> {
        let source = format!("{}/{}", item.seed.number(), item.index);
        Self::new(&item.procedure, text_hash(&source))
    }

    /// Converts a procedure. The seed `source` determines names and queries.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`SmallModelItem::of`].
    pub fn new(procedure: &Procedure, source: u64) -> Result<Self, UnsupportedItem> {
        let numbers = Arithmetic::Modular { modulus: u32::from(MODULUS) };
        if procedure.arithmetic != numbers {
            return Err(UnsupportedItem::Numbers);
        }
        let residue = |at: usize| {
            let value = procedure.inputs[at].to_i64().and_then(|value| u8::try_from(value).ok());
            value.filter(|&value| value < MODULUS).ok_or(UnsupportedItem::Numbers)
        };
        let inputs = [residue(0)?, residue(1)?];
        let last = procedure.last();
        if last > u16::from(NAMES) {
            return Err(UnsupportedItem::Steps);
        }
        let joins_values = |step: &Step| step.references().count() == 2 && step.op != Op::Div;
        if !procedure.steps.iter().all(joins_values) {
            return Err(UnsupportedItem::Constant);
        }
        let reaches_far = |(number, step): (u16, &Step)| {
            operands(*step).iter().any(|operand| number - operand > FARTHEST)
        };
        if (3..).zip(&procedure.steps).any(reaches_far) {
            return Err(UnsupportedItem::LookBack);
        }
        Ok(Self::from_draw(procedure.steps.clone(), inputs, source))
    }

    fn from_draw(steps: Vec<Step>, inputs: [u8; 2], source: u64) -> Self {
        let last = u16::try_from(steps.len() + 2).unwrap_or(u16::MAX);
        let mut draw = SplitMix64(source);
        let names = draw.rising(last);
        let first = 1 + draw.below(last - 1);
        let second = 1 + draw.below(last - 1);
        Self { steps, inputs, names, queries: [first, second] }
    }

    /// Returns a step (from 0) as the only step of a procedure whose inputs are its operands;
    /// `None` if there is no such step. The index of the step is the seed of the names, so that
    /// they vary between steps.
    pub fn isolated_step(&self, step: usize) -> Option<Self> {
        let step_alone = *self.steps.get(step)?;
        let values = self.values();
        let inputs = operands(step_alone).map(|number| values[usize::from(number) - 1]);
        let alone = Step { op: step_alone.op, left: Operand::Value(1), right: Operand::Value(2) };
        Some(Self::from_draw(vec![alone], inputs, step as u64))
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the numbers of the two values that the summary repeats, in its order. They may be
    /// equal.
    pub const fn queries(&self) -> [u16; 2] {
        self.queries
    }

    /// Returns the name of the value with a number, from 1.
    pub fn name(&self, number: u16) -> Token {
        Token::name(self.names[usize::from(number) - 1]).unwrap_or(Token::PAD)
    }

    /// Returns the number of the value with a name; `None` if the item does not use the name.
    pub fn number_of(&self, name: u8) -> Option<u16> {
        let at = self.names.binary_search(&name).ok()?;
        u16::try_from(at + 1).ok()
    }

    /// Returns all values, `S1` first.
    pub fn values(&self) -> Vec<u8> {
        let mut values = self.inputs.to_vec();
        for step in &self.steps {
            values.push(self.compute(*step, &values));
        }
        values
    }

    /// Returns the value of a step, given the values before it.
    pub fn compute(&self, step: Step, values: &[u8]) -> u8 {
        let [left, right] = operands(step).map(|number| values[usize::from(number) - 1]);
        apply(step.op, left, right)
    }

    /// Returns the prompt: inputs, steps, queries, and `requested`.
    pub fn prompt(&self, requested: Token) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(11 + PROMPT_LINE * self.steps.len());
        tokens.push(Token::BEGIN);
        for (number, input) in (1..).zip(self.inputs) {
            tokens.extend([self.name(number), value(input), Token::LINE_END]);
        }
        for (number, step) in (3..).zip(&self.steps) {
            let [left, right] = operands(*step);
            tokens.extend([
                self.name(number),
                Token::IS,
                self.name(left),
                Token::operation(step.op).unwrap_or(Token::PAD),
                self.name(right),
                Token::LINE_END,
            ]);
        }
        let [first, second] = self.queries;
        tokens.extend([Token::QUERY, self.name(first), self.name(second), requested]);
        tokens
    }

    /// Returns the lines of a trace with these values.
    pub fn trace(&self, values: &[u8]) -> Vec<Token> {
        let value_of = |number: u16| value(values[usize::from(number) - 1]);
        let mut tokens = Vec::with_capacity(TRACE_LINE * self.steps.len());
        for (number, step) in (3..).zip(&self.steps) {
            let [left, right] = operands(*step);
            let op = Token::operation(step.op).unwrap_or(Token::PAD);
            tokens.extend([self.name(number), Token::COLON, self.name(left), value_of(left), op]);
            tokens.extend([self.name(right), value_of(right), Token::GIVES, self.name(number)]);
            tokens.extend([value_of(number), Token::LINE_END]);
        }
        tokens
    }

    /// Returns the summary, from its mark to the end.
    pub fn summary(&self, values: &[u8]) -> Vec<Token> {
        let [first, second] = self.queries;
        let last = u16::try_from(values.len()).unwrap_or(u16::MAX);
        let mut tokens = vec![Token::SUMMARY];
        for number in [first, second, last] {
            tokens.extend([self.name(number), value(values[usize::from(number) - 1])]);
        }
        tokens.push(Token::END);
        tokens
    }

    /// Returns the reply to the prompt for the answer alone.
    pub fn answer(&self, values: &[u8]) -> Vec<Token> {
        let last = u16::try_from(values.len()).unwrap_or(u16::MAX);
        vec![self.name(last), value(values[values.len() - 1]), Token::END]
    }
}

/// Returns the numbers of the two values that a step joins. A constant, which no [`SmallModelItem`]
/// has, counts as value 1.
pub fn operands(step: Step) -> [u16; 2] {
    [step.left, step.right].map(|operand| match operand {
        Operand::Value(number) => number,
        Operand::Constant(_) => 1,
    })
}

/// Computes `left op right` modulo 31.
pub fn apply(op: Op, left: u8, right: u8) -> u8 {
    let (left, right, modulus) = (u16::from(left), u16::from(right), u16::from(MODULUS));
    let exact = match op {
        Op::Add => left + right,
        Op::Sub => left + modulus - right,
        // A `SmallModelItem` has no operation but these three.
        _ => left * right,
    };
    u8::try_from(exact % modulus).unwrap_or(0)
}

fn value(value: u8) -> Token {
    Token::value(value).unwrap_or(Token::PAD)
}

/// A generator of reproducible random numbers: `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// Returns a number below `n`, by the upper part of a product (Lemire, 2019). The bias is
    /// negligible: at most one of 2^64 words more for some numbers.
    pub(crate) fn below(&mut self, n: u16) -> u16 {
        let wide = u128::from(self.next()) * u128::from(n);
        u16::try_from(wide >> 64).unwrap_or(0)
    }

    /// Returns different names in ascending order, with every choice equally likely (Knuth, volume
    /// 2, algorithm S).
    fn rising(&mut self, count: u16) -> Vec<u8> {
        let mut names = Vec::with_capacity(usize::from(count));
        for name in 0..NAMES {
            let wanted = count - u16::try_from(names.len()).unwrap_or(count);
            if self.below(u16::from(NAMES - name)) < wanted {
                names.push(name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::{Generator, LookBack, Seed, Spec};

    fn item(steps: u16, look_back: u8, seed: u64) -> Item {
        let mut spec = Spec::new(Arithmetic::Modular { modulus: 31 });
        spec.steps = steps;
        spec.look_back = LookBack::AtMost(look_back);
        let generator = Generator::new(spec).expect("such a spec has procedures");
        generator.item(Seed::wrapping(seed), 0).expect("such a seed has one")
    }

    #[test]
    fn task_values_equal_the_item_values() {
        for (steps, look_back) in [(1, 2), (5, 2), (25, 7), (95, 5)] {
            let item = item(steps, look_back, 7);
            let task = SmallModelItem::of(&item).expect("the small model was taught such items");
            let exact: Vec<i64> =
                item.values.iter().filter_map(stepfall_number::Number::to_i64).collect();
            let values: Vec<i64> = task.values().into_iter().map(i64::from).collect();
            assert_eq!(values, exact);
        }
    }

    #[test]
    fn names_are_ascending_and_map_back_to_numbers() {
        let task =
            SmallModelItem::of(&item(95, 7, 3)).expect("the small model was taught such items");
        assert!(task.names.is_sorted_by(|a, b| a < b));
        assert_eq!(task.names.len(), 97);
        for number in 1..=97 {
            assert_eq!(task.number_of(task.names[usize::from(number) - 1]), Some(number));
        }
    }

    #[test]
    fn lines_have_their_stated_token_counts() {
        let task =
            SmallModelItem::of(&item(10, 5, 1)).expect("the small model was taught such items");
        let values = task.values();
        assert_eq!(task.prompt(Token::TRACE).len(), 11 + 10 * PROMPT_LINE);
        assert_eq!(task.trace(&values).len(), 10 * TRACE_LINE);
        assert_eq!(task.summary(&values).len(), SUMMARY);
        assert!(!task.prompt(Token::TRACE).contains(&Token::PAD));
        assert!(!task.trace(&values).contains(&Token::PAD));
    }

    #[test]
    fn items_outside_the_training_data_are_refused() {
        let mut spec = Spec::new(Arithmetic::Modular { modulus: 31 });
        spec.look_back = LookBack::AtMost(1);
        let constants = Generator::new(spec).expect("it has procedures");
        let item = constants.item(Seed::wrapping(1), 0).expect("it has one");
        assert_eq!(SmallModelItem::of(&item), Err(UnsupportedItem::Constant));
        let integers = Generator::new(Spec::default()).expect("it has procedures");
        let item = integers.item(Seed::wrapping(1), 0).expect("it has one");
        assert_eq!(SmallModelItem::of(&item), Err(UnsupportedItem::Numbers));
        spec.look_back = LookBack::AtMost(5);
        spec.steps = 127;
        let long = Generator::new(spec).expect("it has procedures");
        let item = long.item(Seed::wrapping(1), 0).expect("it has one");
        assert_eq!(SmallModelItem::of(&item), Err(UnsupportedItem::Steps));
    }
}
