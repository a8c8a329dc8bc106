//! Runs programs of assignments and compares them with the procedure.

use std::collections::BTreeMap;

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Item, Op, Operand, Step};

use crate::expression::{EvaluationError, Expression};
use crate::line::{Statement, statements};
use crate::names::NameIndex;
use crate::note::Note;

/// Returns the maximum number of digits of values in a dialogue about an item. No procedure of this
/// length has longer correct values, and computation within the limit is fast.
pub(crate) fn budget(item: &Item) -> Budget {
    let digits = 100 + 20 * u32::from(item.procedure.last());
    Budget::digits(digits.min(Budget::default().limit()))
}

/// Returns the maximum number of statements that are read from a reply.
fn most_statements(item: &Item) -> usize {
    100 + 4 * usize::from(item.procedure.last())
}

/// The result of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ProgramRun {
    /// One line for each step that was carried out, and the answer.
    pub(crate) lines: Vec<String>,
    /// For each assigned step, whether it takes the operands and the operation of the procedure.
    /// The last assignment of a step counts.
    pub(crate) steps: BTreeMap<u16, bool>,
    /// Notes on the program, such as the reason why it stopped.
    pub(crate) notes: Vec<Note>,
}

/// The kind of text that is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A program, which assigns its inputs itself.
    Program,
    /// Lines that name the operands of each step. They need not assign the inputs. A number that
    /// equals the value of an operand is read as the name of that operand.
    Lines,
}

/// Runs the program or the lines of a reply.
pub(crate) fn run(item: &Item, kind: Kind, reply: &str) -> ProgramRun {
    let mut runner = Runner::new(item, kind);
    for statement in statements(reply, most_statements(item)) {
        if let Err(note) = runner.carry_out(statement) {
            runner.note(note);
            break;
        }
    }
    runner.end()
}

struct Runner<'i> {
    item: &'i Item,
    kind: Kind,
    known: NameIndex,
    /// The values by name, as the procedure writes the name. Other names are written as in the
    /// program.
    values: BTreeMap<String, Number>,
    run: ProgramRun,
    printed: Option<Number>,
}

impl<'i> Runner<'i> {
    fn new(item: &'i Item, kind: Kind) -> Self {
        let mut values = BTreeMap::new();
        // Lines may omit the inputs. A program that omits them does not run.
        if kind == Kind::Lines {
            let inputs = 1..item.procedure.first_step();
            values.extend(inputs.map(|number| (item.name(number), item.value(number).clone())));
        }
        Self {
            item,
            kind,
            known: NameIndex::new(item),
            values,
            run: ProgramRun::default(),
            printed: None,
        }
    }

    fn note(&mut self, note: Note) {
        if !self.run.notes.contains(&note) {
            self.run.notes.push(note);
        }
    }

    fn number(&self, name: &str) -> Option<u16> {
        self.known.number(name)
    }

    /// Replaces each name in an expression by the procedure's spelling of it.
    fn with_item_names(&self, expression: Expression) -> Expression {
        let inner = |expression: Box<Expression>| self.with_item_names(*expression).into();
        match expression {
            Expression::Name(name) => {
                let number = self.number(&name);
                Expression::Name(number.map_or(name, |number| self.item.name(number)))
            }
            Expression::Number(number) => Expression::Number(number),
            Expression::Minus(expression) => Expression::Minus(inner(expression)),
            Expression::Join(join, left, right) => {
                Expression::Join(join, inner(left), inner(right))
            }
            Expression::Round(expression, places) => Expression::Round(inner(expression), places),
            Expression::Whole(expression) => Expression::Whole(inner(expression)),
        }
    }

    fn value(&self, expression: &Expression) -> Result<Number, Note> {
        let rule = self.item.procedure.arithmetic;
        expression.value(&self.values, rule, budget(self.item)).map_err(|failure| match failure {
            EvaluationError::NoSuchName(name) => Note::NoSuchName(name),
            EvaluationError::NoValue => Note::NoValue,
        })
    }

