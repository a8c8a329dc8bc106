//! What is counted of responses, by model.

use std::collections::BTreeMap;

use stepfall_grade::{RootFault, Verdict};

/// A cause with how often it was found.
pub(super) type Causes = BTreeMap<&'static str, u32>;

/// The counts of one model.
#[derive(Debug, Default)]
pub(super) struct ModelCounts {
    /// All responses with a text.
    pub(super) responses: u32,
    /// Those whose question is a procedure.
    pub(super) read: u32,
    /// Of these, those in which an answer is found.
    pub(super) answered: u32,
    /// Those that are right, or not, as the collection says.
    pub(super) agreed: u32,
    /// Those in which a step is found, or work that goes another way than the steps.
    pub(super) worked: u32,
    /// The latter.
    pub(super) own_way: u32,
    /// Those with work and a right answer, and the first causes of those that are accused of a fault.
    pub(super) right: u32,
    pub(super) accused: Causes,
    /// Those with work and a wrong answer, and the first causes of those with a root fault.
    pub(super) wrong: u32,
    pub(super) faults: Causes,
}

/// What the collection and the grader say of the answer of a response, and the grader of its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerOutcome {
    /// No step is found.
    NoWork,
    /// The answer is right, and nothing else is said.
    Right,
    /// The answer is right, and a fault is found.
    Accused,
    /// The answer is wrong, or there is none.
    Wrong,
}

impl ModelCounts {
    /// Counts a verdict on a response that the collection takes for right or not.
    pub(super) fn count(&mut self, verdict: &Verdict, is_right: bool) -> AnswerOutcome {
        let text_verdict = &verdict.text;
        self.read += 1;
        self.answered += u32::from(text_verdict.first().is_some());
        let right = text_verdict.is_right();
        self.agreed += u32::from(right == is_right);
        if text_verdict.claimed().next().is_none() && !text_verdict.other_order {
            return AnswerOutcome::NoWork;
        }
        self.own_way += u32::from(text_verdict.other_order);
        self.worked += 1;
        let first = text_verdict.roots.first().map(slug);
        let (outcome, of, causes) = if is_right {
            let outcome =
                if first.is_some() { AnswerOutcome::Accused } else { AnswerOutcome::Right };
            (outcome, &mut self.right, &mut self.accused)
        } else {
            (AnswerOutcome::Wrong, &mut self.wrong, &mut self.faults)
        };
        *of += 1;
        if let Some(first) = first {
            *causes.entry(first).or_default() += 1;
        }
        outcome
    }

    /// Adds the counts of others.
    pub(super) fn add(&mut self, other: &Self) {
        self.responses += other.responses;
        self.read += other.read;
        self.answered += other.answered;
        self.agreed += other.agreed;
        self.worked += other.worked;
        self.own_way += other.own_way;
        self.right += other.right;
        self.wrong += other.wrong;
        for (mine, others) in
            [(&mut self.accused, &other.accused), (&mut self.faults, &other.faults)]
        {
            for (cause, count) in others {
                *mine.entry(cause).or_default() += count;
            }
        }
    }
}

/// The name of the cause of a root fault; what is wrong with an answer alone is called so.
fn slug(root: &RootFault) -> &'static str {
    match (root.number, root.cause().slug()) {
        (Some(_), slug) => slug,
        (None, "false-equation") => "false-equation",
        (None, _) => "answer",
    }
}
