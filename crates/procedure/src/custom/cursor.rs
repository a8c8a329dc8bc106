//! A line of a procedure, read from left to right.

use crate::custom::draft::{Literal, Word};
use crate::custom::error::{Position, Problem, ProcedureError};
use crate::op::Op;
use crate::shown::escaped;

/// What was asked for where a name is missing.
const A_NAME: &str = "a name (letters a to z, digits and _, beginning with a letter)";
/// The most characters of a text that an error repeats.
const SHOWN: usize = 24;

/// A part of a text and how far it is read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) at: usize,
    end: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str, at: usize, end: usize) -> Self {
        Self { text, at, end }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a text after blanks, if it stands there.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let stands = self.rest().starts_with(text);
        if stands {
            self.at += text.len();
        }
        stands
    }

    /// Takes a word of prose after blanks, in capitals or not, if it stands there.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let stands = self.letters().eq_ignore_ascii_case(word);
        if stands {
            self.at += word.len();
        }
        stands
    }

    /// The run of characters of a name that stands here.
    pub(super) fn letters(&self) -> &'t str {
        let rest = self.rest();
        let part =
            |next: char| next.is_ascii_alphanumeric() || next == '_' || subscript(next).is_some();
        &rest[..rest.len() - rest.trim_start_matches(part).len()]
    }

    /// Whether nothing follows but blanks, a remark or the sign that ends a statement.
    pub(super) fn is_over(&mut self) -> bool {
        self.skip_blanks();
        if self.rest().starts_with([';', '.', ',']) {
            self.at += 1;
            self.skip_blanks();
        }
        self.rest().is_empty() || self.rest().starts_with('#')
    }

    /// A name.
    pub(super) fn name(&mut self) -> Result<Word, ProcedureError> {
        self.skip_blanks();
        let written = self.letters();
        if !written.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(self.expected(A_NAME));
        }
        let at = self.at;
        self.at += written.len();
        if self.peek().is_some_and(is_letter) {
            return Err(self.expected(A_NAME));
        }
        let name = written.chars().map(|next| subscript(next).unwrap_or(next)).collect();
        Ok(Word { name, at })
    }

    /// A whole number or a decimal without a sign, if one stands there.
    pub(super) fn number(&mut self) -> Option<Literal> {
        self.skip_blanks();
        let rest = self.rest();
        let after = rest.trim_start_matches(|next: char| next.is_ascii_digit());
        let after = after.strip_prefix('.').map_or(after, |places| {
            let end = places.trim_start_matches(|next: char| next.is_ascii_digit());
            if end.len() < places.len() { end } else { after }
        });
        let text = &rest[..rest.len() - after.len()];
        if text.is_empty() {
            return None;
        }
        let at = self.at;
        self.at += text.len();
        Some(Literal { text: text.to_owned(), at })
    }

    /// A number with its sign, if one stands there.
    pub(super) fn signed_number(&mut self) -> Option<Literal> {
        self.skip_blanks();
        let start = *self;
        let negative = match self.peek() {
            Some('-' | '−' | '–') => Some("-"),
            Some('+') => Some(""),
            _ => None,
        };
        if negative.is_some() {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let Some(number) = self.number() else {
            *self = start;
            return None;
        };
        let text = negative.unwrap_or_default().to_owned() + &number.text;
        Some(Literal { text, at: start.at })
    }

    /// The sign of an operation, if one stands there.
    pub(super) fn operation(&mut self) -> Option<Op> {
        self.skip_blanks();
        let (op, length) = match self.peek()? {
            '+' => (Op::Add, 1),
            sign @ ('-' | '−' | '–') => (Op::Sub, sign.len_utf8()),
            sign @ ('*' | '×' | '·' | '⋅') => (Op::Mul, sign.len_utf8()),
            'x' | 'X' if self.letters().len() == 1 => (Op::Mul, 1),
            '/' if self.rest().starts_with("//") => (Op::Div, 2),
            sign @ ('/' | '÷') => (Op::Div, sign.len_utf8()),
            _ => return None,
        };
        self.at += length;
        Some(op)
    }

    /// That something else was expected here.
    pub(super) fn expected(&self, expected: &'static str) -> ProcedureError {
        let at = self.at + (self.rest().len() - self.rest().trim_start().len());
        let rest = self.text[at..self.end].trim_end();
        let word = rest.len()
            - rest
                .trim_start_matches(|next: char| {
                    is_letter(next) || next.is_ascii_digit() || next == '_'
                })
                .len();
        let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        let found: String = rest[..length].chars().take(SHOWN).collect();
        let found = escaped(&found).into_owned();
        self.error_at(at, Problem::Expected { expected, found })
    }

    /// A problem with what stands at a byte of the text.
    pub(super) fn error_at(&self, at: usize, problem: Problem) -> ProcedureError {
        ProcedureError { place: Position::of(self.text, at), problem }
    }
}

/// Whether a character may be a letter. Beyond ASCII all are taken for letters but the signs that are read here: tables of letters would weigh much in the
/// page.
pub(super) const fn is_letter(next: char) -> bool {
    next.is_ascii_alphabetic()
        || !next.is_ascii()
            && !matches!(next, '−' | '–' | '×' | '·' | '⋅' | '÷' | '←' | '•' | '\u{a0}')
}

/// The digit that a subscript stands for.
fn subscript(next: char) -> Option<char> {
    ('₀'..='₉').zip('0'..='9').find(|(subscript, _)| *subscript == next).map(|(_, digit)| digit)
}
