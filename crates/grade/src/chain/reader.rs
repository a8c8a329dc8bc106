//! Reads a chain token by token.

mod remark;
mod words;

use stepfall_procedure::Op;

use super::FollowingText;
use super::term::{Before, Modulus, Operand, Term};
use crate::token::{Equals, Token, TokenKind, Word};

pub(crate) use self::remark::Remark;

/// The most terms of a chain. A longer chain is not a statement about a step.
const MAX_TERMS: usize = 24;

pub(super) struct Reader<'a> {
    list: &'a [Token],
    pub(super) at: usize,
    pub(super) terms: Vec<Term>,
    /// The term that is being read.
    term: Term,
    /// The number of open brackets around the current term.
    depth: usize,
    /// The number of words since the last token that is not a word.
    words: usize,
    /// The last remark in brackets.
    pub(super) remark: Option<Remark>,
}

/// The next action of the reader after a token.
enum Next {
    /// The token belongs to the chain. Continue with the token after it.
    Pass,
    /// Continue at the position that the reader has set.
    Look,
    End(FollowingText),
}

use Next::{End, Look, Pass};

impl<'a> Reader<'a> {
    /// Creates a reader. `terms` is an empty buffer.
    pub(super) const fn new(list: &'a [Token], from: usize, terms: Vec<Term>) -> Self {
        let term = Term::new(from, Before::Nothing, false);
        Self { list, at: from, terms, term, depth: 0, words: 0, remark: None }
    }

    pub(super) fn read(&mut self) -> FollowingText {
        let ending = loop {
            let Some(kind) = self.kind(self.at) else { break FollowingText::Clean };
            match self.token(kind) {
                Pass => {}
                Look => continue,
                End(ending) => break ending,
            }
            self.words = if matches!(kind, TokenKind::Word(_)) { self.words + 1 } else { 0 };
            self.at += 1;
            self.term.end = self.at;
            if self.terms.len() > MAX_TERMS {
                break FollowingText::Doubt;
            }
        };
        self.terms.push(self.term.finished());
        ending
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.list.get(at).map(|token| token.kind)
    }

    fn token(&mut self, kind: TokenKind) -> Next {
        match kind {
            TokenKind::Name(name) => self.name(name),
            TokenKind::Number(value) => self.number(value),
            TokenKind::Op(op) => self.operation(op),
            TokenKind::Equals(Equals::Sign) if self.leads_on() => {
                self.at += 1;
                // Skip an operation on the previous value: `→ /2 → S10 = 267`.
                if let [
                    TokenKind::Op(_),
                    TokenKind::Number(_) | TokenKind::Name(_),
                    TokenKind::Equals(_),
                ] = [0, 1, 2].map(|more| self.kind(self.at + more).unwrap_or(TokenKind::Other))
                {
                    self.at += 3;
                }
                End(FollowingText::Clean)
            }
            TokenKind::Equals(equals) => self.next_term(Before::Equals(equals)),
            // A remark after the value ends the chain: `S3 = 13  # 4 + 9`.
            TokenKind::Remark if self.term.is_stated() => End(FollowingText::Clean),
            TokenKind::Remark => self.next_term(Before::Equals(Equals::Sign)),
            TokenKind::Bar => self.next_cell(),
            TokenKind::Open => self.open(),
            TokenKind::Close => self.close(),
            TokenKind::Modulo { bracketed } => self.modulo(bracketed),
            TokenKind::Colon => self.colon(),
            TokenKind::Comma => self.comma(),
            TokenKind::Line { blank } => self.line(blank),
            TokenKind::Word(word) => self.word(word),
            TokenKind::Doubt => self.doubt(),
            TokenKind::Other => self.other(),
            TokenKind::Box | TokenKind::BoxEnd => Pass,
            // A full stop may belong to a word in a cell: `| No. | Value |`.
            TokenKind::FullStop if self.term.is_cell && self.term.is_broken => Pass,
            TokenKind::Semicolon
            | TokenKind::Question
            | TokenKind::FullStop
            | TokenKind::Ordinal(_)
            | TokenKind::Bullet
            | TokenKind::Heading
            | TokenKind::AnswerTag
            | TokenKind::Tag
            | TokenKind::Think
            | TokenKind::ThinkEnd
            | TokenKind::Object(_) => End(FollowingText::Clean),
        }
    }

