//! Judges work that computes in another order than the procedure, such as a sum whose positive
//! terms are added first, or a product that is split into partial products.
//!
//! Such a text contains no steps of the procedure, so a comparison with the steps finds errors
//! where there are none. Each of its equations can still be checked separately. If the answer is
//! correct and no equation is false, there is no error. If the answer is incorrect, the first false
//! equation is the error.
//!
//! Equations are checked only if the text names no step. The comparison with the steps must also
//! have found an error, no step or no certain reading. A value with a name is compared with the
//! step of that name.

use std::collections::BTreeMap;
use std::ops::Range;

use stepfall_number::Number;
use stepfall_text::{ArithmeticError, Status};

use crate::cause::{Cause, arithmetic_error_at};
use crate::certainty::{Certainty, Doubt};
use crate::claim::{ClaimedOperand, NumberForm, StepClaim, WrittenOperation};
use crate::equation::{Equation, Truth, appears_after, equations};
use crate::judge::{StepVerdict, StepVerdicts, judge};
use crate::read::Claims;
use crate::requested_procedure::RequestedProcedure;
use crate::root::roots;
use crate::token::{Equals, Token, TokenKind, Tokens};
use crate::verdict::{Answer, RootError, TextVerdict};

/// A text, with the claims that were read in it.
pub(crate) struct EquationJudge<'a> {
    pub(crate) tokens: &'a Tokens,
    pub(crate) ranges: &'a [Range<usize>],
    pub(crate) procedure: &'a RequestedProcedure<'a>,
    pub(crate) read: &'a Claims,
    /// The length of the text, in bytes.
    pub(crate) end: usize,
    /// True if the text is not cut off.
    pub(crate) is_whole: bool,
}

/// Relation between the operands of an equation and the operands of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OperandMatch {
    /// The same operands, in either order if the operation has no order.
    Same,
    /// Other signs with the same result: `5 + 3` for `5 - -3`.
    Signed,
}

