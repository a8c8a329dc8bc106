//! Readers of the four wordings, independent of the code that writes them. They are strict: text
//! that does not belong to a listing fails the test.

use std::collections::BTreeMap;

use serde_json::Value;
use stepfall_procedure::{Arithmetic, Item, Op, Wording};

use super::oracle::{Exact, apply, read};

/// One line of a listing: the name that it defines, and its right side.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) form: Form,
}

/// The right-hand side of a line. Operands are names or numbers.
#[derive(Debug)]
pub(crate) enum Form {
    Input(Exact),
    LookUp { table: String, source: String },
    Step { op: char, operands: [String; 2] },
}

/// Tables by name, each with the result of every code.
pub(crate) type Tables = BTreeMap<String, BTreeMap<String, String>>;

/// A listing that was read.
pub(crate) struct Listing {
    pub(crate) tables: Tables,
    pub(crate) lines: Vec<Line>,
    /// The name of the value that is the answer.
    pub(crate) answer: String,
}

/// Returns the part of a prompt that lists the procedure.
pub(crate) fn listing_of<'a>(item: &Item, prompt: &'a str) -> &'a str {
    let between = |open, close| prompt.split_once(open)?.1.split_once(close);
    match item.spec.wording {
        Wording::Assignments | Wording::English => {
            let (listing, _) = prompt
                .split_once("\n\nGo through ")
                .or_else(|| {
                    let at = ["\n\nWhat is ", "\n\nWork in ", "\n\nReply with "]
                        .into_iter()
                        .find_map(|end| prompt.find(end))?;
                    Some(prompt.split_at(at))
                })
                .unwrap();
            listing.splitn(3, "\n\n").nth(2).unwrap()
        }
        Wording::Python => between("```python\n", "\n```").unwrap().0,
        Wording::Json => between("```json\n", "\n```").unwrap().0,
    }
}

/// Reads a listing in the wording of the item.
pub(crate) fn read_listing(item: &Item, text: &str) -> Listing {
    match item.spec.wording {
        Wording::Assignments => {
            let (tables, lines) = text.split_once("\n\n").unwrap_or(("", text));
            let lines = lines.lines().map(assignment).collect();
            ending_with_last(read_tables(tables, "", ": ", " -> ", ""), lines)
        }
        Wording::English => {
            let (tables, lines) = text.split_once("\n\n").unwrap_or(("", text));
            ending_with_last(read_tables(tables, "Table ", ": ", " gives ", "."), english(lines))
        }
        Wording::Python => python(item, text),
        Wording::Json => json(text),
    }
}

fn ending_with_last(tables: Tables, lines: Vec<Line>) -> Listing {
    let answer = lines.last().unwrap().name.clone();
    Listing { tables, lines, answer }
}

/// Reads tables, one per line. The other arguments are the text before a name, after it, between
/// code and result, and at the end of the line.
fn read_tables(text: &str, begin: &str, after: &str, gives: &str, end: &str) -> Tables {
    let table = |line: &str| {
        let line = line.strip_prefix(begin).unwrap().strip_suffix(end).unwrap();
        let (name, entries) = line.split_once(after).unwrap();
        let entry = |entry: &str| {
            let (from, to) = entry.split_once(gives).unwrap();
            (from.to_owned(), to.to_owned())
        };
        (name.to_owned(), entries.split(", ").map(entry).collect())
    };
    text.lines().map(table).collect()
}

fn step(op: char, left: &str, right: &str) -> Form {
    Form::Step { op, operands: [left, right].map(str::to_owned) }
}

