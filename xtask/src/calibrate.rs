//! `cargo xtask calibrate`: simulations that measure how often tests and intervals are correct.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, output};
use crate::workspace::{self, Workspace};

/// The committed table.
const TABLE: &str = "tests/golden/calibration.txt";

/// Simulates, and compares the table with the committed one or writes it.
pub(crate) fn run(workspace: &Workspace, update: bool) -> Result<()> {
    // The program simulates a million runs, which takes minutes even in an optimised build.
    let arguments = ["run", "--quiet", "--release", "--package", "stepfall-calibration"];
    let now = output(cargo(workspace).args(arguments))?;
    let path = workspace.root.join(TABLE);
    if update {
        return workspace::write(&path, now);
    }
    let committed = fs::read_to_string(&path).with_context(|| {
        format!("cannot read {TABLE}; write it by `cargo xtask calibrate --update`")
    })?;
    print!("{now}");
    ensure!(
        committed == now,
        "the table is no longer that of {TABLE}; see whether tests and intervals are better, and accept it by `cargo xtask calibrate --update`"
    );
    println!("the table is that of {TABLE}");
    Ok(())
}

/// Compares the table with the committed one.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    run(workspace, false)
}
