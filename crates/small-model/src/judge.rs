//! Compares the lines of a trace with the procedure, given the earlier values of the trace.

use crate::layout::Layout;
use crate::part::Part;
use crate::task::{SmallModelItem, TRACE_LINE, apply, operands};
use crate::token::{Kind, Token};

/// The first error of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineErrorKind {
    /// The line is not about the value that has to come next.
    Line,
    /// The line takes another operand than the procedure.
    Name,
    /// The line carries out another operation than the procedure.
    Operation,
    /// The value of an operand differs from its earlier value in the trace or the prompt.
    Fetch,
    /// The result of the operation is incorrect.
    Result,
    /// The tokens do not have the form of a line.
    Form,
}

impl LineErrorKind {
    /// All errors, in the order of tables.
    pub const ALL: [Self; 6] =
        [Self::Line, Self::Name, Self::Operation, Self::Fetch, Self::Result, Self::Form];

    /// Returns the name in JSON and tables.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Name => "name",
            Self::Operation => "operation",
            Self::Fetch => "fetch",
            Self::Result => "result",
            Self::Form => "form",
        }
    }
}

/// The first error of a line, and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineError {
    /// The error.
    pub kind: LineErrorKind,
    /// The index of the first token that shows the error. If the line is too short, it is the
    /// length of the line.
    pub at: usize,
}

/// Returns the first error of the line for a step (from 0), given the earlier values of the trace;
/// `None` if the line is correct.
///
/// A line that correctly uses an incorrect value from an earlier line has no error.
pub fn line_error(
    task: &SmallModelItem,
    step: usize,
    line: &[Token],
    values: &[Option<u8>],
) -> Option<LineError> {
    let found = |kind, at| Some(LineError { kind, at });
    let Some(wanted) = task.steps().get(step) else { return found(LineErrorKind::Line, 0) };
    let number = u16::try_from(step + 3).unwrap_or(u16::MAX);
    let &[name, colon, left, left_value, op, right, right_value, gives, repeated_name, result, end] =
        line
    else {
        let is_about = line.first() == Some(&task.name(number));
        return if is_about {
            found(LineErrorKind::Form, end_of_form(line))
        } else {
            found(LineErrorKind::Line, 0)
        };
    };
    if name != task.name(number) {
        return found(LineErrorKind::Line, 0);
    }
    let form = [
        (1, colon == Token::COLON),
        (7, gives == Token::GIVES),
        (8, repeated_name == name),
        (10, end == Token::LINE_END),
    ];
    if let Some((at, _)) = form.into_iter().find(|(_, is_correct)| !is_correct) {
        return found(LineErrorKind::Form, at);
    }
    let numbers = operands(*wanted);
    let [left_name, right_name] = numbers.map(|number| task.name(number));
    if left != left_name || right != right_name {
        return found(LineErrorKind::Name, if left == left_name { 5 } else { 2 });
    }
    if Token::operation(wanted.op) != Some(op) {
        return found(LineErrorKind::Operation, 4);
    }
    let known = numbers.map(|number| values.get(usize::from(number) - 1).copied().flatten());
    let read = |token, known: Option<u8>| value_of(token).filter(|value| known == Some(*value));
    let Some(a) = read(left_value, known[0]) else { return found(LineErrorKind::Fetch, 3) };
    let Some(b) = read(right_value, known[1]) else { return found(LineErrorKind::Fetch, 6) };
    if value_of(result) != Some(apply(wanted.op, a, b)) {
        return found(LineErrorKind::Result, 9);
    }
    None
}

/// Returns the index of the first token of a kind that no line has at that position, such as a sign
/// instead of a value.
fn end_of_form(line: &[Token]) -> usize {
    let fits = |at: usize, token: Token| match at {
        0 | 2 | 5 | 8 => matches!(token.kind(), Kind::Name(_)),
        3 | 6 | 9 => matches!(token.kind(), Kind::Value(_)),
        1 => token == Token::COLON,
        4 => [Token::ADD, Token::SUB, Token::MUL].contains(&token),
        7 => token == Token::GIVES,
        10 => token == Token::LINE_END,
        _ => false,
    };
    let misfit = line.iter().enumerate().find(|&(at, &token)| !fits(at, token));
    misfit.map_or(line.len(), |(at, _)| at)
}

