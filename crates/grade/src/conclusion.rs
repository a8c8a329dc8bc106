//! Derives failure modes from the verdicts on steps and answers.

use std::ops::Range;

use stepfall_text::{Mode, Status};

use crate::answer_error::{has_other_form, is_premature};
use crate::cause::Cause;
use crate::certainty::Certainty;
use crate::claim::AnswerRule;
use crate::judge::{StepVerdict, judge};
use crate::metrics::Metrics;
use crate::requested_procedure::RequestedProcedure;
use crate::text_facts::{Completeness, TextFacts};
use crate::verdict::{Reasoning, RootError, TextVerdict, Verdict};

/// The kind of a text. It decides whether the text may be about another item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// A whole text, which may be about this item or about another.
    Whole,
    /// A dialogue in which each turn names its subject. Values that do not fit do not indicate
    /// another item, because each value was requested.
    Dialogue,
    /// Replies in a dialogue that is known to be about the item.
    Turns,
}

/// Adds failure modes and metrics to the parts of a verdict, and returns the verdict.
pub(crate) fn conclude(
    procedure: &RequestedProcedure<'_>,
    kind: TextKind,
    text_facts: &TextFacts,
    text_verdict: TextVerdict,
    reasoning: Option<Reasoning>,
    samples: Vec<Range<usize>>,
) -> Verdict {
    let wrong_item =
        kind != TextKind::Turns && is_of_another_item(procedure, kind, text_facts, &text_verdict);
    let mut modes = if wrong_item {
        vec![Mode::WrongItem]
    } else {
        modes(procedure, text_facts, &text_verdict)
    };
    let primary = primary(&modes, &text_verdict);
    // Add the primary mode if it is missing. That happens to `Unexplained` if the answer is
    // incorrect without a root error.
    if let Err(at) = modes.binary_search(&primary) {
        modes.insert(at, primary);
    }
    let text_verdict =
        if wrong_item { without_steps(procedure, text_verdict) } else { text_verdict };
    let metrics = Metrics::of(&text_verdict, &procedure.truth);
    Verdict { visible: text_verdict, reasoning, modes, primary, metrics, samples }
}

/// Reduces the verdict on a text about another procedure to its answers.
fn without_steps(procedure: &RequestedProcedure<'_>, text_verdict: TextVerdict) -> TextVerdict {
    let work = judge(procedure, &[], &[None, None], None, None);
    TextVerdict {
        answers: text_verdict.answers,
        steps: work.steps,
        roots: Vec::new(),
        extra_steps: 0,
        certainty: Certainty::Sure,
        other_order: false,
    }
}

fn is_of_another_item(
    procedure: &RequestedProcedure<'_>,
    kind: TextKind,
    text_facts: &TextFacts,
    text_verdict: &TextVerdict,
) -> bool {
    let claimed = text_verdict.claimed_steps().count();
    let is_true =
        |step: &&StepVerdict| step.claim.as_ref().is_some_and(|claim| claim.value == step.expected);
    let few_true = text_verdict.claimed_steps().filter(is_true).count() * 2 <= claimed;
    let foreign = text_facts.foreign as usize > claimed * 2;
    if text_verdict.is_correct() || text_facts.states_inputs {
        return false;
    }
    let does_not_fit = (text_facts.other_inputs && few_true)
        || foreign
        || (kind == TextKind::Whole && nothing_fits(procedure, text_verdict));
    text_facts.other_steps || does_not_fit
}

/// Returns whether at least four steps with known operands are claimed, and at least 80 % of them
/// do not follow from their operands. The first claimed step must be such an error, and at most
/// half of the errors may be arithmetic errors or roundings. Steps with a hidden operand do not
/// count, because the model may not have done the hidden step.
fn nothing_fits(procedure: &RequestedProcedure<'_>, text_verdict: &TextVerdict) -> bool {
    /// The fewest claims that are enough evidence.
    const ENOUGH: usize = 4;
    let error = |step: &StepVerdict| step.status == Status::RootError;
    let small = |step: &&StepVerdict| {
        matches!(step.hypotheses.first(), Some(Cause::ArithmeticError(_) | Cause::Rounded))
    };
    let claimed: Vec<u16> = text_verdict.claimed_steps().map(|step| step.number).collect();
    let is_known = |number| procedure.is_given(number) || claimed.binary_search(&number).is_ok();
    let derived: Vec<&StepVerdict> = text_verdict
        .claimed_steps()
        .filter(|step| procedure.references(step.number).all(is_known))
        .collect();
    let errors = derived.iter().filter(|step| error(step)).count();
    derived.len() >= ENOUGH
        && text_verdict.claimed_steps().next().is_some_and(error)
        && errors * 10 >= derived.len() * 8
        && derived.iter().filter(|step| small(step)).count() * 2 <= errors
}

