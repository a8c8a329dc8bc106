//! The page as Trunk builds it, for developers who prefer Trunk.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::process::{program, run};
use crate::tools;
use crate::workspace::{Workspace, read_text};

/// The last version of Trunk that the workspace's compiler can build.
const VERSION: &str = "0.21.14";

/// The folder of Trunk's page, below the root; `Trunk.toml` has the same path.
const DIST: &str = "target/trunk";

/// Installs Trunk and its tools, builds the release page with it, and returns the folder of the
/// page.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    tools::wasm_target(workspace)?;
    tools::npm_packages(workspace)?;
    let trunk = tools::cargo_program(workspace, "trunk", "trunk", VERSION)?;
    let version = bindgen_version(workspace)?;
    let bindgen = tools::cargo_program(workspace, "wasm-bindgen-cli", "wasm-bindgen", &version)?;
    run(program(workspace, trunk)
        .args(["build", "--release"])
        .env("PATH", search_path(workspace, &bindgen)?))?;
    Ok(workspace.root.join(DIST))
}

/// Returns the version of wasm-bindgen that the page is compiled against. Trunk requires a program
/// of exactly that version.
fn bindgen_version(workspace: &Workspace) -> Result<String> {
    let lock = read_text(&workspace.root.join("Cargo.lock"))?;
    let (_, package) = lock
        .split_once("name = \"wasm-bindgen\"\nversion = \"")
        .context("no wasm-bindgen in Cargo.lock")?;
    let (version, _) = package.split_once('"').context("Cargo.lock is damaged")?;
    Ok(version.to_owned())
}

/// Returns the search path with wasm-bindgen and Binaryen's wasm-opt at the front.
fn search_path(workspace: &Workspace, bindgen: &Path) -> Result<OsString> {
    let first = [bindgen.parent().context("wasm-bindgen lies nowhere")?.to_path_buf()];
    let second = [workspace.root.join("node_modules/.bin")];
    let rest = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths(first.into_iter().chain(second).chain(env::split_paths(&rest)))?)
}
