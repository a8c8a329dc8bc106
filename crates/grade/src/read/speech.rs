//! Reads the parts of sentences that are not chains.

use stepfall_number::Number;
use stepfall_procedure::{Op, Operand};

use super::Reader;
use super::pending::{Evidence, Pending, Subject, UnassignedOperation};
use crate::claim::{ClaimedOperand, WrittenOperation};
use crate::token::{Equals, Token, TokenKind, Word};

/// The most words that are skipped between the parts of a sentence.
const MAX_FILLERS: usize = 6;
/// The most tokens between a word such as `wait` and the corrected value.
const MAX_CORRECTION_TOKENS: usize = 10;
/// The most tokens between `print` and the name that is printed.
const MAX_PRINT_TOKENS: usize = 20;
/// The most tokens of the last line that are read before a word such as `result`, and after it.
const CLOSING: usize = 20;
/// The most tokens in brackets after an operand.
const REMARK: usize = 7;

/// An operand of a verb.
struct VerbOperand {
    name: Option<u16>,
    value: Option<Number>,
}

impl VerbOperand {
    fn by_name(&self) -> Option<ClaimedOperand> {
        self.name.map(ClaimedOperand::Name).or_else(|| self.by_value())
    }

    fn by_value(&self) -> Option<ClaimedOperand> {
        self.value.clone().map(ClaimedOperand::Value)
    }
}

