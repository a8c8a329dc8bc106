//! `cargo xtask soak`: hours of Sweep and Batch in simulated time, in which memory has to stay flat.

use std::fmt::Write as _;
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::process::{cargo, output, program, run as run_program};
use crate::workspace::{Workspace, write};

/// The committed log.
const LOG: &str = "docs/soak.md";

/// The parts, by their names on the command line and for people.
const PARTS: [(&str, &str); 2] = [("sweep", "Sweep"), ("batch", "Batch")];

/// Runs both parts for so many hours, at the same time, prints what came of them, and writes it to [`LOG`] where that is asked for. Memory that is not flat is an error.
pub(crate) fn run(workspace: &Workspace, hours: u32, update: bool) -> Result<()> {
    // Optimised, the eight hours take minutes.
    run_program(cargo(workspace).args(["build", "--release", "--package", "stepfall-soak"]))?;
    let path = workspace.target.join("release/stepfall-soak");
    let minutes = hours.saturating_mul(60).to_string();
    let told = thread::scope(|scope| {
        let part = |(name, _): (&'static str, &'static str)| {
            let (path, minutes) = (&path, &minutes);
            scope.spawn(move || output(program(workspace, path).args([name, "--minutes", minutes])))
        };
        let parts = PARTS.map(part);
        parts.map(|part| part.join().map_err(|_| anyhow!("a thread broke off")).flatten())
    });
    let mut text = String::new();
    for ((_, title), told) in PARTS.iter().zip(told) {
        write!(text, "\n## {title}\n\n{}", told.context("memory of a soak")?)?;
    }
    print!("{text}");
    if update {
        write(&workspace.root.join(LOG), text)?;
    }
    Ok(())
}
