//! The prompts: the rule of the arithmetic in words, the procedure, and the form of the reply.
//!
//! They are frozen like items. No prompt asks for hidden reasoning or forbids it; each describes
//! what the reply contains.

use std::collections::BTreeSet;

use stepfall_formula::folded;
use stepfall_number::{Budget, Number};

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::item::Item;
use crate::op::Op;
use crate::requested_steps::RequestedSteps;
use crate::spec::{NameStyle, Spec, Wording};
use crate::wording::listing;

/// The beginning of a prompt under [`Condition::Filler`].
const FILLER: &str = "Here is a text.";
const NO_MATTER: &str = "It has nothing to do with the task, which comes after it.";
/// The beginning of a question under [`Condition::Isolated`].
const ALONE: &str = "Carry out one operation.";

impl Item {
    /// Returns the prompt that asks for this item, without a final line break. In a dialogue it is
    /// the first message.
    pub fn prompt(&self, condition: Condition) -> String {
        match self.recorded_for(condition) {
            Some(recorded) => recorded.prompt.clone(),
            None => match condition {
                Condition::Filler(steps) => {
                    let bare = self.bare_prompt(Condition::Trace);
                    format!("{FILLER} {NO_MATTER}\n\n{}\n\n{bare}", self.filler(steps))
                }
                Condition::Isolated => self.ask_alone(self.procedure.first_step()),
                _ => self.bare_prompt(condition),
            },
        }
    }

    /// Returns the prompt without the text of [`Condition::Filler`].
    fn bare_prompt(&self, condition: Condition) -> String {
        format!("{}\n\n{}", self.description(condition), self.request(condition))
    }

    /// Returns the beginning of [`Item::prompt`] without making the whole prompt. The beginning is
    /// empty only if the prompt is empty.
    pub fn prompt_opening(&self, condition: Condition) -> &str {
        match self.recorded_for(condition) {
            Some(recorded) => &recorded.prompt,
            None if matches!(condition, Condition::Filler(_)) => FILLER,
            None if condition == Condition::Isolated => ALONE,
            None => self.opening(condition),
        }
    }

    /// Returns the procedure as a prompt of this condition lists it.
    ///
    /// Under [`Condition::Unchained`], numbers replace the names of operands. Under
    /// [`Condition::Copy`], steps are look-ups. The lines are in a random order if
    /// [`Item::is_shuffled`] holds.
    pub fn text_under(&self, condition: Condition) -> String {
        self.listing_under(condition, &self.requested_steps(condition))
    }

    fn listing_under(&self, condition: Condition, requested: &RequestedSteps) -> String {
        let text = listing(self, condition, requested);
        if self.is_shuffled(condition) { self.shuffled_listing(text) } else { text }
    }

    /// Returns the answer that a prompt of this condition asks for.
    pub fn expected(&self, condition: Condition) -> Number {
        let last = |values: &[Number]| values.last().cloned().unwrap_or(Number::ZERO);
        match condition {
            Condition::Copy => last(&self.values_under(condition)),
            Condition::Unchained | Condition::Primed { errors: 1.., .. } => {
                self.procedure.arithmetic.answer(&last(&self.values_under(condition)))
            }
            _ => self.answer(),
        }
    }

    /// Returns [`Item::expected`] in the form that the prompt asks for.
    pub fn expected_text(&self, condition: Condition) -> String {
        let expected = self.expected(condition);
        match condition {
            Condition::Copy => self.value_text_under(condition, &expected),
            _ => self.procedure.arithmetic.answer_text(&expected),
        }
    }

