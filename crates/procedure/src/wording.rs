//! The four ways of writing a procedure.

use stepfall_number::Number;

use crate::arithmetic::Arithmetic;
use crate::item::Item;
use crate::names::push_small;
use crate::op::Op;
use crate::procedure::{Operand, Step, number_at};
use crate::spec::Wording;

/// What a listing says of each step.
#[derive(Clone, Copy)]
pub(crate) enum Detail<'a> {
    /// The step.
    Plain,
    /// The step and the true values of its operands.
    Values,
    /// That the step copies the value with the given number.
    Copies(&'a [u16]),
}

impl Item {
    /// The line of a step that [`Condition::Trace`](crate::Condition::Trace) asks for, from these values, `S1` first; a value that is not there is left out.
    pub fn trace_line(&self, number: u16, values: &[Number]) -> String {
        let Some(step) = self.procedure.steps.get(usize::from(number).saturating_sub(3)) else {
            return String::new();
        };
        let value = values.get(usize::from(number) - 1);
        format!(
            "{} = {} {} {} = {} = {}",
            self.name(number),
            self.operand_text(step.left),
            step.op.symbol(),
            self.operand_text(step.right),
            self.joined_values(*step, values),
            value.map(|value| self.procedure.arithmetic.value_text(value)).unwrap_or_default(),
        )
    }

    /// What a step joins, by the true values of its operands: `19 - 9`.
    pub fn valued(&self, number: u16) -> String {
        let step = self.procedure.steps.get(usize::from(number).saturating_sub(3));
        step.map(|step| self.joined_values(*step, &self.values)).unwrap_or_default()
    }

    fn joined_values(&self, step: Step, values: &[Number]) -> String {
        let [left, right] = [step.left, step.right].map(|operand| match operand {
            Operand::Value(number) => {
                let value = values.get(usize::from(number) - 1);
                let text = value.map(|value| self.procedure.arithmetic.value_text(value));
                in_parentheses(text.unwrap_or_default())
            }
            Operand::Constant(_) => self.operand_text(operand),
        });
        format!("{left} {} {right}", step.op.symbol())
    }

    /// The procedure in the wording of its spec, its lines in their own order, without a final line break.
    pub fn text(&self) -> String {
        listing(self, Detail::Plain)
    }

    /// The procedure in any wording, without a final line break.
    pub fn text_in(&self, wording: Wording) -> String {
        worded(self, wording, Detail::Plain)
    }
}

pub(crate) fn listing(item: &Item, detail: Detail<'_>) -> String {
    worded(item, item.spec.wording, detail)
}

fn worded(item: &Item, wording: Wording, detail: Detail<'_>) -> String {
    let mut out = String::with_capacity(64 * item.values.len());
    match wording {
        Wording::Assignments => assignments(item, detail, &mut out),
        Wording::English => english(item, detail, &mut out),
        Wording::Python => python(item, detail, &mut out),
        Wording::Json => json(item, detail, &mut out),
    }
    out
}

fn input_text(item: &Item, number: u16) -> String {
    item.procedure.arithmetic.value_text(item.value(number))
}

fn operand_value_text(item: &Item, operand: Operand) -> String {
    match operand {
        Operand::Value(number) => item.procedure.arithmetic.value_text(item.value(number)),
        Operand::Constant(_) => item.operand_text(operand),
    }
}

/// Pushes `left op right` with a push of one's own for the operands.
fn push_expression(out: &mut String, step: Step, mut operand: impl FnMut(&mut String, Operand)) {
    operand(out, step.left);
    out.push(' ');
    out.push(step.op.symbol());
    out.push(' ');
    operand(out, step.right);
}

fn assignments(item: &Item, detail: Detail<'_>, out: &mut String) {
    for number in [1, 2] {
        item.push_name(number, out);
        out.push_str(" = ");
        out.push_str(&input_text(item, number));
        out.push('\n');
    }
    for (position, &step) in item.procedure.steps.iter().enumerate() {
        item.push_name(number_at(position), out);
        out.push_str(" = ");
        match detail {
            Detail::Copies(sources) => item.push_name(sources[position], out),
            Detail::Plain | Detail::Values => {
                push_expression(out, step, |out, operand| item.push_operand(operand, out));
            }
        }
        if let Detail::Values = detail {
            out.push_str(" = ");
            push_expression(out, step, |out, operand| {
                out.push_str(&in_parentheses(operand_value_text(item, operand)));
            });
        }
        out.push('\n');
    }
    out.pop();
}

/// Puts parentheses around what would be misread beside a sign: negative numbers and fractions.
fn in_parentheses(text: String) -> String {
    if text.starts_with('-') || text.contains('/') { format!("({text})") } else { text }
}

fn english(item: &Item, detail: Detail<'_>, out: &mut String) {
    for number in [1, 2] {
        push_small(number.into(), out);
        out.push_str(". Let ");
        item.push_name(number, out);
        out.push_str(" be ");
        out.push_str(&input_text(item, number));
        out.push_str(".\n");
    }
    for (position, &step) in item.procedure.steps.iter().enumerate() {
        let number = number_at(position);
        push_small(number.into(), out);
        out.push_str(". ");
        if let Detail::Copies(sources) = detail {
            out.push_str("Copy ");
            item.push_name(sources[position], out);
            out.push_str(" and call the copy ");
        } else {
            let (verb, first, joint, second) = match step.op {
                Op::Add => ("Add ", step.left, " and ", step.right),
                Op::Sub => ("Subtract ", step.right, " from ", step.left),
                Op::Mul => ("Multiply ", step.left, " by ", step.right),
                Op::Div => ("Divide ", step.left, " by ", step.right),
            };
            let push = |out: &mut String, operand: Operand| {
                item.push_operand(operand, out);
                if let (Detail::Values, Operand::Value(_)) = (detail, operand) {
                    out.push_str(" (which is ");
                    out.push_str(&operand_value_text(item, operand));
                    out.push(')');
                }
            };
            out.push_str(verb);
            push(out, first);
            out.push_str(joint);
            push(out, second);
            out.push_str(" and call the result ");
        }
        item.push_name(number, out);
        out.push_str(".\n");
    }
    out.pop();
}

