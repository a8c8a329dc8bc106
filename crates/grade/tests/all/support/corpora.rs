//! The committed transcripts.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the paths of all transcripts in folders below `tests`, in a fixed order.
pub(crate) fn transcripts(folders: &[&str]) -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut folders: Vec<PathBuf> = folders.iter().map(|folder| tests.join(folder)).collect();
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txt") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}
