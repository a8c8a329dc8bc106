//! Measures of a completion, from which rewards are made.
//!
//! A measure is a share from 0 to 1, or `None` if the text does not determine it. Measures are
//! stricter than verdicts: an ambiguous text, which leaves a choice to the reader, earns nothing.

use stepfall_condition::Reading;
use stepfall_grade::{
    AnswerRule, Cause, Certainty, Grader, Mode, Status, StepClaim, StepVerdict, StopReason,
    TextVerdict, Verdict,
};
use stepfall_procedure::{Arithmetic, Condition, Item};

use crate::form;
use crate::reward::Measured;

/// The measures of a completion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measures {
    /// 1 if there is an answer and every answer is correct, else 0. `None` if the text is unclear.
    pub(crate) answer: Option<f64>,
    /// The share of steps that follow from the model's own values. `None` if
    /// [`Completion::credits`] returns `None`.
    pub(crate) step: Option<f64>,
    /// The share of steps before the first error. `None` if [`Completion::credits`] returns `None`.
    pub(crate) prefix: Option<f64>,
    /// 1 if the reply has the requested form, else 0. `None` if the form is not checked.
    pub(crate) form: Option<f64>,
    /// True if the condition asks for steps.
    pub(crate) asks_for_steps: bool,
}

impl Measures {
    /// Returns the measures as a tuple for Python.
    pub(crate) const fn row(self) -> Measured {
        (self.answer, self.step, self.prefix, self.form, self.asks_for_steps)
    }
}

/// A completion with its verdict.
pub(crate) struct Completion<'a> {
    pub(crate) item: &'a Item,
    pub(crate) condition: Condition,
    pub(crate) text: &'a str,
    pub(crate) verdict: TextVerdict,
    /// True if the text cannot be graded as a reply to this question.
    pub(crate) is_unclear: bool,
}

/// The credit of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Credit {
    /// The step follows from the model's own values.
    pub(crate) is_consistent: bool,
    /// The step comes before the first error.
    pub(crate) is_before_error: bool,
}

impl<'a> Completion<'a> {
    pub(crate) fn new(item: &'a Item, condition: Condition, text: &'a str) -> Self {
        let verdict =
            Grader::new(item, condition).without_reasoning().grade(text, StopReason::Unknown);
        Self::of_verdict(item, condition, text, verdict)
    }

    /// Takes the reading of a dialogue that asks for a few steps in each turn. All replies together
    /// count as one trace.
    pub(crate) fn of_dialogue(item: &'a Item, reading: &'a Reading) -> Self {
        Self::of_verdict(item, Condition::Trace, &reading.text, reading.verdict.clone())
    }

    fn of_verdict(item: &'a Item, condition: Condition, text: &'a str, verdict: Verdict) -> Self {
        let is_unclear = matches!(verdict.primary, Mode::Unclear | Mode::WrongItem);
        let is_unclear = is_unclear && !verdict.visible.is_correct();
        Self { item, condition, text, verdict: verdict.visible, is_unclear }
    }

    /// Returns the measures. The form is checked only if `with_form` is set.
    pub(crate) fn measures(&self, with_form: bool) -> Measures {
        let credits = self.credits();
        let total = self.steps();
        let share = |counts: fn(&Credit) -> bool| {
            let counted = credits.as_ref()?.iter().filter(|credit| counts(credit)).count();
            Some(share(counted, total))
        };
        Measures {
            answer: (!self.is_unclear).then(|| number(self.is_correct())),
            step: share(|credit| credit.is_consistent),
            prefix: share(|credit| credit.is_before_error),
            form: with_form.then(|| number(form::is_kept(self.item, self.condition, self.text))),
            asks_for_steps: self.asks_for_steps(),
        }
    }

    fn asks_for_steps(&self) -> bool {
        self.condition != Condition::AnswerOnly
    }

    /// Returns whether the text has an answer, and all of its answers are correct. The value of the
    /// last step does not count as an answer, nor does a value that another number follows. So a
    /// text with several values earns nothing.
    fn is_correct(&self) -> bool {
        let answers = &self.verdict.answers;
        self.verdict.is_correct()
            && answers.iter().all(|answer| {
                let claim = &answer.claim;
                let is_single = !self.has_number_after(claim.span.end, usize::MAX);
                answer.is_correct && claim.rule != AnswerRule::LastStep && is_single
            })
    }

    /// Returns the number of steps that credits are divided by. It includes steps beyond the
    /// procedure.
    pub(crate) fn steps(&self) -> usize {
        let claimed = self.verdict.required_steps().filter(|step| step.claim.is_some()).count();
        self.verdict.required_steps().count().max(claimed + self.verdict.extra_steps)
    }

