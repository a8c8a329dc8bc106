//! Requests from the page to a worker.

use serde::{Deserialize, Serialize};

use crate::batch::BatchRequest;
use crate::figure::Measure;
use crate::lab::{LabAnswer, SmallModelQuestion};
use crate::{JobMessage, Secret};

/// The number of a call. The page chooses it, and the call's events have the same number.
pub type CallId = u32;

/// A request from the page to a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Carries out a job. The event with its output has the same number.
    Job(CallId, JobMessage),
    /// Asks for all providers.
    Providers,
    /// Asks for the models of a provider. The request costs no tokens, and checks address and key.
    Models(CallId, ProviderAccess),
    /// Begins a sign-in with a provider.
    SignIn {
        /// The number of the call.
        id: CallId,
        /// The provider of the sign-in.
        setting: ProviderAccess,
        /// The address of the page, without query and fragment.
        callback: String,
        /// 32 unpredictable bytes for the verifier.
        random: Vec<u8>,
        /// 32 other unpredictable bytes for the state.
        state: Vec<u8>,
    },
    /// Exchanges the code of a sign-in for a key.
    Exchange {
        /// The number of the call.
        id: CallId,
        /// The provider of the sign-in.
        setting: ProviderAccess,
        /// The code that the provider sent back to the page.
        code: Secret,
        /// The verifier from the beginning of the sign-in.
        verifier: Secret,
    },
    /// Asks for the text of the request that would be sent to a model, without the key.
    Preview(CallId, ProviderAccess, PromptSettings),
    /// Asks a model. The answer arrives as events of the call.
    Ask(CallId, ProviderAccess, PromptSettings),
    /// Cancels a call. The worker stores and reports a partial answer.
    Stop(CallId),
    /// Asks for the errors of the set-up in this address, and for its estimated size.
    Check(String),
    /// Begins a run of the set-up in an address.
    Begin {
        /// The run's name in the store.
        run: String,
        /// The address of the set-up.
        plan: String,
        /// The run's name for people.
        name: String,
        /// The keys of the run's providers.
        keys: Vec<Key>,
        /// The seed of the run's random delays.
        jitter: u64,
    },
    /// Opens a stored run; an empty name closes the open one.
    Open {
        /// The run's name in the store.
        run: String,
        /// The seed of the run's random delays.
        jitter: u64,
    },
    /// Continues the open run.
    Resume {
        /// The keys of the run's providers.
        keys: Vec<Key>,
        /// True if attempts that were given up are repeated.
        retries_given_up: bool,
        /// The address of the set-up, whose limits apply from now on.
        plan: String,
    },
    /// Sends no new requests; those in flight are completed.
    Pause,
    /// Sends no new requests and ends those in flight.
    Halt,
    /// Reports the small model's answer to a question of the open run, or a sentence that explains
    /// its absence.
    Wrote(CallId, SmallModelQuestion, Result<LabAnswer, String>),
    /// Forgets the key for an origin. A run that uses the key stops.
    Forget(String),
    /// Compares the open run with another run, by its name in the store; an empty name ends the
    /// comparison.
    Compare(String),
    /// Draws the open run together with another run, by its name in the store. The runs are
    /// compared item by item if they have the same items.
    Overlay(String),
    /// Asks for the figures of the open run.
    Figures {
        /// The answer that has to be correct.
        measure: Measure,
        /// The width of each figure, in CSS pixels.
        width: u32,
    },
    /// Asks for a figure as a file.
    File {
        /// The answer that has to be correct.
        measure: Measure,
        /// The id of the figure.
        figure: String,
        /// The form of the file.
        form: FigureFormat,
        /// True if the picture is for a dark background.
        is_dark: bool,
    },
    /// Asks for all figures of the open run as one HTML file.
    Report {
        /// The answer that has to be correct.
        measure: Measure,
        /// The address of the page, without a fragment.
        address: String,
    },
    /// Asks for rows of the list of attempts.
    Attempts {
        /// The filter in the form that a mark of a figure has; empty for all.
        filter: String,
        /// The position of the first requested row.
        from: u32,
    },
    /// Asks for an attempt by its number in the list, to be opened in Play.
    Attempt(u32),
    /// Asks for the stored runs.
    Runs,
    /// Gives a run another name for people.
    Rename {
        /// The run's name in the store.
        run: String,
        /// The run's new name for people.
        name: String,
    },
    /// Deletes the run of this name in the store, unless it is active in another tab.
    Remove(String),
    /// Asks for the run of this name in the store as a JSONL file.
    Lines(String),
    /// Asks for the run of this name in the store as a CSV file.
    Table(String),
    /// Stores the attempts of the attached file as a run of this name in the store.
    Import(String),
    /// A request about a batch.
    Batch(BatchRequest),
    /// Asks for the stored answers of Play.
    Answers,
    /// Asks for one of the stored answers, to be opened.
    Answer(u32),
    /// Deletes one of the stored answers.
    RemoveAnswer(u32),
    /// Keeps all data that is stored from now on in memory, so that it does not outlive the tab.
    /// Runs on the disk are listed and read, and never changed.
    InMemory,
}

/// A provider and its key, as the visitor typed them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProviderAccess {
    /// The provider's slug.
    pub provider: String,
    /// The base address; empty for the provider's default.
    pub base: String,
    /// The key; empty if there is none.
    pub key: Secret,
}

/// A prompt to a model, with its settings as the visitor typed them. If a setting is empty, the
/// provider's default applies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PromptSettings {
    /// The model, by the provider's name.
    pub model: String,
    /// The link to the item, whose condition determines the prompt.
    pub link: String,
    /// The maximum number of output tokens.
    pub max_output: String,
    /// The temperature, from 0 to 2.
    pub temperature: String,
    /// The word for the reasoning effort.
    pub effort: String,
}

/// A key and its origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The only origin that may receive the key.
    pub origin: String,
    /// The key, as the visitor typed it.
    pub key: Secret,
}

/// The form of a figure's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FigureFormat {
    /// A vector drawing, as SVG.
    Svg,
    /// A bitmap, which the page makes from a vector drawing.
    Png,
    /// The numbers as a table.
    Csv,
}