    /// Returns the description of the procedure and the procedure itself, without a request.
    fn description(&self, condition: Condition) -> String {
        let requested = self.requested_steps(condition);
        let listing = self.listing_under(condition, &requested);
        let fenced = match self.spec.wording {
            Wording::Assignments | Wording::English => listing,
            Wording::Python => format!("```python\n{listing}\n```"),
            Wording::Json => format!("```json\n{listing}\n```"),
        };
        let change = match &requested {
            RequestedSteps::Procedure
            | RequestedSteps::Unchained(_)
            | RequestedSteps::LookUps(_) => String::new(),
            RequestedSteps::Exception(exception) => {
                format!(" {}", exception.sentence(self.spec.wording))
            }
            RequestedSteps::Remapped(signs) => format!(" {}", signs.sentence(&self.spec)),
        };
        let rule = self.rule(condition);
        let operations = if condition == Condition::Copy {
            String::new()
        } else {
            operations_rule(self.procedure.steps.iter().map(|step| step.op), self.spec.wording)
        };
        format!("{}\n\n{rule}{operations}{change}\n\n{fenced}", self.introduction(condition))
    }

    /// Returns a later message of a dialogue. It asks for the steps from one number to another, and
    /// for the answer if the last step is among them.
    ///
    /// If lines are in a random order, the model cannot know which steps `S3 to S5` means, so each
    /// step is named.
    pub fn ask_for(&self, from: u16, to: u16) -> String {
        let steps = match (self.name(from), self.name(to)) {
            (only, _) if from == to => only,
            (_, last) if self.is_shuffled(Condition::Trace) => {
                let others: Vec<String> = (from..to).map(|number| self.name(number)).collect();
                format!("{} and {last}", others.join(", "))
            }
            (first, last) => format!("{first} to {last}"),
        };
        self.ask_to_do(&steps, to)
    }

    /// Returns the message after the history of [`Condition::Primed`]. It asks for the steps from
    /// this number on, and for the answer. If lines are in a random order, the steps are not named,
    /// because that would reveal their order. A single remaining step is named.
    pub fn ask_for_rest(&self, from: u16) -> String {
        let last = self.procedure.last();
        if from < last && self.is_shuffled(Condition::Trace) {
            self.ask_to_do("the remaining steps", last)
        } else {
            self.ask_for(from, last)
        }
    }

    /// Returns a request for the steps that `steps` names; `to` is the number of the last of them.
    fn ask_to_do(&self, steps: &str, to: u16) -> String {
        if to < self.procedure.last() {
            return format!("Now do {steps}.");
        }
        let last = self.name(to);
        let answer = answer_line(&last, form(&self.spec, Condition::Trace));
        format!("Now do {steps}, and end with {answer}.")
    }

    /// Returns a question about one step, for a model that has seen nothing else. It gives the
    /// operation and the correct values of the operands.
    pub fn ask_alone(&self, number: u16) -> String {
        format!(
            "{ALONE} {}{}\n\n{}\n\nReply with one line that reads \"Answer: \" followed by the result, {}.",
            result_rule(&self.spec),
            operations_rule(
                self.procedure.step(number).into_iter().map(|step| step.op),
                Wording::Assignments
            ),
            self.step_with_values(number),
            result_form(&self.spec)
        )
    }

    /// Returns the request to review the trace that a model has written.
    pub fn ask_for_review(&self) -> String {
        let last = self.name(self.procedure.last());
        format!(
            "Check your lines one after the other against the procedure. Write every line that is wrong once more, corrected, and every later \
             line whose values change with it, in the same form. Then end with {}, even where nothing has changed.",
            answer_line(&last, form(&self.spec, Condition::Trace))
        )
    }

    /// Returns a question about the operands and operations of some steps, for a model that has
    /// seen nothing else.
    pub fn ask_what_joins(&self, numbers: &[u16]) -> String {
        let names: Vec<String> = numbers.iter().map(|number| self.name(*number)).collect();
        let [left, right, result] = self.foreign_names();
        format!(
            "{}\n\nDo not compute anything. For each of these steps write one line that gives its name, its operands by name (a constant as it \
             is) and its operation, in the form\n\n{result} = {left} + {right}\n\nThe steps are {}.",
            self.description(Condition::Symbolic),
            names.join(", ")
        )
    }

    /// Returns an example line of a trace, with names that the item does not have.
    fn example(&self) -> String {
        let [left, right, result] = self.foreign_names();
        let [first, second, sum] = example_values(&self.spec);
        format!("{result} = {left} + {right} = {first} + {second} = {sum}")
    }

