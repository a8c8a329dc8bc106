//! Forms of writing a trace, implemented for these tests alone.

use stepfall_procedure::{NameStyle, Op};

use super::trace::{Line, Side, Trace};

/// A form of writing a trace. Each variant has an example of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `S3 = S1 + S2 = 4 + 9 = 13`
    Lines,
    /// `S3 = 13`
    ValuesOnly,
    /// `- **S3** = S1 + S2 = 4 + 9 = **13**`
    Bullets,
    /// `| S3 | S1 + S2 | 4 + 9 | 13 |`
    Table,
    /// `S_{3} &= S_{1} + S_{2} = 4 + 9 = 13 \\`
    Latex,
    /// `"S3": "13"`
    Json,
    /// `1. Add S1 (4) and S2 (9) to get S3 = 13.`
    Prose,
    /// `S3 = S1 + S2  # 4 + 9 = 13`
    Code,
    /// `S₃ = S₁ + S₂ = 4 + 9 = 13`
    Subscripts,
    /// `Step 1: S1 + S2 = 4 + 9 = 13`
    Steps,
    /// `S3: 4 + 9 → 13`
    Arrows,
    /// `S3 = S1 + S2`, `= 4 + 9` and `= 13` on separate lines, under a heading.
    Blocks,
    /// `S3 is S1 plus S2, which is 4 plus 9, so S3 is 13.`
    Sentences,
    /// `S3=13,`
    Row,
    /// `| 3 | S1 + S2 | 13 |`
    NumberedTable,
    /// `{"name": "S3", "value": "13"}`
    Objects,
    /// `S1 + S2 = 4 + 9 = 13 → S3`
    Assigned,
    /// `S3 = S1 + S2  # 13`
    Remarks,
    /// `* S3: 13`
    Colons,
}

impl Form {
    pub(crate) const ALL: [Self; 19] = [
        Self::Lines,
        Self::ValuesOnly,
        Self::Bullets,
        Self::Table,
        Self::Latex,
        Self::Json,
        Self::Prose,
        Self::Code,
        Self::Subscripts,
        Self::Steps,
        Self::Arrows,
        Self::Blocks,
        Self::Sentences,
        Self::Row,
        Self::NumberedTable,
        Self::Objects,
        Self::Assigned,
        Self::Remarks,
        Self::Colons,
    ];

    /// The forms that show the operands of each operation, by name and by value.
    pub(crate) const SHOWING: [Self; 11] = [
        Self::Lines,
        Self::Bullets,
        Self::Table,
        Self::Latex,
        Self::Prose,
        Self::Code,
        Self::Subscripts,
        Self::Steps,
        Self::Blocks,
        Self::Sentences,
        Self::Assigned,
    ];

    /// The forms in which other text may be between two steps.
    pub(crate) const LOOSE: [Self; 11] = [
        Self::Lines,
        Self::ValuesOnly,
        Self::Bullets,
        Self::Prose,
        Self::Code,
        Self::Subscripts,
        Self::Steps,
        Self::Arrows,
        Self::Sentences,
        Self::Remarks,
        Self::Colons,
    ];

    /// Returns the transcript, line by line.
    pub(crate) fn write(self, trace: &Trace, names: NameStyle) -> Vec<String> {
        let mut lines: Vec<String> = self.before().into_iter().map(str::to_owned).collect();
        let count = trace.lines.len();
        lines.extend(
            trace
                .lines
                .iter()
                .enumerate()
                .map(|(at, line)| self.line(line, at, at + 1 == count, names)),
        );
        let answer = &trace.answer;
        match self {
            Self::Table => lines.extend([String::new(), format!("**Answer:** {answer}")]),
            Self::Latex => {
                lines.extend([
                    "\\end{aligned}\n$$".to_owned(),
                    format!("$$\\boxed{{{}}}$$", latex(answer)),
                ]);
            }
            Self::Json => lines.extend([
                "  },".to_owned(),
                format!("  \"answer\": \"{answer}\""),
                "}".to_owned(),
            ]),
            Self::Bullets => lines.extend([String::new(), format!("**Final answer: {answer}**")]),
            Self::Prose | Self::Sentences => lines.push(format!("The final answer is {answer}.")),
            Self::Objects => lines.extend([format!("], \"answer\": \"{answer}\"}}")]),
            _ => lines.push(format!("Answer: {answer}")),
        }
        lines
    }

