//! The prompts: the rule of the arithmetic in words, the procedure, and what to reply with.
//!
//! Frozen like items. No prompt asks for hidden reasoning or forbids it; each names what the reply holds.

use std::borrow::Cow;

use stepfall_number::Number;

use crate::arithmetic::Arithmetic;
use crate::draw::{Key, Stream};
use crate::item::Item;
use crate::op::Op;
use crate::procedure::Operand;
use crate::spec::{Names, Spec, Wording};
use crate::wording::{Detail, listing};

/// How the model is asked to work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Condition {
    /// The answer alone: the setting of the original study.
    AnswerOnly,
    /// One fixed line for each step, then the answer.
    #[default]
    Trace,
    /// Any way of working, the answer last.
    Free,
    /// A JSON object with the value of every step.
    Structured,
    /// Trace, with the operands' values printed in each step: no value has to be looked up.
    Inline,
    /// The same references without arithmetic: each step copies one of its operands. Guessing between the two inputs is
    /// right half of the time.
    Copy,
}

impl Condition {
    /// All conditions with a prompt of their own.
    pub const ALL: [Self; 6] =
        [Self::AnswerOnly, Self::Trace, Self::Free, Self::Structured, Self::Inline, Self::Copy];

    /// The name used in links, flags and JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::AnswerOnly => "answer-only",
            Self::Trace => "trace",
            Self::Free => "free",
            Self::Structured => "structured",
            Self::Inline => "inline",
            Self::Copy => "copy",
        }
    }

    /// The condition of that name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|condition| condition.slug() == slug)
    }
}

impl Item {
    /// The prompt that asks for this item, without a final line break.
    pub fn prompt(&self, condition: Condition) -> String {
        let listing = self.text_under(condition);
        let fenced = match self.spec.wording {
            Wording::Assignments | Wording::English => listing,
            Wording::Python => format!("```python\n{listing}\n```"),
            Wording::Json => format!("```json\n{listing}\n```"),
        };
        format!(
            "{}\n\n{}\n\n{fenced}\n\n{}",
            self.introduction(condition),
            rule(&self.spec, condition),
            self.request(condition)
        )
    }

    /// The procedure as a prompt of this condition lists it: with the operands' values under [`Condition::Inline`], as copies
    /// under [`Condition::Copy`].
    pub fn text_under(&self, condition: Condition) -> String {
        match condition {
            Condition::Copy => listing(self, Detail::Copies(&self.copy_sources())),
            Condition::Inline => listing(self, Detail::Values),
            _ => self.text(),
        }
    }

    /// All values that a prompt of this condition leads to, `S1` first.
    pub fn values_under(&self, condition: Condition) -> Cow<'_, [Number]> {
        match condition {
            Condition::Copy => Cow::Owned(self.copied_values()),
            _ => Cow::Borrowed(&self.values),
        }
    }

    /// The answer that a prompt of this condition asks for.
    pub fn expected(&self, condition: Condition) -> Number {
        match condition {
            Condition::Copy => self.values_under(condition).last().cloned().unwrap_or(Number::ZERO),
            _ => self.answer(),
        }
    }

    /// [`Item::expected`] as it is to be written.
    pub fn expected_text(&self, condition: Condition) -> String {
        let arithmetic = self.procedure.arithmetic;
        match condition {
            Condition::Copy => arithmetic.value_text(&self.expected(condition)),
            _ => arithmetic.answer_text(&self.expected(condition)),
        }
    }

    /// The value that each step copies under [`Condition::Copy`], by number: one of its references, drawn evenly. Where a
    /// constant is the other operand there is only one.
    pub fn copy_sources(&self) -> Vec<u16> {
        let key = Key { seed: self.seed.number(), index: self.index, attempt: 0 };
        let mut draw = key.stream(Stream::Copies);
        let source = |step: &crate::Step| match (step.left, step.right) {
            (Operand::Value(left), Operand::Value(right)) => {
                if draw.below_u32(2) == 0 {
                    left
                } else {
                    right
                }
            }
            (Operand::Value(only), _) | (_, Operand::Value(only)) => only,
            (Operand::Constant(_), Operand::Constant(_)) => 1,
        };
        self.procedure.steps.iter().map(source).collect()
    }

    /// All values under [`Condition::Copy`], `S1` first.
    pub fn copied_values(&self) -> Vec<Number> {
        let mut values = self.procedure.inputs.to_vec();
        for source in self.copy_sources() {
            values.push(values[usize::from(source) - 1].clone());
        }
        values
    }

    fn introduction(&self, condition: Condition) -> String {
        let steps = match self.procedure.steps.len() {
            1 => "1 step".to_owned(),
            n => format!("{n} steps"),
        };
        let what = match self.spec.wording {
            Wording::Assignments | Wording::English => "this procedure",
            Wording::Python => "this Python program by hand",
            Wording::Json => "this procedure, given as JSON",
        };
        let how = match condition {
            Condition::Copy => "Each step copies a value that comes before it.",
            Condition::Inline => {
                "Each step uses values that come before it, and the values that it uses are written beside it."
            }
            _ => "Each step uses values that come before it.",
        };
        let names = match self.spec.names {
            Names::Numbered => "",
            Names::Scattered => " The names mean nothing.",
        };
        format!("Carry out {what}. It has two inputs and {steps}. {how}{names}")
    }

    fn request(&self, condition: Condition) -> String {
        let last = self.name(self.procedure.last());
        let form = form(&self.spec, condition);
        match condition {
            Condition::AnswerOnly => {
                format!(
                    "What is the value of {last}? Reply with that value alone, {form}, and nothing else."
                )
            }
            Condition::Free => format!("Work in whatever way you like. {}", ending(&last, form)),
            Condition::Structured => {
                let first = self.name(3);
                let members = match self.procedure.steps.len() {
                    1 => format!("\"{first}\": \"...\""),
                    2 => format!("\"{first}\": \"...\", \"{last}\": \"...\""),
                    _ => format!("\"{first}\": \"...\", ..., \"{last}\": \"...\""),
                };
                format!(
                    "Reply with one JSON object and nothing else, in this form:\n\n\
                     {{\"steps\": {{{members}}}, \"answer\": \"...\"}}\n\n\
                     Under \"steps\" give the value of every step by its name, in the order of the steps. Under \
                     \"answer\" give the value of {last}. Every value is a string that holds {}.",
                    held(&self.spec)
                )
            }
            Condition::Trace | Condition::Inline => format!(
                "Go through the steps in order. For each step write one line that gives its name, its operands by name \
                 (a constant as it is), the same with their values, and the result, in the form\n\n{}\n\n{}",
                example(&self.spec),
                ending(&last, form)
            ),
            Condition::Copy => format!(
                "Go through the steps in order. For each step write one line that gives its name, the name that it \
                 copies, and the value, in the form\n\nB = A = 13\n\n{}",
                ending(&last, form)
            ),
        }
    }
}