    /// Returns an example line of a trace of steps with independent operands.
    fn unchained_example(&self) -> String {
        let [.., result] = self.foreign_names();
        let [first, second, sum] = example_values(&self.spec);
        format!("{result} = {first} + {second} = {sum}")
    }

    /// Describes a step that the item does not have, with the values of its operands.
    fn structured_step(&self) -> String {
        let [left, right, result] = self.foreign_names();
        let [first, second, _] = example_values(&self.spec);
        format!("{result} = {left} + {right}, where {left} is {first} and {right} is {second}")
    }

    /// Returns a structured reply for the step that [`Item::structured_step`] describes.
    fn structured_example(&self) -> String {
        let [.., result] = self.foreign_names();
        let [left, right, sum] = example_values(&self.spec);
        let answer = match self.spec.arithmetic {
            Arithmetic::Paper { .. } => format!("{sum}.000"),
            _ => sum.clone(),
        };
        format!(
            "{{\"steps\": [{{\"name\": \"{result}\", \"left\": \"{left}\", \"right\": \"{right}\", \"value\": \"{sum}\"}}], \
             \"answer\": \"{answer}\"}}"
        )
    }

    /// Returns an example call of a calculator, with a name that the item does not have.
    fn call_example(&self) -> String {
        let [.., result] = self.foreign_names();
        let [left, right, _] = example_values(&self.spec);
        format!("{result}: {left} + {right}")
    }

    /// Returns the names `A`, `B` and `C` for examples. If the item uses one of these names, all
    /// three get a number as a suffix.
    fn foreign_names(&self) -> [String; 3] {
        self.free_names(["A", "B", "C"])
    }

    /// Returns letters as names. If a custom procedure uses one of these names, all of them get the
    /// same number as a suffix.
    pub(crate) fn free_names<const N: usize>(&self, letters: [&str; N]) -> [String; N] {
        let named = |suffix: &str| letters.map(|letter| format!("{letter}{suffix}"));
        if self.spec.names != NameStyle::Custom {
            return named("");
        }
        let taken: BTreeSet<String> =
            (1..=self.procedure.last()).map(|number| folded(&self.name(number))).collect();
        let suffixes = std::iter::once(String::new()).chain((1..=u16::MAX).map(|n| n.to_string()));
        let mut open = suffixes.map(|suffix| named(&suffix));
        open.find(|names| names.iter().all(|name| !taken.contains(&folded(name))))
            .unwrap_or_else(|| named("_"))
    }

    fn lines(&self) -> String {
        format!(
            "For each step write one line that gives its name, its operands by name \
             (a constant as it is), the same with their values, and the result, in the form\n\n{}",
            self.example()
        )
    }

    /// Returns the request for a line per step, if a sign may mean another operation than usual.
    fn lines_of_meanings(&self, requested: &RequestedSteps) -> String {
        let [left, right, result] = self.foreign_names();
        let [first, second, sum] = self.example_of_meanings(requested);
        let (by_name, sign) = match self.spec.wording {
            // Sentences have no signs.
            Wording::English => (
                "its operands by name (a constant as it is) joined by the sign of the operation that is meant, the same with their values,",
                Op::Add,
            ),
            Wording::Assignments | Wording::Python | Wording::Json => (
                "its operands by name (a constant as it is) joined by the sign that stands there, their values joined by the sign of the operation that is meant,",
                requested.sign(Op::Add, &number(&first), &number(&second)),
            ),
        };
        format!(
            "For each step write one line that gives its name, {by_name} and the result, in the form\n\n\
             {result} = {left} {sign} {right} = {first} + {second} = {sum}"
        )
    }

