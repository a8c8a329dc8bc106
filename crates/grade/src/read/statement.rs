//! Reads statements that are chains: the step that they are about, and its value.

use stepfall_number::Number;
use stepfall_procedure::Operand;

use super::pending::{Evidence, Pending, Subject, UnassignedOperation};
use super::subject::{ChainSubject, subject_of};
use super::{MAX_TOKENS_TO_VALUE, Reader};
use crate::chain::{Before, Chain, ChainValue, FollowingText, Term, chain};
use crate::claim::{ClaimedOperand, WrittenOperation};
use crate::rounding::is_rounding;
use crate::token::{Equals, TokenKind, Word};

/// The number of steps after an operand that are searched for a step that uses it.
pub(super) const MAX_STEPS_TO_USE: usize = 60;

/// A chain and the facts that can be read from it alone.
struct Statement<'a> {
    chain: &'a Chain,
    /// The first token of the chain.
    at: usize,
    /// True if the chain begins its line.
    opens_line: bool,
    /// True if the chain begins with a name and a colon.
    colon: bool,
    evidence: Evidence,
    value: Option<ChainValue>,
}

impl Reader<'_> {
    /// Reads a chain as a statement. Returns the token after it.
    pub(super) fn statement(&mut self, at: usize, opens_line: bool) -> usize {
        // A name within the line of an open subject may be an operand of that subject.
        let is_same_line = !opens_line && self.is_open() && !self.pending.line_ended;
        if let Some(TokenKind::Name(name)) = self.kind(at)
            && !is_same_line
            && (opens_line || !self.tokens.is_arrow(at + 1))
            && let Some(end) = self.plain(at, name, opens_line)
        {
            return end;
        }
        let buffer = std::mem::take(&mut self.terms);
        let chain = chain(self.tokens, at, self.until, buffer);
        self.opens_line = opens_line;
        let table = chain.terms.iter().any(|term| term.is_cell);
        if !table {
            // The horizontal rule below the heading of a table has no terms and does not end it.
            if !chain.terms.is_empty() {
                self.table.forget();
            }
            self.claim_chain(&chain, at, opens_line);
        } else if !self.row_of_claims(&chain, at, opens_line) && !self.row(&chain.terms) {
            self.claim_chain(&chain, at, opens_line);
        }
        self.terms = chain.terms;
        chain.end
    }

    /// Claims the value of a chain, or stores its parts for later statements.
    pub(super) fn claim_chain(&mut self, chain: &Chain, at: usize, opens_line: bool) {
        let terms = chain.terms.as_slice();
        let Some(first) = terms.first() else { return };
        if self.take_annotated(terms) {
            return;
        }
        if terms.iter().any(|term| term.is_cell)
            && let Some((step, operation, value)) = self.step_of_row(terms)
        {
            let evidence =
                Evidence { operation_by_name: Some(operation), operation_by_value: None };
            return self.claim(Subject::Step(step), evidence, value, terms);
        }
        let colon = first.lone_name().is_some()
            && terms.get(1).is_some_and(|next| self.kind(next.start - 1) == Some(TokenKind::Colon));
        let about = subject_of(terms, colon);
        let mut value = self.in_value_column(terms).or_else(|| {
            self.value_rules.value(self.tokens, chain, about.and_then(|about| about.term))
        });
        let mut evidence = self.evidence(terms, about, value);
        if chain.remark.is_some()
            && let Some(found) = &mut value
        {
            if evidence.operation_by_name.is_none()
                && evidence.operation_by_value.is_none()
                && let Some(reason) = self.reason_in_brackets(chain, found)
            {
                evidence = reason;
            }
            *found = self.rounded_in_brackets(chain, *found);
        }
        let statement = Statement { chain, at, opens_line, colon, evidence, value };
        match about {
            Some(about) => self.targeted(about.name, statement),
            None => match (self.name_after(chain), statement.value) {
                (Some(name), Some(value)) => {
                    self.claim(Subject::Step(name), statement.evidence, value, terms);
                }
                _ => self.untargeted(statement),
            },
        }
    }

    /// Claims each of several values that are next to their names:
    /// `→ S3 (484) → minus S2 → S4 (229)`. Returns whether there are several.
    fn take_annotated(&mut self, terms: &[Term]) -> bool {
        let annotated = || {
            let signed = terms.iter().filter(|term| term.before == Before::Equals(Equals::Sign));
            signed.filter_map(|term| Some((term.annotated()?.0, term)))
        };
        if annotated().count() < 2 || annotated().any(|(name, _)| self.procedure.is_input(name)) {
            return false;
        }
        for (name, term) in annotated() {
            self.claim_cell(Subject::Step(name), term, &[*term]);
        }
        true
    }

    /// Returns the name after a value and the word `for`: `2 leaves 3 for S4`.
    fn name_after(&self, chain: &Chain) -> Option<u16> {
        match (self.kind(chain.end)?, self.kind(chain.end + 1)?) {
            (TokenKind::Word(Word::For), TokenKind::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// Returns the first operation by name and the first operation by value among the terms. The
    /// subject is left out, and the value is no operation by value.
    pub(super) fn evidence(
        &self,
        terms: &[Term],
        about: Option<ChainSubject>,
        value: Option<ChainValue>,
    ) -> Evidence {
        let subject = about.and_then(|about| about.term);
        let is_value = |term: &Term| value.is_some_and(|value| value.term.start == term.start);
        let mut evidence = Evidence::default();
        for (index, term) in terms.iter().enumerate() {
            if Some(index) == subject {
                continue;
            }
            if evidence.operation_by_name.is_none() {
                evidence.operation_by_name = term.operation_by_name(self.tokens);
            }
            if evidence.operation_by_value.is_none() && !is_value(term) {
                evidence.operation_by_value = term.operation_by_value(self.tokens);
            }
        }
        evidence
    }

    /// Reads a chain that names the step it is about.
    fn targeted(&mut self, name: u16, statement: Statement<'_>) {
        if let Some(line_subject) = self.is_part_of(name, &statement)
            && let Some(value) = statement.value
        {
            return self.claim(line_subject, Evidence::default(), value, &statement.chain.terms);
        }
        let second = statement.chain.terms.get(1);
        let verb = second.is_some_and(Term::follows_verb);
        let is_led_to = second.is_some_and(|term| self.is_led_to(*term));
        let begins = statement.chain.terms.first().and_then(Term::lone_name) == Some(name);
        if is_led_to && begins && self.tokens.is_last_of_several(statement.at) {
            return self.untargeted(statement);
        }
        self.compare(name, &statement.evidence);
        let Statement { chain, opens_line, colon, mut evidence, mut value, .. } = statement;
        if value.is_none()
            && let Some(found) = self.value_in_brackets(chain)
        {
            // `b = 100 - a (96)`: the number in brackets is the result, not the value of an
            // operand.
            let number = found.term.value().map(|place| self.value(place));
            evidence.operation_by_value = evidence
                .operation_by_value
                .filter(|values| number.is_none_or(|number| !values.takes(number)));
            value = Some(found);
        }
        let Some(value) = value else {
            // The operation may explain the value before it: `-46, where S7 = S6 - S1`.
            if self.pending.subject == Some(Subject::Step(name))
                && self.explain(&evidence, statement.at, None)
            {
                return;
            }
            return self.declare(name, statement.at, opens_line, chain, evidence);
        };
        if colon && self.checks(name, evidence.operation_by_value.as_ref()) {
            return;
        }
        if evidence.operation_by_name.is_none()
            && evidence.operation_by_value.is_none()
            && let Some(step) = self.step_made_of(name, &chain.terms, &value, opens_line)
        {
            return self.claim(Subject::Step(step), evidence, value, &chain.terms);
        }
        if chain.ending == FollowingText::Word && verb {
            return;
        }
        // The first number may be an operand: `S3: 508 and -534 are -26`.
        if colon
            && chain.ending == FollowingText::Word
            && chain.terms.len() == 2
            && self.goes_on_after(chain)
        {
            return self.declare(name, statement.at, opens_line, chain, evidence);
        }
        self.claim(Subject::Step(name), evidence, value, &chain.terms);
    }

    /// Returns whether the clause goes on after a chain and ends with a number. Only words, commas
    /// and numbers may be between.
    fn goes_on_after(&self, chain: &Chain) -> bool {
        let mut before = TokenKind::Comma;
        let mut is_last = false;
        for token in
            self.tokens.list[chain.end.min(self.until)..self.until].iter().take(MAX_TOKENS_TO_VALUE)
        {
            match (before, token.kind) {
                (_, TokenKind::FullStop | TokenKind::Semicolon | TokenKind::Line { .. }) => break,
                (_, TokenKind::Number(_)) => is_last = true,
                (_, TokenKind::Word(_) | TokenKind::Comma | TokenKind::Equals(Equals::Verb)) => {
                    is_last = false;
                }
                // An operation may be written in words: `seven times`.
                (TokenKind::Word(_), TokenKind::Op(_)) => {}
                _ => return false,
            }
            before = token.kind;
        }
        is_last
    }

    /// Returns the subject of the line, if the statement names an operand of that step with another
    /// value: `S5: half of S4 => -122`.
    fn is_part_of(&self, name: u16, statement: &Statement<'_>) -> Option<Subject> {
        let subject =
            self.pending.subject.filter(|_| self.is_open() && !self.pending.line_ended)?;
        let Subject::Step(about) = subject else { return None };
        let step =
            self.procedure.find_step(about).filter(|_| !statement.opens_line && about != name)?;
        let value = self.value(statement.value?.term.value()?);
        let is_operand = step.references().any(|reference| reference == name);
        let is_other = self.latest(name).is_some_and(|known| known.value != *value);
        (is_operand && is_other && statement.evidence.operation_by_name.is_none())
            .then_some(subject)
    }

    /// Makes a step the subject of the text after it: `S3 = S1 + S2`, or `S3` alone.
    fn declare(
        &mut self,
        name: u16,
        at: usize,
        opens_line: bool,
        chain: &Chain,
        evidence: Evidence,
    ) {
        let subject = Some(Subject::Step(name));
        let bare = chain.terms.len() == 1;
        let counted = matches!(self.pending.subject, Some(Subject::Ordinal(_)))
            && matches!(
                self.kind(chain.end),
                None | Some(TokenKind::Line { .. } | TokenKind::Close)
            );
        let new = self.pending.subject != subject || self.pending.claimed.is_some();
        if !bare || ((opens_line || counted) && new) {
            self.link(self.pending.subject, name);
            if !bare {
                self.declared.push((name, evidence.operation_by_name.clone()));
            }
            self.pending = Pending { subject, evidence, at, ..Pending::default() };
        }
    }

    /// Reads a chain that does not name the step it is about.
    fn untargeted(&mut self, statement: Statement<'_>) {
        let Statement { chain, at, opens_line, mut evidence, value, .. } = statement;
        let terms = chain.terms.as_slice();
        if self.follows_formulas(terms, opens_line) {
            self.pending = Pending::default();
        }
        let Some(value) = value else {
            if !self.explain(&evidence, at, None) {
                self.keep(evidence, at, chain.end);
            }
            return;
        };
        if chain.ending == FollowingText::Doubt && terms.len() < 2 {
            return;
        }
        // `9.5^2 = 90.25` is about the expression before its sign.
        if continues(terms) && at > 0 && self.kind(at - 1) == Some(TokenKind::Doubt) {
            return;
        }
        let number = value.term.value().map(|place| self.tokens.numeral(place).value.clone());
        if self.settle(chain, &value) || self.explain(&evidence, at, number.as_ref()) {
            return;
        }
        let bare = terms.len() == 1 && value.term.lone_number().is_some();
        if bare && let Some((step, names)) = self.step_before_colon(at) {
            let evidence = Evidence { operation_by_name: Some(names), operation_by_value: None };
            return self.claim(Subject::Step(step), evidence, value, terms);
        }
        let is_announced = opens_line || self.announced_at == Some(at);
        if bare && (!is_announced || self.hand_out(at)) {
            return;
        }
        if evidence.operation_by_name.is_none() {
            let fits = |unassigned: &&UnassignedOperation| {
                unassigned.is_near(at) && unassigned.value.is_none()
            };
            let unassigned = self.unassigned.as_ref().filter(fits);
            evidence.operation_by_name =
                unassigned.and_then(|unassigned| unassigned.evidence.operation_by_name.clone());
            // The operation may be before the verb: `the product of 4750 and 2 is 9500`.
            if continues(terms) && evidence.operation_by_value.is_none() {
                evidence.operation_by_value = unassigned
                    .and_then(|unassigned| unassigned.evidence.operation_by_value.clone());
            }
        }
        // The operation may identify the step, or the step that a count means.
        let is_step = matches!(self.pending.subject, Some(Subject::Step(_)));
        if (!is_step || !self.is_open())
            && let Some(number) =
                evidence.operation_by_name.as_ref().and_then(|names| self.step_with(names))
        {
            self.link(self.pending.subject, number);
            if self.pending.subject.is_none() || (is_step && self.latest(number).is_none()) {
                return self.claim(Subject::Step(number), evidence, value, terms);
            }
        }
        if let Some(subject) = self.pending.subject
            && self.is_near_pending(at)
            && self.goes_on(terms, bare, evidence.operation_by_value.as_ref())
        {
            if self.is_outcome(subject, &evidence)
                && let Some(place) = value.term.value()
            {
                let outcome = self.step_claim(Evidence::default(), value, place, terms);
                self.out.printed_result = Some(outcome);
                self.pending = Pending::default();
                return;
            }
            self.claim(subject, evidence, value, terms);
            self.pending.is_guess = !continues(terms);
        } else if !bare && evidence.operation_by_value.is_some() {
            self.set_aside(evidence, value, chain);
        }
    }

    /// Returns the step of an operation that a colon separates from the value at a token, with the
    /// operation: `Subtract 3 from S4: 1307`.
    fn step_before_colon(&self, at: usize) -> Option<(u16, WrittenOperation)> {
        let before =
            at.checked_sub(1).filter(|before| self.kind(*before) == Some(TokenKind::Colon))?;
        let unassigned = self.unassigned.as_ref().filter(|unassigned| unassigned.end == before)?;
        let names = unassigned.evidence.operation_by_name.as_ref()?;
        let step = self.step_with(names).filter(|step| self.latest(*step).is_none())?;
        Some((step, names.clone()))
    }

    /// Returns whether a line with an operation follows a list of formulas without values. Such a
    /// line belongs to the first formula rather than to the last.
    fn follows_formulas(&self, terms: &[Term], opens_line: bool) -> bool {
        opens_line
            && self.is_open()
            && self.pending.line_ended
            && self.declared.len() > 1
            && terms.len() > 1
            && !continues(terms)
    }

    /// Returns whether a value of the last of several steps is only a printed result. No step was
    /// claimed before, no operation on numbers leads to the value, and its formula is on an earlier
    /// line. Such a value is no evidence that the step was computed.
    fn is_outcome(&self, subject: Subject, evidence: &Evidence) -> bool {
        let has_values = evidence.operation_by_value.is_some()
            || self.pending.evidence.operation_by_value.is_some();
        let several = self.procedure.item.procedure.steps.len() > 1;
        subject == Subject::Step(self.procedure.last())
            && several
            && !has_values
            && self.out.steps.is_empty()
            && self.ordinals.is_empty()
            && self.pending.line_ended
    }

    /// Stores an operation without a value for the next statement.
    fn keep(&mut self, evidence: Evidence, at: usize, end: usize) {
        if evidence.operation_by_name.is_none() && evidence.operation_by_value.is_none() {
            return;
        }
        if self.is_near_pending(at) && self.is_open() {
            let before = &mut self.pending.evidence;
            before.operation_by_name =
                before.operation_by_name.take().or(evidence.operation_by_name);
            before.operation_by_value =
                before.operation_by_value.take().or(evidence.operation_by_value);
        } else {
            self.unassigned = Some(UnassignedOperation { evidence, value: None, end });
        }
    }

    /// Returns whether a chain continues the pending statement.
    fn goes_on(&self, terms: &[Term], bare: bool, values: Option<&WrittenOperation>) -> bool {
        let continued = continues(terms);
        match (&self.pending.claimed, &self.pending.evidence.operation_by_value, values) {
            // The chain may reduce or round the claimed value: `3610 mod 97 = 21`.
            (Some(claimed), ..) => {
                let begins = terms[0].first_number().map(|value| self.value(value));
                let reduces = terms[0].lone_number().is_some() || self.value_rules.reduces();
                let verb = terms.get(1).is_some_and(Term::follows_verb);
                (continued && (!verb || self.pending.is_guess) && self.is_near(claimed, terms))
                    || (begins == Some(claimed) && terms.len() > 1 && reduces)
            }
            (None, Some(declared), Some(values)) => declared.takes_the_same_as(values),
            (None, Some(_), None) => continued || bare,
            (None, None, _) => true,
        }
    }

    /// Returns whether the second term is near the claimed value. Returns `true` if no sign such as
    /// `≈` is before the term.
    fn is_near(&self, claimed: &Number, terms: &[Term]) -> bool {
        let nearly = terms[1].before == Before::Equals(Equals::Nearly);
        let value = terms[1].lone_number().map(|place| self.value(place));
        !nearly || value.is_none_or(|value| value == claimed || is_rounding(value, claimed))
    }

    /// Returns whether an operation uses the value that was already claimed for the step. Such a
    /// statement is a check, not a claim.
    fn checks(&self, name: u16, values: Option<&WrittenOperation>) -> bool {
        let (Some(values), Some(earlier)) = (values, self.latest(name)) else { return false };
        values.takes(&earlier.value)
    }

    /// Counts an operation by name, and whether it agrees with the procedure.
    pub(super) fn compare(&mut self, name: u16, evidence: &Evidence) {
        let agreement = &mut self.out.agreement;
        let Some((names, step)) =
            evidence.operation_by_name.as_ref().zip(self.procedure.find_step(name))
        else {
            return;
        };
        let refers = |side: &ClaimedOperand| match side {
            ClaimedOperand::Name(name) => step.references().any(|reference| reference == *name),
            ClaimedOperand::Value(_) => true,
        };
        agreement.written += 1;
        agreement.same += u32::from(
            self.procedure.is_sign_of(name, names.op)
                && refers(&names.left)
                && refers(&names.right),
        );
    }

    /// Returns the first of the next [`MAX_STEPS_TO_USE`] steps with this operation and these operands. The
    /// search begins after the operands. `None` if neither operand is a name.
    pub(super) fn step_with(&self, expression: &WrittenOperation) -> Option<u16> {
        let (left, right) = (expression.left.name(), expression.right.name());
        let first = left.max(right)?.max(self.procedure.first() - 1).saturating_add(1);
        (first..=self.procedure.last()).take(MAX_STEPS_TO_USE).find(|number| {
            self.procedure.find_step(*number).is_some_and(|step| {
                let takes = |side: &ClaimedOperand| match side {
                    ClaimedOperand::Name(name) => {
                        step.references().any(|reference| reference == *name)
                    }
                    ClaimedOperand::Value(value) => {
                        [step.left, step.right].into_iter().any(|operand| {
                            matches!(operand, Operand::Constant(constant)
                            if *value == constant.number())
                        })
                    }
                };
                self.procedure.is_sign_of(*number, expression.op)
                    && takes(&expression.left)
                    && takes(&expression.right)
            })
        })
    }
}

/// Returns whether a chain begins with a sign of equality.
fn continues(terms: &[Term]) -> bool {
    terms[0].is_empty() && terms.len() > 1
}
