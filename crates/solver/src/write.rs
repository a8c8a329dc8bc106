//! Writes a script as text.

use stepfall_procedure::Op;

use crate::form::Form;
use crate::notation::Notation;
use crate::rng::SeededRng;
use crate::script::{Event, Script, ScriptAnswer};
use crate::state::Line;
use crate::task::{OperandSource, SolverTask, StepExpression};

/// The possible sentences before the steps.
const OPENINGS: [&str; 3] =
    ["", "Let me work through this step by step.", "I will go through the steps in order."];

/// Returns the transcript of a script in a form. `rng` chooses the wording.
pub(crate) fn write(
    task: &SolverTask<'_>,
    script: &Script,
    form: Form,
    rng: &mut SeededRng,
) -> String {
    if form == Form::Json {
        return object(task, script, rng.coin());
    }
    let opening = rng.pick(&OPENINGS).copied().unwrap_or_default();
    let shows_inputs = rng.coin();
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
    for group in
        script.events.chunk_by(|previous, next| step(previous).is_some() && step(next).is_some())
    {
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

/// Returns the line of a step, whole or cut, or `None` for another event.
fn step(event: &Event) -> Option<&Line> {
    match event {
        Event::Claim(line) | Event::Cut(line) => Some(line),
        Event::Reply(_) | Event::Remark(_) => None,
    }
}

/// Returns a text that repeats the inputs of the prompt. Returns `None` if the prompt has no inputs
/// or the form never repeats them.
fn inputs(task: &SolverTask<'_>, form: Form) -> Option<String> {
    let notation = Notation::new(task, form);
    let all: Vec<(String, String)> = task
        .inputs()
        .map(|number| (notation.name(number), notation.number(&task.text(task.value(number)))))
        .collect();
    let each = |line: fn(&str, &str) -> String, joint: &str| {
        let lines: Vec<String> = all.iter().map(|(name, value)| line(name, value)).collect();
        (!lines.is_empty()).then(|| lines.join(joint))
    };
    match form {
        Form::Bullets => each(|name, value| format!("- **{name}** = {value}"), "\n"),
        Form::Unicode | Form::ValueLines | Form::Headings => {
            each(|name, value| format!("{name} = {value}"), "\n")
        }
        Form::ValueList => each(|name, value| format!("- {name}: {value}"), "\n"),
        Form::Prose | Form::Sentence => {
            let inputs = each(|name, value| format!("{name} = {value}"), " and ")?;
            Some(format!("We start with {inputs}."))
        }
        _ => None,
    }
}

/// Formats an answer with its announcement.
fn answer(reply: &ScriptAnswer, form: Form, notation: &Notation<'_, '_>) -> String {
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

/// A group of consecutive steps.
struct Block<'b, 't, 'a> {
    task: &'t SolverTask<'a>,
    form: Form,
    notation: &'b Notation<'t, 'a>,
    /// The number of steps in earlier blocks.
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
            Form::Table if self.task.look_ups().is_some() => {
                ("| Step | Table | Looked up | Value |\n|---|---|---|---|\n", "")
            }
            Form::Table if self.task.is_unchained() => {
                ("| Step | Calculation | Value |\n|---|---|---|\n", "")
            }
            Form::Table => ("| Step | Operation | Calculation | Value |\n|---|---|---|---|\n", ""),
            Form::ValueTable => ("| Name | Value |\n|---|---|\n", ""),
            Form::Latex => ("\\[\n\\begin{aligned}\n", "\n\\end{aligned}\n\\]"),
            Form::Code => ("```python\n", "\n```"),
            Form::Sentence => ("", "."),
            _ => ("", ""),
        };
        format!("{before}{body}{}", if is_cut(events) { "" } else { after })
    }

    /// Formats the step that is number `count` in the transcript.
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

    /// Formats the part of a step before its result.
    fn beginning(&self, line: &Line, count: usize) -> String {
        let name = self.notation.name(line.number);
        let working = || self.notation.working(line);
        match self.form {
            Form::Trace if !self.form.shows_operands(self.task.condition) => format!("{name} ="),
            Form::Trace | Form::Unicode => format!("{name} = {} =", working()),
            Form::Bullets => format!("- **{name}** = {} =", working()),
            Form::Prose => format!("{count}. {} to get", self.sentence(line)),
            Form::Table => match (line.expression, self.notation.names(line)) {
                (StepExpression::Look { .. }, _) => {
                    let table = self.notation.table(line.expression);
                    format!("| {name} | {table} | {} |", self.notation.look_up_operand(line))
                }
                (_, Some(names)) => {
                    format!("| {name} | {names} | {} |", self.notation.values(line))
                }
                (_, None) => format!("| {name} | {} |", self.notation.values(line)),
            },
            Form::Latex => format!("{name} &= {} =", working()),
            Form::Pasted => format!("{name}={}=", working().replace(' ', "")),
            Form::Code => match (line.expression, self.notation.names(line)) {
                (StepExpression::Look { .. }, _) => {
                    let table = self.notation.table(line.expression);
                    format!("{name} = {table}[{}]  #", self.notation.look_up_operand(line))
                }
                (_, Some(names)) => format!("{name} = {names}  # {} =", self.notation.values(line)),
                (_, None) => format!("{name} = {}  #", self.notation.values(line)),
            },
            Form::Headings => format!("### {name}\n\n{} =", working()),
            Form::ValueLines | Form::Sentence => format!("{name} ="),
            Form::ValueList => format!("- {name}:"),
            Form::ValueTable => format!("| {name} |"),
            Form::Json => String::new(),
        }
    }

    /// Describes the operation in words.
    fn sentence(&self, line: &Line) -> String {
        let StepExpression::Compute(join) = line.expression else {
            let table = self.notation.table(line.expression);
            return format!("Look {} up in table {table}", self.notation.look_up_operand(line));
        };
        let named = |operand: OperandSource, place: usize| match (operand, line.operands.get(place))
        {
            (OperandSource::Value(number), Some(value)) => {
                format!("{} ({value})", self.notation.name(number))
            }
            (OperandSource::Value(number), None) => self.notation.name(number),
            (OperandSource::Constant(constant), _) => constant.to_string(),
            (OperandSource::Literal { .. }, value) => value.cloned().unwrap_or_default(),
        };
        let (left, right) = (named(join.left, 0), named(join.right, 1));
        match line.op.unwrap_or(join.sign) {
            Op::Add => format!("Add {left} and {right}"),
            Op::Sub => format!("Subtract {right} from {left}"),
            Op::Mul => format!("Multiply {left} by {right}"),
            Op::Div => format!("Divide {left} by {right}"),
            Op::FloorDiv => format!("Divide {left} by {right} and round down"),
            Op::Mod => format!("Take the remainder of {left} divided by {right}"),
            Op::Min => format!("Take the smaller of {left} and {right}"),
            Op::Max => format!("Take the larger of {left} and {right}"),
            Op::Round => format!("Round {left} to {right} decimal places"),
        }
    }
}

