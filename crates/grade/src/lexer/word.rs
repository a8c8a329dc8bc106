//! Reads words, and the names of values among them.

use stepfall_procedure::Op;

use super::{Lexer, passed};
use crate::digit::{is_ideograph, is_letter, small};
use crate::numeral::{Numeral, spoken};
use crate::token::{Equals, TokenKind, Word};
use crate::word::{IDEOGRAMS, cardinal, meaning, ordinal, refusal_length};

/// The longest word that is looked up, in bytes.
const MAX_WORD_BYTES: usize = 32;

impl Lexer<'_> {
    /// Reads the word that begins with an ASCII letter, or with a letter that looks like the `S` of
    /// a name.
    pub(super) fn word(&mut self) {
        if let Some((number, end)) = self.lexicon.name_at(self.text, self.at) {
            return self.push(TokenKind::Name(number), end - self.at);
        }
        if let Some((value, length)) = spoken(self.rest(), false) {
            let start = self.at;
            self.at += length;
            return self.push_numeral(Numeral::new(value), start);
        }
        let bytes = &self.text.as_bytes()[self.at..];
        let mut length = 0;
        while let Some(&byte) = bytes.get(length) {
            let joined = matches!(byte, b'_' | b'\'')
                && bytes.get(length + 1).is_some_and(u8::is_ascii_alphabetic);
            if byte.is_ascii_alphanumeric() || joined {
                length += 1;
                continue;
            }
            let next = self.text[self.at + length..].chars().next().unwrap_or(' ');
            if next.is_ascii() || !is_letter(next) || is_ideograph(next) {
                break;
            }
            length += next.len_utf8();
        }
        let key = &bytes[length..];
        if key.starts_with(b"[\"") || key.starts_with(b"['") {
            // The key in the brackets names the value: `v["S3"]`.
            self.at += length;
            return;
        }
        self.word_of(length);
    }

    /// Pushes the word of this length, which is not empty.
    fn word_of(&mut self, length: usize) {
        if length > MAX_WORD_BYTES {
            return self.push(TokenKind::Word(Word::Other), length);
        }
        let kind = self.look_up(length);
        if let Some(op) = self.lexicon.operation(&self.word) {
            return self.custom_operation(op, length);
        }
        if self.joining == Some(Op::Mod) && kind == TokenKind::Op(Op::Div) {
            self.joining = None;
            return self.push(TokenKind::Word(Word::Joint), length);
        }
        if let Some(more) = refusal_length(&self.word, &self.rest()[length..]) {
            return self.push(TokenKind::Word(Word::Refusal), length + more);
        }
        let read = match kind {
            TokenKind::Word(Word::Label) => {
                self.numbered_label(length) || self.read_ordinal(length)
            }
            TokenKind::Word(_) => self.read_ordinal(length),
            TokenKind::Op(Op::Sub) => self.spoken_sign(length),
            _ => false,
        };
        if read {
            return;
        }
        if let Some(op) = between_operands(&self.word)
            && self.after_operand()
            && self.precedes_operand(length)
        {
            return self.push(TokenKind::Op(op), length);
        }
        if let Some(op) = result_of(&self.word)
            && let Some(operands) = self.rest()[length..].strip_prefix(" of ")
        {
            let until_operands = passed(self.rest(), operands);
            return self.push(TokenKind::Word(Word::Verb(op)), until_operands - 1);
        }
        if length == 1 && self.rest().starts_with("i.e.") {
            return self.push(TokenKind::Equals(Equals::Verb), 4);
        }
        self.push(kind, length);
    }

    /// Pushes the word of an operation that only custom procedures have. It is a verb before its
    /// operands, a sign between them, or the beginning of a call. The comma of a call joins its two
    /// operands.
    fn custom_operation(&mut self, op: Op, length: usize) {
        if op.is_function() && self.rest()[length..].starts_with('(') {
            self.joining = Some(op);
            return self.push(TokenKind::Open, length + 1);
        }
        if op == Op::Mod && self.after_operand() {
            return self.push(TokenKind::Op(op), length);
        }
        if op == Op::Mod {
            self.joining = Some(op);
        }
        self.push(TokenKind::Word(Word::Verb(op)), length);
    }

    /// Returns the meaning of the word of this length. Leaves the word in lower case in
    /// `self.word`.
    fn look_up(&mut self, length: usize) -> TokenKind {
        let word = &self.text[self.at..self.at + length];
        self.word.clear();
        self.word.extend(word.chars().map(small));
        match self.lexicon.word(&self.word) {
            Some(number) => TokenKind::Name(number),
            None => meaning(&self.word),
        }
    }

    /// Reads `minus 4` if the word is a sign. Returns whether the word is a sign.
    fn spoken_sign(&mut self, length: usize) -> bool {
        let after = &self.rest()[length..];
        let digits = after.strip_prefix(' ').unwrap_or(after);
        if self.after_operand() {
            return false;
        }
        if let Some((value, words)) = spoken(digits, true) {
            let start = self.at;
            self.at += length + passed(after, digits) + words;
            self.push_numeral(Numeral::new(value.neg()), start);
            return true;
        }
        let sign = digits.starts_with(|next: char| next.is_ascii_digit());
        if sign {
            let start = self.at;
            self.at += length + passed(after, digits);
            self.number(start);
        }
        sign
    }

    /// Returns whether a number or a name follows after one blank.
    fn precedes_operand(&self, length: usize) -> bool {
        let Some(after) = self.rest()[length..].strip_prefix(' ') else { return false };
        let letters = after.bytes().take(MAX_WORD_BYTES).take_while(u8::is_ascii_lowercase).count();
        after.starts_with(|next: char| next.is_ascii_digit() || matches!(next, '-' | '−' | '('))
            || self.lexicon.name_at(self.text, self.at + length + 1).is_some()
            || self.lexicon.word(&after[..letters]).is_some()
    }

    /// Reads `third number` or `number three` as the name of a value, or `Third` at the beginning
    /// of a sentence as the number of a list item. Returns whether there is one of these.
    fn read_ordinal(&mut self, length: usize) -> bool {
        let place = ordinal(&self.word);
        if place.is_none() && self.word != "number" {
            return false;
        }
        let after = self.rest()[length..].strip_prefix(' ').unwrap_or_default();
        let letters =
            after.bytes().take(MAX_WORD_BYTES).take_while(u8::is_ascii_alphabetic).count();
        let next = &after[..letters];
        let named = match place {
            Some(place) => matches!(next, "number" | "value").then_some(place),
            None => cardinal(next),
        };
        if let Some(number) = named {
            self.push(TokenKind::Name(number.into()), length + 1 + letters);
            return true;
        }
        let begins = self.opens_line
            || matches!(self.last(), None | Some(TokenKind::FullStop | TokenKind::Line { .. }));
        match place {
            Some(place) if begins => {
                self.push(TokenKind::Ordinal(place.into()), length);
                true
            }
            _ => false,
        }
    }

    /// Reads `Step 12` as one token. Returns whether there is such a label.
    fn numbered_label(&mut self, length: usize) -> bool {
        let rest = &self.rest()[length..];
        let digits = rest.trim_start_matches([' ', '#', '*', '_']);
        let count = digits.bytes().take(5).take_while(u8::is_ascii_digit).count();
        let after = &digits[count..];
        let goes_on = after.starts_with(|next: char| is_letter(next));
        let parted = digits.len() < rest.len();
        match digits[..count].parse::<u16>() {
            Ok(number) if count < 5 && !goes_on && parted => {
                let total = length_of_total(after);
                self.push(
                    TokenKind::Ordinal(number),
                    length + passed(rest, digits) + count + total,
                );
                true
            }
            _ => false,
        }
    }

    /// Reads the name or word that begins with a letter beyond ASCII, if values may have such
    /// names.
    pub(super) fn wide_word(&mut self, first: char) {
        match self.lexicon.name_at(self.text, self.at) {
            Some((number, end)) => self.push(TokenKind::Name(number), end - self.at),
            None if is_ideograph(first) => self.ideographs(),
            None => self.foreign_word(),
        }
    }

    pub(super) fn ideographs(&mut self) {
        let known = IDEOGRAMS.iter().find(|(word, _)| self.rest().starts_with(word));
        let Some(&(word, kind)) = known else {
            let length = self.rest().chars().next().map_or(1, char::len_utf8);
            return self.push(TokenKind::Word(Word::Filler), length);
        };
        if kind == TokenKind::Word(Word::Label) && self.numbered_label(word.len()) {
            return;
        }
        if kind == TokenKind::Op(Op::Sub) && self.spoken_sign(word.len()) {
            return;
        }
        self.push(kind, word.len());
    }

    /// Reads the word that begins with a letter beyond ASCII.
    pub(super) fn foreign_word(&mut self) {
        let letter = |next: char| {
            is_letter(next) && !is_ideograph(next) || matches!(next, '\u{900}'..='\u{97f}')
        };
        let rest = self.rest();
        let length = passed(rest, rest.trim_start_matches(letter));
        self.word_of(length);
    }
}

/// Returns the operation of a word that is a sign only between operands: `5 por 3`.
fn between_operands(word: &str) -> Option<Op> {
    match word {
        "less" => Some(Op::Sub),
        "mais" => Some(Op::Add),
        "por" | "per" => Some(Op::Mul),
        "entre" => Some(Op::Div),
        _ => None,
    }
}

/// Returns the operation whose result a word names: `the product of 4 and 9`.
fn result_of(word: &str) -> Option<Op> {
    match word {
        "sum" => Some(Op::Add),
        "product" => Some(Op::Mul),
        "quotient" => Some(Op::Div),
        _ => None,
    }
}

/// Returns the length of `/10` or ` of 10` at the beginning of a text, or 0.
fn length_of_total(text: &str) -> usize {
    let digits = text.strip_prefix('/').or_else(|| text.strip_prefix(" of ")).unwrap_or_default();
    let count = digits.bytes().take(5).take_while(u8::is_ascii_digit).count();
    if count == 0 { 0 } else { passed(text, digits) + count }
}
