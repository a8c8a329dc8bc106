//! Edits that do not change the meaning of a transcript.

use stepfall_procedure::Arithmetic;

use super::subject::TestTranscript;

/// An edit. `apply` returns the edited text; `None` if the edit does not fit the transcript.
pub(super) struct Edit {
    pub(super) name: &'static str,
    pub(super) apply: fn(&TestTranscript) -> Option<String>,
}

/// All edits, in the order of the printed table.
pub(super) const EDITS: [Edit; 53] = [
    Edit { name: "full stop at the end", apply: with_stop },
    Edit { name: "no full stop at the end", apply: without_stop },
    Edit { name: "line break at the end", apply: |subject| Some(format!("{}\n", subject.text)) },
    Edit { name: "no line break at the end", apply: without_break },
    Edit { name: "Windows line breaks", apply: |subject| Some(subject.text.replace('\n', "\r\n")) },
    Edit { name: "blank lines", apply: blank_lines },
    Edit { name: "blanks at line ends", apply: |subject| Some(subject.text.replace('\n', "  \n")) },
    Edit {
        name: "sentence before",
        apply: |subject| before(subject, "Let me work through this carefully."),
    },
    Edit { name: "sentence after", apply: |subject| after(subject, "I hope this helps!") },
    Edit {
        name: "minutes before",
        apply: |subject| before(subject, "This will take about 3 minutes."),
    },
    Edit { name: "date after", apply: |subject| after(subject, "Written on 12 March 2025.") },
    Edit {
        name: "outline before",
        apply: |subject| {
            before(
                subject,
                "Plan:\n1. Read the procedure.\n2. Carry out each step.\n3. State the answer.",
            )
        },
    },
    Edit {
        name: "counted reasons before",
        apply: |subject| {
            before(
                subject,
                "I follow the order of operations: (1) brackets, (2) products, (3) sums.",
            )
        },
    },
    Edit { name: "heading before", apply: |subject| before(subject, "## Solution") },
    Edit {
        name: "question before",
        apply: |subject| before(subject, &subject.item.prompt(subject.condition)),
    },
    Edit {
        name: "question after",
        apply: |subject| after(subject, &subject.item.prompt(subject.condition)),
    },
    Edit {
        name: "results in bold",
        apply: |subject| equations(subject, |line| ended(line, |number| format!("**{number}**"))),
    },
    Edit {
        name: "results in code",
        apply: |subject| equations(subject, |line| ended(line, |number| format!("`{number}`"))),
    },
    Edit {
        name: "equations in code",
        apply: |subject| equations(subject, |line| Some(format!("`{line}`"))),
    },
    Edit { name: "code fence", apply: fenced },
    Edit { name: "bullets", apply: |subject| equations(subject, |line| Some(format!("- {line}"))) },
    Edit { name: "numbered list", apply: numbered },
    Edit {
        name: "quotation",
        apply: |subject| {
            plain(subject).then(|| format!("> {}", subject.text.replace('\n', "\n> ")))
        },
    },
    Edit {
        name: "typographic signs",
        apply: |subject| equations(subject, |line| Some(typographic(line))),
    },
    Edit { name: "thousands separators", apply: |subject| thousands(subject, ",") },
    Edit { name: "thousands in LaTeX: {,}", apply: |subject| thousands(subject, "{,}") },
    Edit { name: "thousands in LaTeX: ,\\!", apply: |subject| thousands(subject, ",\\!") },
    Edit { name: "thousands in LaTeX: \\,", apply: |subject| thousands(subject, "\\,") },
    Edit { name: "thousands in LaTeX: ~", apply: |subject| thousands(subject, "~") },
    Edit {
        name: "wide digits",
        apply: |subject| {
            let is_whole = subject.item.spec.arithmetic == Arithmetic::Integer;
            is_whole.then(|| equations(subject, |line| Some(wide_digits(line))))?
        },
    },
    Edit {
        name: "inline LaTeX",
        apply: |subject| equations(subject, |line| latex(line).map(|line| format!("${line}$"))),
    },
    Edit {
        name: "display LaTeX",
        apply: |subject| equations(subject, |line| latex(line).map(|line| format!("\\[{line}\\]"))),
    },
    Edit {
        name: "LaTeX: \\cdot and \\frac",
        apply: |subject| equations(subject, |line| fractions(line).map(|line| format!("${line}$"))),
    },
    Edit {
        name: "LaTeX: \\text",
        apply: |subject| {
            equations(subject, |line| text_names(line).map(|line| format!("\\({line}\\)")))
        },
    },
    Edit { name: "LaTeX: aligned", apply: aligned },
    Edit {
        name: "answer: =",
        apply: |subject| announced(subject, |answer| format!("\n= {answer}")),
    },
    Edit {
        name: "answer: The result is",
        apply: |subject| announced(subject, |answer| format!("The result is: {answer}")),
    },
    Edit {
        name: "answer: Final",
        apply: |subject| announced(subject, |answer| format!("Final: {answer}")),
    },
    Edit {
        name: "answer: ####",
        apply: |subject| announced(subject, |answer| format!("#### {answer}")),
    },
    Edit {
        name: "answer in bold",
        apply: |subject| announced(subject, |answer| format!("**Answer: {answer}**")),
    },
    Edit {
        name: "answer in a box",
        apply: |subject| announced(subject, |answer| format!("\\boxed{{{answer}}}")),
    },
    Edit {
        name: "So the answer is",
        apply: |subject| announced(subject, |answer| format!("So the answer is {answer}")),
    },
    Edit { name: "equation repeated", apply: repeated },
    Edit { name: "check by the inverse", apply: checked },
    Edit {
        name: "negative added as a difference",
        apply: |subject| equations(subject, as_difference),
    },
    Edit { name: "line split before =", apply: |subject| equations(subject, split_equation) },
    Edit {
        name: "reasoning: <think>",
        apply: |subject| {
            Some(format!("<think>\nI follow the steps.\n</think>\n\n{}", subject.text))
        },
    },
    Edit {
        name: "reasoning: [THINK]",
        apply: |subject| Some(format!("[THINK]I follow the steps.[/THINK]\n{}", subject.text)),
    },
    Edit {
        name: "reasoning: <|begin_of_thought|>",
        apply: |subject| {
            Some(format!(
                "<|begin_of_thought|>\nI follow the steps.\n<|end_of_thought|>\n\n{}",
                subject.text
            ))
        },
    },
    Edit {
        name: "reasoning: <seed:think>",
        apply: |subject| {
            Some(format!("<seed:think>I follow the steps.</seed:think>\n\n{}", subject.text))
        },
    },
    Edit {
        name: "reasoning: <|START_THINKING|>",
        apply: |subject| {
            Some(format!(
                "<|START_THINKING|>I follow the steps.<|END_THINKING|>\n\n{}",
                subject.text
            ))
        },
    },
    Edit {
        name: "reasoning: harmony",
        apply: |subject| {
            Some(format!(
                "<|channel|>analysis<|message|>I follow the steps.<|end|><|start|>assistant<|channel|>final<|message|>{}",
                subject.text
            ))
        },
    },
    Edit {
        name: "another question after",
        apply: |subject| after(subject, "Question: What is 12 + 30?\nAnswer: 42"),
    },
];

