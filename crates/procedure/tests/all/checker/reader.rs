//! Readers of the wordings that are written from what a person sees. They are strict: whatever does not belong to a
//! listing ends the test, so that nothing can hide in one.

use std::collections::HashMap;

use serde_json::Value;
use stepfall_procedure::{Arithmetic, Item, Op, Wording};

use super::oracle::{Exact, apply, read};

/// One line of a listing: what it defines, and from what.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) form: Form,
}

/// The right-hand side of a line. Operands are names or numbers; beside them stand their values where a listing has
/// them.
#[derive(Debug)]
pub(crate) enum Form {
    Input(Exact),
    Copy(String),
    Step { op: char, operands: [String; 2], values: [Option<Exact>; 2] },
}

/// A listing that has been read.
pub(crate) struct Listing {
    pub(crate) lines: Vec<Line>,
    /// The name of the value that it ends with.
    pub(crate) answer: String,
}

/// The part of a prompt that lists the procedure.
pub(crate) fn listing_of<'a>(item: &Item, prompt: &'a str) -> &'a str {
    let between = |open, close| prompt.split_once(open)?.1.split_once(close);
    match item.spec.wording {
        Wording::Assignments | Wording::English => prompt.split("\n\n").nth(2).unwrap(),
        Wording::Python => between("```python\n", "\n```").unwrap().0,
        Wording::Json => between("```json\n", "\n```").unwrap().0,
    }
}

/// Reads a listing in the wording of the item.
pub(crate) fn read_listing(item: &Item, text: &str) -> Listing {
    match item.spec.wording {
        Wording::Assignments => ending_with_last(text.lines().map(assignment).collect()),
        Wording::English => ending_with_last(english(text)),
        Wording::Python => python(item, text),
        Wording::Json => json(text),
    }
}

fn ending_with_last(lines: Vec<Line>) -> Listing {
    let answer = lines.last().unwrap().name.clone();
    Listing { lines, answer }
}

fn step(op: char, left: &str, right: &str) -> Form {
    Form::Step { op, operands: [left, right].map(str::to_owned), values: [None, None] }
}

/// `S3 = S1 + S2`, with ` = 3 + (-2)` after it under inline.
fn assignment(line: &str) -> Line {
    let (name, rest) = line.split_once(" = ").unwrap();
    let (symbols, values) = match rest.split_once(" = ") {
        Some((symbols, values)) => (symbols, Some(values)),
        None => (rest, None),
    };
    let words: Vec<&str> = symbols.split(' ').collect();
    let mut form = match words[..] {
        [one] if is_number(one) => Form::Input(read(one)),
        [one] => Form::Copy(one.to_owned()),
        [left, op, right] => step(op.parse().unwrap(), left, right),
        _ => panic!("{line}"),
    };
    if let (Form::Step { op, values: both, .. }, Some(values)) = (&mut form, values) {
        let words: Vec<&str> = values.split(' ').collect();
        let [left, sign, right] = words[..] else { panic!("{line}") };
        assert_eq!(sign, op.to_string(), "{line}");
        *both = [left, right].map(|value| Some(read(value.trim_matches(['(', ')']))));
    } else {
        assert!(values.is_none(), "{line}");
    }
    Line { name: name.to_owned(), form }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

/// `3. Subtract S2 from S1 and call the result S3.`, with `(which is -2)` after each name under inline.
fn english(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let sentence = line
            .strip_prefix(&format!("{number}. "))
            .and_then(|line| line.strip_suffix('.'))
            .unwrap_or_else(|| panic!("{line}"));
        lines.push(sentence_line(sentence));
    }
    lines
}

fn sentence_line(sentence: &str) -> Line {
    if let Some(input) = sentence.strip_prefix("Let ") {
        let (name, value) = input.split_once(" be ").unwrap();
        return Line { name: name.to_owned(), form: Form::Input(read(value)) };
    }
    if let Some(copy) = sentence.strip_prefix("Copy ") {
        let (source, name) = copy.split_once(" and call the copy ").unwrap();
        return Line { name: name.to_owned(), form: Form::Copy(source.to_owned()) };
    }
    let (action, name) = sentence.split_once(" and call the result ").unwrap();
    let (verb, operands) = action.split_once(' ').unwrap();
    let (op, between, turned) = match verb {
        "Add" => ('+', " and ", false),
        "Subtract" => ('-', " from ", true),
        "Multiply" => ('*', " by ", false),
        "Divide" => ('/', " by ", false),
        _ => panic!("{sentence}"),
    };
    let (first, second) = operands.split_once(between).unwrap();
    let mut both = [first, second].map(|operand| match operand.split_once(" (which is ") {
        Some((name, value)) => (name, Some(read(value.strip_suffix(')').unwrap()))),
        None => (operand, None),
    });
    if turned {
        both.reverse();
    }
    let operands = [0, 1].map(|side| both[side].0.to_owned());
    Line {
        name: name.to_owned(),
        form: Form::Step { op, operands, values: both.map(|(_, value)| value) },
    }
}

