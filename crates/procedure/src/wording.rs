//! Writes a procedure in its four wordings.

use std::ops::Range;

use stepfall_number::Number;

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::constant::Constant;
use crate::item::Item;
use crate::look_ups::LookUps;
use crate::names::push_small;
use crate::op::Op;
use crate::procedure::{Operand, Step};
use crate::requested_steps::RequestedSteps;
use crate::spec::Wording;

impl Item {
    /// Returns the line of a step that [`Condition::Trace`](crate::Condition::Trace) asks for.
    /// `values` are the values to write, `S1` first. A missing value is left out of the line. Empty
    /// if there is no such step.
    pub fn trace_line(&self, number: u16, values: &[Number]) -> String {
        let Some(step) = self.procedure.step(number) else {
            return String::new();
        };
        let value = values.get(usize::from(number) - 1);
        format!(
            "{} = {} = {} = {}",
            self.name(number),
            format_operation(
                step.op,
                step.op.symbol(),
                self.operand_text(step.left),
                self.operand_text(step.right),
            ),
            self.joined_values(step, values),
            value.map(|value| self.procedure.arithmetic.value_text(value)).unwrap_or_default(),
        )
    }

    /// Returns a step with the correct values of its operands, such as `19 - 9`; empty if there is
    /// no such step.
    pub fn step_with_values(&self, number: u16) -> String {
        let step = self.procedure.step(number);
        step.map(|step| self.joined_values(step, &self.values)).unwrap_or_default()
    }

    fn joined_values(&self, step: Step, values: &[Number]) -> String {
        let [left, right] = [step.left, step.right].map(|operand| match operand {
            Operand::Value(number) => {
                let value = values.get(usize::from(number) - 1);
                let text = value.map(|value| self.procedure.arithmetic.value_text(value));
                text.unwrap_or_default()
            }
            Operand::Constant(_) => self.operand_text(operand),
        });
        format_operation(step.op, step.op.symbol(), left, right)
    }

    /// Returns the procedure in the wording of its spec, with its lines in order and without a
    /// final line break.
    pub fn text(&self) -> String {
        listing(self, Condition::Trace, &RequestedSteps::Procedure)
    }

    /// Returns the procedure in a wording, with its lines in order and without a final line break.
    pub fn text_in(&self, wording: Wording) -> String {
        worded(self, wording, Condition::Trace, &RequestedSteps::Procedure)
    }
}

pub(crate) fn listing(item: &Item, condition: Condition, requested: &RequestedSteps) -> String {
    worded(item, item.spec.wording, condition, requested)
}

fn worded(
    item: &Item,
    wording: Wording,
    condition: Condition,
    requested: &RequestedSteps,
) -> String {
    let mut out = String::with_capacity(64 * item.values.len());
    let listing = Listing { item, requested, inputs: item.inputs_under(condition) };
    match (wording, requested) {
        (Wording::Assignments, RequestedSteps::LookUps(look_ups)) => {
            listing.look_ups_as_assignments(look_ups, &mut out);
        }
        (Wording::Assignments, _) => listing.assignments(&mut out),
        (Wording::English, RequestedSteps::LookUps(look_ups)) => {
            listing.look_ups_in_english(look_ups, &mut out);
        }
        (Wording::English, _) => listing.english(&mut out),
        (Wording::Python, RequestedSteps::LookUps(look_ups)) => {
            listing.look_ups_in_python(look_ups, &mut out);
        }
        (Wording::Python, _) => listing.python(&mut out),
        (Wording::Json, RequestedSteps::LookUps(look_ups)) => {
            listing.look_ups_in_json(look_ups, &mut out);
        }
        (Wording::Json, _) => listing.json(&mut out),
    }
    out
}

/// Appends an operation with its two operands. `operand` appends the operand of a side: 0 is the
/// left one, 1 the right one.
fn push_joined(op: Op, sign: &str, out: &mut String, operand: impl Fn(usize, &mut String)) {
    if op.is_function() {
        out.push_str(sign);
        out.push('(');
        operand(0, out);
        out.push_str(", ");
    } else {
        operand(0, out);
        out.push(' ');
        out.push_str(sign);
        out.push(' ');
    }
    operand(1, out);
    if op.is_function() {
        out.push(')');
    }
}

/// Formats an operation with its operands. Operands that would be misread next to a sign are in
/// parentheses.
pub(crate) fn format_operation(op: Op, sign: &str, left: String, right: String) -> String {
    if op.is_function() {
        format!("{sign}({left}, {right})")
    } else {
        format!("{} {sign} {}", in_parentheses(left), in_parentheses(right))
    }
}