    /// Carries out a statement. The error is the reason why the program stops.
    fn carry_out(&mut self, statement: Statement) -> Result<(), Note> {
        match statement {
            Statement::Unsupported(word) => Err(Note::Unsupported(word)),
            Statement::Print(expression) => {
                if matches!(expression, Expression::Number(_)) {
                    self.note(Note::Computed);
                }
                self.printed = Some(self.value(&self.with_item_names(expression))?);
                Ok(())
            }
            Statement::Assign { to, has_result } => {
                let mut all = Vec::new();
                for (name, expression) in to {
                    let (number, expression) =
                        (self.number(&name), self.with_item_names(expression));
                    match (self.value(&expression), number) {
                        (Ok(value), _) => all.push((name, number, expression, value)),
                        (Err(note), Some(_)) => return Err(note),
                        // A line that assigns a name that the procedure lacks may be ordinary
                        // text. It is ignored, and a later use of the name fails.
                        (Err(_), None) => return Ok(()),
                    }
                }
                if has_result {
                    self.note(Note::Computed);
                }
                for (name, number, expression, value) in all {
                    if let Some(number) = number.filter(|number| self.is_step(*number)) {
                        self.write(number, expression, &value);
                    }
                    let name = number.map_or(name, |number| self.item.name(number));
                    self.values.insert(name, value);
                }
                Ok(())
            }
        }
    }

    /// Returns whether a step defines the value with this number.
    fn is_step(&self, number: u16) -> bool {
        number >= self.item.procedure.first_step()
    }

    /// Adds the line of a step, and records whether its operands and operation are correct.
    fn write(&mut self, number: u16, to: Expression, value: &Number) {
        let Some(step) = self.item.procedure.step(number) else { return };
        if matches!(to, Expression::Number(_)) {
            self.note(Note::Computed);
        }
        let core = self.with_names(without_rule(self.item.procedure.arithmetic, &to), step);
        self.run.steps.insert(number, is_expression_of_step(self.item, &core, step));
        // A program may apply the rule of the arithmetic itself, as in `(S1 + S2) % 97`. The line
        // omits the rule unless this changes the value.
        let is_same = self.value(&core).is_ok_and(|core_value| core_value == *value);
        let written = if is_same { core } else { to };
        let named = written.text(&|part| self.name_of(part));
        let valued = written.text(&|part| self.value_of(part));
        let result = self.text(value);
        let name = self.item.name(number);
        self.run.lines.push(if named == result {
            format!("{name} = {result}")
        } else if named == valued {
            format!("{name} = {named} = {result}")
        } else {
            format!("{name} = {named} = {valued} = {result}")
        });
    }

    /// For [`Kind::Lines`], replaces the values of a step's operands by the names of the operands.
    fn with_names(&mut self, expression: Expression, step: Step) -> Expression {
        if self.kind == Kind::Program {
            return expression;
        }
        let Expression::Join(join, left, right) = expression else { return expression };
        let left = self.with_name(*left, [step.left, step.right]);
        let right = self.with_name(*right, [step.right, step.left]);
        Expression::Join(join, left.into(), right.into())
    }

    /// Replaces a value by the name of the first operand that has this value. A constant has no
    /// name.
    fn with_name(&mut self, part: Expression, operands: [Operand; 2]) -> Expression {
        let Expression::Number(value) = &part else { return part };
        for operand in operands {
            match operand {
                Operand::Constant(constant) if *value == constant.number() => break,
                Operand::Value(number)
                    if self.values.get(&self.item.name(number)) == Some(value) =>
                {
                    // The prompt states the inputs. The value of a step can only come from
                    // computing it.
                    if self.is_step(number) {
                        self.note(Note::Computed);
                    }
                    return Expression::Name(self.item.name(number));
                }
                _ => {}
            }
        }
        part
    }

