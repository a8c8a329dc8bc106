//! The lines of a program, in the forms in which models write them.

use stepfall_formula::is_name_part;

use stepfall_procedure::Op;

use crate::expression::Expression;

/// The maximum length of a line, in bytes. Longer lines are ignored.
const MAX_LINE: usize = 4_000;
/// Unsupported statements: the beginning of the line, and a character that the line must also
/// contain.
const UNSUPPORTED: [(&str, char); 8] = [
    ("for ", ':'),
    ("while ", ':'),
    ("if ", ':'),
    ("def ", ':'),
    ("class ", ':'),
    ("with ", ':'),
    ("exec(", '('),
    ("eval(", '('),
];

/// A statement of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    /// Assigns values to names, all at once. `has_result` is true if a result follows the
    /// expression, as in `S3 = S1 + S2 = 13`.
    Assign { to: Vec<(String, Expression)>, has_result: bool },
    /// Shows a value, as in `print(S3)`, `return S3` or `Answer: S3`.
    Print(Expression),
    /// A statement that is not run; holds its keyword.
    Unsupported(String),
}

/// Returns the first `most` statements of a reply. If fenced code contains assignments, the text
/// around the code is ignored.
pub(crate) fn statements(reply: &str, most: usize) -> Vec<Statement> {
    let mut is_inside = false;
    let mut fenced = Vec::new();
    for line in reply.lines() {
        let line_start = line.trim_start();
        if line_start.starts_with("```") || line_start.starts_with("~~~") {
            is_inside = !is_inside;
        } else if is_inside {
            fenced.push(line);
        }
    }
    let inside = read(fenced.into_iter(), most);
    let has_any = inside.iter().any(|statement| matches!(statement, Statement::Assign { .. }));
    if has_any { inside } else { read(reply.lines(), most) }
}

fn read<'l>(lines: impl Iterator<Item = &'l str>, most: usize) -> Vec<Statement> {
    let lines = lines.filter(|line| line.len() <= MAX_LINE);
    lines.flat_map(|line| line.split(';')).filter_map(statement).take(most).collect()
}

fn statement(line: &str) -> Option<Statement> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let line = without_ordinal(line.trim_start_matches(['-', '*', '•', '`', ' ', '>', '|']));
    let line = line.trim_end_matches(['`', '.', ' ', '|', '\\', '*']);
    // The definition line of a function without parameters is skipped, so its body is read.
    // Functions such as `to_places` are part of the prompt.
    let is_passed_over = |defined: &str| defined.contains("()") || defined.starts_with("to_");
    if line.starts_with("if __name__") || line.strip_prefix("def ").is_some_and(is_passed_over) {
        return None;
    }
    if let Some((word, _)) =
        UNSUPPORTED.into_iter().find(|(word, sign)| line.starts_with(word) && line.contains(*sign))
    {
        return Some(Statement::Unsupported(word.trim_end_matches([' ', '(']).to_owned()));
    }
    if let Some(argument) = line.strip_prefix("print(").and_then(|rest| rest.strip_suffix(')')) {
        return printed_expression(argument).map(Statement::Print);
    }
    if let Some(argument) = line.strip_prefix("return ") {
        return Expression::read(argument).map(Statement::Print);
    }
    let line = strip_markup(line);
    if let Some(argument) = answer(&line) {
        return Expression::read(argument.trim_matches(['*', ' '])).map(Statement::Print);
    }
    assignment(&line)
}

/// Returns the text after the word that announces the answer.
fn answer(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once(':')?;
    let word = word.trim_matches(['*', ' ']);
    let is_answer =
        ["answer", "final answer"].iter().any(|answer| word.eq_ignore_ascii_case(answer));
    is_answer.then_some(rest)
}