/// Returns all failure modes that apply, except [`Mode::WrongItem`].
fn modes(
    procedure: &RequestedProcedure<'_>,
    text_facts: &TextFacts,
    text_verdict: &TextVerdict,
) -> Vec<Mode> {
    let evidence = ModeEvidence { procedure, text_facts, text_verdict };
    Mode::ALL.into_iter().filter(|mode| evidence.applies(*mode)).collect()
}

/// The facts that decide which modes apply.
struct ModeEvidence<'a> {
    procedure: &'a RequestedProcedure<'a>,
    text_facts: &'a TextFacts,
    text_verdict: &'a TextVerdict,
}

impl ModeEvidence<'_> {
    fn applies(&self, mode: Mode) -> bool {
        let Self { text_facts, text_verdict, .. } = self;
        let correct = text_verdict.is_correct();
        let answered = text_verdict.first_answer().is_some();
        let incorrect = answered && !correct;
        match mode {
            Mode::WrongItem => false,
            Mode::Refused => text_facts.is_refusal && !answered,
            Mode::Truncated => match text_facts.end {
                Completeness::Cut => true,
                Completeness::Open => !answered,
                Completeness::Whole => false,
            },
            Mode::MissingAnswer => !answered,
            Mode::PrematureAnswer => self.is_premature(),
            Mode::SelfCorrected => incorrect && text_verdict.has_correct_answer(),
            Mode::TalkedOut => self.is_talked_out(),
            Mode::UnderExecuted => self.has(|cause| matches!(cause, Cause::Stopped)),
            Mode::ExtraSteps => text_verdict.extra_steps > 0,
            Mode::RightAnswerWrongProcedure => correct && self.has_incorrect_step(),
            Mode::AnotherOrder => {
                correct
                    && text_verdict.other_order
                    && !self.has_incorrect_step()
                    && !self.is_talked_out()
            }
            Mode::LostOperand => self.has(|cause| matches!(cause, Cause::Operand { .. })),
            Mode::LostOperation => self.has(|cause| {
                matches!(cause, Cause::Operation(_) | Cause::Swapped | Cause::Table(_))
            }),
            Mode::LostPlace => {
                text_verdict.steps.iter().any(|step| step.out_of_order)
                    || self.has(|cause| matches!(cause, Cause::Skipped | Cause::Reports(_)))
            }
            Mode::Slipped => {
                self.has(|cause| matches!(cause, Cause::ArithmeticError(_) | Cause::Equation(_)))
            }
            Mode::LostPrecision => self.is_only_rounded(),
            Mode::LostFormat => incorrect && self.is_correct_in_another_form(),
            Mode::WrongWorkNotShown => {
                let is_named = text_verdict.certainty.is_unclear() || text_verdict.other_order;
                incorrect && !is_named && text_verdict.claimed_steps().next().is_none()
            }
            Mode::Folded => self.is_folded(),
            Mode::Unclear => text_verdict.certainty.is_unclear(),
            Mode::Unexplained => self.has(|cause| matches!(cause, Cause::Unexplained)),
            Mode::Followed => {
                let is_other = text_verdict.certainty.is_unclear() || text_verdict.other_order;
                correct && !is_other && !self.has_incorrect_step() && !self.is_talked_out()
            }
        }
    }

    /// Returns whether the likeliest cause of any root error matches.
    fn has(&self, matches: fn(Cause) -> bool) -> bool {
        self.text_verdict.roots.iter().any(|root| matches(root.cause()))
    }

    /// Returns whether there is a root error in a step or in an equation. A text that stops early
    /// does not count.
    fn has_incorrect_step(&self) -> bool {
        let is_equation = |root: &RootError| matches!(root.cause(), Cause::Equation(_));
        let is_of_work = |root: &&RootError| root.number.is_some() || is_equation(root);
        let mut of_steps = self.text_verdict.roots.iter().filter(is_of_work);
        of_steps.any(|root| root.cause() != Cause::Stopped)
    }

    fn is_premature(&self) -> bool {
        let mut answers = self.text_verdict.answers.iter();
        let announced = answers.find(|answer| answer.claim.rule != AnswerRule::LastStep);
        let claims = self.text_verdict.claimed_steps().filter_map(|step| step.claim.as_ref());
        let first = claims.map(|claim| claim.value_span.start).min();
        let latest = self.text_facts.latest_first;
        first.is_some() && announced.is_some_and(|answer| is_premature(answer, first, latest))
    }

    fn is_talked_out(&self) -> bool {
        self.text_verdict.is_correct()
            && self.text_verdict.last_answer().is_some_and(|answer| !answer.is_correct)
    }

    /// Returns whether steps of the procedure have root errors, and all of these are roundings. Steps
    /// that are missing at the end ([`Cause::Stopped`]) or invented ([`Cause::Invented`]) are ignored.
    fn is_only_rounded(&self) -> bool {
        let of_steps = self.text_verdict.roots.iter().filter(|root| root.number.is_some());
        let mut causes = of_steps
            .map(RootError::cause)
            .filter(|cause| !matches!(cause, Cause::Invented | Cause::Stopped))
            .peekable();
        causes.peek().is_some() && causes.all(|cause| cause == Cause::Rounded)
    }

    fn is_correct_in_another_form(&self) -> bool {
        let ends_correct = self.text_verdict.steps.last().is_some_and(|last| {
            last.claim.as_ref().is_none_or(|claim| claim.value == last.expected)
        });
        let first = self.text_verdict.first_answer();
        self.answer_counts_alone()
            && ends_correct
            && first.is_some_and(|answer| has_other_form(self.procedure, &answer.claim))
    }

    /// Returns whether the answer can be judged apart from the steps. Returns `false` if the steps
    /// are independent of each other and one of them is incorrect.
    fn answer_counts_alone(&self) -> bool {
        let mut steps = self.text_verdict.steps.iter();
        !self.procedure.is_isolated() || steps.all(|step| step.status == Status::Correct)
    }

    fn is_folded(&self) -> bool {
        let hidden = self.text_verdict.steps.iter().any(|step| step.status == Status::NotShown);
        let skipped = self.has(|cause| matches!(cause, Cause::Skipped));
        hidden
            && !skipped
            && !self.text_verdict.other_order
            && self.text_verdict.claimed_steps().next().is_some()
    }
}