/// Puts parentheses around operands that would be misread next to a sign: negative numbers and
/// fractions.
pub(crate) fn in_parentheses(text: String) -> String {
    if text.starts_with('-') || text.contains('/') { format!("({text})") } else { text }
}

/// Returns the sign of an operation in a Python program of the arithmetic.
pub(crate) const fn python_sign(arithmetic: Arithmetic, op: Op) -> &'static str {
    match op {
        Op::Div if matches!(arithmetic, Arithmetic::Integer) => "//",
        _ => op.symbol(),
    }
}

/// The procedure of an item, as a condition changes and lists it.
struct Listing<'a> {
    item: &'a Item,
    requested: &'a RequestedSteps,
    /// The numbers of the values that the listing has as inputs.
    inputs: Range<u16>,
}

impl Listing<'_> {
    fn steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.item.procedure.steps.iter().enumerate()
    }

    const fn number_at(&self, position: usize) -> u16 {
        self.item.procedure.number_at(position)
    }

    fn input_text(&self, number: u16) -> String {
        self.item.procedure.arithmetic.value_text(self.item.value(number))
    }

    /// Returns the operation whose sign is printed for the step at a position.
    fn op(&self, position: usize, step: Step) -> Op {
        if self.requested.changes_signs() {
            self.item.printed_op(self.requested, self.number_at(position)).unwrap_or(step.op)
        } else {
            step.op
        }
    }

    /// Appends one operand of the step at a position: 0 for the left one, 1 for the right one.
    fn push_operand(&self, position: usize, step: Step, side: usize, out: &mut String) {
        let operand = if side == 0 { step.left } else { step.right };
        match (self.requested, operand) {
            (RequestedSteps::Unchained(operands), Operand::Value(_)) => {
                out.push_str(&self.item.procedure.arithmetic.value_text(&operands[position][side]));
            }
            _ => self.item.push_operand(operand, out),
        }
    }

    /// Appends an operand like [`Listing::push_operand`], in parentheses if it would be misread
    /// next to a sign.
    fn push_beside_sign(&self, position: usize, step: Step, side: usize, out: &mut String) {
        let operand = if side == 0 { step.left } else { step.right };
        let is_number = matches!(operand, Operand::Constant(constant) if !constant.is_plain());
        if !step.op.is_function()
            && (is_number || matches!(self.requested, RequestedSteps::Unchained(_)))
        {
            let mut text = String::new();
            self.push_operand(position, step, side, &mut text);
            out.push_str(&in_parentheses(text));
        } else {
            self.push_operand(position, step, side, out);
        }
    }

    fn assignments(&self, out: &mut String) {
        for number in self.inputs.clone() {
            self.item.push_name(number, out);
            out.push_str(" = ");
            out.push_str(&self.input_text(number));
            out.push('\n');
        }
        for (position, &step) in self.steps() {
            self.item.push_name(self.number_at(position), out);
            out.push_str(" = ");
            let op = self.op(position, step);
            push_joined(op, op.symbol(), out, |side, out| {
                self.push_beside_sign(position, step, side, out);
            });
            out.push('\n');
        }
        out.pop();
    }

    /// Appends sentences, numbered like their values. If the listing has no inputs, dashes replace
    /// the numbers.
    fn english(&self, out: &mut String) {
        let begin = |number: u16, out: &mut String| {
            if self.inputs.is_empty() {
                out.push_str("- ");
            } else {
                push_small(number.into(), out);
                out.push_str(". ");
            }
        };
        for number in self.inputs.clone() {
            begin(number, out);
            out.push_str("Let ");
            self.item.push_name(number, out);
            out.push_str(" be ");
            out.push_str(&self.input_text(number));
            out.push_str(".\n");
        }
        for (position, &step) in self.steps() {
            let number = self.number_at(position);
            begin(number, out);
            let (verb, joint, end, first, second) = match self.op(position, step) {
                Op::Add => ("Add ", " and ", "", 0, 1),
                Op::Sub => ("Subtract ", " from ", "", 1, 0),
                Op::Mul => ("Multiply ", " by ", "", 0, 1),
                Op::Div => ("Divide ", " by ", "", 0, 1),
                Op::FloorDiv => ("Divide ", " by ", ", round down", 0, 1),
                Op::Mod => ("Take the remainder of ", " divided by ", "", 0, 1),
                Op::Min => ("Take the smaller of ", " and ", "", 0, 1),
                Op::Max => ("Take the larger of ", " and ", "", 0, 1),
                Op::Round => ("Round ", " to ", " decimal places", 0, 1),
            };
            out.push_str(verb);
            self.push_operand(position, step, first, out);
            out.push_str(joint);
            self.push_operand(position, step, second, out);
            out.push_str(end);
            out.push_str(" and call the result ");
            self.item.push_name(number, out);
            out.push_str(".\n");
        }
        out.pop();
    }

    /// Appends a program that computes in the item's arithmetic and prints the answer. If signs
    /// mean other operations, the program is correct only after the signs are replaced.
    fn python(&self, out: &mut String) {
        let arithmetic = self.item.procedure.arithmetic;
        python_head(arithmetic, out);
        for number in self.inputs.clone() {
            self.item.push_name(number, out);
            out.push_str(" = ");
            out.push_str(&self.python_value(self.item.value(number)));
            out.push('\n');
        }
        for (position, &step) in self.steps() {
            self.item.push_name(self.number_at(position), out);
            out.push_str(" = ");
            match arithmetic {
                Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => {
                    self.python_step(position, step, out);
                }
                Arithmetic::Modular { modulus } => {
                    out.push('(');
                    self.python_step(position, step, out);
                    out.push_str(&format!(") % {modulus}"));
                }
                Arithmetic::Decimal { .. } => {
                    out.push_str("to_places(");
                    self.python_step(position, step, out);
                    out.push(')');
                }
            }
            out.push('\n');
        }
        let last = self.item.name(self.item.procedure.last());
        out.push_str(&match arithmetic {
            Arithmetic::Paper { .. } => format!("print(to_three_places({last}))"),
            _ => format!("print({last})"),
        });
    }

    /// Formats a value of the item as a number of a program.
    fn python_value(&self, value: &Number) -> String {
        let arithmetic = self.item.procedure.arithmetic;
        python_number(arithmetic, &arithmetic.value_text(value))
    }

    fn python_step(&self, position: usize, step: Step, out: &mut String) {
        let arithmetic = self.item.procedure.arithmetic;
        let operand = |side: usize, out: &mut String| {
            let operand = if side == 0 { step.left } else { step.right };
            match (self.requested, operand) {
                (RequestedSteps::Unchained(operands), Operand::Value(_)) => {
                    let text = self.python_value(&operands[position][side]);
                    out.push_str(&if text.starts_with('-') { in_parentheses(text) } else { text });
                }
                (_, Operand::Constant(constant)) if self.is_wrapped(step, side, constant) => {
                    // A constant keeps its own decimal places.
                    out.push_str(&python_number(arithmetic, &constant.to_string()));
                }
                _ => self.push_beside_sign(position, step, side, out),
            }
        };
        let op = self.op(position, step);
        // In Python, `//` of two fractions gives an integer.
        let is_converted = op == Op::FloorDiv && arithmetic == Arithmetic::Rational;
        if is_converted {
            out.push_str("Fraction(");
        }
        push_joined(op, python_sign(arithmetic, op), out, operand);
        if is_converted {
            out.push(')');
        }
    }

    /// Returns whether a program has to convert a constant to a number of its arithmetic. Programs
    /// of whole numbers and residues convert none. Other programs convert decimal constants,
    /// constants in `min` and `max`, and the first of two constants, which Python would compute as
    /// integers.
    fn is_wrapped(&self, step: Step, side: usize, constant: Constant) -> bool {
        let is_whole = matches!(
            self.item.procedure.arithmetic,
            Arithmetic::Integer | Arithmetic::Modular { .. }
        );
        let is_first_of_two = side == 0 && step.references().next().is_none();
        let is_chosen = matches!(step.op, Op::Min | Op::Max);
        !is_whole && (is_first_of_two || is_chosen || constant.to_whole().is_none())
    }

    fn json(&self, out: &mut String) {
        out.push_str("{\n");
        // Steps whose operands are numbers use no inputs, so the object has no `inputs`.
        if !matches!(self.requested, RequestedSteps::Unchained(_)) {
            let inputs = self.inputs.clone();
            let inputs = inputs.map(|number| {
                format!("\"{}\": \"{}\"", self.item.name(number), self.input_text(number))
            });
            let inputs: Vec<String> = inputs.collect();
            out.push_str(&format!("  \"inputs\": {{{}}},\n", inputs.join(", ")));
        }
        out.push_str("  \"steps\": [\n");
        for (position, &step) in self.steps() {
            out.push_str("    {\"name\": \"");
            self.item.push_name(self.number_at(position), out);
            out.push_str("\", \"op\": \"");
            out.push_str(self.op(position, step).symbol());
            out.push_str("\", \"left\": \"");
            self.push_operand(position, step, 0, out);
            out.push_str("\", \"right\": \"");
            self.push_operand(position, step, 1, out);
            out.push_str(self.json_end(position));
        }
        self.json_answer(out);
    }

    /// Returns the end of the object of the step at a position.
    fn json_end(&self, position: usize) -> &'static str {
        if position + 1 < self.item.procedure.steps.len() { "\"},\n" } else { "\"}\n" }
    }

    fn json_answer(&self, out: &mut String) {
        out.push_str("  ],\n  \"answer\": \"");
        self.item.push_name(self.item.procedure.last(), out);
        out.push_str("\"\n}");
    }

    /// Returns the name of the value that the step at a position looks up.
    fn looked_up(&self, position: usize) -> String {
        self.item.name(self.number_at(position) - 1)
    }

    /// Returns the name of the value that the first step looks up.
    fn start_name(&self) -> String {
        self.looked_up(0)
    }

    fn look_ups_as_assignments(&self, look_ups: &LookUps, out: &mut String) {
        for (table, name) in look_ups.names().iter().enumerate() {
            out.push_str(&format!("{name}: {}\n", entries(look_ups, table, " -> ", ", ")));
        }
        out.push_str(&format!("\n{} = {}\n", self.start_name(), look_ups.start()));
        for (position, _) in self.steps() {
            self.item.push_name(self.number_at(position), out);
            let (table, source) = (look_ups.table_name(position), self.looked_up(position));
            out.push_str(&format!(" = {table}({source})\n"));
        }
        out.pop();
    }

    fn look_ups_in_english(&self, look_ups: &LookUps, out: &mut String) {
        for (table, name) in look_ups.names().iter().enumerate() {
            out.push_str(&format!(
                "Table {name}: {}.\n",
                entries(look_ups, table, " gives ", ", ")
            ));
        }
        out.push_str(&format!("\n- Let {} be {}.\n", self.start_name(), look_ups.start()));
        for (position, _) in self.steps() {
            let (table, source) = (look_ups.table_name(position), self.looked_up(position));
            let name = self.item.name(self.number_at(position));
            out.push_str(&format!(
                "- Look {source} up in table {table} and call the result {name}.\n"
            ));
        }
        out.pop();
    }

    fn look_ups_in_python(&self, look_ups: &LookUps, out: &mut String) {
        for (table, name) in look_ups.names().iter().enumerate() {
            out.push_str(&format!("{name} = {{{}}}\n", entries(look_ups, table, ": ", ", ")));
        }
        out.push_str(&format!("\n{} = {}\n", self.start_name(), look_ups.start()));
        for (position, _) in self.steps() {
            self.item.push_name(self.number_at(position), out);
            let (table, source) = (look_ups.table_name(position), self.looked_up(position));
            out.push_str(&format!(" = {table}[{source}]\n"));
        }
        out.push_str(&format!("print({})", self.item.name(self.item.procedure.last())));
    }

    fn look_ups_in_json(&self, look_ups: &LookUps, out: &mut String) {
        out.push_str("{\n  \"tables\": {\n");
        let names = look_ups.names();
        for (table, name) in names.iter().enumerate() {
            let entries = entries(look_ups, table, "\": \"", "\", \"");
            let end = if table + 1 < names.len() { "," } else { "" };
            out.push_str(&format!("    \"{name}\": {{\"{entries}\"}}{end}\n"));
        }
        out.push_str(&format!(
            "  }},\n  \"inputs\": {{\"{}\": \"{}\"}},\n  \"steps\": [\n",
            self.start_name(),
            look_ups.start()
        ));
        for (position, _) in self.steps() {
            out.push_str("    {\"name\": \"");
            self.item.push_name(self.number_at(position), out);
            let (table, source) = (look_ups.table_name(position), self.looked_up(position));
            out.push_str(&format!("\", \"table\": \"{table}\", \"of\": \"{source}"));
            out.push_str(self.json_end(position));
        }
        self.json_answer(out);
    }
}

/// Formats the entries of a table. `gives` separates code and result; `joint` separates entries.
fn entries(look_ups: &LookUps, table: usize, gives: &str, joint: &str) -> String {
    let entries = look_ups.entries(table).map(|(from, to)| format!("{from}{gives}{to}"));
    entries.collect::<Vec<_>>().join(joint)
}

/// Formats a number for a program of an arithmetic.
fn python_number(arithmetic: Arithmetic, text: &str) -> String {
    match arithmetic {
        Arithmetic::Integer | Arithmetic::Modular { .. } => text.to_owned(),
        Arithmetic::Decimal { .. } => format!("Decimal(\"{text}\")"),
        Arithmetic::Rational | Arithmetic::Paper { .. } => format!("Fraction(\"{text}\")"),
    }
}

/// Appends the imports, and the rounding that the arithmetic needs.
fn python_head(arithmetic: Arithmetic, out: &mut String) {
    match arithmetic {
        Arithmetic::Integer | Arithmetic::Modular { .. } => {}
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
