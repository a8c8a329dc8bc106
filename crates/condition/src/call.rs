//! Calls of the calculator: native calls, and lines of text.

use stepfall_formula::is_name_part;
use stepfall_number::Number;
use stepfall_procedure::{Item, Op};
use stepfall_provider::{Tool, ToolCall};

use crate::expression::Expression;
use crate::line::{strip_separators, without_ordinal};
use crate::names::NameIndex;

/// The name of the calculator as a native tool.
pub(crate) const NAME: &str = "calculate";
/// The first word of a call in text.
const CALL: &str = "CALL";
/// The maximum length of the name of an unknown tool or step, in characters. Longer names are cut.
const MAX_NAME: usize = 40;

/// Returns the calculator as a tool that a request offers to the model.
pub(crate) fn tool() -> Tool {
    Tool {
        name: NAME.to_owned(),
        description: "Carries out one operation of a step and gives its result by the rule of the procedure."
            .to_owned(),
        parameters: r#"{"type":"object","properties":{"step":{"type":"string","description":"The name of the step."},"left":{"type":"string","description":"The value of the first operand."},"operation":{"type":"string","enum":["+","-","*","/"]},"right":{"type":"string","description":"The value of the second operand."}},"required":["step","left","operation","right"],"additionalProperties":false}"#
            .to_owned(),
    }
}

/// A call in the correct form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ValidCall {
    /// The name of the step as the procedure writes it. If the procedure has no such step, the name
    /// that the model wrote.
    pub(crate) step: String,
    pub(crate) left: Number,
    pub(crate) op: Op,
    pub(crate) right: Number,
}

/// The reason why a call is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallError {
    /// There is no tool of that name.
    Tool(String),
    /// The call does not consist of a step and an operation on two numbers. Names of values are not
    /// accepted, because the model must look up the values.
    Form,
}

/// A call in a text, valid or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) called: Result<ValidCall, CallError>,
    /// True if a result follows the call.
    pub(crate) has_result: bool,
}

pub(crate) fn native(
    item: &Item,
    names: &NameIndex,
    call: &ToolCall,
) -> Result<ValidCall, CallError> {
    let name = call.name.trim();
    if name != NAME {
        return Err(call_error(names, name));
    }
    arguments(item, names, &call.arguments).ok_or(CallError::Form)
}

