//! Putting a script into words.

use stepfall_procedure::{Op, Operand};

use crate::draw::Draw;
use crate::form::Form;
use crate::notation::Notation;
use crate::script::{Event, Reply, Script};
use crate::task::{Task, Work};
use crate::worker::Line;

/// What may stand before the steps.
const OPENINGS: [&str; 3] =
    ["", "Let me work through this step by step.", "I will go through the steps in order."];

/// The transcript.
pub(crate) fn write(task: &Task<'_>, script: &Script, form: Form, draw: &mut Draw) -> String {
    if form == Form::Json {
        return object(task, script, draw.coin());
    }
    let opening = draw.pick(&OPENINGS).copied().unwrap_or_default();
    let shows_inputs = draw.coin();
    let notation = Notation::new(task, form);
    let mut paragraphs = Vec::new();
    let mut written = 0;
    let has_steps = script.events.iter().any(|event| step(event).is_some());
    if has_steps && !opening.is_empty() && form != Form::Trace {
        paragraphs.push(opening.to_owned());
    }
    if has_steps && shows_inputs {
        paragraphs.extend(inputs(task, form));
    }
    for group in script.events.chunk_by(|one, next| step(one).is_some() && step(next).is_some()) {
        paragraphs.push(match &group[0] {
            Event::Reply(reply) => answer(reply, form, &notation),
            Event::Remark(text) => (*text).to_owned(),
            Event::Claim(_) | Event::Cut(_) => {
                let block = Block { task, form, notation: &notation, before: written };
                written += group.len();
                block.write(group)
            }
        });
    }
    let is_tight = matches!(form, Form::Trace | Form::ValueLines | Form::Pasted);
    paragraphs.join(if is_tight { "\n" } else { "\n\n" })
}

/// The line of a step, whole or cut.
fn step(event: &Event) -> Option<&Line> {
    match event {
        Event::Claim(line) | Event::Cut(line) => Some(line),
        Event::Reply(_) | Event::Remark(_) => None,
    }
}

/// The two inputs, in forms where some would repeat them.
fn inputs(task: &Task<'_>, form: Form) -> Option<String> {
    let notation = Notation::new(task, form);
    let text = |number| (notation.name(number), notation.number(&task.text(task.value(number))));
    let [(first, x), (second, y)] = [text(1), text(2)];
    match form {
        Form::Bullets => Some(format!("- **{first}** = {x}\n- **{second}** = {y}")),
        Form::Unicode | Form::ValueLines | Form::Headings => {
            Some(format!("{first} = {x}\n{second} = {y}"))
        }
        Form::ValueList => Some(format!("- {first}: {x}\n- {second}: {y}")),
        Form::Prose | Form::Sentence => {
            Some(format!("We start with {first} = {x} and {second} = {y}."))
        }
        _ => None,
    }
}

/// An answer with the words that announce it.
fn answer(reply: &Reply, form: Form, notation: &Notation<'_, '_>) -> String {
    let text = notation.number(&reply.text);
    if reply.is_bare {
        return if form == Form::Latex { format!("${text}$") } else { text };
    }
    match form {
        Form::Trace | Form::Pasted | Form::Unicode | Form::ValueList => format!("Answer: {text}"),
        Form::Bullets => format!("**Answer: {text}**"),
        Form::Prose => format!("The final value is {text}."),
        Form::Table | Form::Code => format!("Final answer: {text}"),
        Form::Latex => format!("\\[\n\\boxed{{{text}}}\n\\]"),
        Form::Headings => format!("**Answer:** {text}"),
        Form::ValueLines => format!("<answer>{text}</answer>"),
        Form::ValueTable => format!("\\boxed{{{text}}}"),
        Form::Sentence => format!("The answer is {text}."),
        Form::Json => text,
    }
}

/// Steps that are written without anything between them.
struct Block<'b, 't, 'a> {
    task: &'t Task<'a>,
    form: Form,
    notation: &'b Notation<'t, 'a>,
    /// How many steps were written before.
    before: usize,
}

