//! Adds claims to the result.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Arithmetic;

use super::pending::{Evidence, Pending, Subject};
use super::{MAX_TOKENS_TO_VALUE, Reader};
use crate::chain::{ChainValue, Term};
use crate::claim::{StepClaim, WrittenOperation};
use crate::rounding::is_rounding;
use crate::token::{Token, TokenKind};

impl Reader<'_> {
    /// Adds a claim about a subject with the value of a chain. `terms` are the terms of the chain.
    pub(super) fn claim(
        &mut self,
        subject: Subject,
        evidence: Evidence,
        value: ChainValue,
        terms: &[Term],
    ) {
        let Some(place) = value.term.value() else { return };
        let claim = self.step_claim(evidence, value, place, terms);
        let Term { start, end, .. } = value.term;
        self.enter_claim(subject, claim, start..end);
    }

    /// Adds a claim about a subject. `value` is the range of the tokens of its value.
    pub(super) fn enter_claim(
        &mut self,
        subject: Subject,
        mut claim: StepClaim,
        value: Range<usize>,
    ) {
        self.lines_since_claim = 0;
        self.declared.clear();
        self.add_evidence(subject, &mut claim, value.start);
        match subject {
            Subject::Ordinal(number) => {
                self.pending.claimed = Some(claim.value.clone());
                self.ordinals.push((number, claim));
            }
            Subject::Step(name) if self.procedure.is_input(name) => self.claim_input(name, claim),
            Subject::Step(name) => self.claim_step(name, claim, value.end),
        }
    }

    /// Returns a claim of a value in a chain. The caller sets the number of the step.
    pub(super) fn step_claim(
        &self,
        evidence: Evidence,
        value: ChainValue,
        place: u32,
        terms: &[Term],
    ) -> StepClaim {
        let list = &self.tokens.list;
        let token = |at: usize| list[at.min(list.len() - 1)];
        let number = self.number_token(&value.term, place);
        let start = token(terms[0].start).start.min(number.start) as usize;
        let end = token(value.term.end - 1).end.max(number.end) as usize;
        let evidence = self.with_cells_before(evidence, value.term.start);
        let claim = self.claim_at(evidence, number, place, start..end);
        let nearly = value.rounding.map(|rounding| self.value(rounding).clone());
        StepClaim { rounding: nearly, ..claim }
    }

    /// Adds the operation whose operands and sign are in the three cells before a token:
    /// `S6,647,-,365,282`.
    fn with_cells_before(&self, mut evidence: Evidence, at: usize) -> Evidence {
        let cells = at.checked_sub(6).and_then(|from| self.tokens.list.get(from..at));
        let Some([left, first, op, second, right, third]) = cells else { return evidence };
        let TokenKind::Op(op) = op.kind else { return evidence };
        let ends_cell = |token: &Token| matches!(token.kind, TokenKind::Comma | TokenKind::Bar);
        if ![first, second, third].into_iter().all(ends_cell) {
            return evidence;
        }
        if let Some((left, right)) = self.operand_of(left.kind).zip(self.operand_of(right.kind)) {
            let operation = WrittenOperation { op, left, right };
            match operation.values() {
                Some(_) => {
                    evidence.operation_by_value = evidence.operation_by_value.or(Some(operation));
                }
                None => {
                    evidence.operation_by_name = evidence.operation_by_name.or(Some(operation));
                }
            }
        }
        evidence
    }

    /// Returns a claim whose value is a numeral token. `span` is the whole statement. The caller
    /// sets the number of the step.
    pub(super) fn claim_at(
        &self,
        evidence: Evidence,
        number: Token,
        numeral_index: u32,
        span: Range<usize>,
    ) -> StepClaim {
        let numeral = self.tokens.numeral(numeral_index);
        StepClaim {
            number: 0,
            value: numeral.value.clone(),
            second_value: numeral.other().cloned(),
            rounding: None,
            opens_line: self.opens_line,
            shares_row: false,
            form: numeral.form(),
            span,
            value_span: number.start as usize..number.end as usize,
            operation_by_name: evidence.operation_by_name,
            operation_by_value: evidence.operation_by_value,
            look_up: None,
            equation: None,
            is_corrected: false,
        }
    }

    /// Returns the token of a numeral within a term, or else the first token of the term.
    pub(super) fn number_token(&self, term: &Term, numeral_index: u32) -> Token {
        let within = &self.tokens.list[term.start..term.end];
        let found = within.iter().find(|token| token.kind == TokenKind::Number(numeral_index));
        *found.unwrap_or(&self.tokens.list[term.start])
    }

    fn claim_input(&mut self, name: u16, claim: StepClaim) {
        let input = usize::from(name).checked_sub(1).and_then(|at| self.out.inputs.get_mut(at));
        if let Some(input) = input {
            input.get_or_insert(claim.value);
        }
    }

    fn claim_step(&mut self, name: u16, mut claim: StepClaim, end: usize) {
        let subject = Subject::Step(name);
        self.link(self.pending.subject, name);
        claim.number = name;
        if self.is_approximated(&claim) {
            return;
        }
        // A repeated value of another step does not complete the pending statement.
        let other = self.is_open() && self.pending.subject != Some(subject);
        if !(other && self.is_known(&claim)) {
            let claimed = Some(claim.value.clone());
            self.pending = Pending { claimed, ..Pending::about(subject, end) };
        }
        self.enter(claim);
    }

    /// Returns whether a claim only approximates the exact value that was claimed before, in
    /// arithmetic that does not round.
    fn is_approximated(&self, claim: &StepClaim) -> bool {
        let is_exact =
            matches!(self.procedure.arithmetic(), Arithmetic::Rational | Arithmetic::Paper { .. });
        let Some(exact) = self.latest(claim.number).filter(|_| is_exact) else { return false };
        // A value with as many places is a correction.
        places(&claim.value) < places(&exact.value) && is_rounding(&claim.value, &exact.value)
    }

    fn enter(&mut self, claim: StepClaim) {
        let number = usize::from(claim.number);
        if self.latest.len() <= number {
            self.latest.resize(number + 1, None);
        }
        self.latest[number] = Some(self.out.steps.len());
        if self.out.steps.is_empty() {
            // A text that claims one step usually claims all of them.
            self.out.steps.reserve(self.procedure.item.procedure.steps.len());
        }
        self.out.steps.push(claim);
    }

    /// Returns the latest claim of a step.
    pub(super) fn latest(&self, number: u16) -> Option<&StepClaim> {
        let place = (*self.latest.get(usize::from(number))?)?;
        self.out.steps.get(place)
    }

    /// Returns whether a recent claim of the step has the same value.
    fn is_known(&self, claim: &StepClaim) -> bool {
        let earlier = self.out.steps.iter().rev().take(MAX_TOKENS_TO_VALUE);
        earlier.filter(|other| other.number == claim.number).any(|other| other.value == claim.value)
    }
}

/// Returns the number of decimal places of a value, at most 15.
fn places(value: &Number) -> u32 {
    const MAX_PLACES: u32 = 15;
    (0..MAX_PLACES).find(|places| value.round(*places) == *value).unwrap_or(MAX_PLACES)
}