/// Reads `S3 = S1 + S2`, `S3 = 4 + (-2)`, or `S3 = K(S2)`.
fn assignment(line: &str) -> Line {
    let (name, rest) = line.split_once(" = ").unwrap();
    let words: Vec<&str> = rest.split(' ').collect();
    let bare = |operand: &str| {
        let inner = operand.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        let inner = inner.inspect(|inner| {
            assert!(inner.starts_with('-') || inner.contains('/'), "{line}");
        });
        inner.unwrap_or(operand).to_owned()
    };
    let form = match words[..] {
        [one] if is_number(one) => Form::Input(read(one)),
        [one] => {
            let (table, source) = one.strip_suffix(')').unwrap().split_once('(').unwrap();
            Form::LookUp { table: table.to_owned(), source: source.to_owned() }
        }
        [left, op, right] => step(op.parse().unwrap(), &bare(left), &bare(right)),
        _ => panic!("{line}"),
    };
    Line { name: name.to_owned(), form }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

/// Reads `3. Subtract S2 from S1 and call the result S3.` Dashes replace the numbers unless there
/// are two inputs.
fn english(text: &str) -> Vec<Line> {
    let is_numbered = text.starts_with("1. ");
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let begin = if is_numbered { format!("{number}. ") } else { "- ".to_owned() };
        let sentence = line
            .strip_prefix(&begin)
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
    let (action, name) = sentence.split_once(" and call the result ").unwrap();
    if let Some(look_up) = action.strip_prefix("Look ") {
        let (source, table) = look_up.split_once(" up in table ").unwrap();
        let form = Form::LookUp { table: table.to_owned(), source: source.to_owned() };
        return Line { name: name.to_owned(), form };
    }
    let (verb, operands) = action.split_once(' ').unwrap();
    let (op, between, turned) = match verb {
        "Add" => ('+', " and ", false),
        "Subtract" => ('-', " from ", true),
        "Multiply" => ('*', " by ", false),
        "Divide" => ('/', " by ", false),
        _ => panic!("{sentence}"),
    };
    let (first, second) = operands.split_once(between).unwrap();
    let mut both = [first, second];
    if turned {
        both.reverse();
    }
    Line { name: name.to_owned(), form: step(op, both[0], both[1]) }
}

/// Reads a program. The lines before the first value belong to the arithmetic or are tables, and
/// the last line prints the answer.
fn python(item: &Item, text: &str) -> Listing {
    let at = text.rfind("\n\n").map_or(0, |at| at + 2);
    let head = text[..at].trim_end();
    let tables = if head.starts_with('K') {
        read_tables(head, "", " = {", ": ", "}")
    } else {
        Tables::new()
    };
    let (lines, print) = text[at..].rsplit_once('\n').unwrap();
    let answer = print
        .strip_prefix("print(to_three_places(")
        .and_then(|rest| rest.strip_suffix("))"))
        .or_else(|| print.strip_prefix("print(")?.strip_suffix(')'))
        .unwrap();
    Listing {
        tables,
        lines: lines.lines().map(|line| python_line(item, line)).collect(),
        answer: answer.to_owned(),
    }
}

fn python_line(item: &Item, line: &str) -> Line {
    let (name, mut value) = line.split_once(" = ").unwrap();
    if let Some(inner) = value.strip_prefix("to_places(") {
        value = inner.strip_suffix(')').unwrap();
    }
    if let (Arithmetic::Modular { modulus }, Some(inner)) =
        (item.spec.arithmetic, value.strip_prefix('('))
    {
        value = inner.strip_suffix(&format!(") % {modulus}")).unwrap();
    }
    let bare = |operand: &str| {
        for open in ["Decimal(\"", "Fraction(\""] {
            if let Some(inner) = operand.strip_prefix(open) {
                let inner = inner.strip_suffix("\")").unwrap();
                let in_parentheses = inner.starts_with('-') || inner.contains('/');
                return if in_parentheses && value != operand {
                    format!("({inner})")
                } else {
                    inner.to_owned()
                };
            }
        }
        operand.to_owned()
    };
    let value = value.replace(" // ", " / ").replace('[', "(").replace(']', ")");
    let words: Vec<String> = value.split(' ').map(bare).collect();
    assignment(&format!("{name} = {}", words.join(" ")))
}

fn json(text: &str) -> Listing {
    let object: Value = serde_json::from_str(text).unwrap();
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    let known = ["tables", "inputs", "steps", "answer"];
    assert!(object.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{text}");
    let tables = object.get("tables").map(|tables| serde_json::from_value(tables.clone()).unwrap());
    let inputs = object.get("inputs").and_then(Value::as_object).into_iter().flatten();
    let mut lines: Vec<Line> = inputs
        .map(|(name, value)| Line {
            name: name.clone(),
            form: Form::Input(read(value.as_str().unwrap())),
        })
        .collect();
    // The parsed object has lost the order of its members, so the inputs are sorted by their
    // positions in the text.
    lines.sort_by_key(|line| text.find(&format!("\"{}\"", line.name)));
    for step in object["steps"].as_array().unwrap() {
        let form = if step.get("table").is_some() {
            assert_eq!(step.as_object().unwrap().len(), 3, "{step}");
            Form::LookUp { table: string(&step["table"]), source: string(&step["of"]) }
        } else {
            assert_eq!(step.as_object().unwrap().len(), 4, "{step}");
            Form::Step {
                op: string(&step["op"]).parse().unwrap(),
                operands: ["left", "right"].map(|key| string(&step[key])),
            }
        };
        lines.push(Line { name: string(&step["name"]), form });
    }
    Listing { tables: tables.unwrap_or_default(), lines, answer: string(&object["answer"]) }
}

impl Listing {
    /// Evaluates the listing. Returns the name and the value of each line, in order.
    pub(crate) fn evaluate(&self, arithmetic: Arithmetic) -> Vec<(&str, Exact)> {
        self.evaluate_as(arithmetic, |sign, _, _| sign)
    }

    /// Evaluates the listing like [`Listing::evaluate`]. `meant` returns the operation that a sign
    /// means between two operands.
    pub(crate) fn evaluate_as(
        &self,
        arithmetic: Arithmetic,
        meant: impl Fn(char, &Exact, &Exact) -> char,
    ) -> Vec<(&str, Exact)> {
        let mut values: Vec<(&str, Exact)> = Vec::new();
        for line in &self.lines {
            let value_of = |operand: &str| {
                if is_number(operand) {
                    return read(operand);
                }
                let known = values.iter().find(|(name, _)| *name == operand);
                known.unwrap_or_else(|| panic!("{operand} is not known yet")).1.clone()
            };
            let value = match &line.form {
                Form::Input(value) => value.clone(),
                Form::LookUp { table, source: name } => {
                    read(&self.tables[table][&value_of(name).to_integer().to_string()])
                }
                Form::Step { op, operands } => {
                    let [left, right] = operands.each_ref().map(|operand| value_of(operand));
                    let meant = meant(*op, &left, &right);
                    let op = Op::ALL.into_iter().find(|known| known.symbol().starts_with(meant));
                    apply(arithmetic, op.unwrap(), &left, &right).unwrap()
                }
            };
            values.push((&line.name, value));
        }
        values
    }
}
