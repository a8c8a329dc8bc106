//! Events from the worker to the page.

use serde::{Deserialize, Serialize};

use crate::asking::{Completion, FailureReport, KeptAnswer, ListedModel, ProviderInfo};
use crate::batch::BatchEvent;
use crate::figure::RunFigures;
use crate::lab::SmallModelQuestion;
use crate::listing::AttemptRows;
use crate::sweep::{RunInfo, RunProgress, SetupCheck};
use crate::{CallId, Secret};

/// An event from a worker. Events of one part of the page are grouped in one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is unusable, for this reason.
    Broken(String),
    /// The output of a job as bytes of its [`Job::Output`](crate::Job::Output), or a sentence that
    /// explains its absence.
    Job(CallId, Result<Vec<u8>, String>),
    /// All providers that the page offers.
    Providers(Vec<ProviderInfo>),
    /// An event of the call with this number.
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
    /// The request that would be sent, without the key, or a sentence that explains why there is
    /// none.
    Preview(String),
    /// The next piece of an answer.
    More(String),
    /// The whole answer so far, which replaces the earlier pieces.
    Whole(String),
    /// The answer has ended by itself or at a limit.
    Answered(Completion),
    /// The visitor cancelled the answer.
    Stopped(Completion),
    /// The call has failed, for this reason.
    Failed(FailureReport),
    /// The answer could not be stored, for this reason. The event at the end of the call follows.
    NotKept(String),
    /// The provider's page for the sign-in.
    SignIn {
        /// The address that the page opens.
        address: String,
        /// The verifier, which the page keeps until the visitor comes back.
        verifier: Secret,
        /// The state, which the page keeps and compares with the one that comes back.
        state: Secret,
    },
    /// The key from a sign-in.
    Key {
        /// The only origin that may receive the key.
        origin: String,
        /// The key, which the provider made for the visitor.
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
        /// True if the answers outlive the tab.
        is_kept: bool,
        /// The stored answers, without their transcripts.
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
    Checked(SetupCheck),
    /// The progress of a run.
    Progress(RunProgress),
    /// The stored runs, the newest first.
    Listed {
        /// True if the runs outlive the tab.
        is_kept: bool,
        /// The stored runs, without their attempts.
        runs: Vec<RunInfo>,
    },
    /// The figures of the open run.
    Figures(RunFigures),
    /// Rows of the list of attempts.
    Attempts(AttemptRows),
    /// An attempt of a run or a response of a batch, to be opened in Play.
    Attempt(LinkedAttempt),
    /// A file was imported as the run of this name in the store.
    Imported(String),
    /// Possible causes of missing replies.
    Suspects(FailureReport),
    /// The run with this title is compared with the open one; an empty title means no comparison.
    Compared(String),
    /// A question of the open run, under the number of a call. The page passes it to the worker of
    /// the small model, with the address of the weights.
    SmallModelQuestion(CallId, SmallModelQuestion),
}

/// A file for the visitor, with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileEvent {
    /// A file whose content is a text.
    Text {
        /// The name; its extension determines the kind of file.
        name: String,
        /// The content of the file.
        text: String,
    },
    /// A picture that the page saves as a bitmap.
    Picture {
        /// The name of the bitmap file.
        name: String,
        /// The picture as SVG.
        svg: String,
    },
    /// The file that is attached to the message.
    Attached {
        /// The name under which the page saves the file.
        name: String,
    },
}

/// An attempt in the form in which Play opens it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkedAttempt {
    /// The link to the item.
    pub link: String,
    /// The text that a grader reads. If the model's reasoning is known, it comes first, between
    /// `<think>` and `</think>`.
    pub transcript: String,
    /// The model that wrote the transcript; empty if no model did, or if its name is unknown.
    pub author: String,
}