fn arguments(item: &Item, names: &NameIndex, text: &str) -> Option<ValidCall> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let text = |key: &str| match value.get(key)? {
        serde_json::Value::String(text) => Some(text.trim().to_owned()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let number = |key: &str| {
        let text = strip_separators(&text(key)?.replace(['−', '–'], "-"));
        text.trim_start_matches('(').trim_end_matches(')').parse().ok()
    };
    Some(ValidCall {
        step: step(item, names, &text("step")?)?,
        left: number("left")?,
        op: op(&text("operation")?)?,
        right: number("right")?,
    })
}

fn op(text: &str) -> Option<Op> {
    Some(match text {
        "+" | "add" => Op::Add,
        "-" | "−" | "–" | "subtract" => Op::Sub,
        "*" | "×" | "·" | "x" | "multiply" => Op::Mul,
        "/" | "÷" | "divide" => Op::Div,
        _ => return None,
    })
}

/// Returns the name of a step from a text such as `S3`, `s3` or `step S3`. `None` if anything but
/// one word remains, or if this word is the name of the tool.
fn step(item: &Item, names: &NameIndex, text: &str) -> Option<String> {
    let text = text.trim_matches(['*', '`', ' ', '"', '\'']);
    let text = match text.split_once(' ') {
        Some((word, rest)) if word.eq_ignore_ascii_case("step") => rest.trim(),
        _ => text,
    };
    let is_word = !text.is_empty() && text.chars().all(is_name_part);
    if !is_word || text == NAME {
        return None;
    }
    Some(match names.step(text) {
        Some(number) => item.name(number),
        None => text.chars().take(MAX_NAME).collect(),
    })
}

/// Returns the error of an invalid call. `text` is what follows [`CALL`], or the name of the tool.
fn call_error(names: &NameIndex, text: &str) -> CallError {
    let ends = [' ', '(', '{', ':', '=', ',', '"', '\n', '\r', '\t', '*', '`', '<', '◁'];
    let name: String = text.split(ends).next().unwrap_or_default().chars().take(MAX_NAME).collect();
    let is_form = name.is_empty()
        || name == NAME
        || name.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        || names.number(&name).is_some();
    if is_form { CallError::Form } else { CallError::Tool(name) }
}

/// Returns the call in a line of text, if there is one.
pub(crate) fn parse_text_call(item: &Item, names: &NameIndex, line: &str) -> Option<Call> {
    let line = without_ordinal(line.trim_start_matches(['`', '*', '-', ' ', '>', '•', '#', '\t']));
    let word = line.get(..CALL.len()).filter(|word| word.eq_ignore_ascii_case(CALL))?;
    let rest = &line[CALL.len()..];
    if rest.starts_with(is_name_part) {
        return None;
    }
    let rest = rest.trim_start_matches([':', '*', '`', ' ']);
    let rest = rest.trim_end_matches(['`', '*', ' ', '.', '\r', '?', '=']);
    if let Some(call) = plain(item, names, rest) {
        return Some(call);
    }
    // "Call it a day" is no call. "CALL it a day", with the word in capitals, is an invalid call.
    (word == CALL).then(|| Call { called: Err(call_error(names, rest)), has_result: false })
}

/// Reads a call such as `S3: 4 + 9`. A result may follow the call.
fn plain(item: &Item, names: &NameIndex, text: &str) -> Option<Call> {
    let at = text.find([':', '='])?;
    let step = step(item, names, &text[..at])?;
    let text = strip_separators(&text[at + 1..].replace(['`', '$'], ""));
    let mut sides = text.split('=');
    let (left, op, right) = sides.by_ref().find_map(two_numbers)?;
    Some(Call {
        called: Ok(ValidCall { step, left, op, right }),
        has_result: sides.next().is_some(),
    })
}

fn two_numbers(text: &str) -> Option<(Number, Op, Number)> {
    let Expression::Join(op, left, right) = Expression::read(text)? else {
        return None;
    };
    if !op.is_drawn() {
        return None;
    }
    let number = |side: Expression| match side.folded() {
        Expression::Number(number) => Some(number),
        _ => None,
    };
    Some((number(*left)?, op, number(*right)?))
}

/// Writes a native call as a line of text that reads back as the same call.
pub(crate) fn native_call_text(item: &Item, names: &NameIndex, call: &ToolCall) -> String {
    match native(item, names, call) {
        Ok(ValidCall { step, left, op, right }) => {
            let in_brackets = |value: &Number| {
                let text = value.to_decimal().unwrap_or_else(|| value.to_string());
                if text.contains('/') || text.starts_with('-') { format!("({text})") } else { text }
            };
            format!("{CALL} {step}: {} {} {}", in_brackets(&left), op, in_brackets(&right))
        }
        Err(error) => {
            let name = match error {
                CallError::Tool(name) => name,
                CallError::Form => NAME.to_owned(),
            };
            let is_object = serde_json::from_str::<serde_json::Map<_, _>>(&call.arguments).is_ok();
            let arguments = if is_object {
                call.arguments.trim().replace(['\n', '\r'], " ")
            } else {
                serde_json::Value::from(call.arguments.as_str()).to_string()
            };
            // The arguments must not contain marks of reasoning.
            let arguments = arguments.replace('<', "\\u003c").replace('◁', "\\u25c1");
            format!("{CALL} {name} {arguments}")
        }
    }
}

/// Escapes the lines of a text that read like calls, because the actual calls of the reply are
/// native.
pub(crate) fn without_calls(item: &Item, names: &NameIndex, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if parse_text_call(item, names, line.trim_end_matches('\n')).is_some() {
            out.push('\\');
        }
        out.push_str(line);
    }
    out
}
