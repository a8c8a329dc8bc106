//! A reading as it is written to JSON. The schema is in `schemas/verdict.schema.json`.

use serde::Serialize;
use stepfall_grade::{SpanRecord, VerdictRecord};
use stepfall_procedure::{Condition, Item};

use crate::part::parts;
use crate::reading::Reading;
use crate::score::{Agreement, Detail};

/// A verdict, and what there is to know of the dialogue that it is about. Under plain conditions it is the verdict alone.
#[derive(Debug, Clone, Serialize)]
pub struct ReadingRecord {
    /// The verdict. Its positions are those of the dialogue's text.
    #[serde(flatten)]
    pub verdict: VerdictRecord,
    /// The dialogue; nothing under plain conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialogue: Option<DialogueRecord>,
}

/// A dialogue. All positions are bytes of its text in UTF-8.
#[derive(Debug, Clone, Serialize)]
pub struct DialogueRecord {
    /// The whole text, where it is another than the one that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Who said what, in order.
    pub parts: Vec<PartRecord>,
    /// What of it no longer counts, because it was asked for and given once more.
    pub withdrawn: Vec<SpanRecord>,
    /// Whether the answer at the end is right. After a history with slips it is the one that follows from that history.
    pub solved: bool,
    /// Whether the first answer that was given is right: before a review, and before a turn with it was handed back.
    pub first_right: bool,
    /// Whether the last answer is right.
    pub last_right: bool,
    /// How many replies there are.
    pub replies: u32,
    /// What the condition itself asks about.
    pub detail: Detail,
    /// How far reasoning and visible text agree; nothing without reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// The same in sentences.
    pub facts: Vec<String>,
    /// How it ended; nothing where it is not over.
    pub end: Option<NoticeRecord>,
    /// What happened on the way.
    pub notes: Vec<NoticeRecord>,
    /// What is to be asked next; nothing once it is over, and where that is a tool's result.
    pub next: Option<String>,
}

/// A part of a dialogue.
#[derive(Debug, Clone, Serialize)]
pub struct PartRecord {
    /// Whose it is: `answered`, `asked`, `given` or `carried-out`.
    pub voice: &'static str,
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// Something that has a name, and a sentence about it.
#[derive(Debug, Clone, Serialize)]
pub struct NoticeRecord {
    /// The name.
    pub slug: &'static str,
    /// The sentence.
    pub sentence: String,
}

impl ReadingRecord {
    /// The record of the reading of a text about an item under a condition.
    pub fn new(item: &Item, condition: Condition, given: &str, reading: &Reading) -> Self {
        Self {
            verdict: VerdictRecord::new(item, condition, &reading.verdict),
            dialogue: (!condition.is_plain())
                .then(|| DialogueRecord::new(condition, given, reading)),
        }
    }

    /// Counts all positions in another way.
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
    fn new(condition: Condition, given: &str, reading: &Reading) -> Self {
        let notice = |slug, sentence| NoticeRecord { slug, sentence };
        let notes = reading.notes.iter().map(|note| notice(note.slug(), note.sentence()));
        Self {
            text: (reading.text != given).then(|| reading.text.clone()),
            parts: part_records(&reading.text),
            withdrawn: reading.withdrawn(condition).iter().map(SpanRecord::from).collect(),
            solved: reading.score.solved,
            first_right: reading.score.first,
            last_right: reading.score.last,
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

/// The parts of a text with where they stand, in bytes.
pub fn part_records(text: &str) -> Vec<PartRecord> {
    let record = |part: crate::part::Part| PartRecord {
        voice: part.role.slug(),
        start: part.span.start,
        end: part.span.end,
    };
    parts(text).into_iter().map(record).collect()
}