impl EquationJudge<'_> {
    /// Returns the verdict by equations if the equations explain more than the steps do. Otherwise
    /// returns `text_verdict` unchanged.
    pub(crate) fn by_equations(&self, text_verdict: TextVerdict) -> TextVerdict {
        let is_sound = text_verdict.roots.is_empty()
            && text_verdict.claimed_steps().next().is_some()
            && !text_verdict.certainty.is_unclear();
        let is_settled = self.procedure.looks_up() || is_sound || text_verdict.extra_steps > 0;
        let is_answered = text_verdict.first_answer().is_some();
        if is_settled || !(is_answered || self.is_whole) || self.names_steps() {
            return text_verdict;
        }
        let equations = equations(self.tokens, self.ranges, self.procedure);
        if equations.is_empty() {
            return text_verdict;
        }
        if let Some(claims) = self.match_steps(&equations)
            && claims.len() >= text_verdict.claimed_steps().count()
        {
            return self.verdict_by_steps(text_verdict, &claims);
        }
        let answer =
            equations.last().filter(|_| !is_answered).and_then(|last| self.closing_answer(last));
        match answer {
            Some(answer) if text_verdict.claimed_steps().next().is_none() => {
                let answers = vec![answer];
                self.verdict_by_equations(TextVerdict { answers, ..text_verdict }, &equations)
            }
            None if !is_answered => text_verdict,
            _ => self.verdict_by_equations(text_verdict, &equations),
        }
    }

    /// Returns the verdict in which a false equation is the claim of a step that is not shown. The
    /// equation must fill its line, and have the operation of the step with the transcript's own
    /// values as operands. The text must not comment on the equation or correct its result. Only a
    /// verdict without errors changes: a reading that leaves out the equation must not call the work
    /// correct.
    pub(crate) fn with_false_equations(&self, text_verdict: TextVerdict) -> TextVerdict {
        let is_sound = text_verdict.is_correct()
            && text_verdict.roots.is_empty()
            && !text_verdict.certainty.is_unclear();
        let is_hidden = |step: &&StepVerdict| step.claim.is_none();
        if !is_sound
            || self.procedure.looks_up()
            || !text_verdict.steps.iter().any(|step| is_hidden(&step))
        {
            return text_verdict;
        }
        let equations = equations(self.tokens, self.ranges, self.procedure);
        let claimed = text_verdict.steps.iter();
        let claimed = claimed.filter_map(|step| Some((step.number, step.claim.clone()?)));
        let mut claims: BTreeMap<u16, StepClaim> = claimed.collect();
        let own = self.values(&claims);
        let is_of_other_step = |value: &Number, number: u16| {
            let mut others = text_verdict.steps.iter().filter(|step| step.number != number);
            others.any(|step| step.expected == *value)
        };
        for equation in equations.iter().filter(|equation| equation.truth.is_false()) {
            let mut hidden = text_verdict.steps.iter().filter(is_hidden);
            let is_step = |step: &&StepVerdict| {
                self.operand_match(equation, step.number, &own) == Some(OperandMatch::Same)
            };
            if let Some(step) = hidden.find(is_step)
                && !is_of_other_step(&equation.right, step.number)
                && self.fills_line(equation, &text_verdict.answers)
                && !self.corrects(equation, &text_verdict.answers)
            {
                claims
                    .entry(step.number)
                    .or_insert_with(|| claim(step.number, equation, OperandMatch::Same));
            }
        }
        if claims.len() == text_verdict.claimed_steps().count() {
            return text_verdict;
        }
        self.verdict_by_steps(text_verdict, &claims.into_values().collect::<Vec<_>>())
    }

    /// Returns whether an equation of three numbers is a whole line, perhaps with a bullet, a count
    /// or a full stop, and the next line does not comment on it. A fraction as the result may be a
    /// division that continues the equation, so it does not count.
    fn fills_line(&self, found: &Equation, answers: &[Answer]) -> bool {
        let Some(range) = self.ranges.iter().find(|range| {
            let (first, last) = (self.tokens.list.get(range.start), range.end.checked_sub(1));
            let last = last.and_then(|last| self.tokens.list.get(last));
            first.is_some_and(|first| first.start as usize <= found.span.start)
                && last.is_some_and(|last| found.span.end <= last.end as usize)
        }) else {
            return false;
        };
        let list = &self.tokens.list[range.clone()];
        let at = list.partition_point(|token| (token.start as usize) < found.span.start);
        let (before, rest) = list.split_at(at);
        let Some((equation, after)) = rest.split_at_checked(5) else { return false };
        let is_plain_number = |token: &Token| match token.kind {
            TokenKind::Number(index) => self.tokens.numeral(index).fraction().is_none(),
            _ => false,
        };
        let [left, op, right, equals, result] = equation else { return false };
        let is_equation = [left, right, result].into_iter().all(is_plain_number)
            && matches!(op.kind, TokenKind::Op(_))
            && equals.kind == TokenKind::Equals(Equals::Sign)
            && result.end as usize == found.span.end;
        let line_start = before.iter().rposition(Token::ends_line).map_or(0, |at| at + 1);
        let only_counts = before[line_start..].iter().all(|token| {
            matches!(token.kind, TokenKind::Bullet | TokenKind::Ordinal(_) | TokenKind::Heading)
        });
        let is_stop = |token: &Token| token.kind == TokenKind::FullStop;
        let stop = usize::from(after.first().is_some_and(is_stop));
        let ends = after.get(stop).is_none_or(Token::ends_line);
        // Anything between these tokens, such as `²` or `\not`, may change what is meant.
        let from = line_start.saturating_sub(1);
        let until = (at + equation.len() + stop + 1).min(list.len());
        let previous = (range.start + from).checked_sub(1).and_then(|at| self.tokens.list.get(at));
        let mut end = previous.map_or(0, |token| token.end);
        let is_close = list[from..until].iter().all(|token| {
            let before = std::mem::replace(&mut end, token.end);
            token.start.saturating_sub(before) <= 1
        });
        is_equation && only_counts && ends && is_close && !is_remark(&after[stop..], answers)
    }

    /// Returns whether the correct result of a false equation appears after it. An announced answer
    /// does not count, and neither does an operand.
    fn corrects(&self, found: &Equation, answers: &[Answer]) -> bool {
        let announced = answers.iter().filter(|answer| answer.claim.rule.is_explicit());
        let announced: Vec<usize> = announced.map(|answer| answer.claim.span.start).collect();
        let place = (found.span.end, announced.as_slice());
        appears_after((self.tokens, self.ranges), &[], place, &[], &found.left)
    }

    /// Returns the result of the last equation as an answer, if nothing comes after it:
    /// `326,000 + 12,388 = 338,388`.
    fn closing_answer(&self, found: &Equation) -> Option<Answer> {
        let range = self.ranges.last()?;
        let list = &self.tokens.list[range.clone()];
        let after = list.iter().rev().take_while(|token| token.start as usize >= found.span.end);
        let is_end = |token: &Token| {
            token.ends_line() || matches!(token.kind, TokenKind::FullStop | TokenKind::Close)
        };
        let is_number = list.iter().any(|token| {
            (token.start as usize..token.end as usize) == found.value_span
                && matches!(token.kind, TokenKind::Number(_))
        });
        (is_number && after.clone().all(is_end))
            .then(|| Answer::of_last_step(self.procedure, &found.value_span, &found.right))
    }

    /// Returns the equations as claims if each of them is a step, in any order. Leaves out
    /// equations that repeat or check an earlier one.
    fn match_steps(&self, equations: &[Equation]) -> Option<Vec<StepClaim>> {
        let mut claims: BTreeMap<u16, StepClaim> = BTreeMap::new();
        for equation in equations {
            let is_repeated =
                |claim: &StepClaim| claim.value == equation.right && takes(claim, equation);
            if claims.values().any(|claim| is_repeated(claim) || checks(equation, claim)) {
                continue;
            }
            let own = self.values(&claims);
            let mut open = self.procedure.steps().filter(|number| !claims.contains_key(number));
            let found =
                open.find_map(|number| Some((number, self.operand_match(equation, number, &own)?)));
            let (number, operand_match) = found?;
            claims.insert(number, claim(number, equation, operand_match));
        }
        Some(claims.into_values().collect())
    }

    /// Returns the values of the inputs and of all steps. A step without a claim has the value that
    /// follows from earlier values.
    fn values(&self, claims: &BTreeMap<u16, StepClaim>) -> Vec<Option<Number>> {
        let mut own = self.procedure.given_inputs();
        for number in self.procedure.steps() {
            let claimed = claims.get(&number).map(|claim| claim.value.clone());
            let value = claimed.or_else(|| self.procedure.consistent_value(number, &own));
            own.push(value);
        }
        own
    }

    /// Returns the relation between an equation and a step. `own` has the values of the inputs and
    /// of all steps. Returns `None` if the equation is not that step.
    fn operand_match(
        &self,
        equation: &Equation,
        number: u16,
        own: &[Option<Number>],
    ) -> Option<OperandMatch> {
        let [first, second] = equation.operands.as_slice() else { return None };
        let step = self.procedure.step_for_own_values(number, own);
        let left = self.procedure.operand(number, step.left, own)?;
        let right = self.procedure.operand(number, step.right, own)?;
        let straight = *first == *left && *second == *right;
        let turned = !step.op.is_order_sensitive() && *first == *right && *second == *left;
        let is_signed = || first.abs() == left.abs() && second.abs() == right.abs();
        let operand_match = match straight || turned {
            true => OperandMatch::Same,
            false if is_signed() => OperandMatch::Signed,
            false => return None,
        };
        let result = self.procedure.exact(step, &left, &right);
        (result.as_ref() == Some(&equation.left)).then_some(operand_match)
    }

    /// Returns the verdict with the claims of a text whose equations are steps.
    fn verdict_by_steps(&self, mut text_verdict: TextVerdict, claims: &[StepClaim]) -> TextVerdict {
        let last = claims.last().filter(|claim| claim.number == self.procedure.last());
        if let Some(last) = last.filter(|_| text_verdict.answers.is_empty()) {
            text_verdict.answers =
                vec![Answer::of_last_step(self.procedure, &last.value_span, &last.value)];
        }
        let first = text_verdict.first_answer().map(|answer| &answer.claim.value);
        let work = judge(self.procedure, claims, &self.read.inputs, None, first);
        let roots = roots(self.procedure, &work, &text_verdict.answers, self.read, self.end);
        let StepVerdicts { steps, extra_steps: extra, .. } = work;
        let certainty = Certainty::Likely(Doubt::Fitted);
        TextVerdict { steps, roots, extra_steps: extra, certainty, ..text_verdict }
    }

    /// Returns the verdict on a text that computes in another order. The first false equation is
    /// the error, unless a real error in a step comes first. If no equation is false and the answer
    /// is correct, there is no error.
    fn verdict_by_equations(
        &self,
        text_verdict: TextVerdict,
        equations: &[Equation],
    ) -> TextVerdict {
        let is_correct = text_verdict.is_correct();
        if is_correct && is_one_step_off(&text_verdict) {
            return text_verdict;
        }
        // With a correct answer, only an equation with a number as its result counts as false. Many
        // texts write `=` loosely between two expressions.
        let is_false = |equation: &&Equation| {
            equation.truth == Truth::False && (equation.has_result || !is_correct)
        };
        let first_false = equations.iter().find(is_false);
        let first_root = text_verdict.roots.first();
        let is_first = |root: &RootError| first_false.is_none_or(|found| root.at < found.span.end);
        if first_root.is_some_and(|root| {
            is_first(root) && is_real_error(root, &text_verdict, equations, is_correct)
        }) {
            return text_verdict;
        }
        match first_false {
            Some(_) if is_correct && first_root.is_none() => text_verdict,
            Some(found) => {
                let root = self.error(found);
                self.reread(text_verdict, vec![root])
            }
            None if is_correct => self.reread(text_verdict, Vec::new()),
            None if are_in_true_ones(&text_verdict, equations) => {
                let at =
                    text_verdict.first_answer().map_or(self.end, |answer| answer.claim.span.start);
                let causes = vec![Cause::Unexplained];
                self.reread(
                    text_verdict,
                    vec![RootError { number: None, causes, at, repaired: None }],
                )
            }
            None => text_verdict,
        }
    }

    fn error(&self, equation: &Equation) -> RootError {
        let arithmetic_error =
            arithmetic_error_at(self.procedure.answer_places(), &equation.right, &equation.left);
        let cause = Cause::Equation(arithmetic_error.unwrap_or(ArithmeticError::Other));
        RootError { number: None, causes: vec![cause], at: equation.span.start, repaired: None }
    }

    /// Returns the verdict that keeps only the correct claims and has these root errors.
    fn reread(&self, text_verdict: TextVerdict, roots: Vec<RootError>) -> TextVerdict {
        let is_correct =
            |step: &&StepVerdict| matches!(step.status, Status::Correct | Status::Recovered);
        let claims =
            text_verdict.steps.iter().filter(is_correct).filter_map(|step| step.claim.clone());
        let claims: Vec<StepClaim> = claims.collect();
        let work =
            judge(self.procedure, &claims, &self.read.inputs, None, Some(&self.procedure.answer));
        // The truth of an equation does not depend on which step it belongs to.
        let certainty = Certainty::Sure;
        TextVerdict { steps: work.steps, roots, other_order: true, certainty, ..text_verdict }
    }

    /// Returns whether the text names a step. A long description such as `the third number` may
    /// mean a term of a sum, so it does not count as a name.
    fn names_steps(&self) -> bool {
        /// The most bytes that LaTeX adds to a name.
        const MARKS: usize = 5;
        let mut all = self.ranges.iter().flat_map(|range| &self.tokens.list[range.clone()]);
        all.any(|token| match token.kind {
            TokenKind::Name(number) if self.procedure.steps().contains(&number) => {
                let length = (token.end - token.start) as usize;
                length <= self.procedure.item.name(number).len() + MARKS
            }
            TokenKind::Name(number) => number > self.procedure.last(),
            _ => false,
        })
    }
}

