//! Names, numbers and signs in each form.

use stepfall_procedure::{NameStyle, Op};

use crate::form::Form;
use crate::state::Line;
use crate::task::{BinaryOperation, OperandSource, SolverTask, StepExpression};

/// The signs of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signs {
    /// `+ - * /`
    Ascii,
    /// `+ - × ÷`
    Mixed,
    /// `+ − × ÷`, also before numbers.
    Typographic,
    /// `S_3`, `\times`, `\div`; `\frac{1}{2}` in display mode, `1/2` in the source of a pasted
    /// line.
    Latex {
        /// True for `\frac{1}{2}`, false for `1/2`.
        stacked: bool,
    },
}

/// The notation of a task in one form.
pub(crate) struct Notation<'t, 'a> {
    task: &'t SolverTask<'a>,
    signs: Signs,
    has_subscripts: bool,
}

impl<'t, 'a> Notation<'t, 'a> {
    pub(crate) fn new(task: &'t SolverTask<'a>, form: Form) -> Self {
        let signs = match form {
            Form::Bullets | Form::Table | Form::Headings => Signs::Mixed,
            Form::Unicode | Form::Pasted => Signs::Typographic,
            Form::Latex => Signs::Latex { stacked: true },
            _ => Signs::Ascii,
        };
        Self { task, signs, has_subscripts: form == Form::Unicode }
    }

    /// Returns the notation of the LaTeX source that is pasted next to a rendered formula.
    pub(crate) fn source(task: &'t SolverTask<'a>) -> Self {
        Self { task, signs: Signs::Latex { stacked: false }, has_subscripts: false }
    }

    /// Returns the name of the value with this number, as the form writes names.
    pub(crate) fn name(&self, number: u16) -> String {
        let name = self.task.name(number);
        let is_numbered = self.task.item.spec.names == NameStyle::Numbered;
        match self.signs {
            Signs::Latex { .. } if !is_numbered => {
                format!("\\text{{{}}}", name.replace('_', "\\_"))
            }
            Signs::Latex { stacked } if stacked || number > 9 => format!("S_{{{number}}}"),
            Signs::Latex { .. } => format!("S_{number}"),
            _ if self.has_subscripts && is_numbered => name.chars().map(subscript).collect(),
            _ => name,
        }
    }

    /// Formats a number from its plain text.
    pub(crate) fn number(&self, text: &str) -> String {
        match self.signs {
            Signs::Typographic => text.replace('-', "−"),
            Signs::Latex { stacked: true } => match text.split_once('/') {
                Some((top, bottom)) => {
                    let sign = if top.starts_with('-') { "-" } else { "" };
                    format!("{sign}\\frac{{{}}}{{{bottom}}}", top.trim_start_matches('-'))
                }
                None => text.to_owned(),
            },
            _ => text.to_owned(),
        }
    }

    /// Formats the operation of a line with the names of its operands. Returns `None` for a
    /// look-up, and under `Condition::Unchained`, where operands have no names.
    pub(crate) fn names(&self, line: &Line) -> Option<String> {
        let StepExpression::Compute(BinaryOperation { sign, left, right, .. }) = line.expression
        else {
            return None;
        };
        let name = |operand| match operand {
            OperandSource::Value(number) => self.name(number),
            OperandSource::Constant(constant) if constant.is_plain() => constant.to_string(),
            OperandSource::Constant(constant) => format!("({constant})"),
            OperandSource::Literal { .. } => String::new(),
        };
        let sign = if self.task.keeps_printed_signs() { sign } else { line.op.unwrap_or(sign) };
        (!self.task.is_unchained()).then(|| self.joined(sign, &name(left), &name(right)))
    }

    /// Formats the operation of a line with the values of its operands. For a look-up, this is the
    /// table with the value that is looked up.
    pub(crate) fn values(&self, line: &Line) -> String {
        let Some(op) = line.op else {
            return format!("{}({})", self.table(line.expression), self.look_up_operand(line));
        };
        let value = |place: usize| {
            let text = line.operands.get(place).map_or("", String::as_str);
            let is_stacked = self.signs == Signs::Latex { stacked: true };
            let divides = text.contains('/') && matches!(op, Op::Mul | Op::Div) && !is_stacked;
            let number = self.number(text);
            if divides || place == 1 && text.starts_with('-') {
                format!("({number})")
            } else {
                number
            }
        };
        self.joined(op, &value(0), &value(1))
    }

    /// Returns the name of the table of a look-up; empty for an operation.
    pub(crate) fn table(&self, work: StepExpression) -> String {
        let StepExpression::Look { table, .. } = work else {
            return String::new();
        };
        let names = self.task.look_ups().map_or(&[][..], |look_ups| look_ups.names());
        let name = names.get(table).map_or("", String::as_str);
        match self.signs {
            Signs::Latex { .. } if name.len() > 1 => {
                format!("\\text{{{}}}", name.replace('_', "\\_"))
            }
            _ => name.to_owned(),
        }
    }

    /// Returns the value that a line looks up.
    pub(crate) fn look_up_operand(&self, line: &Line) -> String {
        self.number(line.operands.first().map_or("", String::as_str))
    }

    /// Returns the text between the name of a step and its result: names, then values.
    pub(crate) fn working(&self, line: &Line) -> String {
        match self.names(line) {
            Some(names) => format!("{names} = {}", self.values(line)),
            None => self.values(line),
        }
    }

    fn joined(&self, op: Op, left: &str, right: &str) -> String {
        let sign = self.sign(op);
        if op.is_function() {
            format!("{sign}({left}, {right})")
        } else {
            format!("{left} {sign} {right}")
        }
    }

    fn sign(&self, op: Op) -> &'static str {
        match (op, self.signs) {
            (Op::Add, _) => "+",
            (Op::Sub, Signs::Typographic) => "−",
            (Op::Sub, _) => "-",
            (Op::Mul, Signs::Ascii) => "*",
            (Op::Mul, Signs::Latex { .. }) => "\\times",
            (Op::Mul, _) => "×",
            (Op::Div, Signs::Ascii) => "/",
            (Op::Div, Signs::Latex { .. }) => "\\div",
            (Op::Div, _) => "÷",
            (Op::FloorDiv | Op::Mod | Op::Min | Op::Max | Op::Round, _) => op.symbol(),
        }
    }
}

/// Returns a digit as a subscript, and any other character unchanged.
fn subscript(character: char) -> char {
    let digit = character.to_digit(10);
    digit.and_then(|digit| char::from_u32(0x2080 + digit)).unwrap_or(character)
}
