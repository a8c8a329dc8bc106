//! What the worker says.

use serde::{Deserialize, Serialize};

use crate::{CallId, Secret};

/// What the worker that asks models and runs sweeps says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is of no more use, because of this.
    Broken(String),
    /// Storage, a file or a run could not do what was asked of it; everything else goes on.
    NotDone(String),
    /// All providers, as JSON.
    Providers(String),
    /// The models of a provider, as JSON.
    Models(CallId, String),
    /// What would be sent.
    Preview(CallId, String),
    /// More of an answer.
    More(CallId, String),
    /// All of an answer so far, anew.
    Whole(CallId, String),
    /// An answer has come to its end, as JSON.
    Answered(CallId, String),
    /// An answer was given up, as JSON.
    Stopped(CallId, String),
    /// A call has failed, as JSON.
    Failed(CallId, String),
    /// An answer could not be kept, because of this.
    NotKept(CallId, String),
    /// Where to go to sign in.
    SignIn {
        /// The number of the call.
        id: CallId,
        /// The address.
        address: String,
        /// What is to be kept until the visitor comes back.
        verifier: Secret,
    },
    /// The key that was signed in for.
    Key {
        /// The number of the call.
        id: CallId,
        /// The origin that it is for.
        origin: String,
        /// The key.
        key: Secret,
    },
    /// What is wrong with a set-up, and what it would take, as JSON.
    Checked(String),
    /// How far a run is, as JSON.
    Progress(String),
    /// The runs that are kept, as JSON.
    Runs {
        /// Whether they outlive the tab.
        is_kept: bool,
        /// The runs.
        runs: String,
    },
    /// The figures of the open run, as JSON.
    Figures(String),
    /// Rows of the list of attempts, as JSON.
    Attempts(String),
    /// What the listed attempts are; empty for all.
    Listed(String),
    /// An attempt of a run, to be opened in Play.
    Attempt(Attempt),
    /// A file for the visitor.
    File {
        /// Its name.
        name: String,
        /// What is in it.
        text: String,
        /// Whether it is to be saved as a picture in dots.
        in_dots: bool,
    },
    /// The file for the visitor that comes beside this has this name.
    Blob(String),
    /// A file was taken in, as the run of this name in the store.
    Imported(String),
    /// What may be behind it that nothing comes back, as JSON.
    Suspects(String),
    /// The run of this name in the store is compared with the open one; without a name, none is.
    Compared(String),
    /// What Play was answered, as JSON.
    Answers {
        /// Whether the answers outlive the tab.
        is_kept: bool,
        /// The answers.
        answers: String,
    },
    /// An answer that Play was given, to be opened.
    Answer(Attempt),
}

/// An attempt that stands alone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Attempt {
    /// The link to its item.
    pub link: String,
    /// What came back.
    pub transcript: String,
    /// Who wrote it.
    pub author: String,
}
