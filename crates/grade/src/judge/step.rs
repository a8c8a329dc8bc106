//! Judges one step after another.

use stepfall_number::Number;
use stepfall_procedure::{Operand, Step};
use stepfall_text::Status;

use super::StepVerdict;
use super::choice::ByStep;
use crate::cause::{Cause, StepContext, causes};
use crate::claim::{ClaimedOperand, StepClaim};
use crate::equation::Truth;
use crate::requested_procedure::RequestedProcedure;
use crate::rounding::is_rounding;

/// The most claims of one step whose values are stored.
const MAX_VALUES: usize = 16;

pub(super) struct Judge<'a> {
    pub(super) procedure: &'a RequestedProcedure<'a>,
    claims: &'a ByStep<'a>,
    /// The values that the text gives to the inputs.
    inputs: &'a [Option<Number>],
    /// The transcript's own values so far. Value number n has index n - 1.
    pub(super) own_values: Vec<Option<Number>>,
    /// The transcript's own values with exact quotients in place of rounded ones. `None` until an
    /// inexact quotient is shown rounded.
    unrounded: Option<Vec<Option<Number>>>,
    /// The distinct claimed values of each step, with the same indices as `own_values`. Empty for a step
    /// that is claimed at most once.
    values: Vec<Vec<Number>>,
    /// True if a later step used each value correctly, with the same indices as `own_values`.
    used: Vec<bool>,
    /// The number of the latest step that is claimed or that the prompt already shows as done.
    pub(super) previous: u16,
    /// Counts of the ambiguous values that were taken in their first and in their second reading.
    readings: [u32; 2],
    /// The position of the latest first claim among the steps judged so far, in bytes. Claims that
    /// share a row are ignored.
    furthest: usize,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        procedure: &'a RequestedProcedure<'a>,
        claims: &'a ByStep<'a>,
        inputs: &'a [Option<Number>],
    ) -> Self {
        let mut own = Vec::with_capacity(procedure.truth.len());
        own.extend(procedure.given_inputs());
        let values =
            (1..=procedure.last()).map(|number| values(procedure, claims, number)).collect();
        let used = vec![false; procedure.truth.len()];
        Self {
            procedure,
            claims,
            inputs,
            own_values: own,
            unrounded: None,
            values,
            used,
            previous: procedure.first() - 1,
            readings: [0; 2],
            furthest: 0,
        }
    }

    /// Returns whether ambiguous numbers fit only in their second reading.
    pub(super) const fn fits_second_reading(&self) -> bool {
        self.readings[0] == 0 && self.readings[1] > 0
    }

    /// Judges one step by the claim that counts, and updates earlier steps that were left out.
    pub(super) fn step(
        &mut self,
        number: u16,
        chosen: Option<&StepClaim>,
        earlier: &mut [StepVerdict],
    ) -> StepVerdict {
        let expected = self.procedure.truth[usize::from(number) - 1].clone();
        let mut verdict = StepVerdict::not_shown(number, expected);
        if self.procedure.is_given(number) {
            return self.given_step(verdict);
        }
        let followed = self.procedure.consistent_value(number, &self.own_values);
        let Some(chosen) = chosen else {
            verdict.consistent_value.clone_from(&followed);
            if let Some(unrounded) = &mut self.unrounded {
                let exact = self.procedure.consistent_value(number, unrounded);
                unrounded.push(exact.filter(|exact| exact.to_fraction().is_some()));
            }
            self.own_values.push(followed);
            return verdict;
        };
        let mut claim = self.with_evidence(number, chosen);
        self.read_signs(number, &mut claim);
        self.take_fitting_reading(&mut claim, &verdict.expected, followed.as_ref());
        if number == self.procedure.last() {
            self.take_rounding_for_exact(&mut claim, followed.as_ref());
        }
        let (followed, follows) = self.check_consistency(number, &claim, followed, earlier);
        verdict.status = match (claim.value == verdict.expected, follows) {
            (true, true) => Status::Correct,
            (false, true) => Status::Inherited,
            (true, false) => Status::Recovered,
            (false, false) => Status::RootError,
        };
        // The value may be correct although the written operation has another result.
        if verdict.status == Status::Correct && self.has_false_equation(number, &claim) {
            verdict.status = Status::RootError;
        }
        if verdict.status == Status::RootError {
            let miscopied = self.miscopied_input(number, &claim);
            let context = StepContext {
                procedure: self.procedure,
                own_values: &self.own_values,
                claimed: &self.values,
                shows_operands: self.shows_operands(number),
                number,
                form: claim.form,
            };
            verdict.hypotheses =
                miscopied.map_or_else(|| causes(&context, &claim), |cause| vec![cause]);
        }
        if self.unrounded.is_some() || verdict.status == Status::Inherited {
            self.keep_unrounded(number, &claim.value, followed.as_ref().filter(|_| follows));
        }
        verdict.by_cancellation =
            verdict.status == Status::Correct && self.has_incorrect_operand(number);
        verdict.consistent_value = followed;
        self.note_repetition(&mut verdict, &claim.value);
        let alone = self.procedure.is_isolated().then(|| verdict.expected.clone());
        self.own_values.push(Some(alone.unwrap_or_else(|| claim.value.clone())));
        self.previous = number;
        verdict.claim = Some(claim);
        verdict
    }

    /// Returns the verdict on a step that the prompt already shows as done. Later steps are judged
    /// with its value.
    fn given_step(&mut self, verdict: StepVerdict) -> StepVerdict {
        if let Some(unrounded) = &mut self.unrounded {
            unrounded.push(Some(verdict.expected.clone()));
        }
        self.own_values.push(Some(verdict.expected.clone()));
        self.previous = verdict.number;
        StepVerdict {
            status: Status::Given,
            consistent_value: Some(verdict.expected.clone()),
            ..verdict
        }
    }

    /// Returns the claim that counts. If it has no operation, the operation of an earlier claim of
    /// the step is added.
    fn with_evidence(&self, number: u16, chosen: &StepClaim) -> StepClaim {
        let mut claim = chosen.clone();
        let others = self.claims.claims_for_step(number);
        if others.len() < 2 || has_written_operation(&claim) {
            return claim;
        }
        let mut before = others
            .filter(|other| other.span.start <= claim.span.start && has_written_operation(other));
        let same = before.clone().find(|other| other.value == claim.value);
        let Some(shown) = same.or_else(|| before.next_back()) else { return claim };
        if shown.value == claim.value {
            claim.span = shown.span.clone();
            claim.value_span = shown.value_span.clone();
            claim.equation = shown.equation;
        }
        claim.operation_by_name.clone_from(&shown.operation_by_name);
        claim.operation_by_value.clone_from(&shown.operation_by_value);
        claim.look_up.clone_from(&shown.look_up);
        claim
    }

    /// Replaces the signs of written operations by their meaning, if the condition gives signs
    /// another meaning.
    fn read_signs(&self, number: u16, claim: &mut StepClaim) {
        let step = self.procedure.step_for_own_values(number, &self.own_values);
        if let Some(names) = &mut claim.operation_by_name {
            names.op = self.procedure.sign_of_names(number, step, names.op);
        }
        let op = |values| self.procedure.sign_of_values(step, values, &claim.value);
        if let Some(op) = claim.operation_by_value.as_ref().map(op)
            && let Some(values) = &mut claim.operation_by_value
        {
            values.op = op;
        }
    }

    /// Takes the second reading of an ambiguous number if only that reading fits.
    fn take_fitting_reading(
        &mut self,
        claim: &mut StepClaim,
        expected: &Number,
        followed: Option<&Number>,
    ) {
        let Some(other) = claim.second_value.take() else { return };
        let fits = |value: &Number| Some(value) == followed || value == expected;
        let second = fits(&other) && !fits(&claim.value);
        self.readings[usize::from(second)] += 1;
        if second {
            claim.value = other;
        }
    }

    /// Replaces the claimed value of the last step by the exact value, if rounding the exact value
    /// as an answer leads to the claimed one.
    fn take_rounding_for_exact(&self, claim: &mut StepClaim, followed: Option<&Number>) {
        let last = self.procedure.truth.last();
        let exact = [followed, last]
            .into_iter()
            .flatten()
            .find(|exact| **exact != claim.value && self.procedure.answer_of(exact) == claim.value);
        if let Some(exact) = exact {
            claim.value = exact.clone();
        }
    }

    /// Returns the result of the step on the transcript's own values, and whether the claim agrees
    /// with it. If the claim agrees only after hidden steps are rounded or left out, updates the
    /// own values accordingly.
    fn check_consistency(
        &mut self,
        number: u16,
        claim: &StepClaim,
        followed: Option<Number>,
        earlier: &mut [StepVerdict],
    ) -> (Option<Number>, bool) {
        if self.agrees(claim, followed.as_ref()) {
            self.use_operands(number);
            return (followed, true);
        }
        if self.procedure.is_isolated() {
            return (followed, false);
        }
        // The text may show a rounded quotient but continue with the exact one.
        let unrounded =
            self.unrounded.as_ref().and_then(|own| self.procedure.consistent_value(number, own));
        if self.agrees(claim, unrounded.as_ref()) {
            self.use_operands(number);
            return (unrounded, true);
        }
        let is_true = self.procedure.truth[usize::from(number) - 1] == claim.value;
        if !is_true && self.takes_true_values(number, claim) {
            self.use_operands(number);
            return (Some(claim.value.clone()), true);
        }
        if self.rounds_unseen(number, &claim.value) {
            self.use_operands(number);
            return (self.procedure.consistent_value(number, &self.own_values), true);
        }
        let Some(left_out) = self.omitted_steps(number, claim, earlier) else {
            return (followed, false);
        };
        for at in left_out.steps {
            earlier[at].status = Status::Skipped;
        }
        self.own_values = left_out.own_values;
        let followed = self.procedure.consistent_value(number, &self.own_values);
        let follows =
            self.agrees(claim, followed.as_ref()) || self.follows_as_written(number, claim);
        (followed, follows)
    }

    /// Returns the cause if a claim follows from another value that the text gives to an input. The
    /// input has that value from then on.
    fn miscopied_input(&mut self, number: u16, claim: &StepClaim) -> Option<Cause> {
        for (index, stated) in self.inputs.iter().enumerate() {
            let reference = u16::try_from(index + 1).ok()?;
            let is_taken = self.procedure.references(number).any(|taken| taken == reference);
            if !is_taken || stated.is_none() || *stated == self.own_values[index] {
                continue;
            }
            let known = std::mem::replace(&mut self.own_values[index], stated.clone());
            let followed = self.procedure.consistent_value(number, &self.own_values);
            if self.agrees(claim, followed.as_ref()) {
                let instead_of = Some(Operand::Value(reference));
                return Some(Cause::Operand { took: None, instead_of });
            }
            self.own_values[index] = known;
        }
        None
    }

    /// Appends the value of a claimed step to `unrounded`: the exact value if the claim is its
    /// rounding, else the claimed value. The first rounded claim starts the list. `followed` is the
    /// result of the step on the transcript's own values, if the claim agrees with it.
    fn keep_unrounded(&mut self, number: u16, value: &Number, followed: Option<&Number>) {
        let rounded = followed.filter(|followed| *followed != value && !value.is_integer());
        if self.unrounded.is_none() && rounded.is_some() {
            self.unrounded = Some(self.own_values.clone());
        }
        let Some(unrounded) = &self.unrounded else { return };
        // An exact value that is too long for a fraction is replaced by the claimed value.
        let exact = self.procedure.consistent_value(number, unrounded).filter(|exact| {
            followed.is_some()
                && exact.to_fraction().is_some()
                && self.procedure.agrees(value, exact)
        });
        let exact = exact.unwrap_or_else(|| value.clone());
        if let Some(unrounded) = &mut self.unrounded {
            unrounded.push(Some(exact));
        }
    }

    fn agrees(&self, claim: &StepClaim, followed: Option<&Number>) -> bool {
        followed.is_some_and(|followed| self.procedure.agrees(&claim.value, followed))
    }

    /// Returns whether a claim follows from the values that are written with it.
    fn follows_as_written(&self, number: u16, claim: &StepClaim) -> bool {
        let operands = claim.operation_by_value.as_ref().and_then(|values| values.values());
        let value = operands.and_then(|(left, right)| {
            self.procedure.apply(self.procedure.step_for_operands(number, left, right), left, right)
        });
        self.agrees(claim, value.as_ref())
    }

    /// Returns whether a claim follows from the written operands, and each of these is the text's
    /// earlier value or the correct value of its step.
    fn takes_true_values(&self, number: u16, claim: &StepClaim) -> bool {
        let step = self.procedure.step_for_own_values(number, &self.own_values);
        let Some(values) = claim.operation_by_value.as_ref().filter(|values| values.op == step.op)
        else {
            return false;
        };
        let Some((left, right)) = values.values() else { return false };
        let is_operand = |written: &Number, operand: Operand| {
            let index = operand.reference().map(|reference| usize::from(reference) - 1);
            self.procedure.operand(number, operand, &self.own_values).as_deref() == Some(written)
                || index.is_some_and(|index| self.procedure.truth[index] == *written)
        };
        is_operand(left, step.left)
            && is_operand(right, step.right)
            && self.follows_as_written(number, claim)
    }

    /// Returns whether a claim with the correct value has a false equation.
    ///
    /// An equation that is true after rounding counts as false only if exactly one written operand
    /// is an operand of the step. The same holds for operands and a result that are not written as
    /// one equation, if the claim also names the operands, as in a table. The signs of operands do
    /// not count, because some texts write the sign only in the result.
    fn has_false_equation(&self, number: u16, claim: &StepClaim) -> bool {
        let truth = claim.equation.unwrap_or(Truth::Open);
        if truth == Truth::True {
            return false;
        }
        if truth == Truth::False && !self.procedure.changes_signs() {
            return true;
        }
        let Some(values) = &claim.operation_by_value else { return false };
        let Some((left, right)) = values.values() else { return false };
        let step = self.procedure.step_for_own_values(number, &self.own_values);
        let comes_to = self.procedure.apply(Step { op: values.op, ..step }, left, right);
        if comes_to.as_ref() == Some(&claim.value) {
            return false;
        }
        let [is_left, is_right] =
            [(left, step.left), (right, step.right)].map(|(written, operand)| {
                let own = self.procedure.operand(number, operand, &self.own_values);
                own.is_some_and(|own| own.abs() == written.abs() || is_rounding(written, &own))
            });
        let has_one = is_left != is_right;
        match truth {
            Truth::False => true,
            Truth::Rounded => has_one,
            Truth::True | Truth::Open => {
                has_one && !claim.is_corrected && self.names_operands(number, claim)
            }
        }
    }

    /// Returns whether a claim names the operands of its step, in their order.
    fn names_operands(&self, number: u16, claim: &StepClaim) -> bool {
        let step = self.procedure.step_for_own_values(number, &self.own_values);
        let is_named = |written: &ClaimedOperand, operand: Operand| match (written, operand) {
            (ClaimedOperand::Name(name), Operand::Value(number)) => *name == number,
            (ClaimedOperand::Value(value), Operand::Constant(constant)) => {
                *value == constant.number()
            }
            _ => false,
        };
        claim.operation_by_name.as_ref().is_some_and(|names| {
            is_named(&names.left, step.left) && is_named(&names.right, step.right)
        })
    }

    /// Returns whether the values of all operands of a step are in the prompt or claimed.
    fn shows_operands(&self, number: u16) -> bool {
        let is_shown = |operand| {
            self.procedure.is_given(operand) || self.claims.claims_for_step(operand).len() > 0
        };
        self.procedure.references(number).all(is_shown)
    }

    fn use_operands(&mut self, number: u16) {
        for reference in self.procedure.references(number) {
            self.used[usize::from(reference) - 1] = true;
        }
    }

    pub(super) fn is_used(&self, number: u16) -> bool {
        self.used[usize::from(number) - 1]
    }

    fn has_incorrect_operand(&self, number: u16) -> bool {
        self.procedure.references(number).any(|reference| {
            let index = usize::from(reference) - 1;
            self.own_values[index].as_ref() != Some(&self.procedure.truth[index])
        })
    }

    /// Records whether the step was claimed again, or after a later one.
    fn note_repetition(&mut self, verdict: &mut StepVerdict, value: &Number) {
        let mut claims = self.claims.claims_for_step(verdict.number);
        let several = claims.len() > 1;
        verdict.is_revised = claims.clone().any(|other| other.value != *value);
        verdict.is_repeated = several && !verdict.is_revised;
        let first = claims.next().filter(|claim| !claim.shares_row);
        let first = first.map_or(self.furthest, |claim| claim.value_span.start);
        verdict.out_of_order = if self.procedure.is_shuffled {
            self.is_before_an_operand(verdict.number, first)
        } else {
            first < self.furthest
        };
        self.furthest = self.furthest.max(first);
    }

    /// Returns whether an operand of a step is first claimed after this position.
    fn is_before_an_operand(&self, number: u16, place: usize) -> bool {
        let mut claims = self
            .procedure
            .references(number)
            .map(|reference| self.claims.claims_for_step(reference));
        claims.any(|mut claims| {
            let first = claims.next().filter(|claim| !self.procedure.is_input(claim.number));
            first.is_some_and(|claim| claim.value_span.start > place)
        })
    }
}

/// Returns the distinct values of a step that was claimed several times, or an empty list.
fn values(procedure: &RequestedProcedure<'_>, claims: &ByStep<'_>, number: u16) -> Vec<Number> {
    let mut values = Vec::new();
    let of_step = claims.claims_for_step(number);
    if !procedure.is_input(number) && of_step.len() > 1 {
        for claim in of_step.take(MAX_VALUES) {
            if !values.contains(&claim.value) {
                values.push(claim.value.clone());
            }
        }
    }
    values
}

/// Returns whether an operation is written with a claim.
const fn has_written_operation(claim: &StepClaim) -> bool {
    claim.operation_by_name.is_some()
        || claim.operation_by_value.is_some()
        || claim.look_up.is_some()
}