/// Returns whether a text has no table, code block, brace or tag, so that every line can be edited
/// by itself.
fn plain(subject: &TestTranscript) -> bool {
    let text = &subject.text;
    !text.contains('|') && !text.contains("```") && !text.contains('{') && !text.contains('<')
}

fn before(subject: &TestTranscript, added: &str) -> Option<String> {
    (!subject.text.trim_start().starts_with('{')).then(|| format!("{added}\n\n{}", subject.text))
}

fn after(subject: &TestTranscript, added: &str) -> Option<String> {
    let is_open =
        subject.text.matches("```").count() % 2 == 1 || subject.text.trim_end().ends_with('}');
    // Text after a line that breaks off would become a part of that line.
    let ends = subject
        .text
        .trim_end()
        .ends_with(|last: char| last.is_ascii_digit() || matches!(last, '.' | '*' | '$' | '`'));
    (ends && !is_open).then(|| format!("{}\n\n{added}", subject.text.trim_end()))
}

fn with_stop(subject: &TestTranscript) -> Option<String> {
    let text = subject.text.trim_end();
    text.ends_with(|last: char| last.is_ascii_alphanumeric()).then(|| format!("{text}."))
}

fn without_stop(subject: &TestTranscript) -> Option<String> {
    let text = subject.text.trim_end().strip_suffix('.')?;
    text.ends_with(|last: char| last.is_ascii_alphanumeric()).then(|| text.to_owned())
}

