//! Counts of responses, by model.

use std::collections::BTreeMap;

use stepfall_grade::{Mode, RootError, TextVerdict, Verdict};

use stepfall_number::Number;

use super::collection::{Mistake, Response};

/// The number of errors of each cause.
pub(super) type Causes = BTreeMap<&'static str, u32>;

/// The counts of one model.
#[derive(Debug, Default)]
pub(super) struct ModelCounts {
    /// All responses with a text.
    pub(super) responses: u32,
    /// The responses whose question is a procedure. All later counts are of these responses.
    pub(super) read: u32,
    /// The responses with an answer.
    pub(super) answered: u32,
    /// The responses whose last answer is graded like the collection's label: correct or incorrect.
    pub(super) agreed: u32,
    /// The responses that are read as answers to another procedure.
    pub(super) another: u32,
    /// The responses for which annotators named the first error, or stated that there is none.
    pub(super) annotated: u32,
    /// The annotated responses in which the grader's first error is in the sentence that annotators
    /// named, or neither finds an error.
    pub(super) same_error: u32,
    /// The responses with a step, or with work in another order than the steps.
    pub(super) worked: u32,
    /// The responses with work in another order than the steps.
    pub(super) other_order: u32,
    /// The responses with work and a correct answer.
    pub(super) correct: u32,
    /// The causes of the first root errors that the grader finds in responses with a correct
    /// answer.
    pub(super) accused: Causes,
    /// The responses with work and an incorrect answer.
    pub(super) incorrect: u32,
    /// The causes of the first root errors in responses with an incorrect answer.
    pub(super) errors: Causes,
}

/// A reason for `--show` to print a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// Grader and collection disagree about the last answer: whether it is correct, or which value
    /// an incorrect one has.
    Misread,
    /// The answer is correct, and the grader finds an error.
    Accused,
    /// The response is read as an answer to another procedure.
    Another,
    /// The first error differs from the one that annotators found.
    OtherError,
    /// The response has work, and its answer is incorrect or missing.
    Incorrect,
}

impl Finding {
    pub(super) const ALL: [(Self, &str); 5] = [
        (Self::Misread, "misread"),
        (Self::Accused, "accused"),
        (Self::Another, "another"),
        (Self::OtherError, "other-error"),
        (Self::Incorrect, "wrong"),
    ];
}

impl ModelCounts {
    /// Counts a verdict on a response, and returns all findings.
    pub(super) fn count(&mut self, verdict: &Verdict, response: &Response) -> Vec<Finding> {
        let mut findings = Vec::new();
        let text_verdict = &verdict.visible;
        let is_correct = response.is_correct;
        self.read += 1;
        self.answered += u32::from(text_verdict.first_answer().is_some());
        let last_is_correct = text_verdict.last_answer().is_some_and(|answer| answer.is_correct);
        self.agreed += u32::from(last_is_correct == is_correct);
        if last_is_correct != is_correct || (!is_correct && is_other(text_verdict, response)) {
            findings.push(Finding::Misread);
        }
        if verdict.primary == Mode::WrongItem {
            self.another += 1;
            findings.push(Finding::Another);
        }
        if let Some(mistake) = &response.mistake {
            self.annotated += 1;
            if first_error(text_verdict, mistake) == mistake.first {
                self.same_error += 1;
            } else {
                findings.push(Finding::OtherError);
            }
        }
        if text_verdict.claimed_steps().next().is_none() && !text_verdict.other_order {
            return findings;
        }
        self.other_order += u32::from(text_verdict.other_order);
        self.worked += 1;
        let first = text_verdict.roots.first().map(slug);
        let (total, causes) = if is_correct {
            if first.is_some() {
                findings.push(Finding::Accused);
            }
            (&mut self.correct, &mut self.accused)
        } else {
            findings.push(Finding::Incorrect);
            (&mut self.incorrect, &mut self.errors)
        };
        *total += 1;
        if let Some(first) = first {
            *causes.entry(first).or_default() += 1;
        }
        findings
    }

    /// Adds the counts of another model.
    pub(super) fn add(&mut self, other: &Self) {
        self.responses += other.responses;
        self.read += other.read;
        self.answered += other.answered;
        self.agreed += other.agreed;
        self.another += other.another;
        self.annotated += other.annotated;
        self.same_error += other.same_error;
        self.worked += other.worked;
        self.other_order += other.other_order;
        self.correct += other.correct;
        self.incorrect += other.incorrect;
        for (causes, added) in
            [(&mut self.accused, &other.accused), (&mut self.errors, &other.errors)]
        {
            for (cause, count) in added {
                *causes.entry(cause).or_default() += count;
            }
        }
    }
}

/// Returns whether the grader reads another last answer than the collection. `false` if the
/// collection has no answer.
fn is_other(text_verdict: &TextVerdict, response: &Response) -> bool {
    /// The largest relative difference of numbers that count as equal.
    const SAME: f64 = 1e-9;
    let Some(expected) = response.answer else { return false };
    let value = text_verdict.last_answer().and_then(|answer| float(&answer.claim.value));
    value.is_none_or(|value| (value - expected).abs() > SAME * value.abs().max(1.0))
}

fn float(number: &Number) -> Option<f64> {
    let text = number.to_string();
    let (top, bottom) = text.split_once('/').unwrap_or((&text, "1"));
    Some(top.parse::<f64>().ok()? / bottom.parse::<f64>().ok()?)
}

/// Returns the index of the sentence with the grader's first root error. `None` if there is no
/// error.
fn first_error(text_verdict: &TextVerdict, mistake: &Mistake) -> Option<usize> {
    let at = text_verdict.roots.first()?.at;
    let last = mistake.sentences.len().checked_sub(1)?;
    Some(mistake.sentences.iter().position(|sentence| at <= sentence.end).unwrap_or(last))
}

/// Returns the name of the cause of a root error. Errors in the answer have the name `answer`,
/// except false equations.
fn slug(root: &RootError) -> &'static str {
    match (root.number, root.cause().slug()) {
        (Some(_), slug) => slug,
        (None, "false-equation") => "false-equation",
        (None, _) => "answer",
    }
}
