//! Programs of assignments: reading them out of a reply, and running them.

use std::collections::BTreeMap;

use stepfall_number::Number;
use stepfall_procedure::{Item, Operand, Step};

use crate::expression::{Expression, Failure};
use crate::note::Note;

/// The most assignments that are run.
const MAX_ASSIGNMENTS: usize = 5_000;
/// The longest line that is read, in bytes.
const MAX_LINE: usize = 4_000;
/// What no program of assignments begins a line with.
const UNSUPPORTED: [&str; 8] = ["for ", "while ", "if ", "def ", "class ", "exec", "eval", "with "];

/// What a line of a program does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    /// Gives a name a value. Whether a result was written behind it.
    Assign { name: String, to: Expression, has_result: bool },
    /// Shows a value.
    Print(Expression),
    /// Something that is not run.
    Unsupported(String),
}

/// The statements of a reply. Text around them is passed over.
pub(crate) fn statements(reply: &str) -> Vec<Statement> {
    let lines = reply.lines().filter(|line| line.len() <= MAX_LINE);
    lines.flat_map(|line| line.split(';')).filter_map(statement).take(MAX_ASSIGNMENTS).collect()
}

fn statement(line: &str) -> Option<Statement> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let line = line.trim_start_matches(['-', '*', '•', '`', ' ']).trim_end_matches(['`', '.', ' ']);
    if let Some(found) = UNSUPPORTED.iter().find(|word| line.starts_with(**word)) {
        return Some(Statement::Unsupported(found.trim().to_owned()));
    }
    if let Some(shown) = line.strip_prefix("print(").and_then(|rest| rest.strip_suffix(')')) {
        return Expression::read(shown).map(Statement::Print);
    }
    let line =
        ["let ", "const ", "var "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    if let Some(shown) = line.strip_prefix("Answer:") {
        return Expression::read(shown.trim_matches(['*', '`', ' '])).map(Statement::Print);
    }
    let (name, rest) = line.split_once('=').or_else(|| line.split_once(':'))?;
    let name = name.trim_end_matches(':').trim();
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.as_bytes()[0].is_ascii_digit();
    if !is_name || rest.starts_with('=') {
        return None;
    }
    let mut parts = rest.split('=');
    let to = Expression::read(parts.next()?)?;
    Some(Statement::Assign { name: name.to_owned(), to, has_result: parts.next().is_some() })
}

/// What came of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Run {
    /// What was carried out, one line for each step, and the answer.
    pub(crate) lines: Vec<String>,
    /// How many steps were assigned.
    pub(crate) steps: u16,
    /// How many of them join what the procedure joins there.
    pub(crate) faithful: u16,
    /// What stood in the way.
    pub(crate) notes: Vec<Note>,
}

/// How a program names things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// As the procedure does.
    Own,
    /// `y1` for the first step, and inputs by their values.
    Placeholders,
}

/// Runs the program of a reply.
pub(crate) fn run(item: &Item, naming: Naming, reply: &str) -> Run {
    let mut runner =
        Runner { item, naming, names: BTreeMap::new(), run: Run::default(), shown: None };
    runner.begin();
    for statement in statements(reply) {
        if !runner.carry_out(statement) {
            break;
        }
    }
    runner.end()
}

struct Runner<'i> {
    item: &'i Item,
    naming: Naming,
    names: BTreeMap<String, Number>,
    run: Run,
    shown: Option<Number>,
}

