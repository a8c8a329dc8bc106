//! A verdict as the engine reports it: `schemas/verdict.schema.json`, as far as the page shows it. Positions are units of UTF-16.

use std::sync::Arc;

use stepfall_plot::Standing;

use super::dialogue::Dialogue;

/// A stretch of the transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    /// The text that it is about, which may be older than what is being written. Of a dialogue it is the whole, also where less was given.
    pub(crate) transcript: String,
    pub(crate) headline: String,
    /// Why it is not sure which value belongs to which step; nothing where it is.
    pub(crate) doubt: Option<String>,
    pub(crate) primary: String,
    pub(crate) modes: Vec<String>,
    pub(crate) voice: Arc<Voice>,
    pub(crate) reasoning: Option<Reasoning>,
    /// What was read in the transcript, in the order of the text and without overlaps.
    pub(crate) marks: Vec<Mark>,
    /// The parts that hold one sample each, where there are several.
    pub(crate) samples: Vec<Span>,
    /// The dialogue, where the condition is one.
    pub(crate) dialogue: Option<Dialogue>,
}

impl Report {
    /// Whether it is about a dialogue that is not over.
    pub(crate) fn is_open(&self) -> bool {
        self.dialogue.as_ref().is_some_and(|dialogue| !dialogue.is_over)
    }
}

/// The reasoning in the transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reasoning {
    /// Where it stands, in order.
    pub(crate) spans: Vec<Span>,
    pub(crate) headline: String,
    pub(crate) voice: Arc<Voice>,
}

/// What was read in the visible text, or in the reasoning. It does not say where, so that it stays the same while text is written around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Voice {
    pub(crate) expected: String,
    pub(crate) first: Option<Answer>,
    pub(crate) last: Option<Answer>,
    /// The steps from S3 on.
    pub(crate) steps: Vec<Step>,
    pub(crate) roots: Vec<Root>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) value: String,
    pub(crate) correct: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own in JSON")]
pub(crate) struct Step {
    pub(crate) status: String,
    pub(crate) claimed: Option<String>,
    pub(crate) cause: Option<Cause>,
    /// How many other causes fit.
    pub(crate) others: u32,
    pub(crate) by_cancellation: bool,
    pub(crate) repeated: bool,
    pub(crate) revised: bool,
    pub(crate) out_of_order: bool,
}

/// Why a value is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) slug: String,
    pub(crate) operand: Option<String>,
    /// What the operand stands for, where that is known.
    pub(crate) instead_of: Option<String>,
    pub(crate) operation: Option<String>,
    pub(crate) slip: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Root {
    pub(crate) name: String,
    /// Whether the answer would be right but for this.
    pub(crate) repaired: Option<bool>,
}

/// What the engine has made to be handed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shared {
    pub(crate) markdown: String,
    /// The text of an SVG.
    pub(crate) picture: String,
    /// The dark squares of a QR code as a path, and its width in squares.
    pub(crate) code: Option<(String, u32)>,
}

/// How many of the single faults of an item show, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shares {
    /// At their step.
    pub(crate) at_step: u32,
    pub(crate) in_answer: u32,
}

/// A stretch of the transcript, and what was read there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) span: Span,
    pub(crate) of: Marked,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marked {
    /// The step at this position among the steps, and its status.
    Step(usize, Standing),
    /// An answer, and whether it is right.
    Answer(bool),
    /// What no longer counts, because it was asked for and given once more.
    Withdrawn,
}

impl Mark {
    /// Marks in the order of the text, without overlaps: what lies over something that is marked already, as an answer over the claim that it is in, is
    /// left out.
    pub(crate) fn apart(marks: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut apart: Vec<Self> = Vec::new();
        for mark in marks {
            // Nearly all come in the order of the text.
            let at = apart.partition_point(|before| before.span.end <= mark.span.start);
            let is_free = apart.get(at).is_none_or(|after| mark.span.end <= after.span.start);
            if is_free && mark.span.start < mark.span.end {
                apart.insert(at, mark);
            }
        }
        apart
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_in_order_and_apart() {
        let step = |at| Marked::Step(at, Standing::Right);
        let given = [
            (10, 20, step(0)),
            (0, 5, step(1)),
            (20, 30, step(2)),
            (25, 26, Marked::Answer(true)),
            (40, 41, Marked::Answer(true)),
            (50, 50, Marked::Answer(true)),
        ];
        let given = given.map(|(start, end, of)| Mark { span: Span { start, end }, of });
        let marks: Vec<_> =
            Mark::apart(given).iter().map(|mark| (mark.span.start, mark.of)).collect();
        let expected = [(0, step(1)), (10, step(0)), (20, step(2)), (40, Marked::Answer(true))];
        assert_eq!(marks, expected);
    }
}
