//! Who is asked, how a call ended, and what was answered before.

use serde::{Deserialize, Serialize};

/// A provider, or a server on one's own machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provider {
    /// The word by which it is chosen.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Its address; empty where there is none of its own.
    pub base: String,
    /// What has to be done before a page may call it; empty where nothing has.
    pub needs: String,
    /// Whether it runs on the visitor's machine.
    pub is_local: bool,
    /// Whether a visitor can sign in there instead of pasting a key.
    pub signs_in: bool,
}

/// A model of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// The name by which it is asked.
    pub id: String,
    /// Its name for people; may be empty.
    pub name: String,
    /// What a million tokens of input and of output cost, as a set-up has it; nothing where the list does not tell.
    pub price: Option<String>,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Completion {
    /// The model, as it calls itself.
    pub model: Option<String>,
    /// Whether it was cut off at a limit.
    pub is_cut: bool,
    /// Tokens of input.
    pub input: Option<u64>,
    /// Tokens of output.
    pub output: Option<u64>,
    /// Tokens of reasoning among these.
    pub reasoning: Option<u64>,
    /// Milliseconds.
    pub took: u64,
    /// Milliseconds to the first piece.
    pub first: Option<u64>,
    /// How many characters stand for bytes that are none.
    pub replaced: u32,
    /// What was asked for and not sent, because the model does not take it.
    pub left_out: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Failure {
    /// What happened, in a sentence.
    pub message: String,
    /// What may be behind it, the likeliest first, where that is not known.
    pub suspects: Vec<Suspect>,
}

/// A possible cause of a failed request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// Its name, which does not change.
    pub slug: String,
    /// A description of the cause, and what to do about it.
    pub advice: String,
    /// A line to be copied.
    pub line: Option<String>,
}

impl Suspect {
    /// Returns a cause without a line to be copied.
    pub fn new(slug: &str, advice: &str) -> Self {
        Self { slug: slug.to_owned(), advice: advice.to_owned(), line: None }
    }
}

/// An answer of a model that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// The number under which it is kept.
    pub number: u32,
    /// The link to what was asked.
    pub link: String,
    /// The model.
    pub model: String,
    /// How it ended.
    pub end: AnswerEnd,
    /// When it was asked, in milliseconds since 1970.
    pub asked: u64,
    /// The length of the transcript in bytes.
    pub bytes: u64,
}

/// How an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerEnd {
    /// The model was done, or was cut off at a limit.
    Answered,
    /// The visitor stopped it.
    Stopped,
    /// It broke off.
    Failed,
}
