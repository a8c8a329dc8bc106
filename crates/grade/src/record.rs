//! A verdict as JSON, for the command line and other tools. `schemas/verdict.schema.json` describes
//! it.

use std::ops::Range;

use serde::Serialize;
use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Condition, Item, RequestedSteps};
use stepfall_text::Mode;

use crate::cause::Cause;
use crate::certainty::Certainty;
use crate::headline::headline;
use crate::judge::StepVerdict;
use crate::metrics::Metrics;
use crate::verdict::{Answer, GRADER_VERSION, Reasoning, RootError, TextVerdict, Verdict};

/// A verdict. All values are strings in the item's arithmetic, so that no reader converts them to
/// floats. All positions are bytes of the transcript's UTF-8.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictRecord {
    /// The version of the grader.
    pub grader: u32,
    /// The verdict in a sentence or two.
    pub headline: String,
    /// The slug of the main failure mode, or of a mode without an error such as `followed`.
    pub primary: &'static str,
    /// The slugs of all modes that apply.
    pub modes: Vec<&'static str>,
    /// The verdict on the visible text.
    #[serde(flatten)]
    pub text: TextVerdictRecord,
    /// Measures of the visible text.
    pub metrics: MetricsRecord,
    /// The parts of the transcript with one sample each, if it seems to contain several.
    pub samples: Vec<SpanRecord>,
    /// The verdict on the reasoning, if there is any and the grader judges it.
    pub reasoning: Option<ReasoningRecord>,
}

/// The verdict on the reasoning of a transcript, judged as if it were the whole text.
#[derive(Debug, Clone, Serialize)]
pub struct ReasoningRecord {
    /// The positions of the reasoning, with its marks.
    pub spans: Vec<SpanRecord>,
    /// The verdict in a sentence or two.
    pub headline: String,
    /// The slug of the main failure mode, or of a mode without an error such as `followed`.
    pub primary: &'static str,
    /// The slugs of all modes that apply.
    pub modes: Vec<&'static str>,
    /// The verdict on steps and answers.
    #[serde(flatten)]
    pub text: TextVerdictRecord,
}

/// The verdict on the steps and answers of the visible text or of the reasoning.
#[derive(Debug, Clone, Serialize)]
pub struct TextVerdictRecord {
    /// The answers that are scored.
    pub answers: AnswersRecord,
    /// All steps of the procedure, in order.
    pub steps: Vec<StepVerdictRecord>,
    /// The root errors: errors that are not inherited from an earlier error.
    pub root_faults: Vec<RootErrorRecord>,
    /// The number of claimed steps beyond the procedure.
    pub extra_steps: usize,
    /// The slug of the certainty with which values are assigned to steps.
    pub certainty: &'static str,
    /// The reason for doubt, if the certainty is not `sure`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<DoubtRecord>,
}

/// The reason why a reading is not sure.
#[derive(Debug, Clone, Serialize)]
pub struct DoubtRecord {
    /// The slug of the reason: `fitted`, `rivals` or `unexplained`.
    pub reason: &'static str,
    /// The reason in one sentence.
    pub sentence: &'static str,
    /// The name of the first value about which no conclusion is drawn, if the certainty is
    /// `unclear`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// The correct answer, and three of the answers in the text.
#[derive(Debug, Clone, Serialize)]
pub struct AnswersRecord {
    /// The correct answer, in the form that the prompt requests.
    pub expected: String,
    /// The first answer, which decides whether the transcript counts as correct.
    pub first: Option<AnswerRecord>,
    /// The last answer. It is also the first one if the text has only one answer.
    pub last: Option<AnswerRecord>,
    /// The first correct answer.
    pub any: Option<AnswerRecord>,
}

/// An answer.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerRecord {
    /// The number as it is read, in the format of answers.
    pub value: String,
    /// The slug of the rule by which the number counts.
    pub kind: &'static str,
    /// True if the number can be read in two ways.
    pub ambiguous: bool,
    /// Both readings, if there are two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The position of the number.
    #[serde(flatten)]
    pub span: SpanRecord,
    /// True if the number equals the correct answer and can be read in one way only. If steps are
    /// independent, all of them must be correct. If only steps are requested, they alone decide.
    pub correct: bool,
    /// True if the number is within 0.001 × max(1, |correct answer|) of the correct answer. The
    /// other conditions of `correct` apply too.
    pub within_tolerance: bool,
}