    fn next_term(&mut self, mut before: Before) -> Next {
        if self.term.is_empty() && !self.terms.is_empty() {
            // The last of two signs in a row counts, as in `: = 13`. A first sign `≈` is kept, as
            // in `≈ = 13`.
            if self.term.before == Before::Equals(Equals::Nearly) {
                before = self.term.before;
            }
        } else {
            self.terms.push(self.term.finished());
        }
        self.term = Term::new(self.at + 1, before, self.term.is_cell);
        Pass
    }

    /// Returns whether an arrow here leads from the value of a name to another operation or another
    /// named value: `S6 = 527 → S5 - S6 → S7 = -513`, `S3 = S1 + S2 = 227 → S4 = 681`,
    /// `S3 * 3 = 681 = S4 → S4 - S1 = 38`.
    fn leads_on(&self) -> bool {
        let is_arrow = self.list.get(self.at).is_some_and(|token| token.end - token.start > 1);
        let is_name = |term: Option<&Term>| term.is_some_and(|term| term.lone_name().is_some());
        let leads_to_operation = is_name(self.terms.last())
            && matches!(self.kind(self.at + 1), Some(TokenKind::Name(_) | TokenKind::Op(_)));
        let leads_to_value = is_name(self.terms.first())
            && matches!(self.kind(self.at + 1), Some(TokenKind::Name(_)))
            && matches!(self.kind(self.at + 2), Some(TokenKind::Equals(_)));
        let is_named = self.term.lone_name().is_some()
            && self.terms.last().is_some_and(Term::is_stated)
            && matches!(self.kind(self.at + 2), Some(TokenKind::Op(_)));
        is_arrow && (self.term.is_stated() && (leads_to_operation || leads_to_value) || is_named)
    }

    fn next_cell(&mut self) -> Next {
        self.terms.push(self.term.finished());
        self.term = Term::new(self.at + 1, Before::Nothing, true);
        Pass
    }

    fn name(&mut self, name: u16) -> Next {
        if self.term.is_cell && self.term.is_broken {
            return Pass;
        }
        if !self.term.is_empty() && self.begins_statement(name) {
            return End(FollowingText::Clean);
        }
        if !self.term.is_operand_due {
            if !self.multiplies() {
                return End(FollowingText::Word);
            }
            self.term.op = Some(Op::Mul);
        }
        self.term.push(Operand::name(name));
        Pass
    }

    /// Returns whether a statement begins with this name: a sign of equality or a colon follows,
    /// and a name, a word, a bracket or a number is directly before. A name of an earlier value
    /// right after a number is multiplied by the number: `S5 = 7S4 = 7 × 27`.
    fn begins_statement(&self, name: u16) -> bool {
        let equals = matches!(
            self.kind(self.at + 1),
            Some(TokenKind::Equals(Equals::Sign | Equals::Nearly) | TokenKind::Colon)
        );
        let about = self.terms.first().and_then(Term::lone_name);
        equals
            && match self.kind(self.at.wrapping_sub(1)) {
                Some(TokenKind::Number(_)) => about.is_none_or(|about| name >= about),
                Some(TokenKind::Name(_) | TokenKind::Word(_) | TokenKind::Close) => true,
                _ => false,
            }
    }

    /// Returns whether a number right before this name multiplies it: `3\,S5`.
    fn multiplies(&self) -> bool {
        self.term.count == 1
            && self.term.op.is_none()
            && self.term.first_number().is_some()
            && matches!(self.kind(self.at - 1), Some(TokenKind::Number(_)))
            && !self.term.is_cell
    }

    fn number(&mut self, value: u32) -> Next {
        if self.term.is_cell && self.term.is_broken {
            return Pass;
        }
        if self.term.follows_verb() && self.term.lone_name().is_some() {
            self.next_term(Before::Name);
            self.term.start = self.at;
        } else if self.term.is_stated()
            && self.terms.last().is_some_and(|term| term.op.is_some())
            && matches!(self.kind(self.at + 1), Some(TokenKind::Op(_)))
        {
            // The next equation begins without a separator: `93×8=744 744+664=1408`.
            return End(FollowingText::Clean);
        } else if !self.term.is_operand_due {
            self.term.is_broken = true;
            return End(FollowingText::Doubt);
        }
        self.term.push(Operand::numeral_index(value));
        Pass
    }

