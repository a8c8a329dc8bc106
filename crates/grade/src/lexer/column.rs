//! Sums that are written in a column, as on paper:
//!
//! ```text
//!   19280
//! + 95782
//! -------
//!  115062
//! ```
//!
//! The tokens of such a column are replaced by those of `19280 + 95782 = 115062`, so that it is
//! read like any other equation.

use std::ops::Range;

use stepfall_procedure::Op;

use super::Lexer;
use crate::token::{Equals, Token, TokenKind};

/// The most rows of a column.
const MAX_ROWS: usize = 12;

/// One row with a number.
struct Row {
    /// The sign before the number.
    sign: Option<Op>,
    /// The token of the sign. A plus right before a number has no token.
    sign_at: Option<usize>,
    /// True if a sign of equality is before the number.
    is_result: bool,
    /// The tokens of its line.
    line: Range<usize>,
}

impl Lexer<'_> {
    /// Joins the rows of every column into an equation.
    pub(super) fn join_columns(&mut self) {
        let mut rows: Vec<Row> = Vec::new();
        let mut start = 0;
        while start < self.out.list.len() {
            let rest = &self.out.list[start..];
            let length = rest.iter().position(Token::ends_line).unwrap_or(rest.len());
            let line = start..start + length;
            start = line.end + 1;
            let is_blank = line.end > line.start
                && self
                    .out
                    .list
                    .get(line.end)
                    .is_some_and(|end| end.kind == TokenKind::Line { blank: true });
            match self.row(&line) {
                Some(row) if rows.len() < MAX_ROWS => {
                    rows.push(row);
                    self.join(&mut rows);
                }
                // A horizontal rule does not end the column.
                None if self.is_rule(&line) => continue,
                _ => rows.clear(),
            }
            if is_blank {
                rows.clear();
            }
        }
    }

    fn is_rule(&self, line: &Range<usize>) -> bool {
        let mut tokens = self.out.list[line.clone()].iter();
        tokens.all(|token| matches!(token.kind, TokenKind::Other | TokenKind::Tag | TokenKind::Bar))
    }

    /// Returns a line as a row, if it has one number and nothing else but signs.
    fn row(&self, line: &Range<usize>) -> Option<Row> {
        let list = &self.out.list[line.clone()];
        let (number, before) = list.split_last()?;
        if !matches!(number.kind, TokenKind::Number(_)) {
            return None;
        }
        let mut row = Row { sign: None, sign_at: None, is_result: false, line: line.clone() };
        let from = line.start.checked_sub(1).map_or(0, |at| self.out.list[at].end as usize);
        let text = &self.text[from..number.start as usize];
        for (at, token) in before.iter().enumerate() {
            match token.kind {
                TokenKind::Equals(Equals::Sign) => row.is_result = true,
                TokenKind::Bullet | TokenKind::Op(Op::Add | Op::Sub) if row.sign_at.is_none() => {
                    let sign = &self.text[token.start as usize..token.end as usize];
                    row.sign = Some(if sign == "+" { Op::Add } else { Op::Sub });
                    row.sign_at = Some(line.start + at);
                }
                TokenKind::Other => {}
                _ => return None,
            }
        }
        // A plus right before a number has no token.
        if row.sign.is_none() && text.contains('+') {
            row.sign = Some(Op::Add);
        }
        Some(row)
    }

    /// Joins the rows into an equation if the last row is the result of the other rows.
    fn join(&mut self, rows: &mut Vec<Row>) {
        let [first, operands @ .., result] = rows.as_slice() else { return };
        let Some(last) = operands.last() else { return };
        let between = self.out.list[last.line.end - 1].end as usize
            ..self.out.list[result.line.end - 1].start as usize;
        let between = &self.text[between];
        let has_rule = ["\\hline", "---", "___", "===", "───", "\\cline"]
            .iter()
            .any(|rule| between.contains(rule));
        let is_negative = |row: &Row| {
            let number = self.out.list[row.line.end - 1];
            self.text[number.start as usize..].starts_with(['-', '−'])
        };
        let is_signed = last.sign.is_some() || is_negative(last);
        let is_column = is_signed && (has_rule || result.is_result) && result.sign.is_none();
        if !is_column
            || first.sign_at.is_some()
            || first.is_result
            || operands.iter().any(|row| row.is_result)
        {
            return;
        }
        // Rules and line breaks between the numbers become `TokenKind::Box`, which a chain skips.
        let is_passed = |at: &usize| {
            matches!(self.out.list[*at].kind, TokenKind::Other | TokenKind::Line { .. })
        };
        let passed = (first.line.start..result.line.end - 1).filter(is_passed);
        let mut joined: Vec<(usize, TokenKind)> = passed.map(|at| (at, TokenKind::Box)).collect();
        for row in operands {
            let op = TokenKind::Op(row.sign.unwrap_or(Op::Add));
            joined.push((row.sign_at.unwrap_or(row.line.start - 1), op));
        }
        if !result.is_result {
            joined.push((result.line.start - 1, TokenKind::Equals(Equals::Sign)));
        }
        for (at, kind) in joined {
            self.out.list[at].kind = kind;
        }
        rows.clear();
    }
}