/// A part of the transcript, in bytes.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SpanRecord {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// The verdict on a step.
#[derive(Debug, Clone, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own in JSON")]
pub struct StepVerdictRecord {
    /// The name of the value that the step defines.
    pub name: String,
    /// The slug of the status. For a root error, the slug of its likeliest cause.
    pub status: &'static str,
    /// The claimed value that counts, or `None` if no claim counts.
    pub claimed: Option<String>,
    /// The correct value under the condition of the prompt.
    pub expected: String,
    /// The value that follows from the transcript's own earlier values, if these are known.
    pub followed: Option<String>,
    /// The first byte of the statement that makes the claim.
    pub start: Option<usize>,
    /// The byte after the statement that makes the claim.
    pub end: Option<usize>,
    /// The causes of a root error, the likeliest first.
    pub hypotheses: Vec<HypothesisRecord>,
    /// True if the value is correct although an earlier value that it depends on is incorrect.
    #[serde(skip_serializing_if = "is_false")]
    pub by_cancellation: bool,
    /// True if the step is claimed several times, always with the same value.
    #[serde(skip_serializing_if = "is_false")]
    pub repeated: bool,
    /// True if another claim of the step has another value.
    #[serde(skip_serializing_if = "is_false")]
    pub revised: bool,
    /// True if the step is first claimed after a later step, or is repeated before the work goes on
    /// to new steps. If the prompt allows any order, the step must be claimed after its operands
    /// instead.
    #[serde(skip_serializing_if = "is_false")]
    pub out_of_order: bool,
}

/// An explanation of an error.
#[derive(Debug, Clone, Serialize)]
pub struct HypothesisRecord {
    /// The slug of the cause.
    pub cause: &'static str,
    /// The name of the value that was used in place of an operand, or of the value that the answer
    /// reports. `None` for other causes, or if the value has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operand: Option<String>,
    /// The operand, a name or a constant, that `operand` replaces. `None` for other causes, or if
    /// it may replace either operand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    /// The slug of the operation that was used instead of the correct one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<&'static str>,
    /// The name of the table in which the value was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The slug of the kind of arithmetic error.
    #[serde(rename = "slip", skip_serializing_if = "Option::is_none")]
    pub arithmetic_error: Option<&'static str>,
}

/// A root error: an error that is not inherited from an earlier error.
#[derive(Debug, Clone, Serialize)]
pub struct RootErrorRecord {
    /// The name of the value with the error, or else `answer` or `equation`.
    pub name: String,
    /// The likeliest explanation.
    #[serde(flatten)]
    pub likeliest: HypothesisRecord,
    /// All explanations that fit, the likeliest first.
    pub hypotheses: Vec<HypothesisRecord>,
    /// The position of the error in the transcript, in bytes.
    pub at: usize,
    /// True if the answer would be correct without this error. `None` if that is unknown.
    pub repaired: Option<bool>,
}

/// The counts of [`Metrics`].
#[derive(Debug, Clone, Copy, Serialize)]
#[expect(missing_docs, reason = "each is the field of Metrics by the same name")]
pub struct MetricsRecord {
    pub steps: usize,
    pub claimed: usize,
    pub executed: Option<&'static str>,
    pub first_answer_after: Option<usize>,
    pub prefix: usize,
    pub prefix_of: usize,
    pub sequence_match: bool,
    pub final_match: bool,
    pub before_first_error: usize,
    pub right_given_own: usize,
    pub right_in_truth: usize,
}

impl VerdictRecord {
    /// Returns the record of a verdict on a transcript of an item under a condition.
    pub fn new(item: &Item, condition: Condition, verdict: &Verdict) -> Self {
        let writer = RecordWriter { item, condition };
        Self {
            grader: GRADER_VERSION,
            headline: headline(item, condition, verdict),
            primary: verdict.primary.slug(),
            modes: slugs(&verdict.modes),
            text: writer.text_verdict(&verdict.visible),
            metrics: (&verdict.metrics).into(),
            samples: verdict.samples.iter().map(SpanRecord::from).collect(),
            reasoning: verdict.reasoning.as_ref().map(|reasoning| writer.reasoning(reasoning)),
        }
    }

    /// Converts all positions, for readers whose texts are not in UTF-8.
    pub fn map_positions(&mut self, map: impl Fn(usize) -> usize) {
        self.text.map_positions(&map);
        for sample in &mut self.samples {
            sample.map_positions(&map);
        }
        if let Some(reasoning) = &mut self.reasoning {
            reasoning.text.map_positions(&map);
            for span in &mut reasoning.spans {
                span.map_positions(&map);
            }
        }
    }
}

