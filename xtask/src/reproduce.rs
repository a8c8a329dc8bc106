//! Checks that the same sources result in the same page. The page is built twice, from two folders,
//! with two cargo homes and into two target folders, and every file is compared.

use std::collections::BTreeMap;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink as link_folder;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as link_folder;
use std::path::Path;

use anyhow::{Context, Result, bail};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::page;
use crate::process::{output, program};
use crate::workspace::{Workspace, read_bytes};

/// The digests of a page's files by their names.
type Digests = BTreeMap<String, String>;

/// Builds the page here, and from a copy of the sources in another folder with another cargo home.
/// Prints the digests of the files; a difference is an error.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    page::build(workspace)?;
    let folder = workspace.scratch("reproduce")?;
    fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    let root = folder.join("sources of another name");
    copy_sources(workspace, &root)?;
    let cargo_home = folder.join("cargo home");
    make_cargo_home(&workspace.cargo_home, &cargo_home)?;
    let target = folder.join("target");
    let other = Workspace { root, target, cargo_home, ..workspace.clone() };
    page::build(&other)?;
    let (first, second) = (digests(&workspace.dist())?, digests(&other.dist())?);
    for (name, digest) in &first {
        println!("{digest}  {name}");
    }
    let different = differences(&first, &second);
    if !different.is_empty() {
        bail!(
            "two builds of the same sources differ in {}; both are kept, the second in {}",
            different.join(", "),
            other.dist().display()
        );
    }
    println!("two builds gave the same {} files", first.len());
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))
}

/// Copies the sources: every file that git tracks or would add.
fn copy_sources(workspace: &Workspace, to: &Path) -> Result<()> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let names = output(program(workspace, "git").args(list))?;
    for name in names.split('\0').filter(|name| !name.is_empty()) {
        let (from, copy) = (workspace.root.join(name), to.join(name));
        // Git still lists a file whose deletion is not committed.
        if from.is_file() {
            let folder = copy.parent().context("a file lies in a folder")?;
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            fs::copy(&from, &copy).with_context(|| format!("cannot copy {}", from.display()))?;
        }
    }
    Ok(())
}

/// Makes a second cargo home: copies the files of the first one, and links its folders, which
/// contain the downloaded sources.
fn make_cargo_home(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        let made =
            if path.is_dir() { link_folder(&path, copy) } else { fs::copy(&path, copy).map(drop) };
        made.with_context(|| format!("cannot copy or link {}", path.display()))?;
    }
    Ok(())
}

/// Returns the digests of the files in a folder without subfolders.
fn digests(folder: &Path) -> Result<Digests> {
    let mut digests = Digests::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let name = path.file_name().context("a file has a name")?.to_string_lossy().into_owned();
        digests.insert(name, HEXLOWER.encode(&Sha256::digest(read_bytes(&path)?)));
    }
    Ok(digests)
}

/// Returns the names of files that differ, or that only one of two builds has.
fn differences(first: &Digests, second: &Digests) -> Vec<String> {
    let is_different = |name: &&String| first.get(*name) != second.get(*name);
    let mut names: Vec<String> =
        first.keys().chain(second.keys()).filter(is_different).cloned().collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_differ_by_content_or_presence() {
        let page = |files: &[(&str, &str)]| -> Digests {
            files.iter().map(|&(name, digest)| (name.to_owned(), digest.to_owned())).collect()
        };
        let first = page(&[("a.js", "1"), ("b.js", "2"), ("c.js", "3")]);
        assert_eq!(differences(&first, &first), [""; 0]);
        let second = page(&[("a.js", "1"), ("b.js", "4"), ("d.js", "3")]);
        assert_eq!(differences(&first, &second), ["b.js", "c.js", "d.js"]);
    }
}
