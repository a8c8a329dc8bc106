//! Reads steps that are written as JSON objects:
//! `{"name": "S3", "left": "4", "right": "9", "value": "13"}`.
//!
//! Members may be in any order and have one of a few names. Values are strings or numbers. Strings
//! have either kind of quotation marks.

use std::ops::Range;

use stepfall_procedure::Op;

use crate::claim::ClaimedOperand;
use crate::names::Lexicon;
use crate::numeral::{DecimalPlaces, Numeral, SeparatorEvidence, numeral};

/// The longest object that is read, in bytes.
const MAX_OBJECT_BYTES: usize = 2_000;
/// The most members of an object.
const MAX_MEMBERS: usize = 24;

/// The keys for the name of the step. In this list and those below, the usual key comes first.
const NAME: [&str; 5] = ["name", "step", "id", "variable", "label"];
/// The keys for the value of the step.
const VALUE: [&str; 3] = ["value", "result", "output"];
/// The keys for the left operand.
const LEFT: [&str; 4] = ["left", "a", "lhs", "operand1"];
/// The keys for the right operand.
const RIGHT: [&str; 4] = ["right", "b", "rhs", "operand2"];
/// The keys for the value of a left operand that is written by name.
const LEFT_VALUE: [&str; 2] = ["left_value", "leftvalue"];
/// The keys for the value of a right operand that is written by name.
const RIGHT_VALUE: [&str; 2] = ["right_value", "rightvalue"];
/// The key for the table of a look-up.
const TABLE: [&str; 1] = ["table"];
/// The keys for the key of a look-up.
const OF: [&str; 6] = ["of", "from", "input", "key", "source", "looked_up"];
/// The keys for the operation.
const OP: [&str; 3] = ["op", "operation", "operator"];

/// A step, read from an object.
#[derive(Debug)]
pub(crate) struct StepObject {
    /// The number of the value. `None` if its name is not in the item.
    pub(crate) number: Option<u16>,
    /// The operands as they are written.
    pub(crate) operands: [Option<ClaimedOperand>; 2],
    /// The values of the operands, if they are written next to their names.
    pub(crate) values: [Option<ClaimedOperand>; 2],
    pub(crate) op: Option<Op>,
    /// The name of the table of a look-up.
    pub(crate) table: Option<String>,
    /// The key that is looked up in the table.
    pub(crate) of: Option<ClaimedOperand>,
    /// The result and its bytes. `None` if there is no number.
    pub(crate) value: Option<(Numeral, Range<usize>)>,
}

/// The result of reading an opening brace.
#[derive(Debug)]
pub(crate) enum Found {
    /// A step, and the end of its object.
    Step(Box<StepObject>, usize),
    /// A step whose object is cut off by the end of the text.
    Cut,
    /// Anything else.
    Other,
}

/// Reads the object that begins with the brace at `at`.
pub(crate) fn step_object(
    text: &str,
    at: usize,
    lexicon: &Lexicon,
    places: DecimalPlaces,
) -> Found {
    let until = text.floor_char_boundary(text.len().min(at + MAX_OBJECT_BYTES));
    let mut reader = Reader { text: &text[..until], at: at + 1 };
    let mut members = Vec::new();
    let end = loop {
        match reader.member() {
            Ok(Some(member)) if members.len() < MAX_MEMBERS => members.push(member),
            Ok(None) => break reader.at,
            Err(ObjectError::Cut) if until == text.len() => {
                let is_step = members.iter().any(|member: &Member<'_>| member.is(&NAME));
                return if is_step { Found::Cut } else { Found::Other };
            }
            Ok(Some(_)) | Err(_) => return Found::Other,
        }
    };
    let find = |names: &[&str]| members.iter().find(|member| member.is(names));
    let (Some(name), Some(value)) = (find(&NAME), find(&VALUE)) else { return Found::Other };
    let named = members.iter().filter(|member| member.is(&NAME));
    let number = named.clone().find_map(|member| lexicon.name(member.text));
    // An object that identifies its step only by a count is read as text.
    if number.is_none() && name.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Found::Other;
    }
    let written = |names: &[&str]| written(lexicon, places, find(names)?.text);
    let result = value.text.rfind('=').map_or(0, |sign| sign + 1);
    let start = value.start + result;
    let value = number_of(&value.text[result..], places).map(|(numeral, span)| {
        let span = start + span.start..start + span.end;
        (numeral, span)
    });
    let operation = find(&OP).and_then(|member| operation(member.text));
    let step = StepObject {
        number,
        operands: [written(&LEFT), written(&RIGHT)],
        values: [written(&LEFT_VALUE), written(&RIGHT_VALUE)],
        op: operation,
        table: find(&TABLE).map(|member| member.text.trim().to_owned()),
        of: written(&OF),
        value,
    };
    Found::Step(Box::new(step), end)
}

