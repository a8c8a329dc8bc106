//! The calculator: a tool that carries one operation out, by native calls or by lines of text.

use stepfall_grade::grade;
use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, Op, Operand};
use stepfall_provider::{Answer, Tool, ToolCall, ToolResult, Turn};

use crate::dialogue::{Then, spoken};
use crate::expression::{Expression, Join};
use crate::note::{End, Note};
use crate::program::is_commutative;

/// The name of the tool.
const NAME: &str = "calculate";
/// What a call in text begins with.
const CALL: &str = "CALL ";
/// How often in a row a call may be the same, or come to nothing.
const MOST_IN_VAIN: u16 = 3;
/// The most calls of one reply that are carried out.
const MOST_CALLS: usize = 600;

/// The tool as it is offered.
pub(crate) fn tool() -> Tool {
    Tool {
        name: NAME.to_owned(),
        description: "Carries out one operation of a step and gives its result by the rule of the procedure."
            .to_owned(),
        parameters: r#"{"type":"object","properties":{"step":{"type":"string","description":"The name of the step."},"left":{"type":"string","description":"The value of the first operand."},"operation":{"type":"string","enum":["+","-","*","/"]},"right":{"type":"string","description":"The value of the second operand."}},"required":["step","left","operation","right"],"additionalProperties":false}"#
            .to_owned(),
    }
}

/// A call as the text of a dialogue has it.
pub(crate) fn worded(call: &ToolCall) -> String {
    match (call.name == NAME).then(|| native(&call.arguments)).flatten() {
        Some(Called { step, left, op, right }) => {
            let in_brackets = |value: &Number| {
                let text = value.to_decimal().unwrap_or_else(|| value.to_string());
                if text.contains('/') || text.starts_with('-') { format!("({text})") } else { text }
            };
            format!("{CALL}{step}: {} {} {}", in_brackets(&left), op.symbol(), in_brackets(&right))
        }
        None => format!("{CALL}{} {}", call.name, call.arguments.replace('\n', " ")),
    }
}

/// A call that can be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Called {
    step: String,
    left: Number,
    op: Op,
    right: Number,
}

/// What was wrong with a call.
enum Wrong {
    Tool(String),
    Form,
}

