//! Enters the values that are claimed.

use super::pending::{Evidence, Pending, Subject};
use super::{NEAR, Reader};
use crate::chain::{Outcome, Term};
use crate::claim::StepClaim;
use crate::token::{Kind, Token};

impl Reader<'_> {
    /// Notes a claim of a value that stands in a chain of such terms.
    pub(super) fn claim(
        &mut self,
        subject: Subject,
        evidence: Evidence,
        value: Outcome,
        terms: &[Term],
    ) {
        let Some(place) = value.term.value() else { return };
        self.lines_since_claim = 0;
        self.declared.clear();
        let mut claim = self.step_claim(evidence, value, place, terms);
        self.add_evidence(subject, &mut claim, value.term.start);
        match subject {
            Subject::Ordinal(number) => {
                self.pending.claimed = Some(claim.value.clone());
                self.ordinals.push((number, claim));
            }
            Subject::Step(name @ (1 | 2)) => self.claim_input(name, claim),
            Subject::Step(name) => self.claim_step(name, claim, value.term.end),
        }
    }

    /// What a claim says, but for the number of the step.
    pub(super) fn step_claim(
        &self,
        evidence: Evidence,
        value: Outcome,
        place: u32,
        terms: &[Term],
    ) -> StepClaim {
        let list = &self.tokens.list;
        let token = |at: usize| list[at.min(list.len() - 1)];
        let number = self.number_token(&value.term, place);
        let value_span = number.start as usize..number.end as usize;
        let start = token(terms[0].start).start as usize;
        let end = token(value.term.end - 1).end as usize;
        let numeral = self.tokens.numeral(place);
        StepClaim {
            number: 0,
            value: numeral.value.clone(),
            other: numeral.other().cloned(),
            nearly: value.rounding.map(|rounding| self.value(rounding).clone()),
            opens_line: self.opens_line,
            shares_row: false,
            mixed: numeral.mixed,
            span: start.min(value_span.start)..end.max(value_span.end),
            value_span,
            names: evidence.names,
            values: evidence.values,
            source: evidence.source,
        }
    }

    /// The token of a numeral within a term.
    pub(super) fn number_token(&self, term: &Term, place: u32) -> Token {
        let within = &self.tokens.list[term.start..term.end];
        let found = within.iter().find(|token| token.kind == Kind::Number(place));
        *found.unwrap_or(&self.tokens.list[term.start])
    }

    fn claim_input(&mut self, name: u16, claim: StepClaim) {
        if let Some(Subject::Step(copy @ 3..)) = self.pending.subject
            && self.pending.claimed.is_none()
            && self.plan.copies()
        {
            return self.claim_copy(copy, name, claim);
        }
        let input = &mut self.out.inputs[usize::from(name) - 1];
        if input.is_none() {
            *input = Some(claim.value);
        }
    }

    fn claim_step(&mut self, name: u16, mut claim: StepClaim, end: usize) {
        let subject = Subject::Step(name);
        self.link(self.pending.subject, name);
        if let Some(Subject::Step(copy)) = self.pending.subject
            && self.pending.claimed.is_none()
            && self.plan.copies()
            && name < copy
            && self.latest(name).is_some()
        {
            return self.claim_copy(copy, name, claim);
        }
        claim.number = name;
        // A value that is only recalled does not change what is spoken of.
        let other = self.is_open() && self.pending.subject != Some(subject);
        if !(other && self.is_known(&claim)) {
            let claimed = Some(claim.value.clone());
            self.pending = Pending { claimed, ..Pending::about(subject, end) };
        }
        self.enter(claim);
    }

    /// `### S3`, and below it `S2 = 6`: what is copied gives the value.
    fn claim_copy(&mut self, copy: u16, source: u16, claim: StepClaim) {
        self.pending.claimed = Some(claim.value.clone());
        self.enter(StepClaim { number: copy, source: Some(source), ..claim });
    }

    fn enter(&mut self, claim: StepClaim) {
        let number = usize::from(claim.number);
        if self.latest.len() <= number {
            self.latest.resize(number + 1, None);
        }
        self.latest[number] = Some(self.out.steps.len());
        if self.out.steps.is_empty() {
            // Who claims one step mostly claims all.
            self.out.steps.reserve(self.plan.item.procedure.steps.len());
        }
        self.out.steps.push(claim);
    }

    /// The latest claim of a step.
    pub(super) fn latest(&self, number: u16) -> Option<&StepClaim> {
        let place = (*self.latest.get(usize::from(number))?)?;
        self.out.steps.get(place)
    }

    /// Whether a step was given this value before, not long ago.
    fn is_known(&self, claim: &StepClaim) -> bool {
        let earlier = self.out.steps.iter().rev().take(NEAR);
        earlier.filter(|other| other.number == claim.number).any(|other| other.value == claim.value)
    }
}
