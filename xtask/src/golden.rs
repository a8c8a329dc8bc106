//! `cargo xtask golden`: what is frozen, in `tests/golden/`.

use std::path::PathBuf;

use anyhow::Result;

use crate::module::{self, Artifact, Host};
use crate::process::{cargo, program, run};
use crate::workspace::{self, Workspace};

/// The package that renders golden files.
const PACKAGE: &str = "stepfall-golden";

/// Writes the files.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    run(cargo(workspace).args(["run", "--release", "--package", PACKAGE, "--", "write"]))
}

/// Compares every file with what its link gives in WebAssembly, under Node.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let folder = bound_module(workspace)?;
    run(program(workspace, "node").arg("tests/wasm/goldens.mjs").arg(folder))
}

/// Compiles the package for Node and returns the folder of the result.
pub(crate) fn bound_module(workspace: &Workspace) -> Result<PathBuf> {
    let raw = module::compile(workspace, PACKAGE, &Artifact::Library)?;
    let folder = workspace.scratch("golden-wasm")?;
    module::bind(&raw, PACKAGE, &Host::Node, &folder)?;
    // Node takes the nearest package.json's word for what a `.js` file is, and the root's says that it is a module.
    workspace::write(&folder.join("package.json"), r#"{"type":"commonjs"}"#)?;
    Ok(folder)
}
