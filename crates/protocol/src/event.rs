//! Events from the worker to the page.

use serde::{Deserialize, Serialize};

use crate::asking::{Completion, FailureReport, KeptAnswer, ListedModel, ProviderInfo};
use crate::batch::BatchEvent;
use crate::figure::Results;
use crate::lab::Exercise;
use crate::listing::Rows;
use crate::sweep::{Checked, RunInfo, RunProgress};
use crate::{CallId, Secret};

/// An event from a worker. Events of one part of the page are grouped in one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is unusable, for this reason.
    Broken(String),
    /// The output of a job as bytes of its [`Job::Output`](crate::Job::Output), or a sentence that explains its absence.
    Job(CallId, Result<Vec<u8>, String>),
    /// All providers.
    Providers(Vec<ProviderInfo>),
    /// An event of a call.
    Call(CallId, CallEvent),
    /// An event of the stored answers.
    Answers(AnswersEvent),
    /// An event of the runs.
    Run(RunEvent),
    /// An event of a batch.
    Batch(BatchEvent),
    /// A file for the visitor.
    File(FileEvent),
}

/// An event of a call to a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallEvent {
    /// The models of the provider.
    Models(Vec<ListedModel>),
    /// The request that would be sent, without the key.
    Preview(String),
    /// The next piece of an answer.
    More(String),
    /// The whole answer so far, which replaces the earlier pieces.
    Whole(String),
    /// The answer has ended by itself or at a limit.
    Answered(Completion),
    /// The visitor cancelled the answer.
    Stopped(Completion),
    /// The call has failed.
    Failed(FailureReport),
    /// An answer could not be stored, for this reason.
    NotKept(String),
    /// The provider's page for the sign-in.
    SignIn {
        /// The address.
        address: String,
        /// The verifier, which the page keeps until the visitor comes back.
        verifier: Secret,
        /// The state, which the page keeps and compares with the one that comes back.
        state: Secret,
    },
    /// The key from a sign-in.
    Key {
        /// The origin of the key.
        origin: String,
        /// The key.
        key: Secret,
    },
}

impl CallEvent {
    /// Returns whether this is the last event of the call.
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

/// An event of the stored answers of models in Play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswersEvent {
    /// The stored answers, the newest first.
    Listed {
        /// Whether the answers outlive the tab.
        is_kept: bool,
        /// The answers.
        answers: Vec<KeptAnswer>,
    },
    /// An answer, to be opened.
    Opened(LinkedAttempt),
}

/// An event of the runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunEvent {
    /// An action on the storage, a file or a run has failed, for this reason. Everything else
    /// continues.
    NotDone(String),
    /// The errors of a set-up, and its estimated size.
    Checked(Checked),
    /// The progress of a run.
    Progress(RunProgress),
    /// The stored runs, the newest first.
    Listed {
        /// Whether the runs outlive the tab.
        is_kept: bool,
        /// The runs.
        runs: Vec<RunInfo>,
    },
    /// The figures of the open run.
    Figures(Results),
    /// Rows of the list of attempts.
    Attempts(Rows),
    /// An attempt, to be opened in Play.
    Attempt(LinkedAttempt),
    /// A file was imported as the run of this name in the store.
    Imported(String),
    /// Possible causes of missing replies.
    Suspects(FailureReport),
    /// The run with this title is compared with the open one; an empty title means no comparison.
    Compared(String),
    /// An exercise of the open run for the small model, under the number of a call. The page knows the address of the weights.
    Exercise(CallId, Exercise),
}

/// A file for the visitor, with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileEvent {
    /// A text.
    Text {
        /// The name; its extension determines the kind of file.
        name: String,
        /// The content.
        text: String,
    },
    /// A picture that the page saves as a bitmap.
    Picture {
        /// The name.
        name: String,
        /// The picture as SVG.
        svg: String,
    },
    /// The file that is attached to the message.
    Attached {
        /// The name.
        name: String,
    },
}

/// An attempt outside a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkedAttempt {
    /// The link to the item.
    pub link: String,
    /// The transcript.
    pub transcript: String,
    /// The model that wrote the transcript; empty if no model did.
    pub author: String,
}