/// Returns whether the next line has a word and no answer, so that it may be a remark on the line
/// before.
fn is_remark(after: &[Token], answers: &[Answer]) -> bool {
    let next = after.iter().skip_while(|token| token.ends_line());
    let next: Vec<&Token> = next.take_while(|token| !token.ends_line()).collect();
    let is_answer = |token: &&Token| {
        answers.iter().any(|answer| answer.claim.span.start == token.start as usize)
    };
    next.iter().any(|token| matches!(token.kind, TokenKind::Word(_))) && !next.iter().any(is_answer)
}

/// Returns whether an error found by comparison with the steps is a real error. In a false
/// equation, the error must be one of arithmetic or rounding. Elsewhere, the answer must be
/// incorrect and the errors must explain it. An unexplained value or operand in a true equation is
/// not an error. `is_correct` is true if the answer is correct.
fn is_real_error(
    root: &RootError,
    text_verdict: &TextVerdict,
    equations: &[Equation],
    is_correct: bool,
) -> bool {
    let is_arithmetic_error = matches!(root.cause(), Cause::ArithmeticError(_) | Cause::Rounded);
    if is_in(root, text_verdict, equations, Truth::is_false) {
        return is_arithmetic_error;
    }
    let is_foreign = match root.cause() {
        Cause::Unexplained => true,
        // A single unknown operand may be a miscopied number, which is a real error.
        Cause::Operand { took: None, .. } => text_verdict.roots.len() > 1,
        _ => false,
    };
    let is_in_true_equation = is_foreign && is_in(root, text_verdict, equations, Truth::is_true);
    !is_correct && !is_in_true_equation && leads_on(text_verdict)
}

