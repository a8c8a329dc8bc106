//! Reads a procedure from a JSON object, in the form of prompts and records. Keeps the position of
//! every part.

use stepfall_formula::{Literal, Name, Parser};

use crate::custom::draft::{Draft, Statement, Term, Value};
use crate::custom::error::{Problem, TextError};
use crate::custom::statement::{operation, step};
use crate::spec::Wording;

/// The maximum depth of a value. The outermost object has depth 1.
const DEPTH: u8 = 8;

/// A JSON value, and the byte at which it begins. For a string it is the byte after the quote.
struct Json<'t> {
    at: usize,
    kind: Kind<'t>,
}

enum Kind<'t> {
    /// A string, as it is written between its quotes.
    Text(&'t str),
    /// A number, as it is written.
    Number(&'t str),
    Array(Vec<Json<'t>>),
    Object(Vec<(Name, Json<'t>)>),
    Other,
}

/// Reads the object that begins at the byte `at` and ends before the byte `end`.
pub(super) fn draft(text: &str, at: usize, end: usize) -> Result<Draft, TextError> {
    let mut reader = Parser::new(text, at, end);
    let root = value(&mut reader, text, DEPTH)?;
    reader.skip_blanks();
    if !reader.rest().is_empty() {
        return Err(reader.expected("the end of the text after the object").into());
    }
    let source = Source { text, end };
    let mut draft = Draft::new(Wording::Json);
    draft.end = reader.at;
    let spec = root.member("spec");
    let named = |key| root.member(key).or_else(|| spec?.member(key))?.text();
    draft.named = named("numbers").and_then(|numbers| numbers.parse().ok());
    draft.wording = named("wording").and_then(Wording::from_slug).unwrap_or(Wording::Json);
    for (name, number) in source.inputs(&root)? {
        draft.statements.push(Statement { name, value: Value::Input(number), stated: None });
    }
    let steps = source.member(&root, "steps", "the member \"steps\"")?;
    let Kind::Array(steps) = &steps.kind else {
        return Err(source.at(steps.at).expected("an array of steps").into());
    };
    for step in steps {
        draft.statements.push(source.step(step)?);
    }
    // Only records have the member `condition`. Their answer is a value and not a name.
    if root.member("condition").is_none()
        && let Some(answer) = root.member("answer")
    {
        draft.answer = Some(source.name(answer)?);
    }
    Ok(draft)
}

impl<'t> Json<'t> {
    fn member(&self, key: &str) -> Option<&Self> {
        let Kind::Object(members) = &self.kind else { return None };
        members.iter().rev().find(|(name, _)| name.name == key).map(|(_, value)| value)
    }

    fn text(&self) -> Option<&'t str> {
        match self.kind {
            Kind::Text(text) | Kind::Number(text) => Some(text),
            _ => None,
        }
    }
}

/// The text, up to the byte `end`. Errors need it for their positions.
#[derive(Clone, Copy)]
struct Source<'t> {
    text: &'t str,
    end: usize,
}

impl<'t> Source<'t> {
    const fn at(self, at: usize) -> Parser<'t> {
        Parser::new(self.text, at, self.end)
    }

    /// Returns a parser for the content of a string or a number.
    fn inside(self, value: &Json<'t>, expected: &'static str) -> Result<Parser<'t>, TextError> {
        let text = value.text().ok_or_else(|| self.at(value.at).expected(expected))?;
        Ok(Parser::new(self.text, value.at, value.at + text.len()))
    }

    fn member<'j>(
        self,
        object: &'j Json<'t>,
        key: &str,
        expected: &'static str,
    ) -> Result<&'j Json<'t>, TextError> {
        object.member(key).ok_or_else(|| self.at(object.at).expected(expected).into())
    }

    fn name(self, value: &Json<'t>) -> Result<Name, TextError> {
        let mut inside = self.inside(value, "a name as a string")?;
        let name = inside.name()?;
        whole(inside, "the end of the name").map(|()| name)
    }

    /// Reads the value of an input: a number or a fraction.
    fn number(self, value: &Json<'t>) -> Result<Literal, TextError> {
        let mut inside = self.inside(value, "a number as a string")?;
        let Some(mut number) = inside.signed_number() else {
            return Err(inside.expected("a number").into());
        };
        if inside.eat("/") {
            let Some(bottom) = inside.number() else {
                return Err(inside.expected("a number").into());
            };
            number.text = format!("{}/{}", number.text, bottom.text);
            number.len = inside.at - number.at;
        }
        whole(inside, "the end of the number").map(|()| number)
    }

    fn term(self, value: &Json<'t>) -> Result<Term, TextError> {
        let mut inside = self.inside(value, "a name or a constant as a string")?;
        if let Some(number) = inside.signed_number() {
            return whole(inside, "the end of the constant").map(|()| Term::Number(number));
        }
        self.name(value).map(Term::Name)
    }

    /// Reads the inputs: `{"S1": "4", "S2": "9"}`, or as in records,
    /// `[{"name": "S1", "value": "4"}, …]`.
    fn inputs(self, root: &Json<'t>) -> Result<Vec<(Name, Literal)>, TextError> {
        let inputs = self.member(root, "inputs", "the member \"inputs\"")?;
        match &inputs.kind {
            Kind::Object(members) => members
                .iter()
                .map(|(key, value)| {
                    let key = Json {
                        at: key.at,
                        kind: Kind::Text(&self.text[key.at..key.at + key.name.len()]),
                    };
                    Ok((self.name(&key)?, self.number(value)?))
                })
                .collect(),
            Kind::Array(inputs) => inputs
                .iter()
                .map(|input| {
                    let name = self.member(input, "name", "the member \"name\"")?;
                    let value = self.member(input, "value", "the member \"value\"")?;
                    Ok((self.name(name)?, self.number(value)?))
                })
                .collect(),
            _ => Err(self.at(inputs.at).expected("an object of names and numbers").into()),
        }
    }

    fn step(self, written: &Json<'t>) -> Result<Statement, TextError> {
        let name = self.name(self.member(written, "name", "a step with the member \"name\"")?)?;
        let sign = self.member(written, "op", "a step with the member \"op\"")?;
        let expected = "an operation (+, -, *, /, //, %, min, max or round) as a string";
        let mut inside = self.inside(sign, expected)?;
        let op = operation(&mut inside).ok_or_else(|| self.at(sign.at).expected(expected))?;
        whole(inside, "the end of the operation")?;
        let left = self.term(self.member(written, "left", "a step with the member \"left\"")?)?;
        let right =
            self.term(self.member(written, "right", "a step with the member \"right\"")?)?;
        let value = step(op, left, right)?;
        Ok(Statement { name, value, stated: None })
    }
}

