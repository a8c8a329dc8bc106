//! What the worker says.

use serde::{Deserialize, Serialize};

use crate::asking::{Completion, Failure, KeptAnswer, Model, Provider};
use crate::figure::Results;
use crate::listing::Rows;
use crate::sweep::{Checked, Progress, RunInfo};
use crate::{CallId, JobOutput, Secret};

/// What a worker says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is of no more use, because of this.
    Broken(String),
    /// Storage, a file or a run could not do what was asked of it; everything else goes on.
    NotDone(String),
    /// What has come of a job; or, in a sentence, why nothing has.
    Done(CallId, Result<JobOutput, String>),
    /// All providers.
    Providers(Vec<Provider>),
    /// The models of a provider.
    Models(CallId, Vec<Model>),
    /// What would be sent.
    Preview(CallId, String),
    /// More of an answer.
    More(CallId, String),
    /// All of an answer so far, anew.
    Whole(CallId, String),
    /// An answer has come to its end.
    Answered(CallId, Completion),
    /// An answer was given up.
    Stopped(CallId, Completion),
    /// A call has failed.
    Failed(CallId, Failure),
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
    /// What is wrong with a set-up, and what it would take.
    Checked(Checked),
    /// How far a run is.
    Progress(Progress),
    /// The runs that are kept, the newest first.
    Runs {
        /// Whether they outlive the tab.
        is_kept: bool,
        /// The runs.
        runs: Vec<RunInfo>,
    },
    /// The figures of the open run.
    Figures(Results),
    /// Rows of the list of attempts.
    Attempts(Rows),
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
    /// What may be behind it that nothing comes back.
    Suspects(Failure),
    /// The run of this name in the store is compared with the open one; without a name, none is.
    Compared(String),
    /// What Play was answered, the newest first.
    Answers {
        /// Whether the answers outlive the tab.
        is_kept: bool,
        /// The answers.
        answers: Vec<KeptAnswer>,
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
