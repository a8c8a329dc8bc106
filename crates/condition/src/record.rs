//! A reading as JSON. The schema is in `schemas/verdict.schema.json`.

use serde::Serialize;
use stepfall_grade::{SpanRecord, VerdictRecord};
use stepfall_procedure::{Condition, Item};

use crate::part::parts;
use crate::reading::Reading;
use crate::score::{Agreement, ConditionResult};

/// A verdict with its dialogue. Under plain conditions it is the verdict alone.
#[derive(Debug, Clone, Serialize)]
pub struct ReadingRecord {
    /// The verdict. Its positions are those of the dialogue's text.
    #[serde(flatten)]
    pub verdict: VerdictRecord,
    /// The dialogue; `None` under plain conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialogue: Option<DialogueRecord>,
}

/// A dialogue. All positions are bytes of its text in UTF-8, unless
/// [`ReadingRecord::map_positions`] converts them.
#[derive(Debug, Clone, Serialize)]
pub struct DialogueRecord {
    /// The whole text; `None` if it equals the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The parts, in order.
    pub parts: Vec<PartRecord>,
    /// Ranges of the replies that the grader did not see: withdrawn steps and answers, replies that
    /// the evaluator completed, and reasoning without one of its marks.
    pub withdrawn: Vec<SpanRecord>,
    /// True if the answer that the condition counts is correct. After a history with errors, the
    /// correct answer is the one that follows from that history.
    pub solved: bool,
    /// True if the first answer is correct. A later correction by the model does not matter.
    pub first_right: bool,
    /// True if the last answer is correct.
    pub last_right: bool,
    /// The number of replies, without those after the end of the dialogue.
    pub replies: u32,
    /// Results that are specific to this condition.
    pub detail: ConditionResult,
    /// Agreement of reasoning and visible text; `None` without reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// The results of the score as sentences.
    pub facts: Vec<String>,
    /// The way in which the dialogue ended; `None` if it goes on.
    pub end: Option<NoticeRecord>,
    /// The notes of the dialogue, each with a sentence.
    pub notes: Vec<NoticeRecord>,
    /// The next question; `None` after the end, and if the next turn is the prompt or the result of
    /// a tool.
    pub next: Option<String>,
}

/// A part of a dialogue.
#[derive(Debug, Clone, Serialize)]
pub struct PartRecord {
    /// The author: `answered`, `asked`, `given` or `carried-out`.
    pub voice: &'static str,
    /// The position of the first byte.
    pub start: usize,
    /// The position after the last byte.
    pub end: usize,
}

/// A name with a sentence about it.
#[derive(Debug, Clone, Serialize)]
pub struct NoticeRecord {
    /// The name, for programs.
    pub slug: &'static str,
    /// The meaning, for users.
    pub sentence: String,
}

impl ReadingRecord {
    /// Creates the record of a reading. `input` is the text that was read.
    pub fn new(item: &Item, condition: Condition, input: &str, reading: &Reading) -> Self {
        Self {
            verdict: VerdictRecord::new(item, condition, &reading.verdict),
            dialogue: (!condition.is_plain())
                .then(|| DialogueRecord::new(condition, input, reading)),
        }
    }

    /// Converts all positions, for example from bytes to UTF-16.
    pub fn map_positions(&mut self, map: impl Fn(usize) -> usize) {
        self.verdict.map_positions(&map);
        let Some(dialogue) = &mut self.dialogue else { return };
        for part in &mut dialogue.parts {
            (part.start, part.end) = (map(part.start), map(part.end));
        }
        for span in &mut dialogue.withdrawn {
            (span.start, span.end) = (map(span.start), map(span.end));
        }
    }
}

impl DialogueRecord {
    fn new(condition: Condition, input: &str, reading: &Reading) -> Self {
        let notice = |slug, sentence| NoticeRecord { slug, sentence };
        let notes = reading.notes.iter().map(|note| notice(note.slug(), note.sentence()));
        Self {
            text: (reading.text != input).then(|| reading.text.clone()),
            parts: part_records(&reading.text),
            withdrawn: reading.withdrawn_ranges(condition).iter().map(SpanRecord::from).collect(),
            solved: reading.score.is_solved,
            first_right: reading.score.is_first_answer_correct,
            last_right: reading.score.is_last_answer_correct,
            replies: reading.score.replies,
            detail: reading.score.detail,
            agreement: reading.score.agreement,
            facts: reading.score.sentences(condition),
            end: reading.end.map(|end| notice(end.slug(), end.sentence().to_owned())),
            notes: notes.collect(),
            next: reading.next.clone(),
        }
    }
}

/// Returns the parts of a text with their positions, in bytes.
pub fn part_records(text: &str) -> Vec<PartRecord> {
    let record = |part: crate::part::LocatedMessage| PartRecord {
        voice: part.role.slug(),
        start: part.span.start,
        end: part.span.end,
    };
    parts(text).into_iter().map(record).collect()
}