/// A member of an object: its name, its value without quotation marks, and the first byte of the
/// value.
struct Member<'t> {
    name: &'t str,
    text: &'t str,
    start: usize,
}

impl Member<'_> {
    fn is(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }
}

/// The reason why no member can be read.
enum ObjectError {
    /// The text ends.
    Cut,
    /// The text is not a flat object.
    Form,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn next(&self) -> Result<u8, ObjectError> {
        self.text.as_bytes().get(self.at).copied().ok_or(ObjectError::Cut)
    }

    /// Reads the next member. Returns `None` after the brace that closes the object.
    fn member(&mut self) -> Result<Option<Member<'t>>, ObjectError> {
        self.skip_blanks();
        if self.next()? == b',' {
            self.at += 1;
            self.skip_blanks();
        }
        if self.next()? == b'}' {
            self.at += 1;
            return Ok(None);
        }
        let (name, _) = self.quoted()?;
        self.skip_blanks();
        if self.next()? != b':' {
            return Err(ObjectError::Form);
        }
        self.at += 1;
        self.skip_blanks();
        let (text, start) = match self.next()? {
            b'"' | b'\'' => self.quoted()?,
            b'{' | b'[' => return Err(ObjectError::Form),
            _ => self.bare()?,
        };
        Ok(Some(Member { name, text, start }))
    }

    /// Reads a string in quotation marks. Returns the content, and the position of its first byte.
    fn quoted(&mut self) -> Result<(&'t str, usize), ObjectError> {
        let quote = self.next()?;
        if !matches!(quote, b'"' | b'\'') {
            return Err(ObjectError::Form);
        }
        let start = self.at + 1;
        let length = self.text.as_bytes()[start..].iter().position(|byte| *byte == quote);
        let end = start + length.ok_or(ObjectError::Cut)?;
        self.at = end + 1;
        Ok((&self.text[start..end], start))
    }

    /// Reads a value without quotation marks, up to a comma, a brace or the end of the line. An
    /// opening brace or a quotation mark in it is an error. Otherwise nested braces would make the
    /// reader scan the same text many times.
    fn bare(&mut self) -> Result<(&'t str, usize), ObjectError> {
        let start = self.at;
        let rest = &self.text[start..];
        let end = rest.find([',', '}', '\n', '{', '"', '\'']).ok_or(ObjectError::Cut)?;
        if rest[end..].starts_with(['{', '"', '\'']) {
            return Err(ObjectError::Form);
        }
        self.at = start + end;
        Ok((rest[..end].trim_end(), start))
    }
}

/// Returns an operand: a name, or a number.
fn written(lexicon: &Lexicon, places: DecimalPlaces, text: &str) -> Option<ClaimedOperand> {
    let by_name = lexicon.name(text).map(ClaimedOperand::Name);
    by_name.or_else(|| Some(ClaimedOperand::Value(number_of(text, places)?.0.value)))
}