/// A program that runs, computes with exactly the item's arithmetic, and prints the answer.
fn python(item: &Item, detail: Detail<'_>, out: &mut String) {
    let arithmetic = item.procedure.arithmetic;
    let copies = matches!(detail, Detail::Copies(_));
    python_head(arithmetic, copies, out);
    for number in [1, 2] {
        item.push_name(number, out);
        out.push_str(" = ");
        let text = input_text(item, number);
        out.push_str(&match arithmetic {
            Arithmetic::Integer | Arithmetic::Modular { .. } => text,
            Arithmetic::Paper { .. } if copies => format!("Decimal(\"{text}\")"),
            Arithmetic::Decimal { .. } => format!("Decimal(\"{text}\")"),
            Arithmetic::Rational | Arithmetic::Paper { .. } => format!("Fraction(\"{text}\")"),
        });
        out.push('\n');
    }
    for (position, &step) in item.procedure.steps.iter().enumerate() {
        item.push_name(number_at(position), out);
        out.push_str(" = ");
        if let Detail::Copies(sources) = detail {
            item.push_name(sources[position], out);
        } else {
            python_step(item, step, out);
        }
        if let Detail::Values = detail {
            python_values(item, step, out);
        }
        out.push('\n');
    }
    let last = item.name(item.procedure.last());
    out.push_str(&match arithmetic {
        Arithmetic::Paper { .. } if !copies => format!("print(to_three_places({last}))"),
        _ => format!("print({last})"),
    });
}

/// Imports, and the rounding that the arithmetic needs; copies need none.
fn python_head(arithmetic: Arithmetic, copies: bool, out: &mut String) {
    match arithmetic {
        Arithmetic::Integer | Arithmetic::Modular { .. } => {}
        Arithmetic::Decimal { .. } | Arithmetic::Paper { .. } if copies => {
            out.push_str("from decimal import Decimal\n\n");
        }
        Arithmetic::Decimal { places } => {
            let unit = format!("0.{}1", "0".repeat(usize::from(places) - 1));
            out.push_str("from decimal import Decimal, ROUND_HALF_UP\n\n");
            out.push_str("def to_places(value):\n");
            out.push_str(&format!(
                "    return value.quantize(Decimal(\"{unit}\"), rounding=ROUND_HALF_UP)\n\n"
            ));
        }
        Arithmetic::Rational => out.push_str("from fractions import Fraction\n\n"),
        Arithmetic::Paper { .. } => out.push_str(
            "from fractions import Fraction\n\n\
             def to_three_places(value):\n    \
             thousandths = int(abs(value) * 1000 + Fraction(1, 2))\n    \
             sign = \"-\" if value < 0 and thousandths else \"\"\n    \
             return f\"{sign}{thousandths // 1000}.{thousandths % 1000:03}\"\n\n",
        ),
    }
}

fn python_step(item: &Item, step: Step, out: &mut String) {
    let operand = |out: &mut String, operand| item.push_operand(operand, out);
    match item.procedure.arithmetic {
        Arithmetic::Integer if step.op == Op::Div => {
            operand(out, step.left);
            out.push_str(" // ");
            operand(out, step.right);
        }
        Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => {
            push_expression(out, step, operand);
        }
        Arithmetic::Modular { modulus } => {
            out.push('(');
            push_expression(out, step, operand);
            out.push_str(&format!(") % {modulus}"));
        }
        Arithmetic::Decimal { .. } => {
            out.push_str("to_places(");
            push_expression(out, step, operand);
            out.push(')');
        }
    }
}

fn python_values(item: &Item, step: Step, out: &mut String) {
    let mut joint = "  # ";
    for operand in [step.left, step.right] {
        if let Operand::Value(number) = operand {
            out.push_str(joint);
            item.push_name(number, out);
            out.push_str(" is ");
            out.push_str(&operand_value_text(item, operand));
            joint = ", ";
        }
    }
}

fn json(item: &Item, detail: Detail<'_>, out: &mut String) {
    let name = |number| item.name(number);
    out.push_str(&format!(
        "{{\n  \"inputs\": {{\"{}\": \"{}\", \"{}\": \"{}\"}},\n  \"steps\": [\n",
        name(1),
        input_text(item, 1),
        name(2),
        input_text(item, 2)
    ));
    for (position, &step) in item.procedure.steps.iter().enumerate() {
        out.push_str("    {\"name\": \"");
        item.push_name(number_at(position), out);
        if let Detail::Copies(sources) = detail {
            out.push_str("\", \"copy\": \"");
            item.push_name(sources[position], out);
        } else {
            out.push_str("\", \"op\": \"");
            out.push(step.op.symbol());
            out.push_str("\", \"left\": \"");
            item.push_operand(step.left, out);
            out.push_str("\", \"right\": \"");
            item.push_operand(step.right, out);
        }
        if let Detail::Values = detail {
            out.push_str("\", \"left_value\": \"");
            out.push_str(&operand_value_text(item, step.left));
            out.push_str("\", \"right_value\": \"");
            out.push_str(&operand_value_text(item, step.right));
        }
        out.push_str(if position + 1 < item.procedure.steps.len() { "\"},\n" } else { "\"}\n" });
    }
    out.push_str("  ],\n  \"answer\": \"");
    item.push_name(item.procedure.last(), out);
    out.push_str("\"\n}");
}