    fn text(&self, value: &Number) -> String {
        let text = self.item.procedure.arithmetic.value_text(value);
        let rounded: Result<Number, _> = text.parse();
        // `value_text` rounds, so a value with more places is written exactly instead.
        if rounded.is_ok_and(|rounded| rounded == *value) { text } else { value.to_string() }
    }

    fn name_of(&self, part: &Expression) -> String {
        match part {
            Expression::Name(name) => name.clone(),
            _ => self.value_of(part),
        }
    }

    fn value_of(&self, part: &Expression) -> String {
        let text = match part {
            Expression::Name(name) => {
                self.values.get(name).map(|value| self.text(value)).unwrap_or_default()
            }
            // A constant is written without trailing zeros.
            Expression::Number(value) => value.to_decimal().unwrap_or_else(|| value.to_string()),
            _ => String::new(),
        };
        if text.starts_with('-') || text.contains('/') { format!("({text})") } else { text }
    }

    fn end(mut self) -> ProgramRun {
        let last = self.item.name(self.item.procedure.last());
        if let Some(answer) = self.printed.take().or_else(|| self.values.get(&last).cloned()) {
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

/// Removes an operation that only applies the rule of the arithmetic.
///
/// This is `… % 97` for arithmetic modulo 97, `round(…, 2)` for two decimal places, and `int(…)`
/// for integers.
fn without_rule(arithmetic: Arithmetic, expression: &Expression) -> Expression {
    match (expression, arithmetic) {
        (Expression::Join(Op::Mod, inner, by), Arithmetic::Modular { modulus })
            if **by == Expression::Number(Number::integer(i64::from(modulus))) =>
        {
            without_rule(arithmetic, inner)
        }
        (Expression::Round(inner, places), Arithmetic::Decimal { places: value_places })
            if *places == u32::from(value_places) =>
        {
            without_rule(arithmetic, inner)
        }
        (Expression::Whole(inner), Arithmetic::Integer) => without_rule(arithmetic, inner),
        _ => expression.clone(),
    }
}

/// Returns whether an expression has the operands and the operation of a step.
fn is_expression_of_step(item: &Item, expression: &Expression, step: Step) -> bool {
    let Some((op, left, right)) = expression.simple() else {
        return false;
    };
    let is = |part: &Expression, operand: Operand| match (part, operand) {
        (Expression::Name(name), Operand::Value(number)) => item.name(number) == *name,
        (Expression::Number(value), Operand::Constant(constant)) => *value == constant.number(),
        _ => false,
    };
    let is_straight = is(left, step.left) && is(right, step.right);
    let is_swapped = is(left, step.right) && is(right, step.left);
    // If integers divide evenly, `//` equals `/`.
    let is_same = op == step.op
        || item.procedure.arithmetic == Arithmetic::Integer
            && (op, step.op) == (Op::FloorDiv, Op::Div);
    is_same && (is_straight || is_swapped && is_commutative(op))
}

/// Returns whether the operands of an operation can be swapped.
pub(crate) const fn is_commutative(op: Op) -> bool {
    matches!(op, Op::Add | Op::Mul | Op::Min | Op::Max)
}

/// Returns for each step that a reply assigns whether it takes the operands and the operation of
/// the procedure.
pub(crate) fn check_assignments(item: &Item, reply: &str) -> BTreeMap<u16, bool> {
    let runner = Runner::new(item, Kind::Program);
    let mut is_faithful = BTreeMap::new();
    for statement in statements(reply, most_statements(item)) {
        let Statement::Assign { to, .. } = statement else { continue };
        for (name, expression) in to {
            let number = runner.number(&name);
            let step = number.and_then(|number| item.procedure.step(number));
            if let Some((number, step)) = number.zip(step) {
                let expression =
                    without_rule(item.procedure.arithmetic, &runner.with_item_names(expression));
                is_faithful.insert(number, is_expression_of_step(item, &expression, step));
            }
        }
    }
    is_faithful
}