    /// Returns two operands and their sum, in the form of the spec's values. Under
    /// [`Condition::Exception`], the rule applies to these operands.
    fn example_of_meanings(&self, requested: &RequestedSteps) -> [String; 3] {
        let texts = example_values(&self.spec);
        let [left, right, _] = texts.each_ref().map(|text| number(text));
        let RequestedSteps::Exception(exception) = requested else { return texts };
        if exception.applies(&left, &right) {
            return texts;
        }
        let arithmetic = self.spec.arithmetic;
        let left = if let Arithmetic::Modular { modulus } = arithmetic {
            Number::integer(i64::from(modulus) - 1)
        } else {
            let bound = Number::integer(exception.bound());
            bound.add(&left, Budget::default()).unwrap_or(left)
        };
        let sum = arithmetic.apply(Op::Add, &left, &right, Budget::default());
        [left, right, sum.unwrap_or(Number::ZERO)].map(|value| arithmetic.value_text(&value))
    }

    fn in_turns(&self, introduction: &str, chunk: u16, more: &str) -> String {
        let first = self.procedure.first_step();
        let to = self.procedure.last().min(chunk.saturating_add(first - 1));
        let lines = self.lines();
        format!(
            "{introduction} {lines}\n\nWrite these lines and nothing else.{more}\n\n{}",
            self.ask_for(first, to)
        )
    }

    fn introduction(&self, condition: Condition) -> String {
        let steps = match self.procedure.steps.len() {
            1 => "1 step".to_owned(),
            n => format!("{n} steps"),
        };
        let opening = self.opening(condition);
        let dependencies = self.dependencies(condition);
        let names = match self.spec.names {
            NameStyle::Numbered | NameStyle::Custom => "",
            NameStyle::Scattered => " The names mean nothing.",
        };
        let has = match self.inputs_under(condition).len() {
            0 => String::new(),
            1 => "one input and ".to_owned(),
            2 => "two inputs and ".to_owned(),
            count => format!("{count} inputs and "),
        };
        format!("{opening}. It has {has}{steps}. {dependencies}{names}")
    }