/// Returns whether there are errors in shown steps, and the equations of all these steps are true.
fn are_in_true_ones(text_verdict: &TextVerdict, equations: &[Equation]) -> bool {
    let mut shown =
        text_verdict.roots.iter().filter(|root| claim_of(root, text_verdict).is_some()).peekable();
    shown.peek().is_some() && shown.all(|root| is_in(root, text_verdict, equations, Truth::is_true))
}

/// Returns whether an error is in an equation with this truth.
fn is_in(
    root: &RootError,
    text_verdict: &TextVerdict,
    equations: &[Equation],
    truth: impl Fn(Truth) -> bool,
) -> bool {
    let Some(claim) = claim_of(root, text_verdict) else { return false };
    equations.iter().any(|equation| {
        truth(equation.truth)
            && equation.span.start < claim.span.end
            && claim.span.start < equation.span.end
    })
}

/// Returns the claim of a step that an equation makes.
fn claim(number: u16, equation: &Equation, operand_match: OperandMatch) -> StepClaim {
    let mut sides = equation.operands.iter().cloned().map(ClaimedOperand::Value);
    let op = equation.op.filter(|_| operand_match == OperandMatch::Same);
    let values = op.zip(sides.next().zip(sides.next()));
    let values = values.map(|(op, (left, right))| WrittenOperation { op, left, right });
    StepClaim {
        number,
        value: equation.right.clone(),
        second_value: None,
        rounding: None,
        opens_line: false,
        // The position of the claim means nothing, because steps without names may come in any
        // order.
        shares_row: true,
        form: NumberForm::Decimal,
        span: equation.span.clone(),
        value_span: equation.value_span.clone(),
        operation_by_name: None,
        operation_by_value: values,
        look_up: None,
        equation: None,
        is_corrected: false,
    }
}

