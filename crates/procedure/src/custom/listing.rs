//! Reads a procedure line by line. Understands or skips the sentences that prompts of this project
//! put before and after it.

use stepfall_formula::Parser;

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::custom::draft::Draft;
use crate::custom::error::{Problem, TextError};
use crate::custom::json;
use crate::custom::split::take_apart;
use crate::custom::statement::{is_over, statement};
use crate::spec::Wording;

const FENCE: &str = "```";

/// Beginnings of sentences before the procedure in a prompt, in lower case.
const OPENINGS: [&str; 6] = [
    "carry out this p",
    "this is a procedure",
    "this is a python program",
    "all values are",
    "the inputs and all results",
    "all results",
];
/// Beginnings of sentences after the procedure in a prompt, in lower case.
const REQUESTS: [&str; 8] = [
    "go through the steps",
    "work in whatever way",
    "what is the value of",
    "reply with",
    "do not compute",
    "you are asked for",
    "you have a tool",
    "you have a calculator",
];
/// Phrases, in lower case, of prompts that change the steps or their signs, with their conditions.
const CHANGES: [(&str, Condition); 5] = [
    ("there is one more rule: where", Condition::Exception),
    ("the signs do not mean what they usually mean", Condition::Remapped),
    ("the words for operations do not mean what they usually mean", Condition::Remapped),
    ("no step uses another", Condition::Unchained),
    ("nothing is computed: every value is looked up", Condition::Copy),
];
/// Beginnings of lines in this project's Python programs that define no value.
const PROGRAM: [&str; 5] = [
    "from fractions import Fraction",
    "from decimal import Decimal",
    "def to_places(value)",
    "return value.quantize(",
    "def to_three_places(value)",
];
/// Words that begin a line of Python that is not an assignment.
const KEYWORDS: [&str; 14] = [
    "assert", "class", "def", "elif", "else", "except", "for", "from", "if", "import", "return",
    "try", "while", "with",
];

/// Reads a text. A fenced block, if there is one, is the procedure, and the text before it may name
/// the arithmetic.
pub(super) fn draft(text: &str, asked: Option<Arithmetic>) -> Result<Draft, TextError> {
    let (from, to) = procedure_bounds(text);
    let mut named = None;
    if from > 0 {
        named = text[..from].lines().filter_map(heading).flatten().next();
    }
    let body = &text[from..to];
    let is_object = body.trim_start().starts_with('{');
    // The record of an item contains the procedure itself, even if its prompt changes the steps.
    if let Some((at, condition)) = find_condition_change(&text[..if is_object { from } else { to }])
    {
        return Err(TextError::At(at, Problem::Changed(condition)));
    }
    if is_object {
        let at = from + body.len() - body.trim_start().len();
        let mut draft = json::draft(text, at, to)?;
        draft.named = draft.named.or(named);
        return Ok(draft);
    }
    let mut draft = Draft::new(Wording::Assignments);
    draft.named = named;
    if from > 0 && text[..from].trim_end().ends_with("```python") {
        draft.wording = Wording::Python;
    }
    lines(text, (from, to), &mut draft, asked)?;
    Ok(draft)
}

/// Finds the first of the [`CHANGES`] in a text, and returns its byte position and its condition.
fn find_condition_change(text: &str) -> Option<(usize, Condition)> {
    // A phrase may continue on the next line. Replacing a line break by a blank moves no byte.
    let lower = text.replace('\n', " ").to_ascii_lowercase();
    let found = CHANGES
        .into_iter()
        .filter_map(|(sentence, condition)| Some((lower.find(sentence)?, condition)));
    found.min_by_key(|(at, _)| *at)
}

/// Returns the bytes at which the procedure begins and ends: the first fenced block, or the whole
/// text.
fn procedure_bounds(text: &str) -> (usize, usize) {
    let mut open = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(FENCE) {
            match open {
                None => open = Some(at + line.len()),
                Some(from) => return (from, at),
            }
        }
        at += line.len();
    }
    (open.unwrap_or(0), text.len())
}