impl Reader<'_> {
    /// Makes the name after `for` the subject: `For S7 we take …`. Returns the next token to read.
    pub(super) fn subject_after_for(&mut self, at: usize) -> usize {
        let at = self.past_words(at, |word| word == Word::Filler);
        let stated = matches!(
            self.kind(at + 1),
            Some(TokenKind::Equals(_) | TokenKind::Op(_) | TokenKind::Colon)
        );
        match self.kind(at) {
            Some(TokenKind::Name(name)) if at < self.until && !stated => {
                self.pending = Pending::about(Subject::Step(name), at);
                at + 1
            }
            _ => at,
        }
    }

    /// Reads the statement after a label: `"name": "S3"`, `Step S3`. Returns the next token to
    /// read.
    pub(super) fn read_label(&mut self, at: usize) -> usize {
        let at = self.past_signs(at);
        let Some(TokenKind::Name(name)) = self.kind(at) else { return at };
        let end = self.statement(at, true);
        if self.pending.subject.is_none() {
            self.pending = Pending::about(Subject::Step(name), end);
        }
        end
    }

    /// Expects the value of the subject after a word that announces it: `Result: 13`,
    /// `"value": 13`. Returns the next token to read.
    pub(super) fn result(&mut self, at: usize) -> usize {
        let at = self.past_signs(at);
        if matches!(self.kind(at), Some(TokenKind::Number(_))) && self.pending.subject.is_some() {
            self.announced_at = Some(at);
            self.has_results = true;
            self.pending.at = at;
            self.pending.claimed = None;
        }
        at
    }

    /// Returns whether a word or heading in the last line calls its value the answer. A word needs
    /// a blank line before its line if the subject has no value yet, or if earlier lines call
    /// values of steps results.
    pub(super) fn closes(&self, at: usize) -> bool {
        let ends_line = |token: &Token| token.ends_line();
        let list = &self.tokens.list[..self.until];
        let before = list[at.saturating_sub(CLOSING)..at].iter().rfind(|token| ends_line(token));
        let after = list[at..].iter().take(CLOSING).position(ends_line);
        let is_last =
            after.map_or(list.len() - at <= CLOSING, |end| list[at + end..].iter().all(ends_line));
        let is_apart = before.is_some_and(|token| token.kind == TokenKind::Line { blank: true });
        let is_heading = self.kind(at) == Some(TokenKind::Heading);
        is_last && (is_heading || is_apart || !(self.is_open() || self.has_results))
    }

    /// Makes the printed name the subject, unless its value is known: `print(S27)`, and later
    /// `Running this gives 528`. Returns the next token to read.
    pub(super) fn read_print(&mut self, at: usize) -> usize {
        let code = matches!(self.kind(at), Some(TokenKind::Open | TokenKind::Name(_)));
        let line = self.tokens.list[at..self.until].iter().take(MAX_PRINT_TOKENS);
        let names =
            line.take_while(|token| !token.ends_line()).filter_map(|token| match token.kind {
                TokenKind::Name(name) => Some(name),
                _ => None,
            });
        if let Some(name) = names.last().filter(|_| code)
            && self.latest(name).is_none()
            && !(self.is_open() && self.pending.subject == Some(Subject::Step(name)))
        {
            self.pending = Pending::about(Subject::Step(name), at);
            self.unassigned = None;
        }
        at
    }

    /// Reads the operands of a verb and stores the operation: `Add S1 (4) and S2 (9) …`. Returns
    /// the token at which a chain may continue, or `None` if two operands do not follow.
    pub(super) fn verb(&mut self, op: Op, at: usize) -> Option<usize> {
        let (first, at) = self.operand(at)?;
        let at = self.past_words(at, |word| matches!(word, Word::Joint | Word::Filler));
        let (second, end) = self.operand(at)?;
        let (left, right) = if op == Op::Sub { (second, first) } else { (first, second) };
        let expression = |(left, right): (Option<ClaimedOperand>, Option<ClaimedOperand>)| {
            Some(WrittenOperation { op, left: left?, right: right? })
        };
        let names = match (left.name, right.name) {
            (None, None) => None,
            _ => expression((left.by_name(), right.by_name())),
        };
        let values = expression((left.by_value(), right.by_value()));
        if self.is_open() && self.pending.evidence.operation_by_name.is_none() {
            self.pending.evidence.operation_by_name.clone_from(&names);
            self.pending.evidence.operation_by_value.clone_from(&values);
            self.pending.at = end;
        }
        let evidence = Evidence { operation_by_name: names, operation_by_value: values };
        self.unassigned = Some(UnassignedOperation { evidence, value: None, end });
        Some(self.past_joints(end))
    }

    /// Skips words and signs that join an operation to its result: `: 4 + 9 = 13`, `gives 13`,
    /// `to get S3 = 13`.
    fn past_joints(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.until {
            match self.kind(at) {
                Some(
                    TokenKind::Colon
                    | TokenKind::Comma
                    | TokenKind::Word(Word::Filler | Word::So | Word::Joint | Word::Result),
                ) => at += 1,
                Some(TokenKind::Equals(_))
                    if matches!(
                        (self.kind(at + 1), self.kind(at + 2)),
                        (Some(TokenKind::Name(_)), Some(TokenKind::Equals(_)))
                    ) =>
                {
                    at += 1;
                }
                _ => break,
            }
        }
        at
    }

    /// Returns an operand of a verb, with a value in brackets after it, and the token after both.
    fn operand(&self, at: usize) -> Option<(VerbOperand, usize)> {
        let at = self.past_words(at, |word| matches!(word, Word::Filler | Word::Result));
        if at >= self.until {
            return None;
        }
        let mut operand = match self.kind(at)? {
            TokenKind::Name(name) => VerbOperand { name: Some(name), value: None },
            TokenKind::Number(place) => {
                VerbOperand { name: None, value: Some(self.value(place).clone()) }
            }
            _ => return None,
        };
        let open = at + 1;
        if self.kind(open) != Some(TokenKind::Open) {
            return Some((operand, open));
        }
        let mut end = open + 1;
        let mut found = None;
        while end < self.until && end <= open + REMARK {
            match self.kind(end)? {
                TokenKind::Close => break,
                TokenKind::Number(place) => found = Some(place),
                _ => {}
            }
            end += 1;
        }
        if operand.value.is_none() {
            operand.value = found.map(|place| self.value(place).clone());
        }
        Some((operand, end + 1))
    }

    /// Reads a value that corrects the previous value: `= 519, no wait, 509`. Returns the next
    /// token to read.
    pub(super) fn read_correction(&mut self, from: usize) -> usize {
        let at =
            self.tokens.skip_matching(from, self.until.min(from + MAX_CORRECTION_TOKENS), |kind| {
                matches!(
                    kind,
                    TokenKind::Comma
                        | TokenKind::FullStop
                        | TokenKind::Other
                        | TokenKind::Semicolon
                        | TokenKind::Question
                        | TokenKind::Colon
                        | TokenKind::Word(
                            Word::Correction
                                | Word::Filler
                                | Word::So
                                | Word::Connector
                                | Word::Other
                                | Word::NoAnswer
                                | Word::Doubt
                        )
                        | TokenKind::Equals(Equals::Verb)
                )
            });
        if at >= self.until.min(from + MAX_CORRECTION_TOKENS) {
            return at;
        }
        match self.kind(at) {
            Some(TokenKind::Number(value)) => return self.apply_correction(from, value, at),
            Some(TokenKind::Open) if self.begins_with_brackets(at) => {
                if let Some(TokenKind::Number(value)) = self.kind(at + 1)
                    && self.pending.claimed.is_some()
                    && self.works_on(value)
                {
                    self.pending.claimed = None;
                    self.pending.at = at;
                }
            }
            Some(TokenKind::Equals(_)) => self.pending.at = at,
            _ => {}
        }
        at
    }

    fn apply_correction(&mut self, from: usize, numeral_index: u32, at: usize) -> usize {
        if self.pending.claimed.is_none() {
            return at;
        }
        let words = self.tokens.list[from..at].iter();
        let other = |kind| {
            matches!(
                kind,
                TokenKind::Word(Word::Other | Word::Connector | Word::NoAnswer | Word::Doubt)
            )
        };
        let others = words.filter(|token| other(token.kind)).count();
        let goes_on = matches!(
            self.kind(at + 1),
            Some(
                TokenKind::Op(_)
                    | TokenKind::Word(Word::Other | Word::Unit | Word::Doubt)
                    | TokenKind::Modulo { .. }
                    | TokenKind::Equals(_)
            )
        );
        if let Some(subject) = self.pending.subject
            && !goes_on
            && others == 0
        {
            self.claim_number(subject, at, numeral_index);
            return at + 1;
        }
        // An operation corrects the pending step only if it uses an operand of that step:
        // `wait, 412 + 97 = 509`.
        let again =
            matches!(self.kind(at + 1), Some(TokenKind::Op(_))) && self.works_on(numeral_index);
        if others > 0 && !again {
            return at;
        }
        self.pending.claimed = None;
        self.pending.at = at;
        at
    }

    /// Returns whether a number is an operand of the pending step, as written or as in the
    /// procedure.
    fn works_on(&self, numeral_index: u32) -> bool {
        let Some(Subject::Step(name)) = self.pending.subject else { return false };
        let value = self.value(numeral_index);
        let written = self.latest(name).and_then(|claim| claim.operation_by_value.as_ref());
        if written.is_some_and(|values| values.takes(value)) {
            return true;
        }
        let Some(step) = self.procedure.find_step(name) else { return false };
        [step.left, step.right].into_iter().any(|operand| match operand {
            Operand::Value(number) if self.procedure.is_input(number) => {
                self.procedure.input(number) == Some(value)
            }
            Operand::Value(number) => {
                self.latest(number).is_some_and(|claim| claim.value == *value)
            }
            Operand::Constant(constant) => *value == constant.number(),
        })
    }

    fn past_words(&self, at: usize, passes: impl Fn(Word) -> bool) -> usize {
        let word = |kind| matches!(kind, TokenKind::Word(word) if passes(word));
        self.tokens.skip_matching(at, at + MAX_FILLERS, word)
    }

    fn past_signs(&self, at: usize) -> usize {
        self.tokens.skip_matching(at, self.until, |kind| {
            matches!(kind, TokenKind::Colon | TokenKind::Equals(_))
        })
    }
}