fn assignment(line: &str) -> Option<Statement> {
    let line =
        ["let ", "const ", "var "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let (left, rest) = line.split_once('=').or_else(|| line.split_once(':'))?;
    if rest.starts_with('=') {
        return None;
    }
    let mut sides = rest.split('=');
    let right = sides.next()?;
    let has_result = sides.next().is_some();
    let (left, join) = split_operator(left);
    if let Some(join) = join {
        let (name, right) = (name(left)?, Expression::read(right)?);
        let joined = Expression::Join(join, Expression::Name(name.clone()).into(), right.into());
        return Some(Statement::Assign { to: vec![(name, joined)], has_result });
    }
    let names: Vec<&str> = left.split(',').collect();
    let values = if names.len() > 1 { split_at_commas(right) } else { vec![right] };
    if names.len() != values.len() {
        return None;
    }
    let pair = |(left, right): (&str, &str)| Some((name(left)?, Expression::read(right)?));
    let to = names.into_iter().zip(values).map(pair).collect::<Option<_>>()?;
    Some(Statement::Assign { to, has_result })
}

/// Splits the operator off the left side of `+=`, `-=` and similar assignments.
fn split_operator(left: &str) -> (&str, Option<Op>) {
    let signs = [
        ("//", Op::FloorDiv),
        ("+", Op::Add),
        ("-", Op::Sub),
        ("*", Op::Mul),
        ("/", Op::Div),
        ("%", Op::Mod),
    ];
    // A name in bold also ends with asterisks.
    let found = signs.into_iter().find_map(|(sign, join)| Some((left.strip_suffix(sign)?, join)));
    match found {
        Some((name, join)) if !name.ends_with(['*', '/']) => (name, Some(join)),
        _ => (left, None),
    }
}

/// Returns the name on the left side of an assignment. A type may follow it, as in `S3: int`.
fn name(left: &str) -> Option<String> {
    let name = left.split(':').next()?.trim_matches(['*', ' ', '(', ')']);
    let is_name =
        !name.is_empty() && name.chars().all(is_name_part) && !name.as_bytes()[0].is_ascii_digit();
    is_name.then(|| name.to_owned())
}

/// Returns the value that a call of `print` shows: its last argument that can be read. In a
/// formatted string, it is the last inserted expression.
fn printed_expression(arguments: &str) -> Option<Expression> {
    split_at_commas(arguments).into_iter().rev().find_map(|part| {
        let part = part.trim();
        let is_formatted = part.starts_with("f\"") || part.starts_with("f'");
        if !is_formatted {
            return Expression::read(part);
        }
        let inner = &part[part.rfind('{')? + 1..];
        Expression::read(inner.split(['}', ':', '!', '=']).next()?)
    })
}

/// Splits a text at the commas outside parentheses and quotes.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut depth, mut quote) = (0, 0u32, None);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            (',', None) if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Removes marks of Markdown and LaTeX from a line, and turns subscripts into plain digits.
pub(crate) fn strip_markup(line: &str) -> String {
    if line.bytes().all(|byte| !matches!(byte, b'\\' | b'$' | b'_' | b'{' | b'}' | b'`' | 0x80..)) {
        return line.to_owned();
    }
    let mut text = line.to_owned();
    for (latex, sign) in [
        ("\\times", "*"),
        ("\\cdot", "*"),
        ("\\div", "/"),
        ("\\boxed", ""),
        ("\\left", ""),
        ("\\right", ""),
        ("\\text", ""),
        ("\\mathrm", ""),
        ("\\,", ""),
    ] {
        text = text.replace(latex, sign);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some('(' | ')' | '[' | ']')) => {
                chars.next();
            }
            '$' | '{' | '}' | '`' | '\\' => {}
            '_' if ends_with_single_letter(&out)
                && chars.peek().is_some_and(|next| *next == '{' || next.is_ascii_digit()) => {}
            '₀'..='₉' => out.extend(char::from_digit(u32::from(c) - u32::from('₀'), 10)),
            _ => out.push(c),
        }
    }
    out
}

