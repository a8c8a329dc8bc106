//! Handles commas and words within a chain.

use stepfall_procedure::Op;

use super::Next::{self, End, Pass};
use super::{Before, FollowingText, Reader};
use crate::token::{Equals, Token, TokenKind, Word};

/// The most words in a row within a chain.
const MAX_WORDS: usize = 8;

/// The text before a possible continuation of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrecedingText {
    /// A value and a comma. Another number then needs a word such as `so`.
    Value,
    /// Another part of the chain.
    Term,
    Filler,
}

/// The continuation of a chain, with its token.
enum Continuation {
    Equals(usize),
    Number(usize),
}

impl Reader<'_> {
    pub(super) fn comma(&mut self) -> Next {
        let lists =
            matches!(self.kind(self.at + 1), Some(TokenKind::Number(_) | TokenKind::Name(_)));
        if self.term.is_cell && lists {
            // A list in a cell contains operands: `| 7, 2 |`.
            self.term.is_broken = true;
            return Pass;
        }
        // The comma may separate the arguments of a call: `print("S7 =", -26)`.
        let due = self.term.is_empty() && self.term.before == Before::Equals(Equals::Sign);
        if due && matches!(self.kind(self.at + 1), Some(TokenKind::Number(_))) {
            return Pass;
        }
        if self.states_value() {
            return self.next_term(Before::Equals(Equals::Verb));
        }
        // The value is before its name, so the chain is complete:
        // `1.831 is S7, as 7.097 less 5.266 is that`.
        let is_named_value = self.term.follows_verb()
            && self.term.lone_name().is_some()
            && self.terms.last().is_some_and(|term| term.lone_number().is_some());
        if is_named_value {
            return End(FollowingText::Clean);
        }
        let after = if self.term.lone_number().is_some() {
            PrecedingText::Value
        } else {
            PrecedingText::Term
        };
        match self.more(self.at + 1, after) {
            Some(Continuation::Number(at)) => {
                self.at = at - 1;
                self.next_term(Before::Equals(Equals::Verb))
            }
            Some(Continuation::Equals(at)) => {
                self.at = at - 1;
                Pass
            }
            None => End(FollowingText::Clean),
        }
    }

    /// Returns whether the value of an operation follows a comma: `the flute is half the fox, 9,`.
    fn states_value(&self) -> bool {
        let is_operation =
            self.term.op.is_some() && !self.term.is_operand_due && self.term.follows_verb();
        is_operation
            && matches!(self.kind(self.at + 1), Some(TokenKind::Number(_)))
            && matches!(
                self.kind(self.at + 2),
                Some(
                    TokenKind::Comma
                        | TokenKind::FullStop
                        | TokenKind::Semicolon
                        | TokenKind::Question
                        | TokenKind::Line { .. }
                ) | None
            )
    }

    /// Returns the continuation of the chain after filler words: `which is 13`, `so 13`.
    fn more(&self, from: usize, after: PrecedingText) -> Option<Continuation> {
        let mut at = from;
        let mut words = 0;
        let mut so = false;
        loop {
            match self.kind(at)? {
                // `…, so = 13` begins a new statement of the result.
                TokenKind::Equals(Equals::Sign) if so => return None,
                // A statement about the next value begins: `S6 is 86, which makes S7 84`.
                TokenKind::Equals(Equals::Verb)
                    if after == PrecedingText::Value && self.begins_assignment(at + 1) =>
                {
                    return None;
                }
                TokenKind::Equals(_) => return Some(Continuation::Equals(at)),
                TokenKind::Word(word @ (Word::Filler | Word::So | Word::Result))
                    if words < MAX_WORDS =>
                {
                    so |= word == Word::So;
                }
                TokenKind::Word(Word::Joint)
                    if words == 0 && self.kind(at + 1) == Some(TokenKind::Word(Word::Filler)) => {}
                TokenKind::Number(_) => {
                    let follows_word = words > 0 || after == PrecedingText::Filler;
                    let concluded = so || after != PrecedingText::Value;
                    let lone = follows_word && concluded && !self.is_counted(at);
                    return lone.then_some(Continuation::Number(at));
                }
                _ => return None,
            }
            words += 1;
            at += 1;
        }
    }

    /// Returns whether a name and its value follow, after a chain about another name.
    fn begins_assignment(&self, at: usize) -> bool {
        let named = matches!(
            (self.kind(at), self.kind(at + 1)),
            (Some(TokenKind::Name(_)), Some(TokenKind::Number(_) | TokenKind::Equals(_)))
        );
        named && self.terms.first().is_some_and(|first| first.lone_name().is_some())
    }

    /// Returns whether the token after a number shows that the number is not a value by itself.
    fn is_counted(&self, at: usize) -> bool {
        matches!(
            self.kind(at + 1),
            Some(
                TokenKind::Op(_)
                    | TokenKind::Name(_)
                    | TokenKind::Modulo { .. }
                    | TokenKind::Word(Word::Unit)
                    | TokenKind::Equals(_)
            )
        )
    }

    pub(super) fn word(&mut self, word: Word) -> Next {
        if self.term.is_cell {
            self.term.is_broken = true;
            return Pass;
        }
        match word {
            Word::Cardinal if self.term.is_operand_due && self.term.count == 0 => {
                // The term is a product in words, which is not computed here: `half the fox`.
                (self.term.count, self.term.op, self.term.is_broken) = (1, Some(Op::Mul), true);
                Pass
            }
            Word::So if self.concludes() => self.next_term(Before::Equals(Equals::Verb)),
            Word::Filler | Word::So | Word::Result | Word::Label if self.words < MAX_WORDS => {
                self.filler()
            }
            // The word is between an operation and its operand, as in `divided by 6`, or it is an
            // operand with an unknown name.
            Word::Joint | Word::Other | Word::Guess if self.term.is_open() => Pass,
            // `and` may mean a sum: `3 and 2 makes 5`.
            Word::Joint if matches!(self.kind(self.at + 1), Some(TokenKind::Number(_))) => {
                End(FollowingText::Doubt)
            }
            Word::Joint
            | Word::Connector
            | Word::If
            | Word::Correction
            | Word::Answer
            | Word::Final => End(FollowingText::Clean),
            Word::Doubt | Word::Unit => End(FollowingText::Doubt),
            Word::Filler
            | Word::So
            | Word::Result
            | Word::Label
            | Word::Other
            | Word::Cardinal
            | Word::NoAnswer
            | Word::Guess
            | Word::Verb(_)
            | Word::Role
            | Word::For
            | Word::Would
            | Word::Print
            | Word::Refusal => End(FollowingText::Word),
        }
    }

    /// Returns whether a word such as `so` concludes the value of an operation: `4 + 9 so 13`.
    fn concludes(&self) -> bool {
        self.term.op.is_some()
            && !self.term.is_operand_due
            && matches!(self.more(self.at, PrecedingText::Term), Some(Continuation::Number(_)))
    }

    /// Handles a filler word. The word is skipped if the chain continues after it. Otherwise the
    /// word ends the chain.
    fn filler(&self) -> Next {
        let value = self.term.lone_number().is_some() && self.term.before != Before::Nothing;
        let more = self.term.is_empty()
            || self.term.is_open()
            || self.more(self.at + 1, PrecedingText::Filler).is_some();
        if more && (!value || self.equals_follows()) {
            return Pass;
        }
        End(if value { FollowingText::Clean } else { FollowingText::Word })
    }

    /// Returns whether a sign or verb of equality follows, after fillers only.
    fn equals_follows(&self) -> bool {
        let filler = |token: &&Token| {
            matches!(token.kind, TokenKind::Word(Word::Filler | Word::So | Word::Result))
        };
        let fillers = self.list[self.at..].iter().take(MAX_WORDS).take_while(filler).count();
        fillers < MAX_WORDS && matches!(self.kind(self.at + fillers), Some(TokenKind::Equals(_)))
    }
}
