//! What the page wants.

use serde::{Deserialize, Serialize};

use crate::batch::BatchRequest;
use crate::figure::Measure;
use crate::lab::{Exercise, LabAnswer};
use crate::{JobMessage, Secret};

/// The number of a call, chosen by the page; what comes of it is told under the same number.
pub type CallId = u32;

/// What the page wants of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// To carry out a job.
    Job(CallId, JobMessage),
    /// All providers.
    Providers,
    /// The models of a provider: it costs no tokens, and tells whether address and key are right.
    Models(CallId, Setting),
    /// To sign in with a provider.
    SignIn {
        /// The number of the call.
        id: CallId,
        /// With whom.
        setting: Setting,
        /// The address of the page, without query and fragment.
        callback: String,
        /// 32 bytes that nobody can foretell, for the verifier.
        random: Vec<u8>,
        /// 32 other bytes that nobody can foretell, for the state.
        state: Vec<u8>,
    },
    /// A key for a code that a sign-in has brought.
    Exchange {
        /// The number of the call.
        id: CallId,
        /// With whom.
        setting: Setting,
        /// The code.
        code: Secret,
        /// What the sign-in began with.
        verifier: Secret,
    },
    /// What would be sent, without the key.
    Preview(CallId, Setting, Question),
    /// An answer of a model.
    Ask(CallId, Setting, Question),
    /// To give a call up; what had come of an answer is kept and told.
    Stop(CallId),
    /// What is wrong with the set-up of this address, and what it would take.
    Check(String),
    /// To begin a run.
    Begin {
        /// Its name in the store.
        run: String,
        /// The address of its set-up.
        plan: String,
        /// Its name for people.
        name: String,
        /// The keys for whom it asks.
        keys: Vec<Key>,
        /// The seed of its waits.
        jitter: u64,
    },
    /// To open a run that is kept; without a name, to let the open one go.
    Open {
        /// Its name in the store.
        run: String,
        /// The seed of its waits.
        jitter: u64,
    },
    /// To go on with the open run.
    Go {
        /// The keys for whom it asks.
        keys: Vec<Key>,
        /// Whether what was given up is asked again.
        again: bool,
        /// The address of the set-up, of which the limits count from now on.
        plan: String,
    },
    /// To ask nothing more; with `true` also to end what is under way.
    Pause(bool),
    /// To take what the specimen answered to an exercise of the open run, or in a sentence why it did not.
    Wrote(CallId, Exercise, Result<LabAnswer, String>),
    /// To forget the key for an origin.
    Forget(String),
    /// Another run for comparison, by its name in the store; without a name, none.
    Compare(String),
    /// The figures of the open run.
    Figures {
        /// What is right in them.
        measure: Measure,
        /// Their width, in CSS pixels.
        width: u32,
    },
    /// A figure as a file.
    File {
        /// What is right in it.
        measure: Measure,
        /// Its name among the figures.
        figure: String,
        /// The form of the file.
        form: Form,
        /// Whether it is for a dark ground.
        is_dark: bool,
    },
    /// The open run as an HTML file.
    Report {
        /// What is right in it.
        measure: Measure,
        /// The address of the page, without a fragment.
        address: String,
    },
    /// Rows of the list of attempts.
    Attempts {
        /// Which, as a mark of a figure says it; empty for all.
        filter: String,
        /// The first row that is wanted.
        from: u32,
    },
    /// An attempt of the open run, to be opened in Play.
    Attempt(u32),
    /// The runs that are kept.
    Runs,
    /// Another name for a run.
    Rename {
        /// Its name in the store.
        run: String,
        /// Its new name for people.
        name: String,
    },
    /// To delete a run.
    Remove(String),
    /// A run as a file of lines.
    Lines(String),
    /// A run as a table.
    Table(String),
    /// To keep the attempts of the file that comes beside this, as a run of this name in the store.
    Import(String),
    /// Something about a batch.
    Batch(BatchRequest),
    /// What Play was answered.
    Answers,
    /// One of these answers, to be opened.
    Answer(u32),
    /// To delete one of these answers.
    RemoveAnswer(u32),
}

/// Who is asked, and with what, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Setting {
    /// The provider's slug.
    pub provider: String,
    /// Its base address; empty for its own.
    pub base: String,
    /// The key; empty where there is none.
    pub key: Secret,
}

/// A prompt to a model, with its settings as they were typed; an empty text leaves a setting to the provider.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Question {
    /// The model, by the provider's name.
    pub model: String,
    /// The link to the item, whose condition says the prompt.
    pub link: String,
    /// The most tokens of output.
    pub max_output: String,
    /// The temperature.
    pub temperature: String,
    /// How much to reason.
    pub effort: String,
}

/// A key, and the origin that it is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The origin.
    pub origin: String,
    /// The key.
    pub key: Secret,
}

/// The form of a figure's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// A drawing.
    Svg,
    /// A picture in dots.
    Png,
    /// The numbers.
    Csv,
}
