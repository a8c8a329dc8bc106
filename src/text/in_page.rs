//! Texts about models that run in the page.

use crate::state::{BuiltInModel, FileTask, SuggestedModel};
use stepfall_text::grouped;

pub(crate) const FETCH_BUILT_IN: &str = "Let the browser fetch its model";
pub(crate) const CHOOSE_FILE: &str = "Choose a model file (.gguf)";
pub(crate) const STORED: &str = "Model files in this browser";
pub(crate) const NONE_STORED: &str =
    "There is none yet. A file stays in this browser until you delete it, and is sent nowhere.";
pub(crate) const SUGGESTED: &str = "Small models with an open licence";
pub(crate) const REMOVE: &str = "Delete";
pub(crate) const USE: &str = "Use";
pub(crate) const IN_USE: &str = "in use";

/// Describes the needs of the browser's own model, or its limits once it is ready.
pub(crate) fn built_in(model: &BuiltInModel) -> String {
    match model {
        BuiltInModel::Unknown => "Looking for the browser’s own model …".to_owned(),
        BuiltInModel::Missing => "This browser has no language model of its own. Chrome has one since version 148, on computers.".to_owned(),
        BuiltInModel::Unavailable => "This browser does not offer its own language model here. Chrome wants 22 GB of free disk, and either a graphics card with more than 4 GB or 16 GB of memory and 4 cores.".to_owned(),
        BuiltInModel::Downloadable => "The browser has to fetch its model first, about 4 GB, from its maker. It does so once for all pages.".to_owned(),
        BuiltInModel::DownloadingElsewhere => "The browser is fetching its model already.".to_owned(),
        BuiltInModel::Downloading(percent) => format!("The browser is fetching its model: {percent} %."),
        BuiltInModel::Ready(context) => {
            let size = match context {
                0 => String::new(),
                size => format!(", for up to {} tokens", grouped(*size)),
            };
            format!("Ready{size}. No request leaves this browser. The model has no seed, and another version of the browser may have another model: its name is the browser’s version.")
        }
        BuiltInModel::Failed(why) => format!("The browser’s own model cannot be used: {why}"),
    }
}

/// Describes a suggested model: its size, its licence, and where it comes from.
pub(crate) fn suggestion(model: &SuggestedModel) -> String {
    format!("{}, {}, from {}", megabytes(model.bytes), model.licence, model.hosts)
}

/// Returns the label of the button that downloads a suggested model.
pub(crate) fn download(name: &str) -> String {
    format!("Download {name}")
}

/// Reports the progress or the failure of a task with a model file.
pub(crate) fn task(task: &FileTask) -> String {
    match task {
        FileTask::None => String::new(),
        FileTask::Storing(name, percent) => format!("Storing {name}: {percent} %"),
        FileTask::Downloading(name, percent) => format!("Downloading {name}: {percent} %"),
        FileTask::Failed(why) => why.clone(),
    }
}

/// Returns a size in megabytes.
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{} MB", grouped(bytes.div_ceil(1_000_000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_the_built_in_model_has_instructions() {
        assert!(built_in(&BuiltInModel::Missing).contains("Chrome"));
        assert!(built_in(&BuiltInModel::Downloadable).contains("4 GB"));
        assert!(
            built_in(&BuiltInModel::Ready(9_216)).starts_with("Ready, for up to 9,216 tokens.")
        );
        assert!(built_in(&BuiltInModel::Ready(0)).starts_with("Ready. "));
        assert!(BuiltInModel::Failed(String::new()).is_downloadable());
        assert!(!BuiltInModel::Unavailable.is_downloadable());
    }

    #[test]
    fn a_suggestion_names_size_licence_and_hosts() {
        let model = SuggestedModel {
            name: "SmolLM2".to_owned(),
            bytes: 98_000_001,
            licence: "Apache-2.0".to_owned(),
            address: String::new(),
            hosts: "huggingface.co".to_owned(),
        };
        assert_eq!(suggestion(&model), "99 MB, Apache-2.0, from huggingface.co");
        assert_eq!(task(&FileTask::Storing("a".to_owned(), 5)), "Storing a: 5 %");
        assert!(!FileTask::Failed(String::new()).is_running());
    }
}