/// A program: what stands before the first input belongs to the arithmetic and is the same for all items, the last line
/// prints the answer, and under inline a comment names the values of a step's operands.
fn python(item: &Item, text: &str) -> Listing {
    let first = format!("{} = ", item.name(1));
    let at = text.find(&first).unwrap();
    assert!(at == 0 || text[..at].ends_with("\n\n"), "{text}");
    let (lines, print) = text[at..].rsplit_once('\n').unwrap();
    let answer = print
        .strip_prefix("print(to_three_places(")
        .and_then(|rest| rest.strip_suffix("))"))
        .or_else(|| print.strip_prefix("print(")?.strip_suffix(')'))
        .unwrap();
    Listing {
        lines: lines.lines().map(|line| python_line(item, line)).collect(),
        answer: answer.to_owned(),
    }
}

fn python_line(item: &Item, line: &str) -> Line {
    let (code, comment) = line.split_once("  # ").unwrap_or((line, ""));
    let (name, mut value) = code.split_once(" = ").unwrap();
    for (open, close) in
        [("Decimal(\"", "\")"), ("Fraction(\"", "\")"), ("\"", "\""), ("to_places(", ")")]
    {
        if let Some(inner) = value.strip_prefix(open) {
            value = inner.strip_suffix(close).unwrap();
        }
    }
    if let (Arithmetic::Modular { modulus }, Some(inner)) =
        (item.spec.numbers, value.strip_prefix('('))
    {
        value = inner.strip_suffix(&format!(") % {modulus}")).unwrap();
    }
    let mut line = assignment(&format!("{name} = {}", value.replace(" // ", " / ")));
    let mut comments: HashMap<&str, Exact> = comment
        .split(", ")
        .filter_map(|part| part.split_once(" is "))
        .map(|(name, value)| (name, read(value)))
        .collect();
    if let Form::Step { operands, values, .. } = &mut line.form {
        *values = [0, 1].map(|side| comments.get(operands[side].as_str()).cloned());
        comments.retain(|&name, _| !operands.iter().any(|operand| operand == name));
    }
    assert!(comments.is_empty(), "{code}  # {comment}");
    line
}

fn json(text: &str) -> Listing {
    let object: Value = serde_json::from_str(text).unwrap();
    assert_eq!(object.as_object().unwrap().len(), 3, "{text}");
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    let mut lines: Vec<Line> = object["inputs"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| Line {
            name: name.clone(),
            form: Form::Input(read(value.as_str().unwrap())),
        })
        .collect();
    // An object has no order; a listing has, and its inputs come in the order of the text.
    lines.sort_by_key(|line| text.find(&format!("\"{}\"", line.name)));
    for step in object["steps"].as_array().unwrap() {
        let form = if step.get("copy").is_some() {
            assert_eq!(step.as_object().unwrap().len(), 2, "{step}");
            Form::Copy(string(&step["copy"]))
        } else {
            let values = ["left_value", "right_value"]
                .map(|key| step.get(key).map(|value| read(value.as_str().unwrap())));
            let fields = 4 + values.iter().flatten().count();
            assert_eq!(step.as_object().unwrap().len(), fields, "{step}");
            Form::Step {
                op: string(&step["op"]).parse().unwrap(),
                operands: ["left", "right"].map(|key| string(&step[key])),
                values,
            }
        };
        lines.push(Line { name: string(&step["name"]), form });
    }
    Listing { lines, answer: string(&object["answer"]) }
}

impl Listing {
    /// Carries the listing out: all values in order, by name.
    pub(crate) fn evaluate(&self, arithmetic: Arithmetic) -> Vec<(&str, Exact)> {
        let mut values: Vec<(&str, Exact)> = Vec::new();
        for line in &self.lines {
            let of = |operand: &str| {
                if is_number(operand) {
                    return read(operand);
                }
                let known = values.iter().find(|(name, _)| *name == operand);
                known.unwrap_or_else(|| panic!("{operand} is not known yet")).1.clone()
            };
            let value = match &line.form {
                Form::Input(value) => value.clone(),
                Form::Copy(source) => of(source),
                Form::Step { op, operands, .. } => {
                    let op = Op::ALL.into_iter().find(|known| known.symbol() == *op);
                    let [left, right] = operands;
                    apply(arithmetic, op.unwrap(), &of(left), &of(right)).unwrap()
                }
            };
            values.push((&line.name, value));
        }
        values
    }
}
