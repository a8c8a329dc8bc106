//! `cargo xtask golden`: what is frozen, in `tests/golden/`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::module::{self, Artifact, Host};
use crate::process::{cargo, output, program, run};
use crate::workspace::{self, Workspace};

/// The package that renders golden files.
const PACKAGE: &str = "stepfall-golden";

/// How often the grader is right about simulated transcripts, as the command line prints it.
const CONFUSION: &str = "tests/golden/confusion.txt";

/// Writes the files.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    run(cargo(workspace).args(["run", "--release", "--package", PACKAGE, "--", "write"]))?;
    workspace::write(&workspace.root.join(CONFUSION), &confusion(workspace)?)
}

/// Compares every file with what is made now.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    check_wasm(workspace)?;
    check_confusion(workspace)
}

/// Compares the counts of the grader's confusion with those that are kept.
pub(crate) fn check_confusion(workspace: &Workspace) -> Result<()> {
    let kept = fs::read_to_string(workspace.root.join(CONFUSION))
        .with_context(|| format!("cannot read {CONFUSION}; write it by `cargo xtask golden`"))?;
    let counted = confusion(workspace)?;
    let lines = kept.lines().zip(counted.lines());
    let first = lines.clone().position(|(kept, counted)| kept != counted);
    let line = first.unwrap_or(lines.count()) + 1;
    ensure!(
        kept == counted,
        "the grader's counts are no longer those of {CONFUSION}, from line {line} on; see whether they are better, and \
         accept them by `cargo xtask golden`"
    );
    println!("the grader's counts are those of {CONFUSION}");
    Ok(())
}

/// What `stepfall confusion` prints.
fn confusion(workspace: &Workspace) -> Result<String> {
    let arguments = ["run", "--release", "--quiet", "--package", "stepfall-cli", "--", "confusion"];
    output(cargo(workspace).args(arguments))
}

/// Compares every item with what its link gives in WebAssembly, under Node.
pub(crate) fn check_wasm(workspace: &Workspace) -> Result<()> {
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