/// The verdict on a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The first error of each step's line, given the earlier values of the trace. A step without
    /// a line has [`LineErrorKind::Line`].
    pub steps: Vec<Option<LineErrorKind>>,
    /// True if the trace equals the correct one.
    pub is_trace_correct: bool,
    /// For each of the two queries, whether the summary repeats the value of the trace.
    pub recalled: [bool; 2],
    /// The answer, if there is one.
    pub answer: Option<u8>,
    /// True if the answer is correct.
    pub is_answer_correct: bool,
}

impl Judgement {
    /// Returns the first step with an error, from 0.
    pub fn first_error(&self) -> Option<(usize, LineErrorKind)> {
        self.steps.iter().enumerate().find_map(|(step, error)| error.map(|error| (step, error)))
    }
}

/// Judges a text that consists of prompt and transcript.
pub fn judge(task: &SmallModelItem, tokens: &[Token], layout: &Layout) -> Judgement {
    let truth = task.values();
    let mut values: Vec<Option<u8>> = truth[..2].iter().copied().map(Some).collect();
    values.resize(truth.len(), None);
    let lines = layout.trace_lines();
    let mut steps = Vec::with_capacity(task.steps().len());
    for step in 0..task.steps().len() {
        let line = lines.get(step).map_or(&[][..], |range| &tokens[range.clone()]);
        steps.push(line_error(task, step, line, &values).map(|found| found.kind));
        take_result(task, line, &mut values);
    }
    let all = layout.trace().map_or(&[][..], |range| &tokens[range]);
    let summary = layout.summary().map_or(&[][..], |range| &tokens[range]);
    let [first, second] = task.queries();
    let value_in_trace = |number: u16| values[usize::from(number) - 1];
    let recalls = |number: u16, at: usize| {
        let pair = summary.get(at..at + 2);
        pair.is_some_and(|pair| {
            pair[0] == task.name(number)
                && value_of(pair[1]).is_some()
                && value_of(pair[1]) == value_in_trace(number)
        })
    };
    let last = u16::try_from(truth.len()).unwrap_or(u16::MAX);
    let answer_at = if layout.trace().is_some() { 5 } else { 0 };
    let pair = summary.get(answer_at..answer_at + 2).filter(|pair| pair[0] == task.name(last));
    let answer = pair.and_then(|pair| value_of(pair[1]));
    Judgement {
        is_trace_correct: all == task.trace(&truth),
        recalled: [recalls(first, 1), recalls(second, 3)],
        is_answer_correct: answer == truth.last().copied(),
        answer,
        steps,
    }
}

/// Stores the result of a line as the value of the name that the line defines.
fn take_result(task: &SmallModelItem, line: &[Token], values: &mut [Option<u8>]) {
    let Some(&[name, result]) = line.get(8..10) else { return };
    if let Kind::Name(name) = name.kind()
        && let Some(number) = task.number_of(name)
        && number > 2
    {
        values[usize::from(number) - 1] = value_of(result);
    }
}

fn value_of(token: Token) -> Option<u8> {
    match token.kind() {
        Kind::Value(value) => Some(value),
        Kind::Mark | Kind::Name(_) => None,
    }
}

/// Writes a transcript as readable text.
///
/// Each step is a line such as `S7 = S6 * S3 = 4 * 9 = 5`. The summary and the answer follow.
/// `name_of` returns the name of the value with a number. Names that the procedure does not have
/// are `N` with their number.
pub fn text(
    task: &SmallModelItem,
    tokens: &[Token],
    layout: &Layout,
    name_of: impl Fn(u16) -> String,
) -> String {
    text_from(task, tokens, layout, 0, name_of)
}