    fn operation(&mut self, op: Op) -> Next {
        // A dash before words ends the chain.
        let pause = || {
            matches!(
                self.kind(self.at + 1),
                Some(TokenKind::Word(_) | TokenKind::Line { .. }) | None
            )
        };
        if op == Op::Sub && !self.term.is_operand_due && pause() {
            return End(FollowingText::Clean);
        }
        let term = &mut self.term;
        term.is_broken |= if term.count > 0 { term.op.is_some() } else { op != Op::Add };
        term.op = Some(op);
        term.is_operand_due = true;
        Pass
    }

    fn open(&mut self) -> Next {
        if self.term.is_operand_due {
            self.depth += 1;
            return Pass;
        }
        // A correction in brackets ends the chain: `519 (wait, 412 + 97 = 509)`.
        if self.kind(self.at + 1) == Some(TokenKind::Word(Word::Correction)) {
            return End(FollowingText::Clean);
        }
        self.note();
        Look
    }

    fn close(&mut self) -> Next {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Pass
            }
            // A remark after the bracket may contain the value: `print(S3)  # 13`.
            None if self.kind(self.at + 1) == Some(TokenKind::Remark) => Pass,
            None => End(FollowingText::Clean),
        }
    }

    fn modulo(&mut self, bracketed: bool) -> Next {
        self.term.modulus = if bracketed { Modulus::Meant } else { Modulus::Taken };
        while let Some(TokenKind::Word(Word::Joint | Word::Filler)) = self.kind(self.at + 1) {
            self.at += 1;
        }
        if let Some(TokenKind::Number(_)) = self.kind(self.at + 1) {
            self.at += 1;
        }
        Pass
    }

    fn colon(&mut self) -> Next {
        let number = matches!(self.kind(self.at + 1), Some(TokenKind::Number(_)));
        let first = self.terms.iter().all(Term::is_empty);
        if self.is_named_cell() {
            return self.next_term(Before::Equals(Equals::Sign));
        }
        if !first && self.divides() {
            (self.term.op, self.term.is_operand_due) = (Some(Op::Div), true);
            Pass
        } else if self.term.is_broken && number {
            self.next_term(Before::Equals(Equals::Verb))
        } else if first && !self.term.is_empty() {
            // After a name or an operation at the beginning, a colon is a sign of equality.
            self.next_term(Before::Equals(Equals::Sign))
        } else {
            End(FollowingText::Clean)
        }
    }

    /// Returns whether this cell begins with a name and a colon, and the first cell does too:
    /// `S3: 25 | S4: 75`.
    fn is_named_cell(&self) -> bool {
        let named = |term: &Term| term.is_cell && term.before == Before::Nothing;
        let mut filled = self.terms.iter().skip_while(|term| term.is_empty());
        named(&self.term)
            && self.term.lone_name().is_some()
            && filled.next().is_some_and(|first| first.lone_name().is_some())
            && filled.next().is_some_and(|next| next.before == Before::Equals(Equals::Sign))
    }

    /// Returns whether operands are around a colon, so that the colon may divide, as in German:
    /// `S6 : 9`.
    fn divides(&self) -> bool {
        self.term.count == 1
            && self.term.op.is_none()
            && matches!(
                self.kind(self.at + 1),
                Some(TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Open)
            )
    }

    /// Decides whether the chain continues after the end of a line.
    fn line(&self, blank: bool) -> Next {
        let next = self.at + 1;
        let next = if self.kind(next) == Some(TokenKind::Bullet) { next + 1 } else { next };
        let sign =
            matches!(self.kind(next), Some(TokenKind::Equals(Equals::Sign | Equals::Nearly)));
        if sign && !blank && !self.term.is_cell { Pass } else { End(FollowingText::Clean) }
    }

    fn doubt(&mut self) -> Next {
        if self.term.is_cell {
            self.term.is_broken = true;
            return Pass;
        }
        self.term.is_broken |=
            !self.term.is_operand_due || self.term.op.is_some() || self.term.count == 0;
        self.at += 1;
        End(FollowingText::Doubt)
    }

    /// Reads a sign without a meaning: an empty cell, or dots after a number.
    fn other(&mut self) -> Next {
        if self.term.is_cell && self.term.is_empty() {
            self.at += 1;
            return Look;
        }
        let dots = !self.term.is_operand_due
            && matches!(self.kind(self.at + 1), Some(TokenKind::Equals(_) | TokenKind::Bar));
        if dots { Pass } else { End(FollowingText::Clean) }
    }
}
