//! Writes equations in layouts that are common in transcripts.

use stepfall_procedure::Op;

use super::trace::{Line, Side};

/// A layout of an equation on a separate line. Each variant has an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// `38/2 = 18`
    Tight,
    /// `38 / 2 = 18`
    Spaced,
    /// `38 ÷ 2 = 18`
    Signs,
    /// `$\frac{38}{2} = 18$`
    Fraction,
    /// `\[ 38 \div 2 = 18 \]`
    Latex,
    /// `**38/2 = 18**`
    Bold,
    /// `38/2 = **18**`
    BoldValue,
    /// `- 38/2 = 18`
    Listed,
    /// `4. 38/2 = 18`
    Counted,
    /// `So 38/2 = 18.`
    Sentence,
    /// `Next, 38/2 equals 18.`
    Verb,
    /// `S6 = 38/2 = 18`
    Named,
    /// `S6: 38/2 = 18`
    Labelled,
}

impl Layout {
    pub(crate) const ALL: [Self; 13] = [
        Self::Tight,
        Self::Spaced,
        Self::Signs,
        Self::Fraction,
        Self::Latex,
        Self::Bold,
        Self::BoldValue,
        Self::Listed,
        Self::Counted,
        Self::Sentence,
        Self::Verb,
        Self::Named,
        Self::Labelled,
    ];

    /// Returns the equation of the step at position `at`, from 0, with this value as its result.
    pub(crate) fn write(self, line: &Line, at: usize, value: &str) -> String {
        let name = &line.name;
        let tight = operation(line, "/");
        match self {
            Self::Tight => format!("{tight} = {value}"),
            Self::Spaced => format!("{} = {value}", operation(line, " / ")),
            Self::Signs => format!("{} = {value}", signs(line, "×", "÷")),
            Self::Fraction => format!("${} = {value}$", fraction(line)),
            Self::Latex => format!("\\[ {} = {value} \\]", signs(line, "\\times", "\\div")),
            Self::Bold => format!("**{tight} = {value}**"),
            Self::BoldValue => format!("{tight} = **{value}**"),
            Self::Listed => format!("- {tight} = {value}"),
            Self::Counted => format!("{}. {tight} = {value}", at + 1),
            Self::Sentence => format!("So {tight} = {value}."),
            Self::Verb => format!("Next, {tight} equals {value}."),
            Self::Named => format!("{name} = {tight} = {value}"),
            Self::Labelled => format!("{name}: {tight} = {value}"),
        }
    }
}

/// Returns a division without its result, in notations that are common in transcripts.
pub(crate) fn quotients(top: &str, bottom: &str) -> [String; 6] {
    let (sign, size) = top.strip_prefix('-').map_or(("", top), |size| ("-", size));
    [
        format!("{top}/{bottom}"),
        format!("{top} / {bottom}"),
        format!("{top} ÷ {bottom}"),
        format!("$\\frac{{{top}}}{{{bottom}}}$"),
        format!("${sign}\\dfrac{{{size}}}{{{bottom}}}$"),
        format!("({top})/{bottom}"),
    ]
}

fn side(side: &Side) -> String {
    let value = &side.value;
    if value.contains(['-', '/']) { format!("({value})") } else { value.clone() }
}

/// Formats the operation of a line, with `sign` for division. Other signs have blanks around them.
fn operation(line: &Line, sign: &str) -> String {
    let (left, right) = (side(&line.left), side(&line.right));
    match line.op {
        Some(Op::Div) => format!("{left}{sign}{right}"),
        op => format!("{left} {} {right}", op.unwrap_or(Op::Add).symbol()),
    }
}

fn signs(line: &Line, times: &str, over: &str) -> String {
    let (left, right) = (side(&line.left), side(&line.right));
    match line.op {
        Some(Op::Mul) => format!("{left} {times} {right}"),
        Some(Op::Div) => format!("{left} {over} {right}"),
        op => format!("{left} {} {right}", op.unwrap_or(Op::Add).symbol()),
    }
}

fn fraction(line: &Line) -> String {
    match line.op {
        Some(Op::Div) => format!("\\frac{{{}}}{{{}}}", line.left.value, line.right.value),
        _ => operation(line, "/"),
    }
}
