//! Reads numbers, and the counts that number the items of a list.

use stepfall_procedure::Op;

use super::{Lexer, passed};
use crate::digit::{digit, is_ideograph, is_letter, script_digit};
use crate::numeral::{Numeral, Quotient, numeral, vulgar};
use crate::token::TokenKind;

/// The most bytes of a line that are searched for the second item of a list of words.
const MAX_LINE: usize = 400;

impl Lexer<'_> {
    /// Reads the number at the current position. `start` is the position of its sign, if it has
    /// one.
    pub(super) fn number(&mut self, start: usize) {
        let signed = start < self.at;
        let with_sign = |numeral: Numeral| if signed { numeral.negated() } else { numeral };
        let first = self.rest().chars().next().unwrap_or(' ');
        if !first.is_ascii()
            && let Some(value) = vulgar(first)
        {
            self.at += first.len_utf8();
            return self.push_numeral(with_sign(Numeral::new(value)), start);
        }
        self.part_cells();
        let (numeral, end) = match numeral(self.text, self.at, self.places, &mut self.habit) {
            Ok(found) => found,
            Err(end) => return self.doubt(start, end),
        };
        if self.opens_line
            && !signed
            && let Some((number, after)) = self.count(&numeral, end)
        {
            return self.push(TokenKind::Ordinal(number), after - start);
        }
        let next = self.text[end..].chars().next().unwrap_or(' ');
        let goes_on = self.has_base(end)
            || is_letter(next) && !is_ideograph(next) && !self.name_follows(end)
            || next == '^'
            || script_digit(next).is_some();
        if goes_on {
            return self.doubt(start, end);
        }
        self.at = end;
        self.push_numeral(with_sign(numeral), start);
    }

    /// Takes the commas of a line as cell separators if a number begins a cell: `S3,141,+,365,506`.
    fn part_cells(&mut self) {
        let [.., before, comma] = self.out.list.as_slice() else { return };
        let is_tight = comma.kind == TokenKind::Comma
            && comma.end as usize == self.at
            && before.end == comma.start;
        if is_tight
            && matches!(before.kind, TokenKind::Name(_) | TokenKind::Op(_) | TokenKind::Comma)
        {
            self.habit.comma_parts = true;
            for token in self.out.list.iter_mut().rev() {
                match token.kind {
                    TokenKind::Comma => token.kind = TokenKind::Bar,
                    TokenKind::Line { .. } => break,
                    _ => {}
                }
            }
        }
    }

    pub(super) fn push_numeral(&mut self, numeral: Numeral, start: usize) {
        let place = u32::try_from(self.out.numerals.len()).unwrap_or(u32::MAX);
        self.out.numerals.push(numeral);
        self.push_span(TokenKind::Number(place), start, self.at);
    }

    /// Pushes a quotient that covers these bytes: one number, or two and the division between
    /// them.
    pub(super) fn push_quotient(&mut self, quotient: Quotient, start: usize, end: usize) {
        match quotient {
            Quotient::Number(numeral) => {
                self.at = end;
                self.push_numeral(numeral, start);
            }
            Quotient::Division([top, bottom], middle) => {
                // Without brackets, division from left to right would change the value.
                let is_divisor = self.last() == Some(TokenKind::Op(Op::Div));
                if is_divisor {
                    self.push_span(TokenKind::Open, start, start);
                }
                self.at = middle;
                self.push_numeral(top, start);
                self.push(TokenKind::Op(Op::Div), 0);
                self.at = end;
                self.push_numeral(bottom, middle);
                if is_divisor {
                    self.push(TokenKind::Close, 0);
                }
            }
        }
    }

    /// Returns the number of a list item, such as `12.`, at the beginning of a line with more text.
    /// Also returns the end of the punctuation after the number.
    fn count(&self, numeral: &Numeral, end: usize) -> Option<(u16, usize)> {
        let after = &self.text[end..];
        let marked = after.trim_start_matches(['\\', '.', ')', '、', ':']);
        let mark = after.starts_with(['.', ')', '、', ':']) || after.starts_with("\\.");
        let space = marked.starts_with([' ', '\t', '*', '\n', '\r']) || after.starts_with('、');
        if !mark || !space || numeral.decimal {
            return None;
        }
        let number =
            u16::try_from(numeral.value.to_i64()?).ok().filter(|&number| number < 10_000)?;
        let alone = marked.trim_start_matches([' ', '*', '\r']);
        let last = alone.is_empty() || alone.starts_with('\n');
        (!last).then_some((number, end + passed(after, marked)))
    }

    /// Reads the number of a list item in brackets at the beginning of a line: `(7) -37 - 9`.
    /// Returns whether there is one.
    pub(super) fn count_in_brackets(&mut self) -> bool {
        let inner = &self.rest()[1..];
        let length = inner.bytes().take(5).take_while(u8::is_ascii_digit).count();
        let Some(after) = inner[length..].strip_prefix([')', ']']) else { return false };
        let Some(next) = after.strip_prefix(' ') else { return false };
        let operand = next.strip_prefix(['-', '−']).unwrap_or(next);
        let begins = operand.starts_with(|next: char| digit(next).is_some())
            || (operand.len() == next.len() && next.starts_with(is_letter));
        match inner[..length].parse::<u16>() {
            Ok(number) if length < 5 && begins => {
                self.push(TokenKind::Ordinal(number), length + 2);
                true
            }
            _ => false,
        }
    }

    /// Reads the number of an item in a list of words within a line: `(1) brackets, (2) products`.
    /// Returns whether there is one. The first item counts only if the second follows in its line.
    pub(super) fn count_of_words(&mut self) -> bool {
        let Some(rest) = self.rest().strip_prefix('(') else { return false };
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let Ok(number) = rest[..digits].parse::<u8>() else { return false };
        let is_before_words = |after: &str| {
            after.strip_prefix(") ").is_some_and(|after| after.starts_with(is_letter))
        };
        if !is_before_words(&rest[digits..]) {
            return false;
        }
        let is_next = self.counted_to.checked_add(1) == Some(number) && number > 1;
        let has_second = || {
            let near = &rest[..rest.floor_char_boundary(MAX_LINE)];
            let line = near.split('\n').next().unwrap_or_default();
            line.split("(2").skip(1).any(is_before_words)
        };
        let is_first = number == 1 && self.counted_to == 0;
        let is_count = is_next || (is_first && has_second());
        if is_first && !is_count {
            self.counted_to = u8::MAX;
        }
        if is_count {
            self.counted_to = number;
            self.push(TokenKind::Other, digits + 2);
        }
        is_count
    }

    /// Pushes a doubtful token for text that begins like a number but is not one. `end` is the end
    /// of the part that reads like a number.
    fn doubt(&mut self, start: usize, end: usize) {
        self.at = end;
        let end = end + self.malformed();
        self.at = start;
        self.push(TokenKind::Doubt, end - start);
    }

    /// Returns the length of the rest of a malformed number.
    fn malformed(&self) -> usize {
        let part = |next: char| {
            is_letter(next)
                || digit(next).is_some()
                || script_digit(next).is_some()
                || matches!(next, '.' | ',' | '^' | '/' | '\'' | '-' | '−')
        };
        let rest = self.rest();
        let length = passed(rest, rest.trim_start_matches(part));
        rest[..length].trim_end_matches(['.', ',', '-', '/', '−']).len()
    }

    /// Returns whether the number that ends at `end` is the zero of a hexadecimal number: `0x210`.
    /// No prompt asks for such numbers, so they are not read. In `0x5 = 0`, the result shows that
    /// `x` multiplies.
    ///
    /// `0b101` and `0o17` need no check: after a digit, every letter but `x` makes a number
    /// malformed.
    fn has_base(&self, end: usize) -> bool {
        let zero = self.text[..end].ends_with('0') && end == self.at + 1;
        let Some(digits) = self.text[end..].strip_prefix('x').filter(|_| zero) else {
            return false;
        };
        let after = digits.trim_start_matches(|next: char| next.is_ascii_digit());
        let result =
            after.trim_start_matches(' ').trim_start_matches(['=', '-', '>', '→', '⇒', ' ']);
        let goes_on = |next: char| next.is_ascii_alphanumeric() || next == '.';
        let product = result.len() < after.len()
            && result.strip_prefix('0').is_some_and(|rest| !rest.starts_with(goes_on));
        after.len() < digits.len() && !product
    }

    /// Returns whether the name of a value, or an `x` that multiplies, begins at `at`. If a text
    /// contains a formula twice without a blank, a name may directly follow a number.
    fn name_follows(&self, at: usize) -> bool {
        self.lexicon.name_at(self.text, at).is_some()
            || self.text[at..].starts_with('x')
                && self.text[at + 1..].starts_with(|next: char| next.is_ascii_digit())
    }
}
