//! What a worker computes without the network and the disk.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::figure::{Figure, Results};
use crate::lab::Curves;
use crate::verdict::{Part, Report};
use crate::{Attempt, FileEvent, Form};

/// Something to be computed. What comes of it is an [`JobOutput`] of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Job {
    /// Grades a transcript.
    Grade {
        /// The link to its item.
        link: String,
        /// What the model wrote.
        transcript: String,
        /// Whether the model was cut off at a limit.
        is_cut: bool,
    },
    /// Lets a simulated executor carry an item out.
    Simulate {
        /// The link to the item.
        link: String,
        /// The executor's slug.
        executor: String,
        /// The slug of the form in which it writes.
        form: String,
        /// How often a step fails, in ten-thousandths; 0 for once.
        rate: u32,
        /// Which of its runs.
        run: u32,
    },
    /// Makes what is handed on beside an address.
    Share {
        /// The link to the item.
        link: String,
        /// What the model wrote; empty where only the item is handed on.
        transcript: String,
        /// Whether the model was cut off at a limit.
        is_cut: bool,
        /// The whole address that leads there.
        address: String,
        /// The word that marks the transcript where no language model wrote it, such as `simulated`; empty elsewhere.
        mark: String,
    },
    /// Tells how a model is asked for the item of this link.
    Protocol(String),
    /// Fetches an example by its place.
    Example(u32),
    /// Tells what the field guide shows of an entry, by its name in addresses.
    Guide(String),
    /// Runs a sweep of simulated executors, and draws its figures.
    Figures {
        /// The address of its set-up.
        setup: String,
        /// The room for a figure, in CSS pixels.
        width: u32,
    },
    /// Lets a simulated executor attempt items, and tells how far each attempt comes.
    Attempts(Attempts),
    /// Lets it attempt the same items once more, and tells by how much it seems to differ from itself.
    Twice(Attempts),
    /// Draws how the specimen fares at several lengths.
    Curves(Curves),
    /// Makes a file of one of the figures of how the specimen fares.
    CurveFile {
        /// What is drawn.
        curves: Curves,
        /// The figure's id.
        figure: String,
        /// The form of the file.
        form: Form,
        /// Whether a picture is drawn for a dark page.
        is_dark: bool,
        /// Where it comes from, to be said in a picture.
        source: String,
    },
}

/// What has come of a [`Job`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobOutput {
    /// The verdict on the transcript.
    Grade(Arc<Report>),
    /// What the executor wrote.
    Simulate(String),
    /// What is handed on.
    Share(Shared),
    /// How a model is asked.
    Protocol(Protocol),
    /// The example.
    Example(Attempt),
    /// What the field guide shows.
    Guide(GuidePage),
    /// The figures of the sweep.
    Figures(Results),
    /// How many steps each attempt has right before its first wrong one; nothing where all are right.
    Attempts(Vec<Option<u16>>),
    /// What came of both runs.
    Twice(Twice),
    /// The figures.
    Curves(Vec<Figure>),
    /// The file; nothing where there is no such figure.
    CurveFile(Option<FileEvent>),
}

/// Attempts of a simulated executor at items of the usual kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// How often a step fails, in ten-thousandths.
    pub rate: u32,
    /// The number of steps of the items.
    pub steps: u16,
    /// The seed of the items.
    pub seed: u64,
    /// How many items there are.
    pub items: u32,
}

/// What the field guide shows of an entry beside its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuidePage {
    /// A transcript to which it applies.
    pub example: Attempt,
    /// Who wrote that.
    pub written_by: WrittenBy,
    /// How often the grader is right about simulated transcripts, apart for those that show operands and those that show values only; empty where none of them has it.
    pub rates: Vec<GuideRate>,
}

/// Who wrote an example of the field guide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrittenBy {
    /// A language model.
    Model {
        /// Its name.
        name: String,
        /// The day, as `2026-11-25`.
        date: String,
        /// The condition under which it was asked, as links have it: `free`.
        condition: String,
        /// What it was told beside the prompt; empty where that was nothing.
        settings: String,
    },
    /// A simulated executor.
    Executor,
    /// Somebody, for the guide.
    Hand,
}

/// How often the grader is right about an entry of the field guide.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GuideRate {
    /// Whether these are transcripts that show operands; the others show values only.
    pub shows_operands: bool,
    /// How many were read rightly.
    pub right: u32,
    /// How many there are.
    pub all: u32,
    /// As what else they were read, by slug, and how often.
    pub read_as: Vec<(String, u32)>,
}

/// What an executor and itself once more come to over the same items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Twice {
    /// How many answers of each run are right.
    pub correct: [u32; 2],
    /// How many items there are.
    pub items: u32,
    /// The 95 % interval of how much larger the second run's share is, in tenths of a percentage point.
    pub interval: [i32; 2],
}

/// What is handed on beside an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// A few lines for an issue or a chat.
    pub markdown: String,
    /// The text of an SVG.
    pub picture: String,
    /// The address as a QR code; nothing where it is too long for one.
    pub code: Option<QrCode>,
}

/// A QR code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QrCode {
    /// The path of the dark squares, each one unit wide.
    pub path: String,
    /// How many units wide the code is.
    pub size: u32,
}

/// How a model is asked under a condition that is a dialogue; nothing in it under the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protocol {
    /// What stands there before the first reply, beside the prompt.
    pub opening: Option<Opening>,
    /// A small dialogue of a simulated executor.
    pub sample: Option<SampleDialogue>,
}

/// What stands in a dialogue before the first reply, beside the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// What stands there as if the model had written it.
    pub given: String,
    /// What is asked then.
    pub asked: String,
}

/// A dialogue to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleDialogue {
    /// Its text.
    pub text: String,
    /// Who says what in it.
    pub parts: Vec<Part>,
}
