//! Language models that run in the page.

/// The state of the browser's own model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BuiltInModel {
    /// The state is not known yet.
    Unknown,
    /// The browser has no model.
    Missing,
    /// The browser has a model, but not on this device or for this page.
    Unavailable,
    /// The browser has to fetch the model first.
    Downloadable,
    /// The browser is fetching the model for another page.
    DownloadingElsewhere,
    /// The browser is fetching the model; the percentage fetched so far.
    Downloading(u32),
    /// The model can be asked. Holds the size of its context in tokens; 0 if the browser does not
    /// report the size.
    Ready(u64),
    /// The state could not be determined, or the download failed, for this reason.
    Failed(String),
}

impl BuiltInModel {
    /// Returns whether the user may start the download.
    pub(crate) const fn is_downloadable(&self) -> bool {
        matches!(self, Self::Downloadable | Self::DownloadingElsewhere | Self::Failed(_))
    }
}

/// A model file that this browser stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ModelFile {
    /// The name of the file, which is also the model's name in requests.
    pub(crate) name: String,
    pub(crate) bytes: u64,
}

/// A model file that the user may download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SuggestedModel {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) licence: String,
    pub(crate) address: String,
    /// The hosts that the download may contact, separated by commas. The address names the first
    /// host, which may redirect to the others.
    pub(crate) hosts: String,
}

/// The model files that are stored or suggested.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ModelFiles {
    pub(crate) stored: Vec<ModelFile>,
    pub(crate) suggested: Vec<SuggestedModel>,
}

/// The current task with a model file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileTask {
    None,
    /// The file of this name is being stored; the percentage stored so far.
    Storing(String, u32),
    /// The file of this name is being fetched; the percentage fetched so far.
    Downloading(String, u32),
    /// The last task failed, for this reason.
    Failed(String),
}

impl FileTask {
    pub(crate) const fn is_running(&self) -> bool {
        matches!(self, Self::Storing(..) | Self::Downloading(..))
    }
}
