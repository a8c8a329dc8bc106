//! Computations that a worker carries out without the network and the disk.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::figure::{Figure, RunFigures};
use crate::lab::Curves;
use crate::verdict::{MessageSpan, Report};
use crate::{FigureFormat, FileEvent, LinkedAttempt};

/// A computation for a worker. The page sends it as a [`JobMessage`]. The worker returns the bytes
/// of its output, or a sentence that explains why there is none.
pub trait Job: Into<JobMessage> {
    /// The result of the computation.
    type Output: Serialize + DeserializeOwned + 'static;
}

/// Defines [`JobMessage`] with a variant for each job, and the output of each job.
macro_rules! jobs {
    ($($job:ident -> $output:ty;)*) => {
        /// A job of any kind, for a queue or as a message.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum JobMessage {
            $(#[doc = concat!("A [`", stringify!($job), "`] job.")] $job($job),)*
        }

        $(
            impl From<$job> for JobMessage {
                fn from(job: $job) -> Self {
                    Self::$job(job)
                }
            }

            impl Job for $job {
                type Output = $output;
            }
        )*
    };
}

jobs! {
    Grade -> Arc<Report>;
    Simulate -> String;
    Share -> Shared;
    DrawQrCode -> Option<QrCode>;
    ReadProtocol -> Protocol;
    ReadExample -> LinkedAttempt;
    ReadGuide -> GuidePage;
    DrawFigures -> RunFigures;
    CountCorrectSteps -> Vec<Option<u16>>;
    RunTwice -> RunComparison;
    DrawCurves -> Vec<Figure>;
    SaveCurve -> Option<FileEvent>;
}

/// Grades a transcript. The output is the report on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// The link to the item of the transcript, with its condition.
    pub link: String,
    /// The text of the model. The page shares it with its own state instead of copying it.
    pub transcript: Arc<String>,
    /// True if the model was cut off at a limit.
    pub is_cut: bool,
}

/// Lets a simulated solver carry out an item. The output is its transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Simulate {
    /// The link to the item.
    pub link: String,
    /// The solver's slug.
    pub solver: String,
    /// The slug of the form in which it writes.
    pub form: String,
    /// The error rate of a step, in ten-thousandths; 0 for exactly one error.
    pub rate: u32,
    /// The number of the run.
    pub run: u32,
}

/// Makes the Markdown, the picture and the QR code that accompany an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The link to the item.
    pub link: String,
    /// The text of the model; empty if only the item is shared.
    pub transcript: Arc<String>,
    /// True if the model was cut off at a limit.
    pub is_cut: bool,
    /// The whole address that is shared.
    pub address: String,
    /// The word that marks a transcript that no language model wrote, such as `simulated`; empty
    /// for other transcripts.
    pub mark: String,
}

/// Makes the QR code of this address. The output is `None` if the address is too long for one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawQrCode(pub String);

/// Describes how a model is asked for the item of this link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadProtocol(pub String);

/// Reads the example with this number, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadExample(pub u32);

/// Reads the entry of the field guide with this slug.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadGuide(pub String);

/// Runs a sweep of simulated solvers, and draws its figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawFigures {
    /// The address of the set-up.
    pub setup: String,
    /// The width of a figure, in CSS pixels.
    pub width: u32,
}

/// Lets a simulated solver attempt items. The output has, for each attempt, the number of steps
/// before the first one that is incorrect or missing; `None` if every step is correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountCorrectSteps(pub Attempts);

/// Lets a simulated solver attempt the same items twice, and compares both runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunTwice(pub Attempts);

/// Draws the small model's accuracy at several lengths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawCurves(pub Curves);

/// Makes a file of one of the figures of [`DrawCurves`]. The output is `None` if there is no such
/// figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveCurve {
    /// The data of the figures.
    pub curves: Curves,
    /// The figure's id.
    pub figure: String,
    /// The form of the file.
    pub form: FigureFormat,
    /// True if the picture is for a dark page.
    pub is_dark: bool,
    /// The source that a picture names.
    pub source: String,
}

/// Attempts of a simulated solver at items of the default spec, except for the number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// The error rate of a step, in ten-thousandths.
    pub rate: u32,
    /// The number of steps of the items.
    pub steps: u16,
    /// The seed of the items.
    pub seed: u64,
    /// The number of items; at most 200 are attempted.
    pub items: u32,
}

/// An example and error rates for an entry of the field guide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuidePage {
    /// A transcript that shows the entry's failure mode or status.
    pub example: LinkedAttempt,
    /// The author of the example.
    pub written_by: WrittenBy,
    /// How often the grader recognizes the entry in simulated transcripts: in those that show
    /// operands, and in those that show only values. Empty if neither kind was measured for the
    /// entry.
    pub rates: Vec<GuideRate>,
}

/// The author of an example of the field guide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrittenBy {
    /// A language model.
    Model {
        /// The name of the model, with its provider as far as it is known.
        name: String,
        /// The day, as in `2026-11-25`.
        date: String,
        /// The condition of the question, as in links: `free`.
        condition: String,
        /// The settings in addition to the prompt; empty if there were none.
        settings: String,
    },
    /// A simulated solver.
    Solver,
    /// A person, for the guide.
    Hand,
}

/// How often the grader recognizes an entry of the field guide.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GuideRate {
    /// True if the transcripts show operands; otherwise they show values only.
    pub shows_operands: bool,
    /// The number of transcripts that the grader classified correctly.
    pub right: u32,
    /// The number of transcripts that show the entry.
    pub all: u32,
    /// The slugs of the incorrect classifications, each with its count.
    pub read_as: Vec<(String, u32)>,
}

/// The comparison of two runs of the same solver over the same items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RunComparison {
    /// The number of correct answers in each run.
    pub correct: [u32; 2],
    /// The number of compared items.
    pub items: u32,
    /// The 95 % interval of the second share minus the first, in tenths of a percentage point.
    pub interval: [i32; 2],
}

/// The files that accompany a shared address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// The verdict as Markdown, for an issue or a chat.
    pub markdown: String,
    /// The item, and the verdict if there is one, as a picture: an SVG document.
    pub picture: String,
    /// The address as a QR code; `None` if it is too long for one.
    pub code: Option<QrCode>,
}

/// A QR code as a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QrCode {
    /// The path of the dark squares, each one unit wide.
    pub path: String,
    /// The width of the code in units.
    pub size: u32,
}

/// A description of the dialogue under a condition. Both fields are `None` if the condition is no
/// dialogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protocol {
    /// The text before the first reply, in addition to the prompt; `None` if there is only the
    /// prompt.
    pub opening: Option<Opening>,
    /// A small dialogue with a simulated solver.
    pub sample: Option<SampleDialogue>,
}

/// The text of a dialogue before the first reply, in addition to the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The prefilled text, presented as the model's output.
    pub given: String,
    /// The next request to the model.
    pub asked: String,
}

/// A sample dialogue that shows the messages under a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleDialogue {
    /// The text of the dialogue.
    pub text: String,
    /// The parts of the text, with their roles.
    pub parts: Vec<MessageSpan>,
}