fn lines(
    text: &str,
    (from, to): (usize, usize),
    draft: &mut Draft,
    asked: Option<Arithmetic>,
) -> Result<(), TextError> {
    let mut next = from;
    let mut written = Vec::new();
    for line in text[from..to].split_inclusive('\n') {
        let at = next;
        next += line.len();
        let content = line.trim();
        let has_begun = !written.is_empty();
        if !has_begun && let Some(named) = heading(content) {
            draft.named = draft.named.or(named);
            continue;
        }
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let lower = content.to_ascii_lowercase();
        if has_begun && REQUESTS.iter().any(|request| lower.starts_with(request)) {
            break;
        }
        let mut cursor = Parser::new(text, at, at + line.trim_end_matches(['\n', '\r']).len());
        if PROGRAM.iter().any(|word| content.starts_with(word)) {
            if content.starts_with("from fractions") {
                draft.named = draft.named.or(Some(Arithmetic::Rational));
            }
            draft.wording = Wording::Python;
            continue;
        }
        let word = content.split([' ', ':', '(']).next().unwrap_or_default();
        let is_set = content[word.len()..].trim_start().starts_with(['=', '←']);
        if KEYWORDS.contains(&word) && !is_set {
            cursor.skip_blanks();
            return Err(TextError::At(cursor.at, Problem::Program(word.to_owned())));
        }
        if cursor.eat("print(") {
            draft.wording = Wording::Python;
            draft.answer = Some(cursor.name()?);
            if !cursor.eat(")") || !is_over(&mut cursor) {
                return Err(cursor.expected(") and the end of the line").into());
            }
            continue;
        }
        let (read, is_sentence) = statement(cursor)?;
        if is_sentence && draft.wording == Wording::Assignments {
            draft.wording = Wording::English;
        }
        written.push(read);
        draft.end = at + line.trim_end().len();
    }
    take_apart(written, draft, asked)
}

/// Returns `None` if a line is no heading before the procedure; otherwise the arithmetic that the
/// heading names, if any.
#[expect(clippy::option_option, reason = "a heading may name no arithmetic")]
fn heading(line: &str) -> Option<Option<Arithmetic>> {
    let line = line.trim_start_matches(['#', '*', ' ']).trim_end_matches(['.', ':', '*', ' ']);
    let lower = line.to_ascii_lowercase();
    let value = lower.strip_prefix("numbers").map(|rest| rest.trim_start_matches([' ', '=', ':']));
    let slug: String = value.unwrap_or(&lower).split_whitespace().collect();
    let slug = slug.replacen("modulo", "mod", 1);
    if let Ok(named) = slug.parse() {
        return Some(Some(named));
    }
    if !OPENINGS.iter().any(|opening| lower.starts_with(opening)) || lower.contains('=') {
        return None;
    }
    Some(named_arithmetic(&lower))
}

/// Returns the arithmetic that a sentence of a prompt names. The sentence is in lower case.
fn named_arithmetic(sentence: &str) -> Option<Arithmetic> {
    let number_after = |words: &str| {
        let (_, rest) = sentence.split_once(words)?;
        let rest = rest.trim_start();
        rest[..rest.len() - rest.trim_start_matches(|next: char| next.is_ascii_digit()).len()]
            .parse()
            .ok()
    };
    if sentence.contains("taken modulo") {
        return number_after("taken modulo").map(|modulus| Arithmetic::Modular { modulus });
    }
    if sentence.contains("exact fractions") {
        return Some(Arithmetic::Rational);
    }
    if sentence.contains("decimal place") {
        let places = number_after("have").and_then(|places: u32| u8::try_from(places).ok());
        return places.map(|places| Arithmetic::Decimal { places });
    }
    sentence.contains("whole numbers").then_some(Arithmetic::Integer)
}