    /// Describes how the steps depend on each other, and the order of their lines.
    fn dependencies(&self, condition: Condition) -> &'static str {
        match (condition, self.is_shuffled(condition)) {
            (Condition::Copy, false) => {
                "Each step looks up, in one of four tables, a value that comes before it."
            }
            (Condition::Unchained, false) => "No step uses another.",
            (_, false) if self.has_step_of_numbers() => {
                "Each step uses numbers, or values that come before it."
            }
            (_, false) => "Each step uses values that come before it.",
            // The model computes no values, so it can write the lines in any order.
            (Condition::Symbolic | Condition::Transcribe, true) => {
                "The lines stand in no particular order."
            }
            (Condition::Copy, true) => {
                "Each step looks up a value in one of four tables. The lines stand in no particular order: carry out each one as soon as the value that it looks up is known."
            }
            (Condition::Unchained, true) => {
                "No step uses another. The lines stand in no particular order."
            }
            (_, true) => {
                "The lines stand in no particular order: carry out each one as soon as the values that it uses are known."
            }
        }
    }

    /// Returns the arithmetic in words. Leaves out statements that are not true for a custom
    /// procedure.
    fn rule(&self, condition: Condition) -> String {
        let mut rule = rule(&self.spec, condition);
        let has = |ops: &[Op]| self.procedure.steps.iter().any(|step| ops.contains(&step.op));
        if has(&[Op::FloorDiv, Op::Mod]) {
            rule = rule.replace(", and no division leaves a remainder", "");
        }
        if has(&[Op::FloorDiv, Op::Round]) {
            rule = rule.replace("nothing is rounded", "nothing is rounded unless a step says so");
        }
        if self.procedure.inputs.is_empty() {
            rule = rule.replace("The inputs and all results", "All results");
        }
        rule
    }

    /// Returns whether a step uses constants alone.
    fn has_step_of_numbers(&self) -> bool {
        self.procedure.steps.iter().any(|step| step.references().next().is_none())
    }

    /// Returns the phrase for the steps and the order in which to carry them out.
    fn course(&self, condition: Condition) -> &'static str {
        match (condition, self.is_shuffled(condition)) {
            (_, false) => "the steps in order",
            // A program carries out the lines in the order in which the model writes them.
            (Condition::Symbolic, true) => {
                "the steps in the order in which they can be carried out"
            }
            (_, true) => "all steps",
        }
    }

    /// Returns the phrase for the order of steps in a structured reply.
    fn order(&self, condition: Condition) -> &'static str {
        if self.is_shuffled(condition) {
            "in which they can be carried out"
        } else {
            "of the steps"
        }
    }

    /// Returns the first words of a prompt.
    const fn opening(&self, condition: Condition) -> &'static str {
        match (condition, self.spec.wording) {
            // Under these conditions the model does not carry out the procedure.
            (Condition::Symbolic | Condition::Transcribe, wording) => match wording {
                Wording::Assignments | Wording::English => "This is a procedure",
                Wording::Python => "This is a Python program",
                Wording::Json => "This is a procedure, given as JSON",
            },
            (_, Wording::Assignments | Wording::English) => "Carry out this procedure",
            (_, Wording::Python) => "Carry out this Python program by hand",
            (_, Wording::Json) => "Carry out this procedure, given as JSON",
        }
    }

    /// Returns a phrase that refers to the rule for results in the prompt; empty if the arithmetic
    /// has no such rule.
    const fn by_rule(&self) -> &'static str {
        match self.spec.arithmetic {
            Arithmetic::Modular { .. } | Arithmetic::Decimal { .. } => " by the rule above",
            Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => "",
        }
    }

    /// Returns a sentence which states that the rule is applied to the results of a program; empty
    /// if the arithmetic has no rule.
    const fn applied_rule(&self) -> &'static str {
        match self.spec.arithmetic {
            Arithmetic::Modular { .. } | Arithmetic::Decimal { .. } => {
                " The rule above is applied to every result for you."
            }
            Arithmetic::Paper { .. } => " The final value is rounded for you.",
            Arithmetic::Integer | Arithmetic::Rational => "",
        }
    }

    /// Returns the signs of the operations in the procedure that only custom procedures have, each
    /// after a blank.
    fn other_signs(&self) -> String {
        let used = |op: &&Op| self.procedure.steps.iter().any(|step| step.op == **op);
        Op::CUSTOM.iter().filter(used).flat_map(|op| [" ", op.symbol()]).collect()
    }

    fn request(&self, condition: Condition) -> String {
        let last = self.name(self.procedure.last());
        let form = form(&self.spec, condition);
        let course = self.course(condition);
        match condition {
            Condition::AnswerOnly => {
                format!(
                    "What is the value of {last}? Reply with that value alone, {form}, and nothing else."
                )
            }
            Condition::Free => format!("Work in whatever way you like. {}", ending(&last, form)),
            Condition::Structured => format!(
                "Reply with one JSON object and nothing else. Its member \"steps\" is a list with one object for each step, in the order \
                 {}: \"name\" is the name of the step, \"left\" and \"right\" are the values of its two operands as you use \
                 them, in their order, and \"value\" is the result. Its member \"answer\" is the value of {last}. Every value is a string \
                 that holds {}. For a procedure whose only step is {}, the reply would be\n\n{}",
                self.order(condition),
                value_form(&self.spec),
                self.structured_step(),
                self.structured_example()
            ),
            Condition::Trace
            | Condition::Shuffled
            | Condition::Filler(_)
            | Condition::Explain
            | Condition::Review
            | Condition::Primed { .. } => {
                format!("Go through {course}. {}\n\n{}", self.lines(), ending(&last, form))
            }
            Condition::Stepwise => self.in_turns("You are asked for one step at a time.", 1, ""),
            Condition::Checkpoints(chunk) => {
                self.in_turns("You are asked for a few steps at a time.", chunk, "")
            }
            Condition::Verified(chunk) => self.in_turns(
                "You are asked for a few steps at a time.",
                chunk,
                " Every reply is checked: where a step is wrong, you are told which one.",
            ),
            Condition::Symbolic => {
                let [left, _, result] = self.foreign_names();
                format!(
                    "Do not compute anything. Go through {course}. For each step write one line that gives its name, its operands \
                     by name (a constant as it is) and its operation, in the form\n\n{result} = {left} + 9\n\nEnd with the line\n\nAnswer: {last}"
                )
            }
            Condition::Transcribe => format!(
                "Do not compute anything. Write this procedure as a program: one assignment a line, {} with the same names, {}only names, \
                 numbers and + - * /{} on the right side.{} Reply with the program alone, and end it with the line\n\nprint({last})",
                if self.is_shuffled(condition) {
                    "every value set before it is used,"
                } else {
                    "in order and"
                },
                if self.procedure.inputs.is_empty() { "" } else { "the inputs first, " },
                self.other_signs(),
                self.applied_rule()
            ),
            Condition::Calculator => format!(
                "You have a tool, calculate, which carries out one operation and gives its result{}. Do not compute anything \
                 yourself: go through {course} and call the tool once for each, with the name of the step, the values of its two \
                 operands in their order, and the operation. {}",
                self.by_rule(),
                after_all(&last, form)
            ),
            Condition::CalculatorText => format!(
                "You have a calculator, which carries out one operation and gives its result{}. Do not compute anything \
                 yourself: go through {course}, one a reply, and for each write one line with the name of the step and the values \
                 of its operands, in the form\n\nCALL {}\n\nand wait for the result. {}",
                self.by_rule(),
                self.call_example(),
                after_all(&last, form)
            ),
            // The question about a single step does not contain the procedure.
            Condition::Isolated => String::new(),
            Condition::Exception | Condition::Remapped => format!(
                "Go through {course}. {}\n\n{}",
                self.lines_of_meanings(&self.requested_steps(condition)),
                ending(&last, form)
            ),
            Condition::Unchained => format!(
                "Go through {course}. For each step write one line that gives its name, the operation, and the result, in the form\n\n{}\n\n{}",
                self.unchained_example(),
                ending(&last, form)
            ),
            Condition::Copy => {
                let [.., result] = self.foreign_names();
                format!(
                    "Go through {course}. For each step write one line that gives its name and what the table gives, in the form\n\n\
                     {result} = 13\n\n{}",
                    ending(&last, form)
                )
            }
        }
    }
}

