//! Separates the visible text of a transcript from its reasoning.

use std::ops::Range;

use crate::token::{Token, TokenKind, Tokens, Word};

/// Labels of a question that a model asks itself after it has answered.
const QUESTIONS: [&str; 14] = [
    "q",
    "question",
    "problem",
    "exercise",
    "task",
    "human",
    "user",
    "instruction",
    "frage",
    "aufgabe",
    "pregunta",
    "pergunta",
    "domanda",
    "exercice",
];

/// The parts of a transcript, as ranges of tokens.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Regions {
    pub(crate) visible: Vec<Range<usize>>,
    pub(crate) reasoning: Vec<Range<usize>>,
    /// The ranges of the reasoning in bytes, including the tags around it.
    pub(crate) spans: Vec<Range<usize>>,
}

/// Separates reasoning such as `<think>…</think>` from the visible text. Without the opening tag,
/// which some servers leave out, reasoning begins with the text. Without the closing tag, reasoning
/// lasts to the end. `length` is the length of the text in bytes.
pub(crate) fn regions(tokens: &Tokens, length: usize) -> Regions {
    let mut regions = Regions::default();
    let mut from = 0;
    let mut opened = None;
    for &at in &tokens.thinking {
        let token = tokens.list[at];
        match token.kind {
            TokenKind::Think if opened.is_none() => {
                regions.visible.push(from..at);
                opened = Some(token.start as usize);
            }
            TokenKind::ThinkEnd => {
                if opened.is_none() {
                    regions.reasoning.append(&mut regions.visible);
                    regions.spans.clear();
                }
                regions.reasoning.push(from..at);
                regions.spans.push(opened.take().unwrap_or(0)..token.end as usize);
            }
            _ => continue,
        }
        from = at + 1;
    }
    regions.spans.extend(opened.map(|start| start..length));
    if opened.is_some() { &mut regions.reasoning } else { &mut regions.visible }
        .push(from..tokens.list.len());
    regions.visible.retain(|range| !range.is_empty());
    regions.reasoning.retain(|range| !range.is_empty());
    regions
}

/// Removes another question after the answer, and all text after it: `Answer: 57`, and then
/// `Question: What is 12 + 30?` with its answer.
pub(crate) fn without_other_questions(regions: &mut Regions, tokens: &Tokens, text: &str) {
    let Some(question) = other_question(&regions.visible, tokens, text) else { return };
    for range in &mut regions.visible {
        range.end = range.end.min(question);
    }
    regions.visible.retain(|range| !range.is_empty());
}

/// Returns the token with which another question begins.
fn other_question(ranges: &[Range<usize>], tokens: &Tokens, text: &str) -> Option<usize> {
    let mut has_answer = false;
    for range in ranges {
        let list = &tokens.list[..range.end];
        let mut start = range.start;
        while start < range.end {
            let end =
                list[start..].iter().position(Token::ends_line).map_or(range.end, |at| start + at);
            let line = &list[start..end];
            if has_answer && begins_with_question_label(line, text) {
                return Some(start);
            }
            has_answer |= answers(line);
            start = end + 1;
        }
    }
    None
}

/// Returns whether a line begins with a label of a question and a colon.
fn begins_with_question_label(line: &[Token], text: &str) -> bool {
    let is_mark = |token: &&Token| matches!(token.kind, TokenKind::Heading | TokenKind::Bullet);
    let mut tokens = line.iter().skip_while(is_mark);
    let (Some(word), Some(colon)) = (tokens.next(), tokens.next()) else { return false };
    // A number may be between the label and the colon: `Question 2:`.
    let is_colon = colon.kind == TokenKind::Colon
        || (matches!(colon.kind, TokenKind::Number(_))
            && tokens.next().is_some_and(|next| next.kind == TokenKind::Colon));
    let word = match word.kind {
        TokenKind::Word(_) => &text[word.start as usize..word.end as usize],
        _ => return false,
    };
    is_colon && QUESTIONS.iter().any(|question| word.eq_ignore_ascii_case(question))
}

/// Returns whether a line may answer a question: it announces an answer, states a value, is a
/// number, or declines.
fn answers(line: &[Token]) -> bool {
    let is_number = |token: &Token| matches!(token.kind, TokenKind::Number(_));
    let states = |pair: &[Token]| {
        let is_sign = |token: &Token| {
            matches!(token.kind, TokenKind::Equals(_) | TokenKind::Colon | TokenKind::Bar)
        };
        (is_sign(&pair[0]) && is_number(&pair[1])) || (is_number(&pair[0]) && is_sign(&pair[1]))
    };
    let announces = |token: &Token| {
        matches!(
            token.kind,
            TokenKind::AnswerTag
                | TokenKind::Box
                | TokenKind::Object(_)
                | TokenKind::Word(Word::Answer | Word::Final | Word::Refusal)
        )
    };
    let is_alone = matches!(line, [number] | [number, _] if is_number(number));
    is_alone || line.iter().any(announces) || line.windows(2).any(states)
}
