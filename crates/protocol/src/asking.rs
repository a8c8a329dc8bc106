//! Providers and models, the end of a call, and stored answers.

use serde::{Deserialize, Serialize};

/// A provider, or a server on the visitor's machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderInfo {
    /// The word that selects the provider.
    pub slug: String,
    /// The name that the page shows.
    pub name: String,
    /// The base address; empty if there is no default address.
    pub base: String,
    /// A step that is necessary before a page may call the provider; empty if there is no such
    /// step.
    pub needs: String,
    /// True if the provider runs on the visitor's machine.
    pub is_local: bool,
    /// True if the provider runs in the page, and so needs neither address nor key.
    pub is_in_page: bool,
    /// True if a visitor can sign in at the provider instead of pasting a key.
    pub signs_in: bool,
}

/// A model from a provider's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedModel {
    /// The name of the model in requests.
    pub id: String,
    /// The name for people; empty if the list has none.
    pub name: String,
    /// The price of a million tokens of input and of output, as in the address of a sweep, such as
    /// `1/2`; `None` if the list has no valid price.
    pub price: Option<String>,
}

/// The end of a call, with its token counts and times.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Completion {
    /// The name of the model in the reply, if the reply has one.
    pub model: Option<String>,
    /// True if the answer was cut off at a limit.
    pub is_cut: bool,
    /// The number of input tokens; `None` if the provider did not report it.
    pub input: Option<u64>,
    /// The number of output tokens; `None` if the provider did not report it.
    pub output: Option<u64>,
    /// The number of reasoning tokens, which are part of the output; `None` if the provider did not
    /// report it.
    pub reasoning: Option<u64>,
    /// The duration of the call, in milliseconds.
    pub took: u64,
    /// The time until the first piece, in milliseconds; `None` if no piece arrived.
    pub first: Option<u64>,
    /// The number of characters in the answer that replace invalid ones.
    pub replaced: u32,
    /// The names of the settings that were requested but left out or renamed. The model refuses
    /// them, or they would have no effect.
    pub left_out: Vec<String>,
}

/// The failure of a call, or of the requests of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FailureReport {
    /// A sentence that describes the failure.
    pub message: String,
    /// Possible causes, the likeliest first; empty if the message states the cause.
    pub suspects: Vec<Suspect>,
}

/// A possible cause of a failed request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// The name of the cause in code, which never changes.
    pub slug: String,
    /// A description of the cause, and what to do about it.
    pub advice: String,
    /// A line for the visitor to copy, such as a command; `None` for most causes.
    pub line: Option<String>,
}

impl Suspect {
    /// Returns a cause without a line to copy.
    pub fn new(slug: &str, advice: &str) -> Self {
        Self { slug: slug.to_owned(), advice: advice.to_owned(), line: None }
    }
}

/// A stored answer of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// The number of the answer in the store.
    pub number: u32,
    /// The link to the item and the condition.
    pub link: String,
    /// The name of the model, as in the request.
    pub model: String,
    /// The way in which the answer ended.
    pub end: AnswerEnd,
    /// The time of the question, in milliseconds since 1970.
    pub asked: u64,
    /// The length of the transcript in bytes.
    pub bytes: u64,
}

/// The way in which an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerEnd {
    /// The model finished, or reached the limit of output tokens.
    Answered,
    /// The visitor stopped the answer.
    Stopped,
    /// The answer broke off because of an error.
    Failed,
}
