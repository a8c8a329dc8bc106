//! Reads a chain token by token.

mod remark;
mod words;

use stepfall_procedure::Op;

use super::Ending;
use super::term::{Before, Modulus, Operand, Term};
use crate::token::{Equals, Kind, Token, Word};

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
    End(Ending),
}

use Next::{End, Look, Pass};

impl<'a> Reader<'a> {
    /// Creates a reader. `terms` is an empty buffer.
    pub(super) const fn new(list: &'a [Token], from: usize, terms: Vec<Term>) -> Self {
        let term = Term::new(from, Before::Nothing, false);
        Self { list, at: from, terms, term, depth: 0, words: 0, remark: None }
    }

    pub(super) fn read(&mut self) -> Ending {
        let ending = loop {
            let Some(kind) = self.kind(self.at) else { break Ending::Clean };
            match self.token(kind) {
                Pass => {}
                Look => continue,
                End(ending) => break ending,
            }
            self.words = if matches!(kind, Kind::Word(_)) { self.words + 1 } else { 0 };
            self.at += 1;
            self.term.end = self.at;
            if self.terms.len() > MAX_TERMS {
                break Ending::Doubt;
            }
        };
        self.terms.push(self.term.finished());
        ending
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.list.get(at).map(|token| token.kind)
    }