    fn before(self) -> Vec<&'static str> {
        match self {
            Self::Table => vec!["| Name | Operation | Values | Result |", "|:---|:---|:---|---:|"],
            Self::Latex => vec!["$$\n\\begin{aligned}"],
            Self::Json => vec!["{", "  \"steps\": {"],
            Self::Objects => vec!["{\"steps\": ["],
            Self::NumberedTable => vec!["| # | Operation | Value |", "|---|---|---|"],
            _ => Vec::new(),
        }
    }

    fn line(self, line: &Line, at: usize, last: bool, names: NameStyle) -> String {
        let Line { name, value, left, right, op, .. } = line;
        let Some(op) = *op else { return self.looked_up(line, at, last, names) };
        let plain = [op.symbol().to_string(), "×".to_owned(), "÷".to_owned()];
        let sign = match (op, self) {
            (Op::Mul, Self::Latex) => "\\times",
            (Op::Div, Self::Latex) => "\\div",
            (Op::Mul, Self::Subscripts | Self::Table) => &plain[1],
            (Op::Div, Self::Subscripts | Self::Table) => &plain[2],
            (Op::Sub, Self::Subscripts) => "−",
            _ => &plain[0],
        };
        let by_value = format!("{} {sign} {}", operand(left, false, op), operand(right, true, op));
        let by_name = match left.name == left.value && right.name == right.value {
            true => by_value.clone(),
            false if line.printed == op => format!("{} {sign} {}", left.name, right.name),
            false => format!("{} {} {}", left.name, line.printed.symbol(), right.name),
        };
        let both =
            if by_name == by_value { by_value.clone() } else { format!("{by_name} = {by_value}") };
        match self {
            Self::Lines => format!("{name} = {both} = {value}"),
            Self::ValuesOnly => format!("{name} = {value}"),
            Self::Bullets => format!("- **{name}** = {both} = **{value}**"),
            Self::Table => format!("| {name} | {by_name} | {by_value} | {value} |"),
            Self::Latex => {
                let [name, left_name, right_name] =
                    [name, &left.name, &right.name].map(|name| latex_name(name, names));
                let [left, right] =
                    [left, right].map(|side| bracketed(&latex(&side.value), &side.value));
                format!(
                    "{name} &= {left_name} {sign} {right_name} = {left} {sign} {right} = {} \\\\",
                    latex(value)
                )
            }
            Self::Json => format!("    \"{name}\": \"{value}\"{}", if last { "" } else { "," }),
            Self::Prose => {
                let side = |side: &Side| {
                    if side.name == side.value {
                        side.name.clone()
                    } else {
                        format!("{} ({})", side.name, side.value)
                    }
                };
                let (a, b) = (side(left), side(right));
                let action = match op {
                    Op::Add => format!("Add {a} and {b}"),
                    Op::Sub => format!("Subtract {b} from {a}"),
                    Op::Mul => format!("Multiply {a} by {b}"),
                    _ => format!("Divide {a} by {b}"),
                };
                format!("{}. {action} to get {name} = {value}.", at + 1)
            }
            Self::Code => format!("{name} = {by_name}  # {by_value} = {value}"),
            Self::Subscripts => {
                let [name, left, right] =
                    [name, &left.name, &right.name].map(|name| with_subscript(name, names));
                let by_value = by_value.replace('-', "−");
                format!("{name} = {left} {sign} {right} = {by_value} = {}", value.replace('-', "−"))
            }
            Self::Steps => format!("Step {}: {both} = {value}", at + 1),
            Self::Arrows => format!("{name}: {by_value} → {value}"),
            Self::Blocks => {
                format!("### Computing {name}\n{name} = {by_name}\n= {by_value}\n= {value}\n")
            }
            Self::Sentences => {
                let word = ["plus", "minus", "times", "divided by"][op.index()];
                let (a, b) = (&left.value, &right.value);
                format!(
                    "{name} is {} {word} {}, which is {a} {word} {b}, so {name} is {value}.",
                    left.name, right.name
                )
            }
            Self::Row => format!("{name}={value},"),
            Self::NumberedTable => format!("| {} | {by_name} | {value} |", at + 3),
            Self::Objects => format!(
                "  {{\"name\": \"{name}\", \"value\": \"{value}\"}}{}",
                if last { "" } else { "," }
            ),
            Self::Assigned => format!("{both} = {value} → {name}"),
            Self::Remarks => format!("{name} = {by_name}  # {value}"),
            Self::Colons => format!("* {name}: {value}"),
        }
    }

    fn looked_up(self, line: &Line, at: usize, last: bool, names: NameStyle) -> String {
        let Line { name, table, value, left, .. } = line;
        let (source, code) = (&left.name, &left.value);
        match self {
            Self::Lines => format!("{name} = {table}({source}) = {table}({code}) = {value}"),
            Self::Code => format!("{name} = {table}[{source}] = {value}"),
            Self::ValuesOnly => format!("{name} = {value}"),
            Self::Bullets => format!("- **{name}** = {table}({source}) = **{value}**"),
            Self::Table => format!("| {name} | {table}({source}) | {table}({code}) | {value} |"),
            Self::Latex => {
                let (name, source) = (latex_name(name, names), latex_name(source, names));
                format!("{name} &= {table}({source}) = {value} \\\\")
            }
            Self::Json => format!("    \"{name}\": \"{value}\"{}", if last { "" } else { "," }),
            Self::Prose => {
                format!("{}. Look {source} up in table {table}: {name} = {value}.", at + 1)
            }
            Self::Subscripts => {
                let (name, source) = (with_subscript(name, names), with_subscript(source, names));
                format!("{name} = {table}({source}) = {value}")
            }
            Self::Steps => format!("Step {}: {name} = {table}({code}) = {value}", at + 1),
            Self::Arrows => format!("{name}: {table}: {code} → {value}"),
            Self::Blocks => {
                format!("### Computing {name}\n{name} = {table}({source})\n= {value}\n")
            }
            Self::Sentences => {
                format!("{name} is {source} looked up in table {table}, so {name} is {value}.")
            }
            Self::Row => format!("{name}={value},"),
            Self::NumberedTable => format!("| {} | {name} = {table}({code}) | {value} |", at + 3),
            Self::Objects => format!(
                "  {{\"name\": \"{name}\", \"value\": \"{value}\"}}{}",
                if last { "" } else { "," }
            ),
            Self::Assigned => format!("{table}({source}) = {value} → {name}"),
            Self::Remarks => format!("{name} = {table}[{source}]  # {value}"),
            Self::Colons => format!("* {name}: {value}"),
        }
    }
}