    /// Returns the credits of all steps, in order. Returns `None` if the condition asks for no
    /// steps, or if the text is unclear. Also returns `None` if the text cannot be assigned to
    /// steps with certainty, or works in another order than the procedure.
    pub(crate) fn credits(&self) -> Option<Vec<Credit>> {
        let verdict = &self.verdict;
        let is_sure = verdict.certainty == Certainty::Sure && !verdict.other_order;
        if !self.asks_for_steps() || self.is_unclear || !is_sure {
            return None;
        }
        // Steps after a false equation that belongs to no step do not count as before the first
        // error.
        let equations = verdict.roots.iter().filter(|root| root.number.is_none());
        let equations = equations.filter(|root| matches!(root.cause(), Cause::Equation(_)));
        let limit = equations.map(|root| root.at).min().unwrap_or(usize::MAX);
        let starts = self.starts();
        let mut is_before = true;
        let credits = verdict.required_steps().map(|step| {
            let counts = !step.is_revised && self.is_stated(step, &starts);
            let start = step.claim.as_ref().map(|claim| claim.value_span.start);
            let is_early = start.is_some_and(|start| start < limit);
            is_before &= counts && is_early && step.status == Status::Correct;
            let follows = matches!(step.status, Status::Correct | Status::Inherited);
            Credit { is_consistent: counts && follows, is_before_error: is_before }
        });
        Some(credits.collect())
    }

    /// Returns the positions where steps and answers begin, in the order of the text.
    fn starts(&self) -> Vec<usize> {
        let steps = self.verdict.claimed_steps().filter_map(|step| step.claim.as_ref());
        let answers = self.verdict.answers.iter().map(|answer| answer.claim.span.start);
        let mut starts: Vec<usize> = steps.map(|claim| claim.span.start).chain(answers).collect();
        starts.sort_unstable();
        starts
    }

    /// Returns whether the claim of a step names the step or shows its operands, and has one value.
    /// A number alone does not count as a step, so a list of numbers earns nothing.
    fn is_stated(&self, step: &StepVerdict, starts: &[usize]) -> bool {
        step.claim.as_ref().is_some_and(|claim| {
            let shows = claim.operation_by_name.is_some()
                || claim.operation_by_value.is_some()
                || claim.look_up.is_some();
            let statement = || self.text.get(claim.span.clone()).unwrap_or_default();
            let end = claim.value_span.end;
            let next = starts.get(starts.partition_point(|start| *start < end)).copied();
            claim.second_value.is_none()
                && (shows || statement().contains(&self.item.name(step.number)))
                && !self.has_other_value(claim)
                && (claim.rounding.is_some()
                    || !self.has_number_after(end, next.unwrap_or(usize::MAX)))
        })
    }

    /// Returns whether a statement has another whole number before its value, as in `S3 = 13 = 14`.
    /// Only integer arithmetic is checked: others have intermediate results, such as fractions.
    fn has_other_value(&self, claim: &StepClaim) -> bool {
        if self.item.procedure.arithmetic != Arithmetic::Integer {
            return false;
        }
        let before = self.text.get(claim.span.start..claim.value_span.start).unwrap_or_default();
        let value = claim.value.to_i64();
        let mut wholes = before.split('=').filter_map(|part| part.trim().parse::<i64>().ok());
        wholes.any(|number| Some(number) != value)
    }

    /// Returns whether another number follows a value in its sentence, as in `13 or 14`. Numbers in
    /// names, and the modulus of the arithmetic, are not counted. The search ends at `limit`.
    fn has_number_after(&self, end: usize, limit: usize) -> bool {
        let rest = self.text.get(end..limit.min(self.text.len())).unwrap_or_default();
        let bytes = rest.as_bytes();
        let mut is_word = false;
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => return false,
                b'.' if bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace) => return false,
                // In a structured reply every value is a separate JSON string.
                b'"' if self.condition == Condition::Structured => return false,
                b'0'..=b'9' if !is_word && !self.is_modulus(&rest[at..]) => return true,
                _ => {}
            }
            is_word = byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
        }
        false
    }

    /// Returns whether a text begins with the modulus of the arithmetic.
    fn is_modulus(&self, text: &str) -> bool {
        let Arithmetic::Modular { modulus } = self.item.procedure.arithmetic else { return false };
        let rest = text.strip_prefix(&modulus.to_string());
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    }
}

/// Returns 1 for true and 0 for false.
fn number(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

/// Returns `part` divided by `total`, or 0 if `total` is 0.
fn share(part: usize, total: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    if total == 0 { 0.0 } else { number(part) / number(total) }
}