/// The arguments of a native call.
fn native(arguments: &str) -> Option<Called> {
    let value: serde_json::Value = serde_json::from_str(arguments).ok()?;
    let text = |key: &str| match value.get(key)? {
        serde_json::Value::String(text) => Some(text.trim().to_owned()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let number = |key: &str| text(key)?.replace('−', "-").parse().ok();
    Some(Called {
        step: text("step")?,
        left: number("left")?,
        op: op(&text("operation")?)?,
        right: number("right")?,
    })
}

fn op(text: &str) -> Option<Op> {
    Some(match text {
        "+" | "add" => Op::Add,
        "-" | "−" | "subtract" => Op::Sub,
        "*" | "×" | "x" | "multiply" => Op::Mul,
        "/" | "÷" | "divide" => Op::Div,
        _ => return None,
    })
}

/// A call in text, after the word that it begins with.
fn textual(rest: &str) -> Result<Called, Wrong> {
    let rest = rest.trim_end_matches(['`', '*', ' ', '.']);
    let Some((step, expression)) = rest.split_once(':') else {
        let name = rest.split([' ', '(']).next().unwrap_or_default();
        return Err(if name == NAME { Wrong::Form } else { Wrong::Tool(name.to_owned()) });
    };
    if step.contains('{') {
        let name = step.split_whitespace().next().unwrap_or_default();
        return Err(if name == NAME { Wrong::Form } else { Wrong::Tool(name.to_owned()) });
    }
    let called = || {
        let expression = expression.split('=').next()?;
        let Expression::Join(Join::By(op), left, right) = Expression::read(expression)? else {
            return None;
        };
        let names = std::collections::BTreeMap::new();
        let value = |side: &Expression| side.value(&names, Arithmetic::Rational).ok();
        Some(Called {
            step: step.trim().to_owned(),
            left: value(&left)?,
            op,
            right: value(&right)?,
        })
    };
    called().ok_or(Wrong::Form)
}

/// A call that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Done {
    number: u16,
    left: Number,
    op: Op,
    right: Number,
    value: Number,
}

/// Where a dialogue with a calculator stands.
#[derive(Debug, Clone)]
pub(crate) struct Calculator {
    done: Vec<Done>,
    /// The answer as the model wrote it at the end.
    answer: Option<Number>,
    last: Option<Called>,
    repeats: u16,
    in_vain: u16,
    silent: u16,
    /// Calls in all, and those that came to nothing.
    pub(crate) calls: u32,
    pub(crate) failed: u32,
    /// Own values by number less one, as far as they are known.
    own: Vec<Option<Number>>,
    /// Calls whose operands are not those of the step, and those whose operation is not.
    pub(crate) wrong_operands: u32,
    pub(crate) wrong_operations: u32,
}

impl Calculator {
    pub(crate) fn new(item: &Item) -> Self {
        let mut own = vec![None; usize::from(item.procedure.last())];
        for (slot, value) in own.iter_mut().zip(&item.procedure.inputs) {
            *slot = Some(value.clone());
        }
        Self {
            done: Vec::new(),
            answer: None,
            last: None,
            repeats: 0,
            in_vain: 0,
            silent: 0,
            calls: 0,
            failed: 0,
            own,
            wrong_operands: 0,
            wrong_operations: 0,
        }
    }

    /// What follows from a reply.
    pub(crate) fn hear(&mut self, item: &Item, answer: &Answer, notes: &mut Vec<Note>) -> Then {
        let (mut results, mut worded) = (Vec::new(), Vec::new());
        for call in answer.calls.iter().take(MOST_CALLS) {
            let called = if call.name == NAME {
                native(&call.arguments).ok_or(Wrong::Form)
            } else {
                Err(Wrong::Tool(call.name.clone()))
            };
            worded.push(self.carry_out(item, called, notes));
            // A tool gives a value; which step it is of is known from the call.
            let told = worded.last().map_or("", |text| text.rsplit(" = ").next().unwrap_or(text));
            let (id, name) = (call.id.clone(), call.name.clone());
            results.push(ToolResult { id, name, text: told.to_owned() });
        }
        let is_native = !results.is_empty();
        if !is_native {
            let calls = spoken(&answer.text).lines().filter_map(|line| {
                line.trim_start_matches(['`', '*', '-', ' ', '>']).strip_prefix(CALL)
            });
            for call in calls.take(MOST_CALLS) {
                worded.push(self.carry_out(item, textual(call), notes));
            }
        }
        if worded.is_empty() {
            return self.end(item, answer, notes);
        }
        self.silent = 0;
        if worded.len() > 1 {
            notes.push(Note::Ahead);
        }
        if self.repeats >= MOST_IN_VAIN {
            return Then::End(End::Looped);
        }
        if self.in_vain >= MOST_IN_VAIN {
            return Then::End(End::Failed);
        }
        let words = worded.join("\n");
        if is_native { Then::Results(Turn::Results(results), words) } else { Then::Say(words) }
    }

    /// A reply without a call: the answer, or nothing of use.
    fn end(&mut self, item: &Item, answer: &Answer, notes: &mut Vec<Note>) -> Then {
        let verdict = grade(item, Condition::AnswerOnly, spoken(&answer.text));
        let has_all = self.own.iter().all(Option::is_some);
        if let Some(told) = verdict.voice.last()
            && (has_all || !self.done.is_empty() || self.silent > 0)
        {
            self.answer = Some(told.claim.value.clone());
            return Then::End(End::Complete);
        }
        notes.push(Note::NotInForm);
        self.silent += 1;
        if self.silent > 1 {
            return Then::End(End::Ignored);
        }
        let next = self.next();
        let last = item.procedure.last();
        Then::Say(if next > last {
            format!(
                "All steps are done. Reply with a line that reads \"Answer: \" followed by the value of {}.",
                item.name(last)
            )
        } else {
            format!(
                "That reply calls the calculator for nothing. The next step is {}.",
                item.name(next)
            )
        })
    }

    /// The first step without a value.
    fn next(&self) -> u16 {
        let place = self.own.iter().position(Option::is_none).unwrap_or(self.own.len());
        u16::try_from(place + 1).unwrap_or(u16::MAX)
    }

    /// Carries a call out; what the model is told.
    fn carry_out(
        &mut self,
        item: &Item,
        called: Result<Called, Wrong>,
        notes: &mut Vec<Note>,
    ) -> String {
        self.calls += 1;
        let told = match called {
            Err(Wrong::Tool(name)) => {
                notes.push(Note::UnknownTool(name.chars().take(40).collect()));
                Err(format!("error: there is no such tool; {NAME} is the only one"))
            }
            Err(Wrong::Form) => {
                notes.push(Note::Malformed);
                Err("error: give the name of a step, two numbers and one of + - * /".to_owned())
            }
            Ok(called) => self.compute(item, called, notes),
        };
        match told {
            Ok(text) => {
                self.in_vain = 0;
                text
            }
            Err(text) => {
                self.failed += 1;
                self.in_vain += 1;
                text
            }
        }
    }

    fn compute(
        &mut self,
        item: &Item,
        called: Called,
        notes: &mut Vec<Note>,
    ) -> Result<String, String> {
        let is_same = self.last.as_ref() == Some(&called);
        self.repeats = if is_same { self.repeats + 1 } else { 1 };
        self.last = Some(called.clone());
        let Called { step, left, op, right } = called;
        let steps = 3..=item.procedure.last();
        let Some(number) = steps.into_iter().find(|number| item.name(*number) == step) else {
            notes.push(Note::Malformed);
            return Err("error: the procedure has no step of that name".to_owned());
        };
        let arithmetic = item.procedure.arithmetic;
        let Ok(value) = arithmetic.apply(op, &left, &right, Budget::default()) else {
            notes.push(Note::NoValue);
            return Err("error: that operation has no result".to_owned());
        };
        self.judge(item, number, (&left, op, &right));
        self.own[usize::from(number) - 1] = Some(value.clone());
        let text = format!("{step} = {}", exact_text(arithmetic, &value));
        self.done.push(Done { number, left, op, right, value });
        Ok(text)
    }

    /// Holds a call against the step, given what the calculator said before.
    fn judge(&mut self, item: &Item, number: u16, (left, op, right): (&Number, Op, &Number)) {
        let step = item.procedure.steps[usize::from(number) - 3];
        let own = |operand: Operand| match operand {
            Operand::Value(of) => {
                self.own[usize::from(of) - 1].clone().unwrap_or_else(|| item.value(of).clone())
            }
            Operand::Constant(value) => Number::integer(i64::from(value)),
        };
        let (first, second) = (own(step.left), own(step.right));
        let is_straight = (left, right) == (&first, &second);
        let is_turned = (left, right) == (&second, &first) && is_commutative(op);
        self.wrong_operations += u32::from(op != step.op);
        self.wrong_operands += u32::from(!is_straight && !is_turned);
    }

    /// What was carried out, one line a call, and the answer.
    pub(crate) fn lines(&self, item: &Item) -> Vec<String> {
        let arithmetic = item.procedure.arithmetic;
        let in_brackets = |value: &Number| {
            let text = exact_text(arithmetic, value);
            if text.starts_with('-') || text.contains('/') { format!("({text})") } else { text }
        };
        let line = |done: &Done| {
            let Done { number, left, op, right, value } = done;
            let (left, right) = (in_brackets(left), in_brackets(right));
            let value = exact_text(arithmetic, value);
            format!("{} = {left} {} {right} = {value}", item.name(*number), op.symbol())
        };
        let answer = self
            .answer
            .as_ref()
            .map(|answer| format!("Answer: {}", exact_text(arithmetic, answer)));
        self.done.iter().map(line).chain(answer).collect()
    }
}

/// A value as the procedure writes its values, but never rounded by the writing.
pub(crate) fn exact_text(arithmetic: Arithmetic, value: &Number) -> String {
    let text = arithmetic.value_text(value);
    let is_exact = text.parse::<Number>().is_ok_and(|read| read == *value);
    if is_exact { text } else { value.to_decimal().unwrap_or_else(|| value.to_string()) }
}
