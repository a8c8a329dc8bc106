//! Reads signs of operations and of equality, and punctuation beyond ASCII.

use stepfall_procedure::Op;

use super::Lexer;
use crate::digit::{digit, is_ideograph, is_letter};
use crate::numeral::{latex_fraction, vulgar};
use crate::token::{Equals, Token, TokenKind, Word};

/// The number of bytes of a remark that are searched for an operation.
const MAX_REMARK: usize = 200;

impl Lexer<'_> {
    /// Returns whether a sign of this length ends the text and follows a blank.
    fn is_last(&self, length: usize) -> bool {
        self.rest()[length..].trim_end().is_empty() && self.text[..self.at].ends_with(' ')
    }

    pub(super) fn stop(&mut self) {
        let run = self.run_of(b'.');
        self.push(if run > 1 { TokenKind::Other } else { TokenKind::FullStop }, run);
    }

    pub(super) fn equals(&mut self) {
        /// The longest run that is a sign. A longer run underlines the line above.
        const MAX_SIGN_LENGTH: usize = 3;
        let run = self.run_of(b'=');
        let arrow = usize::from(run == 1 && self.byte(1) == b'>');
        let kind =
            if run > MAX_SIGN_LENGTH { TokenKind::Other } else { TokenKind::Equals(Equals::Sign) };
        self.push(kind, run + arrow);
    }

    /// Reads `>`: Python's prompt, a quotation or a comparison.
    pub(super) fn quotation(&mut self) {
        let run = self.run_of(b'>');
        if self.opens_line { self.at += run } else { self.push(TokenKind::Other, run) }
    }

    /// Reads a strikethrough mark, the sign of an approximate value, `~9.19`, or a blank of LaTeX.
    pub(super) fn tilde(&mut self) {
        let next = self.byte(1);
        let number = next.is_ascii_digit() && self.follows(|before| matches!(before, ' ' | '('));
        if next == b'~' {
            self.strike();
        } else if number || (next == b' ' && self.after_operand()) {
            self.push(TokenKind::Equals(Equals::Nearly), 1);
        } else {
            self.at += 1;
        }
    }

    /// Reads `(` or `[`, or the mark or item number that begins with it: `[ANSWER]`, `(7)`.
    pub(super) fn bracket(&mut self) {
        if self.byte(0) == b'[' {
            // In `v["S3"]`, the key names the value, so the bracket is skipped.
            if matches!(self.byte(1), b'"' | b'\'') {
                self.at += 1;
                return;
            }
            if self.mark() {
                return;
            }
        }
        let is_operand = matches!(self.last(), Some(TokenKind::Name(_) | TokenKind::Number(_)));
        let is_count = if self.opens_line {
            self.count_in_brackets()
        } else {
            !is_operand && self.count_of_words()
        };
        if !is_count {
            self.push(TokenKind::Open, 1);
        }
    }

    /// Reads a strikethrough mark. The text after struck-out text corrects it: `~~94~~ 84`.
    pub(super) fn strike(&mut self) {
        let run = self.run_of(b'~');
        let closes = self.struck && run == 2;
        self.struck = !self.struck && run == 2;
        if closes { self.push(TokenKind::Word(Word::Correction), run) } else { self.at += run }
    }

    pub(super) fn percent(&mut self) {
        if self.after_operand() && self.lexicon.has(Op::Mod) {
            return self.push(TokenKind::Op(Op::Mod), 1);
        }
        let rest = self.rest()[1..].trim_start_matches(' ');
        let modulo = self.after_operand() && rest.starts_with(|next: char| next.is_ascii_digit());
        self.push(
            if modulo { TokenKind::Modulo { bracketed: false } } else { TokenKind::Doubt },
            1,
        );
    }

    /// Reads a run of a sign that may also be a bullet, a rule or emphasis.
    pub(super) fn sign(&mut self) {
        let byte = self.byte(0);
        let run = self.run_of(byte);
        let bullet = run == 1 && self.opens_line && self.byte(1) == b' ' && !self.is_cell(run);
        match byte {
            b'-' if run <= 2 && self.byte(run) == b'>' => {
                self.push(TokenKind::Equals(Equals::Sign), run + 1);
            }
            b'-' if run == 1 => self.minus(1),
            // A table may have `#` as the heading of a column.
            b'#' if self.last() == Some(TokenKind::Bar) => self.push(TokenKind::Other, run),
            b'#' => {
                self.push(
                    if self.opens_line { TokenKind::Heading } else { TokenKind::Remark },
                    run,
                );
            }
            b'/' if run == 1
                || (run == 2
                    && self.after_operand()
                    && !self.ends_quotation()
                    && !self.begins_remark()) =>
            {
                self.push(TokenKind::Op(Op::Div), run);
            }
            b'/' if run == 2 => self.push(TokenKind::Remark, run),
            b'+' | b'*' if bullet => self.push(TokenKind::Bullet, 1),
            b'+' if run == 1 && (self.after_operand() || self.is_cell(run)) => {
                self.push(TokenKind::Op(Op::Add), 1);
            }
            b'*' if run == 1
                && (self.is_cell(run)
                    || self.after_operand() && (self.operand_follows() || self.is_last(1))) =>
            {
                self.push(TokenKind::Op(Op::Mul), 1);
            }
            b'*' | b'_' | b'+' => self.at += run,
            _ => self.push(TokenKind::Other, run),
        }
    }

    /// Returns whether two slashes here begin a remark because they follow the value of an
    /// assignment, and an operation follows them: `c = 1120  // 567 + 563`.
    fn begins_remark(&self) -> bool {
        let is_value = matches!(self.out.list.as_slice(), [.., sign, _] if sign.kind == TokenKind::Equals(Equals::Sign));
        if !is_value {
            return false;
        }
        let rest = &self.rest()[2..];
        let near = &rest[..rest.floor_char_boundary(MAX_REMARK)];
        let line = near.lines().next().unwrap_or_default().trim_start();
        let is_operation = |next: char| matches!(next, '+' | '-' | '*' | '/' | '×' | '·' | '÷');
        !line.contains('=') && line.trim_start_matches('-').contains(is_operation)
    }

    /// Returns whether two slashes here begin a remark because they follow a quotation mark:
    /// `"S4": "-190"  // S3 / 5`.
    fn ends_quotation(&self) -> bool {
        self.text[..self.at].trim_end_matches([' ', '\t']).ends_with('"')
    }

    /// Returns whether a sign of this length fills a cell of a table.
    fn is_cell(&self, length: usize) -> bool {
        self.last() == Some(TokenKind::Bar)
            && self.rest()[length..].trim_start_matches(' ').starts_with('|')
    }

    /// Returns whether an operand follows on this line. Then a star is a multiplication sign, not
    /// emphasis.
    fn operand_follows(&self) -> bool {
        let rest = self.rest()[1..].trim_start_matches([' ', '`', '$', '"']);
        rest.starts_with(|next: char| {
            next.is_ascii_alphanumeric()
                || matches!(next, '(' | '-' | '−' | '.' | '[' | '\\' | '{')
                || digit(next).is_some()
                || self.lexicon.has_wide_names() && is_letter(next)
        })
    }

    /// Reads a minus of this length: the sign of a number, an operation, or a bullet.
    pub(super) fn minus(&mut self, length: usize) {
        if self.after_operand() && !self.is_sign(length) {
            return self.push(TokenKind::Op(Op::Sub), length);
        }
        let start = self.at;
        let rest = &self.text[start + length..];
        let tight = rest.trim_start_matches(['$', '`']);
        if begins_number(tight) {
            self.at = self.text.len() - tight.len();
            return self.number(start);
        }
        let command =
            ["\\frac", "\\dfrac", "\\tfrac"].iter().find_map(|frac| tight.strip_prefix(frac));
        if let Some(parts) = command
            && let Some((quotient, end)) =
                latex_fraction(self.text, self.text.len() - parts.len(), self.places)
        {
            return self.push_quotient(quotient.negated(), start, end);
        }
        if self.opens_line {
            return self.push(TokenKind::Bullet, length);
        }
        let spaced = rest.trim_start_matches(' ');
        let sign =
            matches!(self.last(), Some(TokenKind::Equals(_) | TokenKind::Open | TokenKind::Op(_)));
        if sign && begins_number(spaced) {
            self.at = self.text.len() - spaced.len();
            return self.number(start);
        }
        self.push(TokenKind::Op(Op::Sub), length);
    }

    /// Returns whether a minus of this length after an operand is the sign of a number, not an
    /// operation. The operand must be a name, perhaps in brackets, that begins its line or an item
    /// of a list.
    fn is_sign(&self, length: usize) -> bool {
        match self.last() {
            Some(TokenKind::Close) => self.after_label(length),
            Some(TokenKind::Name(_)) => self.before_value(length),
            _ => false,
        }
    }

    /// Returns whether a number follows a name in brackets that begins the line: `(S7) -37`.
    fn after_label(&self, length: usize) -> bool {
        let [before @ .., open, name, _] = self.out.list.as_slice() else { return false };
        begins_line(before)
            && matches!((open.kind, name.kind), (TokenKind::Open, TokenKind::Name(_)))
            && self.follows(|before| before == ' ')
            && begins_number(&self.rest()[length..])
    }

    /// Returns whether a number follows a name and ends the line or an item of a list: `S3 -11`.
    /// The name begins the line or the item.
    fn before_value(&self, length: usize) -> bool {
        let [before @ .., _] = self.out.list.as_slice() else { return false };
        let listed = || match before {
            [.., value, comma] => {
                comma.kind == TokenKind::Comma && matches!(value.kind, TokenKind::Number(_))
            }
            _ => false,
        };
        if !(begins_line(before) || listed())
            || !self.follows(|before| matches!(before, ' ' | '\t'))
        {
            return false;
        }
        let number = &self.rest()[length..];
        let part = |next: char| next.is_ascii_digit() || matches!(next, '.' | '/');
        let after = number.trim_start_matches(part).trim_start_matches([' ', '\t', '\r']);
        begins_number(number) && (after.is_empty() || after.starts_with(['\n', ',']))
    }

    /// Reads a dash, which is a pause, a colon or a minus.
    fn dash(&mut self, dash: char, length: usize) {
        let pause = matches!(dash, '—' | '–')
            && self.after_operand()
            && self.follows(|before| before == ' ')
            && self.text[self.at + length..]
                .trim_start()
                .starts_with(|next: char| is_letter(next) && next != 'S');
        if pause || (dash == '—' && self.pauses(length)) {
            self.push(TokenKind::Semicolon, length);
        } else if dash == '—' && self.is_assignment_dash(length) {
            self.push(TokenKind::Colon, length);
        } else {
            self.minus(length);
        }
    }

    /// Returns whether a dash of this length is between blanks after a name within a sentence:
    /// `adding S2 — 66`.
    fn pauses(&self, length: usize) -> bool {
        let [.., before, name] = self.out.list.as_slice() else { return false };
        matches!((before.kind, name.kind), (TokenKind::Word(_), TokenKind::Name(_)))
            && self.follows(|before| before == ' ')
            && self.byte(length) == b' '
    }

    /// Returns whether a dash of this length is between blanks after a name that begins the line:
    /// `S7 — -26`.
    fn is_assignment_dash(&self, length: usize) -> bool {
        let [before @ .., name] = self.out.list.as_slice() else { return false };
        matches!(name.kind, TokenKind::Name(_))
            && begins_line(before)
            && self.follows(|before| before == ' ')
            && self.byte(length) == b' '
    }

    /// Reads a character beyond ASCII.
    pub(super) fn wide(&mut self) {
        let Some(next) = self.rest().chars().next() else { return };
        let length = next.len_utf8();
        let kind = match next {
            '−' | '–' | '—' | '﹣' | '－' | '‐' | '‑' => {
                return self.dash(next, length);
            }
            '×' | '·' | '⋅' | '∙' | '∗' | '✕' | '✖' | '＊' => TokenKind::Op(Op::Mul),
            '÷' | '⁄' | '∕' | '／' => TokenKind::Op(Op::Div),
            '＋' | '➕' => TokenKind::Op(Op::Add),
            '→' | '⇒' | '⟶' | '⟹' | '↦' | '➜' | '➡' | '≡' | '＝' => {
                TokenKind::Equals(Equals::Sign)
            }
            '≈' | '≅' | '≃' | '∼' => TokenKind::Equals(Equals::Nearly),
            '：' => TokenKind::Colon,
            '，' | '、' | '،' => TokenKind::Comma,
            '；' | '！' => TokenKind::Semicolon,
            '？' => TokenKind::Question,
            '。' | '।' => TokenKind::FullStop,
            '（' | '【' | '「' => TokenKind::Open,
            '）' | '】' | '」' => TokenKind::Close,
            '│' | '┃' | '║' | '｜' => TokenKind::Bar,
            '◁' if self.rest().starts_with("◁think▷") => {
                return self.push(TokenKind::Think, "◁think▷".len());
            }
            '◁' if self.rest().starts_with("◁/think▷") => {
                return self.push(TokenKind::ThinkEnd, "◁/think▷".len());
            }
            '•' | '◦' | '▪' | '●' | '‣' if self.opens_line => TokenKind::Bullet,
            '…' => TokenKind::Other,
            _ if digit(next).is_some() || vulgar(next).is_some() => return self.number(self.at),
            'Ѕ' | 'Ｓ' if self.lexicon.name_at(self.text, self.at).is_some() => {
                return self.word();
            }
            _ if is_letter(next) && self.lexicon.has_wide_names() => return self.wide_word(next),
            _ if is_ideograph(next) => return self.ideographs(),
            _ if is_letter(next) => return self.foreign_word(),
            // Blanks, quotation marks and joiners of all kinds.
            '\u{80}'..='\u{bf}'
            | '\u{2000}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' => {
                self.at += length;
                return;
            }
            _ => {
                let run = self.rest().chars().take_while(|&other| other == next).count();
                return self.push(TokenKind::Other, run * length);
            }
        };
        self.push(kind, length);
    }
}

/// Returns whether the token after `before` begins its line. A bullet, a heading or an item number
/// may come first.
fn begins_line(before: &[Token]) -> bool {
    before.last().is_none_or(|before| {
        matches!(
            before.kind,
            TokenKind::Line { .. } | TokenKind::Bullet | TokenKind::Heading | TokenKind::Ordinal(_)
        )
    })
}

fn begins_number(text: &str) -> bool {
    let text = text.strip_prefix('.').unwrap_or(text);
    text.starts_with(|next: char| digit(next).is_some() || vulgar(next).is_some())
}