fn operand(side: &Side, second: bool, op: Op) -> String {
    let fraction = side.value.contains('/') && op == Op::Div;
    let negative = side.value.starts_with('-') && second;
    if fraction || negative { format!("({})", side.value) } else { side.value.clone() }
}

fn bracketed(text: &str, value: &str) -> String {
    if value.starts_with('-') { format!("({text})") } else { text.to_owned() }
}

/// Returns a value as LaTeX.
fn latex(value: &str) -> String {
    let (sign, size) = value.strip_prefix('-').map_or(("", value), |size| ("-", size));
    match size.split_once('/') {
        Some((top, bottom)) => format!("{sign}\\frac{{{top}}}{{{bottom}}}"),
        None => value.to_owned(),
    }
}

/// Returns a name as LaTeX.
fn latex_name(name: &str, names: NameStyle) -> String {
    match (names, name.strip_prefix('S')) {
        (NameStyle::Numbered, Some(number)) => format!("S_{{{number}}}"),
        // A constant is not a name.
        _ if name.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
        _ => format!("\\text{{{name}}}"),
    }
}

/// Returns a name with its number as a subscript.
fn with_subscript(name: &str, names: NameStyle) -> String {
    let digit = |digit: char| {
        digit.to_digit(10).and_then(|digit| char::from_u32(0x2080 + digit)).unwrap_or(digit)
    };
    match (names, name.strip_prefix('S')) {
        (NameStyle::Numbered, Some(number)) => {
            format!("S{}", number.chars().map(digit).collect::<String>())
        }
        _ => name.to_owned(),
    }
}