impl TextVerdictRecord {
    fn map_positions(&mut self, map: &impl Fn(usize) -> usize) {
        let AnswersRecord { first, last, any, .. } = &mut self.answers;
        for answer in [first, last, any].into_iter().flatten() {
            answer.span.map_positions(map);
        }
        for step in &mut self.steps {
            step.start = step.start.map(map);
            step.end = step.end.map(map);
        }
        for root in &mut self.root_faults {
            root.at = map(root.at);
        }
    }
}

impl SpanRecord {
    fn map_positions(&mut self, map: &impl Fn(usize) -> usize) {
        *self = Self { start: map(self.start), end: map(self.end) };
    }
}

/// Returns a value in the number format of the item. A value with more decimal places than that
/// format is written with all its places.
pub fn value_text(item: &Item, condition: Condition, value: &Number) -> String {
    let arithmetic = match condition {
        Condition::Copy => Arithmetic::Integer,
        _ => item.procedure.arithmetic,
    };
    let places = match arithmetic {
        Arithmetic::Integer | Arithmetic::Modular { .. } => Some(0),
        Arithmetic::Decimal { places } => Some(u32::from(places)),
        Arithmetic::Rational | Arithmetic::Paper { .. } => None,
    };
    match places {
        Some(places) if value.round(places) != *value => {
            value.to_decimal().unwrap_or_else(|| value.to_string())
        }
        _ => arithmetic.value_text(value),
    }
}

/// Returns the name of a value. A value beyond the procedure is named by its number.
pub fn value_name(item: &Item, number: u16) -> String {
    if number <= item.procedure.last() { item.name(number) } else { format!("S{number}") }
}

/// Returns the name of a look-up table by its index, or an empty string under conditions without
/// tables.
pub fn table_name(item: &Item, condition: Condition, table: u8) -> String {
    let RequestedSteps::LookUps(look_ups) = item.requested_steps(condition) else {
        return String::new();
    };
    look_ups.names().get(usize::from(table)).cloned().unwrap_or_default()
}

/// Returns an answer in the number format that the condition requests. An answer with more decimal
/// places than that format is written with all its places.
pub fn answer_text(item: &Item, condition: Condition, value: &Number) -> String {
    let arithmetic = item.procedure.arithmetic;
    let written = || arithmetic.answer_text(value);
    let is_whole = condition != Condition::Copy && arithmetic.answer(value) == *value;
    if is_whole && matches!(arithmetic, Arithmetic::Paper { .. }) {
        return written();
    }
    value_text(item, condition, value)
}

fn slugs(modes: &[Mode]) -> Vec<&'static str> {
    modes.iter().map(|mode| mode.slug()).collect()
}

/// Writes the parts of a verdict with the names and numerals of an item.
struct RecordWriter<'a> {
    item: &'a Item,
    condition: Condition,
}

