//! `cargo xtask timings`: the duration of each phase of a build from nothing.

use anyhow::Result;

use crate::module::empty;
use crate::process::{cargo, phase, run as run_program, take_phases};
use crate::workspace::{Build, Workspace, read_text, write};
use crate::{page, test};

/// The file, below the root, that is changed to time a rebuild. Every module contains the crate of
/// this file.
const CHANGED: &str = "crates/text/src/lib.rs";

/// Builds the page in an empty target folder, and again after a change of one crate. If
/// `times_tests` is true, runs the usual checks there instead. Prints the seconds of each phase.
pub(crate) fn run(workspace: &Workspace, times_tests: bool) -> Result<()> {
    let folder = workspace.target.join("timings");
    empty(&folder)?;
    let cold = Workspace { target: folder, ..workspace.clone() };
    let features: &[&str] = match workspace.build {
        Build::Development => &[],
        Build::Release => &["--features", "release"],
    };
    phase("compile xtask", || {
        run_program(cargo(&cold).args(["build", "--quiet", "--package", "xtask"]).args(features))
    })?;
    if times_tests {
        let result = test::run(&cold, false);
        print_table("tests");
        return result;
    }
    page::build(&cold)?;
    print_table("page");
    let changed = workspace.root.join(CHANGED);
    let before = read_text(&changed)?;
    write(
        &changed,
        format!("{before}\n/// Changes this crate.\npub const CHANGED: &str = \"\";\n"),
    )?;
    let result = page::build(&cold);
    write(&changed, before)?;
    result?;
    print_table(&format!("page after a change of {CHANGED}"));
    Ok(())
}

/// Prints the phases that finished since the last table.
fn print_table(what: &str) {
    let phases = take_phases();
    println!("\n{what:<44} seconds");
    for (name, took) in &phases {
        println!("  {name:<42} {:>7.1}", took.as_secs_f32());
    }
}