/// Writes the text of [`text`] without the lines that begin before a position.
pub(crate) fn text_from(
    task: &SmallModelItem,
    tokens: &[Token],
    layout: &Layout,
    from: usize,
    name_of: impl Fn(u16) -> String,
) -> String {
    let word = |token: Token| word(task, token, &name_of);
    let mut out = String::new();
    for range in layout.trace_lines().iter().filter(|range| range.start >= from) {
        let line = &tokens[range.clone()];
        let words: Vec<String> = line.iter().map(|&token| word(token)).collect();
        match (line.len() == TRACE_LINE, words.as_slice()) {
            (true, [_, _, left, a, op, right, b, _, name, result, _]) => {
                out.push_str(&format!("{name} = {left} {op} {right} = {a} {op} {b} = {result}\n"));
            }
            _ => out.push_str(&format!("{}\n", words.join(" "))),
        }
    }
    if let Some(range) = layout.summary() {
        let words: Vec<String> = tokens[range]
            .iter()
            .filter(|token| token.kind() != Kind::Mark)
            .map(|&token| word(token))
            .collect();
        let pairs: Vec<&[String]> = words.chunks(2).collect();
        for (at, pair) in pairs.iter().enumerate() {
            match pair {
                [_, value] if at + 1 == pairs.len() => out.push_str(&format!("Answer: {value}\n")),
                [name, value] => out.push_str(&format!("{name} = {value}\n")),
                rest => out.push_str(&format!("{}\n", rest.join(" "))),
            }
        }
    }
    out
}

/// Writes a token as readable text, with names as in [`text`].
pub fn word(task: &SmallModelItem, token: Token, name_of: impl Fn(u16) -> String) -> String {
    match token.kind() {
        Kind::Value(value) => value.to_string(),
        Kind::Name(name) => task.number_of(name).map_or_else(|| format!("N{name}"), name_of),
        Kind::Mark => mark(token).to_owned(),
    }
}

fn mark(token: Token) -> &'static str {
    match token {
        Token::LINE_END => ";",
        Token::IS => "=",
        Token::COLON => ":",
        Token::GIVES => ">",
        Token::ADD => "+",
        Token::SUB => "-",
        Token::MUL => "*",
        Token::QUERY => "?",
        _ => "",
    }
}

/// Counts of correct tokens and of all tokens, by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartCounts {
    counts: [(u32, u32); Part::ALL.len()],
}

impl PartCounts {
    /// Counts a token of this part, as correct or incorrect.
    pub fn count(&mut self, part: Part, is_correct: bool) {
        let (right, all) = &mut self.counts[part as usize];
        *right += u32::from(is_correct);
        *all += 1;
    }

    /// Returns the number of correct tokens of a part, and the number of all its tokens.
    pub const fn of(&self, part: Part) -> (u32, u32) {
        self.counts[part as usize]
    }