fn without_break(subject: &TestTranscript) -> Option<String> {
    let text = subject.text.trim_end_matches('\n');
    (text.len() < subject.text.len()).then(|| text.to_owned())
}

fn blank_lines(subject: &TestTranscript) -> Option<String> {
    (plain(subject) && subject.text.contains('\n')).then(|| subject.text.replace('\n', "\n\n"))
}

/// Returns whether a line is one equation and nothing else: it begins with a name or a number, has
/// a sign of equality, and ends with a number.
pub(super) fn is_equation(line: &str) -> bool {
    let is_sign = |next: char| " +-*/=()._,".contains(next);
    line.contains(" = ")
        && line
            .starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '-' | '('))
        && line.ends_with(|last: char| last.is_ascii_digit())
        && line.chars().all(|next| next.is_ascii_alphanumeric() || is_sign(next))
}

/// Changes every line that is an equation. `None` if the text is not [`plain`], if no line changes,
/// or if a change does not fit.
fn equations(subject: &TestTranscript, change: impl Fn(&str) -> Option<String>) -> Option<String> {
    if !plain(subject) {
        return None;
    }
    let mut changed = 0;
    let lines: Option<Vec<String>> = subject
        .text
        .lines()
        .map(|line| {
            if !is_equation(line) {
                return Some(line.to_owned());
            }
            let new = change(line)?;
            changed += usize::from(new != line);
            Some(new)
        })
        .collect();
    let lines = lines?;
    (changed > 0).then(|| lines.join("\n"))
}

/// Changes the number that an equation ends with.
fn ended(line: &str, change: impl Fn(&str) -> String) -> Option<String> {
    let (left, number) = line.rsplit_once(" = ")?;
    Some(format!("{left} = {}", change(number)))
}

fn fenced(subject: &TestTranscript) -> Option<String> {
    (!subject.text.contains("```") && !subject.text.trim_start().starts_with('{'))
        .then(|| format!("```\n{}\n```", subject.text.trim_end()))
}

fn numbered(subject: &TestTranscript) -> Option<String> {
    let number = std::cell::Cell::new(0);
    equations(subject, |line| {
        number.set(number.get() + 1);
        Some(format!("{}. {line}", number.get()))
    })
}

fn typographic(line: &str) -> String {
    line.replace(" - ", " − ")
        .replace(" * ", " × ")
        .replace(" / ", " ÷ ")
        .replace("(-", "(−")
        .replace("= -", "= −")
}

/// Puts a separator into the whole numbers of four and more digits.
fn thousands(subject: &TestTranscript, separator: &str) -> Option<String> {
    let is_whole = subject.item.spec.arithmetic == Arithmetic::Integer;
    if !plain(subject) || !is_whole || subject.text.contains(',') {
        return None;
    }
    let mut out = String::new();
    let mut digits = String::new();
    let mut is_name = false;
    let mut changed = false;
    for next in subject.text.chars().chain([' ']) {
        if next.is_ascii_digit() && !is_name {
            digits.push(next);
            continue;
        }
        if digits.len() > 3 {
            changed = true;
            for (at, digit) in digits.chars().enumerate() {
                if at > 0 && (digits.len() - at).is_multiple_of(3) {
                    out.push_str(separator);
                }
                out.push(digit);
            }
        } else {
            out.push_str(&digits);
        }
        digits.clear();
        is_name = next.is_ascii_alphabetic() || (is_name && next.is_ascii_digit());
        out.push(next);
    }
    out.pop();
    changed.then_some(out)
}

/// Writes an equation in LaTeX; `None` if its names would need other notation in LaTeX.
fn latex(line: &str) -> Option<String> {
    let is_named = line.starts_with('S') || line.starts_with(|first: char| first.is_ascii_digit());
    (is_named && !line.contains('_'))
        .then(|| line.replace(" * ", " \\times ").replace(" / ", " \\div "))
}

fn wide_digits(line: &str) -> String {
    // Names keep their digits.
    let (left, right) = line.split_once(" = ").unwrap_or(("", line));
    let wide = |digit: char| {
        digit
            .to_digit(10)
            .and_then(|digit| char::from_u32(u32::from('０') + digit))
            .unwrap_or(digit)
    };
    let is_name = |word: &str| word.starts_with(|first: char| first.is_alphabetic());
    let words = right
        .split(' ')
        .map(|word| if is_name(word) { word.to_owned() } else { word.chars().map(wide).collect() });
    format!("{left} = {}", words.collect::<Vec<_>>().join(" "))
}