fn ending(last: &str, form: &str) -> String {
    format!("End with {}.", answer_line(last, form))
}

fn after_all(last: &str, form: &str) -> String {
    format!("After the last step reply with {}.", answer_line(last, form))
}

fn answer_line(last: &str, form: &str) -> String {
    format!("a line that reads \"Answer: \" followed by the value of {last}, {form}")
}

/// Returns the arithmetic in words.
fn rule(spec: &Spec, condition: Condition) -> String {
    if condition == Condition::Copy {
        return "Nothing is computed: every value is looked up. A table gives one number for each number that it has.".to_owned();
    }
    let operands = match condition {
        Condition::Unchained => "All operands",
        _ => "The inputs",
    };
    match spec.arithmetic {
        Arithmetic::Integer if spec.uses(Op::Div) => {
            "All values are whole numbers, and no division leaves a remainder.".to_owned()
        }
        Arithmetic::Integer => "All values are whole numbers.".to_owned(),
        Arithmetic::Modular { modulus } => format!(
            "{operands} and all results are whole numbers from 0 to {}. The result of every step is taken modulo {modulus}: it is the \
             remainder after division by {modulus}, which is never negative.",
            modulus - 1
        ),
        Arithmetic::Decimal { places } => {
            let places = decimals(places);
            let before = match condition {
                // Operands may be constants without decimal places, and no result is used again.
                Condition::Unchained => {
                    format!("All results have {places}. The result of every step is rounded to {places},")
                }
                _ => format!(
                    "{operands} and all results have {places}. The result of every step is rounded to {places} before it is used,"
                ),
            };
            format!("{before} to the nearest value, and away from zero where two are equally near.")
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

/// Explains those operations of custom procedures that occur and that the listing does not explain
/// in words.
fn operations_rule(operations: impl Iterator<Item = Op>, wording: Wording) -> String {
    let used: BTreeSet<Op> = operations.collect();
    let explained = |op: &&Op| wording != Wording::English || **op == Op::Mod;
    let sentences = used.iter().filter(explained).filter_map(|op| match op {
        Op::FloorDiv => Some(" x // y is the quotient of x and y, rounded down."),
        Op::Mod if wording == Wording::English => {
            Some(" A remainder is what is left after the quotient is rounded down.")
        }
        Op::Mod => {
            Some(" x % y is the remainder of x divided by y, with the quotient rounded down.")
        }
        Op::Min => Some(" min(x, y) is the smaller of two values."),
        Op::Max => Some(" max(x, y) is the larger of two values."),
        Op::Round => Some(" round(x, n) is x, rounded to n decimal places."),
        Op::Add | Op::Sub | Op::Mul | Op::Div => None,
    });
    sentences.collect()
}

/// Returns the arithmetic of one operation in words.
fn result_rule(spec: &Spec) -> String {
    match spec.arithmetic {
        Arithmetic::Integer => "The result is a whole number.".to_owned(),
        Arithmetic::Modular { modulus } => format!(
            "The result is taken modulo {modulus}: it is the remainder after division by {modulus}, which is never negative."
        ),
        Arithmetic::Decimal { places } => format!(
            "The result is rounded to {}, to the nearest value, and away from zero where two are equally near.",
            decimals(places)
        ),
        Arithmetic::Rational => {
            "The result is an exact fraction; nothing is rounded. Fractions are written a/b in lowest terms with a positive denominator, \
             and as a whole number where the denominator is 1."
                .to_owned()
        }
        Arithmetic::Paper { .. } => {
            "Compute exactly: nothing is rounded, and the result is written as a decimal or a fraction that is exact.".to_owned()
        }
    }
}

/// Returns the form of the result of one operation, as a phrase after a comma.
fn result_form(spec: &Spec) -> &'static str {
    match spec.arithmetic {
        Arithmetic::Paper { .. } => "as an exact decimal or fraction",
        _ => form(spec, Condition::Isolated),
    }
}

fn decimals(places: u8) -> String {
    if places == 1 { "1 decimal place".to_owned() } else { format!("{places} decimal places") }
}

/// Returns the form of the answer, as a phrase after a comma.
fn form(spec: &Spec, condition: Condition) -> &'static str {
    if condition == Condition::Copy {
        return "as a whole number";
    }
    match spec.arithmetic {
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

/// Describes the form of a value in a structured reply.
fn value_form(spec: &Spec) -> String {
    match spec.arithmetic {
        Arithmetic::Integer | Arithmetic::Modular { .. } => "a whole number".to_owned(),
        Arithmetic::Decimal { places } => format!("a number with exactly {}", decimals(places)),
        Arithmetic::Rational => "a fraction a/b in lowest terms or a whole number".to_owned(),
        Arithmetic::Paper { .. } => {
            "an exact decimal or fraction, and the answer exactly 3 decimal places".to_owned()
        }
    }
}

/// Returns two operands and their sum, as values of the spec are written.
fn example_values(spec: &Spec) -> [String; 3] {
    match spec.arithmetic {
        Arithmetic::Integer | Arithmetic::Paper { .. } => ["4", "9", "13"].map(str::to_owned),
        Arithmetic::Modular { modulus } => {
            let (a, b) = (modulus - 4, 9);
            [a, b, (a + b) % modulus].map(|value| value.to_string())
        }
        Arithmetic::Decimal { places } => {
            [4, 9, 13].map(|value| Number::integer(value).to_fixed(u32::from(places)))
        }
        Arithmetic::Rational => ["1/2", "1/3", "5/6"].map(str::to_owned),
    }
}

/// Parses a number of an example.
fn number(text: &str) -> Number {
    text.parse().unwrap_or(Number::ZERO)
}
