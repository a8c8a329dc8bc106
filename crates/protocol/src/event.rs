//! What the worker says.

use serde::{Deserialize, Serialize};

use crate::asking::{Completion, Failure, KeptAnswer, Model, Provider};
use crate::batch::BatchEvent;
use crate::figure::Results;
use crate::lab::Exercise;
use crate::listing::Rows;
use crate::sweep::{Checked, Progress, RunInfo};
use crate::{CallId, Secret};

/// What a worker says, by whom it is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is of no more use, because of this.
    Broken(String),
    /// The output of a job as bytes, to be read as [`Job::Output`](crate::Job::Output); or a sentence that says why there is none.
    Job(CallId, Result<Vec<u8>, String>),
    /// All providers.
    Providers(Vec<Provider>),
    /// What has happened to a call.
    Call(CallId, CallEvent),
    /// What has happened to answers that are kept.
    Answers(AnswersEvent),
    /// What has happened to runs.
    Run(RunEvent),
    /// What has happened to a batch.
    Batch(BatchEvent),
    /// A file for the visitor.
    File(FileEvent),
}

/// What has happened to a call to a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallEvent {
    /// The models of the provider.
    Models(Vec<Model>),
    /// What would be sent.
    Preview(String),
    /// More of an answer.
    More(String),
    /// All of an answer so far, anew.
    Whole(String),
    /// An answer has come to its end.
    Answered(Completion),
    /// An answer was given up.
    Stopped(Completion),
    /// The call has failed.
    Failed(Failure),
    /// An answer could not be kept, because of this.
    NotKept(String),
    /// Where to go to sign in.
    SignIn {
        /// The address.
        address: String,
        /// What is to be kept until the visitor comes back.
        verifier: Secret,
        /// What is to be kept, too, and comes back with the visitor.
        state: Secret,
    },
    /// The key that was signed in for.
    Key {
        /// The origin that it is for.
        origin: String,
        /// The key.
        key: Secret,
    },
}

impl CallEvent {
    /// Whether nothing more comes of the call.
    pub const fn is_end(&self) -> bool {
        match self {
            Self::Models(_)
            | Self::Preview(_)
            | Self::Answered(_)
            | Self::Stopped(_)
            | Self::Failed(_)
            | Self::SignIn { .. }
            | Self::Key { .. } => true,
            Self::More(_) | Self::Whole(_) | Self::NotKept(_) => false,
        }
    }
}

/// What has happened to the answers of models in Play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswersEvent {
    /// Those that are kept, the newest first.
    Listed {
        /// Whether they outlive the tab.
        is_kept: bool,
        /// The answers.
        answers: Vec<KeptAnswer>,
    },
    /// One of them, to be opened.
    Opened(Attempt),
}

/// What has happened to runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunEvent {
    /// Storage, a file or a run could not do what was asked of it; everything else goes on.
    NotDone(String),
    /// What is wrong with a set-up, and what it would take.
    Checked(Checked),
    /// How far a run is.
    Progress(Progress),
    /// The runs that are kept, the newest first.
    Listed {
        /// Whether they outlive the tab.
        is_kept: bool,
        /// The runs.
        runs: Vec<RunInfo>,
    },
    /// The figures of the open run.
    Figures(Results),
    /// Rows of the list of attempts.
    Attempts(Rows),
    /// An attempt, to be opened in Play.
    Attempt(Attempt),
    /// A file was taken in, as the run of this name in the store.
    Imported(String),
    /// What may be behind it that nothing comes back.
    Suspects(Failure),
    /// The run of this name in the store is compared with the open one; without a name, none is.
    Compared(String),
    /// What the specimen is to answer for the open run, under the number of a call; where its weights are is for the page to say.
    Exercise(CallId, Exercise),
}

/// A file for the visitor, and its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileEvent {
    /// A text.
    Text {
        /// Its name, whose ending tells of what kind it is.
        name: String,
        /// What is in it.
        text: String,
    },
    /// A picture, to be saved in dots.
    Picture {
        /// Its name.
        name: String,
        /// The picture as SVG.
        svg: String,
    },
    /// The file that comes beside this.
    Attached {
        /// Its name.
        name: String,
    },
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