fn ending(last: &str, form: &str) -> String {
    format!("End with a line that reads \"Answer: \" followed by the value of {last}, {form}.")
}

/// The arithmetic in words.
fn rule(spec: &Spec, condition: Condition) -> String {
    if condition == Condition::Copy {
        return "Nothing is computed: every value is one of the two inputs.".to_owned();
    }
    match spec.numbers {
        Arithmetic::Integer if spec.uses(Op::Div) => {
            "All values are whole numbers, and no division leaves a remainder.".to_owned()
        }
        Arithmetic::Integer => "All values are whole numbers.".to_owned(),
        Arithmetic::Modular { modulus } => format!(
            "The inputs and all results are whole numbers from 0 to {}. The result of every step is taken modulo {modulus}: it is the \
             remainder after division by {modulus}, which is never negative.",
            modulus - 1
        ),
        Arithmetic::Decimal { places } => {
            let places = decimals(places);
            format!(
                "The inputs and all results have {places}. The result of every step is rounded to {places} before it is used, to \
                 the nearest value, and away from zero where two are equally near."
            )
        }
        Arithmetic::Rational => {
            "All values are exact fractions; nothing is rounded. Fractions are written a/b in lowest terms with a \
             positive denominator, and as a whole number where the denominator is 1."
                .to_owned()
        }
        Arithmetic::Paper { .. } => {
            "Compute exactly: no value is rounded before the end, and every value is written as a decimal or a fraction \
             that is exact. Only the final value is rounded, to 3 decimal places, to the nearest value, and away from zero where two are equally near."
                .to_owned()
        }
    }
}

fn decimals(places: u8) -> String {
    if places == 1 { "1 decimal place".to_owned() } else { format!("{places} decimal places") }
}

/// How a value is to be written, to follow a comma.
fn form(spec: &Spec, condition: Condition) -> &'static str {
    if condition == Condition::Copy {
        return "written as the input is";
    }
    match spec.numbers {
        Arithmetic::Integer | Arithmetic::Modular { .. } => "as a whole number",
        Arithmetic::Decimal { places: 1 } => "with exactly 1 decimal place",
        Arithmetic::Decimal { places: 2 } => "with exactly 2 decimal places",
        Arithmetic::Decimal { places: 3 } | Arithmetic::Paper { .. } => {
            "with exactly 3 decimal places"
        }
        Arithmetic::Decimal { places: 4 } => "with exactly 4 decimal places",
        Arithmetic::Decimal { places: 5 } => "with exactly 5 decimal places",
        Arithmetic::Decimal { .. } => "with exactly 6 decimal places",
        Arithmetic::Rational => "as a fraction a/b in lowest terms or as a whole number",
    }
}

/// What the strings of a structured reply hold.
fn held(spec: &Spec) -> String {
    match spec.numbers {
        Arithmetic::Integer | Arithmetic::Modular { .. } => "a whole number".to_owned(),
        Arithmetic::Decimal { places } => format!("a number with exactly {}", decimals(places)),
        Arithmetic::Rational => "a fraction a/b in lowest terms or a whole number".to_owned(),
        Arithmetic::Paper { .. } => {
            "an exact decimal or fraction, and the answer exactly 3 decimal places".to_owned()
        }
    }
}

/// A line of a trace, with names that no item has.
fn example(spec: &Spec) -> String {
    match spec.numbers {
        Arithmetic::Integer | Arithmetic::Paper { .. } => "C = A + B = 4 + 9 = 13".to_owned(),
        Arithmetic::Modular { modulus } => {
            let (a, b) = (modulus - 4, 9);
            format!("C = A + B = {a} + {b} = {}", (a + b) % modulus)
        }
        Arithmetic::Decimal { places } => {
            let places = u32::from(places);
            let text = |value: i64| Number::integer(value).to_fixed(places);
            format!("C = A + B = {} + {} = {}", text(4), text(9), text(13))
        }
        Arithmetic::Rational => "C = A + B = 1/2 + 1/3 = 5/6".to_owned(),
    }
}
