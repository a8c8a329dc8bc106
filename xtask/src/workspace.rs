//! The paths of the workspace, and access to files.

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use anyhow::{Context, Result};

/// The checkout that this build system belongs to.
#[derive(Clone)]
pub(crate) struct Workspace {
    /// The folder of the workspace's `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// The target folder of cargo. All other unpublished output goes there too.
    pub(crate) target: PathBuf,
    /// The kind of build of the page and its modules.
    pub(crate) build: Build,
    /// The folder where cargo keeps downloaded sources.
    pub(crate) cargo_home: PathBuf,
    /// True if every module and every test is needed. One command of cargo then builds all modules,
    /// and another one all tests. So the dependencies of each group are compiled once.
    pub(crate) needs_everything: bool,
}

/// A kind of build of the page and its modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Fast to compile, not optimised.
    Development,
    /// The published form.
    Release,
}

impl Workspace {
    /// Finds the workspace from the folder in which `xtask` was compiled.
    pub(crate) fn locate(build: Build) -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .context("xtask has no parent folder")?
            .to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        let cargo_home = env::var_os("CARGO_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(env::home_dir()?.join(".cargo")))
            .context("there is no home directory; set CARGO_HOME")?;
        Ok(Self { root, target, build, cargo_home, needs_everything: false })
    }

    pub(crate) fn dist(&self) -> PathBuf {
        match self.build {
            Build::Development => self.target.join("development"),
            Build::Release => self.root.join("dist"),
        }
    }

    /// Returns a folder below the target folder, which is created if necessary.
    pub(crate) fn scratch(&self, name: &str) -> Result<PathBuf> {
        let folder = self.target.join(name);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(folder)
    }
}

/// Reads a text file. An error contains its path.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a file. An error contains its path.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file. An error contains its path.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns a temporary path for a file that is renamed once it is complete. Each thread has another
/// path.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    path.with_extension(format!("unfinished-{:?}", thread::current().id()))
}
