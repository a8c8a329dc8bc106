//! Reads the tokens that make up most of a trace: names, whole numbers and signs with blanks
//! between them.
//!
//! This fast path looks at a few bytes only, and pushes the same tokens as the general lexer. It
//! leaves all other text to the general lexer.

use stepfall_number::Number;
use stepfall_procedure::Op;

use super::Lexer;
use crate::names::Lexicon;
use crate::numeral::{DecimalPlaces, Numeral, digits};
use crate::token::{Equals, Token, TokenKind};

impl Lexer<'_> {
    /// Pushes the plain token that begins with this byte. Returns whether there is one.
    pub(super) fn plain(&mut self, byte: u8) -> bool {
        match byte {
            b'0'..=b'9' => self.plain_number(self.at),
            b'S' => self.plain_name(),
            b'=' => self.byte(1) == b' ' && self.plain_sign(TokenKind::Equals(Equals::Sign)),
            b'-' if self.byte(1).is_ascii_digit() => self.follows_sign() && self.plain_minus(),
            b'+' | b'-' | b'*' | b'/' => {
                self.byte(1) == b' ' && self.follows_operand() && self.plain_operation(byte)
            }
            b'\n' => self.plain_line(),
            _ => false,
        }
    }

    /// Returns whether the last token on this line is a number or a name.
    fn follows_operand(&self) -> bool {
        !self.opens_line && matches!(self.last(), Some(TokenKind::Number(_) | TokenKind::Name(_)))
    }

    /// Returns whether the last token on this line is a sign after which a minus belongs to a
    /// number.
    fn follows_sign(&self) -> bool {
        !self.opens_line && matches!(self.last(), Some(TokenKind::Equals(_) | TokenKind::Op(_)))
    }

    fn plain_sign(&mut self, kind: TokenKind) -> bool {
        self.add(kind, self.at, self.at + 1);
        true
    }

    /// Pushes a token after which the line counts as begun. It must be of a kind that
    /// [`Tokens::note`](crate::token::Tokens::note) does not record.
    #[expect(clippy::cast_possible_truncation, reason = "no text is longer than 4 GiB")]
    fn add(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.out.list.push(Token { kind, start: start as u32, end: end as u32 });
        self.at = end;
        self.opens_line = false;
    }

    fn plain_operation(&mut self, byte: u8) -> bool {
        let op = match byte {
            b'+' => Op::Add,
            b'-' => Op::Sub,
            b'/' => Op::Div,
            // Before other characters, a star may be emphasis.
            _ if matches!(self.byte(2), b'0'..=b'9' | b'S' | b'-') => Op::Mul,
            _ => return false,
        };
        self.plain_sign(TokenKind::Op(op))
    }

    /// Ends a line if no blank or line break follows its end. Returns whether the line was ended.
    fn plain_line(&mut self) -> bool {
        let ends = self.text.as_bytes().get(self.at + 1);
        let ends = !matches!(ends, Some(b'\n' | b'\r' | b' ' | b'\t'));
        if ends {
            self.end_line(false, 1);
        }
        ends
    }

    fn plain_name(&mut self) -> bool {
        if !self.lexicon.is_numbered() {
            return false;
        }
        let Some((number, length)) = Lexicon::plain(&self.text.as_bytes()[self.at..]) else {
            return false;
        };
        self.add(TokenKind::Name(number), self.at, self.at + length);
        true
    }

    fn plain_minus(&mut self) -> bool {
        self.at += 1;
        let read = self.plain_number(self.at - 1);
        if !read {
            self.at -= 1;
        }
        read
    }

    /// Pushes the whole number at the current position. `start` is the position of its sign, if it
    /// has one. A number at the beginning of a line is not plain, since it may be a count.
    fn plain_number(&mut self, start: usize) -> bool {
        // After a comma, a number may begin a cell.
        if self.opens_line || self.last() == Some(TokenKind::Comma) {
            return false;
        }
        let bytes = &self.text.as_bytes()[self.at..];
        let Some((value, length)) = digits(bytes, 0) else { return false };
        if !self.ends_plainly(&bytes[length..]) {
            return false;
        }
        let value = if start < self.at { -value } else { value };
        let Ok(place) = u32::try_from(self.out.numerals.len()) else { return false };
        self.out.numerals.push(Numeral::new(Number::integer(value)));
        self.add(TokenKind::Number(place), start, self.at + length);
        true
    }

    /// Returns whether the text after the digits of a number cannot belong to the number.
    fn ends_plainly(&self, after: &[u8]) -> bool {
        match after {
            [] | [b'\n' | b')', ..] | [b' ', b'=' | b'+' | b'-', ..] => true,
            // `2 * 10^3` may be one number.
            [b' ', b'*', b' ', rest @ ..] => !rest.starts_with(b"10") && !rest.starts_with(b" "),
            // `2 / 3` may be one number in rational items.
            [b' ', b'/', b' ', ..] => self.places != DecimalPlaces::Fraction,
            _ => false,
        }
    }
}