    fn token(&mut self, kind: Kind) -> Next {
        match kind {
            Kind::Name(name) => self.name(name),
            Kind::Number(value) => self.number(value),
            Kind::Op(op) => self.operation(op),
            Kind::Equals(Equals::Sign) if self.leads_on() => {
                self.at += 1;
                // Skip an operation on the previous value: `→ /2 → S10 = 267`.
                if let [Kind::Op(_), Kind::Number(_) | Kind::Name(_), Kind::Equals(_)] =
                    [0, 1, 2].map(|more| self.kind(self.at + more).unwrap_or(Kind::Other))
                {
                    self.at += 3;
                }
                End(Ending::Clean)
            }
            Kind::Equals(equals) => self.next_term(Before::Equals(equals)),
            // A remark after the value ends the chain: `S3 = 13  # 4 + 9`.
            Kind::Remark if self.term.is_stated() => End(Ending::Clean),
            Kind::Remark => self.next_term(Before::Equals(Equals::Sign)),
            Kind::Bar => self.next_cell(),
            Kind::Open => self.open(),
            Kind::Close => self.close(),
            Kind::Modulo { bracketed } => self.modulo(bracketed),
            Kind::Colon => self.colon(),
            Kind::Comma => self.comma(),
            Kind::Line { blank } => self.line(blank),
            Kind::Word(word) => self.word(word),
            Kind::Doubt => self.doubt(),
            Kind::Other => self.other(),
            Kind::Box | Kind::BoxEnd => Pass,
            // A full stop may belong to a word in a cell: `| No. | Value |`.
            Kind::Stop if self.term.cell && self.term.broken => Pass,
            Kind::Semicolon
            | Kind::Question
            | Kind::Stop
            | Kind::Ordinal(_)
            | Kind::Bullet
            | Kind::Heading
            | Kind::AnswerTag
            | Kind::Tag
            | Kind::Think
            | Kind::ThinkEnd
            | Kind::Object(_) => End(Ending::Clean),
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
        self.term = Term::new(self.at + 1, before, self.term.cell);
        Pass
    }

    /// Returns whether an arrow here leads from the value of a name to another operation or another
    /// named value: `S6 = 527 → S5 - S6 → S7 = -513`, `S3 = S1 + S2 = 227 → S4 = 681`,
    /// `S3 * 3 = 681 = S4 → S4 - S1 = 38`.
    fn leads_on(&self) -> bool {
        let is_arrow = self.list.get(self.at).is_some_and(|token| token.end - token.start > 1);
        let is_name = |term: Option<&Term>| term.is_some_and(|term| term.lone_name().is_some());
        let leads_to_operation = is_name(self.terms.last())
            && matches!(self.kind(self.at + 1), Some(Kind::Name(_) | Kind::Op(_)));
        let leads_to_value = is_name(self.terms.first())
            && matches!(self.kind(self.at + 1), Some(Kind::Name(_)))
            && matches!(self.kind(self.at + 2), Some(Kind::Equals(_)));
        let is_named = self.term.lone_name().is_some()
            && self.terms.last().is_some_and(Term::is_stated)
            && matches!(self.kind(self.at + 2), Some(Kind::Op(_)));
        is_arrow && (self.term.is_stated() && (leads_to_operation || leads_to_value) || is_named)
    }

    fn next_cell(&mut self) -> Next {
        self.terms.push(self.term.finished());
        self.term = Term::new(self.at + 1, Before::Nothing, true);
        Pass
    }

    fn name(&mut self, name: u16) -> Next {
        if self.term.cell && self.term.broken {
            return Pass;
        }
        if !self.term.is_empty() && self.begins_statement(name) {
            return End(Ending::Clean);
        }
        if !self.term.due {
            if !self.multiplies() {
                return End(Ending::Word);
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
            Some(Kind::Equals(Equals::Sign | Equals::Nearly) | Kind::Colon)
        );
        let about = self.terms.first().and_then(Term::lone_name);
        equals
            && match self.kind(self.at.wrapping_sub(1)) {
                Some(Kind::Number(_)) => about.is_none_or(|about| name >= about),
                Some(Kind::Name(_) | Kind::Word(_) | Kind::Close) => true,
                _ => false,
            }
    }

    /// Returns whether a number right before this name multiplies it: `3\,S5`.
    fn multiplies(&self) -> bool {
        self.term.count == 1
            && self.term.op.is_none()
            && self.term.first_number().is_some()
            && matches!(self.kind(self.at - 1), Some(Kind::Number(_)))
            && !self.term.cell
    }

    fn number(&mut self, value: u32) -> Next {
        if self.term.cell && self.term.broken {
            return Pass;
        }
        if self.term.follows_verb() && self.term.lone_name().is_some() {
            self.next_term(Before::Name);
            self.term.start = self.at;
        } else if self.term.is_stated()
            && self.terms.last().is_some_and(|term| term.op.is_some())
            && matches!(self.kind(self.at + 1), Some(Kind::Op(_)))
        {
            // The next equation begins without a separator: `93×8=744 744+664=1408`.
            return End(Ending::Clean);
        } else if !self.term.due {
            self.term.broken = true;
            return End(Ending::Doubt);
        }
        self.term.push(Operand::value(value));
        Pass
    }

    fn operation(&mut self, op: Op) -> Next {
        // A dash before words ends the chain.
        let pause =
            || matches!(self.kind(self.at + 1), Some(Kind::Word(_) | Kind::Line { .. }) | None);
        if op == Op::Sub && !self.term.due && pause() {
            return End(Ending::Clean);
        }
        let term = &mut self.term;
        term.broken |= if term.count > 0 { term.op.is_some() } else { op != Op::Add };
        term.op = Some(op);
        term.due = true;
        Pass
    }

    fn open(&mut self) -> Next {
        if self.term.due {
            self.depth += 1;
            return Pass;
        }
        // A correction in brackets ends the chain: `519 (wait, 412 + 97 = 509)`.
        if self.kind(self.at + 1) == Some(Kind::Word(Word::Mend)) {
            return End(Ending::Clean);
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
            None if self.kind(self.at + 1) == Some(Kind::Remark) => Pass,
            None => End(Ending::Clean),
        }
    }

    fn modulo(&mut self, bracketed: bool) -> Next {
        self.term.modulus = if bracketed { Modulus::Meant } else { Modulus::Taken };
        while let Some(Kind::Word(Word::Joint | Word::Filler)) = self.kind(self.at + 1) {
            self.at += 1;
        }
        if let Some(Kind::Number(_)) = self.kind(self.at + 1) {
            self.at += 1;
        }
        Pass
    }

    fn colon(&mut self) -> Next {
        let number = matches!(self.kind(self.at + 1), Some(Kind::Number(_)));
        let first = self.terms.iter().all(Term::is_empty);
        if self.is_named_cell() {
            return self.next_term(Before::Equals(Equals::Sign));
        }
        if !first && self.divides() {
            (self.term.op, self.term.due) = (Some(Op::Div), true);
            Pass
        } else if self.term.broken && number {
            self.next_term(Before::Equals(Equals::Verb))
        } else if first && !self.term.is_empty() {
            // After a name or an operation at the beginning, a colon is a sign of equality.
            self.next_term(Before::Equals(Equals::Sign))
        } else {
            End(Ending::Clean)
        }
    }

    /// Returns whether this cell begins with a name and a colon, and the first cell does too:
    /// `S3: 25 | S4: 75`.
    fn is_named_cell(&self) -> bool {
        let named = |term: &Term| term.cell && term.before == Before::Nothing;
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
            && matches!(self.kind(self.at + 1), Some(Kind::Name(_) | Kind::Number(_) | Kind::Open))
    }

    /// Decides whether the chain continues after the end of a line.
    fn line(&self, blank: bool) -> Next {
        let next = self.at + 1;
        let next = if self.kind(next) == Some(Kind::Bullet) { next + 1 } else { next };
        let sign = matches!(self.kind(next), Some(Kind::Equals(Equals::Sign | Equals::Nearly)));
        if sign && !blank && !self.term.cell { Pass } else { End(Ending::Clean) }
    }

    fn doubt(&mut self) -> Next {
        if self.term.cell {
            self.term.broken = true;
            return Pass;
        }
        self.term.broken |= !self.term.due || self.term.op.is_some() || self.term.count == 0;
        self.at += 1;
        End(Ending::Doubt)
    }

    /// Reads a sign without a meaning: an empty cell, or dots after a number.
    fn other(&mut self) -> Next {
        if self.term.cell && self.term.is_empty() {
            self.at += 1;
            return Look;
        }
        let dots =
            !self.term.due && matches!(self.kind(self.at + 1), Some(Kind::Equals(_) | Kind::Bar));
        if dots { Pass } else { End(Ending::Clean) }
    }
}
