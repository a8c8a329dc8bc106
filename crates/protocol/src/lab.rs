//! What the page and the worker that runs the specimen say to each other.

use serde::{Deserialize, Serialize};

use crate::CallId;

/// What the page wants of the worker that runs the specimen. What is newer takes the place of what is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabRequest {
    /// A transcript about an item, line by line, with what each line drew on.
    Run(CallId, Subject),
    /// How the specimen fares at some items of several lengths, one after the other, in several ways.
    Curve(CallId, Vec<Subject>, Vec<CurveItem>),
    /// To end what is under way.
    Stop,
    /// The tables that were printed of every checkpoint. What is under way goes on.
    Tables,
    /// The small model's answer to an item of Play or of a sweep, with the address of its file of weights.
    Answer(CallId, Exercise, String),
}

/// A question to the small model. The same exercise gives the same answer on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercise {
    /// The link of Play to the item and the condition.
    pub link: String,
    /// The name of the checkpoint.
    pub checkpoint: String,
    /// The number of the sample, from 0. The first one takes the most likely token each time; the tokens of the others are drawn.
    pub sample: u32,
}

/// The specimen at an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The link of the Lab to item, checkpoint and what is changed in the flow.
    pub link: String,
    /// The address of the file of weights.
    pub weights: String,
}

/// An item of a curve, of the seed of its link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurveItem {
    /// The number of steps.
    pub steps: u16,
    /// The number of the item, from 0.
    pub item: u32,
}

/// What the worker that runs the specimen says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LabEvent {
    /// The worker is of no more use, because of this.
    Broken(String),
    /// How much of a file of weights is there, in bytes; the whole is 0 where the server does not tell it.
    Loading {
        /// What has come.
        got: u32,
        /// What will have come.
        of: u32,
    },
    /// Why nothing comes of a request.
    Refused(CallId, String),
    /// What a transcript will be about.
    Begun(CallId, LabItem),
    /// The next line of a transcript.
    Line(CallId, LabLine),
    /// A transcript has come to its end.
    Finished(CallId, LabOutcome),
    /// How the specimen fared at one item of a curve.
    Point(CallId, LabPoint),
    /// A worker has done its part of a curve.
    Done(CallId),
    /// What the specimen answers.
    Answered(CallId, LabAnswer),
    /// The tables that were printed of every checkpoint.
    Tables(Vec<LabTables>),
}

/// The tables that the command line printed of a checkpoint over many items, each as a text in Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabTables {
    /// The name of the checkpoint.
    pub checkpoint: String,
    /// Accuracy by length.
    pub accuracy: String,
    /// What changes of the flow do; empty where nobody has measured it.
    pub flow: String,
    /// What errors in the history do.
    pub history: String,
    /// How saliency agrees with what steps need: an excerpt, since all of it is long.
    pub saliency: String,
}

/// What the specimen answers to an item.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabAnswer {
    /// The transcript as people write it, with the item's names.
    pub text: String,
    /// Whether it came to no end, and was cut off.
    pub is_cut: bool,
}

/// An item as the specimen is given it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabItem {
    /// The values, that of `S1` first.
    pub values: Vec<u8>,
    /// The steps, that of `S3` first.
    pub steps: Vec<LabStep>,
    /// The numbers of the values that the summary repeats.
    pub queries: [u16; 2],
    /// The number of weights.
    pub parameters: u32,
}

/// A step of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabStep {
    /// The numbers of the values that it joins.
    pub operands: [u16; 2],
    /// The sign of its operation.
    pub operation: char,
}

/// A line of the trace, or the summary.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabLine {
    /// Its tokens.
    pub tokens: Vec<LabToken>,
    /// The first fault of the line, given the values that the trace gave before.
    pub fault: Option<LabFault>,
    /// Where its first wrong token stands.
    pub wrong: Option<u8>,
    /// Whether it is the summary.
    pub is_summary: bool,
    /// What was drawn on while it was written, layer by layer.
    pub layers: Vec<LabRow>,
}

/// What one layer drew on for a line, by column: what is no line of the prompt, the lines of the prompt, the lines of the trace up to this one, and for the summary itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabRow {
    /// Saliency as shares: the mean over the line's tokens.
    pub shares: Vec<f32>,
    /// Saliency as it is: the mean over the line's tokens.
    pub plain: Vec<f32>,
    /// Attention: the mean over the line's tokens and the layer's heads.
    pub attention: Vec<f32>,
}

/// A token that was written.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabToken {
    /// As a person reads it.
    pub text: String,
    /// How probable it was.
    pub probability: f32,
    /// The next probable ones, the likeliest first.
    pub others: Vec<(String, f32)>,
}

/// What is first wrong in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LabFault {
    /// It is about another value than the next one.
    Line,
    /// It takes another value than the procedure says.
    Name,
    /// It carries out another operation.
    Operation,
    /// It has another value beside a name than the trace, or the prompt, gave for it.
    Fetch,
    /// What it joins gives another result.
    Result,
    /// It is no line.
    Form,
}

/// The outcome of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabOutcome {
    /// Whether every line is the right one to the letter.
    pub whole: bool,
    /// Whether the answer is that of the procedure.
    pub solved: bool,
    /// The transcript as text, with names from `S1`.
    pub answer: LabAnswer,
}

/// How the specimen fared at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabPoint {
    /// Which of the ways, from 0.
    pub way: u8,
    /// The number of steps.
    pub steps: u16,
    /// The number of the item.
    pub item: u32,
    /// Whether every line is the right one to the letter.
    pub whole: bool,
    /// Whether the answer is right.
    pub solved: bool,
    /// How many tokens of each kind were right, led by the true transcript, of how many: line, name, operation, fetched value, result.
    pub parts: [(u16, u16); 5],
    /// How many of its steps were right when each was asked alone, of how many that were so asked.
    pub alone: (u16, u16),
}

/// How the specimen fares at several lengths, to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Curves {
    /// Each way in which it was run.
    pub lines: Vec<CurveLine>,
    /// The room for a figure, in CSS pixels.
    pub width: u32,
}

/// One way in which the specimen was run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CurveLine {
    /// What it is called.
    pub name: String,
    /// What came of it, by length, along the lengths.
    pub cells: Vec<CurveCell>,
}

/// What came of the items of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CurveCell {
    /// The number of steps.
    pub steps: u16,
    /// How many items there were.
    pub items: u32,
    /// At how many of them every line is right to the letter.
    pub whole: u32,
    /// At how many of them the answer is right.
    pub solved: u32,
    /// How many tokens of each kind were right, led by the true transcript, of how many: line, name, operation, fetched value, result.
    pub parts: [(u32, u32); 5],
    /// How many steps were right when each was asked alone, of how many that were so asked.
    pub alone: (u32, u32),
}