/// Checks that a text has been read to its end.
fn whole(mut inside: Parser<'_>, expected: &'static str) -> Result<(), TextError> {
    inside.skip_blanks();
    if inside.rest().is_empty() { Ok(()) } else { Err(inside.expected(expected).into()) }
}

fn value<'t>(parser: &mut Parser<'t>, text: &'t str, depth: u8) -> Result<Json<'t>, TextError> {
    parser.skip_blanks();
    let start = parser.at;
    if depth == 0 {
        return Err(parser.expected("no deeper nesting").into());
    }
    let kind = match parser.peek() {
        Some('"') => {
            let inside = string(parser)?;
            return Ok(Json { at: inside.0, kind: Kind::Text(&text[inside.0..inside.1]) });
        }
        Some('{') => Kind::Object(object(parser, text, depth)?),
        Some('[') => Kind::Array(array(parser, text, depth)?),
        Some('-' | '0'..='9') => {
            let rest = parser.rest();
            let part = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '+' | '.');
            let length = rest.len() - rest.trim_start_matches(part).len();
            parser.at += length;
            Kind::Number(&rest[..length])
        }
        _ if parser.eat_word("true") || parser.eat_word("false") || parser.eat_word("null") => {
            Kind::Other
        }
        _ => return Err(parser.expected("a value of JSON").into()),
    };
    Ok(Json { at: start, kind })
}

/// Skips a string, and returns the bytes at which its text begins and ends. Escapes stay as they
/// are written, because no name and no number has one.
fn string(parser: &mut Parser<'_>) -> Result<(usize, usize), TextError> {
    let start = parser.at + 1;
    let mut escaped = false;
    for (length, next) in parser.rest().char_indices().skip(1) {
        match next {
            '"' if !escaped => {
                let end = parser.at + length;
                parser.at = end + 1;
                return Ok((start, end));
            }
            '\n' => break,
            _ => escaped = next == '\\' && !escaped,
        }
    }
    let found = "\"".to_owned();
    let problem = Problem::Expected { expected: "a string that ends in its line", found };
    Err(TextError::At(parser.at, problem))
}

fn object<'t>(
    parser: &mut Parser<'t>,
    text: &'t str,
    depth: u8,
) -> Result<Vec<(Name, Json<'t>)>, TextError> {
    let mut members = Vec::new();
    parser.eat("{");
    if parser.eat("}") {
        return Ok(members);
    }
    loop {
        parser.skip_blanks();
        if parser.peek() != Some('"') {
            return Err(parser.expected("the name of a member in quotes").into());
        }
        let (from, to) = string(parser)?;
        if !parser.eat(":") {
            return Err(parser.expected(": after the name of the member").into());
        }
        let key = Name { name: text[from..to].to_owned(), at: from };
        members.push((key, value(parser, text, depth - 1)?));
        if parser.eat("}") {
            return Ok(members);
        }
        if !parser.eat(",") {
            return Err(parser.expected(", or } after a member").into());
        }
    }
}

fn array<'t>(
    parser: &mut Parser<'t>,
    text: &'t str,
    depth: u8,
) -> Result<Vec<Json<'t>>, TextError> {
    let mut items = Vec::new();
    parser.eat("[");
    if parser.eat("]") {
        return Ok(items);
    }
    loop {
        items.push(value(parser, text, depth - 1)?);
        if parser.eat("]") {
            return Ok(items);
        }
        if !parser.eat(",") {
            return Err(parser.expected(", or ] after an element").into());
        }
    }
}