/// Writes an equation in LaTeX with `\cdot` and fractions.
fn fractions(line: &str) -> Option<String> {
    latex(line)?;
    let sides = line.split(" = ").map(|side| match side.split_once(" / ") {
        Some((top, bottom)) => {
            let top = top.strip_prefix('(').and_then(|top| top.strip_suffix(')')).unwrap_or(top);
            format!("\\frac{{{top}}}{{{bottom}}}")
        }
        None => side.replace(" * ", " \\cdot "),
    });
    Some(sides.collect::<Vec<_>>().join(" = "))
}

/// Writes an equation in LaTeX with its names as text.
fn text_names(line: &str) -> Option<String> {
    let line = latex(line)?;
    let words = line.split(' ').map(|word| {
        if word.starts_with('S') { format!("\\text{{{word}}}") } else { word.to_owned() }
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

/// Puts all equations into one environment, aligned at the first sign of equality. `None` unless
/// every line before the last one is an equation that can be written in LaTeX.
fn aligned(subject: &TestTranscript) -> Option<String> {
    let (work, answer) = subject.text.trim_end().rsplit_once('\n')?;
    let lines: Vec<&str> = work.lines().filter(|line| !line.is_empty()).collect();
    if !plain(subject) || lines.is_empty() || !lines.iter().all(|line| is_equation(line)) {
        return None;
    }
    let lines: Option<Vec<String>> =
        lines.iter().map(|line| Some(latex(line)?.replacen(" = ", " &= ", 1))).collect();
    let lines = lines?.join(" \\\\\n");
    Some(format!("\\[\n\\begin{{aligned}}\n{lines}\n\\end{{aligned}}\n\\]\n\n{answer}"))
}

/// Replaces the last line, `Answer: N`, by another announcement of the answer. `None` if the text
/// has no such line, or announces an answer before it.
fn announced(subject: &TestTranscript, change: impl Fn(&str) -> String) -> Option<String> {
    let text = subject.text.trim_end();
    let (work, line) = text.rsplit_once('\n')?;
    let answer = line.strip_prefix("Answer: ")?;
    let is_number = answer.chars().all(|next| next.is_ascii_digit() || "-./".contains(next));
    (is_number && work.matches("nswer").count() == 0).then(|| format!("{work}\n{}", change(answer)))
}

fn repeated(subject: &TestTranscript) -> Option<String> {
    let mut lines: Vec<&str> = subject.text.lines().collect();
    let equations: Vec<usize> = (0..lines.len()).filter(|at| is_equation(lines[*at])).collect();
    let at = *equations.get(equations.len() / 2)?;
    lines.insert(at + 1, lines[at]);
    plain(subject).then(|| lines.join("\n"))
}

/// Adds a check of the last equation at the end. `None` unless that is a correct sum, difference or
/// product of whole numbers whose right operand is positive.
fn checked(subject: &TestTranscript) -> Option<String> {
    let is_whole = subject.item.spec.arithmetic == Arithmetic::Integer;
    let line = subject.text.lines().rev().find(|line| is_equation(line))?;
    let mut sides = line.rsplit(" = ");
    let value: i64 = sides.next()?.parse().ok()?;
    let values = sides.next()?;
    let inverses = [(" + ", " - "), (" - ", " + "), (" * ", " / ")];
    let (left, right, inverse) = inverses.iter().find_map(|(sign, inverse)| {
        let (left, right) = values.split_once(sign)?;
        Some((left.parse::<i64>().ok()?, right.parse::<i64>().ok()?, inverse))
    })?;
    let comes_to = match *inverse {
        " - " => left.checked_add(right),
        " + " => left.checked_sub(right),
        _ => left.checked_mul(right),
    };
    (is_whole && comes_to == Some(value) && right > 0)
        .then(|| after(subject, &format!("Check: {value}{inverse}{right} = {left}.")))?
}

/// Writes `a + (-b)` between values as `a - b`. Returns a line without such a sum unchanged.
fn as_difference(line: &str) -> Option<String> {
    let Some((before, after)) = line.split_once(" + (-") else { return Some(line.to_owned()) };
    let (number, rest) = after.split_once(')')?;
    Some(format!("{before} - {number}{rest}"))
}

fn split_equation(line: &str) -> Option<String> {
    let (left, number) = line.rsplit_once(" = ")?;
    left.contains([' ']).then(|| format!("{left}\n= {number}"))
}
