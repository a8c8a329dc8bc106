//! Splits a text into tokens, in one pass.
//!
//! The lexer looks only a short way ahead and back, so that its time is linear in the length of the
//! text.

mod column;
mod latex;
mod markup;
mod number;
mod plain;
mod sign;
mod word;

use std::ops::Range;

use stepfall_procedure::Op;

use crate::names::Lexicon;
use crate::numeral::{DecimalPlaces, SeparatorEvidence};
use crate::token::{Equals, Token, TokenKind, Tokens};

use self::latex::Brace;

/// The most tokens for which memory is reserved at the beginning.
const MAX_RESERVED_TOKENS: usize = 1 << 14;

/// Splits a text into tokens. Leaves out the ranges in `skipped`, which are in order and do not
/// overlap.
pub(crate) fn tokens(
    text: &str,
    lexicon: &Lexicon,
    places: DecimalPlaces,
    skipped: &[Range<usize>],
) -> Tokens {
    let mut lexer = Lexer::new(text, lexicon, places);
    // This is enough for a typical trace, which has about one token for three bytes, and one number
    // for six.
    lexer.out.list.reserve((text.len() / 2).min(MAX_RESERVED_TOKENS));
    lexer.out.numerals.reserve((text.len() / 6).min(MAX_RESERVED_TOKENS));
    for gap in skipped {
        lexer.run(gap.start);
        lexer.at = lexer.at.max(gap.end);
        lexer.opens_line = true;
    }
    lexer.run(text.len());
    lexer.settle();
    lexer.join_columns();
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    lexicon: &'a Lexicon,
    places: DecimalPlaces,
    at: usize,
    out: Tokens,
    habit: SeparatorEvidence,
    braces: Vec<Brace>,
    /// True if this line has no tokens yet, or only bullets, headings, item numbers and bars.
    opens_line: bool,
    /// The number of the last item in a list within this line: `(1) brackets, (2) products`. The
    /// value is [`u8::MAX`] after a first item without a second one.
    counted_to: u8,
    /// True if a strikethrough is open on this line.
    struck: bool,
    /// A buffer for a word in lower case.
    word: String,
    /// The operation whose operands are being read: a call such as `min(a, b)`, or a remainder that
    /// is written in words.
    joining: Option<Op>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str, lexicon: &'a Lexicon, places: DecimalPlaces) -> Self {
        Self {
            text,
            lexicon,
            places,
            at: 0,
            out: Tokens::default(),
            habit: SeparatorEvidence::default(),
            braces: Vec::new(),
            opens_line: true,
            counted_to: 0,
            struck: false,
            word: String::new(),
            joining: None,
        }
    }
}