/// Writes the object that a structured prompt asks for, on several lines if `is_long`. A script
/// with a remark, such as a refusal, becomes that remark as plain text.
fn object(task: &SolverTask<'_>, script: &Script, is_long: bool) -> String {
    let notation = Notation::new(task, Form::Json);
    let (line_break, comma) = if is_long { ("\n", ",\n") } else { ("", ", ") };
    let indent = |depth: usize| if is_long { "  ".repeat(depth) } else { String::new() };
    let step_object = |event: &Event| {
        let line = step(event)?;
        let operands = match (line.expression, &line.operands[..]) {
            (StepExpression::Look { .. }, [value]) => {
                let table = notation.table(line.expression);
                format!("\"table\": \"{table}\", \"of\": \"{value}\"")
            }
            (StepExpression::Compute(_), [left, right]) => {
                format!("\"left\": \"{left}\", \"right\": \"{right}\"")
            }
            _ => return None,
        };
        let end = match event {
            Event::Claim(_) => format!("{}\"}}", line.text),
            _ => String::new(),
        };
        let name = task.name(line.number);
        Some(format!("{}{{\"name\": \"{name}\", {operands}, \"value\": \"{end}", indent(2)))
    };
    let mut members = Vec::new();
    for group in
        script.events.chunk_by(|previous, next| step(previous).is_some() && step(next).is_some())
    {
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

/// Returns whether the text breaks off after these events.
fn is_cut(events: &[Event]) -> bool {
    matches!(events.last(), Some(Event::Cut(_)))
}