impl RecordWriter<'_> {
    fn reasoning(&self, reasoning: &Reasoning) -> ReasoningRecord {
        let verdict = &reasoning.verdict;
        ReasoningRecord {
            spans: reasoning.spans.iter().map(SpanRecord::from).collect(),
            headline: headline(self.item, self.condition, verdict),
            primary: verdict.primary.slug(),
            modes: slugs(&verdict.modes),
            text: self.text_verdict(&verdict.visible),
        }
    }

    fn text_verdict(&self, text_verdict: &TextVerdict) -> TextVerdictRecord {
        let answer = |answer: &Answer| self.answer(answer);
        TextVerdictRecord {
            answers: AnswersRecord {
                expected: self.item.expected_text(self.condition),
                first: text_verdict.first_answer().map(answer),
                last: text_verdict.last_answer().map(answer),
                any: text_verdict.answers.iter().find(|answer| answer.is_correct).map(answer),
            },
            steps: text_verdict.steps.iter().map(|step| self.step(step)).collect(),
            root_faults: text_verdict.roots.iter().map(|root| self.root(root)).collect(),
            extra_steps: text_verdict.extra_steps,
            certainty: text_verdict.certainty.slug(),
            doubt: self.doubt(text_verdict.certainty),
        }
    }

    fn doubt(&self, certainty: Certainty) -> Option<DoubtRecord> {
        let doubt = certainty.doubt()?;
        let from = match certainty {
            Certainty::Unclear { from, .. } => Some(value_name(self.item, from)),
            Certainty::Sure | Certainty::Likely(_) => None,
        };
        Some(DoubtRecord { reason: doubt.slug(), sentence: doubt.sentence(), from })
    }

    fn answer(&self, answer: &Answer) -> AnswerRecord {
        let claim = &answer.claim;
        let text = |value| answer_text(self.item, self.condition, value);
        AnswerRecord {
            value: text(&claim.value),
            kind: claim.rule.slug(),
            ambiguous: claim.second_value.is_some(),
            readings: claim
                .second_value
                .iter()
                .flat_map(|other| [text(&claim.value), text(other)])
                .collect(),
            span: SpanRecord::from(&claim.span),
            correct: answer.is_correct,
            within_tolerance: answer.within_tolerance,
        }
    }

    fn step(&self, step: &StepVerdict) -> StepVerdictRecord {
        let text = |value| value_text(self.item, self.condition, value);
        let claim = step.claim.as_ref();
        StepVerdictRecord {
            name: value_name(self.item, step.number),
            status: step.slug(),
            claimed: claim.map(|claim| text(&claim.value)),
            expected: text(&step.expected),
            followed: step.consistent_value.as_ref().map(text),
            start: claim.map(|claim| claim.span.start),
            end: claim.map(|claim| claim.span.end),
            hypotheses: self.hypotheses(Some(step.number), &step.hypotheses),
            by_cancellation: step.by_cancellation,
            repeated: step.is_repeated,
            revised: step.is_revised,
            out_of_order: step.out_of_order,
        }
    }

    fn root(&self, root: &RootError) -> RootErrorRecord {
        RootErrorRecord {
            name: self.subject(root),
            likeliest: self.hypothesis(root.number, root.cause()),
            hypotheses: self.hypotheses(root.number, &root.causes),
            at: root.at,
            repaired: root.repaired,
        }
    }

    /// Returns the name of the value with the error, `answer`, or `equation` for an equation that
    /// belongs to no step.
    fn subject(&self, root: &RootError) -> String {
        match (root.number, root.cause()) {
            (Some(number), _) => value_name(self.item, number),
            (None, Cause::Equation(_)) => "equation".to_owned(),
            (None, _) => "answer".to_owned(),
        }
    }

    fn hypotheses(&self, number: Option<u16>, causes: &[Cause]) -> Vec<HypothesisRecord> {
        causes.iter().map(|cause| self.hypothesis(number, *cause)).collect()
    }

    /// Returns the record of a cause. `number` is the step with the error, or `None` if the error
    /// is not in a step.
    fn hypothesis(&self, number: Option<u16>, cause: Cause) -> HypothesisRecord {
        let mut record = HypothesisRecord {
            cause: cause.slug(),
            operand: None,
            instead_of: None,
            operation: None,
            table: None,
            arithmetic_error: None,
        };
        match cause {
            Cause::Operand { took, instead_of } => {
                record.operand = took.map(|number| value_name(self.item, number));
                record.instead_of = number.zip(instead_of).map(|(number, operand)| {
                    self.item.operand_text_under(self.condition, number, operand)
                });
            }
            Cause::Reports(number) => record.operand = Some(value_name(self.item, number)),
            Cause::Operation(op) => record.operation = Some(op.slug()),
            Cause::Table(table) => {
                record.table = Some(table_name(self.item, self.condition, table));
            }
            Cause::ArithmeticError(arithmetic_error) | Cause::Equation(arithmetic_error) => {
                record.arithmetic_error = Some(arithmetic_error.slug());
            }
            _ => {}
        }
        record
    }
}

impl From<&Range<usize>> for SpanRecord {
    fn from(range: &Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

impl From<&Metrics> for MetricsRecord {
    fn from(metrics: &Metrics) -> Self {
        Self {
            steps: metrics.steps,
            claimed: metrics.claimed,
            executed: metrics.executed.map(crate::StepCount::slug),
            first_answer_after: metrics.first_answer_after,
            prefix: metrics.prefix,
            prefix_of: metrics.prefix_of,
            sequence_match: metrics.sequence_match,
            final_match: metrics.final_match,
            before_first_error: metrics.before_first_error,
            right_given_own: metrics.correct_given_own,
            right_in_truth: metrics.correct_in_truth,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}