impl Block<'_, '_, '_> {
    fn write(&self, events: &[Event]) -> String {
        let lines = events.iter().enumerate().filter_map(|(at, event)| match event {
            Event::Claim(line) => Some(self.line(line, self.before + at + 1)),
            Event::Cut(line) => Some(self.beginning(line, self.before + at + 1)),
            Event::Reply(_) | Event::Remark(_) => None,
        });
        let lines: Vec<String> = lines.collect();
        let body = lines.join(match self.form {
            Form::Headings => "\n\n",
            Form::Sentence => ", ",
            _ => "\n",
        });
        let (before, after) = match self.form {
            Form::Table => ("| Step | Operation | Calculation | Value |\n|---|---|---|---|\n", ""),
            Form::ValueTable => ("| Name | Value |\n|---|---|\n", ""),
            Form::Latex => ("\\[\n\\begin{aligned}\n", "\n\\end{aligned}\n\\]"),
            Form::Code => ("```python\n", "\n```"),
            Form::Sentence => ("", "."),
            _ => ("", ""),
        };
        format!("{before}{body}{}", if is_cut(events) { "" } else { after })
    }

    /// A step.
    fn line(&self, line: &Line, count: usize) -> String {
        let start = self.beginning(line, count);
        let value = self.notation.number(&line.text);
        match self.form {
            Form::Bullets | Form::Headings => format!("{start} **{value}**"),
            Form::Prose => format!("{start} {} = {value}.", self.notation.name(line.number)),
            Form::Table | Form::ValueTable => format!("{start} {value} |"),
            Form::Latex => format!("{start} {value} \\\\"),
            Form::Pasted => {
                let source = Notation::source(self.task);
                let (name, working) = (source.name(line.number), source.working(line));
                format!("{start}{value}{name} = {working} = {}", source.number(&line.text))
            }
            _ => format!("{start} {value}"),
        }
    }

    /// A step up to its result.
    fn beginning(&self, line: &Line, count: usize) -> String {
        let name = self.notation.name(line.number);
        let working = || self.notation.working(line);
        match self.form {
            Form::Trace | Form::Unicode => format!("{name} = {} =", working()),
            Form::Bullets => format!("- **{name}** = {} =", working()),
            Form::Prose => format!("{count}. {} to get", self.sentence(line)),
            Form::Table => {
                let values = self.notation.values(line).unwrap_or_else(|| "copy".to_owned());
                format!("| {name} | {} | {values} |", self.notation.names(line))
            }
            Form::Latex => format!("{name} &= {} =", working()),
            Form::Pasted => format!("{name}={}=", working().replace(' ', "")),
            Form::Code => match self.notation.values(line) {
                Some(values) => format!("{name} = {}  # {values} =", self.notation.names(line)),
                None => format!("{name} = {}  #", self.notation.names(line)),
            },
            Form::Headings => format!("### {name}\n\n{} =", working()),
            Form::ValueLines | Form::Sentence => format!("{name} ="),
            Form::ValueList => format!("- {name}:"),
            Form::ValueTable => format!("| {name} |"),
            Form::Json => String::new(),
        }
    }

    /// What is done, in words.
    fn sentence(&self, line: &Line) -> String {
        let named = |operand: Operand, place: usize| match (operand, line.operands.get(place)) {
            (Operand::Value(number), Some(value)) => {
                format!("{} ({value})", self.notation.name(number))
            }
            (Operand::Value(number), None) => self.notation.name(number),
            (Operand::Constant(constant), _) => constant.to_string(),
        };
        match line.work {
            Work::Copy(number) => format!("Copy {}", self.notation.name(number)),
            Work::Compute(step) => {
                let (left, right) = (named(step.left, 0), named(step.right, 1));
                match step.op {
                    Op::Add => format!("Add {left} and {right}"),
                    Op::Sub => format!("Subtract {right} from {left}"),
                    Op::Mul => format!("Multiply {left} by {right}"),
                    Op::Div => format!("Divide {left} by {right}"),
                }
            }
        }
    }
}

/// The object that a structured prompt asks for, on one line or on many. What is no step and no answer is written plainly.
fn object(task: &Task<'_>, script: &Script, is_long: bool) -> String {
    let (line_break, comma) = if is_long { ("\n", ",\n") } else { ("", ", ") };
    let indent = |depth: usize| if is_long { "  ".repeat(depth) } else { String::new() };
    let step_object = |event: &Event| {
        let line = step(event)?;
        let operands = match (line.work, &line.operands[..]) {
            (Work::Copy(source), _) => format!("\"from\": \"{}\"", task.name(source)),
            (Work::Compute(_), [left, right]) => {
                format!("\"left\": \"{left}\", \"right\": \"{right}\"")
            }
            (Work::Compute(_), _) => return None,
        };
        let end = match event {
            Event::Claim(_) => format!("{}\"}}", line.text),
            _ => String::new(),
        };
        let name = task.name(line.number);
        Some(format!("{}{{\"name\": \"{name}\", {operands}, \"value\": \"{end}", indent(2)))
    };
    let mut members = Vec::new();
    for group in script.events.chunk_by(|one, next| step(one).is_some() && step(next).is_some()) {
        members.push(match &group[0] {
            Event::Remark(text) => return (*text).to_owned(),
            Event::Reply(reply) => format!("{}\"answer\": \"{}\"", indent(1), reply.text),
            Event::Claim(_) | Event::Cut(_) => {
                let steps: Vec<String> = group.iter().filter_map(step_object).collect();
                let steps = steps.join(comma);
                let open = format!("{}\"steps\": [{line_break}{steps}", indent(1));
                if is_cut(group) { open } else { format!("{open}{line_break}{}]", indent(1)) }
            }
        });
    }
    let open = format!("{{{line_break}{}", members.join(comma));
    if is_cut(&script.events) { open } else { format!("{open}{line_break}}}") }
}

/// Whether the text breaks off after these events.
fn is_cut(events: &[Event]) -> bool {
    matches!(events.last(), Some(Event::Cut(_)))
}