/// Returns whether the last word of a text is a single letter.
fn ends_with_single_letter(text: &str) -> bool {
    let mut last = text.chars().rev();
    last.next().is_some_and(char::is_alphabetic)
        && !last.next().is_some_and(|before| before.is_alphanumeric() || before == '_')
}

/// Removes the number of a list item.
pub(crate) fn without_ordinal(line: &str) -> &str {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    match rest {
        Some(rest) if digits.len() < line.len() => rest.trim_start_matches([' ', '`', '*']),
        _ => line,
    }
}

/// Removes thousands separators: commas, underscores, apostrophes or blanks between digits, before
/// exactly three digits.
pub(crate) fn strip_separators(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let is_separator = |at: usize| {
        matches!(chars[at], ',' | '_' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'')
            && at > 0
            && is_digit(at - 1)
            && (1..=3).all(|by| is_digit(at + by))
            && !is_digit(at + 4)
    };
    let remaining = (0..chars.len()).filter(|at| !is_separator(*at));
    remaining.map(|at| chars[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Option<Vec<String>> {
        match statement(line)? {
            Statement::Assign { to, .. } => Some(to.into_iter().map(|(name, _)| name).collect()),
            _ => None,
        }
    }

    #[test]
    fn assignments_are_parsed_in_every_notation() {
        for line in [
            "S3 = S1 + S2",
            "  S3=S1+S2  # the first",
            "S3: int = S1 + S2",
            "let S3 = S1 + S2",
            "`S3` = `S1` + `S2`",
            "**S3** = S1 + S2",
            "- **S3 = S1 + S2**",
            "1. S3 = S1 + S2",
            "2) `S3 = S1 + S2`",
            "$S_3 = S_1 + S_2$",
            "\\(S_{3} = S_{1} + S_{2}\\)",
            "S₃ = S₁ + S₂",
            "S3 = S1 + S2 = 13",
        ] {
            assert_eq!(names(line), Some(vec!["S3".to_owned()]), "{line}");
        }
        assert_eq!(names("S1, S2 = 4, 9"), Some(vec!["S1".to_owned(), "S2".to_owned()]));
    }

    #[test]
    fn print_and_answer_lines_are_parsed_in_every_notation() {
        for line in [
            "print(S3)",
            "print(f\"{S3}\")",
            "print(f'The answer is {S3:.2f}.')",
            "print(\"Answer:\", S3)",
            "print(S3, end=\"\")",
            "return S3",
            "Answer: S3",
            "**Answer:** S3",
            "Answer: \\boxed{S_{3}}",
            "Final answer: $S_3$",
        ] {
            let shown = Statement::Print(Expression::Name("S3".to_owned()));
            assert_eq!(statement(line), Some(shown), "{line}");
        }
    }

    #[test]
    fn other_lines_are_ignored_or_unsupported() {
        for line in [
            "",
            "Here is the program:",
            "from fractions import Fraction",
            "getcontext().prec = 50",
            "S3 == S4",
            "def main():",
            "if __name__ == \"__main__\":",
            "main()",
            "for each step I write a line",
            "S1, S2 = 4",
            "print(\"done\")",
        ] {
            assert_eq!(statement(line), None, "{line}");
        }
        for (line, word) in [
            ("for i in range(3):", "for"),
            ("while True: S3 = 1", "while"),
            ("def f(x):", "def"),
            ("exec('S3 = 1')", "exec"),
        ] {
            assert_eq!(statement(line), Some(Statement::Unsupported(word.to_owned())), "{line}");
        }
    }

    #[test]
    fn thousands_separators_are_removed() {
        for (text, wanted) in [
            ("1,234 + 5", "1234 + 5"),
            ("1 234 567", "1234567"),
            ("12_000", "12000"),
            ("4, 567", "4, 567"),
            ("1,23", "1,23"),
            ("1,2345", "1,2345"),
            ("4 + 567", "4 + 567"),
        ] {
            assert_eq!(strip_separators(text), wanted);
        }
    }
}