/// Returns the number that makes up a text, and its bytes in the text.
fn number_of(text: &str, places: DecimalPlaces) -> Option<(Numeral, Range<usize>)> {
    let trimmed = text.trim();
    let bare = trimmed.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let inner = bare.unwrap_or(trimmed);
    let start = text.len() - text.trim_start().len() + usize::from(bare.is_some());
    let digits = inner.trim_start_matches(['-', '−', '+']);
    let sign = &inner[..inner.len() - digits.len()];
    let begins = digits.starts_with(|next: char| next.is_ascii_digit() || next == '.');
    if sign.chars().count() > 1 || !begins {
        return None;
    }
    let (numeral, end) = numeral(digits, 0, places, &mut SeparatorEvidence::default()).ok()?;
    let numeral = if matches!(sign, "-" | "−") { numeral.negated() } else { numeral };
    (end == digits.len()).then(|| (numeral, start..start + inner.len()))
}

fn operation(text: &str) -> Option<Op> {
    match text.trim().to_lowercase().as_str() {
        "+" | "add" | "addition" | "plus" | "sum" => Some(Op::Add),
        "-" | "−" | "–" | "sub" | "subtract" | "subtraction" | "minus" => Some(Op::Sub),
        "*" | "×" | "x" | "·" | "mul" | "multiply" | "multiplication" | "times" => Some(Op::Mul),
        "/" | "//" | "÷" | "div" | "divide" | "division" => Some(Op::Div),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use stepfall_number::Number;

    use super::*;

    fn found(text: &str) -> Option<StepObject> {
        match step_object(text, 0, &Lexicon::NUMBERED, DecimalPlaces::Fraction) {
            Found::Step(step, end) => {
                assert_eq!(end, text.len(), "{text}");
                Some(*step)
            }
            _ => None,
        }
    }

    #[test]
    fn step_objects_are_read_in_every_spelling() {
        for text in [
            r#"{"name": "S3", "left": "4", "right": "9", "value": "13"}"#,
            r#"{"value":13,"right":9,"left":4,"name":"S3"}"#,
            r#"{"step": "s3", "op": "+", "left": "4", "right": "9", "result": "13"}"#,
            "{'name': 'S3', 'left': '4', 'right': '9', 'value': '13'}",
            "{\n  \"name\": \"S3\",\n  \"left\": 4,\n  \"right\": 9,\n  \"value\": 4 + 9 = 13\n}",
            r#"{"Name": "S_3", "Left": "(4)", "Right": "+9", "Value": "4 + 9 = 13",}"#,
        ] {
            let step = found(text).unwrap_or_else(|| panic!("{text}"));
            let [left, right] = step.operands.map(|side| side.unwrap().value().cloned().unwrap());
            let [four, nine, sum] = [4, 9, 13].map(Number::integer);
            assert_eq!((step.number, left, right), (Some(3), four, nine), "{text}");
            let (value, span) = step.value.unwrap();
            assert_eq!((value.value, &text[span]), (sum, "13"), "{text}");
        }
    }

    #[test]
    fn step_objects_may_name_operands_and_lack_a_value() {
        let step = found(r#"{"name": "S4", "left": "S3", "right": "-1/2", "value": "?"}"#).unwrap();
        assert_eq!(step.operands[0], Some(ClaimedOperand::Name(3)));
        let half = Number::fraction(-1, 2).unwrap();
        assert_eq!(step.operands[1], Some(ClaimedOperand::Value(half)));
        assert!(step.value.is_none());
        let other = found(r#"{"name": "C", "value": "13"}"#).unwrap();
        assert_eq!((other.number, other.operands), (None, [None, None]));
    }

    #[test]
    fn other_objects_are_not_read_as_steps() {
        for text in [
            "{}",
            "{",
            r#"{"S3": "13"}"#,
            r#"{"name": "S3", "op": "+", "left": "S1", "right": "S2"}"#,
            r#"{"step": 1, "value": "13"}"#,
            r#"{"steps": [{"name": "S3"}], "value": "13"}"#,
            r"{13}",
            "{\"name",
        ] {
            let found = step_object(text, 0, &Lexicon::NUMBERED, DecimalPlaces::None);
            assert!(matches!(found, Found::Other), "{text} {found:?}");
        }
        let cut = r#"{"name": "S3", "left": "4", "val"#;
        let found = step_object(cut, 0, &Lexicon::NUMBERED, DecimalPlaces::None);
        assert!(matches!(found, Found::Cut), "{found:?}");
    }
}