impl Runner<'_> {
    /// A symbolic reply need not write inputs down; a program that forgets its inputs does not run.
    fn begin(&mut self) {
        if self.naming == Naming::Placeholders {
            for number in [1, 2] {
                self.names.insert(self.item.name(number), self.item.value(number).clone());
            }
        }
    }

    /// Carries a statement out; whether to go on.
    fn carry_out(&mut self, statement: Statement) -> bool {
        let rule = self.item.procedure.arithmetic;
        match statement {
            Statement::Unsupported(word) => {
                self.run.notes.push(Note::Unsupported(word));
                false
            }
            Statement::Print(of) => match of.value(&self.names, rule) {
                Ok(value) => {
                    self.shown = Some(value);
                    true
                }
                Err(failure) => self.fail(failure),
            },
            Statement::Assign { name, to, has_result } => match to.value(&self.names, rule) {
                Ok(value) => {
                    if has_result && !self.run.notes.contains(&Note::Computed) {
                        self.run.notes.push(Note::Computed);
                    }
                    if let Some(number) = self.number(&name) {
                        self.write(number, &to, &value);
                    }
                    self.names.insert(name, value);
                    true
                }
                Err(failure) => self.fail(failure),
            },
        }
    }

    fn fail(&mut self, failure: Failure) -> bool {
        self.run.notes.push(match failure {
            Failure::NoSuchName(name) => Note::NoSuchName(name),
            Failure::NoValue => Note::NoValue,
        });
        false
    }

    /// The number of the step that a name stands for.
    fn number(&self, name: &str) -> Option<u16> {
        let steps = 3..=self.item.procedure.last();
        if self.naming == Naming::Placeholders
            && let Some(digits) = name.strip_prefix('y')
        {
            let number: u16 = digits.parse().ok()?;
            return steps.clone().contains(&number.checked_add(2)?).then(|| number + 2);
        }
        steps.into_iter().find(|number| self.item.name(*number) == name)
    }

    /// Writes what was carried out for a step.
    fn write(&mut self, number: u16, to: &Expression, value: &Number) {
        let step = self.item.procedure.steps[usize::from(number) - 3];
        self.run.steps += 1;
        self.run.faithful += u16::from(joins(self, to, step));
        let named = to.text(&|part| self.name_of(part, step));
        let valued = to.text(&|part| self.value_of(part));
        let result = self.text(value);
        let name = self.item.name(number);
        self.run.lines.push(if named == valued {
            format!("{name} = {named} = {result}")
        } else {
            format!("{name} = {named} = {valued} = {result}")
        });
    }

    fn text(&self, value: &Number) -> String {
        let text = self.item.procedure.arithmetic.value_text(value);
        let rounded: Result<Number, _> = text.parse();
        // What no rule has rounded is written as it is.
        if rounded.is_ok_and(|rounded| rounded == *value) { text } else { value.to_string() }
    }

    /// A name or a number as the procedure would name it: placeholders by the step's name, and inputs that stand there as values too.
    fn name_of(&self, part: &Expression, step: Step) -> String {
        match part {
            Expression::Name(name) => {
                self.number(name).map_or_else(|| name.clone(), |number| self.item.name(number))
            }
            Expression::Number(value) if self.naming == Naming::Placeholders => {
                let is_input = |number: &u16| {
                    [step.left, step.right].contains(&Operand::Value(*number))
                        && self.item.value(*number) == value
                };
                let input = [1, 2].into_iter().find(is_input);
                input.map_or_else(|| self.text(value), |number| self.item.name(number))
            }
            Expression::Number(value) => self.text(value),
            _ => String::new(),
        }
    }

    fn value_of(&self, part: &Expression) -> String {
        let value = match part {
            Expression::Name(name) => self.names.get(name).cloned(),
            Expression::Number(value) => Some(value.clone()),
            _ => None,
        };
        let text = value.map(|value| self.text(&value)).unwrap_or_default();
        if text.starts_with('-') || text.contains('/') { format!("({text})") } else { text }
    }

    fn end(mut self) -> Run {
        let answer = self.shown.take().or_else(|| {
            let last = self.item.procedure.last();
            let name = match self.naming {
                Naming::Own => self.item.name(last),
                Naming::Placeholders => format!("y{}", last - 2),
            };
            self.names.get(&name).cloned()
        });
        if let Some(answer) = answer {
            let arithmetic = self.item.procedure.arithmetic;
            let answer = arithmetic.answer(&answer);
            let text = arithmetic.answer_text(&answer);
            let is_exact = text.parse::<Number>().is_ok_and(|read| read == answer);
            let text = if is_exact { text } else { answer.to_string() };
            self.run.lines.push(format!("Answer: {text}"));
        }
        self.run
    }
}

/// Whether an expression joins what a step of the procedure joins; sums and products in either order.
fn joins(runner: &Runner<'_>, expression: &Expression, step: Step) -> bool {
    let Some((op, left, right)) = expression.simple() else {
        return false;
    };
    let is = |part: &Expression, operand: Operand| match (part, operand) {
        (Expression::Name(name), Operand::Value(number)) => {
            runner.number(name) == Some(number) || runner.item.name(number) == *name
        }
        (Expression::Number(value), Operand::Value(number)) => {
            runner.naming == Naming::Placeholders
                && number <= 2
                && runner.item.value(number) == value
        }
        (Expression::Number(value), Operand::Constant(constant)) => {
            *value == Number::integer(i64::from(constant))
        }
        _ => false,
    };
    let is_straight = is(left, step.left) && is(right, step.right);
    let is_turned = is(left, step.right) && is(right, step.left);
    op == step.op && (is_straight || is_turned && is_commutative(op))
}

/// Whether operands may stand in either order.
pub(crate) const fn is_commutative(op: stepfall_procedure::Op) -> bool {
    matches!(op, stepfall_procedure::Op::Add | stepfall_procedure::Op::Mul)
}

/// What a reply says that steps join, and whether that is so, by the numbers of the steps.
pub(crate) fn described(item: &Item, reply: &str, numbers: &[u16]) -> Vec<bool> {
    let runner = Runner {
        item,
        naming: Naming::Own,
        names: BTreeMap::new(),
        run: Run::default(),
        shown: None,
    };
    let all = statements(reply);
    let knows = |number: &u16| {
        let said = all.iter().rev().find_map(|statement| match statement {
            Statement::Assign { name, to, .. } if runner.number(name) == Some(*number) => Some(to),
            _ => None,
        });
        said.is_some_and(|to| joins(&runner, to, item.procedure.steps[usize::from(*number) - 3]))
    };
    numbers.iter().map(knows).collect()
}
