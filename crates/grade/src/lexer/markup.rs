//! Reads HTML, tags that models write, and column separators of LaTeX arrays.

use stepfall_procedure::Op;

use super::Lexer;
use crate::token::{Equals, TokenKind};

/// The longest tag, in bytes.
const MAX_TAG: usize = 60;

/// The meaning of an HTML entity.
enum Entity {
    /// The entity is skipped.
    Blank,
    Minus,
    Sign(TokenKind),
}

const ENTITIES: [(&str, Entity); 18] = [
    ("&#45;", Entity::Minus),
    ("&#8722;", Entity::Minus),
    ("&#x2212;", Entity::Minus),
    ("&ndash;", Entity::Minus),
    ("&#43;", Entity::Sign(TokenKind::Op(Op::Add))),
    ("&plus;", Entity::Sign(TokenKind::Op(Op::Add))),
    ("&#42;", Entity::Sign(TokenKind::Op(Op::Mul))),
    ("&#47;", Entity::Sign(TokenKind::Op(Op::Div))),
    ("&#61;", Entity::Sign(TokenKind::Equals(Equals::Sign))),
    ("&rarr;", Entity::Sign(TokenKind::Equals(Equals::Sign))),
    ("&asymp;", Entity::Sign(TokenKind::Equals(Equals::Nearly))),
    ("&quot;", Entity::Blank),
    ("&nbsp;", Entity::Blank),
    ("&minus;", Entity::Minus),
    ("&times;", Entity::Sign(TokenKind::Op(Op::Mul))),
    ("&divide;", Entity::Sign(TokenKind::Op(Op::Div))),
    ("&equals;", Entity::Sign(TokenKind::Equals(Equals::Sign))),
    ("&amp;", Entity::Blank),
];

const TAGS: [(&str, TokenKind); 5] = [
    // The channels of gpt-oss.
    ("<|channel|>analysis<|message|>", TokenKind::Think),
    ("<|channel|>commentary<|message|>", TokenKind::Think),
    ("<|channel|>final<|message|>", TokenKind::ThinkEnd),
    ("<answer>", TokenKind::AnswerTag),
    ("<final_answer>", TokenKind::AnswerTag),
];

/// Returns [`TokenKind::Think`] or [`TokenKind::ThinkEnd`] if a tag begins or ends reasoning. The words
/// between the brackets of the tag decide: `think`, `/seed:think`, `|begin_of_thought|`,
/// `|END_THINKING|`.
fn reasoning_mark(between: &str) -> Option<TokenKind> {
    let is_letter = |next: char| next.is_ascii_alphabetic();
    let words = || between.split(|next| !is_letter(next)).filter(|word| !word.is_empty());
    let is_one_of =
        |word: &str, names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    let names = ["think", "thinking", "thought", "reasoning"];
    let others = ["seed", "antml", "begin", "start", "end", "of"];
    let (last, before) = (words().next_back()?, words().rev().skip(1));
    let is_mark = is_one_of(last, &names) && before.clone().all(|word| is_one_of(word, &others));
    let ends = between.starts_with('/') || before.clone().any(|word| is_one_of(word, &["end"]));
    is_mark.then_some(if ends { TokenKind::ThinkEnd } else { TokenKind::Think })
}

impl Lexer<'_> {
    /// Reads an entity, a column separator of an array, or an alignment mark before a sign.
    pub(super) fn ampersand(&mut self) {
        let rest = self.rest();
        if let Some((entity, meaning)) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name)) {
            return match *meaning {
                Entity::Blank => self.at += entity.len(),
                Entity::Minus => self.minus(entity.len()),
                Entity::Sign(kind) => self.push(kind, entity.len()),
            };
        }
        let after = rest[1..].trim_start_matches(' ');
        // `&&` begins a column of remarks next to the equations.
        if self.text[..self.at].ends_with('&') && !self.opens_line && !after.starts_with(['=', '&'])
        {
            return self.push(TokenKind::Semicolon, 1);
        }
        let sign = after.starts_with(['=', '\\', '+', '-', '&', '<', '>']);
        let column = !self.opens_line && (!sign || after.starts_with("\\text"));
        if column { self.push(TokenKind::Bar, 1) } else { self.at += 1 }
    }

    /// Reads `[ANSWER]`, `[/ANSWER]` or `[THINK]`. Returns whether there is such a mark.
    pub(super) fn mark(&mut self) -> bool {
        const MARKS: [(&str, TokenKind); 4] = [
            ("[answer]", TokenKind::AnswerTag),
            ("[/answer]", TokenKind::Tag),
            ("[final_answer]", TokenKind::AnswerTag),
            ("[/final_answer]", TokenKind::Tag),
        ];
        let bytes = &self.text.as_bytes()[self.at..];
        let known = MARKS.iter().find(|(mark, _)| {
            bytes.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark.as_bytes()))
        });
        let known = known.map(|(mark, kind)| (mark.len(), *kind)).or_else(|| {
            let close = bytes.iter().take(MAX_TAG).position(|&byte| byte == b']')?;
            Some((close + 1, reasoning_mark(&self.rest()[1..close])?))
        });
        if let Some((length, kind)) = known {
            self.push(kind, length);
        }
        known.is_some()
    }

    pub(super) fn tag(&mut self) {
        let bytes = &self.text.as_bytes()[self.at..];
        let known = TAGS.iter().find(|(tag, _)| {
            bytes.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
        });
        let close = bytes.iter().take(MAX_TAG).position(|&byte| byte == b'>');
        let known = known.map(|(tag, kind)| (tag.len(), *kind)).or_else(|| {
            let close = close?;
            Some((close + 1, reasoning_mark(&self.rest()[1..close])?))
        });
        if let Some((length, kind)) = known {
            // A tag in backquotes is only mentioned.
            let quoted = self.text[..self.at].ends_with('`')
                && self.text[self.at + length..].starts_with('`');
            let kind = if quoted { TokenKind::Other } else { kind };
            return self.push(kind, length);
        }
        let begins = matches!(bytes.get(1), Some(b'/' | b'|' | b'a'..=b'z' | b'A'..=b'Z'));
        match close {
            Some(end) if begins => self.element(end + 1),
            _ => {
                let run = self.run_of(b'<');
                self.push(TokenKind::Other, run);
            }
        }
    }

    /// Reads a tag of this length: the end of a cell, the end of a line, HTML that is skipped, or
    /// another tag.
    fn element(&mut self, length: usize) {
        let name = self.rest()[1..length - 1].trim_start_matches('/');
        let name = name.split([' ', '/']).next().unwrap_or_default().to_ascii_lowercase();
        match name.as_str() {
            "td" | "th" if self.byte(1) == b'/' => self.push(TokenKind::Bar, length),
            "br" | "p" | "div" | "tr" | "li" | "ul" | "ol" | "table" | "h1" | "h2" | "h3"
            | "h4" | "pre" | "thead" | "tbody" => self.end_line(false, length),
            "td" | "th" | "strong" | "b" | "em" | "i" | "code" | "span" | "sub" | "sup" | "u"
            | "a" | "small" => self.at += length,
            _ => self.push(TokenKind::Tag, length),
        }
    }
}
