//! Messages between the page and the worker that runs the small model.

use serde::{Deserialize, Serialize};

use crate::CallId;

/// A request from the page to the worker that runs the small model. A newer request replaces the
/// current one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabRequest {
    /// Asks for a transcript for an item, line by line, with the sources of each line.
    Run(CallId, LabConfiguration),
    /// Asks for results at items of several lengths, one after the other, in several
    /// configurations.
    Curve(CallId, Vec<LabConfiguration>, Vec<CurveItem>),
    /// Ends the current request.
    Stop,
    /// Asks for the printed tables of every checkpoint. The current request continues.
    Tables,
    /// Asks for the small model's answer to an item of Play or of a sweep. The text is the address
    /// of the file of weights.
    Answer(CallId, SmallModelQuestion, String),
}

/// A question to the small model. The same question gives the same answer on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmallModelQuestion {
    /// The link of Play to the item and the condition.
    pub link: String,
    /// The name of the checkpoint.
    pub checkpoint: String,
    /// The number of the sample, from 0. The first sample takes the most likely token each time;
    /// the tokens of other samples are drawn.
    pub sample: u32,
}

/// A configuration of the Lab: a link, and the address of the weights that it needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabConfiguration {
    /// The link of the Lab to the item, the checkpoint and the changes of the model's information
    /// flow.
    pub link: String,
    /// The address of the file of weights.
    pub weights: String,
}

/// An item of a curve, generated from the seed of its link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurveItem {
    /// The number of steps of the item.
    pub steps: u16,
    /// The number of the item, from 0.
    pub item: u32,
}

/// An event from the worker that runs the small model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LabEvent {
    /// The worker is unusable, for this reason.
    Broken(String),
    /// The progress of loading a file of weights.
    Loading {
        /// The number of bytes loaded.
        got: u32,
        /// The total number of bytes; 0 if the server does not report it.
        of: u32,
    },
    /// The reason why a request has no result.
    Refused(CallId, String),
    /// The item of a transcript, before its first line.
    Begun(CallId, LabItem),
    /// The next line of a transcript.
    Line(CallId, LabLine),
    /// The outcome of a complete transcript.
    Finished(CallId, LabOutcome),
    /// The result at one item of a curve.
    Point(CallId, LabPoint),
    /// A worker has finished its part of a curve.
    Done(CallId),
    /// The small model's answer to a question.
    Answered(CallId, LabAnswer),
    /// The printed tables of every checkpoint.
    Tables(Vec<LabTables>),
}

/// The tables that the command line printed for a checkpoint over many items, each as Markdown
/// text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabTables {
    /// The name of the checkpoint.
    pub checkpoint: String,
    /// The table of accuracy by length.
    pub accuracy: String,
    /// The effects of changes of the information flow; empty if they have not been measured.
    pub flow: String,
    /// The effects of errors in the history.
    pub history: String,
    /// The agreement of saliency with the values that steps need. It is an excerpt, because the
    /// whole table is long.
    pub saliency: String,
}

/// The small model's answer to an item.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabAnswer {
    /// The transcript in its usual notation, with the item's names.
    pub text: String,
    /// True if the transcript was cut off before its end.
    pub is_cut: bool,
}

/// An item in the form of the small model's input.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabItem {
    /// The values, beginning with `S1`.
    pub values: Vec<u8>,
    /// The steps, beginning with `S3`.
    pub steps: Vec<LabStep>,
    /// The numbers of the two values that the summary states.
    pub queries: [u16; 2],
    /// The number of weights of the model.
    pub parameters: u32,
}

/// A step of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabStep {
    /// The numbers of the operands.
    pub operands: [u16; 2],
    /// The sign of the operation between the operands.
    pub operation: char,
}

/// A line of the trace, or the summary.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabLine {
    /// The tokens of the line, in order.
    pub tokens: Vec<LabToken>,
    /// The first error of the line, compared with the earlier values of the trace.
    pub error: Option<LabErrorKind>,
    /// The position of the first incorrect token; `None` if the line is correct.
    pub incorrect: Option<u8>,
    /// True if the line is the summary.
    pub is_summary: bool,
    /// The sources of the line, layer by layer.
    pub layers: Vec<LabRow>,
}

/// The sources of a line in one layer, by column. The columns are tokens outside the prompt's
/// lines, the lines of the prompt, and the lines of the trace up to this one. For the summary, the
/// last column is the summary itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabRow {
    /// Saliency as shares of a token's row, as the mean over the line's tokens.
    pub shares: Vec<f32>,
    /// Saliency without normalization, as the mean over the line's tokens.
    pub plain: Vec<f32>,
    /// Attention, as the mean over the line's tokens and the layer's heads.
    pub attention: Vec<f32>,
}

/// A token of the output.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabToken {
    /// The text of the token, as people read it.
    pub text: String,
    /// The probability that the model gave to the token.
    pub probability: f32,
    /// The next most probable tokens, the likeliest first.
    pub others: Vec<(String, f32)>,
}

/// The kind of the first error in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LabErrorKind {
    /// The line is not about the next value.
    Line,
    /// The operand is not the one in the procedure.
    Name,
    /// The operation is not the one in the procedure.
    Operation,
    /// The value next to a name differs from its value in the trace or the prompt.
    Fetch,
    /// The result does not follow from the line's operands.
    Result,
    /// The text is not a valid line.
    Form,
}

/// The outcome of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabOutcome {
    /// True if every line is correct to the letter.
    pub whole: bool,
    /// True if the answer is correct.
    pub solved: bool,
    /// The transcript as text, with names from `S1`.
    pub answer: LabAnswer,
}

/// The result at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabPoint {
    /// The number of the configuration, from 0.
    pub configuration: u8,
    /// The number of steps of the item.
    pub steps: u16,
    /// The number of the item.
    pub item: u32,
    /// True if every line is correct to the letter.
    pub whole: bool,
    /// True if the answer is correct.
    pub solved: bool,
    /// The correct tokens and all tokens of each kind, when the model is fed the true transcript:
    /// line, name, operation, fetched value, result.
    pub parts: [(u16, u16); 5],
    /// The correct steps and all steps when the model computes each step alone.
    pub alone: (u16, u16),
}

/// The small model's accuracy at several lengths, to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Curves {
    /// One line for each configuration.
    pub lines: Vec<CurveLine>,
    /// The room for a figure, in CSS pixels.
    pub width: u32,
}

/// A configuration of the small model.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CurveLine {
    /// The name of the configuration in the figure.
    pub name: String,
    /// The results, in the order of the lengths.
    pub cells: Vec<CurveCell>,
}

/// The results of the items of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CurveCell {
    /// The number of steps of the item.
    pub steps: u16,
    /// The number of items with results.
    pub items: u32,
    /// The number of items at which every line is correct to the letter.
    pub whole: u32,
    /// The number of items with a correct answer.
    pub solved: u32,
    /// The correct tokens and all tokens of each kind, when the model is fed the true transcript:
    /// line, name, operation, fetched value, result.
    pub parts: [(u32, u32); 5],
    /// The correct steps and all steps when the model computes each step alone.
    pub alone: (u32, u32),
}