/// Returns the primary mode. Modes of a text that cannot be judged come first. If the answer is
/// correct, a mode that qualifies it comes next. If the answer is incorrect, the mode of the
/// earliest error comes next, unless the text is unclear.
fn primary(modes: &[Mode], text_verdict: &TextVerdict) -> Mode {
    let holds = |mode: &Mode| modes.contains(mode);
    let before = [Mode::WrongItem, Mode::Refused, Mode::Truncated, Mode::MissingAnswer];
    if let Some(mode) = before.into_iter().find(holds) {
        return mode;
    }
    if text_verdict.is_correct() {
        let order =
            [Mode::TalkedOut, Mode::Unclear, Mode::RightAnswerWrongProcedure, Mode::AnotherOrder];
        return order.into_iter().find(holds).unwrap_or(Mode::Followed);
    }
    if holds(&Mode::Unclear) {
        return Mode::Unclear;
    }
    let early = |root: &&RootError| {
        root.number.is_some() || matches!(root.cause(), Cause::Early | Cause::Equation(_))
    };
    // A rounding has a mode only if `is_only_rounded` holds; otherwise it is passed over.
    let named = |root: &&RootError| holds(&mode_of(root.cause()));
    let earliest = text_verdict.roots.iter().filter(early).filter(named).min_by_key(|root| root.at);
    if let Some(root) = earliest {
        return mode_of(root.cause());
    }
    if holds(&Mode::SelfCorrected) {
        return Mode::SelfCorrected;
    }
    let mut causes = text_verdict.roots.iter().map(RootError::cause);
    if let Some(cause) =
        causes.find(|cause| matches!(cause, Cause::Reports(_) | Cause::ArithmeticError(_)))
    {
        return mode_of(cause);
    }
    let order = [Mode::LostFormat, Mode::WrongWorkNotShown];
    order.into_iter().find(holds).unwrap_or(Mode::Unexplained)
}

const fn mode_of(cause: Cause) -> Mode {
    match cause {
        Cause::Operand { .. } => Mode::LostOperand,
        Cause::Swapped | Cause::Operation(_) | Cause::Table(_) => Mode::LostOperation,
        Cause::ArithmeticError(_) | Cause::Equation(_) => Mode::Slipped,
        Cause::Rounded => Mode::LostPrecision,
        Cause::Unexplained => Mode::Unexplained,
        Cause::Skipped | Cause::Reports(_) => Mode::LostPlace,
        Cause::Stopped => Mode::UnderExecuted,
        Cause::Invented => Mode::ExtraSteps,
        Cause::Early => Mode::PrematureAnswer,
        Cause::Form => Mode::LostFormat,
    }
}
