//! Collections of responses as files: every `.json` below a folder that holds questions with completions.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use stepfall_cli::CommandError;

/// The questions of one task, with what one model answered.
#[derive(Debug, Deserialize)]
pub(super) struct Collection {
    pub(super) results: Vec<Asked>,
}

/// A question, with all that was answered.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    pub(super) question: String,
    pub(super) completions: Vec<Completion>,
}

/// One response.
#[derive(Debug, Deserialize)]
pub(super) struct Completion {
    /// What the model wrote; nothing where the request failed.
    pub(super) full_model_response: Option<String>,
    /// What the collection gives it, 1 where the answer is right.
    pub(super) score: Option<f64>,
}

/// A file of a collection.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct File {
    pub(super) model: String,
    pub(super) path: PathBuf,
}

/// All files of collections below a folder, by model and path. The model is called as the folder is that holds the folder of the file, without date and time.
pub(super) fn files(folder: &Path) -> Result<Vec<File>, CommandError> {
    let mut found = Vec::new();
    find(folder, &mut found)?;
    found.sort();
    Ok(found)
}

fn find(folder: &Path, found: &mut Vec<File>) -> Result<(), CommandError> {
    let unread = |error| CommandError::File { path: folder.display().to_string(), error };
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let path = entry.path();
        // A link to a folder may lead back to it.
        if entry.file_type().map_err(unread)?.is_dir() {
            find(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(File { model: model(&path), path });
        }
    }
    Ok(())
}

/// What a model is called: `some-lab_model-1_20250315_163713/arithmetic/sums.json` is of `some-lab_model-1`.
fn model(path: &Path) -> String {
    let folder = path.parent().and_then(Path::parent).and_then(Path::file_name);
    let name = folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_number = |part: &str| part.len() >= 6 && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut name = name.as_str();
    while let Some((before, last)) = name.rsplit_once('_')
        && is_number(last)
    {
        name = before;
    }
    name.to_owned()
}

/// Reads a file; nothing where it is JSON of another shape, such as a summary.
pub(super) fn read(path: &Path) -> Result<Option<Collection>, CommandError> {
    let unread = |error| CommandError::File { path: path.display().to_string(), error };
    let text = fs::read_to_string(path).map_err(unread)?;
    Ok(serde_json::from_str(&text).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_called_as_its_folder() {
        let of = |path: &str| model(Path::new(path));
        assert_eq!(of("a/lab_model-1_20250315_163713/arithmetic/sums.json"), "lab_model-1");
        assert_eq!(of("lab_model-1/arithmetic/sums.json"), "lab_model-1");
        assert_eq!(of("sums.json"), "");
    }
}