    /// Adds the counts of another text.
    pub fn add(&mut self, other: &Self) {
        for ((right, all), (more, more_all)) in self.counts.iter_mut().zip(other.counts) {
            *right += more;
            *all += more_all;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::transcript;
    use proptest::prelude::*;
    use stepfall_procedure::{Arithmetic, Generator, Seed, Spec};

    fn task() -> SmallModelItem {
        let mut spec = Spec::new(Arithmetic::Modular { modulus: 31 });
        spec.steps = 6;
        let item = Generator::new(spec)
            .expect("it has procedures")
            .item(Seed::wrapping(5), 0)
            .expect("it has one");
        SmallModelItem::of(&item).expect("the small model was taught such items")
    }

    fn judged(task: &SmallModelItem, change: impl Fn(&mut Vec<Token>)) -> (Judgement, String) {
        let mut tokens = task.prompt(Token::TRACE);
        let mut transcript: Vec<Token> =
            transcript(task, &task.values()).into_iter().map(|(token, _)| token).collect();
        change(&mut transcript);
        tokens.extend(transcript);
        let layout = Layout::of(&tokens);
        (judge(task, &tokens, &layout), text(task, &tokens, &layout, |number| format!("S{number}")))
    }

    #[test]
    fn transcript_without_errors_is_whole_and_solved() {
        let task = task();
        let (judgement, text) = judged(&task, |_| {});
        assert!(judgement.is_trace_correct && judgement.is_answer_correct);
        assert_eq!(judgement.recalled, [true; 2]);
        assert_eq!(judgement.steps, [None; 6]);
        assert_eq!(text.lines().count(), 9);
        assert!(text.ends_with(&format!("Answer: {}\n", task.values()[7])));
    }

    #[test]
    fn errors_are_distinguished_and_are_not_inherited() {
        let task = task();
        let other = |token: Token| match token.kind() {
            Kind::Value(value) => Token::value((value + 1) % 31).expect("a value"),
            Kind::Name(name) => Token::name((name + 1) % 128).expect("a name"),
            Kind::Mark if token == Token::ADD => Token::SUB,
            Kind::Mark => Token::ADD,
        };
        let places = [
            (0, LineErrorKind::Line),
            (1, LineErrorKind::Form),
            (2, LineErrorKind::Name),
            (3, LineErrorKind::Fetch),
            (4, LineErrorKind::Operation),
            (9, LineErrorKind::Result),
        ];
        for (at, error) in places {
            let (judgement, _) =
                judged(&task, |transcript| transcript[11 + at] = other(transcript[11 + at]));
            assert_eq!(judgement.first_error(), Some((1, error)), "place {at}");
            assert!(!judgement.is_trace_correct);
        }
        // A trace that continues correctly after an arithmetic error has that error alone.
        let mut values = task.values();
        values[3] = (values[3] + 1) % 31;
        for (at, step) in task.steps().iter().enumerate().skip(2) {
            values[at + 2] = task.compute(*step, &values);
        }
        let slipped: Vec<Token> =
            transcript(&task, &values).into_iter().map(|(token, _)| token).collect();
        let (judgement, _) = judged(&task, |transcript| transcript.clone_from(&slipped));
        let errors: Vec<_> = judgement.steps.iter().flatten().collect();
        assert_eq!(errors, [&LineErrorKind::Result]);
    }

    proptest! {
        #[test]
        fn error_is_at_a_position_that_its_kind_allows(
            step in 0usize..6,
            changes in prop::collection::vec((0usize..11, 0u8..176), 1..4),
            cut in 0usize..14,
            extra in 0u8..176,
        ) {
            let task = task();
            let truth = task.values();
            let values: Vec<Option<u8>> = truth.iter().copied().map(Some).collect();
            let right = task.trace(&truth)[step * TRACE_LINE..][..TRACE_LINE].to_vec();
            let mut line = right.clone();
            for (at, token) in changes {
                line[at] = Token::from_number(token).expect("a token");
            }
            line.resize(cut.max(1), Token::from_number(extra).expect("a token"));
            let Some(LineError { kind, at }) = line_error(&task, step, &line, &values) else {
                prop_assert_eq!(line, right);
                return Ok(());
            };
            prop_assert!(line.get(at) != right.get(at), "{kind:?} at {at}");
            let places: &[usize] = match kind {
                LineErrorKind::Line => &[0],
                LineErrorKind::Name => &[2, 5],
                LineErrorKind::Operation => &[4],
                LineErrorKind::Fetch => &[3, 6],
                LineErrorKind::Result => &[9],
                LineErrorKind::Form => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            };
            prop_assert!(places.contains(&at), "{kind:?} at {at}");
        }
    }

    #[test]
    fn cut_and_nonsense_transcripts_are_judged() {
        let task = task();
        // The transcript has 74 tokens, and the answer is the last but one.
        for cut in 0..73 {
            let (judgement, _) = judged(&task, |transcript| transcript.truncate(cut));
            assert!(!judgement.is_answer_correct);
        }
        for token in 0..176 {
            let token = Token::from_number(token).expect("a token");
            judged(&task, |transcript| transcript.fill(token));
        }
    }
}