/// Returns whether a claim is written with the operands of an equation.
fn takes(claim: &StepClaim, equation: &Equation) -> bool {
    let values = claim.operation_by_value.as_ref().and_then(WrittenOperation::values);
    values.is_some_and(|(left, right)| equation.operands.iter().eq([left, right]))
}

/// Returns whether an equation checks a claimed value by the inverse operation: `57 / 3 = 19` after
/// `19 * 3 = 57`.
fn checks(equation: &Equation, claim: &StepClaim) -> bool {
    let Some((left, right)) = claim.operation_by_value.as_ref().and_then(WrittenOperation::values)
    else {
        return false;
    };
    let [first, second] = equation.operands.as_slice() else { return false };
    let mut claimed = [left, right, &claim.value].map(Number::abs);
    let mut written = [first, second, &equation.right].map(Number::abs);
    claimed.sort();
    written.sort();
    claimed == written && equation.right.abs() != claim.value.abs()
}

/// Returns the claim of the step with the error, if there is one.
fn claim_of<'v>(root: &RootError, text_verdict: &'v TextVerdict) -> Option<&'v StepClaim> {
    text_verdict.step(root.number?)?.claim.as_ref()
}

/// Returns whether every step is shown and the last step is correct, while the only root error is
/// another operand or operation of the procedure. No step may be recovered. Such a text follows the
/// procedure and has an error.
fn is_one_step_off(text_verdict: &TextVerdict) -> bool {
    let [root] = text_verdict.roots.as_slice() else { return false };
    let is_known = matches!(
        root.cause(),
        Cause::Operand { took: Some(_), .. }
            | Cause::Swapped
            | Cause::Operation(_)
            | Cause::Table(_)
    );
    let ends_correct = text_verdict
        .steps
        .last()
        .is_some_and(|last| last.claim.as_ref().is_some_and(|claim| claim.value == last.expected));
    let returns = text_verdict.steps.iter().any(|step| step.status == Status::Recovered);
    is_known
        && ends_correct
        && !returns
        && text_verdict.steps.iter().all(|step| step.claim.is_some())
}

/// Returns whether the errors in steps explain the answer. All errors must be in steps, and no step
/// may be skipped or not reached.
fn leads_on(text_verdict: &TextVerdict) -> bool {
    !text_verdict.roots.is_empty()
        && text_verdict.roots.iter().all(|root| {
            root.number.is_some() && !matches!(root.cause(), Cause::Stopped | Cause::Skipped)
        })
}