impl Lexer<'_> {
    fn run(&mut self, until: usize) {
        while self.at < until {
            // Blanks and plain tokens make up most of a trace.
            let byte = self.byte(0);
            if byte == b' ' {
                self.at += 1;
            } else if !self.plain(byte) {
                self.step();
            }
        }
    }

    #[expect(clippy::inline_always, reason = "it has one caller, which calls it for every token")]
    #[inline(always)]
    fn step(&mut self) {
        match self.byte(0) {
            b'\t' if !self.opens_line && self.follows(|before| !before.is_whitespace()) => {
                self.push(TokenKind::Bar, 1);
            }
            b'~' => self.tilde(),
            b' ' | b'\t' | b'\r' | b'"' | b'`' | b'$' | b'\'' => self.at += 1,
            b'\n' => self.line(),
            b'0'..=b'9' => self.number(self.at),
            b'.' if self.byte(1).is_ascii_digit() && !self.after_operand() => self.number(self.at),
            b'.' => self.stop(),
            b'+' | b'-' | b'/' | b'*' | b'_' | b'#' => self.sign(),
            b'=' => self.equals(),
            b']' if self.follows(|before| matches!(before, '"' | '\'')) => self.at += 1,
            b'(' | b'[' => self.bracket(),
            b')' | b']' => {
                self.joining = self.joining.filter(|op| !op.is_function());
                self.push(TokenKind::Close, 1);
            }
            b'{' => self.brace(),
            b'}' => self.close_brace(),
            b':' if self.byte(1) == b'=' => self.push(TokenKind::Equals(Equals::Sign), 2),
            b':' => self.push(TokenKind::Colon, 1),
            b',' if self.joining.is_some_and(Op::is_function) => {
                let op = self.joining.take();
                self.push(op.map_or(TokenKind::Comma, TokenKind::Op), 1);
            }
            b',' if self.habit.comma_parts || self.ends_first_cell() => {
                self.habit.comma_parts = true;
                self.push(TokenKind::Bar, 1);
            }
            b',' => self.push(TokenKind::Comma, 1),
            b';' | b'!' => self.push(TokenKind::Semicolon, 1),
            b'?' => self.push(TokenKind::Question, 1),
            b'|' => self.push(TokenKind::Bar, 1),
            b'%' => self.percent(),
            b'^' => self.push(TokenKind::Doubt, 1),
            b'\\' => self.command(),
            b'&' => self.ampersand(),
            b'<' => self.tag(),
            b'>' => self.quotation(),
            byte if byte.is_ascii_alphabetic() => self.word(),
            0..0x80 => self.push(TokenKind::Other, 1),
            _ => self.wide(),
        }
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let start = self.at;
        self.at += length;
        self.push_span(kind, start, self.at);
    }

    #[expect(clippy::cast_possible_truncation, reason = "no text is longer than 4 GiB")]
    fn push_span(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.out.list.push(Token { kind, start: start as u32, end: end as u32 });
        self.out.note(kind);
        if !matches!(
            kind,
            TokenKind::Line { .. }
                | TokenKind::Bullet
                | TokenKind::Heading
                | TokenKind::Ordinal(_)
                | TokenKind::Bar
        ) {
            self.opens_line = false;
        }
    }

    fn last(&self) -> Option<TokenKind> {
        self.out.list.last().map(|token| token.kind)
    }

    /// Returns whether the last token ends an operand, so that a sign is an operation.
    fn after_operand(&self) -> bool {
        !self.opens_line
            && matches!(
                self.last(),
                Some(TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Close)
            )
    }

    /// Returns whether the comma here ends the first cell of a line, and the cell contains only a
    /// name: `duck,dune / 8,11/224`.
    fn ends_first_cell(&self) -> bool {
        let [before @ .., name] = self.out.list.as_slice() else { return false };
        let is_first =
            before.last().is_none_or(|token| matches!(token.kind, TokenKind::Line { .. }));
        let is_tight = name.end as usize == self.at && !self.byte(1).is_ascii_whitespace();
        is_first && is_tight && matches!(name.kind, TokenKind::Name(_))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    /// Returns whether the character before the current position matches.
    fn follows(&self, matches: impl Fn(char) -> bool) -> bool {
        self.text[..self.at].ends_with(matches)
    }

    fn run_of(&self, byte: u8) -> usize {
        self.text.as_bytes()[self.at..].iter().take_while(|&&next| next == byte).count()
    }

    fn line(&mut self) {
        let mut length = 0;
        let mut breaks = 0;
        for byte in &self.text.as_bytes()[self.at..] {
            match byte {
                b'\n' => breaks += 1,
                b'\r' | b' ' | b'\t' => {}
                _ => break,
            }
            length += 1;
        }
        self.end_line(breaks > 1, length);
    }

    fn end_line(&mut self, blank: bool, length: usize) {
        self.push(TokenKind::Line { blank }, length);
        self.habit.comma_parts = false;
        self.joining = None;
        self.opens_line = true;
        self.counted_to = 0;
        self.struck = false;
    }

    /// Decides at the end of the text whether reasoning or an object is unclosed, and what commas
    /// mean.
    fn settle(&mut self) {
        let last = self.out.thinking.last().map(|at| self.out.list[*at].kind);
        self.out.unclosed_think = last == Some(TokenKind::Think);
        self.out.unclosed_object = self.braces.contains(&Brace::Object);
        if !self.habit.comma_decimal || self.habit.point_decimal {
            return;
        }
        // The other reading takes the comma as the decimal point, or the point as a separator.
        for numeral in &mut self.out.numerals {
            numeral.settle_on_other();
        }
    }
}

/// Returns the length of the text before its suffix `rest`.
const fn passed(text: &str, rest: &str) -> usize {
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plain tokens, and text that may be next to them.
    const PIECES: [&str; 40] = [
        "S3", "S14", "S", "s5", "S_4", "S12345", "0", "7", "-7", "-", "--", "10", "007", "3.5",
        "1,234", " ", " ", " ", "  ", "=", " = ", " == ", "+", " + ", " - ", " * ", " * 10", "**",
        " / ", "/", "(", ")", "\n", "\n", "\n\n", "\n ", "x", ".", ":", "Answer: ",
    ];

    fn all(tokens: &Tokens) -> String {
        format!("{:?} {:?}", tokens.list, tokens.numerals)
    }

    #[test]
    fn fast_path_yields_the_tokens_of_the_general_path() {
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            usize::try_from(state >> 33).unwrap_or(0) % below
        };
        for _ in 0..20_000 {
            let count = 1 + next(16);
            let text: String = (0..count).map(|_| PIECES[next(PIECES.len())]).collect();
            for places in [
                DecimalPlaces::None,
                DecimalPlaces::Fraction,
                DecimalPlaces::Fixed(2),
                DecimalPlaces::Any,
            ] {
                let lexicon = Lexicon::NUMBERED;
                let mut general = Lexer::new(&text, &lexicon, places);
                while general.at < text.len() {
                    general.step();
                }
                general.settle();
                let quick = tokens(&text, &lexicon, places, &[]);
                assert_eq!(all(&quick), all(&general.out), "{text:?}");
            }
        }
    }
}
